/** Defines the terms of a parsed command line, and the reader that walks over its text within limits (engine.md 7). */
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

/** One word as the command receives it. */
export interface Word {
  /** with quotes and escapes resolved, and expansions as written */
  text: string;
  /** as written */
  source: string;
  /** contains no parameter, command or arithmetic expansion */
  literal: boolean;
  /** contains an unquoted `*`, `?` or `[` */
  glob: boolean;
  /** starts with an unquoted `~` */
  tilde: boolean;
  /** the possible values of a word with expansions */
  value?: WordValue;
}

/** The values of a word with expansions, as far as the line shows them. */
export interface WordValue {
  /** the resulting words; absent when uncertain */
  words?: string[];
  /** possible texts, according to the assignments of the line */
  candidates: string[];
  /** may expand to several words, or to none */
  splits: boolean;
}

export interface SimpleCommand {
  /** command word and arguments after brace expansion */
  words: Word[];
  /** the words joined with blanks: as written first, then with the base name, with variables, without options */
  forms: string[];
  /** the same forms with placeholders for unknown parts; absent when everything is known */
  openForms?: string[];
  /** may read a pipe of the line */
  piped: boolean;
  /** the program that starts it, such as `xargs` or `sudo` */
  wrappedBy?: string;
  /** its own redirections; absent without any */
  redirections?: Redirection[];
}

export interface Redirection {
  direction: 'input' | 'output' | 'both';
  target: Word;
}

export interface ParsedLine {
  /** in the order of parsing, including commands before the part that made the line unparsable */
  commands: SimpleCommand[];
  redirections: Redirection[];
  /** targets of `cd`, `pushd` and `popd` in order; undefined for an unknown target */
  moves: (Word | undefined)[];
  /** statements may run repeatedly or in another order, because of loops and functions */
  repeats: boolean;
  /** why no allow rule with a wildcard may match the line: dangerous assignments */
  bars: string[];
  /** a function calls itself in the background or through a pipe */
  forks: boolean;
  /** why the line is not understood; absent when it is */
  unparsable?: string;
}

/** The line, or a part of it, is outside of the grammar. The parser catches this error. */
export class Unparsable extends Error {}

export interface Heredoc {
  delimiter: string;
  quoted: boolean;
  stripTabs: boolean;
  /** called with the body once it has been read */
  filled(body: string): void;
}

/** The state that all readers of one line share. */
export interface Findings {
  line: ParsedLine;
  nodes: number;
  nesting: number;
  timeLimit: TimeLimit;
  shells: Shells;
  /** the grammar of the shell that reads the current text */
  dialect: Dialect;
  values: Values;
  variables: Variables;
  /** files that a shell reads commands from, and programs named by a path */
  scripts: Word[];
  /** parses a text as a separate program (backticks, `sh -c`) for the same shell or another one */
  program(text: string, dialect?: Dialect): void;
  /** parses statements from the reader up to `)`, and the `)` */
  substitution(reader: Reader): void;
}

export interface Reader {
  text: string;
  at: number;
  findings: Findings;
  /** here-documents whose bodies follow the next newline */
  heredocs: Heredoc[];
}

export function fail(reason: string): never {
  throw new Unparsable(reason);
}

/** Records that the line hides what it runs. Parsing continues, so that rules see the rest. */
export function hide(findings: Findings, reason: string): void {
  findings.line.unparsable ??= reason;
}

/** Counts nodes. Throws `Unparsable` when there are too many or they take too long. */
export function count(findings: Findings, nodes = 1): void {
  findings.nodes += nodes;
  if (findings.nodes > limits.nodes) fail('too long');
  findings.timeLimit.count(nodes);
}

/** Parses a part by the grammar of a shell. */
export function within(findings: Findings, dialect: Dialect, body: () => void): void {
  const outer = findings.dialect;
  findings.dialect = dialect;
  try {
    body();
  } finally {
    findings.dialect = outer;
  }
}

/** Parses a part one nesting level deeper. */
export function nested(findings: Findings, body: () => void): void {
  findings.nesting += 1;
  try {
    if (findings.nesting > limits.nesting) fail('nested too deeply');
    body();
  } finally {
    findings.nesting -= 1;
  }
}

/** Skips line continuations and returns the character at the reader, without reading it; empty at the end. */
export function peek(reader: Reader): string {
  let char = reader.text.charAt(reader.at);
  while (char === '\\' && reader.text.charAt(reader.at + 1) === '\n') {
    reader.at += 2;
    char = reader.text.charAt(reader.at);
  }
  return char;
}

/** Reads the expected text, ignoring line continuations. Returns false and reads nothing if another text follows. */
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

/** Like `take`, without reading. */
export function sees(reader: Reader, expected: string): boolean {
  const start = reader.at;
  const found = take(reader, expected);
  reader.at = start;
  return found;
}

/** How another program starts a command. */
export interface Start {
  wrappedBy?: string;
  /** texts in arguments that the starting program replaces (`{}`) */
  placeholders?: readonly string[];
  /** the starting program appends arguments that are not on the line */
  appends?: boolean;
  /** shells are applets of one multi-call program */
  applets?: boolean;
  /** called for a shell that reads commands from its standard input */
  reads?: (by: Dialect) => void;
  /** how each path begins that `find` inserts for its placeholder */
  found?: string;
}

/** Whether a word certainly is exactly its text. */
export function certain(word: Word): boolean {
  return word.literal && !word.glob;
}

/** Returns a text to parse. Rejects one that the starting program may modify. */
export function constant(text: string, start: Start): string {
  if (start.placeholders?.some((placeholder) => text.includes(placeholder))) fail('parts of the command are replaced');
  return text;
}
