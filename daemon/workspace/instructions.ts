/** Project instructions: the AGENTS.md files for a directory, and their texts (engine.md 3.3). */
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { isMissing } from '../base/fs/errno.js';
import { isHeldBack } from '../base/fs/heldback.js';
import { findGitRoot } from './git.js';
import { inside } from '../base/fs/paths.js';
import { checkTextFile, readTextFile, type Problem } from './textfile.js';
import { plainName } from '../base/text/visible.js';

/** Bytes in all that are recommended. */
const recommendedBytes = 32 * 1024;
/** Bytes in all that are read. */
const maxBytes = 256 * 1024;
/** Bytes of the instructions of one nested directory; larger ones are only named. */
const maxNestedBytes = 32 * 1024;
/** Chars of a path in a marker; long enough for every real one. */
const pathLimit = 4_096;

/** Where the user's own instructions are. */
export interface InstructionHomes {
  /** the program's data directory */
  home: string;
  userHome: string;
}

export interface InstructionWarning {
  code: 'agents-md-oversized' | 'agents-md-skipped';
  message: string;
}

export interface Instructions {
  /** all files in order, each behind a comment with its path; empty when there are none */
  text: string;
  warnings: InstructionWarning[];
}

/** Instructions of a directory below the working directory. */
export interface NestedFile {
  /** as found */
  path: string;
  /** links resolved; identifies a file */
  realPath: string;
  /** absent when it cannot be used or is too large */
  text?: string;
  /** why there is no text */
  problem?: string;
}

interface Found {
  path: string;
  realPath: string;
  /** bytes */
  size: number;
}

/** The project root of a directory: its nearest ancestor (or itself) that holds `.git`, else the directory. */
export async function findRoot(cwd: string): Promise<string> {
  return (await findGitRoot(cwd)) ?? cwd;
}

/** Finds and reads all instructions that hold for a canonical working directory. Never throws; reads at most 256 KiB. */
export async function readInstructions(given: InstructionHomes & { cwd: string }): Promise<Instructions> {
  const warnings: InstructionWarning[] = [];
  const skip = (file: string, problem: string) =>
    warnings.push({ code: 'agents-md-skipped', message: `${plainName(file, pathLimit)} was skipped: ${problem}.` });
  const files = await discover(given, skip);
  const kept = await readNearest(files, skip);
  const total = files.reduce((sum, file) => sum + file.size, 0);
  const left = files.filter((file) => kept.get(file) === 'left');
  if (total > recommendedBytes) warnings.push({ code: 'agents-md-oversized', message: oversized(total, left.length) });
  const blocks = files.flatMap((file) => block(file, kept.get(file)));
  return { text: blocks.join('\n\n'), warnings };
}

/**
 * Instructions of the directories from below `cwd` down to `directory`, nearest last, without those that hold for `cwd`
 * itself and those already disclosed (`disclosed` is asked with the real path). Empty outside of `cwd`.
 */
export async function nestedInstructions(
  directory: string,
  cwd: string,
  homes: InstructionHomes,
  disclosed: (realPath: string) => boolean = () => false,
): Promise<NestedFile[]> {
  if (directory === cwd || !inside([cwd], directory)) return [];
  const paths = inDirectories(chain(cwd, directory).slice(1));
  const nested: NestedFile[] = [];
  for (const file of paths) {
    const checked = await check(file, homes);
    const realPath = 'problem' in checked ? file : checked.realPath;
    if (!disclosed(realPath) && !nested.some((other) => other.realPath === realPath))
      nested.push(await readNested(file, checked));
  }
  if (nested.length === 0) return nested;
  const known = new Set((await discover({ ...homes, cwd }, () => undefined)).map((file) => file.realPath));
  return nested.filter((file) => !known.has(file.realPath));
}

async function readNested(file: string, checked: Found | Problem): Promise<NestedFile> {
  if ('problem' in checked) return { path: file, realPath: file, problem: checked.problem };
  const { realPath } = checked;
  const read = checked.size > maxNestedBytes ? 'large' : await readTextFile(realPath, maxNestedBytes);
  if (read === 'large') return { path: file, realPath, problem: 'it is larger than 32 KiB; read it when it matters' };
  return { path: file, realPath, ...('text' in read ? { text: read.text } : read) };
}

/** Every usable file in order, each real file once. */
async function discover(
  given: InstructionHomes & { cwd: string },
  skip: (file: string, problem: string) => void,
): Promise<Found[]> {
  const root = await findRoot(given.cwd);
  const paths = [
    firstOf(given.home, ['AGENTS.md']),
    firstOf(path.join(given.userHome, '.agents'), ['AGENTS.md', 'agents.md']),
    ...inDirectories(chain(root, given.cwd)),
  ].filter((file) => file !== undefined);
  const checked = await Promise.all(paths.map((file) => check(file, given)));
  const files = new Map<string, Found>();
  checked.forEach((result, index) => {
    if ('problem' in result) skip(paths[index] ?? '', result.problem);
    else if (!files.has(result.realPath)) files.set(result.realPath, result);
  });
  return [...files.values()];
}

/** Directories from `top` down to `bottom`, both included. */
function chain(top: string, bottom: string): string[] {
  const directories = [bottom];
  for (let at = bottom; at !== top && at !== path.dirname(at);) directories.unshift((at = path.dirname(at)));
  return directories;
}

function inDirectories(directories: string[]): string[] {
  return directories
    .flatMap((directory) => [
      firstOf(path.join(directory, '.agent-code'), ['AGENTS.md']),
      firstOf(directory, ['AGENTS.md', 'agents.md']),
    ])
    .filter((file) => file !== undefined);
}

/** Synchronous: most steps of a turn look for six missing files, which takes less time than asking another thread. */
function firstOf(directory: string, names: string[]): string | undefined {
  for (const name of names) {
    const file = path.join(directory, name);
    if (isHeldBack(file)) continue;
    try {
      if (lstatSync(file, { throwIfNoEntry: false })) return file;
    } catch (error) {
      // The check that follows reports files that cannot be examined.
      if (!isMissing(error)) return file;
    }
  }
  return undefined;
}

async function check(file: string, homes: InstructionHomes): Promise<Found | Problem> {
  const found = await checkTextFile(file, homes);
  return 'problem' in found ? found : { path: file, ...found };
}

type Kept = { text: string } | 'left';

/** Reads from the nearest file outwards within the limit; a file that is too large by itself is skipped. */
async function readNearest(files: Found[], skip: (file: string, problem: string) => void): Promise<Map<Found, Kept>> {
  const kept = new Map<Found, Kept>();
  let room = maxBytes;
  for (const file of files.toReversed()) {
    if (file.size > maxBytes) {
      kept.set(file, 'left');
      continue;
    }
    const read = file.size > room ? 'large' : await readTextFile(file.realPath, room);
    if (read === 'large') {
      kept.set(file, 'left');
      room = -1;
    } else if ('problem' in read) {
      skip(file.path, read.problem);
    } else {
      kept.set(file, { text: read.text });
      room -= read.bytes;
    }
  }
  return kept;
}

function block(file: Found, kept: Kept | undefined): string[] {
  const name = plainName(file.path, pathLimit).replaceAll('-->', String.raw`--\>`);
  if (kept === undefined || (kept !== 'left' && kept.text === '')) return [];
  return kept === 'left'
    ? [`<!-- ${name} (left out for its size; read it when it matters) -->`]
    : [`<!-- ${name} -->\n${kept.text}`];
}

function oversized(total: number, left: number): string {
  const size = `AGENTS.md files hold ${Math.ceil(total / 1024)} KiB; more than 32 KiB crowds out the conversation.`;
  return left === 0
    ? size
    : `${size} Beyond 256 KiB the nearest are kept; ${left} ${left === 1 ? 'was' : 'were'} named by path only.`;
}
