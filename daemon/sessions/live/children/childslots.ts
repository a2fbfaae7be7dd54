/** Calls of subagents that somebody waits for, each with its time limit (engine.md 17.2). */
import type { SessionDeps } from '../../deps.js';
import type { ChildEnd } from './childend.js';
import type { ChildCall, LiveAgent, LiveSession } from '../state.js';
import { waitedMs } from '../turns/waiting.js';

const defaultTimeoutMs = 7_200_000;
/** The longest delay a timer takes. */
const maxTimerMs = 2_147_483_647;
/** How soon a child past its limit that waits for a person is looked at again. */
const lookAgainMs = 1_000;

/** A call until somebody has taken its end. */
export interface Slot {
  call: ChildCall;
  end?: ChildEnd;
  ended: Promise<ChildEnd>;
  settle(end: ChildEnd): void;
  /** milliseconds of work; 0: none */
  limitMs: number;
  timedOut: boolean;
  timer?: NodeJS.Timeout;
  /** works in the background by now: nobody takes its end but the task */
  detached: boolean;
}

export interface Slots {
  /** by the id of the agent */
  of(session: LiveSession): Map<string, Slot>;
  /** `unattended`: nobody is there who could wait too long */
  open(session: LiveSession, call: ChildCall, unattended: boolean): Slot;
}

export interface SlotDeps extends Pick<SessionDeps, 'now' | 'settings'> {
  /** the time of an agent is over */
  expire(session: LiveSession, child: LiveAgent): void;
}

export function createSlots(deps: SlotDeps): Slots {
  const slots = new WeakMap<LiveSession, Map<string, Slot>>();

  function slotsOf(session: LiveSession): Map<string, Slot> {
    let known = slots.get(session);
    if (!known) slots.set(session, (known = new Map<string, Slot>()));
    return known;
  }

  function open(session: LiveSession, call: ChildCall, unattended: boolean): Slot {
    let settle: Slot['settle'] = () => undefined;
    const ended = new Promise<ChildEnd>((resolve) => {
      settle = resolve;
    });
    const limitMs = deps.settings().subagentTimeoutMs ?? (unattended ? 0 : defaultTimeoutMs);
    const slot: Slot = { call, ended, settle, limitMs, timedOut: false, detached: call.background };
    slotsOf(session).set(call.agentId, slot);
    const child = session.agents.get(call.agentId);
    if (child && limitMs > 0) limit(session, child, slot, deps.now() + limitMs - waitedMs(child, deps.now()));
    return slot;
  }

  /** Time in which the child waits for a person does not count. */
  function limit(session: LiveSession, child: LiveAgent, slot: Slot, deadline: number): void {
    const left = deadline + waitedMs(child, deps.now()) - deps.now();
    const wait = Math.max(left, child.waited.open > 0 ? lookAgainMs : 0);
    slot.timer = setTimeout(
      () => {
        if (session.dead || slot.end) return;
        if (deadline + waitedMs(child, deps.now()) > deps.now()) {
          limit(session, child, slot, deadline);
          return;
        }
        slot.timedOut = true;
        deps.expire(session, child);
      },
      Math.min(wait, maxTimerMs),
    );
    slot.timer.unref();
  }

  return { of: slotsOf, open };
}
