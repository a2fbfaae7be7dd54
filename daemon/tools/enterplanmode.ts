/** The tool EnterPlanMode: allows only planning until the user approves the plan (engine.md 4.12, 8). */
import { inwardPlan } from './inward.js';
import { newPlan } from './plans.js';
import { systemNote } from './text.js';
import type { BuiltinTool } from './tool.js';

export const enterPlanMode: BuiltinTool<'EnterPlanMode'> = {
  name: 'EnterPlanMode',
  permission: 'allow',
  async plan() {
    return inwardPlan('Enter plan mode');
  },
  async run(_input, run) {
    const { plan } = run.memory;
    if (plan.active) {
      const where = plan.path === undefined ? '' : ` The plan file is ${plan.path}.`;
      return { output: systemNote(`Plan mode is active already.${where}`) };
    }
    const { slug, path } = newPlan(run.sessionDirectory);
    run.memory.plan = { active: true, path };
    run.emit({ type: 'plan.changed', agentId: run.agentId, active: true, slug, path });
    const review =
      run.mode === 'auto'
        ? 'ExitPlanMode approves it by itself, since the user is not asked in this mode.'
        : 'ExitPlanMode asks the user to approve it.';
    return {
      output: [
        'Plan mode is on.',
        `Plan file: ${path}`,
        'Explore with Read, Grep and Glob; Bash only for commands that change nothing.',
        'Write the plan to the plan file with Write and Edit. Changes to all other files are refused.',
        `When the plan is complete call ExitPlanMode. ${review}`,
      ].join('\n'),
    };
  },
};
