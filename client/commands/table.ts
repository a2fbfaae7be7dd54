/** The table of all slash commands in the order of help; no other code knows their names. */
import { answerCommands } from './answers.js';
import type { Command, SurfaceKind } from './command.js';
import { goalCommands } from './goals.js';
import { informationCommands, programCommands } from './information.js';
import { modeCommands } from './modes.js';
import { sessionCommands } from './sessions.js';
import { skillCommands } from './skills.js';
import { settingCommands, toolCommands } from './tools.js';
import { turnCommands } from './turns.js';
import { workCommands } from './work.js';

export const commands: readonly Command[] = [
  ...sessionCommands,
  ...turnCommands,
  ...modeCommands,
  ...goalCommands,
  ...workCommands,
  ...toolCommands,
  ...settingCommands,
  ...informationCommands(commandsOf),
  ...answerCommands,
  ...skillCommands,
  ...programCommands,
];

const byName = new Map(
  commands.flatMap((command) => [command.name, ...command.aliases].map((name) => [name, command])),
);

/** Returns a command by name or alias. */
export function findCommand(name: string): Command | undefined {
  return byName.get(name);
}

/** Returns the commands that a surface offers. */
export function commandsOf(surface: SurfaceKind): readonly Command[] {
  return commands.filter(({ surfaces }) => surfaces.includes(surface));
}
