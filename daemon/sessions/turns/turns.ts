/** Starts, drives and ends the turns of an agent; the only place that records the events of the loop. */
import type { EventPayloads, NewEvent } from '../../../schemas/generated/events.js';
import type { Origin } from '../../../schemas/generated/types.js';
import { failureOf } from '../../agent/failures.js';
import { runTurn } from '../../agent/loop.js';
import type { HeldStep, OpenStep } from '../../agent/turn.js';
import { endEvents, failed } from '../../agent/turnend.js';
import { isStorageFailure } from '../../errors.js';
import { TurnAborted, type ToolContext } from '../../tools/tool.js';
import { prepareEvents } from '../log/frames.js';
import { iso } from '../store.js';
import { textsOf } from '../texts/texts.js';
import { goalAfterTurn, goalTurn } from '../goals/goals.js';
import { promptOrigin, turnSkills } from '../skills/skills.js';
import type { ActiveTurn, Delivery, LiveAgent, LiveSession, QueuedPrompt } from '../live/state.js';
import { promptText } from '../../../schemas/folds/said.js';
import { leftBehind } from './entering.js';
import { toolContextOf } from './toolcontext.js';
import { allow, clockOf, settleAllowance, turnController } from './allowances.js';
import { createTurn, type TurnDeps } from './turn.js';
import { awaited } from '../interactions/waiting.js';

export interface Turns {
  /** whether a turn could start now */
  mayStart(session: LiveSession, agent: LiveAgent): boolean;
  /** starts the next queued prompt when the agent is free */
  startNext(session: LiveSession, agent: LiveAgent): void;
  /** starts a prompt at once; commits `before` together with its `turn.started` */
  start(session: LiveSession, agent: LiveAgent, prompt: QueuedPrompt, before: NewEvent[]): void;
  /** starts a turn without a prompt: a retry, or one the engine opens with a message; returns its number */
  begin(session: LiveSession, agent: LiveAgent, start: TurnStart): number;
  /** delivers a message at the next step boundary, or in a new turn if the agent is idle and it is not passive */
  deliver(session: LiveSession, agent: LiveAgent, delivery: Delivery): void;
  /** resumes a turn that waits for the user (engine.md 19) */
  resume(session: LiveSession, agent: LiveAgent, facts: ResumedTurn): void;
  abort(session: LiveSession, agent: LiveAgent, by: 'user' | 'system'): void;
  /** the context that the tools of an agent would have in a turn that began now; begins none */
  toolContext(session: LiveSession, agent: LiveAgent): ToolContext;
  /** pauses the queue when no turn will take its prompts, so that the next owner has nothing to repair */
  pause(session: LiveSession, agent: LiveAgent): void;
}

export interface TurnStart {
  origin: Origin;
  opening?: ActiveTurn['opening'];
  /** absent: as in the last prompt of the agent */
  unattended?: boolean;
}

export interface ResumedTurn {
  turnId: number;
  origin: Origin;
  prompt?: QueuedPrompt;
  unattended: boolean;
  startedAt: number;
  activated: NonNullable<ActiveTurn['activated']>;
  open: OpenStep | HeldStep;
}

/** Whether the turn is about to end: a prompt that arrives now does not wait for the user (engine.md 2.1-3). */
export function isEnding({ controller, stopped }: ActiveTurn): boolean {
  return controller.signal.aborted || stopped === true;
}

type Start = Pick<ActiveTurn, 'origin' | 'prompt' | 'opening' | 'unattended'>;

function startOf(prompt: QueuedPrompt): Start {
  return { origin: promptOrigin(prompt), prompt, unattended: prompt.unattended };
}

function activeTurn(facts: Omit<ActiveTurn, 'controller' | 'done'>): ActiveTurn {
  return { ...facts, controller: turnController(), done: Promise.resolve() };
}

function started({ id: agentId }: LiveAgent, { turnId, origin, prompt }: ActiveTurn): NewEvent {
  return {
    type: 'turn.started',
    agentId,
    turnId,
    origin,
    ...(prompt === undefined ? {} : { prompt: promptText(prompt.content), promptId: prompt.promptId }),
  };
}

/** Milliseconds for which a turn may block other work while its model streams. */
const sliceMs = 8;

export function createTurns(deps: TurnDeps): Turns {
  const { record } = deps;
  const texts = textsOf(deps.db);

  /** Once `turn.started` is in the log, the turn gets an end in any case (engine.md 2.2-4). */
  function launch(session: LiveSession, agent: LiveAgent, start: Start, before: NewEvent[] = []): ActiveTurn {
    const turn = activeTurn({ ...start, turnId: agent.lastTurn + 1, startedAt: deps.now() });
    agent.turn = turn;
    try {
      record(session, [...before, started(agent, turn)]);
    } catch (error) {
      delete agent.turn;
      throw error;
    }
    run(session, agent, turn);
    return turn;
  }

  function run(session: LiveSession, agent: LiveAgent, turn: ActiveTurn, open?: OpenStep | HeldStep): void {
    agent.turn = turn;
    agent.unattended = turn.unattended;
    allow(deps, session, agent, turn, open);
    turn.done = drive(session, agent, turn, open);
  }

  /** Like `launch`, for callers that cannot report a storage failure: it abandons the session. */
  function launchOrLose(session: LiveSession, agent: LiveAgent, start: Start): number {
    const turnId = agent.lastTurn + 1;
    try {
      launch(session, agent, start);
    } catch (error) {
      if (!session.dead) deps.abandonAndReload(session, error);
    }
    return turnId;
  }

  async function drive(
    session: LiveSession,
    agent: LiveAgent,
    active: ActiveTurn,
    open: OpenStep | HeldStep | undefined,
  ): Promise<void> {
    const clock = clockOf(deps, agent, () => abort(session, agent, 'limit'));
    try {
      const turn = await createTurn(deps, session, agent, active, open);
      let pausedAt = performance.now();
      for await (const events of runTurn(turn)) {
        const preparing = prepareEvents(texts, session.ref.id, events);
        if (preparing) await preparing;
        const ended = events.some((event) => event.type === 'turn.ended');
        record(session, ended ? [...events, ...closing(session, agent, active, events)] : events);
        if (session.dead) return;
        // no turn waits any more for questions that were recorded during the abort
        if (active.controller.signal.aborted) deps.waits.cancelAll(session, agent.id, 'abort');
        if (ended || performance.now() - pausedAt < sliceMs) continue;
        // A fast model streams in one long run of microtasks, which would block timers and other clients.
        await new Promise(setImmediate);
        pausedAt = performance.now();
        if (session.dead) return;
      }
    } catch (error) {
      if (session.dead) return;
      if (isStorageFailure(error)) {
        deps.abandonAndReload(session, error);
        return;
      }
      if (!breakOff(session, agent, active, error)) return;
    } finally {
      clock?.abort();
    }
    delete agent.turn;
    settleAllowance(session, agent);
    deps.calling.settle(session, agent);
    session.lastUsedAt = deps.now();
    // the text of a prompt that has waited for long is no longer in memory
    const next = agent.queue[0];
    const storing = next && texts.keepPrompt(session.ref.id, next.content);
    if (storing) await storing.catch(() => undefined);
    startNext(session, agent);
  }

  /** Ends a turn after a defect; false when even that could not be recorded. */
  function breakOff(session: LiveSession, agent: LiveAgent, active: ActiveTurn, error: unknown): boolean {
    const { turnId, startedAt, controller } = active;
    try {
      const failure = failureOf(error, (defect) =>
        deps.logger.error('a turn met an unexpected error', {
          err: defect,
          session_id: session.ref.id,
          turn_id: turnId,
        }),
      );
      controller.abort(new TurnAborted('system'));
      deps.waits.cancelAll(session, agent.id, 'abort');
      const isLetThrough = deps.settings().hooks.get('UserPromptSubmit') === undefined;
      const events = [
        ...leftBehind(deps, session, agent, active, [], isLetThrough),
        ...endEvents({ agentId: agent.id, turnId, startedAt, now: deps.now }, failed(failure)),
      ];
      record(session, [...events, ...closing(session, agent, active, events)]);
      return !session.dead;
    } catch (second) {
      if (!session.dead) deps.abandonAndReload(session, second);
      return false;
    }
  }

  function mayStart(session: LiveSession, agent: LiveAgent): boolean {
    if (agent.turn || agent.compaction || session.restoring) return false;
    return !session.dead && !session.closing && !session.archived;
  }

  function startNext(session: LiveSession, agent: LiveAgent): void {
    if (!mayStart(session, agent)) return;
    const prompt = agent.paused ? undefined : agent.queue.shift();
    if (!prompt) {
      // passive messages wait until something else begins a turn
      if (agent.inbox.some(({ passive }) => !passive)) beginWithInbox(session, agent);
      else continueGoal(session, agent);
      return;
    }
    launchOrLose(session, agent, startOf(prompt));
  }

  function continueGoal(session: LiveSession, agent: LiveAgent): void {
    const next = goalTurn(session, agent, deps.now());
    if (next) begin(session, agent, next);
  }

  /** All waiting messages open one turn; it has the origin of the first of them. */
  function beginWithInbox(session: LiveSession, agent: LiveAgent): void {
    const waiting = agent.inbox.splice(0);
    const [first] = waiting;
    if (!first) return;
    begin(session, agent, {
      origin: first.origin,
      opening: {
        content: waiting.flatMap(({ content }) => content),
        records: waiting.flatMap(({ records }) => records),
        ...(first.metadata === undefined ? {} : { metadata: first.metadata }),
      },
    });
  }

  function begin(session: LiveSession, agent: LiveAgent, { origin, opening, unattended }: TurnStart): number {
    return launchOrLose(session, agent, {
      origin,
      unattended: unattended ?? agent.unattended,
      ...(opening === undefined ? {} : { opening }),
    });
  }

  /** The end of an agent's turn also ends the agents that it waits for; background work continues (engine.md 17.2). */
  function abort(session: LiveSession, agent: LiveAgent, by: TurnAborted['by']): void {
    for (const id of awaited(session, agent.id)) {
      const child = session.agents.get(id);
      // only the turn of the prompt ends by its limit
      if (child) abort(session, child, by === 'limit' ? 'system' : by);
    }
    const turn = agent.turn;
    if (!turn || turn.controller.signal.aborted) return;
    deps.waits.cancelAll(session, agent.id, 'abort');
    turn.controller.abort(new TurnAborted(by));
  }

  /** Events that follow `turn.ended`: the prompt ends, and without success the queue is paused (engine.md 2.1-3). */
  function closing(session: LiveSession, agent: LiveAgent, active: ActiveTurn, events: NewEvent[]): NewEvent[] {
    const end = events.find((event) => event.type === 'turn.ended');
    if (end?.type !== 'turn.ended') return [];
    const out = deps.calling.closing(session, agent, active, events);
    const promptId = active.prompt?.promptId;
    const now = iso(deps.now());
    if (end.reason === 'failed') {
      const { turnId, error } = end;
      deps.logger.warn('a turn failed', { session_id: session.ref.id, turn_id: turnId, code: error?.code });
    }
    if (promptId !== undefined) {
      out.push(
        end.reason === 'cancelled'
          ? { type: 'prompt.aborted', agentId: agent.id, promptId, abortedAt: now }
          : {
              type: 'prompt.completed',
              agentId: agent.id,
              promptId,
              finishedAt: now,
              reason: end.reason,
              ...endFields(end, active),
            },
      );
    }
    out.push(...goalAfterTurn(session, end, deps.now(), deps.newId));
    if (end.reason !== 'completed' && agent.queue.length > 0 && !agent.paused && !active.resumes) {
      out.push({ type: 'prompt.updated', agentId: agent.id, change: 'paused', queueLength: agent.queue.length });
    }
    return out;
  }

  /** The result and the limit in the end of a prompt. */
  function endFields({ limit, reason }: Pick<EventPayloads['turn.ended'], 'limit' | 'reason'>, { result }: ActiveTurn) {
    return {
      ...(result === undefined || reason !== 'completed' ? {} : { result }),
      ...(limit === undefined ? {} : { limit }),
    };
  }

  return {
    mayStart,
    startNext,
    start: (session, agent, prompt, before) => void launch(session, agent, startOf(prompt), before),
    begin,
    deliver(session, agent, delivery) {
      agent.inbox.push(delivery);
      startNext(session, agent);
    },
    resume(session, agent, facts) {
      const { open, ...active } = facts;
      run(session, agent, activeTurn(active), open);
    },
    abort,
    toolContext(session, agent) {
      const facts = { turnId: agent.lastTurn + 1, origin: { kind: 'user' } as const, unattended: false };
      const active = activeTurn({ ...facts, startedAt: deps.now() });
      return toolContextOf(deps, session, agent, active, turnSkills(deps, session, agent, active, true));
    },
    pause(session, agent) {
      if (agent.turn || agent.compaction || agent.paused || agent.queue.length === 0) return;
      record(session, [
        { type: 'prompt.updated', agentId: agent.id, change: 'paused', queueLength: agent.queue.length },
      ]);
    },
  };
}
