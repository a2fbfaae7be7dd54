/** Trials of `inbox`. */
import { waiting } from '../situations.js';
import { withQuery, type Trials } from '../trials.js';

export const inbox = {
  listInbox: {
    good: async (world) => {
      await waiting(world);
      return { query: { limit: 5 } };
    },
    errors: { VALIDATION_FAILED: withQuery({ limit: 501 }) },
  },
} satisfies Trials;
