/** Holds files and directories by descriptor, so that what was checked is what is used, even when its name changes. */
import { isUtf8 } from 'node:buffer';
import { constants, type Stats } from 'node:fs';
import { open as openHandle, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../base/fs/errno.js';
import { heldPath } from '../../base/fs/held.js';
import { lstat, open, readlinkBytes, realpath, type OpenFile } from './system.js';

/** A file, directory or link that is held, not read: a pipe or device is not even opened. */
export interface Pin {
  /** leads to exactly this file while it is held, and `<by>/<name>` to a name in this directory */
  readonly by: string;
  /** where it was when it was pinned: absolute, without links */
  readonly real: string;
  readonly stats: Stats;
  /** false when names were changed so that a used path may be another file; to be checked before a result is returned */
  holds(): Promise<boolean>;
  release(): Promise<void>;
}

/** Rejects with errors of the system. `link`: a link at the end is not followed but pinned itself. */
export type PinPath = (path: string, link?: 'link') => Promise<Pin>;

/** Linux: a descriptor that cannot be read from, and has no effect on its file. */
const pathOnly = 0o10000000;

/** By descriptor: nothing can change between check and use. */
export const pinByDescriptor: PinPath = async (name, link) => {
  const handle = await open(name, pathOnly | (link ? constants.O_NOFOLLOW : 0));
  try {
    const by = heldPath(handle.fd);
    const place = await readlinkBytes(by);
    const stats = await handle.stat();
    const real = place.toString();
    // what has no name any more, is no file of this file system, or cannot be named in UTF-8
    if ((stats.nlink === 0 && real.endsWith(' (deleted)')) || !real.startsWith('/') || !isUtf8(place)) throw gone();
    return { by, real, stats, holds: () => Promise.resolve(true), release: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
};

/** By name: checked before and after. A directory that is replaced and put back in between goes unnoticed. */
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

/** Opens a pinned regular file for reading; the caller closes it. Anything else is not opened. */
export function openPinned(pin: Pin): Promise<FileHandle> {
  return openSame(pin, openHandle);
}

/** As `openPinned`, for callers that read it immediately. */
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
