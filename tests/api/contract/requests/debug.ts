/** Trials of `debug`. */
import { one } from '../situations.js';
import { withQuery, type Trials } from '../trials.js';

export const debug = {
  debugContext: { good: one() },
  debugEvents: { good: one() },
  debugMemory: { good: () => ({}) },
  debugPermissions: {
    good: one(),
    errors: { TOOL_NOT_AVAILABLE: withQuery({ tool: 'None' }) },
  },
  debugSessions: { good: () => ({}) },
} satisfies Trials;
