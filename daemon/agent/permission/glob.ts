/** Patterns of permission rules: `?`, `*`, `**`, `[...]`, `{a,b}` and backslash, matched in time proportional to the text. */

/** How far wildcards reach: in a path `?`, `*` and `[...]` stop at `/`, in text nothing stops them. */
export type Style = 'path' | 'text';

type Token =
  | { kind: 'char'; char: string }
  | { kind: 'one' }
  | { kind: 'set'; negated: boolean; ranges: [string, string][] }
  /** anything but `/` in paths */
  | { kind: 'star' }
  | { kind: 'globstar' }
  /** `**` and the `/` behind it: any number of directories, also none */
  | { kind: 'directories' };

const maxAlternatives = 256;

/** A pattern that cannot be read; its message says why. */
export class BadPattern extends Error {}

export interface Glob {
  matches(text: string, ignoreCase: boolean): boolean;
  /** the only text it matches, when it has no wildcard and no choice */
  literal?: string;
}

export interface GlobOptions {
  style: Style;
  /** literal text before the pattern */
  prefix?: string;
  /** a trailing ` *` also matches nothing at all (commands) */
  optionalArguments?: boolean;
}

/** Compiles a pattern; throws `BadPattern`. */
export function compileGlob(pattern: string, options: GlobOptions): Glob {
  const sequences = tokenise([...pattern], options.style);
  const lead = [...(options.prefix ?? '')].map((char): Token => ({ kind: 'char', char }));
  const all = sequences.flatMap((sequence) => variants(sequence, options)).map((sequence) => [...lead, ...sequence]);
  const [only] = all;
  const ways = all.map((tokens) => ({ tokens, lead: leadOf(tokens) }));
  const run = options.style === 'path' ? runPath : runText;
  const glob: Glob = {
    matches: (text, ignoreCase) =>
      ways.some(({ tokens, lead }) => (ignoreCase || text.startsWith(lead)) && run(tokens, text, ignoreCase)),
  };
  if (all.length === 1 && only?.every((token) => token.kind === 'char'))
    glob.literal = only.map((token) => token.char).join('');
  return glob;
}

function leadOf(tokens: readonly Token[]): string {
  let lead = '';
  for (const token of tokens) {
    if (token.kind !== 'char') break;
    lead += token.char;
  }
  return lead;
}

/** Text as a pattern that matches only it. */
export function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]{}]/gu, '\\$&').replace(/^!/u, '\\!');
}

/** Whether the part of a pattern behind its last `/` holds a wildcard. */
export function wildcardInLastSegment(pattern: string): boolean {
  const plain = pattern.replace(/\\./gsu, 'x');
  return (
    plain.endsWith('/') ||
    /[*?[{]/u.test(plain.slice(plain.lastIndexOf('/') + 1)) ||
    /\{[^}]*$/u.test(plain.slice(0, plain.lastIndexOf('/') + 1))
  );
}

function variants(sequence: Token[], options: GlobOptions): Token[][] {
  const last = sequence.at(-1);
  const before = sequence.at(-2);
  if (options.optionalArguments && isWild(last) && before?.kind === 'char' && before.char === ' ')
    return [sequence, sequence.slice(0, -2)];
  if (options.style === 'path' && last?.kind === 'char' && last.char === '/')
    return [sequence.slice(0, -1), [...sequence, { kind: 'globstar' }]];
  return [sequence];
}

function isWild(token: Token | undefined): boolean {
  return token?.kind === 'star' || token?.kind === 'globstar';
}

function tokenise(chars: string[], style: Style): Token[][] {
  let results: Token[][] = [[]];
  const append = (choices: Token[][]): void => {
    results = results.flatMap((result) => choices.map((choice) => [...result, ...choice]));
    if (results.length > maxAlternatives) throw new BadPattern('too many alternatives');
  };
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at] ?? '';
    if (char === '\\') {
      at += 1;
      const next = chars[at];
      if (next === undefined) throw new BadPattern('a backslash at the end');
      append([[{ kind: 'char', char: next }]]);
    } else if (char === '?') append([[{ kind: 'one' }]]);
    else if (char === '*') {
      const start = at;
      while (chars[at + 1] === '*') at += 1;
      const segment =
        at > start && style === 'path' && chars[at + 1] === '/' && (start === 0 || chars[start - 1] === '/');
      if (segment) at += 1;
      append([[{ kind: segment ? 'directories' : at > start ? 'globstar' : 'star' }]]);
    } else if (char === '[') {
      const { token, end } = set(chars, at);
      at = end;
      append([[token]]);
    } else if (char === '{') {
      const { choices, end } = braces(chars, at, style);
      at = end;
      append(choices);
    } else append([[{ kind: 'char', char }]]);
  }
  return results;
}

function set(chars: string[], open: number): { token: Token; end: number } {
  let at = open + 1;
  const negated = chars[at] === '!' || chars[at] === '^';
  if (negated) at += 1;
  const ranges: [string, string][] = [];
  for (let first = true; first || chars[at] !== ']'; first = false) {
    const from = member(chars, at);
    at = from.next;
    if (chars[at] === '-' && chars[at + 1] !== ']' && chars[at + 1] !== undefined) {
      const to = member(chars, at + 1);
      at = to.next;
      ranges.push([from.char, to.char]);
    } else ranges.push([from.char, from.char]);
  }
  return { token: { kind: 'set', negated, ranges }, end: at };
}

function member(chars: string[], at: number): { char: string; next: number } {
  const char = chars[at] === '\\' ? chars[at + 1] : chars[at];
  if (char === undefined) throw new BadPattern('an open [ (write \\[ for the character)');
  return { char, next: at + (chars[at] === '\\' ? 2 : 1) };
}

function braces(chars: string[], open: number, style: Style): { choices: Token[][]; end: number } {
  const parts: string[][] = [[]];
  let depth = 1;
  let at = open + 1;
  for (; at < chars.length; at += 1) {
    const char = chars[at] ?? '';
    if (char === '{') depth += 1;
    if (char === '}') depth -= 1;
    if (depth === 0) break;
    if (char === ',' && depth === 1) parts.push([]);
    else parts.at(-1)?.push(char);
    if (char === '\\') {
      at += 1;
      parts.at(-1)?.push(chars[at] ?? '');
    }
  }
  if (depth > 0) throw new BadPattern('an open { (write \\{ for the character)');
  // As in a shell, braces without a comma are ordinary characters.
  const literal = parts.length === 1;
  const choices = parts.flatMap((part) => tokenise(part, style));
  const wrap = (choice: Token[]): Token[] => [{ kind: 'char', char: '{' }, ...choice, { kind: 'char', char: '}' }];
  return { choices: literal ? choices.map(wrap) : choices, end: at };
}

/** Text has one kind of star: the last one met takes up what did not fit. */
function runText(tokens: readonly Token[], text: string, ignoreCase: boolean): boolean {
  const chars = /[\ud800-\udbff]/.test(text) ? [...text] : text;
  let at = 0;
  let state = 0;
  let star = -1;
  let taken = 0;
  while (at < chars.length) {
    const token = tokens[state];
    if (isWild(token)) {
      star = state;
      taken = at;
      state += 1;
      if (state === tokens.length) return true;
    } else if (token && accepts(token, chars[at] ?? '', ignoreCase)) {
      at += 1;
      state += 1;
    } else if (star < 0) return false;
    else {
      taken += 1;
      at = taken;
      state = star + 1;
    }
  }
  while (isWild(tokens[state])) state += 1;
  return state === tokens.length;
}

function accepts(token: Token, char: string, ignoreCase: boolean): boolean {
  if (token.kind === 'char') return same(token.char, char, ignoreCase);
  return token.kind === 'one' || (token.kind === 'set' && contains(token, char, ignoreCase));
}

/** Paths have several kinds: all ways through the pattern are followed at once. */
function runPath(tokens: readonly Token[], text: string, ignoreCase: boolean): boolean {
  let active = new Set<number>();
  enter(tokens, 0, active);
  for (const char of text) {
    const following = new Set<number>();
    for (const state of active) step(tokens, state, char, ignoreCase, following);
    if (following.size === 0) return false;
    active = following;
  }
  return active.has(tokens.length);
}

function enter(tokens: readonly Token[], state: number, into: Set<number>): void {
  for (let at = state; !into.has(at); at += 1) {
    into.add(at);
    const kind = tokens[at]?.kind;
    if (kind !== 'star' && kind !== 'globstar' && kind !== 'directories') return;
    if (kind === 'directories') {
      enter(tokens, at + 1, into);
      return;
    }
  }
}

function step(tokens: readonly Token[], at: number, char: string, ignoreCase: boolean, into: Set<number>): void {
  // Inside a directory's name (complement of the index) the way past the directories is closed until the next `/`.
  const state = at < 0 ? ~at : at;
  const token = tokens[state];
  if (!token) return;
  if (token.kind === 'globstar' || (token.kind === 'star' && char !== '/')) enter(tokens, state, into);
  else if (token.kind === 'directories') {
    into.add(~state);
    if (char === '/') enter(tokens, state + 1, into);
  } else if (token.kind !== 'star' && (token.kind === 'char' || char !== '/') && accepts(token, char, ignoreCase))
    enter(tokens, state + 1, into);
}

function same(left: string, right: string, ignoreCase: boolean): boolean {
  return left === right || (ignoreCase && left.toLowerCase() === right.toLowerCase());
}

function contains(token: Extract<Token, { kind: 'set' }>, char: string, ignoreCase: boolean): boolean {
  const forms = ignoreCase ? [char, char.toLowerCase(), char.toUpperCase()] : [char];
  return token.ranges.some(([from, to]) => forms.some((form) => form >= from && form <= to)) !== token.negated;
}
