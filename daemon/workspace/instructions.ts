/** Finds and reads project instructions: the AGENTS.md files that apply to a directory (engine.md 3.3). */
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { isMissing } from '../base/fs/errno.js';
import { isHeldBack } from '../base/fs/heldback.js';
import { findGitRoot } from './git.js';
import { inside } from '../base/fs/paths.js';
import { checkTextFile, readTextFile, type Problem } from './textfile.js';
import { plainName } from '../base/text/visible.js';

/** The recommended total size in bytes. */
const recommendedBytes = 32 * 1024;
/** The total number of bytes that are read. */
const maxBytes = 256 * 1024;
/** Maximum size of the instructions of one nested directory in bytes; the context only names a larger file. */
const maxNestedBytes = 32 * 1024;
/** Maximum length of a path in a marker, in characters; long enough for every real path. */
const pathLimit = 4_096;

/** The directories with the user's own instructions. */
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
  /** the contents of all files in order, each after a comment with its path; empty without files */
  text: string;
  warnings: InstructionWarning[];
}

/** Instructions of a directory below the working directory. */
export interface NestedFile {
  /** the path before links are resolved */
  path: string;
  /** with links resolved; identifies the file */
  realPath: string;
  /** absent for an unusable or too large file */
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

/** Returns the project root: the nearest of a directory and its ancestors with a `.git`, else the directory itself. */
export async function findRoot(cwd: string): Promise<string> {
  return (await findGitRoot(cwd)) ?? cwd;
}

/** Finds and reads all instructions for a canonical working directory, at most 256 KiB. Never throws. */
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
 * Returns the instructions of the directories below `cwd` down to `directory`, nearest last. Omits those that apply to
 * `cwd` itself and those for whose real path `disclosed` returns true. Returns nothing outside of `cwd`.
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

/** Returns every usable file in order, each real file once. */
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

/** Returns the directories from `top` down to `bottom`, both included. */
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

/** Synchronous: most steps of a turn look for six missing files, which is faster than asking another thread. */
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

/** Reads files within the limit, starting with the nearest one. Skips a file that is too large on its own. */
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
