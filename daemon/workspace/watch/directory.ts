/** The last known state of a watched directory: its names, and the facts about each. */
import { lstatSync, readdirSync, type Dirent, type Stats } from 'node:fs';
import { isIgnored, type IgnoreLevel } from '../../base/ignore/levels.js';
import { rulesOf, type OpenFolder } from '../search/read.js';

export type Kind = 'file' | 'directory' | 'symlink';

/** The facts about a name. Only `kind` is known until the name is checked. */
export interface Facts {
  kind: Kind;
  /** number of names in the path up to the first one that trees omit; 0: none is omitted */
  hidden: number;
  size?: number;
  /** milliseconds */
  mtimeMs?: number;
  ctimeMs?: number;
  birthtimeMs?: number;
  ino?: number;
  /** false: it was read so soon after a change that another change may have the same timestamp */
  isStable?: boolean;
}

export interface WatchedDirectory {
  /** relative to the root, `/` between names; "" for the root */
  path: string;
  name: string;
  /** number of names in its path */
  depth: number;
  parent: WatchedDirectory | undefined;
  /** as in `Facts` */
  hidden: number;
  entries: Map<string, Facts>;
  /** its subdirectories that are watched, too */
  folders: Map<string, WatchedDirectory>;
  /** the ignore rules for its contents; `inherited`: the rules from above the root */
  rules: IgnoreLevel | undefined;
  inherited?: IgnoreLevel | undefined;
  /** identifies the directory; absent while it does not exist */
  stamp?: OpenFolder['stamp'];
  /** names with reported events; true: only their contents or permissions changed */
  noticed: Map<string, boolean>;
  /** the next check covers the whole directory: only its names, or all facts */
  check?: 'names' | 'facts';
  isDropped: boolean;
}

/** A change of a name. */
export interface Change {
  place: WatchedDirectory;
  name: string;
  path: string;
  change: 'created' | 'modified' | 'deleted';
  kind: Kind;
  hidden: number;
  /** its earlier size in bytes; absent when it was not checked */
  before?: number;
  /** the current facts, or the last ones of a deleted name */
  facts: Facts;
}

/** File systems may give the same timestamp to two changes within this many milliseconds. */
const clockStepMs = 50;

export function newDirectory(name: string, parent: WatchedDirectory | undefined, hidden: number): WatchedDirectory {
  return {
    path: parent ? pathIn(parent, name) : '',
    name,
    depth: parent ? parent.depth + 1 : 0,
    parent,
    hidden,
    entries: new Map(),
    folders: new Map(),
    rules: undefined,
    noticed: new Map(),
    isDropped: false,
  };
}

export function pathIn({ path }: WatchedDirectory, name: string): string {
  return path === '' ? name : `${path}/${name}`;
}

/** Returns the facts about a name without following links; undefined for missing files, pipes, sockets and devices. */
export function factsAt(place: WatchedDirectory, folder: OpenFolder, name: string): Facts | undefined {
  let stats: Stats | undefined;
  try {
    stats = lstatSync(`${folder.by}/${name}`, { throwIfNoEntry: false });
  } catch {
    // the system rejects the name, or it is unreadable
  }
  const kind = stats && kindOf(stats);
  if (!stats || kind === undefined) return undefined;
  const { size, mtimeMs, ctimeMs, birthtimeMs, ino } = stats;
  const hidden = hiddenOf(place, name, kind === 'directory');
  return { kind, hidden, size, mtimeMs, ctimeMs, birthtimeMs, ino, isStable: Date.now() - ctimeMs > clockStepMs };
}

/** Reads the names of a directory and its ignore rules. Returns undefined when the directory was removed. */
export function namesIn(
  place: WatchedDirectory,
  folder: OpenFolder,
  check: 'names' | 'facts',
): Map<string, Facts> | undefined {
  let found: Dirent[];
  try {
    found = readdirSync(folder.by, { withFileTypes: true });
  } catch {
    // the directory was removed while it was open
    return undefined;
  }
  const above = place.parent ? place.parent.rules : place.inherited;
  place.rules = place.hidden > 0 ? undefined : rulesOf(folder.by, place.path, above, found).rules;
  const names = new Map<string, Facts>();
  for (const entry of found) {
    const kind = kindOf(entry);
    if (kind === undefined) continue;
    const { name } = entry;
    // a name that is not valid UTF-8 cannot be looked up and counts as missing
    const isSure = check === 'names' && !name.includes('\ufffd');
    const facts = isSure ? { kind, hidden: hiddenOf(place, name, kind === 'directory') } : factsAt(place, folder, name);
    if (facts) names.set(name, facts);
  }
  return names;
}

function hiddenOf(place: WatchedDirectory, name: string, isDirectory: boolean): number {
  if (place.hidden > 0) return place.hidden;
  const isLeftOut =
    name === '.git' ||
    (isDirectory && name === 'node_modules') ||
    isIgnored(place.rules, pathIn(place, name), isDirectory);
  return isLeftOut ? place.depth + 1 : 0;
}

function kindOf(entry: Stats | Dirent): Kind | undefined {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'symlink' : undefined;
}

/** Merges changes to one per path. Created and then deleted yields none; a change of kind stays two changes. */
export function netOf(changes: readonly Change[]): Change[] {
  const net = new Map<string, Change>();
  for (const change of changes) {
    const earlier = net.get(change.path);
    if (!earlier) net.set(change.path, change);
    else if (change.change === 'deleted') {
      net.delete(change.path);
      if (earlier.change !== 'created') net.set(change.path, { ...change, ...beforeOf(earlier) });
    } else if (earlier.change === 'deleted' && earlier.kind !== change.kind) net.set(`${change.path}\0`, change);
    else if (earlier.change === 'deleted')
      net.set(change.path, { ...change, change: 'modified', ...beforeOf(earlier) });
  }
  return [...net.values()];
}

function beforeOf({ before }: Change): Pick<Change, 'before'> {
  return before === undefined ? {} : { before };
}
