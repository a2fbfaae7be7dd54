/** Skills as commands: the built-in ones with names of their own, and all others by name. */
import { done, group, type CommandContext, type Outcome } from './command.js';

export const skillCommands = group(
  'Built-in skills',
  (['mcp-config', 'custom-theme', 'update-config', 'skill-author'] as const).map((name) => ({
    name,
    usage: '[words]',
    when: 'idle' as const,
    run: async (context: CommandContext, args: string) => await runSkill(context, name, args),
  })),
);

/** Runs a skill; while a turn runs, the prompt waits in the queue. */
export async function runSkill({ session }: CommandContext, name: string, args: string): Promise<Outcome> {
  const text = args === '' ? `/${name}` : `/${name} ${args}`;
  await session.send([{ type: 'text', text }], { skills: [{ name, ...(args !== '' && { args }) }] });
  return done({ isStarted: true });
}
