/** The tool CreateGoal: sets what the session pursues over several turns (engine.md 4.19). */
import { inwardPlan } from './inward.js';
import { ToolFailure, type BuiltinTool } from './tool.js';
import { goalResult } from './getgoal.js';

export const createGoal: BuiltinTool<'CreateGoal'> = {
  name: 'CreateGoal',
  permission: 'ask',
  mainOnly: true,
  async plan(input, context) {
    if (input.objective.trim() === '') throw new ToolFailure('The objective is blank.');
    return inwardPlan({
      kind: 'goal_start',
      objective: input.objective,
      completionCriterion: input.completionCriterion,
      mode: context.mode === 'yolo' ? 'yolo' : 'manual',
    });
  },
  async run(input, run) {
    const events = run.goals.create(input);
    for (const event of events) run.emit(event);
    const made = events.find((event) => event.type === 'goal.updated');
    return goalResult(made?.type === 'goal.updated' ? made.snapshot : null);
  },
};
