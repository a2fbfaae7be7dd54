/** Decides when an unused session is unloaded (engine.md 18). */
import type { LiveSession } from './state.js';
import { isRunning } from '../terminals/terminals.js';
import { waitsForUser } from '../interactions/waiting.js';

const unloadAfterMs = 10 * 60 * 1000;

/** Milliseconds until the session is unloaded, zero or less when due; null while work runs or clients read it. */
export function unloadsIn(session: LiveSession, now: number, readers: number): number | null {
  return readers > 0 || runs(session) ? null : session.lastUsedAt + unloadAfterMs - now;
}

/** Whether something runs that keeps the session in memory; interactions that wait for the user do not. */
function runs(session: LiveSession): boolean {
  return (
    session.jobs.size > 0 ||
    session.shells.size > 0 ||
    [...session.terminals.values()].some(isRunning) ||
    session.open.compactions.size > 0 ||
    session.restoring !== undefined ||
    [...session.tasks.values()].some(({ runner }) => !runner.waitsForUser?.()) ||
    [...session.agents.values()].some((agent) => agent.turn !== undefined && !waitsForUser(session, agent.id))
  );
}
