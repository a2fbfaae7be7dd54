/** The tool Skill: loads the text of a skill into the conversation (engine.md 4.16). */
import { systemNote } from './text.js';
import type { BuiltinTool } from './tool.js';

export const skill: BuiltinTool<'Skill'> = {
  name: 'Skill',
  permission: 'allow',
  async plan(input, context) {
    const name = await context.skills.find(input.skill);
    return {
      subject: { kind: 'name', name },
      access: { kind: 'none' },
      display: { kind: 'skill_call', skill_name: name, ...argsOf(input) },
    };
  },
  async run(input, run) {
    const name = await run.skills.find(input.skill);
    const state = await run.skills.load(name, argsOf(input).args, run);
    return {
      output: systemNote(
        state === 'loaded'
          ? `The skill ${name} is loaded; its text follows.`
          : `The skill ${name} is loaded already, with the same arguments; go by its text above.`,
      ),
    };
  },
};

function argsOf({ args }: { args?: string }): { args?: string } {
  return args === undefined || args.trim() === '' ? {} : { args: args.trim() };
}
