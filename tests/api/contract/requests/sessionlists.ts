/** Trials of `sessionlists`. */
import { fresh } from '../situations.js';
import { withQuery, type Prepare, type Trials } from '../trials.js';

const some: Prepare = async (world) => ({ body: { ids: [await fresh(world), 'session_none'] } });

export const sessionlists = {
  archiveSessions: { good: some },
  querySessions: {
    good: () => ({ query: { include: 'git,dirs', page_size: 3 } }),
    errors: {
      VALIDATION_FAILED: withQuery({ page_size: 101 }),
      PAGE_TOKEN_MISMATCH: withQuery({ page_token: 'none' }),
    },
  },
  restoreSessions: { good: some },
} satisfies Trials;
