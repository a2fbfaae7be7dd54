/** Walks directories of files that people wrote, bounded in every way, and tells later whether anything changed. */
import { opendir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SessionWarning } from '../../schemas/generated/types.js';
import { checkTextFile, readTextFile, type Problem } from '../workspace/textfile.js';
import { plainName } from '../workspace/visible.js';

/** Something that people should know about the files and the model of a session (rest.md 9.8). */
export interface Notice {
  code: Exclude<SessionWarning['code'], 'log-row-damaged'>;
  message: string;
  severity: 'info' | 'warning' | 'error';
}

/** Levels below a directory that are searched. */
const maxDepth = 8;
/** Entries that are looked at in one group of directories. */
const maxEntries = 5_000;
/** Files that are read in one group of directories. */
const maxFiles = 500;
const maxFileBytes = 1024 * 1024;
/** Milliseconds after which no further file of a group is read. */
const maxMs = 600;
const pathLimit = 1_024;

/** Names in a directory, sorted by code unit; hidden ones and those of packages are left out. */
export interface Folder {
  /** what ends in `.md`, whatever it is */
  files: string[];
  directories: string[];
}

export interface Scan {
  /** looks at directories side by side, before they are opened one after another */
  look(directories: readonly string[]): Promise<void>;
  /** undefined: not there, seen before, or beyond a limit */
  open(directory: string, depth: number): Promise<Folder | undefined>;
  /** text of a file; undefined when its real file was read before, or beyond a limit */
  read(file: string): Promise<{ text: string; realPath: string } | Problem | undefined>;
  /** what the scan depends on: absolute path to its state */
  readonly stamps: ReadonlyMap<string, string>;
  /** why the group is not complete; the next one has limits of its own, so that it does not pay for this one */
  endGroup(): string | undefined;
}

export function createScan(homes: { home: string; userHome: string }): Scan {
  let until = performance.now() + maxMs;
  const stamps = new Map<string, string>();
  const visited = new Set<string>();
  let entries = 0;
  let files = 0;
  let reason: string | undefined;

  function isOver(): boolean {
    if (reason === undefined && performance.now() > until) reason = 'reading them took too long';
    return reason !== undefined;
  }

  /** One entry, links followed. */
  async function sort(directory: string, name: string, folder: Folder, kind: 'directory' | 'link' | 'other') {
    if (name.startsWith('.') || name === 'node_modules') return;
    const isDirectory =
      kind === 'directory' || (kind === 'link' && (await leadsToDirectory(path.join(directory, name))));
    if (isDirectory) folder.directories.push(name);
    else if (name.endsWith('.md')) folder.files.push(name);
  }

  async function readEntries(directory: string): Promise<Folder> {
    const folder: Folder = { files: [], directories: [] };
    for await (const entry of await opendir(directory, { bufferSize: 64 })) {
      entries += 1;
      if (entries > maxEntries) reason ??= `there are more than ${maxEntries} entries`;
      if (isOver()) break;
      await sort(
        directory,
        entry.name,
        folder,
        entry.isDirectory() ? 'directory' : entry.isSymbolicLink() ? 'link' : 'other',
      );
    }
    folder.files.sort();
    folder.directories.sort();
    return folder;
  }

  return {
    stamps,
    endGroup() {
      const ended = reason;
      [entries, files, reason, until] = [0, 0, undefined, performance.now() + maxMs];
      return ended;
    },
    async look(directories) {
      await Promise.all(directories.map(async (each) => stamps.set(each, await stampOf(each))));
    },
    async open(directory, depth) {
      if (depth > maxDepth || isOver()) return undefined;
      if (!stamps.has(directory)) stamps.set(directory, await stampOf(directory));
      if (stamps.get(directory) === absent) return undefined;
      try {
        const real = await realpath(directory);
        // a link may lead to where the walk has been
        if (visited.has(real)) return undefined;
        visited.add(real);
        return await readEntries(directory);
      } catch {
        // gone meanwhile, no directory, or not readable: nothing is found there
        return undefined;
      }
    },
    async read(file) {
      if (isOver()) return undefined;
      files += 1;
      if (files > maxFiles) {
        reason ??= `there are more than ${maxFiles} files`;
        return undefined;
      }
      stamps.set(file, await stampOf(file));
      const found = await checkTextFile(file, homes);
      if ('problem' in found) return found;
      if (visited.has(found.realPath)) return undefined;
      visited.add(found.realPath);
      const read = await readTextFile(found.realPath, maxFileBytes);
      if (read === 'large') return { problem: 'it is larger than 1 MiB' };
      return 'problem' in read ? read : { text: read.text, realPath: found.realPath };
    },
  };
}

async function leadsToDirectory(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isDirectory();
  } catch {
    // a broken link is told when it is read as a file
    return false;
  }
}

const absent = 'absent';

/** What changes whenever a file is written or replaced, or a directory gets or loses an entry. */
async function stampOf(file: string): Promise<string> {
  try {
    const { ino, mtimeMs, ctimeMs, size } = await stat(file);
    return `${ino} ${mtimeMs} ${ctimeMs} ${size}`;
  } catch {
    // what cannot be looked at is as good as not there
    return absent;
  }
}

/** Whether all that a scan depended on is still as it was. */
export async function isUnchanged(stamps: ReadonlyMap<string, string>): Promise<boolean> {
  const looks = [...stamps].map(async ([file, before]) => (await stampOf(file)) === before);
  return (await Promise.all(looks)).every(Boolean);
}

/** A notice about a file that is left out. */
export function skipped(code: Notice['code'], file: string, problem: string, severity: Notice['severity'] = 'warning') {
  return { code, message: `${plainName(file, pathLimit)} was skipped: ${problem}.`, severity } satisfies Notice;
}

/** A notice that not all files of a group were read. */
export function cutNotice(code: Notice['code'], what: string, why: string): Notice {
  return { code, message: `${what} were left out: ${why}.`, severity: 'warning' };
}
