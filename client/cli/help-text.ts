/** Generates help texts from the command table; imports nothing else, to keep `--help` fast. */
import { commandSpecs, mainCommand, type CommandSpec, type OptionSpec } from './options.js';

const WIDTH = 100;
/** column of the explanations; below `twoColumns` they are under their labels */
const COLUMN = 34;
const INDENT = 6;
const twoColumns = 72;
const DOCUMENTATION =
  'Documentation: README.md of this program; every running server describes its API at /openapi.json.';

/**
 * Returns the help of a command with a final line break; lines have at most 100 characters (cli.md 2.4). `columns`:
 * width of the terminal; undefined or 0: not known.
 */
export function helpText(command: CommandSpec, columns?: number): string {
  const width = Math.min(WIDTH, Math.max(columns || WIDTH, 2 * INDENT));
  const options = command.options.filter(({ shown }) => shown !== 0);
  const children = childrenOf(command);
  const parts = [
    `Usage: ${command.usage}`,
    wrap(command.summary, width).join('\n'),
    section(
      'Options',
      options.map((option) => row(optionLabel(option), option.summary, width)),
    ),
    section(
      'Subcommands',
      children.map((child) => row(child.path.join(' '), child.summary, width)),
    ),
    section(
      'Examples',
      command.examples.map((example) => `  ${example}`),
    ),
    wrap(DOCUMENTATION, width).join('\n'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The help of the main command. */
export const mainHelp = (columns?: number): string => helpText(mainCommand, columns);

function childrenOf(command: CommandSpec): CommandSpec[] {
  return commandSpecs.filter(
    ({ path, hidden }) =>
      !hidden && path.length > command.path.length && command.path.every((word, index) => path[index] === word),
  );
}

function section(title: string, lines: string[]): string {
  return lines.length === 0 ? '' : `${title}:\n${lines.join('\n')}`;
}

function optionLabel({ names, shown, value }: OptionSpec): string {
  const [long, ...others] = names.slice(0, shown ?? names.length);
  const label = [...others, long].join(', ');
  if (!value) return label;
  return `${label} ${value.optional ? `[${value.label}]` : `<${value.label}>`}`;
}

function row(label: string, text: string, width: number): string {
  const column = width < twoColumns ? INDENT : COLUMN;
  const indent = ' '.repeat(column);
  const lines = wrap(text, width - column);
  const first = `  ${label}`;
  if (column === INDENT || first.length >= column) return [first, ...lines.map((line) => indent + line)].join('\n');
  return lines.map((line, index) => (index === 0 ? first.padEnd(column) : indent) + line).join('\n');
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
