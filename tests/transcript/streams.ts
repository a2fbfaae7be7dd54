/** Random event streams of one agent, in the orders that a session keeps (ws.md 8), and folds of their log. */
import { eventTable, type NewEvent } from '../../schemas/generated/events.js';
import type { ContentPart } from '../../schemas/generated/types.js';
import { createTranscriptFold, type TranscriptFold } from '../../schemas/folds/transcript-fold.js';
import type { At } from '../../schemas/folds/transcript-state.js';
import type { Transcript } from '../../schemas/folds/transcript.js';
import type { Random } from '../chaos/random.js';

export interface Told {
  event: NewEvent;
  at: At;
}

const start = 1_772_352_000_000;
const words = ['one ', 'two\n', '😀', 'ä', 'a longer piece of text that goes on, ', '漢字', '', ' '];
const agentId = 'main';

/** Returns all events of one agent, volatile ones in their places. */
export function randomStream(random: Random, turns: number): Told[] {
  const told: Told[] = [];
  let [seq, time, ids, lastTurn] = [0, start, 0, 0];
  let visible: number[] = [];
  let undo: { seq: number; turnIds: number[] } | undefined;
  const id = (prefix: string) => `${prefix}_${(ids += 1)}`;
  const iso = () => new Date(time).toISOString();

  function emit(event: NewEvent, offset?: number): void {
    time += random.between(0, 3);
    if (eventTable[event.type].delivery !== 'volatile') seq += 1;
    told.push({ event, at: { seq, time, ...(offset === undefined ? {} : { offset }) } });
  }

  function message(turnId: number | undefined, step: number | undefined, more: object): void {
    emit({
      type: 'message.appended',
      agentId,
      ...(turnId === undefined ? {} : { turnId }),
      ...(step === undefined ? {} : { step }),
      message: { id: id('msg'), session_id: 's', created_at: iso(), role: 'user', content: [], ...more } as never,
    });
  }

  /** Streams a reply; returns its parts, joined as a provider's adapter joins them. */
  function reply(turnId: number, step: number): ContentPart[] {
    const parts: ContentPart[] = [];
    const calls: ContentPart[] = [];
    const streamed = { assistant: 0, thinking: 0 };
    for (let block = random.between(0, 4); block > 0; block -= 1) {
      const kind = random.pick(['assistant', 'assistant', 'thinking', 'call'] as const);
      const pieces = Array.from({ length: random.between(1, 4) }, () => random.pick(words)).filter(
        (text) => text !== '',
      );
      if (kind === 'call') {
        const call = id('call');
        const args = JSON.stringify({ text: random.pick(words).repeat(random.between(0, 60)) });
        let sent = 0;
        for (let at = 0; at < args.length || at === 0; at += 40) {
          const argumentsPart = args.slice(at, at + 40);
          const first = at === 0 ? { name: random.pick(['Bash', 'TodoList', 'Agent']) } : {};
          emit({ type: 'tool.call.delta', agentId, turnId, step, toolCallId: call, argumentsPart, ...first }, sent);
          sent += argumentsPart.length;
        }
        const name = told.findLast(
          ({ event }) => 'name' in event && 'toolCallId' in event && event.toolCallId === call,
        );
        calls.push({
          type: 'tool_use',
          tool_call_id: call,
          tool_name: (name?.event as { name: string }).name,
          input: JSON.parse(args) as Record<string, unknown>,
        });
        continue;
      }
      for (const delta of pieces) {
        emit({ type: `${kind}.delta`, agentId, turnId, step, delta }, streamed[kind]);
        streamed[kind] += delta.length;
      }
      const text = pieces.join('');
      // a signature divides a streamed text into two parts
      if (kind === 'assistant') parts.push({ type: 'text', text });
      else
        parts.push(...[text.slice(0, 3), text.slice(3)].map((thinking) => ({ type: 'thinking', thinking }) as const));
    }
    return [...parts, ...calls];
  }

  function runCalls(turnId: number, step: number, calls: Extract<ContentPart, { type: 'tool_use' }>[]): void {
    for (const { tool_call_id: toolCallId, tool_name: name, input } of calls) {
      if (random.chance(0.3)) approve(turnId, toolCallId);
      emit({ type: 'tool.call.started', agentId, turnId, step, toolCallId, name, args: input });
    }
    for (const { tool_call_id: toolCallId, tool_name: name } of calls) {
      if (name === 'Agent') callAgent(toolCallId);
      if (name === 'TodoList')
        emit({ type: 'todo.changed', agentId, todos: [{ title: random.pick(words), status: 'pending' }] });
      if (name === 'Bash' && random.chance(0.3)) background(toolCallId);
      for (let count = random.between(0, 2); count > 0; count -= 1)
        emit({
          type: 'tool.progress',
          agentId,
          turnId,
          toolCallId,
          update: { kind: 'stdout', text: random.pick(words) },
        });
      const isError = random.chance(0.2);
      emit({
        type: 'tool.result',
        agentId,
        turnId,
        step,
        toolCallId,
        messageId: id('msg'),
        output: isError ? 'no' : 'yes',
        durationMs: 1,
        ...(isError ? { isError, display: { kind: 'error', message: 'no' } } : {}),
      });
    }
  }

  function approve(turnId: number, toolCallId: string): void {
    const approval_id = id('approval');
    emit({
      type: 'event.approval.requested',
      agentId,
      approval_id,
      session_id: 's',
      turn_id: turnId,
      tool_call_id: toolCallId,
      tool_name: 'Bash',
      action: 'Run',
      tool_input_display: { kind: 'generic', summary: 'x' },
      created_at: iso(),
      expires_at: iso(),
      session_scope: false,
      runtime_id: 'local',
      profile: 'full',
      scopes: ['once'],
      editable: false,
    });
    const decision = random.pick(['approved', 'rejected', 'cancelled'] as const);
    emit({ type: 'event.approval.resolved', agentId, approval_id, decision, resolved_at: iso(), by: 'client' });
  }

  function callAgent(toolCallId: string): void {
    const subagentId = id('agent');
    emit({
      type: 'subagent.spawned',
      agentId,
      subagentId,
      subagentName: 'coder',
      parentToolCallId: toolCallId,
      runInBackground: false,
      taskId: id('task'),
    });
    if (random.chance(0.5)) emit({ type: 'subagent.completed', agentId, subagentId, resultSummary: 'done' });
    else emit({ type: 'subagent.failed', agentId, subagentId, error: 'no', reason: random.pick(['error', 'aborted']) });
  }

  function background(toolCallId: string): void {
    const info = {
      kind: 'process' as const,
      taskId: id('task'),
      description: 'x',
      status: 'running' as const,
      detached: true,
      startedAt: time,
      endedAt: null,
      command: 'x',
      pid: 1,
      exitCode: null,
    };
    emit({ type: 'task.started', agentId, info });
    emit({ type: 'task.facts', agentId, taskId: info.taskId, toolCallId });
    let offset = 0;
    for (let count = random.between(0, 4); count > 0; count -= 1) {
      const text = random.pick(words).repeat(random.between(1, 3_000));
      emit({ type: 'task.output', agentId, taskId: info.taskId, text }, offset);
      offset += text.length;
    }
    emit({ type: 'task.output.kept', agentId, taskId: info.taskId, output: 'the end' });
    emit({ type: 'task.terminated', agentId, info: { ...info, status: 'failed', endedAt: time, exitCode: 2 } });
  }

  function runStep(turnId: number, step: number): 'on' | 'end' | 'aborted' | 'failed' {
    for (let attempt = 1; ; attempt += 1) {
      emit({ type: 'turn.step.started', agentId, turnId, step, stepId: id('step'), attempt, model: 'm' });
      const parts = reply(turnId, step);
      if (random.chance(0.2)) {
        emit({
          type: 'turn.step.retrying',
          agentId,
          turnId,
          step,
          failedAttempt: attempt,
          nextAttempt: attempt + 1,
          maxAttempts: 9,
          delayMs: 1,
          errorName: 'e',
          errorMessage: 'e',
        });
        continue;
      }
      if (random.chance(0.07)) {
        emit({ type: 'turn.step.interrupted', agentId, turnId, step, reason: 'error', message: 'e' });
        return 'failed';
      }
      const texts = parts.filter(({ type }) => type !== 'tool_use');
      if (random.chance(0.07)) {
        if (texts.length > 0) message(turnId, step, { role: 'assistant', content: texts, metadata: { partial: true } });
        emit({ type: 'turn.step.interrupted', agentId, turnId, step, reason: 'aborted' });
        return 'aborted';
      }
      if (parts.length > 0) message(turnId, step, { role: 'assistant', content: parts });
      const usage = { inputOther: 1, output: 2, inputCacheRead: 3, inputCacheCreation: 4 };
      const cost = random.chance(0.5) ? { cost: 0.25 } : {};
      const records = { agentId, turnId, step, stepId: 'x', usage, ...cost, finishReason: 'tool_use' as const };
      emit({ type: 'step.usage', ...records, model: 'm', family: 'f', messageId: 'x', llmStreamDurationMs: 4 });
      const calls = parts.filter((part) => part.type === 'tool_use');
      runCalls(turnId, step, calls);
      emit({ type: 'turn.step.completed', ...records, llmStreamDurationMs: 4 });
      return calls.length > 0 && random.chance(0.8) ? 'on' : 'end';
    }
  }

  function steer(turnId: number): void {
    const content: ContentPart[] = [{ type: 'text', text: 'and this' }];
    if (random.chance(0.5)) content.push({ type: 'image', source: { kind: 'session_media', file_id: id('file') } });
    message(turnId, undefined, { content, metadata: { origin: { kind: 'user' } } });
  }

  function runTurn(): void {
    const turnId = (lastTurn += 1);
    visible.push(turnId);
    undo = undefined;
    const promptId = id('prompt');
    const userMessageId = id('msg');
    const content: ContentPart[] = [{ type: 'text', text: `prompt ${turnId}` }];
    if (random.chance(0.3)) content.push({ type: 'image', source: { kind: 'url', url: 'https://example.org/x.png' } });
    const status = random.pick(['running', 'queued'] as const);
    emit({ type: 'prompt.submitted', agentId, promptId, userMessageId, status, content, createdAt: iso() });
    emit({ type: 'turn.started', agentId, turnId, origin: { kind: 'user' }, prompt: `prompt ${turnId}`, promptId });
    if (random.chance(0.1)) notify();
    message(turnId, undefined, { id: userMessageId, content, metadata: { origin: { kind: 'user' } } });
    let outcome: ReturnType<typeof runStep> = 'on';
    for (let step = 1; outcome === 'on'; step += 1) {
      outcome = runStep(turnId, step);
      if (random.chance(0.15)) steer(turnId);
      if (random.chance(0.1)) notify();
      if (random.chance(0.1)) emit({ type: 'warning', agentId, message: 'careful' });
    }
    const reason = outcome === 'failed' ? 'failed' : outcome === 'aborted' ? 'cancelled' : 'completed';
    emit({
      type: 'turn.ended',
      agentId,
      turnId,
      reason,
      ...(reason === 'cancelled' ? { interruptReason: 'user_cancelled' as const } : {}),
    });
    if (reason === 'cancelled') emit({ type: 'prompt.aborted', agentId, promptId, abortedAt: iso() });
    else emit({ type: 'prompt.completed', agentId, promptId, finishedAt: iso(), reason });
  }

  function notify(): void {
    emit({
      type: 'task.notified',
      agentId,
      notificationType: 'task.completed',
      title: 'a task',
      body: 'is over',
      severity: 'info',
      sourceKind: 'background_task',
      sourceId: 'task_x',
    });
  }

  function takeBack(): void {
    const turnIds = visible.slice(-random.between(1, 3));
    if (turnIds.length === 0) return;
    visible = visible.slice(0, -turnIds.length);
    emit({ type: 'context.undone', agentId, count: turnIds.length, turnIds, messageIds: [], prompts: [] });
    undo = { seq, turnIds };
    if (random.chance(0.5)) emit({ type: 'plan.changed', agentId, active: false });
  }

  function bringBack(): void {
    if (!undo) return;
    const { seq: undoneSeq, turnIds } = undo;
    visible.push(...turnIds);
    undo = undefined;
    emit({ type: 'context.redone', agentId, undoneSeq, count: 1, turnIds, messageIds: [], prompts: [] });
  }

  const between = [
    () => emit({ type: 'compaction.started', agentId, trigger: 'manual', tokensBefore: 1 }),
    () => emit({ type: 'goal.updated', agentId, snapshot: null }),
    () => emit({ type: 'plan.changed', agentId, active: random.chance(0.5), path: '/plan.md' }),
    () => emit({ type: 'skill.activated', agentId, activationId: 'a', skillName: 's', trigger: 'user-slash' }),
    () => emit({ type: 'agent.status.updated', agentId, contextTokens: random.between(0, 99) }),
    takeBack,
    bringBack,
  ];
  for (let count = 0; count < turns; count += 1) {
    runTurn();
    while (random.chance(0.4)) random.pick(between)();
  }
  return told;
}

/** Returns the undone ranges of the log, and the turns in them. */
function takenBack(durable: readonly Told[]): { from: number; until: number; turnIds: number[] }[] {
  const redone = new Set(durable.flatMap(({ event }) => (event.type === 'context.redone' ? [event.undoneSeq] : [])));
  const startOf = (turnId: number) =>
    durable.find(({ event }) => event.type === 'turn.started' && event.turnId === turnId)?.at.seq ?? 0;
  return durable.flatMap(({ event, at }) =>
    event.type === 'context.undone' && !redone.has(at.seq)
      ? [{ from: startOf(Math.min(...event.turnIds)), until: at.seq, turnIds: event.turnIds }]
      : [],
  );
}

function stored(told: readonly Told[]): Told[] {
  return told
    .filter(({ event }) => eventTable[event.type].delivery !== 'volatile')
    .map(({ event, at }) => ({
      event:
        event.type === 'context.undone' || event.type === 'context.redone'
          ? { ...event, turnIds: [] as number[] }
          : event,
      at,
    }));
}

/** Returns the events that a reader of the log folds: neither volatile nor undone ones. */
function timelineOf(told: readonly Told[]): Told[] {
  const gone = takenBack(told);
  return stored(told).filter(({ at }) => !gone.some(({ from, until }) => at.seq >= from && at.seq < until));
}

/** Folds the log; undone turns leave their prompts and tasks behind. */
export function ofTheLog(told: readonly Told[]): TranscriptFold {
  const all = foldAll(stored(told));
  const gone = new Set(takenBack(told).flatMap(({ turnIds }) => turnIds));
  for (const [id, { request }] of all.interactions) if (gone.has(request?.turnId ?? 0)) all.interactions.delete(id);
  for (const id of all.attachments.keys()) if (gone.has(Number(/^t(\d+)/.exec(id)?.[1]))) all.attachments.delete(id);
  const timeline = createTranscriptFold();
  timeline.transcript.prompts = new Map(all.prompts);
  for (const { event, at } of timelineOf(told)) timeline.take(event, at);
  const { items: _items, ...entities } = all;
  Object.assign(timeline.transcript, entities);
  return timeline;
}

function foldAll(told: readonly Told[]): Transcript {
  const fold = createTranscriptFold();
  for (const { event, at } of told) fold.take(event, at);
  return fold.transcript;
}

/** Folds what happened from the first of some turns on, as the log describes it at that moment. */
export function historyIn(told: readonly Told[]) {
  return (turnIds: readonly number[], until: number): Transcript => {
    const before = told.filter(({ at }) => at.seq <= until);
    const from = before.find(({ event }) => event.type === 'turn.started' && event.turnId === Math.min(...turnIds));
    // turns are still visible while they are undone, and visible again after a redo
    const known = timelineOf(before.filter(({ at, event }) => at.seq < until || event.type === 'context.redone'));
    const fold = createTranscriptFold();
    fold.transcript.prompts = new Map(foldAll(stored(before)).prompts);
    for (const each of known)
      if (each.at.seq >= (from?.at.seq ?? 0) && each.at.seq < until) fold.take(each.event, each.at);
    return fold.transcript;
  };
}
