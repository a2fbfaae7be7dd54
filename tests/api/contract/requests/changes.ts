/** Trials of `changes`. */
import { one } from '../situations.js';
import { withQuery, type Trials } from '../trials.js';

export const changes = {
  listChanges: {
    good: one({ query: { hunks: true } }),
    errors: { VALIDATION_FAILED: withQuery({ from_turn: 7 }) },
  },
} satisfies Trials;
