/** Git for the files of a session, within its directories. */
import { constants } from 'node:fs';
import { lstat, open, readdir, readlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path/posix';
import { errorCode } from '../../base/fs/errno.js';
import { ApiError } from '../../errors.js';
import { noDirectory } from '../files/failures.js';
import { reachPath, withPath, type Reach } from '../files/reach.js';
import { namesOf, shownPath } from '../files/names.js';
import type { Pin } from '../files/pin.js';
import { mapSome } from '../../base/async/pieces.js';
import { gitFailed, openGit, type GitPlace, type RunGit } from './command.js';
import { emptyTree, lookAt, originOf, prefixOf, readGitChanges, type GitLook } from './status.js';

/** Tries for the diff of a file that keeps changing. */
const attempts = 3;

export interface GitAsker {
  /** variables of the program, without credentials */
  env: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** Throws FS_GIT_UNAVAILABLE, and FS_PATH_ESCAPES_SESSION for a path that leads out. */
export async function sessionStatus(
  reach: Reach,
  given: readonly string[] | undefined,
  asker: GitAsker,
): Promise<GitLook & { additions: number; deletions: number }> {
  const paths = given && (await inside(reach, given));
  try {
    const look = await withPath(reach, '.', (pin) => readGitChanges({ cwd: pin.by, real: pin.real, ...asker }, paths));
    return { ...look, entries: await confirmed(reach, look.entries) };
  } catch (error) {
    // a session whose directory is gone
    if (isMissing(error)) throw new ApiError('FS_GIT_UNAVAILABLE', { cause: error });
    throw error;
  }
}

/**
 * Git goes by name, and for a moment a name may lead to a directory elsewhere: only results that are found again in
 * the session's directories are returned.
 */
async function confirmed(reach: Reach, entries: GitLook['entries']): Promise<GitLook['entries']> {
  const met = [...entries].filter(([, status]) => status === 'untracked' || status === 'ignored').map(([name]) => name);
  const folders = [...new Set(met.map((name) => dirname(name)))];
  const there = new Map(await mapSome(folders, async (folder) => [folder, await namesIn(reach, folder)] as const));
  const gone = new Set(met.filter((name) => !there.get(dirname(name))?.has(basename(name))));
  return new Map([...entries].filter(([name]) => !gone.has(name)));
}

async function namesIn(reach: Reach, folder: string): Promise<Set<string>> {
  try {
    return new Set(await withPath(reach, folder, (pin) => readdir(pin.by)));
  } catch (error) {
    // by now it leads elsewhere or nowhere
    if (error instanceof ApiError) return new Set();
    throw error;
  }
}

/** Throws FS_GIT_UNAVAILABLE, FS_PATH_NOT_FOUND, FS_PATH_ESCAPES_SESSION. */
export async function sessionDiff(reach: Reach, given: string, asker: GitAsker): Promise<Diff & { path: string }> {
  const names = namesOf(given);
  const exists = await leadsSomewhere(reach, given);
  const { parent, name } = await nearest(reach, names);
  try {
    const by = exists && name !== '.' ? { by: `${parent.by}/${name}` } : {};
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const before = await stampOf(by.by);
      const diff = await diffPath({ cwd: parent.by, real: parent.real, name, ...by, ...asker });
      if (!diff || !(await parent.holds())) break;
      // git goes by the name: for a moment it may have been that of a link
      if ((await stampOf(by.by)) === before) return { path: shownPath(names), ...diff };
    }
    throw new ApiError('FS_PATH_NOT_FOUND', { message: `no such path: ${given}` });
  } finally {
    await parent.release();
  }
}

/** Identifies a file, also under another name for a while; "" for a missing one. */
async function stampOf(by: string | undefined): Promise<string> {
  if (by === undefined) return '';
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await lstat(by, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return '';
  }
}

/** Paths as git takes them. What is deleted has a status, too; what no file can have, has none. */
async function inside(reach: Reach, given: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  for (const path of given) {
    const names = possibleNames(path);
    if (names) paths.push(shownPath(names));
    await leadsSomewhere(reach, path);
  }
  return paths;
}

function possibleNames(given: string): string[] | undefined {
  try {
    return namesOf(given);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return undefined;
  }
}

/** Whether there is something at a path. Throws FS_PATH_ESCAPES_SESSION. */
async function leadsSomewhere(reach: Reach, given: string): Promise<boolean> {
  try {
    await (await reachPath(reach, given)).release();
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** The directory of a path, or the nearest existing one above, and the path from it. The caller releases it. */
async function nearest(reach: Reach, names: readonly string[]): Promise<{ parent: Pin; name: string }> {
  for (let count = Math.max(0, names.length - 1); ; count -= 1) {
    try {
      const parent = await reachPath(reach, shownPath(names.slice(0, count)));
      if (parent.stats.isDirectory()) return { parent, name: shownPath(names.slice(count)) };
      await parent.release();
      // there can be nothing below a file, but there may have been
      if (count === 0) throw noDirectory(parent, '.');
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (count === 0) throw new ApiError('FS_GIT_UNAVAILABLE', { cause: error });
    }
  }
}

/** Where one may not look there is nothing to be seen. */
function isMissing(error: unknown): boolean {
  return error instanceof ApiError && ['FS_PATH_NOT_FOUND', 'FS_PERMISSION_DENIED'].includes(error.errorName);
}

/** How a file differs from the last commit, as a unified diff (rest.md 19). */
interface DiffTarget extends GitPlace {
  /** path below the directory asked from; need not exist */
  name: string;
  /** leads to the file or link itself; absent when there is nothing */
  by?: string;
}

interface Diff {
  diff: string;
  truncated: boolean;
}

/** Bytes of a diff. */
const maxDiff = 1024 * 1024;
/** Bytes at the beginning in which a NUL makes a file binary, as for git. */
const looked = 8_000;
const chunkSize = 64 * 1024;
/** Bytes of a file that are read to count its lines. */
const maxCounted = 64 * 1024 * 1024;

/** Undefined when the path is neither on disk nor in the last commit. Throws FS_GIT_UNAVAILABLE. */
async function diffPath(target: DiffTarget): Promise<Diff | undefined> {
  const run = await openGit(target);
  const look = await lookAt(run, { paths: [target.name], untracked: 'files', ignored: true });
  const status = look.of(target.name);
  const unknown = status === 'untracked' || status === 'ignored';
  // a link that leads nowhere is nothing, as long as git does not know it either
  if (target.by === undefined && (look.entries.size === 0 || unknown)) return undefined;
  if (target.by !== undefined && unknown) return await newFile(`${await prefixOf(run)}${target.name}`, target.by);
  const origin = status === 'added' ? await originOf(run, target.name) : [];
  return await tracked(run, look.unborn, [target.name, ...origin]);
}

async function tracked(run: RunGit, unborn: boolean, paths: readonly string[]): Promise<Diff> {
  const chunks: Buffer[] = [];
  let size = 0;
  const ended = await run(
    [
      ...['diff', '--no-color', '--no-ext-diff', '--no-textconv', '--no-relative', '--find-renames', '--unified=3'],
      ...['--src-prefix=a/', '--dst-prefix=b/', '--submodule=short', '--ignore-submodules=dirty'],
      ...[unborn ? await emptyTree(run) : 'HEAD', '--', ...paths],
    ],
    (chunk) => {
      chunks.push(chunk);
      return (size += chunk.length) <= maxDiff;
    },
  );
  if (ended.exitCode !== 0 && ended.stopped === undefined) throw gitFailed(ended);
  return cut(Buffer.concat(chunks));
}

function cut(bytes: Buffer): Diff {
  if (bytes.length <= maxDiff) return { diff: bytes.toString('utf8'), truncated: false };
  // a line that is longer than the whole limit is left out
  return { diff: bytes.toString('utf8', 0, bytes.lastIndexOf(10, maxDiff - 1) + 1), truncated: true };
}

/** A file compared with nothing, in git's form. `path` starts at the top of the repository. */
async function newFile(path: string, by: string): Promise<Diff | undefined> {
  const content = await contentOf(by);
  if (!content) return { diff: '', truncated: false };
  const [from, to] = [quoted(`a/${path}`), quoted(`b/${path}`)];
  const head = `diff --git ${from} ${to}\nnew file mode ${content.mode}\n`;
  if (content.binary) return { diff: `${head}Binary files /dev/null and ${to} differ\n`, truncated: false };
  const { bytes, lines, whole } = content;
  if (bytes.length === 0) return { diff: head, truncated: false };
  const text = bytes.toString('utf8');
  const ended = text.endsWith('\n');
  const added = (ended ? text.slice(0, -1) : text).split('\n').map((line) => `+${line}\n`);
  const span = lines === 1 ? '1' : `1,${lines}`;
  const body = [
    `--- /dev/null\n+++ ${to}${/\s/.test(to) ? '\t' : ''}\n@@ -0,0 +${span} @@\n`,
    ...added,
    ended ? '' : '\\ No newline at end of file\n',
  ].join('');
  const diff = cut(Buffer.from(head + body));
  return { ...diff, truncated: diff.truncated || !whole };
}

interface Content {
  mode: string;
  binary: boolean;
  /** the first bytes */
  bytes: Buffer;
  /** of all of it */
  lines: number;
  whole: boolean;
}

/** Undefined for what is neither a file nor a link, or is gone. */
async function contentOf(by: string): Promise<Content | undefined> {
  const link = await readlink(by, { encoding: 'buffer' }).catch(() => undefined);
  if (link) return { mode: '120000', binary: false, bytes: link, lines: 1, whole: true };
  const file = await open(by, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW).catch(() => undefined);
  try {
    const facts = await file?.stat();
    if (!file || !facts?.isFile()) return undefined;
    return { mode: facts.mode & 0o111 ? '100755' : '100644', ...(await readStart(file)) };
  } finally {
    await file?.close();
  }
}

async function readStart(file: FileHandle): Promise<Omit<Content, 'mode'>> {
  const kept: Buffer[] = [];
  let size = 0;
  let [lines, open, binary] = [0, false, false];
  while (size < maxCounted) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(chunkSize), 0, chunkSize);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    if (size < looked && chunk.subarray(0, looked - size).includes(0)) binary = true;
    if (binary) break;
    if (size < maxDiff) kept.push(chunk);
    size += bytesRead;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
    open = chunk[chunk.length - 1] !== 10;
  }
  const bytes = Buffer.concat(kept);
  return { binary, bytes, lines: lines + (open ? 1 : 0), whole: bytes.length === size };
}

const escapes: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '"': '\\"', '\\': '\\\\' };

/** A path as git writes it: in quotes when it holds what would be misread. */
function quoted(path: string): string {
  if (!/[\0-\x1f"\\\x7f]/.test(path)) return path;
  const text = path.replace(
    /[\0-\x1f"\\\x7f]/g,
    (char) => escapes[char] ?? `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return `"${text}"`;
}
