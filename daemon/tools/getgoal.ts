/** The tool GetGoal: returns the goal of the session (engine.md 4.19). */
import type { GoalSnapshot } from '../../schemas/generated/types.js';
import { inwardPlan } from './inward.js';
import { systemNote } from './text.js';
import type { BuiltinTool, ToolResult } from './tool.js';

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

/** Returns the goal as JSON, or a note when there is none. */
export function goalResult(goal: GoalSnapshot | null): ToolResult {
  if (goal === null) return { output: systemNote('The session has no goal.') };
  return { output: JSON.stringify(goal), display: { kind: 'structured', data: { goal } } };
}
