/** Reads one directory of a tree: by descriptor, so that no link leads elsewhere, and without what is ignored. */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  type Dirent,
} from 'node:fs';
import path from 'node:path';
import { compileIgnore, type IgnoreRules } from '../ignore.js';
import type { Entry } from './tree.js';

/** The ignore rules that hold in a directory; those of the directories above come after its own. */
export interface Rules {
  rules: IgnoreRules;
  /** paths as these rules see them: the beginning is cut off a path of the tree, or put before it */
  cut: number;
  prefix: string;
  above?: Rules;
}

/** Which directory a name stood for, and when its names changed last. */
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
  rules: Rules | undefined;
  /** the rules that the directory itself brings along, as they are written; "" for none */
  rulesText: string;
}

/** Larger ignore files are no ignore files. */
const maxIgnoreBytes = 256 * 1024;
const hasDescriptorPaths = process.platform === 'linux' && existsSync('/proc/self/fd');

/** Undefined when there is no such directory, it may not be read, or a link is on the way. */
export function openFolder(absolute: string): OpenFolder | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(absolute, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    const by = hasDescriptorPaths ? `/proc/self/fd/${fd}` : absolute;
    const real = hasDescriptorPaths ? readlinkSync(by) : realpathSync(absolute);
    if (real !== absolute) throw new Error('a link is on the way');
    const { dev, ino, mtimeMs, birthtimeMs } = fstatSync(fd);
    const open = fd;
    return { by, stamp: { dev, ino, mtimeMs, birthtimeMs }, close: () => closeSync(open) };
  } catch {
    // whatever the reason, there is nothing to be seen
    if (fd !== undefined) closeSync(fd);
    return undefined;
  }
}

/** The names in a directory by code unit: files, directories and links. `above`: rules it inherits; `null`: none count. */
export function readFolder({ by }: OpenFolder, own: string, above: Rules | undefined | null): Listing {
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

/** The rules that come to a root from above: of the work tree it lies in, up to its top. */
export function rulesAbove(root: string): { rules: Rules | undefined; rulesText: string } {
  const none = { rules: undefined, rulesText: '' };
  if (existsSync(path.join(root, '.git'))) return none;
  const above: string[] = [];
  for (let at = root; at !== path.dirname(at);) {
    at = path.dirname(at);
    above.push(at);
    if (!existsSync(path.join(at, '.git'))) continue;
    let { rules, rulesText } = add(none, exclusions(at), 0, prefixOf(at, root));
    for (const directory of above.reverse())
      ({ rules, rulesText } = add(
        { rules, rulesText },
        textOf(path.join(directory, '.gitignore')),
        0,
        prefixOf(directory, root),
      ));
    return { rules, rulesText };
  }
  return none;
}

function prefixOf(directory: string, root: string): string {
  return `${path.relative(directory, root).split(path.sep).join('/')}/`;
}

/** The rules for what is below a directory; one with a repository of its own starts anew. */
export function rulesOf(
  by: string,
  own: string,
  above: Rules | undefined,
  found: readonly Dirent[],
): { rules: Rules | undefined; rulesText: string } {
  const cut = own === '' ? 0 : own.length + 1;
  const isTop = found.some(({ name }) => name === '.git');
  const start = isTop
    ? add({ rules: undefined, rulesText: '.git' }, exclusions(by), cut, '')
    : { rules: above, rulesText: '' };
  const hasFile = found.some((entry) => entry.name === '.gitignore' && entry.isFile());
  return hasFile ? add(start, textOf(`${by}/.gitignore`), cut, '') : start;
}

/** What a clone leaves out for itself. */
function exclusions(top: string): string | undefined {
  return textOf(`${top}/.git/info/exclude`);
}

function add(
  { rules: above, rulesText }: { rules: Rules | undefined; rulesText: string },
  text: string | undefined,
  cut: number,
  prefix: string,
): { rules: Rules | undefined; rulesText: string } {
  if (text === undefined) return { rules: above, rulesText };
  const rules = compileIgnore(text);
  return {
    rules: rules ? { rules, cut, prefix, ...(above === undefined ? {} : { above }) } : above,
    // also a file without rules may get some
    rulesText: `${rulesText}\n${text}`,
  };
}

/** Whether the rules leave out a path of the tree. */
export function isIgnored(level: Rules | undefined, own: string, isDirectory: boolean): boolean {
  for (let at = level; at; at = at.above) {
    const verdict = at.rules(at.prefix + (at.cut === 0 ? own : own.slice(at.cut)), isDirectory);
    if (verdict !== undefined) return verdict;
  }
  return false;
}

function textOf(file: string): string | undefined {
  let fd: number | undefined;
  try {
    // git does not follow links to ignore files either
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const facts = fstatSync(fd);
    return facts.isFile() && facts.size <= maxIgnoreBytes ? readFileSync(fd, 'utf8') : undefined;
  } catch {
    // what cannot be read leaves nothing out
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
