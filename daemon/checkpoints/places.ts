/** The path to a file below a workspace directory, held open so that no other process can redirect it meanwhile. */
import { closeSync, lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { errorCode } from '../base/fs/errno.js';
import { hasHeldPaths, heldPath, holdDirectory } from '../base/fs/held.js';

/**
 * `missing`: a directory on the way is not there; `blocked`: something that may lead elsewhere is in its place;
 * `outside`: no workspace directory holds the path.
 */
export class NoWay extends Error {
  constructor(
    readonly why: 'missing' | 'blocked' | 'outside',
    readonly path: string,
  ) {
    super(`no way to ${path}: ${why}`);
  }
}

/** Runs `work` with a path to an entry of a directory; the path is valid until the work, or its promise, is done. Throws NoWay. */
export function withEntry<Result>(roots: readonly string[], path: string, work: (entry: string) => Result): Result {
  const parent = holdParent(roots, path);
  let later = false;
  try {
    const result = work(join(parent.path, basename(path)));
    if (result instanceof Promise) {
      later = true;
      return result.finally(parent.release) as Result;
    }
    return result;
  } finally {
    if (!later) parent.release();
  }
}

/** The workspace directory of a path; undefined for one that is not written plainly, or is outside. */
export function rootOf(roots: readonly string[], path: string): string | undefined {
  if (normalize(path) !== path || path.endsWith('/')) return undefined;
  return roots
    .filter((root) => path.startsWith(root === '/' ? root : `${root}/`))
    .sort((a, b) => b.length - a.length)[0];
}

interface Parent {
  path: string;
  release(): void;
}

/** One directory after another, each found in the one before; no link is followed. */
function holdParent(roots: readonly string[], path: string): Parent {
  const root = rootOf(roots, path);
  if (root === undefined) throw new NoWay('outside', path);
  if (realOf(root) !== root) throw new NoWay('blocked', path);
  if (!hasHeldPaths) return checkedParent(path);
  let directory = enter(root, path);
  try {
    for (const part of dirname(path).slice(root.length).split('/')) {
      if (part === '') continue;
      const next = enter(`${heldPath(directory)}/${part}`, path);
      closeSync(directory);
      directory = next;
    }
  } catch (error) {
    closeSync(directory);
    throw error;
  }
  return { path: heldPath(directory), release: () => closeSync(directory) };
}

function enter(directory: string, path: string): number {
  try {
    return holdDirectory(directory);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') throw new NoWay('missing', path);
    if (code !== 'ELOOP' && code !== 'ENOTDIR') throw error;
    // below a file there is nothing
    throw new NoWay(lstatSync(directory, { throwIfNoEntry: false })?.isFile() ? 'missing' : 'blocked', path);
  }
}

/** Elsewhere a look has to do: nothing on the way may be a link at this moment. */
function checkedParent(path: string): Parent {
  const parent = dirname(path);
  const real = realOf(parent);
  if (real === undefined) throw new NoWay('missing', path);
  if (real !== parent) throw new NoWay('blocked', path);
  return { path: parent, release: () => undefined };
}

function realOf(directory: string): string | undefined {
  try {
    return realpathSync(directory);
  } catch (error) {
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}
