/** Where a path really leads: expansion of `~`, symbolic links, and containment in directories. */
import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** A chain of more links than this is a loop; the kernel gives up at 40 too. */
const maxLinks = 40;

/** Where relative paths and `~` start. */
export interface PathBase {
  /** canonical absolute directory */
  cwd: string;
  userHome: string;
}

/** `~` and `~/…` as the user's home, everything else as it is. */
export function expandHome(given: string, userHome: string): string {
  if (given === '~') return userHome;
  return given.startsWith('~/') || (path.sep === '\\' && given.startsWith('~\\'))
    ? path.join(userHome, given.slice(2))
    : given;
}

/** The absolute path a tool means: `~` expanded, relative to cwd, `.` and `..` removed without looking at the disk. */
export function resolvePath(given: string, base: PathBase): string {
  return path.resolve(base.cwd, expandHome(given, base.userHome));
}

/**
 * The place an absolute path really leads to. Every existing link on the way is followed, also one whose target is
 * missing (a write would create the target), and `..` goes to the real parent as in the kernel. What does not exist is
 * kept as written below its nearest existing ancestor. Reads the disk, never throws; links in a loop stay as they are.
 */
export function resolveReal(absolute: string, look: LinkReader = linkTarget): string {
  const { root } = path.parse(absolute);
  const pending = parts(absolute.slice(root.length)).reverse();
  let top = root;
  let real: string[] = [];
  // How much of the path is known to be there to look at; below something missing nothing can be followed.
  let missing = Infinity;
  let links = 0;
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part === '..') {
      real.pop();
      if (real.length < missing) missing = Infinity;
      continue;
    }
    real.push(part);
    if (real.length > missing || links >= maxLinks) continue;
    const found = look(top + real.join(path.sep));
    if (found === missingFile) missing = real.length;
    if (typeof found !== 'string') continue;
    real.pop();
    links += 1;
    const targetRoot = path.parse(found).root;
    if (targetRoot !== '') {
      top = targetRoot;
      real = [];
    }
    pending.push(...parts(found.slice(targetRoot.length)).reverse());
  }
  return top + real.join(path.sep);
}

/** Represents a file that is missing, or unreadable. */
export const missingFile = Symbol('missing');

/** The target of a link as written; undefined for anything else that is there. */
export type LinkReader = (file: string) => string | undefined | typeof missingFile;

function parts(relative: string): string[] {
  return relative.split(path.sep === '\\' ? /[\\/]+/ : /\/+/).filter((part) => part !== '' && part !== '.');
}

/** Reads a link from the disk. */
export function linkTarget(file: string): ReturnType<LinkReader> {
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (!stats) return missingFile;
    return stats.isSymbolicLink() ? readlinkSync(file) : undefined;
  } catch {
    // Unreadable: nothing below it can be followed, the rest of the path counts as written.
    return missingFile;
  }
}

/** Whether a path is one of the directories or below one. Compares text: pass canonical paths. */
export function inside(directories: readonly string[], file: string): boolean {
  return directories.some((directory) => {
    if (file === directory) return true;
    return file.startsWith(directory.endsWith(path.sep) ? directory : directory + path.sep);
  });
}

/**
 * Workspace directories in canonical form (engine.md 6.5): duplicates and directories below another one are dropped,
 * except that the first (the working directory) always stays. What is not an existing directory is listed in `missing`.
 */
export function canonicalDirectories(list: readonly string[]): { directories: string[]; missing: string[] } {
  const missing: string[] = [];
  const found: string[] = [];
  for (const given of list) {
    const real = existingDirectory(given);
    if (real === undefined) missing.push(given);
    else if (!found.includes(real)) found.push(real);
  }
  const directories = found.filter(
    (entry, index) => index === 0 || !found.some((other) => other !== entry && inside([other], entry)),
  );
  return { directories, missing };
}

function existingDirectory(given: string): string | undefined {
  try {
    const real = realpathSync(given);
    return statSync(real).isDirectory() ? real : undefined;
  } catch {
    // The caller reports it as missing, whatever the reason.
    return undefined;
  }
}
