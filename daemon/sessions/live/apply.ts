/** Folds each event of a session into what is kept of it in memory. */
import { dirname } from 'node:path';
import type { EventPayload, EventPayloads, NewEvent } from '../../../schemas/generated/events.js';
import type { Message, TaskInfo, TokenUsage } from '../../../schemas/generated/types.js';
import { addToGauge, takeCount } from '../../agent/fill.js';
import { builtinBindings } from '../../agent/profiles.js';
import { toolMessage } from '../messages/toolmessage.js';
import { noteTakenBack } from '../changes/takenback.js';
import { applyCron } from '../schedules/cron.js';
import { applyCompacted, recount } from '../context/context.js';
import { freshAgent } from './fresh.js';
import { applyGoal } from '../goals/goals.js';
import { applyAsking, applyInflight } from '../turns/inflight.js';
import { endingOf } from '../turns/phase.js';
import type { ChildCall, LiveAgent, LiveSession, OpenWork, Wait } from './state.js';
import { noteWaiting } from '../interactions/waiting.js';

/** `time` is that of the event's row. */
export function applyEvent(session: LiveSession, event: EventPayload, time: number): void {
  applyOpenWork(session.open, event);
  applyGoal(session, event, time);
  applyCron(session, event);
  switch (event.type) {
    case 'model.changed':
      session.model = { alias: event.model, named: event.named };
      return;
    case 'thinking.changed':
      session.thinking = event.thinking;
      return;
    case 'permission.mode.changed':
      session.mode = event.mode;
      return;
    case 'rules.changed':
      session.rules = event.rules;
      return;
    case 'launch.denials':
      session.launchDenials = event.patterns;
      return;
    case 'directories.changed':
      session.workspace = [session.cwd, ...event.directories];
      // the prompt lists the directories (engine.md 3.5)
      for (const agent of session.agents.values()) delete agent.rendered;
      return;
    case 'runtime.changed':
      session.runtimeId = event.runtimeId as LiveSession['runtimeId'];
      // the prompt says where commands run (runtimes.md 9.1)
      for (const agent of session.agents.values()) delete agent.rendered;
      return;
    case 'session.archived':
      session.archived = event.archived;
      return;
    case 'event.session.work_changed':
      session.work = {
        busy: event.busy,
        main_turn_active: event.main_turn_active ?? false,
        pending_interaction: event.pending_interaction ?? 'none',
        ...(event.last_turn_reason === undefined ? {} : { last_turn_reason: event.last_turn_reason }),
      };
      return;
    case 'files.changed':
      noteTakenBack(session, event);
      return;
    case 'agent.created':
      addAgent(session, event);
      return;
    case 'task.told':
      takeBack(session, event.taskIds);
      return;
    case 'subagent.spawned':
      session.calls.set(event.subagentId, callOf(event, time));
      return;
    case 'task.started':
      moveToBackground(session, event.info);
      return;
    case 'subagent.completed':
    case 'subagent.failed':
      session.calls.delete(event.subagentId);
      return;
    default:
      applyToAgentOf(session, event, time);
  }
}

/** Reminders about what the agent knows by now are no longer due. */
function takeBack(session: LiveSession, taskIds: readonly string[]): void {
  for (const agent of session.agents.values())
    agent.inbox = agent.inbox.filter(({ taskId }) => taskId === undefined || !taskIds.includes(taskId));
}

/** Follows what keeps a session busy. */
export function applyOpenWork(open: OpenWork, event: EventPayload | NewEvent): void {
  switch (event.type) {
    case 'turn.started':
      open.turns.add(event.agentId);
      return;
    case 'turn.ended':
      open.turns.delete(event.agentId);
      return;
    case 'task.started':
      open.tasks.add(event.info.taskId);
      return;
    case 'task.terminated':
      open.tasks.delete(event.info.taskId);
      return;
    case 'compaction.started':
      open.compactions.add(event.agentId);
      return;
    case 'compaction.completed':
    case 'compaction.cancelled':
      open.compactions.delete(event.agentId);
      return;
    default:
      return;
  }
}

function addAgent(session: LiveSession, event: Extract<EventPayload, { type: 'agent.created' }>): void {
  const number = /^agent_(\d+)$/.exec(event.agentId)?.[1];
  if (number !== undefined) session.nextAgent = Math.max(session.nextAgent, Number(number) + 1);
  if (session.agents.has(event.agentId)) return;
  session.agents.set(event.agentId, {
    // its binding follows as a separate record
    ...freshAgent(event.agentId, event.agentKind, builtinBindings.agent),
    ...(event.parentAgentId === undefined ? {} : { parentId: event.parentAgentId }),
    depth: (session.agents.get(event.parentAgentId ?? '')?.depth ?? -1) + 1,
    ...(event.label === undefined ? {} : { label: event.label }),
  });
}

function callOf(event: Extract<EventPayload, { type: 'subagent.spawned' }>, time: number): ChildCall {
  return {
    agentId: event.subagentId,
    type: event.subagentName,
    callerId: event.agentId,
    callId: event.parentToolCallId,
    background: event.runInBackground,
    taskId: event.taskId ?? '',
    description: event.description ?? '',
    startedAt: time,
  };
}

/** An agent that becomes a task works in the background from then on. */
function moveToBackground(session: LiveSession, info: TaskInfo): void {
  const call = info.kind === 'agent' && info.agentId !== undefined ? session.calls.get(info.agentId) : undefined;
  if (call) call.background = true;
}

function applyToAgentOf(session: LiveSession, event: EventPayload, time: number): void {
  const agent = session.agents.get(event.agentId);
  if (!agent) return;
  applyToAgent(session, agent, event, time);
  applyInflight(agent, event, time);
}

/** From the moment a request is recorded it can be answered, although the turn may not have got to where it waits. */
function open(session: LiveSession, wait: Wait): void {
  const known = session.waits.get(wait.id);
  if (known) known.recorded = true;
  else session.waits.set(wait.id, wait);
}

function applyToAgent(session: LiveSession, agent: LiveAgent, event: EventPayload, time: number): void {
  switch (event.type) {
    case 'message.appended':
      addMessage(agent, event.message);
      return;
    case 'tool.result':
      addEntry(agent, toolMessage(session.ref.id, event, time));
      return;
    case 'context.compacted':
      applyCompacted(agent, event);
      return;
    case 'compaction.cancelled':
      if (event.reason === 'failed') agent.gauge.last = { left: Number.POSITIVE_INFINITY, replies: 0 };
      return;
    case 'request.usage':
      if (event.purpose !== 'title' && event.purpose !== 'broken') addUsage(agent, event.model, event.usage);
      return;
    case 'step.usage':
      addUsage(agent, event.model, event.usage);
      if (event.messageId !== undefined) noteWriter(agent, { ...event, messageId: event.messageId });
      return;
    case 'turn.started':
      agent.lastTurn = event.turnId;
      delete agent.disposed;
      delete agent.usage.turn;
      return;
    case 'event.question.requested':
      open(session, {
        kind: 'question',
        id: event.question_id,
        agentId: agent.id,
        expiresAt: Date.parse(event.expires_at),
        recorded: true,
        ...(event.background ? { background: true } : {}),
      });
      noteWaiting(session, agent.id, true, time);
      return;
    case 'event.question.answered':
    case 'event.question.dismissed':
      noteWaiting(session, agent.id, false, time);
      return;
    case 'event.approval.requested':
      open(session, {
        kind: 'approval',
        id: event.approval_id,
        agentId: agent.id,
        expiresAt: Date.parse(event.expires_at),
        recorded: true,
        ...(event.asks === 'network' && { connection: true }),
      });
      noteWaiting(session, agent.id, true, time);
      applyAsking(agent, event, time);
      return;
    case 'event.approval.resolved':
      applyAsking(agent, event, time);
      noteWaiting(session, agent.id, false, time);
      return;
    case 'turn.ended':
      agent.endedAt = time;
      agent.lastEnd = endingOf(event, agent.inflight?.step);
      return;
    case 'todo.changed':
      agent.memory.todos = event.todos;
      agent.counts.sinceTodo = 0;
      return;
    case 'plan.changed':
      agent.memory.plan = { active: event.active, ...(event.path === undefined ? {} : { path: event.path }) };
      return;
    case 'tools.changed':
      agent.tools = {
        disabled: event.disabled,
        ...(event.allow === undefined ? {} : { allow: event.allow }),
        ...(event.mcpServers === undefined ? {} : { mcpServers: event.mcpServers }),
      };
      return;
    case 'agent.bound':
      if (event.systemPrompt !== undefined) agent.systemBody = event.systemPrompt;
      if (event.rendered !== undefined) agent.rendered = event.rendered;
      if (event.listed !== undefined) agent.listed = event.listed;
      if (event.binding !== undefined) agent.binding = event.binding;
      return;
    case 'context.copied':
      agent.entries.push(...copied(session.agents.get('main'), event));
      recount(agent);
      return;
    case 'agent.prompt.dropped':
      delete agent.rendered;
      return;
    case 'reminder.noted':
      agent.noted[event.variant] = event.key ?? '';
      if (event.variant === 'plan_mode') agent.counts.sincePlanNote = 0;
      if (event.variant === 'taken_back')
        agent.takenBack = agent.takenBack.filter(({ seq }) => seq > Number(event.key));
      return;
    case 'images.refused':
      agent.refusedImages = { until: event.until, family: event.family };
      return;
    case 'file.seen':
      agent.memory.seen.delete(event.path);
      agent.memory.seen.set(event.path, {
        mtimeMs: event.mtimeMs,
        size: event.size,
        ...(event.sha256 === undefined ? {} : { sha256: event.sha256 }),
      });
      if (!agent.touched.includes(dirname(event.path))) agent.touched.push(dirname(event.path));
      return;
    case 'prompt.updated':
      if (event.change === 'paused' || event.change === 'resumed') agent.paused = event.change === 'paused';
      return;
    default:
      return;
  }
}

function copied(
  from: LiveAgent | undefined,
  { messageIds, kept = [] }: EventPayloads['context.copied'],
): LiveAgent['entries'] {
  const wanted = new Set([...kept.map(({ id }) => id), ...messageIds]);
  return from?.entries.filter(({ message }) => wanted.has(message.id)) ?? [];
}

function addEntry(agent: LiveAgent, message: Message): void {
  agent.entries.push({ message });
  addToGauge(agent.gauge, message);
}

function addMessage(agent: LiveAgent, message: Message): void {
  addEntry(agent, message);
  if (message.role !== 'assistant') return;
  agent.counts.assistantMessages += 1;
  agent.counts.sinceTodo += 1;
  agent.counts.sincePlanNote += 1;
  for (const part of message.content) if (part.type === 'tool_use') agent.usedCalls.add(part.tool_call_id);
}

function noteWriter(
  agent: LiveAgent,
  {
    messageId,
    family,
    model,
    usage,
  }: Pick<EventPayloads['step.usage'], 'family' | 'model' | 'usage'> & { messageId: string },
): void {
  const at = agent.entries.findLastIndex(({ message }) => message.id === messageId);
  const entry = agent.entries[at];
  if (entry) entry.family = family;
  const sent = usage.inputOther + usage.inputCacheRead + usage.inputCacheCreation;
  const cached = usage.inputCacheRead + usage.inputCacheCreation;
  agent.anchor = { messageId, tokens: sent + usage.output, last: { model, cached, output: usage.output } };
  takeCount(agent.gauge, sent, at < 0 ? [] : agent.entries.slice(at));
}

function addUsage(agent: LiveAgent, model: string, usage: TokenUsage): void {
  for (const total of [(agent.usage.byModel[model] ??= zeroUsage()), (agent.usage.turn ??= zeroUsage())]) {
    total.inputOther += usage.inputOther;
    total.output += usage.output;
    total.inputCacheRead += usage.inputCacheRead;
    total.inputCacheCreation += usage.inputCacheCreation;
  }
}

function zeroUsage(): TokenUsage {
  return { inputOther: 0, output: 0, inputCacheRead: 0, inputCacheCreation: 0 };
}
