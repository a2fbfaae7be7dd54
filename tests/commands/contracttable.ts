/** The tables of the contract that list slash commands, as data. */
import { readFileSync } from 'node:fs';

/** Returns the cells of a section's tables, without their heads. */
export function rowsOf(document: string, section: string): string[][] {
  const text = readFileSync(`docs/contract/${document}`, 'utf8');
  const [, part = ''] = text.split(new RegExp(`^### ${section.replace('.', '\\.')} .*\n`, 'm'));
  const lines = (part.split(/^##/m)[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `') || line.startsWith('| skills'));
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
}

export interface CommandRow {
  names: { name: string; aliases: string[] }[];
  when: string;
}

/** Reads a row: `/tasks` (`/task`), `/agents` are two commands, one with an alias. */
function readRow([cell = '', , when = '']: string[]): CommandRow {
  const names: CommandRow['names'] = [];
  for (const [, mark = '', name = ''] of cell.matchAll(/(\(?)(?:`\/([^\s`]+)[^`]*`)/g)) {
    // further aliases in the same parentheses follow a comma
    const isAlias = mark === '(' || /\([^)]*$/.test(cell.slice(0, cell.indexOf(`\`/${name}`)));
    if (isAlias) names.at(-1)?.aliases.push(name);
    else if (!names.some((each) => each.name === name)) names.push({ name, aliases: [] });
  }
  return { names, when };
}

/** The slash commands of the terminal. */
export const contractCommands = rowsOf('tui.md', '3.7')
  .map(readRow)
  // skills are not commands of the program
  .filter(({ names }) => !names.some(({ name }) => name.includes('<')));
