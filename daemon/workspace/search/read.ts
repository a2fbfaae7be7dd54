/** Reads one directory of a tree by descriptor, so that no link redirects it, and without ignored names. */
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

/** Identifies a directory, and its last change of names. */
export interface Stamp {
  dev: number;
  ino: number;
  /** milliseconds */
  mtimeMs: number;
  /** milliseconds; 0 if the file system does not store it. Together with the inode number it detects a replacement */
  birthtimeMs: number;
}

export interface OpenFolder {
  /** leads to exactly this directory while it is open */
  by: string;
  stamp: Stamp;
  close(): void;
}

export interface Listing {
  entries: Entry[];
  /** the ignore rules for everything below; undefined without any */
  rules: IgnoreLevel | undefined;
  /** the text of the directory's own rules; "" without any */
  rulesText: string;
}

/** Returns undefined for a missing or unreadable directory, and when the path contains a link. */
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
    // in every case the directory has no visible names
    if (fd !== undefined) closeSync(fd);
    return undefined;
  }
}

/** Reads files, directories and links, sorted by code unit. `above`: inherited rules; `null`: ignore all rules. */
export function readFolder({ by }: OpenFolder, own: string, above: IgnoreLevel | undefined | null): Listing {
  let found: Dirent[];
  try {
    found = readdirSync(by, { withFileTypes: true });
  } catch {
    // the directory was removed while it was open
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

/** Returns the rules from above a root. The root of a repository has none. */
export function rulesAboveRoot(root: string): IgnoreFound {
  if (existsSync(path.join(root, '.git'))) return { rules: undefined, rulesText: '' };
  const prefixOf = (directory: string): string => `${path.relative(directory, root).split(path.sep).join('/')}/`;
  return rulesAbove(root, (directory) => ({ cut: 0, prefix: prefixOf(directory) }));
}

/** Returns the rules for everything below a directory. The root of a repository inherits none from above. */
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
