/** System calls about files: asynchronous in the main thread, synchronous in the thread for files. */
import * as sync from 'node:fs';
import * as promises from 'node:fs/promises';
import { isMainThread } from 'node:worker_threads';
import { createPause } from '../../base/async/pieces.js';

/** The part of an open file that this program uses. */
export interface OpenFile {
  readonly fd: number;
  stat(): Promise<sync.Stats>;
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  readFile(encoding: 'utf8'): Promise<string>;
  close(): Promise<void>;
}

/** The names of a directory: iterated, or read one by one and then closed. */
export interface OpenDirectory extends AsyncIterable<sync.Dirent> {
  read(): Promise<sync.Dirent | null>;
  close(): Promise<void>;
}

/** The functions of the same names in `node:fs/promises`, with the same errors. */
export interface System {
  open(path: string, flags: number): Promise<OpenFile>;
  opendir(path: string, options: { bufferSize: number }): Promise<OpenDirectory>;
  lstat(path: string): Promise<sync.Stats>;
  readlink(path: string): Promise<string>;
  readlinkBytes(path: string): Promise<Buffer>;
  realpath(path: string): Promise<string>;
}

const later: System = {
  open: (path, flags) => promises.open(path, flags),
  opendir: (path, options) => promises.opendir(path, options),
  lstat: (path) => promises.lstat(path),
  readlink: (path) => promises.readlink(path),
  readlinkBytes: (path) => promises.readlink(path, { encoding: 'buffer' }),
  realpath: (path) => promises.realpath(path),
};

/** Runs each call synchronously, without the thread pool. Yields to pending messages now and then. */
function atOnce(): System {
  const pauseIfDue = createPause();
  const ask = async <Answer>(question: () => Answer): Promise<Answer> => {
    const pause = pauseIfDue();
    if (pause) await pause;
    return question();
  };
  const fileOf = (fd: number): OpenFile => ({
    fd,
    stat: () => ask(() => sync.fstatSync(fd)),
    read: (buffer, offset, length, position) =>
      ask(() => ({ bytesRead: sync.readSync(fd, buffer, offset, length, position) })),
    readFile: (encoding) => ask(() => sync.readFileSync(fd, encoding)),
    close: async () => sync.closeSync(fd),
  });
  return {
    open: (path, flags) => ask(() => fileOf(sync.openSync(path, flags))),
    opendir: (path, options) => ask(() => directoryOf(sync.opendirSync(path, options), ask)),
    lstat: (path) => ask(() => sync.lstatSync(path)),
    readlink: (path) => ask(() => sync.readlinkSync(path)),
    readlinkBytes: (path) => ask(() => sync.readlinkSync(path, { encoding: 'buffer' })),
    realpath: (path) => ask(() => sync.realpathSync.native(path)),
  };
}

function directoryOf(directory: sync.Dir, ask: <Answer>(question: () => Answer) => Promise<Answer>): OpenDirectory {
  const read = (): Promise<sync.Dirent | null> => ask(() => directory.readSync());
  return {
    read,
    close: async () => directory.closeSync(),
    async *[Symbol.asyncIterator]() {
      try {
        for (let entry = await read(); entry !== null; entry = await read()) yield entry;
      } finally {
        directory.closeSync();
      }
    },
  };
}

export const { open, opendir, lstat, readlink, readlinkBytes, realpath } = isMainThread ? later : atOnce();

/** Formats an etag as `<mtime ms>-<size>-<inode>`, each number in base 36. */
export function etagOf({ mtimeMs, size, ino }: Pick<sync.Stats, 'mtimeMs' | 'size' | 'ino'>): string {
  return [Math.floor(mtimeMs), size, ino].map((number) => number.toString(36)).join('-');
}
