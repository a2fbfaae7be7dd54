/** Trials of `events`. */
import { one } from '../situations.js';
import type { Trials } from '../trials.js';

export const events = {
  streamSessionEvents: { good: one() },
} satisfies Trials;
