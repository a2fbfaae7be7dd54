/** Lists directories of a session: filters, sorts and recurses in small pieces that do not block other work. */
import path from 'node:path';
import { existsSync, realpathSync, type Dirent, type Stats } from 'node:fs';
import type { FileEntry } from '../../../schemas/generated/types.js';
import { errorCode } from '../../base/fs/errno.js';
import { ApiError, invalid } from '../../errors.js';
import { readGitStatus, type GitPathStatus } from '../git/status.js';
import { BadGlob, compileGlobs, type PathMatcher } from '../../base/glob/globs.js';
import { inside } from '../../base/fs/paths.js';
import { entryAt, newEffort, sortFacts, type Effort, type Spot } from './entry.js';
import { fileError, noDirectory } from './failures.js';
import {
  absoluteBase,
  addRules,
  clonesOwnFile,
  isIgnored,
  readIgnoreFile,
  workTreeAbove,
  type IgnoreFound,
  type IgnoreLevel,
} from '../../base/ignore/levels.js';
import { namesOf, shownPath } from './names.js';
import type { Pin } from './pin.js';
import { pinName, withPath, type Reach } from './reach.js';
import { opendir } from './system.js';
import { createPause, filterInPieces, mapSome, sortInPieces, type PauseIfDue } from '../../base/async/pieces.js';

/** The options of a listing (rest.md 19). */
export interface ListRequest {
  depth: number;
  /** maximum number of entries at the top level */
  limit: number;
  show_hidden: boolean;
  follow_gitignore: boolean;
  exclude_globs?: readonly string[];
  sort: 'type_first' | 'name_asc' | 'name_desc' | 'mtime_desc' | 'size_desc';
}

export interface ListContext {
  /** aborts when the caller no longer waits for the list */
  signal: AbortSignal;
  /** environment variables for git, which reports how entries differ from the last commit; absent: no git status */
  env?: Readonly<Record<string, string>>;
}

export interface Listing {
  items: FileEntry[];
  truncated: boolean;
  children_by_path?: Record<string, FileEntry[]>;
}

/** Maximum number of entries that one call reads, including omitted ones. */
const maxWalked = 200_000;

interface Walk extends ListContext {
  reach: Reach;
  request: ListRequest;
  excluded: PathMatcher | undefined;
  left: number;
  pauseIfDue: PauseIfDue;
  effort: Effort;
  children: Map<string, FileEntry[]>;
  /** the git status of a path relative to the listed directory */
  statusOf: GitPathStatus['of'] | undefined;
  /** number of names in the path from the working directory to the listed directory */
  above: number;
}

/** Throws FS_PATH_*, FS_PERMISSION_DENIED, FS_TOO_MANY_RESULTS, and VALIDATION_FAILED for a bad pattern. */
export async function listFiles(
  reach: Reach,
  given: string,
  request: ListRequest,
  context: ListContext,
): Promise<Listing> {
  return createLister(reach, request, context)(given);
}

/** Lists several directories. A failure affects only its own directory; a path out of the session fails the call. */
export async function listManyFiles(
  reach: Reach,
  paths: readonly string[],
  request: ListRequest,
  context: ListContext,
): Promise<{
  results: Record<string, FileEntry[]>;
  truncated_paths?: string[];
  partial_errors?: Record<string, { code: number; msg: string }>;
}> {
  paths.forEach(namesOfUnlessMissing);
  const results = new Map<string, FileEntry[]>();
  const cut: string[] = [];
  const failed = new Map<string, { code: number; msg: string }>();
  const list = createLister(reach, { ...request, depth: 1 }, context);
  for (const path of new Set(paths)) {
    try {
      const { items, truncated } = await list(path);
      results.set(path, items);
      if (truncated) cut.push(path);
    } catch (error) {
      if (!(error instanceof ApiError) || error.errorName === 'FS_PATH_ESCAPES_SESSION') throw error;
      failed.set(path, { code: error.code, msg: error.message });
    }
  }
  return {
    results: Object.fromEntries(results),
    ...(cut.length > 0 ? { truncated_paths: cut } : {}),
    ...(failed.size > 0 ? { partial_errors: Object.fromEntries(failed) } : {}),
  };
}

/** Returns a function that lists one directory. All its calls share the limits of one request. */
function createLister(reach: Reach, request: ListRequest, context: ListContext): (given: string) => Promise<Listing> {
  const shared = { excluded: excludedBy(request), pauseIfDue: createPause(), effort: newEffort() };
  return async (given) => {
    const children = new Map<string, FileEntry[]>();
    const names = namesOf(given);
    return withPath(reach, given, async (directory) => {
      if (!directory.stats.isDirectory()) throw noDirectory(directory, given);
      const statusOf = await statusesIn(directory, context);
      const own = { left: maxWalked, children, statusOf, above: names.length };
      const walk: Walk = { ...context, ...shared, ...own, reach, request };
      const rules = request.follow_gitignore ? rulesAbove(reach, directory) : undefined;
      const { items, truncated } = await level(walk, directory, names, rules, 1);
      return { items, truncated, ...(request.depth > 1 ? { children_by_path: Object.fromEntries(children) } : {}) };
    });
  };
}

/** Rejects a path out of the session before anything is read. A path that cannot exist fails on its own later. */
function namesOfUnlessMissing(given: string): void {
  try {
    namesOf(given);
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorName === 'FS_PATH_ESCAPES_SESSION') throw error;
  }
}

function excludedBy({ exclude_globs: globs }: ListRequest): PathMatcher | undefined {
  try {
    return compileGlobs(globs);
  } catch (error) {
    if (error instanceof BadGlob) throw invalid('exclude_globs', error.message);
    throw error;
  }
}

interface Candidate {
  name: string;
  isDirectory: boolean;
  isLink: boolean;
  facts?: Stats;
}

async function level(
  walk: Walk,
  directory: Pin,
  names: readonly string[],
  above: IgnoreLevel | undefined,
  depth: number,
): Promise<{ items: FileEntry[]; truncated: boolean }> {
  const { request, pauseIfDue } = walk;
  const prefix = names.length === 0 ? '' : `${shownPath(names)}/`;
  const { candidates, hasGit } = await readNames(walk, directory, prefix);
  const rules = request.follow_gitignore ? rulesOf(directory, above, hasGit) : undefined;
  const base = directory.real === path.sep ? path.sep : `${directory.real}/`;
  const wanted = rules
    ? await filterInPieces(candidates, (each) => !isIgnored(rules, base + each.name, each.isDirectory), pauseIfDue)
    : candidates;
  const spotOf = ({ name }: Candidate): Spot => ({ reach: walk.reach, parent: directory, name, path: prefix + name });
  await addFacts(walk, wanted, spotOf);
  const limit = depth === 1 ? request.limit : Infinity;
  const sorted = await sortInPieces(wanted, orders[request.sort], pauseIfDue, limit);
  const found = await mapSome(sorted, async (each) => entryOf(walk, spotOf(each)));
  const items = found.filter((entry) => entry !== undefined);
  await addStatuses(walk, names, items);
  if (depth > 1) walk.children.set(shownPath(names), items);
  if (depth < request.depth) {
    for (const entry of items) {
      if (entry.kind === 'directory' && entry.is_symlink_to === undefined)
        await descend(walk, directory, [...names, entry.name], rules, depth + 1);
    }
  }
  return { items, truncated: wanted.length > sorted.length };
}

/** Skips a directory that is gone, was replaced or is unreadable. The level above still lists it. */
async function descend(
  walk: Walk,
  parent: Pin,
  names: readonly string[],
  rules: IgnoreLevel | undefined,
  depth: number,
): Promise<void> {
  if (walk.signal.aborted) return;
  const { reach, children } = walk;
  const path = shownPath(names);
  try {
    const pin = await pinName(reach, parent, names.at(-1) ?? '');
    try {
      if (!pin.stats.isDirectory() || !inside(reach.directories, pin.real)) return;
      await level(walk, pin, names, rules, depth);
      if (!(await pin.holds())) forget(children, path);
    } finally {
      await pin.release();
    }
  } catch (error) {
    // `fileError` does not translate it: an ApiError of the whole call, or an unexpected error
    if (fileError(error, path) === error) throw error;
  }
}

function forget(children: Map<string, FileEntry[]>, path: string): void {
  for (const each of children.keys()) if (each === path || each.startsWith(`${path}/`)) children.delete(each);
}

async function readNames(
  walk: Walk,
  directory: Pin,
  prefix: string,
): Promise<{ candidates: Candidate[]; hasGit: boolean }> {
  const { request, excluded, pauseIfDue, signal } = walk;
  const candidates: Candidate[] = [];
  let hasGit = false;
  for await (const entry of await opendir(directory.by, { bufferSize: 256 })) {
    walk.left -= 1;
    if (walk.left < 0) throw new ApiError('FS_TOO_MANY_RESULTS');
    if (signal.aborted) break;
    const { name } = entry;
    if (name === '.git') hasGit = true;
    else if ((request.show_hidden || !name.startsWith('.')) && excluded?.(prefix + name) !== true) {
      const candidate = candidateOf(entry);
      if (candidate) candidates.push(candidate);
    }
    const pause = pauseIfDue();
    if (pause) await pause;
  }
  return { candidates, hasGit };
}

/** Returns undefined for a pipe, socket or device. */
function candidateOf(entry: Dirent): Candidate | undefined {
  const [isDirectory, isLink] = [entry.isDirectory(), entry.isSymbolicLink()];
  return isDirectory || isLink || entry.isFile() ? { name: entry.name, isDirectory, isLink } : undefined;
}

/** Reads what the sort order depends on: times and sizes, and the targets of links. */
async function addFacts(
  walk: Walk,
  candidates: readonly Candidate[],
  spotOf: (each: Candidate) => Spot,
): Promise<void> {
  const { sort } = walk.request;
  if (sort === 'name_asc' || sort === 'name_desc') return;
  const some = sort === 'type_first' ? candidates.filter(({ isLink }) => isLink) : candidates;
  await mapSome(some, async (each) => {
    if (walk.signal.aborted) return;
    const facts = await sortFacts(spotOf(each), each.isLink);
    if (facts === undefined) return;
    each.facts = facts;
    each.isDirectory = facts.isDirectory();
  });
}

/** Returns undefined for a missing file and for pipes, sockets and devices. */
async function entryOf(walk: Walk, spot: Spot): Promise<FileEntry | undefined> {
  if (walk.signal.aborted) return undefined;
  try {
    return await entryAt(spot, walk.effort);
  } catch (error) {
    if (errorCode(error) === undefined || fileError(error, spot.path) === error) throw error;
    return undefined;
  }
}

/** Returns undefined without a repository and without git. */
async function statusesIn(directory: Pin, { env, signal }: ListContext): Promise<Walk['statusOf']> {
  if (env === undefined) return undefined;
  try {
    // git starts in the pinned directory itself: its name may lead to another directory by now
    return (
      await readGitStatus(
        { cwd: directory.by, real: directory.real, env, signal },
        { untracked: 'directories', ignored: true },
      )
    ).of;
  } catch (error) {
    if (signal.aborted || (error instanceof ApiError && error.errorName === 'FS_GIT_UNAVAILABLE')) return undefined;
    throw error;
  }
}

async function addStatuses(walk: Walk, names: readonly string[], items: FileEntry[]): Promise<void> {
  const { statusOf, above, pauseIfDue } = walk;
  if (!statusOf) return;
  const below = names.slice(above);
  for (const entry of items) {
    entry.git_status = statusOf([...below, entry.name].join('/'));
    const pause = pauseIfDue();
    if (pause) await pause;
  }
}

type Order = (a: Candidate, b: Candidate) => number;

const byName: Order = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
const sizeOf = ({ facts }: Candidate): number => (facts?.isFile() ? facts.size : -1);

const orders: Record<ListRequest['sort'], Order> = {
  type_first: (a, b) => Number(b.isDirectory) - Number(a.isDirectory) || byName(a, b),
  name_asc: byName,
  name_desc: (a, b) => byName(b, a),
  mtime_desc: (a, b) => (b.facts?.mtimeMs ?? 0) - (a.facts?.mtimeMs ?? 0) || byName(a, b),
  size_desc: (a, b) => sizeOf(b) - sizeOf(a) || byName(a, b),
};

const none: IgnoreFound = { rules: undefined, rulesText: '' };

/**
 * Collects the ignore rules from above a directory: from its work tree up to the top, and from its clone alone.
 * Without a work tree, collects those of the session's directories. The rules match absolute paths.
 */
function rulesAbove(reach: Reach, directory: Pin): IgnoreLevel | undefined {
  // a directory with a repository of its own gets its rules when the walk reads it
  if (existsSync(path.join(directory.real, '.git'))) return undefined;
  const tree = workTreeAbove(path.dirname(directory.real));
  const levels = tree ?? directoriesAbove(directory.real).filter((at) => inside(reach.directories, at));
  let found = none;
  const top = tree?.at(-1);
  if (top !== undefined) found = addRules(found, readOwn(top, top, clonesOwnFile), absoluteBase(top));
  for (const level of levels.reverse()) found = addRules(found, readOwn(level, level, ignoreFile), absoluteBase(level));
  return found.rules;
}

/** Adds the rules of a directory to those from above. `isTop`: the directory is the root of a repository. */
function rulesOf({ by, real }: Pin, above: IgnoreLevel | undefined, isTop: boolean): IgnoreLevel | undefined {
  const base = absoluteBase(real);
  const start = isTop ? addRules(none, readOwn(by, real, clonesOwnFile), base) : { rules: above, rulesText: '' };
  return addRules(start, readOwn(by, real, ignoreFile), base).rules;
}

const ignoreFile = (directory: string): string => path.join(directory, '.gitignore');

/** Reads an ignore file of a directory that `at` leads to. Ignores a file that a link takes from elsewhere. */
function readOwn(at: string, real: string, fileOf: (directory: string) => string): string | undefined {
  try {
    return realpathSync.native(fileOf(at)) === fileOf(real) ? readIgnoreFile(fileOf(at)) : undefined;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

function directoriesAbove(directory: string): string[] {
  const above: string[] = [];
  for (let at = directory; at !== path.dirname(at);) above.push((at = path.dirname(at)));
  return above;
}
