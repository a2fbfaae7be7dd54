/** Opens the path to a file below a workspace directory so that no other process can redirect it meanwhile. */
import { closeSync, lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { errorCode } from '../base/fs/errno.js';
import { hasHeldPaths, heldPath, holdDirectory } from '../base/fs/held.js';

/**
 * `missing`: a directory on the path does not exist; `blocked`: a component is a link or not a directory; `outside`:
 * the path is in no workspace directory.
 */
export class NoWay extends Error {
  constructor(
    readonly why: 'missing' | 'blocked' | 'outside',
    readonly path: string,
  ) {
    super(`no way to ${path}: ${why}`);
  }
}

/** Runs `work` with a path to a directory entry, valid until `work` or its promise is done. Throws NoWay. */
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

/** The workspace directory of a path; undefined for a path that is not normalized, or outside. */
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

/** Opens one directory after another, each inside the previous one; follows no links. */
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
    // a file has no entries below it
    throw new NoWay(lstatSync(directory, { throwIfNoEntry: false })?.isFile() ? 'missing' : 'blocked', path);
  }
}

/** Without paths to descriptors a check must do: no component may be a link at this moment. */
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
