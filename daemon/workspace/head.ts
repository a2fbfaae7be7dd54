/** The branch of a directory, read from the repository's own files without starting git. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { findGitRoot } from './git.js';

/** Bytes of a small file of a repository that are looked at. */
const headBytes = 4_096;
const configBytes = 64 * 1024;

/** The facts in a repository's files about the work tree of a directory. */
export interface Head {
  /** top of the work tree */
  root: string;
  /** as git names it, without `refs/heads/`; null on no branch */
  branch: string | null;
  /** false when there is nowhere a branch could have been pushed to */
  hasRemote: boolean;
}

/** Undefined outside of a work tree. Never throws: what cannot be read is on no branch. */
export async function readHead(directory: string): Promise<Head | undefined> {
  const root = await findGitRoot(directory);
  if (root === undefined) return undefined;
  const own = await gitDirectory(path.join(root, '.git'));
  const branch = branchOf(await textOf(path.join(own, 'HEAD'), headBytes));
  if (branch === null) return { root, branch, hasRemote: false };
  // the work trees of a repository share its configuration
  const common = (await textOf(path.join(own, 'commondir'), headBytes))?.trim();
  const config = await textOf(path.join(path.resolve(own, common ?? '.'), 'config'), configBytes);
  return { root, branch, hasRemote: /^\s*\[\s*(?:remote|include)/imu.test(config ?? '') };
}

/** In work trees and submodules `.git` is a file that names the directory of the repository. */
async function gitDirectory(place: string): Promise<string> {
  const [, target] = /^gitdir: ([^\r\n]+)/u.exec((await textOf(place, headBytes)) ?? '') ?? [];
  return target === undefined ? place : path.resolve(path.dirname(place), target);
}

function branchOf(head: string | undefined): string | null {
  const [, branch = ''] = /^ref:\s*refs\/heads\/([^\r\n]+)/u.exec(head ?? '') ?? [];
  // repositories that keep their refs in tables leave this in place of the name
  return branch === '' || branch === '.invalid' ? null : branch;
}

/** The start of a regular file; undefined when it cannot be read. */
async function textOf(file: string, limit: number): Promise<string | undefined> {
  try {
    // no waiting for a pipe in the place of the file
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      if (!(await handle.stat()).isFile()) return undefined;
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(limit), 0, limit, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    // missing or without permission: the branch is unknown in both cases
    return undefined;
  }
}
