/** Runs the hooks of one agent: the user's programs, which get events and may refuse some of them (engine.md 15). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import { runHookCommand, type HookCommand } from '../../tools/hookcommand.js';
import { answerOf, type HookAnswer } from './answer.js';
import type { Backlog } from './backlog.js';
import type { Hook, HookEvent, HookFields, HookTable } from './table.js';

export interface Hooks {
  /** whether any hook is configured for the event; callers skip all work otherwise */
  has(event: HookEvent): boolean;
  /**
   * Runs the matching hooks and waits for all of them. After an abort of `signal` the outcome is empty, with no
   * refusal. A hook that fails refuses nothing.
   */
  run<E extends HookEvent>(
    event: E,
    subject: string | undefined,
    fields: HookFields[E],
    signal?: AbortSignal,
  ): Promise<HookOutcome>;
  /** Runs the matching hooks in the background. Their output is recorded when they end. */
  notify<E extends HookEvent>(event: E, subject: string | undefined, fields: HookFields[E]): void;
}

export interface HookOutcome {
  /** messages for the user, which the caller commits */
  events: NewEvent[];
  /** reasons of a refusal; only for events that hooks can refuse */
  blocked?: string;
  /** text for the context, without tags; only for events that add to it */
  added?: string;
}

/** Facts about the session in the input of every event. */
export interface HookFacts {
  session_id: string;
  session_title: string;
  client_type: string;
  cwd: string;
  permission_mode: string;
  runtime_id: string;
  /** what the agent's commands may do */
  profile: string;
}

export interface HookHost {
  agentId: string;
  turnId?: number;
  /** returns the currently configured hooks */
  table(): HookTable;
  facts(): HookFacts;
  command(): Pick<HookCommand, 'shell' | 'cwd' | 'env' | 'directory'>;
  /** queue for hooks in the background */
  backlog: Backlog;
  /** commits the output of background hooks; not called without output */
  record(events: NewEvent[]): void;
  /** called when too many hooks wait and one was dropped */
  dropped(event: HookEvent): void;
  reportDefect(error: unknown): void;
}

const refusable = new Set<HookEvent>(['PreToolUse', 'UserPromptSubmit', 'Stop']);
const adding = new Set<HookEvent>(['UserPromptSubmit', 'SessionStart']);

export function createHooks(host: HookHost): Hooks {
  async function ask(
    event: HookEvent,
    subject: string | undefined,
    fields: object,
    signal: AbortSignal | undefined,
    turnId: number | undefined,
  ): Promise<HookOutcome> {
    const hooks = fitting(host.table().get(event) ?? [], subject);
    if (hooks.length === 0) return { events: [] };
    const input = JSON.stringify({ hook_event_name: event, ...host.facts(), ...fields });
    const command = host.command();
    const answers = await Promise.all(
      hooks.map(async (hook) => {
        const { command: line, timeoutMs } = hook;
        const end = await runHookCommand({
          ...command,
          command: line,
          input,
          timeoutMs,
          ...(signal === undefined ? {} : { signal }),
        });
        return { hook, answer: answerOf(end) };
      }),
    );
    return signal?.aborted ? { events: [] } : outcomeOf(event, answers, turnId);
  }

  function outcomeOf(
    event: HookEvent,
    answers: { hook: Hook; answer: HookAnswer }[],
    turnId: number | undefined,
  ): HookOutcome {
    const { agentId } = host;
    const reasons: string[] = [];
    const messages: string[] = [];
    const texts: string[] = [];
    const events: NewEvent[] = [];
    for (const { hook, answer } of answers) {
      if (answer.kind === 'failed') events.push(failure(agentId, event, hook, answer.problem));
      else if (answer.message !== undefined) messages.push(answer.message);
      if (answer.kind === 'none' && answer.text !== '') texts.push(answer.text);
      if (answer.kind !== 'deny') continue;
      if (refusable.has(event)) reasons.push(answer.reason);
      else events.push(failure(agentId, event, hook, `refuses what cannot be refused: ${answer.reason}`));
    }
    const blocked = reasons.length > 0 ? reasons.join('\n') : undefined;
    // a refused prompt adds nothing to the context
    const added = adding.has(event) && blocked === undefined && texts.length > 0 ? texts.join('\n') : undefined;
    const content = [...messages, ...(blocked === undefined ? [] : [blocked]), ...(added === undefined ? [] : [added])];
    if (content.length > 0) {
      events.push({
        type: 'hook.result',
        agentId,
        ...(turnId === undefined ? {} : { turnId }),
        hookEvent: event,
        content: content.join('\n'),
        ...(blocked === undefined ? {} : { blocked: true }),
      });
    }
    return { events, blocked, added };
  }

  async function notifyNow(event: HookEvent, subject: string | undefined, fields: object): Promise<void> {
    try {
      // the output may follow the end of the turn, so it does not carry the turn's number
      const { events } = await ask(event, subject, fields, host.backlog.signal, undefined);
      if (events.length > 0) host.record(events);
    } catch (error) {
      // no caller waits that could report a failure
      host.reportDefect(error);
    }
  }

  return {
    has: (event) => host.table().has(event),
    run: (event, subject, fields, signal) => ask(event, subject, fields, signal, host.turnId),
    notify(event, subject, fields) {
      if (fitting(host.table().get(event) ?? [], subject).length === 0) return;
      if (!host.backlog.add(() => notifyNow(event, subject, fields))) host.dropped(event);
    },
  };
}

/** Returns the matching hooks, each command line once. */
function fitting(hooks: readonly Hook[], subject: string | undefined): Hook[] {
  const chosen = new Map<string, Hook>();
  for (const hook of hooks) if (!chosen.has(hook.command) && hook.fits(subject)) chosen.set(hook.command, hook);
  return [...chosen.values()];
}

function failure(agentId: string, event: HookEvent, hook: Hook, problem: string): NewEvent {
  return {
    type: 'warning',
    agentId,
    message: `The hook ${hook.name} (${event}) ${problem}`,
    code: 'hook-failed',
  };
}
