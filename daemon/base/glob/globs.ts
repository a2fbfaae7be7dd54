/** Matches paths against glob patterns in bounded time for every pattern. */

/** A pattern that cannot be compiled; the message gives the reason. */
export class BadGlob extends Error {}

/** Whether a path (components separated by slashes) matches. */
export type PathMatcher = (path: string) => boolean;

/** maximum number of alternatives that braces may expand to */
const MAX_ALTERNATIVES = 1_000;

type Token =
  | { kind: 'star' }
  | { kind: 'any' }
  | { kind: 'char'; char: string }
  | { kind: 'class'; test: (char: string) => boolean };
type Segment = 'globstar' | Token[];

/**
 * Compiles `?`, `*`, `**`, `[…]`, `{a,b}` and backslash escapes. `*` does not match slashes; `**` as a whole component
 * does. Names that begin with a dot match like any other. Throws BadGlob.
 */
export function compileGlob(pattern: string): PathMatcher {
  const alternatives = expandBraces(pattern).map((alternative) => alternative.split('/').map(compileSegment));
  return (path) => {
    const parts = path.split('/');
    return alternatives.some((segments) => matchAll(segments, parts, isGlobstar, matchSegment));
  };
}

/** Splits a pattern into its leading directories without special characters, and the rest. */
export function splitBase(pattern: string): { base: string; rest: string } {
  const parts = pattern.split('/');
  const special = parts.findIndex((part) => /[*?[\]{}\\]/.test(part));
  const end = special < 0 ? parts.length - 1 : special;
  return { base: parts.slice(0, end).join('/'), rest: parts.slice(end).join('/') };
}

function isGlobstar(segment: Segment): boolean {
  return segment === 'globstar';
}

function isStar(token: Token): boolean {
  return token.kind === 'star';
}

function matchSegment(segment: Segment, part: string): boolean {
  return segment === 'globstar' || matchAll(segment, part, isStar, matchToken);
}

function matchToken(token: Token, char: string): boolean {
  if (token.kind === 'char') return token.char === char;
  return token.kind === 'class' ? token.test(char) : true;
}

/** Matches a list against rules with wildcards; backtracking to the last wildcard is enough. */
function matchAll<Rule, Item>(
  rules: ArrayLike<Rule>,
  items: ArrayLike<Item>,
  isWild: (rule: Rule) => boolean,
  matches: (rule: Rule, item: Item) => boolean,
): boolean {
  let rule = 0;
  let item = 0;
  let wild = -1;
  let wildItem = 0;
  while (item < items.length) {
    const current = rules[rule];
    if (rule < rules.length && isWild(current as Rule)) {
      wild = rule;
      wildItem = item;
      rule += 1;
    } else if (rule < rules.length && matches(current as Rule, items[item] as Item)) {
      rule += 1;
      item += 1;
    } else if (wild >= 0) {
      rule = wild + 1;
      wildItem += 1;
      item = wildItem;
    } else {
      return false;
    }
  }
  while (rule < rules.length && isWild(rules[rule] as Rule)) rule += 1;
  return rule === rules.length;
}

function compileSegment(segment: string): Segment {
  if (segment === '**') return 'globstar';
  const tokens: Token[] = [];
  for (let at = 0; at < segment.length; at += 1) {
    const char = segment[at] ?? '';
    const close = char === '[' ? classEnd(segment, at) : -1;
    if (char === '*') {
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' });
    } else if (char === '?') tokens.push({ kind: 'any' });
    else if (close > 0) {
      tokens.push({ kind: 'class', test: compileClass(segment.slice(at + 1, close)) });
      at = close;
    } else if (char === '\\' && at + 1 < segment.length) {
      at += 1;
      tokens.push({ kind: 'char', char: segment[at] ?? '' });
    } else tokens.push({ kind: 'char', char });
  }
  return tokens;
}

function classEnd(segment: string, open: number): number {
  const first = /[!^]/.test(segment[open + 1] ?? '') ? open + 2 : open + 1;
  // a closing bracket in the first position is a member of the class
  return segment.indexOf(']', first + 1);
}

function compileClass(body: string): (char: string) => boolean {
  const negated = /^[!^]/.test(body);
  const members = negated ? body.slice(1) : body;
  const ranges: [string, string][] = [];
  for (let at = 0; at < members.length; at += 1) {
    const low = members[at] ?? '';
    const high = members[at + 1] === '-' && at + 2 < members.length ? (members[at + 2] ?? '') : low;
    if (high < low) throw new BadGlob(`the range ${low}-${high} is empty`);
    ranges.push([low, high]);
    if (members[at + 1] === '-' && at + 2 < members.length) at += 2;
  }
  return (char) => ranges.some(([low, high]) => low <= char && char <= high) !== negated;
}

function expandBraces(pattern: string): string[] {
  let pending = [pattern];
  const done: string[] = [];
  while (pending.length > 0) {
    const next: string[] = [];
    for (const text of pending) {
      const brace = firstBrace(text);
      if (!brace) done.push(text);
      else
        next.push(...brace.options.map((option) => text.slice(0, brace.open) + option + text.slice(brace.close + 1)));
    }
    if (done.length + next.length > MAX_ALTERNATIVES)
      throw new BadGlob(`the braces expand to more than ${MAX_ALTERNATIVES} patterns`);
    pending = next;
  }
  return done;
}

/** Finds the first balanced pair of braces and splits the text between its commas. */
function firstBrace(text: string): { open: number; close: number; options: string[] } | undefined {
  let open = -1;
  let depth = 0;
  let start = 0;
  let options: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === '{') {
      depth += 1;
      if (depth === 1) [open, start, options] = [at, at + 1, []];
    } else if (char === ',' && depth === 1) {
      options.push(text.slice(start, at));
      start = at + 1;
    } else if (char === '}' && depth > 0) {
      depth -= 1;
      if (depth === 0) return { open, close: at, options: [...options, text.slice(start, at)] };
    }
  }
  return undefined;
}

/**
 * Compiles a client's patterns into one matcher of relative paths; undefined when there are no patterns. A pattern
 * without a slash matches the file name at any depth, as in ignore files. Throws BadGlob.
 */
export function compileGlobs(patterns: readonly string[] | undefined): PathMatcher | undefined {
  if (patterns === undefined || patterns.length === 0) return undefined;
  const all = patterns.map((pattern) => ({ byName: !pattern.includes('/'), matches: compileGlob(pattern) }));
  return (path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return all.some(({ byName, matches }) => matches(byName ? name : path));
  };
}
