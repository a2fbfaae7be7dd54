/** The tool UpdateGoal: reports the status of the goal (engine.md 4.19). */
import { goalResult } from './getgoal.js';
import { inwardPlan } from './inward.js';
import { ToolFailure, type BuiltinTool } from './tool.js';

export const updateGoal: BuiltinTool<'UpdateGoal'> = {
  name: 'UpdateGoal',
  permission: 'allow',
  mainOnly: true,
  async plan(input) {
    if (input.status === 'blocked' && !input.reason?.trim())
      throw new ToolFailure('blocked needs a reason: what prevents progress, and what the user can do.');
    return inwardPlan(`Goal: ${input.status}`);
  },
  async run(input, run) {
    const events = run.goals.report(input.status, input.reason);
    for (const event of events) run.emit(event);
    const [changed] = events;
    return goalResult(changed?.type === 'goal.updated' ? changed.snapshot : run.goals.current());
  },
};
