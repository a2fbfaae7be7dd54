/** Warns a session when the server of a local model contradicts its configuration. */
import type { SessionDeps } from '../deps.js';
import type { Recorder } from '../live/record.js';
import type { LiveAgent, LiveSession } from '../live/state.js';

/** Queries the server of a local model while the model request runs; no caller waits for the answer. */
export type LocalCheck = (session: LiveSession, agent: LiveAgent, alias: string) => void;

export function createLocalCheck(deps: Pick<SessionDeps, 'db' | 'models' | 'logger'>, record: Recorder): LocalCheck {
  const stored = deps.db.prepare<[number, string], { seq: number }>(
    `SELECT seq FROM events WHERE session_key = ? AND type = 'warning'
     AND CASE WHEN json_valid(payload) THEN json_extract(payload, '$.message') END = ? LIMIT 1`,
  );
  /** warnings that a session has received since it was loaded */
  const notified = new WeakMap<LiveSession, Set<string>>();

  return (session, agent, alias) => {
    deps.models.local
      .refreshLimits(alias)
      ?.then((notices) => {
        if (session.dead || session.closing) return;
        const known = notified.get(session) ?? new Set();
        notified.set(session, known);
        const news = notices.filter(({ message }) => !known.has(message));
        for (const { message, code } of news) {
          known.add(message);
          if (stored.get(session.ref.key, message)) continue;
          record(session, [{ type: 'warning', agentId: agent.id, message, code }]);
        }
      })
      .catch((error: unknown) => {
        deps.logger.error('the report of a model server could not be recorded', {
          err: error,
          session_id: session.ref.id,
        });
      });
  };
}
