/** Reads one directory of a tree: by descriptor, so that no link leads elsewhere, and without what is ignored. */
import { closeSync, existsSync, fstatSync, readdirSync, readlinkSync, realpathSync, type Dirent } from 'node:fs';
import path from 'node:path';
import { hasHeldPaths, heldPath, holdDirectory } from '../../base/fs/held.js';
import {
  addRules,
  clonesOwnFile,
  isIgnored,
  readIgnoreFile,
  rulesAbove,
  type IgnoreFound,
  type IgnoreLevel,
} from '../../base/ignore/levels.js';
import type { Entry } from './tree.js';

/** Which directory a name meant, and when its names changed last. */
export interface Stamp {
  dev: number;
  ino: number;
  /** milliseconds */
  mtimeMs: number;
  /** milliseconds; 0 where the file system does not know. Numbers are given again, but not at the same time */
  birthtimeMs: number;
}

export interface OpenFolder {
  /** leads to just this directory while it is open */
  by: string;
  stamp: Stamp;
  close(): void;
}

export interface Listing {
  entries: Entry[];
  /** rules for what is below; undefined when there are none */
  rules: IgnoreLevel | undefined;
  /** the rules that the directory itself brings along, as they are written; "" for none */
  rulesText: string;
}

/** Undefined when there is no such directory, it may not be read, or a link is on the way. */
export function openFolder(absolute: string): OpenFolder | undefined {
  let fd: number | undefined;
  try {
    fd = holdDirectory(absolute);
    const by = hasHeldPaths ? heldPath(fd) : absolute;
    const real = hasHeldPaths ? readlinkSync(by) : realpathSync(absolute);
    if (real !== absolute) throw new Error('a link is on the way');
    const { dev, ino, mtimeMs, birthtimeMs } = fstatSync(fd);
    const open = fd;
    return { by, stamp: { dev, ino, mtimeMs, birthtimeMs }, close: () => closeSync(open) };
  } catch {
    // whatever the reason, it has no visible names
    if (fd !== undefined) closeSync(fd);
    return undefined;
  }
}

/** The names in a directory by code unit: files, directories and links. `above`: rules it inherits; `null`: none count. */
export function readFolder({ by }: OpenFolder, own: string, above: IgnoreLevel | undefined | null): Listing {
  let found: Dirent[];
  try {
    found = readdirSync(by, { withFileTypes: true });
  } catch {
    // it went away while it was open
    return { entries: [], rules: undefined, rulesText: '' };
  }
  const { rules, rulesText } = above === null ? { rules: undefined, rulesText: '' } : rulesOf(by, own, above, found);
  const entries: Entry[] = [];
  for (const entry of found) {
    const kind = entry.isDirectory()
      ? 'directory'
      : entry.isFile()
        ? 'file'
        : entry.isSymbolicLink()
          ? 'symlink'
          : null;
    if (kind === null || entry.name === '.git') continue;
    if (rules && isIgnored(rules, own === '' ? entry.name : `${own}/${entry.name}`, kind === 'directory')) continue;
    entries.push({ name: entry.name, kind });
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { entries, rules, rulesText };
}

/** The rules for a root from above; the root of a repository starts without them. */
export function rulesAboveRoot(root: string): IgnoreFound {
  if (existsSync(path.join(root, '.git'))) return { rules: undefined, rulesText: '' };
  const prefixOf = (directory: string): string => `${path.relative(directory, root).split(path.sep).join('/')}/`;
  return rulesAbove(root, (directory) => ({ cut: 0, prefix: prefixOf(directory) }));
}

/** The rules for what is below a directory; the root of a repository starts without those from above. */
export function rulesOf(
  by: string,
  own: string,
  above: IgnoreLevel | undefined,
  found: readonly Dirent[],
): IgnoreFound {
  const base = { cut: own === '' ? 0 : own.length + 1, prefix: '' };
  const isTop = found.some(({ name }) => name === '.git');
  const start = isTop
    ? addRules({ rules: undefined, rulesText: '.git' }, readIgnoreFile(clonesOwnFile(by)), base)
    : { rules: above, rulesText: '' };
  const hasFile = found.some((entry) => entry.name === '.gitignore' && entry.isFile());
  return hasFile ? addRules(start, readIgnoreFile(`${by}/.gitignore`), base) : start;
}
