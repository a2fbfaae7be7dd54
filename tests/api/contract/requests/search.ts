/** Trials of `search`. */
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { withBody, type Provoke, type Trials } from '../trials.js';

/** Sends the good request while the table of the index is missing. */
const withoutIndex: Provoke = async ({ world, good, call }) => {
  const db = new Database(join(world.daemon.home, 'agent.db'));
  try {
    db.exec('ALTER TABLE search_index RENAME TO search_index_away');
    return await call(await good());
  } finally {
    db.exec('ALTER TABLE search_index_away RENAME TO search_index');
    db.close();
  }
};

export const search = {
  searchSessions: {
    good: () => ({ body: { query: 'hello' } }),
    errors: { PERSISTENCE_FAILURE: withoutIndex, VALIDATION_FAILED: withBody({ page_token: 'of-no-page' }) },
  },
} satisfies Trials;
