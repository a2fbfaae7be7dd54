/** Deadlines of approvals and questions that passed while no server had the session loaded. */
import { ApiError } from '../../errors.js';
import type { SessionDeps } from '../deps.js';
import type { LiveSession } from '../live/state.js';
import type { Waits } from './waits.js';

/** Loads each session with such a deadline, and ends what waited for it. */
export function createExpiry(
  deps: Pick<SessionDeps, 'db' | 'logger' | 'now'>,
  load: (id: string) => LiveSession,
  waits: Pick<Waits, 'expire'>,
): () => void {
  const expired = deps.db.prepare<[number], { id: string }>(
    `SELECT DISTINCT s.id FROM interactions i JOIN sessions s ON s.key = i.session_key WHERE i.status = 'pending' AND i.expires_at <= ?`,
  );
  return () => {
    for (const { id } of expired.all(deps.now())) {
      try {
        // a timer does not fire while the machine sleeps
        const session = load(id);
        for (const wait of [...session.waits.values()]) waits.expire(session, wait);
      } catch (error) {
        // another server has it and will see to the deadline
        if (!(error instanceof ApiError))
          deps.logger.error('a passed deadline could not be handled', { session_id: id, err: error });
      }
    }
  };
}
