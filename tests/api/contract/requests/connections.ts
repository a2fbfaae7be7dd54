/** Trials of `connections`. */
import type { Trials } from '../trials.js';

export const connections = {
  listConnections: { good: () => ({}) },
} satisfies Trials;
