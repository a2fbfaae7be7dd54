/** A log file that several processes append to and that is rotated when it is full, keeping some older ones. */
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../base/fs/errno.js';

/** How often the file is looked at for what other processes did to it, and how long a failure is left alone. */
const LOOK_MS = 5000;

export interface RotatingFile {
  /** appends a line; a line that cannot be written is lost, because logging must not stop the program */
  write(line: string): void;
  close(): void;
}

/**
 * Opens `path` (0600) for appending. When it would grow over `maxBytes` it becomes `<name>.1.log`, that one
 * `.2.log` and so on; `files` is the number kept, the current one included. Writes go straight to the system, so
 * that nothing is lost when the process is killed.
 */
export function createRotatingFile(options: {
  path: string;
  maxBytes: number;
  files: number;
  now: () => number;
}): RotatingFile {
  const { path, maxBytes, files, now } = options;
  let file: number | undefined;
  let size = 0;
  let lookAt = 0;

  const close = (): void => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };

  const reopen = (): number => {
    close();
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    file = openSync(path, 'a', 0o600);
    size = fstatSync(file).size;
    return file;
  };

  /** Another process may have rotated or removed the file that is open here. */
  const current = (): number => {
    if (file === undefined) return reopen();
    const named = statSync(path, { throwIfNoEntry: false });
    if (!named || named.ino !== fstatSync(file).ino) return reopen();
    size = named.size;
    return file;
  };

  const makeRoom = (bytes: number): number => {
    const open = current();
    if (size === 0 || size + bytes <= maxBytes) return open;
    if (files <= 1) rmSync(path, { force: true });
    else for (let number = files - 1; number >= 1; number--) shift(number);
    return reopen();
  };

  const shift = (number: number): void => {
    try {
      renameSync(number === 1 ? path : older(path, number - 1), older(path, number));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  };

  return {
    write(line) {
      const time = now();
      const due = time >= lookAt;
      if (file === undefined && !due) return;
      try {
        const bytes = Buffer.from(line, 'utf8');
        if (due) lookAt = time + LOOK_MS;
        let open = due || file === undefined ? current() : file;
        if (size > 0 && size + bytes.length > maxBytes) open = makeRoom(bytes.length);
        size += writeSync(open, bytes);
      } catch (error) {
        if (errorCode(error) === undefined) throw error;
        // full disk, lost directory: try again in a while
        close();
        lookAt = time + LOOK_MS;
      }
    },
    close,
  };
}

/** `agent-code.log` → `agent-code.2.log`. */
function older(path: string, number: number): string {
  return /\.log$/.test(path) ? path.replace(/\.log$/, `.${number}.log`) : `${path}.${number}`;
}
