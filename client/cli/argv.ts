/** Parses a command line by the grammar of cli.md 2.1 into an unambiguous form for the command parser. */
import {
  commandSpecs,
  mainCommand,
  serverKillCommand,
  deprecatedCommands,
  type CommandSpec,
  type OptionSpec,
} from './options.js';
import { closeNames } from '../view/nearest.js';

export interface ScannedArgv {
  command: CommandSpec;
  /** path of the command, then `--name` or `--name=value` for each option, then `--` and further words */
  canonical: string[];
  /** help or version, whichever is first; they take precedence over every other check */
  wants: 'help' | 'version' | undefined;
  /** the first usage error */
  problem: string | undefined;
  /** a subcommand of `deprecatedCommands` */
  deprecated: string | undefined;
  /** options of the main command before a subcommand, by long name */
  before: string[];
  /** like `canonical`, for the main command alone */
  mainCanonical: string[];
}

interface Scan {
  words: readonly string[];
  at: number;
  command: CommandSpec;
  options: string[];
  mainOptions: string[];
  rest: string[];
  wants: 'help' | 'version' | undefined;
  problem: string | undefined;
  deprecated: string | undefined;
}

export function scanArgv(words: readonly string[]): ScannedArgv {
  const scan: Scan = {
    words,
    at: 0,
    command: mainCommand,
    options: [],
    mainOptions: [],
    rest: [],
    wants: undefined,
    problem: undefined,
    deprecated: undefined,
  };
  while (scan.at < words.length) {
    const word = words[scan.at++] ?? '';
    if (word === '--') {
      for (const further of words.slice(scan.at)) takeWord(scan, further);
      break;
    }
    if (word.startsWith('--')) takeLong(scan, word);
    else if (word.startsWith('-') && word !== '-') takeShort(scan, word);
    else takeWord(scan, word);
  }
  const tail = scan.rest.length > 0 ? ['--', ...scan.rest] : [];
  return {
    command: scan.command,
    canonical: [...scan.command.path, ...(scan.command === mainCommand ? scan.mainOptions : scan.options), ...tail],
    wants: scan.wants,
    problem: scan.problem,
    deprecated: scan.deprecated,
    before: scan.command === mainCommand ? [] : scan.mainOptions.map((option) => option.replace(/=[\s\S]*$/, '')),
    mainCanonical: scan.mainOptions,
  };
}

function takeWord(scan: Scan, word: string): void {
  if (scan.deprecated !== undefined) return;
  const path = [...scan.command.path, word];
  const child = commandSpecs.find(
    (spec) => spec.path.length === path.length && spec.path.every((part, i) => part === path[i]),
  );
  if (child && scan.rest.length === 0) {
    if (scan.command !== mainCommand && scan.options.length > 0) {
      note(scan, `${nameOf(scan.options[0])} has no meaning before ${path.join(' ')}`);
    }
    scan.command = child;
  } else if (scan.command.words) scan.rest.push(word);
  else if (scan.command === mainCommand && deprecatedCommands.includes(word)) takeDeprecated(scan, word);
  else note(scan, leftover(scan, word));
}

function takeDeprecated(scan: Scan, word: string): void {
  const [parent, child] = serverKillCommand.path;
  // the only subcommand of the deprecated tree that still works (interface.md, Versioning)
  if (word === parent && scan.words[scan.at] === child) {
    scan.at++;
    scan.command = serverKillCommand;
  } else scan.deprecated = word;
}

function leftover(scan: Scan, word: string): string {
  if (scan.command !== mainCommand) {
    const [near] = closeNames(word, childWords(scan.command));
    return `unknown word after ${scan.command.path.join(' ')}: ${shown(word)}${near ? `; did you mean ${near}?` : ''}`;
  }
  if (scan.mainOptions.some((option) => nameOf(option) === '--prompt')) {
    return `unexpected word: ${shown(word)}; put the whole text of -p between quotes`;
  }
  const [near] = closeNames(word, childWords(mainCommand));
  return `unknown subcommand: ${shown(word)}; ${near ? `did you mean ${near}? T` : 't'}o send a prompt use -p "…"`;
}

function childWords(command: CommandSpec): string[] {
  const depth = command.path.length;
  return commandSpecs.filter(({ path }) => path.length === depth + 1).map(({ path }) => path[depth] ?? '');
}

function takeLong(scan: Scan, word: string): void {
  const equals = word.indexOf('=');
  const name = equals < 0 ? word : word.slice(0, equals);
  const inline = equals < 0 ? undefined : word.slice(equals + 1);
  const spec = find(scan.command, name);
  if (!spec) {
    const [near] = closeNames(
      name,
      scan.command.options.flatMap(({ names }) => names.slice(0, 1)),
    );
    return note(scan, `unknown option ${shown(name)}${near ? `; did you mean ${near}?` : ''}`);
  }
  if (!spec.value && inline !== undefined) return note(scan, `${name} takes no value`);
  take(scan, spec, inline);
}

/** Parses `-y`, `-yc`, `-m value`, `-mvalue`, `-cmvalue`. */
function takeShort(scan: Scan, word: string): void {
  for (let index = 1; index < word.length; index++) {
    const name = `-${word[index]}`;
    const spec = find(scan.command, name);
    if (!spec) return note(scan, `unknown option ${shown(name)}${word.length > 2 ? ` in ${shown(word)}` : ''}`);
    if (spec.value) return take(scan, spec, index + 1 < word.length ? word.slice(index + 1) : undefined);
    take(scan, spec, undefined);
  }
}

function take(scan: Scan, spec: OptionSpec, inline: string | undefined): void {
  const name = spec.names[0] ?? '';
  if (name === '--help' || name === '--version') {
    scan.wants ??= name === '--help' ? 'help' : 'version';
    return;
  }
  if (!spec.value) return add(scan, name);
  if (inline !== undefined) return add(scan, `${name}=${inline}`);
  const next = scan.words[scan.at];
  if (next === undefined || !mayBeValue(scan, spec, next)) {
    if (spec.value.optional) return add(scan, name);
    return note(scan, `${name} needs a value`);
  }
  scan.at++;
  add(scan, `${name}=${next}`);
  while (spec.value.many) {
    const further = scan.words[scan.at];
    if (further === undefined || further.startsWith('-')) return;
    scan.at++;
    add(scan, `${name}=${further}`);
  }
}

/** A required value may begin with a dash (a prompt that is a list), unless it is an option itself. */
function mayBeValue(scan: Scan, spec: OptionSpec, next: string): boolean {
  if (spec.value?.optional) return !next.startsWith('-');
  return next !== '--' && !find(scan.command, next.replace(/=[\s\S]*$/, ''));
}

function add(scan: Scan, option: string): void {
  (scan.command === mainCommand ? scan.mainOptions : scan.options).push(option);
}

function find(command: CommandSpec, name: string): OptionSpec | undefined {
  return command.options.find(({ names }) => names.includes(name));
}

function nameOf(option: string | undefined): string {
  return option?.replace(/=[\s\S]*$/, '') ?? '';
}

function note(scan: Scan, problem: string): void {
  // arguments of a deprecated subcommand are not checked
  if (scan.deprecated === undefined) scan.problem ??= problem;
}

/** Returns a word of the user for a message: on one line, and shortened. */
function shown(word: string): string {
  const line = word.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
  return JSON.stringify(line.length > 60 ? `${line.slice(0, 60)}…` : line);
}
