/** Scans directories of user files within limits, and detects later changes. */
import { statSync, type Dirent, type Stats } from 'node:fs';
import { opendir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SessionWarning } from '../../schemas/generated/types.js';
import { checkTextFile, readTextFile, type Problem } from '../workspace/textfile.js';
import { isHeldBack } from '../base/fs/heldback.js';
import { plainName } from '../base/text/visible.js';

/** A problem with the files or the model of a session, for the user (rest.md 9.8). */
export interface Notice {
  code: Exclude<SessionWarning['code'], 'log-row-damaged'>;
  message: string;
  severity: 'info' | 'warning' | 'error';
}

/** Maximum number of levels that are scanned below a directory. */
const maxDepth = 8;
/** Limits for one group of directories. They count work, not time: results must not depend on the machine's load. */
const maxRead = 100_000;
/** limit of one directory: the first entries by name are used */
const maxEntries = 5_000;
const maxDirectories = 5_000;
const maxFiles = 500;
const maxBytes = 32 * 1024 * 1024;
const maxFileBytes = 1024 * 1024;
const pathLimit = 1_024;

/** Names in a directory, sorted by code unit, without hidden ones and those of packages. */
export interface Folder {
  /** names that end in `.md`, of any kind */
  files: string[];
  directories: string[];
}

export interface Scan {
  /** checks directories in parallel, before they are opened one by one */
  stampAll(directories: readonly string[]): Promise<void>;
  /** opens a directory; undefined when it is missing, was visited before, or exceeds a limit */
  open(directory: string, depth: number): Promise<Folder | undefined>;
  /** returns the text of a file; undefined when its real file was read before, or exceeds a limit */
  read(file: string): Promise<{ text: string; realPath: string } | Problem | undefined>;
  /** the state of all paths that the scan depends on, by absolute path */
  readonly stamps: ReadonlyMap<string, string>;
  /** ends a group and returns why it is incomplete, if it is; the next group has its own limits */
  endGroup(): string | undefined;
}

/** Creates a scan. It calls `onStep` after each disk access, to show that the disk responds. */
export function createScan(homes: { home: string; userHome: string }, onStep: () => void = () => undefined): Scan {
  const stamps = new Map<string, string>();
  const visited = new Set<string>();
  const none = { read: 0, directories: 0, files: 0, bytes: 0 };
  let done = { ...none };
  /** whether the rest of the group is skipped */
  let isOver = false;
  let reason: string | undefined;

  function end(why: string): undefined {
    isOver = true;
    reason ??= why;
    return undefined;
  }

  async function stamp(file: string): Promise<string> {
    const known = stamps.get(file);
    if (known !== undefined) return known;
    const state = await stampOf(file);
    onStep();
    stamps.set(file, state);
    return state;
  }

  async function readEntries(directory: string): Promise<Folder> {
    const found: Entry[] = [];
    for await (const entry of await opendir(directory, { bufferSize: 256 })) {
      done.read += 1;
      if (done.read % 256 === 0) onStep();
      if (done.read > maxRead) {
        reason ??= `there are more than ${maxRead} entries`;
        break;
      }
      if (isCandidate(entry)) found.push({ name: entry.name, kind: kindOf(entry) });
    }
    found.sort((a, b) => (a.name < b.name ? -1 : 1));
    if (found.length > maxEntries)
      reason ??= `there are more than ${maxEntries} entries in one directory, of which the first ones by name are used`;
    const folder: Folder = { files: [], directories: [] };
    for (const { name, kind } of found.slice(0, maxEntries)) {
      const isDirectory =
        kind === 'directory' || (kind === 'link' && (await leadsToDirectory(path.join(directory, name))));
      onStep();
      if (isDirectory) folder.directories.push(name);
      else if (name.endsWith('.md')) folder.files.push(name);
    }
    return folder;
  }

  return {
    stamps,
    endGroup() {
      const ended = reason;
      [done, isOver, reason] = [{ ...none }, false, undefined];
      return ended;
    },
    async stampAll(directories) {
      await Promise.all(directories.map(stamp));
    },
    async open(directory, depth) {
      if (depth > maxDepth || isOver || done.read > maxRead || (await stamp(directory)) === absent) return undefined;
      done.directories += 1;
      if (done.directories > maxDirectories) {
        reason ??= `there are more than ${maxDirectories} directories`;
        return undefined;
      }
      try {
        const real = await realpath(directory);
        onStep();
        // a link may lead to a visited directory
        if (visited.has(real)) return undefined;
        visited.add(real);
        return await readEntries(directory);
      } catch {
        // missing, not a directory, or unreadable: it contains nothing
        return undefined;
      }
    },
    async read(file) {
      if (isOver) return undefined;
      done.files += 1;
      if (done.files > maxFiles) return end(`there are more than ${maxFiles} files`);
      if (done.bytes >= maxBytes) return end(`they hold more than ${maxBytes / 1024 / 1024} MiB`);
      await stamp(file);
      const found = await checkTextFile(file, homes);
      onStep();
      if ('problem' in found) return found;
      if (visited.has(found.realPath)) return undefined;
      visited.add(found.realPath);
      const read = await readTextFile(found.realPath, maxFileBytes);
      onStep();
      if (read === 'large') return { problem: 'it is larger than 1 MiB' };
      if ('problem' in read) return read;
      done.bytes += read.bytes;
      return { text: read.text, realPath: found.realPath };
    },
  };
}

interface Entry {
  name: string;
  kind: 'directory' | 'link' | 'other';
}

function kindOf(entry: Dirent): Entry['kind'] {
  return entry.isDirectory() ? 'directory' : entry.isSymbolicLink() ? 'link' : 'other';
}

/** Excludes hidden entries, those of packages, and everything that is neither a directory nor text. */
function isCandidate(entry: Dirent): boolean {
  const { name } = entry;
  if (name.startsWith('.') || name === 'node_modules') return false;
  return name.endsWith('.md') || kindOf(entry) !== 'other';
}

async function leadsToDirectory(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isDirectory();
  } catch {
    // reading it as a file reports the broken link
    return false;
  }
}

const absent = 'absent';

/** Returns a stamp that changes when a file is written or replaced, or the entries of a directory change. */
async function stampOf(file: string): Promise<string> {
  if (isHeldBack(file)) return absent;
  try {
    return stampFrom(await stat(file));
  } catch {
    // unreadable counts as missing
    return absent;
  }
}

function stampFrom({ ino, mtimeMs, ctimeMs, size }: Stats): string {
  return `${ino} ${mtimeMs} ${ctimeMs} ${size}`;
}

/** Whether everything that a scan depended on is unchanged. */
export async function isUnchanged(stamps: ReadonlyMap<string, string>, onStep: () => void): Promise<boolean> {
  const checks = [...stamps].map(async ([file, before]) => {
    const now = await stampOf(file);
    onStep();
    return now === before;
  });
  return (await Promise.all(checks)).every(Boolean);
}

/** Maximum number of stamps that are compared synchronously. */
export const mostAtOnce = 40;

/** Like `isUnchanged`, but synchronous and faster: for few files on the disk that the server needs anyway. */
export function isUnchangedNow(stamps: ReadonlyMap<string, string>): boolean {
  for (const [file, before] of stamps) {
    try {
      const facts = isHeldBack(file) ? undefined : statSync(file, { throwIfNoEntry: false });
      if ((facts ? stampFrom(facts) : absent) !== before) return false;
    } catch {
      if (before !== absent) return false;
    }
  }
  return true;
}

/** Returns a notice about a skipped file. */
export function skipped(code: Notice['code'], file: string, problem: string, severity: Notice['severity'] = 'warning') {
  return { code, message: `${plainName(file, pathLimit)} was skipped: ${problem}.`, severity } satisfies Notice;
}

/** Returns a notice that not all files of a group were read. */
export function cutNotice(code: Notice['code'], what: string, why: string): Notice {
  return { code, message: `${what} were left out: ${why}.`, severity: 'warning' };
}
