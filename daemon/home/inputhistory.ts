/** The input history of each directory, one line per entry: `user-history/` (cli.md 7), shared by all servers. */
import { hash } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, mkdir, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFileAtomic } from '../base/fs/atomic.js';
import { errorCode } from '../base/fs/errno.js';
import { createLock } from '../base/fs/lock.js';
import { resolveReal } from '../base/fs/paths.js';
import { isRecord } from '../base/text/values.js';
import { ApiError } from '../errors.js';
import type { HomePaths } from './paths.js';

export interface InputHistory {
  /** newest first, without consecutive duplicates */
  list(directory: string, limit: number): Promise<string[]>;
  /** adds an entry unless the newest is equal; returns the number of entries */
  add(directory: string, content: string): Promise<number>;
}

/** Maximum number of entries, and maximum characters of one. */
const mostEntries = 1_000;
const entryChars = 100_000;
/** Maximum bytes of kept entries, and of the end of a file that is read. */
const keptBytes = 4 * 1024 * 1024;
const readBytes = 2 * keptBytes;
/** Characters that are parsed or masked before yielding to the event loop. */
const sliceChars = 256 * 1024;

interface Entries {
  /** oldest first */
  contents: string[];
  /** size of the file in bytes */
  size: number;
  /** number of lines read, including invalid ones */
  lines: number;
  /** the last line is incomplete */
  isTorn: boolean;
}

/** `hide` masks secrets in a text. Throws ApiError PERSISTENCE_FAILURE for files that cannot be read or written. */
export function createInputHistory(
  { userHistory, historyLock }: Pick<HomePaths, 'userHistory' | 'historyLock'>,
  hide: (text: string) => string,
): InputHistory {
  const lock = createLock(historyLock, {
    mostWaiting: 10_000,
    message: 'another program has been changing the input history',
  });

  /** Follows links, because a client names its working directory without them. */
  const fileOf = (directory: string) => join(userHistory, `${hash('md5', resolveReal(directory))}.jsonl`);

  /** The newest entries of a file, with secrets masked that were still unknown when they were written. */
  async function read(path: string): Promise<Entries> {
    const { text, size } = await readEnd(path);
    const lines = text.split('\n');
    const isTorn = lines.pop() !== '';
    // the first line of a part may be incomplete
    if (size > readBytes) lines.shift();
    const newestFirst: string[] = [];
    let chars = 0;
    for (const line of lines.toReversed()) {
      if ((chars += line.length) > sliceChars) {
        chars = 0;
        await new Promise(setImmediate);
      }
      const found = contentOf(line);
      const content = found === undefined ? undefined : hide(found);
      if (content === undefined || content === newestFirst.at(-1)) continue;
      if (newestFirst.push(content) === mostEntries) break;
    }
    return { contents: newestFirst.toReversed(), size, lines: lines.length, isTorn };
  }

  async function append(path: string, content: string): Promise<number> {
    await mkdir(userHistory, { recursive: true, mode: 0o700 });
    await chmod(userHistory, 0o700);
    const { contents, size, lines, isTorn } = await read(path);
    if (contents.at(-1) === content) return contents.length;
    contents.push(content);
    const kept = newestOf(contents);
    const isLong = lines >= 2 * mostEntries || size + content.length > readBytes;
    if (isLong) await replaceFileAtomic(path, kept.map(lineOf).join(''), (rename) => (rename(), true));
    else await appendLine(path, (isTorn ? '\n' : '') + lineOf(content));
    return kept.length;
  }

  return {
    list: async (directory, limit) => {
      const { contents } = await orFailure(() => read(fileOf(directory)));
      return contents.slice(-limit).toReversed();
    },
    add: (directory, content) => orFailure(() => lock(() => append(fileOf(directory), hide(content.toWellFormed())))),
  };
}

/** The end of a file as text; empty when the file is missing. Never blocks on a pipe, and reads no device. */
async function readEnd(path: string): Promise<{ text: string; size: number }> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { text: '', size: 0 };
    throw error;
  }
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw notRegular();
    const { size } = facts;
    const buffer = Buffer.alloc(Math.min(size, readBytes));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, size - buffer.length);
    return { text: buffer.toString('utf8', 0, bytesRead), size };
  } finally {
    await file.close();
  }
}

async function appendLine(path: string, line: string): Promise<void> {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK = 0 } = constants;
  const file = await open(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, 0o600);
  try {
    if (!(await file.stat()).isFile()) throw notRegular();
    await file.chmod(0o600);
    await file.writeFile(line);
  } finally {
    await file.close();
  }
}

function notRegular(): Error {
  return Object.assign(new Error('no regular file'), { code: 'EISDIR' });
}

/** The entry in a line; undefined for an invalid line. */
function contentOf(line: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const content = isRecord(value) ? value['content'] : undefined;
  if (typeof content !== 'string' || content === '' || content.length > entryChars) return undefined;
  return content.toWellFormed();
}

const lineOf = (content: string): string => `${JSON.stringify({ content })}\n`;

/** The newest entries within the limits. */
function newestOf(contents: readonly string[]): readonly string[] {
  let bytes = 0;
  let first = Math.max(0, contents.length - mostEntries);
  for (let at = contents.length - 1; at >= first; at -= 1) {
    bytes += Buffer.byteLength(contents[at] ?? '');
    if (bytes > keptBytes) first = at + 1;
  }
  return contents.slice(first);
}

async function orFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = errorCode(error);
    if (error instanceof ApiError || code === undefined) throw error;
    throw new ApiError('PERSISTENCE_FAILURE', { message: `the input history cannot be used: ${code}`, cause: error });
  }
}
