/** The workspace as it was at the last look, and what is different at the next: names and facts of files, no contents. */
import { readdirSync, realpathSync, type Dirent } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileState, UnwatchedPlace } from '../../schemas/generated/types.js';
import { createBreath } from '../base/async/pieces.js';
import { errorCode } from '../base/fs/errno.js';
import {
  absoluteBase,
  addRules,
  isIgnored,
  readIgnoreFile,
  rulesAbove,
  type IgnoreLevel,
} from '../base/ignore/levels.js';
import { factsOf, isSettled, sameStamp, stampOf, type Stamp } from './stamps.js';

export type Unkept = NonNullable<FileState['unkept']>;

/** A file or symbolic link of the workspace. */
export interface Known extends Stamp {
  kind: 'file' | 'link';
  /** false: it was so new that a further change could look the same */
  settled: boolean;
  /** number of the last look that found it */
  seen: number;
  /** SHA-256 of its content; absent until it is read */
  hash?: string;
  /** why its content is not kept */
  unkept?: Unkept;
  /** where a link leads */
  target?: string;
}

interface KnownDirectory extends Stamp {
  settled: boolean;
  seen: number;
  /** absolute paths: to put them together at each look takes longer than to look */
  files: string[];
  directories: string[];
  unwatched: UnwatchedPlace[];
  /** rules that came from above at the last look, and those that hold for its entries */
  inherited: IgnoreLevel | undefined;
  ignore: IgnoreLevel | undefined;
  /** facts of its .gitignore; empty when there is none */
  rulesStamp: string;
  readable: boolean;
}

/** What a look found. */
export interface Seen {
  /** new, different, or too new to decide; `was` is absent for new files */
  fresh: { path: string; was?: Known; is: Known }[];
  /** paths of `fresh` that may have been there before without being watched */
  silent: Set<string>;
  gone: { path: string; was: Known }[];
  /** parents first */
  made: string[];
  gonePlaces: { path: string; mode: number }[];
}

export interface Tree {
  /** undefined when there are too many files: then `gaveUp` gives the reason and further scans are in vain */
  look(): Promise<Seen | undefined>;
  gaveUp(): 'limit' | 'slow' | undefined;
  files: Map<string, Known>;
  hasDirectory(path: string): boolean;
  /** takes note of directories that a tool made or removed by itself */
  noteDirectories(made: readonly string[], gone?: readonly string[]): void;
  unwatched(limit: number): UnwatchedPlace[];
  /** number of looks so far */
  looks(): number;
}

export interface TreeOptions {
  /** canonical directories */
  roots(): readonly string[];
  /** directories that belong to the program itself */
  own: readonly string[];
  maxFiles(): number;
}

/** Trees that tools fill and users do not edit. */
const HUGE = new Set([
  '.git',
  '.hg',
  '.svn',
  '.jj',
  'node_modules',
  'bower_components',
  '.venv',
  '__pycache__',
  '.tox',
]);
/** Names that the program uses while it gives files back. */
export const WORK_PREFIX = '.agent-restore-';
/** A longer scan is of no use. Milliseconds. */
const MAX_LOOK_MS = 8_000;
interface Visit {
  path: string;
  inherited: IgnoreLevel | undefined;
  /** rules of before, when they changed on the way down */
  former?: { ignore: IgnoreLevel | undefined };
  /** what is found below may have been there before */
  silent: boolean;
}

export function createTree(options: TreeOptions): Tree {
  const files = new Map<string, Known>();
  const directories = new Map<string, KnownDirectory>();
  const above = new Map<string, IgnoreLevel | undefined>();
  const own = new Set(options.own);
  let looks = 0;
  let gaveUp: 'limit' | 'slow' | undefined;

  async function look(): Promise<Seen | undefined> {
    if (gaveUp) return undefined;
    looks += 1;
    const seen: Seen = { fresh: [], silent: new Set(), gone: [], made: [], gonePlaces: [] };
    const breath = createBreath(16);
    const until = performance.now() + MAX_LOOK_MS;
    const roots = options.roots();
    // what is in a directory that joined the workspace was there before
    const visits = roots
      .map((path): Visit => ({ path, inherited: aboveOf(path), silent: !directories.has(path) }))
      .reverse();
    let count = 0;
    for (let visit = visits.pop(); visit; visit = visits.pop()) {
      if (directories.get(visit.path)?.seen === looks) continue;
      const found = enter(visit, seen);
      if (!found) continue;
      visits.push(...found.below);
      for (const path of found.directory.files) {
        if (inspect(path, found, seen)) count += 1;
        const pause = breath();
        if (pause) await pause;
      }
      if (count > options.maxFiles() || directories.size > options.maxFiles()) return giveUp('limit');
      if (performance.now() > until) return giveUp('slow');
      const pause = breath();
      if (pause) await pause;
    }
    await sweep(seen, breath);
    return seen;
  }

  function giveUp(why: 'limit' | 'slow'): undefined {
    gaveUp = why;
    files.clear();
    directories.clear();
  }

  function aboveOf(root: string): IgnoreLevel | undefined {
    if (!above.has(root)) above.set(root, rulesAbove(root, absoluteBase).rules);
    return above.get(root);
  }

  /** Checks a directory and lists it again when its names may have changed. */
  function enter(
    visit: Visit,
    seen: Seen,
  ): { directory: KnownDirectory; below: Visit[]; silent: boolean; former?: Visit['former'] } | undefined {
    const { path, inherited } = visit;
    const facts = factsOf(path);
    if (!facts?.isDirectory()) return undefined;
    const known = directories.get(path);
    const stamp = rulesStampOf(path, known);
    const ruled = known && known.inherited === inherited && known.rulesStamp === stamp ? known : undefined;
    if (known && ruled && known.settled && sameStamp(known, facts)) {
      known.seen = looks;
      return {
        directory: known,
        below: known.directories.map((entry) => below(visit, entry, known.ignore)),
        silent: visit.silent,
      };
    }
    const ignore = ruled ? ruled.ignore : rulesOf(path, inherited, stamp);
    const former = ruled ? undefined : known ? { ignore: known.ignore } : visit.former;
    const silent = visit.silent || known?.readable === false;
    const directory: KnownDirectory = {
      ...stampOf(facts),
      settled: isSettled(facts),
      seen: looks,
      ...listing(path, ignore),
      inherited,
      ignore,
      rulesStamp: stamp,
    };
    directories.set(path, directory);
    if (!known && !silent) seen.made.push(path);
    const context = { ...visit, silent, ...(former === undefined ? {} : { former }) };
    return {
      directory,
      below: directory.directories.map((entry) => below(context, entry, ignore)),
      silent,
      ...(former === undefined ? {} : { former }),
    };
  }

  function below(visit: Visit, path: string, inherited: IgnoreLevel | undefined): Visit {
    const wasIgnored = visit.former !== undefined && isIgnored(visit.former.ignore, path, true);
    return { ...visit, path, inherited, silent: visit.silent || (wasIgnored && !directories.has(path)) };
  }

  function rulesStampOf(path: string, known: KnownDirectory | undefined): string {
    // a new one changes the directory, and then the names are read again anyway
    if (known && known.rulesStamp === '' && known.settled) return '';
    const facts = factsOf(join(path, '.gitignore'));
    return facts?.isFile() ? `${facts.ino} ${facts.size} ${facts.mtimeMs} ${facts.ctimeMs}` : '';
  }

  function rulesOf(path: string, inherited: IgnoreLevel | undefined, stamp: string): IgnoreLevel | undefined {
    if (stamp === '') return inherited;
    const text = readIgnoreFile(join(path, '.gitignore'));
    return addRules({ rules: inherited, rulesText: '' }, text, absoluteBase(path)).rules;
  }

  function listing(
    path: string,
    ignore: IgnoreLevel | undefined,
  ): Pick<KnownDirectory, 'files' | 'directories' | 'unwatched' | 'readable'> {
    const found = {
      files: [] as string[],
      directories: [] as string[],
      unwatched: [] as UnwatchedPlace[],
      readable: true,
    };
    let entries: Dirent[];
    try {
      entries = readdirSync(path, { withFileTypes: true });
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      return { ...found, unwatched: [{ path, reason: 'unreadable' }], readable: false };
    }
    for (const entry of entries) {
      const isDirectory = entry.isDirectory();
      const absolute = join(path, entry.name);
      if (entry.name.startsWith(WORK_PREFIX) || (isDirectory && own.has(absolute))) continue;
      const reason = unwatchedBecause(absolute, entry, isDirectory, ignore);
      if (reason) found.unwatched.push({ path: absolute, reason });
      else (isDirectory ? found.directories : found.files).push(absolute);
    }
    return found;
  }

  /** Compares a file with what is known of it; false when it is not there any more. */
  function inspect(path: string, place: { silent: boolean; former?: Visit['former'] }, seen: Seen): boolean {
    const facts = factsOf(path);
    if (!facts || !(facts.isFile() || facts.isSymbolicLink())) return false;
    const known = files.get(path);
    if (known?.settled && sameStamp(known, facts)) {
      known.seen = looks;
      return true;
    }
    const is: Known = {
      ...stampOf(facts),
      kind: facts.isFile() ? 'file' : 'link',
      settled: isSettled(facts),
      seen: looks,
    };
    files.set(path, is);
    seen.fresh.push(known === undefined ? { path, is } : { path, was: known, is });
    const silent = place.silent || (place.former !== undefined && isIgnored(place.former.ignore, path, false));
    if (known === undefined && silent) seen.silent.add(path);
    return true;
  }

  /** What the look did not find is gone, or is ignored by now: no ignore file hides what was watched before it. */
  async function sweep(seen: Seen, breath: () => Promise<void> | undefined): Promise<void> {
    const plain = new Map<string, boolean>();
    for (const [path, was] of files) {
      if (was.seen === looks) continue;
      const parent = dirname(path);
      if (!plain.has(parent)) plain.set(parent, options.roots().some(isAbove(parent)) && isPlain(parent));
      if (plain.get(parent) === true && inspect(path, { silent: false }, seen)) {
        const pause = breath();
        if (pause) await pause;
        continue;
      }
      files.delete(path);
      const facts = factsOf(path);
      if (!facts || !(facts.isFile() || facts.isSymbolicLink())) seen.gone.push({ path, was });
      const pause = breath();
      if (pause) await pause;
    }
    for (const [path, { mode, seen: last }] of directories) {
      if (last === looks) continue;
      directories.delete(path);
      if (!factsOf(path)?.isDirectory()) seen.gonePlaces.push({ path, mode: mode & 0o7777 });
      const pause = breath();
      if (pause) await pause;
    }
    seen.made.sort();
    seen.gonePlaces.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  return {
    look,
    gaveUp: () => gaveUp,
    files,
    hasDirectory: (path) => directories.has(path),
    noteDirectories(made, gone = []) {
      for (const path of gone) directories.delete(path);
      for (const path of made) {
        const facts = factsOf(path);
        if (!facts?.isDirectory() || directories.has(path)) continue;
        const empty = { files: [], directories: [], unwatched: [], readable: true };
        const rules = { inherited: undefined, ignore: undefined, rulesStamp: '' };
        directories.set(path, { ...stampOf(facts), ...empty, ...rules, settled: false, seen: looks });
      }
    },
    unwatched(limit) {
      const roots = options.roots();
      if (gaveUp) return roots.slice(0, limit).map((path) => ({ path, reason: gaveUp as 'limit' | 'slow' }));
      const all: UnwatchedPlace[] = [];
      for (const directory of directories.values()) {
        all.push(...directory.unwatched.filter(({ path }) => !files.has(path)));
        if (all.length >= limit) break;
      }
      return all.slice(0, limit);
    },
    looks: () => looks,
  };
}

function isAbove(directory: string): (root: string) => boolean {
  return (root) => directory === root || directory.startsWith(root === '/' ? root : `${root}/`);
}

/** No link leads to the directory. */
function isPlain(directory: string): boolean {
  try {
    return realpathSync(directory) === directory;
  } catch (error) {
    if (errorCode(error) !== undefined) return false;
    throw error;
  }
}

function unwatchedBecause(
  path: string,
  entry: Dirent,
  isDirectory: boolean,
  ignore: IgnoreLevel | undefined,
): UnwatchedPlace['reason'] | undefined {
  // bytes that are no UTF-8 come as this character, and then the name leads nowhere
  if (entry.name.includes('\ufffd')) return 'name';
  if (isDirectory && HUGE.has(entry.name)) return 'huge';
  if (isIgnored(ignore, path, isDirectory)) return 'ignored';
  return isDirectory || entry.isFile() || entry.isSymbolicLink() ? undefined : 'special';
}
