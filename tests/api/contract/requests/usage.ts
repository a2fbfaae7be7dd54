/** Trials of `usage`. */
import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { Provoke, Trials } from '../trials.js';

/** Sends the good request while the table of costs is missing. */
const withoutTable: Provoke = async ({ world, good, call }) => {
  const db = new Database(join(world.daemon.home, 'agent.db'));
  try {
    db.exec('ALTER TABLE spending RENAME TO spending_away');
    return await call(await good());
  } finally {
    db.exec('ALTER TABLE spending_away RENAME TO spending');
    db.close();
  }
};

export const usage = {
  getUsage: {
    good: () => ({ query: { from: '2026-01-01', limit: 5 } }),
    errors: {
      PERSISTENCE_FAILURE: withoutTable,
      VALIDATION_FAILED: ({ call }) => call({ query: { from: '2026-02-01', to: '2026-01-31' } }),
    },
  },
} satisfies Trials;
