/** The limits of a prompt, from its first turn to the end of the work it began, and the signal that ends a turn. */
import { setMaxListeners } from 'node:events';
import type { HeldStep, OpenStep } from '../../agent/turn.js';
import type { ActiveTurn, LiveAgent, LiveSession } from '../live/state.js';
import type { TurnDeps } from './turn.js';

/** Sets the limits of a turn: a prompt has its own, which its goal and tasks keep. `open`: after a restart. */
export function allow(
  { budgets, now }: Pick<TurnDeps, 'budgets' | 'now'>,
  session: LiveSession,
  agent: LiveAgent,
  { prompt, origin, startedAt }: ActiveTurn,
  open: OpenStep | HeldStep | undefined,
): void {
  if (prompt?.limits) {
    const { limits } = prompt;
    const spentBefore = limits.usd === undefined ? 0 : budgets.spent(session) - (open?.spent.cost ?? 0);
    agent.allowance = { limits, startedAt: open ? startedAt : now(), steps: open ? open.step - 1 : 0, spentBefore };
  } else if (prompt || !ofTheWork.has(origin.kind)) delete agent.allowance;
}

/** Origins of turns that continue what a prompt began. */
const ofTheWork: ReadonlySet<string> = new Set(['task', 'system_trigger', 'hook_result']);

/** Drops the limits once none of the work is left, so that later turns do not inherit them. */
export function settleAllowance(session: LiveSession, agent: LiveAgent): void {
  if (!agent.allowance || session.tasks.size > 0 || agent.inbox.length > 0 || session.goal) return;
  delete agent.allowance;
}

/** Calls `end` when the time of the prompt is over, unless the controller is aborted before; undefined: no limit. */
export function clockOf(
  { sleep, now }: Pick<TurnDeps, 'sleep' | 'now'>,
  { allowance }: LiveAgent,
  end: () => void,
): AbortController | undefined {
  const wall = allowance?.limits.wall_ms;
  if (!allowance || wall === undefined || allowance.reached !== undefined) return undefined;
  const clock = new AbortController();
  sleep(Math.max(0, allowance.startedAt + wall - now()), clock.signal).then(end, () => undefined);
  return clock;
}

export function turnController(): AbortController {
  const controller = new AbortController();
  // each call of a batch adds a listener, and there may be many
  setMaxListeners(0, controller.signal);
  return controller;
}

/** Gives a turn a new signal for its last step, after a limit has aborted the old one. */
export function renewSignal(turn: ActiveTurn): void {
  turn.controller = turnController();
}
