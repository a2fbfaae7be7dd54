/** Trials of `server`. */
import type { Trials } from '../trials.js';

export const server = {
  getAsyncApi: { good: () => ({}) },
  getHealth: { good: () => ({}) },
  getMeta: { good: () => ({}) },
  getOpenApi: { good: () => ({}) },
  listServers: { good: () => ({}) },
  shutdown: { good: () => ({}), ends: true },
} satisfies Trials;
