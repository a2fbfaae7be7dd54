/** Runs the hooks of loaded sessions: for agents, for logged events, and at the start and end of a session. */
import { join } from 'node:path';
import type { EventPayload, NewEvent } from '../../../schemas/generated/events.js';
import type { Origin } from '../../../schemas/generated/types.js';
import { taggedText } from '../../agent/hooks/answer.js';
import { createBacklog } from '../../agent/hooks/backlog.js';
import { createHooks, type Hooks } from '../../agent/hooks/hooks.js';
import { fieldLength, type HookEvent, type HookFields } from '../../agent/hooks/table.js';
import type { Reminder } from '../../agent/turn.js';
import type { SessionDeps } from '../deps.js';
import { containmentNow, containmentInput, type Containment } from '../runtimes/containment.js';
import { childEnvironment } from '../shells/environment.js';
import type { Recorder } from '../live/record.js';
import type { LiveAgent, LiveSession } from '../live/state.js';
import { waitAtMost } from '../../base/async/wait.js';
import { head } from '../../base/text/cut.js';
import { kindOf } from '../../tools/tasktext.js';
import { promptText } from '../../../schemas/folds/said.js';

export interface SessionHooks {
  /** the hooks for an agent; `turn`: its running turn, if any */
  of(session: LiveSession, agentId: string, turn?: { turnId: number; mode(): LiveSession['mode'] }): Hooks;
  /** notifies hooks of an event that was just applied */
  follow(session: LiveSession, event: EventPayload): void;
  /** runs SessionStart hooks for a session that was created or loaded */
  start(session: LiveSession, source: 'startup' | 'resume'): void;
  /** notifies SessionEnd hooks once; on `exit`, only for a session that stayed in memory for more than a moment */
  end(session: LiveSession, reason: 'exit' | 'archive'): void;
  /** takes the output of SessionStart hooks that no message contains yet */
  takeNotes(session: LiveSession, agent: LiveAgent): Reminder[];
  /** settles when the SessionStart hooks are done or took too long; undefined when none runs */
  begun(session: LiveSession, agent: LiveAgent, signal: AbortSignal): Promise<void> | undefined;
  heartbeat(session: LiveSession): void;
  /** waits up to `ms` milliseconds for hooks in the background, then stops the rest */
  close(ms: number): Promise<void>;
}

/** Milliseconds that the first turn waits for the output of SessionStart hooks. */
const startMs = 5_000;

interface Life {
  /** stayed in memory for longer than one change */
  settled: boolean;
  over: boolean;
  starting?: Promise<void>;
  notes: string[];
  isRunning: boolean;
}

export function createSessionHooks(deps: SessionDeps, record: Recorder): SessionHooks {
  const backlog = createBacklog();
  const lives = new WeakMap<LiveSession, Life>();

  function lifeOf(session: LiveSession): Life {
    let life = lives.get(session);
    if (!life) lives.set(session, (life = { settled: false, over: false, notes: [], isRunning: false }));
    return life;
  }

  function of(session: LiveSession, agentId: string, turn?: { turnId: number; mode(): LiveSession['mode'] }): Hooks {
    return createHooks({
      agentId,
      ...(turn === undefined ? {} : { turnId: turn.turnId }),
      table: () => deps.settings().hooks,
      facts: () => ({
        session_id: session.ref.id,
        session_title: deps.store.row(session.ref.id)?.title ?? '',
        client_type: session.clientType,
        cwd: session.cwd,
        permission_mode: turn?.mode() ?? session.mode,
        runtime_id: session.runtimeId,
        profile: profileOf(session, agentId),
      }),
      command: () => ({
        shell: deps.shell,
        cwd: session.cwd,
        env: childEnvironment(deps, session),
        // a session's own directory may be deleted while its last hook runs
        directory: join(deps.home, 'server'),
      }),
      backlog,
      record: (events) => recordOrLog(session, events),
      dropped(event) {
        deps.logger.warn(`too many hooks wait to be run; one for ${event} was left out`, {
          session_id: session.ref.id,
        });
      },
      reportDefect: (error) => deps.logger.error('a hook could not be run', { err: error, session_id: session.ref.id }),
    });
  }

  /** The containment profile of the agent's commands. */
  function profileOf(session: LiveSession, agentId: string): Containment['profile'] {
    const agent = session.agents.get(agentId);
    return agent ? containmentNow(deps, containmentInput(session, agent)).profile : 'full';
  }

  /** Records events; an unloaded session publishes no warnings, so these go to the server's log. */
  function recordOrLog(session: LiveSession, events: NewEvent[]): void {
    if (!session.dead) {
      record(session, events);
      return;
    }
    for (const event of events)
      if (event.type === 'warning') deps.logger.warn(event.message, { session_id: session.ref.id });
  }

  /** Runs in a later task: a session that is unloaded again by then was only looked up. */
  async function begin(session: LiveSession, life: Life, source: 'startup' | 'resume'): Promise<void> {
    await new Promise(setImmediate);
    if (session.dead) return;
    life.settled = true;
    const outcome = await of(session, 'main').run('SessionStart', source, { source }, backlog.signal);
    if (outcome.events.length > 0) recordOrLog(session, outcome.events);
    if (outcome.added !== undefined) life.notes.push(taggedText('SessionStart', outcome.added));
  }

  async function beat(session: LiveSession, life: Life): Promise<void> {
    try {
      const { events } = await of(session, 'main').run('SessionHeartbeat', undefined, {}, backlog.signal);
      if (events.length > 0) recordOrLog(session, events);
    } catch (error) {
      // no caller waits for it, so the failure is logged
      deps.logger.error('a hook could not be run', { err: error, session_id: session.ref.id });
    } finally {
      life.isRunning = false;
    }
  }

  return {
    of,
    follow(session, event) {
      const configured = deps.settings().hooks;
      if (configured.size === 0) return;
      for (const { event: name, subject, fields } of hookCallsOf(session, event))
        if (configured.has(name)) of(session, event.agentId).notify(name, subject, fields);
    },
    start(session, source) {
      const life = lifeOf(session);
      const begun = begin(session, life, source).catch((error: unknown) =>
        deps.logger.error('the hooks of a session that begins could not be run', {
          err: error,
          session_id: session.ref.id,
        }),
      );
      if (!deps.settings().hooks.has('SessionStart')) return;
      life.starting = begun.finally(() => delete life.starting);
    },
    end(session, reason) {
      const life = lifeOf(session);
      if (life.over || (reason === 'exit' && !life.settled)) return;
      life.over = true;
      of(session, 'main').notify('SessionEnd', reason, { reason });
    },
    takeNotes: (session, agent) =>
      agent.id === 'main'
        ? lifeOf(session)
            .notes.splice(0)
            .map((text) => ({ variant: 'session_start', text }))
        : [],
    begun(session, agent, signal) {
      const { starting } = lifeOf(session);
      if (agent.id !== 'main' || starting === undefined) return undefined;
      return waitAtMost(starting, startMs, signal).then(() => undefined);
    },
    heartbeat(session) {
      const life = lifeOf(session);
      if (life.isRunning || !deps.settings().hooks.has('SessionHeartbeat')) return;
      life.isRunning = true;
      if (!backlog.add(() => beat(session, life))) life.isRunning = false;
    },
    async close(ms) {
      await waitAtMost(backlog.idle(), ms);
      backlog.stop();
      await backlog.idle();
    },
  };
}

/** Maximum characters of a notification's body. */
const bodyLength = 500;

/** A hook to notify of a logged event. Hooks that decide something run where the decision is made. */
type HookCall = { [E in HookEvent]: { event: E; subject?: string; fields: HookFields[E] } }[HookEvent];

/** The hooks to notify of an event that was just applied. */
function hookCallsOf(session: LiveSession, event: EventPayload): HookCall[] {
  switch (event.type) {
    case 'prompt.queued': {
      const { promptId, content, queueLength } = event;
      const fields = { prompt: promptText(content), prompt_id: promptId, queue_length: queueLength };
      return [{ event: 'UserPromptQueued', fields }];
    }
    case 'turn.started':
      // subagents have separate events
      if (event.agentId !== 'main') return [];
      return [{ event: 'TurnStarted', subject: originName(event.origin), fields: { turn_id: event.turnId } }];
    case 'turn.ended':
      return event.agentId === 'main' ? endOf(session, event) : [];
    case 'event.approval.requested':
      return [notification('approval', `Approval needed: ${event.tool_name}`, event.action)];
    case 'event.question.requested':
      return [notification('question', 'Question', event.questions.map(({ question }) => question).join('\n'))];
    case 'subagent.spawned':
      return [
        {
          event: 'SubagentStart',
          subject: event.subagentName,
          fields: { agent_id: event.subagentId, prompt: head(taskOf(session, event), fieldLength) },
        },
      ];
    case 'subagent.completed':
      return [subagentStop(session, event.subagentId, event.resultSummary, 'completed')];
    case 'subagent.failed':
      return [subagentStop(session, event.subagentId, event.error, endings[event.reason ?? 'error'])];
    case 'task.started': {
      const { taskId, description } = event.info;
      return [{ event: 'TaskStarted', subject: kindOf(event.info), fields: { task_id: taskId, description } }];
    }
    case 'task.terminated':
      return [notification('task', `Task ${event.info.status}`, event.info.description)];
    default:
      return [];
  }
}

/** How a subagent ended, in the words of the Agent tool. */
const endings = { error: 'failed', aborted: 'killed', timed_out: 'timed_out' } as const;

/** The task of a subagent, from the call that started it. */
function taskOf(session: LiveSession, event: Extract<EventPayload, { type: 'subagent.spawned' }>): string {
  const args = session.agents.get(event.agentId)?.inflight?.running.get(event.parentToolCallId)?.args;
  const prompt = typeof args === 'object' ? args['prompt'] : undefined;
  return typeof prompt === 'string' ? prompt : (event.description ?? '');
}

function subagentStop(session: LiveSession, agent_id: string, result: string, status: string): HookCall {
  const type = session.agents.get(agent_id)?.binding.name ?? '';
  return { event: 'SubagentStop', subject: type, fields: { agent_id, result: head(result, fieldLength), status } };
}

function endOf(session: LiveSession, event: Extract<EventPayload, { type: 'turn.ended' }>): HookCall[] {
  const { turnId: turn_id, reason, interruptReason, error } = event;
  const calls = [notification('turn_end', `Turn ${reason}`, error?.message ?? lastWords(session))];
  if (error) calls.push({ event: 'StopFailure', subject: error.code, fields: { turn_id, error: error.message } });
  if (reason === 'cancelled' && interruptReason === 'user_cancelled')
    calls.push({ event: 'Interrupt', fields: { turn_id } });
  return calls;
}

function notification(type: string, title: string, body: string): HookCall {
  return { event: 'Notification', subject: type, fields: { title, body: head(body, bodyLength) } };
}

/** The text of the main agent's last reply. */
function lastWords(session: LiveSession): string {
  const last = session.agents.get('main')?.entries.findLast(({ message }) => message.role === 'assistant');
  return last === undefined ? '' : promptText(last.message.content);
}

/** The engine's name of an origin (engine.md 2.1-6). */
function originName(origin: Origin): string {
  switch (origin.kind) {
    case 'skill_activation':
      return 'skill';
    case 'cron_job':
    case 'cron_missed':
      return 'cron';
    case 'hook_result':
      return 'hook';
    case 'system_trigger':
      return origin.name.startsWith('goal') ? 'goal' : 'system';
    case 'user':
    case 'task':
    case 'retry':
      return origin.kind;
    default:
      return 'system';
  }
}
