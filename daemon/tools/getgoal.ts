/** GetGoal: tells the goal of the session (engine.md 4.19). */
import { goalResult } from './goalresult.js';
import type { Tool } from './tool.js';

export const getGoal: Tool<'GetGoal'> = {
  name: 'GetGoal',
  permission: 'allow',
  mainOnly: true,
  async plan() {
    return {
      subject: { kind: 'none' },
      access: { kind: 'none' },
      display: { kind: 'generic', summary: 'Look at the goal' },
    };
  },
  async run(_input, run) {
    return goalResult(run.goals.current());
  },
};
