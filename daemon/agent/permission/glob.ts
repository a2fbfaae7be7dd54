/** Matches patterns of rules, `?`, `*`, `**`, `[...]`, `{a,b}` and backslash, in time proportional to the text. */

/** What wildcards match: in a path, `?`, `*` and `[...]` stop at `/`; in text, at nothing. */
export type Style = 'path' | 'text';

export type Token =
  | { kind: 'char'; char: string }
  | { kind: 'one' }
  | { kind: 'set'; negated: boolean; ranges: [string, string][] }
  /** any characters; in paths, all but `/` */
  | { kind: 'star' }
  | { kind: 'globstar' }
  /** `**` and the `/` after it: any number of directories, including none */
  | { kind: 'directories' };

const maxAlternatives = 256;
const maxNesting = 32;

/** An invalid pattern. The message gives the reason. */
export class BadPattern extends Error {}

/** Counts units of matching work. May throw when there are too many. */
export type Count = (pieces?: number) => void;

export interface Glob {
  matches(text: string, ignoreCase: boolean, count?: Count): boolean;
  /** the token sequences for all combinations of its choices */
  alternatives: readonly Token[][];
  /** the only matching text of a pattern without wildcards and choices */
  literal?: string;
}

export interface GlobOptions {
  style: Style;
  /** literal text before the pattern */
  prefix?: string;
  /** a trailing ` *` also matches no arguments (commands) */
  optionalArguments?: boolean;
  count?: Count;
}

/** Compiles a pattern. Throws `BadPattern`. */
export function compileGlob(pattern: string, options: GlobOptions): Glob {
  const sequences = tokenise([...pattern], options, 0);
  const prefix = [...(options.prefix ?? '')].map((char): Token => ({ kind: 'char', char }));
  const all = sequences.flatMap((sequence) => variants(sequence, options)).map((sequence) => [...prefix, ...sequence]);
  const [only] = all;
  const prepared = all.map(alternativeOf);
  const run = options.style === 'path' ? runPath : runText;
  const glob: Glob = {
    matches(text, ignoreCase, count = () => {}) {
      for (const alternative of prepared)
        if (begins(text, alternative.lead, ignoreCase) && run(alternative, text, ignoreCase, count)) return true;
      return false;
    },
    alternatives: all,
  };
  if (all.length === 1 && only?.every((token) => token.kind === 'char'))
    glob.literal = only.map((token) => token.char).join('');
  return glob;
}

/** One combination of a pattern's choices. */
interface Alternative {
  /** `lead`: the literal beginning of every match; `rest`: the tokens after it */
  lead: string;
  rest: Token[];
}

function alternativeOf(tokens: Token[]): Alternative {
  const end = tokens.findIndex((token) => token.kind !== 'char');
  const literal = tokens.slice(0, end < 0 ? undefined : end);
  const lead = literal.map((token) => (token.kind === 'char' ? token.char : '')).join('');
  return { lead, rest: tokens.slice(literal.length) };
}

function begins(text: string, lead: string, ignoreCase: boolean): boolean {
  if (!ignoreCase) return text.startsWith(lead);
  if (text.length < lead.length) return false;
  for (let at = 0; at < lead.length; at += 1) if (!same(lead.charAt(at), text.charAt(at), true)) return false;
  return true;
}

/** Escapes a text to a pattern that matches only this text. */
export function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]{}]/gu, '\\$&').replace(/^!/u, '\\!');
}

/** Whether the part of a pattern after its last `/` contains a wildcard. */
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

export function isWild(token: Token | undefined): boolean {
  return token?.kind === 'star' || token?.kind === 'globstar';
}

function tokenise(chars: string[], options: GlobOptions, nesting: number): Token[][] {
  const { style, count } = options;
  if (nesting > maxNesting) throw new BadPattern('braces nested too deeply');
  let results: Token[][] = [[]];
  const append = (token: Token): void => {
    count?.(results.length);
    for (const result of results) result.push(token);
  };
  const branch = (choices: Token[][]): void => {
    if (results.length * choices.length > maxAlternatives) throw new BadPattern('too many alternatives');
    results = results.flatMap((result) =>
      choices.map((choice) => {
        count?.((result.length + choice.length) >> 2);
        return [...result, ...choice];
      }),
    );
  };
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at] ?? '';
    if (char === '\\') {
      at += 1;
      const next = chars[at];
      if (next === undefined) throw new BadPattern('a backslash at the end');
      append({ kind: 'char', char: next });
    } else if (char === '?') append({ kind: 'one' });
    else if (char === '*') {
      const start = at;
      while (chars[at + 1] === '*') at += 1;
      const segment =
        at > start && style === 'path' && chars[at + 1] === '/' && (start === 0 || chars[start - 1] === '/');
      if (segment) at += 1;
      append({ kind: segment ? 'directories' : at > start ? 'globstar' : 'star' });
    } else if (char === '[') {
      const { token, end } = set(chars, at);
      at = end;
      append(token);
    } else if (char === '{') {
      const { choices, end } = braces(chars, at, options, nesting);
      at = end;
      const [only] = choices;
      if (only && choices.length === 1) only.forEach(append);
      else branch(choices);
    } else append({ kind: 'char', char });
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

function braces(
  chars: string[],
  open: number,
  options: GlobOptions,
  nesting: number,
): { choices: Token[][]; end: number } {
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
  // As in a shell, braces without a comma are literal.
  const literal = parts.length === 1;
  const choices = parts.flatMap((part) => tokenise(part, options, nesting + 1));
  const wrap = (choice: Token[]): Token[] => [{ kind: 'char', char: '{' }, ...choice, { kind: 'char', char: '}' }];
  return { choices: literal ? choices.map(wrap) : choices, end: at };
}

/** Steps of matching that are counted together. */
const stride = 256;

/** Matches text. It has one kind of star, so that backtracking to the last one suffices. */
function runText({ rest: tokens, lead }: Alternative, text: string, ignoreCase: boolean, count: Count): boolean {
  const behind = text.slice(lead.length);
  const chars = /[\ud800-\udbff]/.test(behind) ? [...behind] : behind;
  let at = 0;
  let state = 0;
  let star = -1;
  let taken = 0;
  for (let steps = 1; at < chars.length; steps += 1) {
    if (steps % stride === 0) count(stride);
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

export function accepts(token: Token, char: string, ignoreCase: boolean): boolean {
  if (token.kind === 'char') return same(token.char, char, ignoreCase);
  return token.kind === 'one' || (token.kind === 'set' && contains(token, char, ignoreCase));
}

/** Matches a path. It has several kinds of stars, so that all states are tracked at once. */
function runPath({ rest: tokens, lead }: Alternative, text: string, ignoreCase: boolean, count: Count): boolean {
  let active = new Set<number>();
  enter(tokens, 0, active);
  for (const char of text.slice(lead.length)) {
    const following = new Set<number>();
    count(active.size);
    for (const state of active) {
      const token = tokens[state];
      if (token?.kind === 'set') count(token.ranges.length);
      step(tokens, state, char, ignoreCase, following);
    }
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
  }
}

function step(tokens: readonly Token[], at: number, char: string, ignoreCase: boolean, into: Set<number>): void {
  // A complemented index means inside a directory name: the next token is reachable only after a `/`.
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
