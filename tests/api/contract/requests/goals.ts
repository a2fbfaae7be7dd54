/** Trials of `goals`. */
import { goalErrors as errors, paused } from '../goals.js';
import { one, withGoal } from '../situations.js';
import type { Trials } from '../trials.js';

export const goals = {
  cancelGoal: { good: withGoal, errors },
  createGoal: { good: one({ body: { objective: 'x' } }), errors },
  getGoal: { good: one() },
  getGoalQueue: { good: one() },
  pauseGoal: { good: withGoal, errors },
  resumeGoal: { good: paused, errors },
  setGoalQueue: { good: one({ body: { objectives: ['x'] } }), errors },
} satisfies Trials;
