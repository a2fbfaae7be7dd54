/** Trials of `runtimes`. */
import { withQuery, type Trials } from '../trials.js';

export const runtimes = {
  listRuntimes: { good: () => ({}), errors: { VALIDATION_FAILED: withQuery({ cwd: 'not absolute' }) } },
} satisfies Trials;
