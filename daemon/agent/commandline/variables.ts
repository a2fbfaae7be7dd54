/** Variables that a line sets to literals, and what words with expansions become by them (engine.md 7). */
import type { Findings, Reader, WordValue } from './syntax.js';
import type { Draft } from './words.js';

/** What the line shows about its variables, up to where it has been read. */
export interface Variables {
  /** the whole line: inside other texts nothing is certain */
  line: string;
  /** every value the line may give to a variable */
  candidates: Map<string, Set<string>>;
  /** values that a variable has for sure */
  certain: Map<string, string>;
  /** names that got a certain value, in order */
  log: string[];
  /** open lists behind `&&` or `||` and the like: what they assign may not happen */
  conditional: number;
  /** something may have set any variable, or changed how values become words */
  lost: boolean;
  /** run once the line is read: in loops and functions a word may see what is assigned behind it */
  late: (() => void)[];
}

export function noVariables(line: string): Variables {
  return { line, candidates: new Map(), certain: new Map(), log: [], conditional: 0, lost: false, late: [] };
}

/** An assignment as read; `certain` is its value, when it is a literal. */
export interface Assignment {
  name: string;
  appends: boolean;
  values: string[];
  certain?: string;
}

const maxCandidates = 32;
/** The shell gives these their values, or takes none. */
const dynamic =
  /^(?:_|BASH.*|COMP_.*|COPROC|DIRSTACK|E?UID|EPOCH.*|FUNCNAME|GROUPS|HISTCMD|LINENO|MAPFILE|OLDPWD|OPTARG|OPTIND|PIPESTATUS|PPID|PWD|RANDOM|REPLY|SECONDS|SHELLOPTS|SRANDOM)$/u;

/** Notes the assignments of a simple command, once its words are read: they do not see them. */
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

/** Adds values that a variable may get. */
export function note({ candidates }: Variables, name: string, values: Iterable<string>): void {
  const known = candidates.get(name) ?? new Set();
  for (const value of values) if (known.size < maxCandidates) known.add(value);
  candidates.set(name, known);
}

/** A variable gets a value that is not known. */
export function forget({ variables }: Findings, name: string): void {
  variables.certain.delete(name);
  if (name === 'IFS') variables.lost = true;
}

/** What was assigned since stays in a subshell. */
export function forgetSince({ variables }: Findings, start: number): void {
  for (const name of variables.log.splice(start)) variables.certain.delete(name);
}

/** Built-in commands that set variables, give them attributes, or run further commands. */
const setters = new Set([
  ...['.', 'declare', 'enable', 'eval', 'getopts', 'let', 'local', 'mapfile', 'read', 'readarray', 'readonly'],
  ...['shopt', 'source', 'trap', 'typeset', 'unset', 'wait'],
]);

/** After some commands no value is certain. */
export function follows({ variables }: Findings, name: string): void {
  if (setters.has(name)) variables.lost = true;
}

const reference = /^\$(?:([A-Za-z_][A-Za-z0-9_]*)|\{([A-Za-z_][A-Za-z0-9_]*)(?:(?::?[-=+])([^$`"'\\{}]*))?\})$/u;
const blank = /[ \t\n]+/u;

/** What a word with expansions may become. */
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
  /** the variable whose value it is, when it is nothing else */
  name?: string;
  /** the value in its place that the expansion itself gives */
  operand?: string;
}

/** The literal parts of a word and its expansions, in order. */
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

/** The words that a word becomes, when each of its values is certain; wildcards make a pattern of it. */
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
