/** What is known of the files and directories of a workspace, and what a look finds different. */
import { realpathSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileState } from '../../schemas/generated/types.js';
import type { Breath } from '../base/async/pieces.js';
import { errorCode } from '../base/fs/errno.js';
import { absoluteBase, addRules, readIgnoreFile, type IgnoreLevel } from '../base/ignore/levels.js';
import type { Listing } from './listing.js';
import { factsOf, isSettled, type Stamp } from './stamps.js';

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
  /** the object of git that holds the content, as long as it is not read */
  object?: string;
  /** why its content is not kept */
  unkept?: Unkept;
  /** where a link leads */
  target?: string;
}

export interface KnownDirectory extends Stamp, Listing {
  settled: boolean;
  seen: number;
  /** rules that came from above at the last look, and those that hold for its entries */
  inherited: IgnoreLevel | undefined;
  ignore: IgnoreLevel | undefined;
  /** facts of its .gitignore; empty when there is none */
  rulesStamp: string;
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

/** A directory that a look comes to. */
export interface Visit {
  path: string;
  inherited: IgnoreLevel | undefined;
  /** rules of before, when they changed on the way down */
  former?: { ignore: IgnoreLevel | undefined };
  /** what is found below may have been there before */
  silent: boolean;
  /** nothing below is known to be as it was */
  whole: boolean;
}

/** A directory of a walk, and what follows from it for its entries. */
export interface Entered extends Pick<Visit, 'silent' | 'whole' | 'former'> {
  directory: KnownDirectory;
  below: Visit[];
}

/** A look that is under way. */
export interface Scan {
  seen: Seen;
  breath: Breath;
  /** when it takes too long */
  until: number;
  /** files and directories that it may find */
  most: number;
  /** files found */
  count: number;
  /** known directories of which nothing was taken for granted */
  renewed: string[];
}

/** A file or link with its facts, each by name: to spread them takes longer than to ask the system for them. */
export function knownOf(facts: Stats, seen: number): Known {
  const { size, mtimeMs, ctimeMs, ino, mode, nlink } = facts;
  const kind = facts.isFile() ? 'file' : 'link';
  return { size, mtimeMs, ctimeMs, ino, mode, nlink, kind, settled: isSettled(facts), seen };
}

/** The same for a directory. */
export function knownDirectory(
  facts: Stats,
  seen: number,
  { files, directories, unwatched, readable }: Listing,
  { inherited, ignore, rulesStamp }: Pick<KnownDirectory, 'inherited' | 'ignore' | 'rulesStamp'>,
): KnownDirectory {
  const { size, mtimeMs, ctimeMs, ino, mode, nlink } = facts;
  return {
    size,
    mtimeMs,
    ctimeMs,
    ino,
    mode,
    nlink,
    settled: isSettled(facts),
    seen,
    files,
    directories,
    unwatched,
    readable,
    inherited,
    ignore,
    rulesStamp,
  };
}

/** Facts of the ignore file of a directory; empty when there is none. */
export function rulesStampOf(path: string, known: KnownDirectory | undefined): string {
  // a new one changes the directory, and then the names are read again anyway
  if (known && known.rulesStamp === '' && known.settled) return '';
  const facts = factsOf(join(path, '.gitignore'));
  return facts?.isFile() ? `${facts.ino} ${facts.size} ${facts.mtimeMs} ${facts.ctimeMs}` : '';
}

/** The rules that hold for the entries of a directory. */
export function rulesOf(path: string, inherited: IgnoreLevel | undefined, stamp: string): IgnoreLevel | undefined {
  if (stamp === '') return inherited;
  const text = readIgnoreFile(join(path, '.gitignore'));
  return addRules({ rules: inherited, rulesText: '' }, text, absoluteBase(path)).rules;
}

/** A directory of the set, or something below one. */
export function isBelow(path: string, places: ReadonlySet<string>): boolean {
  if (places.size === 0) return false;
  for (let place = path; ; place = dirname(place)) {
    if (places.has(place)) return true;
    if (place === dirname(place)) return false;
  }
}

/** A root that is the directory, or above it. */
export function isAbove(directory: string): (root: string) => boolean {
  return (root) => directory === root || directory.startsWith(root === '/' ? root : `${root}/`);
}

/** No link leads to the directory. */
export function isPlain(directory: string): boolean {
  try {
    return realpathSync(directory) === directory;
  } catch (error) {
    if (errorCode(error) !== undefined) return false;
    throw error;
  }
}
