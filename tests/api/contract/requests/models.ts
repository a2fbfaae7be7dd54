/** Trials of `models`. */
import type { Trials } from '../trials.js';

export const models = {
  listModels: { good: () => ({}) },
} satisfies Trials;
