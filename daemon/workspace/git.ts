/** Detects whether a directory belongs to a git work tree, from the disk and without starting git. */
import { lstatSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import path from 'node:path';

/** Returns the nearest of a directory and its ancestors with a `.git` (a file in worktrees and submodules). */
export async function findGitRoot(directory: string): Promise<string | undefined> {
  for (let at = path.resolve(directory); ; at = path.dirname(at)) {
    if (await exists(path.join(at, '.git'))) return at;
    if (at === path.dirname(at)) return undefined;
  }
}

/** Returns the project root synchronously: the nearest of a directory and its ancestors with a `.git`, or itself. */
export function rootOf(directory: string): string {
  for (let at = directory; ; at = path.dirname(at)) {
    if (isThere(path.join(at, '.git'))) return at;
    if (at === path.dirname(at)) return directory;
  }
}

export async function isGitWorkTree(cwd: string): Promise<boolean> {
  return (await findGitRoot(cwd)) !== undefined;
}

async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch {
    // Missing, or in a directory without search permission: both count as no repository.
    return false;
  }
}

/** Like `exists`, but synchronous. */
function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
