/** The nouns of a parsed command line, and the reader that walks over its text within limits (engine.md 7). */
import type { TimeLimit } from './timelimit.js';
import type { Dialect, Shells } from './dialects.js';
import type { Values } from './values.js';
import type { Variables } from './variables.js';

export const limits = {
  bytes: 64 * 1024,
  milliseconds: 50,
  nodes: 50_000,
  nesting: 150,
  braceWords: 1_000,
  braceCharacters: 256 * 1024,
  redirections: 1_000,
  moves: 200,
} as const;

/** One word as the command would receive it. */
export interface Word {
  /** quotes and escapes resolved; expansions as written */
  text: string;
  /** as written */
  source: string;
  /** free of parameter, command and arithmetic expansions */
  literal: boolean;
  /** holds an unquoted `*`, `?` or `[` */
  glob: boolean;
  /** starts with an unquoted `~` */
  tilde: boolean;
  /** what it may become, when it holds expansions */
  value?: WordValue;
}

/** What the line shows about the value of a word with expansions. */
export interface WordValue {
  /** the words it becomes; absent when that is not certain */
  words?: string[];
  /** texts it may become, as the line sets its variables */
  candidates: string[];
  /** it may become several words, or none */
  splits: boolean;
}

export interface SimpleCommand {
  /** command word and arguments, brace expansion done */
  words: Word[];
  /** the words joined with one blank, as written first; with the base name, the values of variables, without options */
  forms: string[];
  /** the same with marks in place of what is not known; absent when all is */
  openForms?: string[];
  /** it may read a pipe of the line */
  piped: boolean;
  /** the program that starts it, such as `xargs` or `sudo` */
  wrappedBy?: string;
  /** its own among the redirections of the line; absent: none */
  redirections?: Redirection[];
}

export interface Redirection {
  direction: 'input' | 'output' | 'both';
  target: Word;
}

export interface ParsedLine {
  /** in the order they were met; what was met before the line proved unparsable is listed too */
  commands: SimpleCommand[];
  redirections: Redirection[];
  /** targets of `cd`, `pushd` and `popd` in order; undefined where the target is not known */
  moves: (Word | undefined)[];
  /** statements of the line may run more often than once, or in another order: loops and functions */
  repeats: boolean;
  /** why no allow rule with a wildcard may speak for the line: dangerous assignments */
  bars: string[];
  /** a function calls itself in the background or through a pipe */
  forks: boolean;
  /** why the line is not understood; absent when it is */
  unparsable?: string;
}

/** The line, or a part of it, is outside what the parser understands. Never leaves the parser. */
export class Unparsable extends Error {}

export interface Heredoc {
  delimiter: string;
  quoted: boolean;
  stripTabs: boolean;
  /** called with the body when it has been read */
  filled(body: string): void;
}

/** What all readers of one line share. */
export interface Findings {
  line: ParsedLine;
  nodes: number;
  nesting: number;
  timeLimit: TimeLimit;
  shells: Shells;
  /** the grammar of the shell that reads the text at hand */
  dialect: Dialect;
  values: Values;
  variables: Variables;
  /** files that a shell reads commands from, and programs named with a path */
  scripts: Word[];
  /** parses a text as a separate program (backticks, `sh -c`), read by the same shell or by another */
  program(text: string, dialect?: Dialect): void;
  /** parses statements from the reader up to `)` and takes it */
  substitution(reader: Reader): void;
}

export interface Reader {
  text: string;
  at: number;
  findings: Findings;
  /** here-documents whose bodies start after the next newline */
  heredocs: Heredoc[];
}

export function fail(reason: string): never {
  throw new Unparsable(reason);
}

/** Notes that the line hides what it runs; reading continues, so that rules still see the rest. */
export function hide(findings: Findings, reason: string): void {
  findings.line.unparsable ??= reason;
}

/** Counts nodes; the line is unparsable when there are too many or they take too long. */
export function count(findings: Findings, nodes = 1): void {
  findings.nodes += nodes;
  if (findings.nodes > limits.nodes) fail('too long');
  findings.timeLimit.count(nodes);
}

/** Reads something by the grammar of a shell. */
export function within(findings: Findings, dialect: Dialect, body: () => void): void {
  const outer = findings.dialect;
  findings.dialect = dialect;
  try {
    body();
  } finally {
    findings.dialect = outer;
  }
}

/** Runs something one level deeper. */
export function nested(findings: Findings, body: () => void): void {
  findings.nesting += 1;
  try {
    if (findings.nesting > limits.nesting) fail('nested too deeply');
    body();
  } finally {
    findings.nesting -= 1;
  }
}

/** Skips line continuations, then the character at the reader; empty at the end. */
export function peek(reader: Reader): string {
  let char = reader.text.charAt(reader.at);
  while (char === '\\' && reader.text.charAt(reader.at + 1) === '\n') {
    reader.at += 2;
    char = reader.text.charAt(reader.at);
  }
  return char;
}

/** Whether the text at the reader starts so, seen through line continuations; takes it if it does. */
export function take(reader: Reader, expected: string): boolean {
  const start = reader.at;
  for (const char of expected) {
    if (peek(reader) !== char) {
      reader.at = start;
      return false;
    }
    reader.at += 1;
  }
  return true;
}

/** As `take`, without taking. */
export function sees(reader: Reader, expected: string): boolean {
  const start = reader.at;
  const found = take(reader, expected);
  reader.at = start;
  return found;
}

/** How a command is started. */
export interface Start {
  wrappedBy?: string;
  /** texts that the program that starts it replaces in arguments (`{}`) */
  placeholders?: readonly string[];
  /** arguments that are not on the line are added behind its own */
  appends?: boolean;
  /** the shells it starts are applets of one program */
  applets?: boolean;
  /** called for a shell that reads commands from its standard input */
  reads?: (by: Dialect) => void;
  /** what each path begins with that replaces the placeholder of `find` */
  found?: string;
}

/** Whether a word means exactly its text. */
export function certain(word: Word): boolean {
  return word.literal && !word.glob;
}

/** A text to be parsed, if the program that starts the command leaves it as it is. */
export function constant(text: string, start: Start): string {
  if (start.placeholders?.some((placeholder) => text.includes(placeholder))) fail('parts of the command are replaced');
  return text;
}
