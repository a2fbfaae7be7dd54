/** Trials of `config`. */
import type { Trials } from '../trials.js';

export const config = {
  getConfig: { good: () => ({}) },
} satisfies Trials;
