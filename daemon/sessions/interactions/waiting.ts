/** How long agents wait for the user: their own waits, and those of the agents they wait for. */
import type { LiveAgent, LiveSession } from '../live/state.js';

/** Notes that an agent begins or stops waiting for the user, also for its callers. `time` in epoch milliseconds. */
export function noteWaiting(session: LiveSession, agentId: string, begins: boolean, time: number): void {
  for (let id: string | undefined = agentId; id !== undefined; id = waitingCaller(session, id)) {
    const waited = session.agents.get(id)?.waited;
    if (!waited) continue;
    if (begins && waited.open === 0) waited.since = time;
    waited.open = Math.max(0, waited.open + (begins ? 1 : -1));
    if (!begins && waited.open === 0) waited.total += Math.max(0, time - waited.since);
  }
}

/** Milliseconds that an agent has waited for the user so far. */
export function waitedMs({ waited }: LiveAgent, now: number): number {
  return waited.total + (waited.open > 0 ? Math.max(0, now - waited.since) : 0);
}

/** The agent whose turn waits for the given one. */
export function waitingCaller(session: LiveSession, agentId: string): string | undefined {
  const call = session.calls.get(agentId);
  return call === undefined || call.background || call.callId === '' ? undefined : call.callerId;
}

/** Whether an agent works for a task, its own or the task of an agent that waits for it. */
export function isBackground(session: LiveSession, agentId: string): boolean {
  const call = session.calls.get(agentId);
  if (call === undefined || call.background) return call?.background === true;
  return call.callId !== '' && isBackground(session, call.callerId);
}

/** The agents that an agent's turn waits for. */
export function awaited(session: LiveSession, agentId: string): string[] {
  return [...session.calls.keys()].filter((id) => waitingCaller(session, id) === agentId);
}

/** Whether the only open work of a turn is an answer of the user, to its agent or to an agent that it called. */
export function waitsForUser(session: LiveSession, agentId: string): boolean {
  // a held agent is between two steps, so nothing of its turn runs
  if (session.held?.has(agentId)) return true;
  const agent = session.agents.get(agentId);
  const waiting = [...session.waits.values()].filter(
    (wait) =>
      wait.agentId === agentId && wait.outcome === undefined && !(wait.kind === 'question' && wait.background === true),
  );
  const called = awaited(session, agentId).filter((id) => waitsForUser(session, id)).length;
  if (!agent || waiting.length + called === 0) return false;
  const questions = waiting.filter((wait) => wait.kind === 'question').length;
  return (agent.inflight?.running.size ?? 0) <= questions + called;
}
