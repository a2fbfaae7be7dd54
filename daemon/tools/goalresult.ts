/** What the goal tools answer. */
import type { GoalSnapshot } from '../../schemas/generated/types.js';
import { systemNote } from './text.js';
import type { ToolResult } from './tool.js';

/** The goal as JSON; a note when there is none. */
export function goalResult(goal: GoalSnapshot | null): ToolResult {
  if (goal === null) return { output: systemNote('The session has no goal.') };
  return { output: JSON.stringify(goal), display: { kind: 'structured', data: { goal } } };
}
