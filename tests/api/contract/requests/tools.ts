/** Trials of `tools`. */
import type { Trials } from '../trials.js';

export const tools = {
  listTools: { good: () => ({}) },
} satisfies Trials;
