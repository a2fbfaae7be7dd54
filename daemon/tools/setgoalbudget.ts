/** The tool SetGoalBudget: limits what the goal may use (engine.md 4.19). */
import type { ToolInputs } from '../../schemas/generated/tools.js';
import { goalResult } from './getgoal.js';
import { inwardPlan } from './inward.js';
import { ToolFailure, type BuiltinTool } from './tool.js';

const msOf = { milliseconds: 1, seconds: 1_000, minutes: 60_000, hours: 3_600_000 };
const minMs = 1_000;
const maxMs = 24 * 3_600_000;

export const setGoalBudget: BuiltinTool<'SetGoalBudget'> = {
  name: 'SetGoalBudget',
  permission: 'allow',
  mainOnly: true,
  async plan(input) {
    budgetOf(input);
    return inwardPlan(`Limit the goal to ${input.value} ${input.unit}`);
  },
  async run(input, run) {
    const events = run.goals.limit(budgetOf(input));
    for (const event of events) run.emit(event);
    const [changed] = events;
    return goalResult(changed?.type === 'goal.updated' ? changed.snapshot : null);
  },
};

function budgetOf({ value, unit }: ToolInputs['SetGoalBudget']): {
  turns?: number;
  tokens?: number;
  wallClockMs?: number;
} {
  if (unit === 'turns' || unit === 'tokens') {
    if (!Number.isInteger(value)) throw new ToolFailure(`A budget of ${unit} is a whole number.`);
    return { [unit]: value };
  }
  const wallClockMs = Math.round(value * msOf[unit]);
  if (wallClockMs < minMs || wallClockMs > maxMs)
    throw new ToolFailure('A budget of time is between 1 second and 24 hours.');
  return { wallClockMs };
}
