/** The way to a file below a workspace directory, held open so that nobody can lead it elsewhere meanwhile. */
import { constants, existsSync } from 'node:fs';
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, normalize } from 'node:path';
import { errorCode } from './system.js';

/** `missing`: a directory on the way is not there; `blocked`: something that may lead elsewhere is in its place; `outside`: no workspace directory holds the path */
export class NoWay extends Error {
  constructor(
    readonly why: 'missing' | 'blocked' | 'outside',
    readonly path: string,
  ) {
    super(`no way to ${path}: ${why}`);
  }
}

/** Does something with an entry of a directory; the path given is good for this call only. Throws NoWay. */
export async function withEntry<Result>(
  roots: readonly string[],
  path: string,
  work: (entry: string) => Promise<Result>,
): Promise<Result> {
  const root = rootOf(roots, path);
  if (root === undefined) throw new NoWay('outside', path);
  if ((await realpath(root).catch(() => undefined)) !== root) throw new NoWay('blocked', path);
  if (!heldPaths()) return withCheckedParent(path, work);
  let handle = await enter(root, path);
  try {
    const parts = dirname(path).slice(root.length).split('/').filter(Boolean);
    for (const part of parts) {
      const next = await enter(join(heldPath(handle), part), path);
      await handle.close();
      handle = next;
    }
    return await work(join(heldPath(handle), basename(path)));
  } finally {
    await handle.close();
  }
}

/** The workspace directory a path lies in; undefined for one that is not written plainly, or lies elsewhere. */
export function rootOf(roots: readonly string[], path: string): string | undefined {
  if (normalize(path) !== path || path.endsWith('/')) return undefined;
  return roots
    .filter((root) => path.startsWith(root === '/' ? root : `${root}/`))
    .sort((a, b) => b.length - a.length)[0];
}

/** Where the system gives a held directory a path of its own (Linux). */
const HELD = '/proc/self/fd';
let held: boolean | undefined;

function heldPaths(): boolean {
  return (held ??= process.platform === 'linux' && existsSync(HELD));
}

function heldPath(handle: FileHandle): string {
  return `${HELD}/${handle.fd}`;
}

async function enter(directory: string, path: string): Promise<FileHandle> {
  try {
    return await open(directory, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') throw new NoWay('missing', path);
    if (code !== 'ELOOP' && code !== 'ENOTDIR') throw error;
    // below a file there is nothing
    throw new NoWay((await lstat(directory).catch(() => undefined))?.isFile() ? 'missing' : 'blocked', path);
  }
}

/** Elsewhere a look has to do: nothing on the way may be a link at this moment. */
async function withCheckedParent<Result>(path: string, work: (entry: string) => Promise<Result>): Promise<Result> {
  const parent = dirname(path);
  let real: string;
  try {
    real = await realpath(parent);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw new NoWay(code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'blocked', path);
  }
  if (real !== parent) throw new NoWay('blocked', path);
  return work(path);
}
