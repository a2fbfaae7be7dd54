/** Running calls of subagents, each with its time limit (engine.md 17.2). */
import type { SessionDeps } from '../deps.js';
import type { ChildEnd } from './childend.js';
import type { ChildCall, LiveAgent, LiveSession } from '../live/state.js';
import { waitedMs } from '../interactions/waiting.js';

const defaultTimeoutMs = 7_200_000;
/** The longest delay that `setTimeout` accepts, milliseconds. */
const maxTimerMs = 2_147_483_647;
/** Milliseconds until a child past its limit is checked again while it waits for the user. */
const recheckMs = 1_000;

/** A call, kept until its caller has received the result. */
export interface Slot {
  call: ChildCall;
  end?: ChildEnd;
  ended: Promise<ChildEnd>;
  settle(end: ChildEnd): void;
  /** time limit in milliseconds of work; 0: none */
  limitMs: number;
  timedOut: boolean;
  timer?: NodeJS.Timeout;
  /** runs in the background: only its task receives the result */
  detached: boolean;
}

export interface Slots {
  /** by the id of the agent */
  of(session: LiveSession): Map<string, Slot>;
  /** `unattended`: no user is waiting, so there is no default time limit */
  open(session: LiveSession, call: ChildCall, unattended: boolean): Slot;
}

export interface SlotDeps extends Pick<SessionDeps, 'now' | 'settings'> {
  /** called when an agent reaches its time limit */
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

  /** Starts the timer. Time that the child spends waiting for the user does not count. */
  function limit(session: LiveSession, child: LiveAgent, slot: Slot, deadline: number): void {
    const left = deadline + waitedMs(child, deps.now()) - deps.now();
    const wait = Math.max(left, child.waited.open > 0 ? recheckMs : 0);
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
