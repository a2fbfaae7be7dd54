/** Queries a tree of names: which names match, in which order, and at which positions (rest.md 19 and 20). */
import { compileGlobs } from '../../base/glob/globs.js';
import {
  bestScore,
  fold,
  matchName,
  needleOf,
  positionsOf,
  ranks,
  scoreOf,
  type Match,
  type Needle,
  type Rank,
} from './match.js';
import { hasLetters, kindOf, pathOf, type Folder, type Kind } from './tree.js';

export interface Question {
  /** `search`: the name alone, by score, then path; `suggest`: by segments, ordered by rank, span, depth, then path */
  kind: 'search' | 'suggest';
  query: string;
  limit: number;
  /** include names that begin with a dot, and everything below them */
  hidden: boolean;
  /** globs on the relative path, or on the name without a `/`; an excluded directory excludes everything below it */
  include: readonly string[];
  exclude: readonly string[];
}

export interface Hit {
  path: string;
  name: string;
  kind: Kind;
  /** 0 to 1 */
  score: number;
  /** offsets in `path`, UTF-16 code units */
  match_positions: number[];
}

export interface Answer {
  items: Hit[];
  /** there are more matches */
  truncated: boolean;
}

/** How the leading segments of a query match the path of a folder. */
interface PathMatch {
  rank: Rank;
  /** the folders that match the segments, from the top */
  steps: { folder: Folder; needle: Needle; match: Match }[];
}

/** A matching name. */
interface Found {
  folder: Folder;
  at: number;
  match: Match;
  pathMatch: PathMatch;
  /** lower is better */
  cost: number;
  path?: string;
}

const noSteps: PathMatch = { rank: ranks.exact, steps: [] };
/** Names that are collected beyond the limit before the best of them are picked. */
const surplus = 1_024;

/** Throws BadGlob for an invalid pattern. */
export function askTree(root: Folder, question: Question): Answer {
  const { hidden } = question;
  const wants = filterOf(question);
  const { needles, last, direct } = needlesOf(question);
  const best = createBest(question.limit, wants.name);
  const matchPath = createPathMatcher(needles, direct);
  const collect = question.kind === 'search' ? collectByScore : collectByRank;
  const pending: Folder[] = [root];
  for (let folder = pending.pop(); folder; folder = pending.pop()) {
    const pathMatch = matchPath(folder);
    if (pathMatch) collect(folder, last, pathMatch, best, hidden);
    // an empty query shows only the top level
    if (needles.length === 0 && last.text === '') break;
    const next = pending.length;
    for (const below of folder.folders.values()) {
      if ((hidden || !below.hidden) && wants.folder(below)) pending.push(below);
    }
    // visits folders roughly in path order, so that later names replace few earlier ones
    if (pending.length > next + 1) pending.push(...pending.splice(next).reverse());
  }
  return { items: best.pick().map((found) => hitOf(found, last)), truncated: best.more() };
}

/** Tests a name in a folder. */
type Test = (folder: Folder, name: string) => boolean;

function filterOf({ include, exclude }: Question): { name: Test; folder(folder: Folder): boolean } {
  const included = testOf(include);
  const excluded = testOf(exclude);
  return {
    name: (folder, name) => (!included || included(folder, name)) && !excluded?.(folder, name),
    folder: ({ parent, name }) => !excluded || !parent || !excluded(parent, name),
  };
}

function testOf(patterns: readonly string[]): Test | undefined {
  const matches = compileGlobs(patterns);
  return matches && ((folder, name) => matches(pathOf(folder, name)));
}

/** Returns the needles of the name and of the folders above it. `direct`: only direct children of the folders match. */
function needlesOf({ kind, query }: Question): { needles: Needle[]; last: Needle; direct: boolean } {
  if (kind === 'search') return { needles: [], last: needleOf(query), direct: false };
  const segments = query.split('/');
  const last = needleOf(segments.pop() ?? '');
  const needles = segments.filter((segment) => segment !== '' && segment !== '.').map(needleOf);
  return { needles, last, direct: last.text === '' };
}

type Collect = (folder: Folder, needle: Needle, pathMatch: PathMatch, best: Best, hidden: boolean) => void;

const collectByScore: Collect = (folder, needle, pathMatch, best, hidden) => {
  const { names, folded, marks } = folder;
  for (let at = 0; at < names.length; at += 1) {
    if (!hasLetters(marks[at] ?? 0, needle.bag)) continue;
    const name = names[at] ?? '';
    if (!hidden && name.startsWith('.')) continue;
    const text = folded[at] ?? '';
    if (best.bar() === -1 && !text.startsWith(needle.text)) continue;
    const match = matchName(needle, name, text);
    if (!match || -bestScore(needle, match) > best.bar()) continue;
    best.offer({ folder, at, match, pathMatch, cost: -scoreOf(needle, name, text, match) });
  }
};

const collectByRank: Collect = (folder, needle, pathMatch, best, hidden) => {
  const { names, folded, marks } = folder;
  for (let at = 0; at < names.length; at += 1) {
    if (!hasLetters(marks[at] ?? 0, needle.bag)) continue;
    const name = names[at] ?? '';
    if (!hidden && name.startsWith('.')) continue;
    const text = folded[at] ?? '';
    if (best.bar() < leastOfSubsequences && !text.startsWith(needle.text)) continue;
    const match = matchName(needle, name, text);
    if (match) best.offer({ folder, at, match, pathMatch, cost: rankCost(folder, match, pathMatch) });
  }
};

/** Combines rank, span and depth into one number: span and depth stay below the maximum path length. */
function rankCost(folder: Folder, match: Match, pathMatch: PathMatch): number {
  const rank = pathMatch.rank > match.rank ? pathMatch.rank : match.rank;
  return (rank * 65_536 + spanOf(folder, match, pathMatch)) * 65_536 + folder.depth;
}

const leastOfSubsequences = ranks.subsequence * 65_536 * 65_536;

/** Returns the length from the first matched character of the path to the last. */
function spanOf(folder: Folder, match: Match, { steps }: PathMatch): number {
  const first = steps[0];
  if (!first) return match.span;
  const last = steps.at(-1) ?? first;
  const end =
    match.span > 0
      ? nameOffset(folder) + match.start + match.span
      : offsetOf(last.folder) + last.match.start + last.match.span;
  return end - offsetOf(first.folder) - first.match.start;
}

/** Returns the offset of a folder's name in its path. */
function offsetOf({ path, name }: Folder): number {
  return path.length - name.length;
}

/** Returns the offset of the names in a folder in their paths. */
function nameOffset({ path }: Folder): number {
  return path === '' ? 0 : path.length + 1;
}

/**
 * Matches the leading segments of a query with the folders above a name: in order, with gaps. Prefers better
 * matches, then folders nearer to the name. Returns undefined without a match.
 */
function createPathMatcher(needles: readonly Needle[], direct: boolean): (folder: Folder) => PathMatch | undefined {
  if (needles.length === 0) return () => noSteps;
  const known = new Map<Folder, (Match | undefined)[]>();
  const matchesOf = (folder: Folder): (Match | undefined)[] => {
    let matches = known.get(folder);
    if (!matches) {
      const folded = fold(folder.name);
      matches = needles.map((needle) => matchName(needle, folder.name, folded));
      known.set(folder, matches);
    }
    return matches;
  };
  const fit = (folder: Folder, rank: Rank): PathMatch | undefined => {
    const steps: PathMatch['steps'] = [];
    let at: Folder | undefined = folder;
    for (let left = needles.length; left > 0; at = at.parent) {
      if (at?.parent === undefined) return undefined;
      const match: Match | undefined = matchesOf(at)[left - 1];
      if (match && match.rank <= rank) {
        left -= 1;
        steps.unshift({ folder: at, needle: needles[left] as Needle, match });
      } else if (direct && left === needles.length) return undefined;
    }
    return { rank, steps };
  };
  return (folder) => fit(folder, ranks.exact) ?? fit(folder, ranks.prefix) ?? fit(folder, ranks.subsequence);
}

interface Best {
  /** a candidate with a higher cost is not among the best */
  bar(): number;
  offer(found: Found): void;
  /** returns the best names in their order */
  pick(): Found[];
  /** whether there are more matches than the limit */
  more(): boolean;
}

/** Keeps the best names that pass a test. Runs the slow test only for names that are good enough. */
function createBest(limit: number, passes: Test): Best {
  let kept: Found[] = [];
  let last: Found | undefined;
  let more = false;
  const pick = (): Found[] => {
    kept.sort(compare);
    if (kept.length > limit) {
      more = true;
      kept = kept.slice(0, limit);
      last = kept.at(-1);
    }
    return kept;
  };
  return {
    bar: () => last?.cost ?? Infinity,
    offer(found) {
      if (last && compare(found, last) > 0) return;
      if (!passes(found.folder, found.folder.names[found.at] ?? '')) return;
      kept.push(found);
      if (kept.length > limit + surplus) pick();
    },
    pick,
    more: () => more,
  };
}

function compare(a: Found, b: Found): number {
  return a.cost - b.cost || comparePaths(a, b);
}

/** Compares by path. The folder paths usually decide, without building the full paths. */
function comparePaths(a: Found, b: Found): number {
  const [above, other] = [a.folder.path, b.folder.path];
  if (!above.startsWith(other) && !other.startsWith(above)) return above < other ? -1 : 1;
  return foundPath(a) < foundPath(b) ? -1 : 1;
}

function foundPath(found: Found): string {
  return (found.path ??= pathOf(found.folder, found.folder.names[found.at] ?? ''));
}

function hitOf(found: Found, last: Needle): Hit {
  const { folder, at, match, pathMatch } = found;
  const [name, folded] = [folder.names[at] ?? '', folder.folded[at] ?? ''];
  return {
    path: foundPath(found),
    name,
    kind: kindOf(folder.marks[at] ?? 0),
    score: scoreOf(last, name, folded, match),
    match_positions: [
      ...pathMatch.steps.flatMap((step) =>
        positionsOf(step.needle, fold(step.folder.name), step.match).map((place) => offsetOf(step.folder) + place),
      ),
      ...positionsOf(last, folded, match).map((place) => nameOffset(folder) + place),
    ],
  };
}
