/** Tracks variables that a line sets to literals, and the values of words that contain them (engine.md 7). */
import type { Findings, Reader, WordValue } from './syntax.js';
import type { Draft } from './words.js';

/** What the line shows about its variables, up to the current position. */
export interface Variables {
  /** the whole line; no value is certain inside nested texts */
  line: string;
  /** all values that the line may assign to a variable */
  candidates: Map<string, Set<string>>;
  /** certain values of variables */
  certain: Map<string, string>;
  /** variables that got a certain value, in order */
  log: string[];
  /** number of open lists after `&&`, `||` and the like, whose assignments may not happen */
  conditional: number;
  /** something may have set any variable, or changed word splitting */
  lost: boolean;
  /** functions to run after the line is read: in loops and functions, a word may see later assignments */
  late: (() => void)[];
}

export function noVariables(line: string): Variables {
  return { line, candidates: new Map(), certain: new Map(), log: [], conditional: 0, lost: false, late: [] };
}

/** A parsed assignment. `certain`: its value if it is a literal. */
export interface Assignment {
  name: string;
  appends: boolean;
  values: string[];
  certain?: string;
}

const maxCandidates = 32;
/** Variables that the shell sets itself, or that cannot be set. */
const dynamic =
  /^(?:_|BASH.*|COMP_.*|COPROC|DIRSTACK|E?UID|EPOCH.*|FUNCNAME|GROUPS|HISTCMD|LINENO|MAPFILE|OLDPWD|OPTARG|OPTIND|PIPESTATUS|PPID|PWD|RANDOM|REPLY|SECONDS|SHELLOPTS|SRANDOM)$/u;

/** Records the assignments of a simple command after its words are read, because the words do not see them. */
export function settle({ variables, nesting }: Findings, assignments: readonly Assignment[], alone: boolean): void {
  for (const { name, appends, values, certain } of assignments) {
    const before = variables.certain.get(name);
    const earlier = [...(variables.candidates.get(name) ?? [])];
    note(variables, name, values);
    if (appends)
      note(
        variables,
        name,
        earlier.flatMap((start) => values.map((value) => start + value)),
      );
    variables.certain.delete(name);
    const value = appends && before !== undefined && certain !== undefined ? before + certain : certain;
    const happens = alone && nesting === 1 && variables.conditional === 0 && !dynamic.test(name);
    if (!happens || value === undefined || (appends && before === undefined)) continue;
    variables.certain.set(name, value);
    variables.log.push(name);
  }
}

/** Adds possible values of a variable. */
export function note({ candidates }: Variables, name: string, values: Iterable<string>): void {
  const known = candidates.get(name) ?? new Set();
  for (const value of values) if (known.size < maxCandidates) known.add(value);
  candidates.set(name, known);
}

/** Marks the value of a variable as unknown. */
export function forget({ variables }: Findings, name: string): void {
  variables.certain.delete(name);
  if (name === 'IFS') variables.lost = true;
}

/** Forgets assignments since a position, because they stay in a subshell. */
export function forgetSince({ variables }: Findings, start: number): void {
  for (const name of variables.log.splice(start)) variables.certain.delete(name);
}

/** Built-in commands that set variables, give them attributes, or run further commands. */
const setters = new Set([
  ...['.', 'declare', 'enable', 'eval', 'getopts', 'let', 'local', 'mapfile', 'read', 'readarray', 'readonly'],
  ...['shopt', 'source', 'trap', 'typeset', 'unset', 'wait'],
]);

/** Marks all values as uncertain after some commands. */
export function follows({ variables }: Findings, name: string): void {
  if (setters.has(name)) variables.lost = true;
}

const reference = /^\$(?:([A-Za-z_][A-Za-z0-9_]*)|\{([A-Za-z_][A-Za-z0-9_]*)(?:(?::?[-=+])([^$`"'\\{}]*))?\})$/u;
const blank = /[ \t\n]+/u;

/** Returns the possible values of a word with expansions. */
export function valueOf(reader: Reader, draft: Draft, pending: readonly Assignment[]): WordValue | undefined {
  const { expansions } = draft;
  if (!expansions) return undefined;
  const { findings } = reader;
  const { variables, line } = findings;
  const splits = expansions.some(({ start, end, quoted }) => !quoted || draft.text.slice(start, end).includes('@'));
  const value: WordValue = { candidates: candidatesOf(findings, draft, splits, pending), splits };
  const sure = !variables.lost && !line.repeats && reader.text === variables.line;
  const words = sure ? certainWords(draft, variables) : undefined;
  if (words) value.words = words;
  if (line.repeats)
    variables.late.push(() => {
      value.candidates = candidatesOf(findings, draft, splits, []);
    });
  return value;
}

interface Piece {
  text: string;
  quoted: boolean;
  /** the variable, if the expansion is nothing but its value */
  name?: string;
  /** the substitute value in the expansion itself */
  operand?: string;
}

/** Yields the literal parts of a word and its expansions, in order. */
function* pieces({ text, expansions }: Draft): Generator<Piece & { expands: boolean }> {
  let at = 0;
  for (const { start, end, quoted } of expansions ?? []) {
    if (start > at) yield { text: text.slice(at, start), quoted: true, expands: false };
    const expansion = text.slice(start, end);
    const [, plain, braced, operand] = reference.exec(expansion) ?? [];
    const name = plain ?? braced;
    yield {
      text: expansion,
      quoted,
      expands: true,
      ...(name !== undefined && { name }),
      operand,
    };
    at = end;
  }
  if (at < text.length) yield { text: text.slice(at), quoted: true, expands: false };
}

function candidatesOf(
  { variables: { candidates }, timeLimit }: Findings,
  draft: Draft,
  splits: boolean,
  pending: readonly Assignment[],
): string[] {
  let texts = [''];
  let some = false;
  for (const { text, name, operand } of pieces(draft)) {
    const possible = name === undefined ? [] : [...(candidates.get(name) ?? [])];
    for (const each of pending) if (each.name === name) possible.push(...each.values);
    if (operand !== undefined) possible.push(operand);
    some ||= possible.length > 0;
    const choices = possible.length > 0 ? possible : [text];
    timeLimit.count(texts.length * choices.length);
    texts = texts.flatMap((before) => choices.map((each) => before + each)).slice(0, maxCandidates);
  }
  if (!some) return [];
  for (const { length } of texts) timeLimit.count(1 + (length >> 3));
  const all = splits ? texts.flatMap((each) => [each, ...each.split(blank)]) : texts;
  return [...new Set(all)].slice(0, 2 * maxCandidates);
}

/** Returns the words that a word expands to if all values are certain; undefined for values with wildcards. */
function certainWords(draft: Draft, { certain }: Variables): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined = draft.mask.includes('q') ? '' : undefined;
  for (const { text, name, operand, quoted, expands } of pieces(draft)) {
    const value = !expands ? text : name === undefined || operand !== undefined ? undefined : certain.get(name);
    if (value === undefined || (/[*?[~\\]/u.test(value) && !(expands && quoted))) return undefined;
    if (quoted) word = (word ?? '') + value;
    else
      for (const [index, part] of value.split(blank).entries()) {
        if (index > 0 && word !== undefined) {
          words.push(word);
          word = undefined;
        }
        if (part !== '') word = (word ?? '') + part;
      }
  }
  if (word !== undefined) words.push(word);
  return words;
}
