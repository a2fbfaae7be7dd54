/** Trials of `search`. */
import { withBody, type Trials } from '../trials.js';

export const search = {
  searchSessions: {
    good: () => ({ body: { query: 'hello' } }),
    errors: { VALIDATION_FAILED: withBody({ page_token: 'of-no-page' }) },
  },
} satisfies Trials;
