/** Starts, drives and ends the turns of an agent; the one place where the loop's events meet the log. */
import { setMaxListeners } from 'node:events';
import type { NewEvent } from '../../../../schemas/generated/events.js';
import type { Origin } from '../../../../schemas/generated/types.js';
import { runTurn } from '../../../agent/loop.js';
import { TurnAborted, type HeldStep, type OpenStep } from '../../../agent/turn.js';
import { prepareEvents } from '../../frames.js';
import { iso } from '../../store.js';
import { goalAfterTurn, goalTurn } from '../scheduled/goals.js';
import { promptOrigin } from '../context/skills.js';
import type { ActiveTurn, Delivery, LiveAgent, LiveSession, QueuedPrompt } from '../state.js';
import { createTurn, type TurnDeps } from './turn.js';
import { awaited } from './waiting.js';

export interface Turns {
  /** starts the next queued prompt when the agent is free */
  startNext(session: LiveSession, agent: LiveAgent): void;
  /** a turn without a prompt of its own: a retry, or one the engine opens with a message; returns its number */
  begin(session: LiveSession, agent: LiveAgent, start: TurnStart): number;
  /** says something at the next step boundary, or in a turn of its own when the agent is idle and the words are not passive */
  deliver(session: LiveSession, agent: LiveAgent, delivery: Delivery): void;
  /** goes on with a turn that waits for a person (engine.md 19) */
  resume(session: LiveSession, agent: LiveAgent, facts: ResumedTurn): void;
  abort(session: LiveSession, agent: LiveAgent, by: 'user' | 'system'): void;
  /** prompts that no turn will take up wait for a person, so that the next owner finds nothing to repair */
  pause(session: LiveSession, agent: LiveAgent): void;
}

export interface TurnStart {
  origin: Origin;
  opening?: ActiveTurn['opening'];
  /** absent: as the last prompt of the agent */
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

/** Milliseconds a turn may keep others waiting while its model has more to say. */
const breathMs = 8;

export function createTurns(deps: TurnDeps): Turns {
  const { record } = deps;
  const taken = deps.db.prepare<[0 | 1, number]>(
    'UPDATE sessions SET busy = 1, main_turn_active = max(main_turn_active, ?) WHERE key = ?',
  );

  function launch(
    session: LiveSession,
    agent: LiveAgent,
    active: Omit<ActiveTurn, 'controller' | 'done'>,
    open?: OpenStep | HeldStep,
  ): void {
    const controller = new AbortController();
    // each call of a batch listens, and there may be many
    setMaxListeners(0, controller.signal);
    const turn: ActiveTurn = { ...active, controller, done: Promise.resolve() };
    agent.turn = turn;
    agent.unattended = turn.unattended;
    turn.done = drive(session, agent, turn, open);
  }

  async function drive(
    session: LiveSession,
    agent: LiveAgent,
    active: ActiveTurn,
    open: OpenStep | HeldStep | undefined,
  ): Promise<void> {
    try {
      // whoever asks between the prompt and `turn.started` finds the session at work
      taken.run(agent.id === 'main' ? 1 : 0, session.ref.key);
      const turn = await createTurn(deps, session, agent, active, open);
      let breathed = performance.now();
      for await (const events of runTurn(turn)) {
        const preparing = prepareEvents(events);
        if (preparing) await preparing;
        const ended = events.some((event) => event.type === 'turn.ended');
        record(session, ended ? [...events, ...closing(session, agent, active, events)] : events);
        if (session.dead) return;
        // what was asked at the moment of the abort has nobody to wait for any more
        if (active.controller.signal.aborted) deps.waits.cancelAll(session, agent.id, 'abort');
        if (ended || performance.now() - breathed < breathMs) continue;
        // A fast model's words come as one long run of microtasks: timers and other clients would wait for all of them.
        await new Promise(setImmediate);
        breathed = performance.now();
        if (session.dead) return;
      }
    } catch (error) {
      deps.lost(session, error);
      return;
    }
    delete agent.turn;
    deps.calling.settle(session, agent);
    session.lastUsedAt = deps.now();
    startNext(session, agent);
  }

  function startNext(session: LiveSession, agent: LiveAgent): void {
    if (agent.turn || agent.compaction || session.restoring) return;
    if (session.dead || session.closing || session.archived) return;
    const prompt = agent.paused ? undefined : agent.queue.shift();
    if (!prompt) {
      // what is passive waits for the next turn, whoever begins it
      if (agent.inbox.some(({ passive }) => !passive)) beginWithInbox(session, agent);
      else continueGoal(session, agent);
      return;
    }
    launch(session, agent, {
      turnId: agent.lastTurn + 1,
      origin: promptOrigin(prompt),
      prompt,
      unattended: prompt.unattended,
      startedAt: deps.now(),
    });
  }

  function continueGoal(session: LiveSession, agent: LiveAgent): void {
    const next = goalTurn(session, agent, deps.now());
    if (next) begin(session, agent, next);
  }

  /** All that waits to be said opens one turn; it has the origin of the first of them. */
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
    const turnId = agent.lastTurn + 1;
    launch(session, agent, {
      turnId,
      origin,
      unattended: unattended ?? agent.unattended,
      startedAt: deps.now(),
      ...(opening === undefined ? {} : { opening }),
    });
    return turnId;
  }

  /** With an agent's turn those end that it waits for; what works in the background goes on (engine.md 17.2). */
  function abort(session: LiveSession, agent: LiveAgent, by: 'user' | 'system'): void {
    for (const id of awaited(session, agent.id)) {
      const child = session.agents.get(id);
      if (child) abort(session, child, by);
    }
    const turn = agent.turn;
    if (!turn || turn.controller.signal.aborted) return;
    deps.waits.cancelAll(session, agent.id, 'abort');
    turn.controller.abort(new TurnAborted(by));
  }

  /** What follows `turn.ended`: the prompt is over, and after anything but success the queue waits (engine.md 2.1-3). */
  function closing(session: LiveSession, agent: LiveAgent, active: ActiveTurn, events: NewEvent[]): NewEvent[] {
    const end = events.find((event) => event.type === 'turn.ended');
    if (end?.type !== 'turn.ended') return [];
    const out = deps.calling.closing(session, agent, active, events);
    const promptId = active.prompt?.promptId;
    const now = iso(deps.now());
    if (promptId !== undefined) {
      out.push(
        end.reason === 'cancelled'
          ? { type: 'prompt.aborted', agentId: agent.id, promptId, abortedAt: now }
          : { type: 'prompt.completed', agentId: agent.id, promptId, finishedAt: now, reason: end.reason },
      );
    }
    out.push(...goalAfterTurn(session, end, deps.now(), deps.newId));
    if (end.reason !== 'completed' && agent.queue.length > 0 && !agent.paused) {
      out.push({ type: 'prompt.updated', agentId: agent.id, change: 'paused', queueLength: agent.queue.length });
    }
    return out;
  }

  return {
    startNext,
    begin,
    deliver(session, agent, delivery) {
      agent.inbox.push(delivery);
      startNext(session, agent);
    },
    resume(session, agent, facts) {
      const { open, ...active } = facts;
      launch(session, agent, active, open);
    },
    abort,
    pause(session, agent) {
      if (agent.turn || agent.compaction || agent.paused || agent.queue.length === 0) return;
      record(session, [
        { type: 'prompt.updated', agentId: agent.id, change: 'paused', queueLength: agent.queue.length },
      ]);
    },
  };
}
