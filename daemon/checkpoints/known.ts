/** Known facts about files and directories of a workspace, and the results of a scan. */
import { realpathSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileState } from '../../schemas/generated/types.js';
import type { PauseIfDue } from '../base/async/pieces.js';
import { errorCode } from '../base/fs/errno.js';
import { absoluteBase, addRules, readIgnoreFile, type IgnoreLevel } from '../base/ignore/levels.js';
import type { Listing } from './listing.js';
import { factsOf, isSettled, type Stamp } from './stamps.js';

export type Unkept = NonNullable<FileState['unkept']>;

/** A file or symbolic link of the workspace. */
export interface Known extends Stamp {
  kind: 'file' | 'link';
  /** false: the file is so new that a further change could leave the same facts */
  settled: boolean;
  /** number of the last scan that found it */
  seen: number;
  /** SHA-256 of its content; absent until it is read */
  hash?: string;
  /** id of the git object with the content, until it is read */
  object?: string;
  /** why its content is not kept */
  unkept?: Unkept;
  /** target of a symbolic link */
  target?: string;
}

export interface KnownDirectory extends Stamp, Listing {
  settled: boolean;
  seen: number;
  /** ignore rules from above at the last scan, and the rules for its own entries */
  inherited: IgnoreLevel | undefined;
  ignore: IgnoreLevel | undefined;
  /** facts of its .gitignore; empty without one */
  rulesStamp: string;
}

/** The results of a scan. */
export interface Seen {
  /** new or different, or too new to decide; `was` is absent for new files */
  fresh: { path: string; was?: Known; is: Known }[];
  /** paths of `fresh` that may have existed before they were watched */
  silent: Set<string>;
  gone: { path: string; was: Known }[];
  /** parents first */
  made: string[];
  gonePlaces: { path: string; mode: number }[];
}

/** A directory that a scan visits. */
export interface Visit {
  path: string;
  inherited: IgnoreLevel | undefined;
  /** the former ignore rules, if they changed on the way down */
  former?: { ignore: IgnoreLevel | undefined };
  /** entries below may have existed before */
  silent: boolean;
  /** nothing below may be assumed to be unchanged */
  whole: boolean;
}

/** A visited directory, and the flags for its entries. */
export interface Entered extends Pick<Visit, 'silent' | 'whole' | 'former'> {
  directory: KnownDirectory;
  below: Visit[];
}

/** A running scan. */
export interface Scan {
  seen: Seen;
  pauseIfDue: PauseIfDue;
  /** time at which the scan gives up */
  until: number;
  /** maximum number of files and of directories */
  most: number;
  /** number of files found */
  count: number;
  /** known directories that were scanned completely */
  renewed: string[];
}

/** The facts of a file or link. Copies each field by name: spreading takes longer than the system call. */
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

/** Facts of a directory's ignore file; empty without one. */
export function rulesStampOf(path: string, known: KnownDirectory | undefined): string {
  // a new ignore file changes its directory, which is then listed again anyway
  if (known && known.rulesStamp === '' && known.settled) return '';
  const facts = factsOf(join(path, '.gitignore'));
  return facts?.isFile() ? `${facts.ino} ${facts.size} ${facts.mtimeMs} ${facts.ctimeMs}` : '';
}

/** The rules for the entries of a directory. */
export function rulesOf(path: string, inherited: IgnoreLevel | undefined, stamp: string): IgnoreLevel | undefined {
  if (stamp === '') return inherited;
  const text = readIgnoreFile(join(path, '.gitignore'));
  return addRules({ rules: inherited, rulesText: '' }, text, absoluteBase(path)).rules;
}

/** Whether a path is one of the directories or below one. */
export function isBelow(path: string, places: ReadonlySet<string>): boolean {
  if (places.size === 0) return false;
  for (let place = path; ; place = dirname(place)) {
    if (places.has(place)) return true;
    if (place === dirname(place)) return false;
  }
}

/** Returns a test whether a root is the directory or above it. */
export function isAbove(directory: string): (root: string) => boolean {
  return (root) => directory === root || directory.startsWith(root === '/' ? root : `${root}/`);
}

/** Whether no part of the path is a symbolic link. */
export function isPlain(directory: string): boolean {
  try {
    return realpathSync(directory) === directory;
  } catch (error) {
    if (errorCode(error) !== undefined) return false;
    throw error;
  }
}
