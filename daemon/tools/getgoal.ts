/** GetGoal: returns the goal of the session (engine.md 4.19). */
import { goalResult } from './goalresult.js';
import { inwardPlan } from './inward.js';
import type { BuiltinTool } from './tool.js';

export const getGoal: BuiltinTool<'GetGoal'> = {
  name: 'GetGoal',
  permission: 'allow',
  mainOnly: true,
  async plan() {
    return inwardPlan('Look at the goal');
  },
  async run(_input, run) {
    return goalResult(run.goals.current());
  },
};
