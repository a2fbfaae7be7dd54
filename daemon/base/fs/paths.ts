/** Resolves where a path really leads: expansion of `~`, symbolic links, and containment in directories. */
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

/** Replaces `~` and `~/…` by the user's home; returns everything else unchanged. */
export function expandHome(given: string, userHome: string): string {
  if (given === '~') return userHome;
  return given.startsWith('~/') || (path.sep === '\\' && given.startsWith('~\\'))
    ? path.join(userHome, given.slice(2))
    : given;
}

/** The absolute path that a tool means: expands `~`, resolves against cwd, does not read the disk. */
export function resolvePath(given: string, base: PathBase): string {
  return path.resolve(base.cwd, expandHome(given, base.userHome));
}

/**
 * Resolves where an absolute path really leads. It follows every existing link on the way, also one whose target is
 * missing (a write would create the target), and `..` goes to the real parent as in the kernel. Components that do not
 * exist stay as written below the nearest existing ancestor. Reads the disk, never throws; link loops stay as they are.
 */
export function resolveReal(absolute: string, readLink: LinkReader = linkTarget): string {
  const { root } = path.parse(absolute);
  const pending = parts(absolute.slice(root.length)).reverse();
  let top = root;
  let real: string[] = [];
  // How much of the path can still be inspected: below a missing component there are no links to follow.
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
    const found = readLink(top + real.join(path.sep));
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

/** Marks a file that is missing or unreadable. */
export const missingFile = Symbol('missing');

/** Returns the target of a link as written; undefined for any other existing file. */
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
    // Unreadable: no link below it can be followed, so the rest of the path stays as written.
    return missingFile;
  }
}

/** Whether a path is one of the directories or lies below one. Compares text: pass canonical paths. */
export function inside(directories: readonly string[], file: string): boolean {
  return directories.some((directory) => {
    if (file === directory) return true;
    return file.startsWith(directory.endsWith(path.sep) ? directory : directory + path.sep);
  });
}

/**
 * Canonicalizes workspace directories (engine.md 6.5): drops duplicates and directories below another one, but always
 * keeps the first (the working directory). `missing` lists the entries that are not existing directories.
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
    // The caller reports it as missing, regardless of the reason.
    return undefined;
  }
}
