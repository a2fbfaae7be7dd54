/** Trials of `auth`. */
import type { Trials } from '../trials.js';

export const auth = {
  getAuth: { good: () => ({}) },
} satisfies Trials;
