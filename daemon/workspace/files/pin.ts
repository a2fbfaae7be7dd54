/** Pins files and directories by descriptor: code uses exactly what it checked, even when the name changes. */
import { isUtf8 } from 'node:buffer';
import { constants, type Stats } from 'node:fs';
import { open as openHandle, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../base/fs/errno.js';
import { heldPath } from '../../base/fs/held.js';
import { lstat, open, readlinkBytes, realpath, type OpenFile } from './system.js';

/** A file, directory or link that is held without being read. Pinning does not even open a pipe or device. */
export interface Pin {
  /** a path that leads to exactly this file while it is pinned; `<by>/<name>` leads to a name in this directory */
  readonly by: string;
  /** the absolute path at the time of pinning, with links resolved */
  readonly real: string;
  readonly stats: Stats;
  /** false when a name changed and `by` may lead to another file; check it before returning a result */
  holds(): Promise<boolean>;
  release(): Promise<void>;
}

/** Rejects with system errors. `link`: pins a link at the end of the path itself instead of following it. */
export type PinPath = (path: string, link?: 'link') => Promise<Pin>;

/** O_PATH on Linux: a descriptor that does not allow reading and has no effect on its file. */
const pathOnly = 0o10000000;

/** Pins by descriptor: nothing can change between check and use. */
export const pinByDescriptor: PinPath = async (name, link) => {
  const handle = await open(name, pathOnly | (link ? constants.O_NOFOLLOW : 0));
  try {
    const by = heldPath(handle.fd);
    const place = await readlinkBytes(by);
    const stats = await handle.stat();
    const real = place.toString();
    // a deleted file, an object outside of the file system, or a name that is not valid UTF-8
    if ((stats.nlink === 0 && real.endsWith(' (deleted)')) || !real.startsWith('/') || !isUtf8(place)) throw gone();
    return { by, real, stats, holds: () => Promise.resolve(true), release: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
};

/** Pins by name, with a check before and after. It misses a directory that is replaced and put back in between. */
export const pinByName: PinPath = async (name, link) => {
  const resolve = async (): Promise<string> =>
    link ? path.join(await realpath(path.dirname(name)), path.basename(name)) : realpath(name);
  const real = await resolve();
  const stats = await lstat(real);
  return {
    by: real,
    real,
    stats,
    async holds() {
      try {
        return (await resolve()) === real && isSame(await lstat(real), stats);
      } catch (error) {
        if (errorCode(error) === undefined) throw error;
        return false;
      }
    },
    release: () => Promise.resolve(),
  };
};

export const pinPath: PinPath = process.platform === 'linux' ? pinByDescriptor : pinByName;

/** Opens a pinned regular file for reading; the caller closes it. Rejects for anything else. */
export function openPinned(pin: Pin): Promise<FileHandle> {
  return openSame(pin, openHandle);
}

/** Like `openPinned`, for callers that read the file immediately. */
export function readPinned(pin: Pin): Promise<OpenFile> {
  return openSame(pin, open);
}

async function openSame<File extends Pick<OpenFile, 'stat' | 'close'>>(
  pin: Pin,
  openFile: (path: string, flags: number) => Promise<File>,
): Promise<File> {
  if (!pin.stats.isFile()) throw gone();
  const byName = pin.by === pin.real ? constants.O_NOFOLLOW : 0;
  const handle = await openFile(pin.by, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | byName);
  try {
    if (!isSame(await handle.stat(), pin.stats) || !(await pin.holds())) throw gone();
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function isSame(a: Stats, b: Stats): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

function gone(): NodeJS.ErrnoException {
  return Object.assign(new Error('it is not there any more'), { code: 'ENOENT' });
}
