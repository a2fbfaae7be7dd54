/** Trials of `children`. */
import { one, waiting } from '../situations.js';
import { instead, type Trials } from '../trials.js';

export const children = {
  createChildSession: {
    good: one({ body: { metadata: { a: 1 } } }),
    errors: { SESSION_BUSY: instead(async (world) => ({ params: { session_id: await waiting(world) } })) },
  },
  listChildSessions: { good: one({ query: { page_size: 5, busy: false } }) },
} satisfies Trials;
