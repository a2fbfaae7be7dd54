/** A directory of a watched tree in its last known state: its names, and what each of them meant. */
import { lstatSync, readdirSync, type Dirent, type Stats } from 'node:fs';
import { isIgnored, type IgnoreLevel } from '../../base/ignore/levels.js';
import { rulesOf, type OpenFolder } from '../search/read.js';

export type Kind = 'file' | 'directory' | 'symlink';

/** What a name referred to; only its kind is known until it was checked. */
export interface Facts {
  kind: Kind;
  /** names up to the first one on its path that is left out of trees; 0: none is */
  hidden: number;
  size?: number;
  /** milliseconds */
  mtimeMs?: number;
  ctimeMs?: number;
  birthtimeMs?: number;
  ino?: number;
  /** false: seen so soon after a change that a further one may look the same */
  calm?: boolean;
}

export interface WatchedDirectory {
  /** relative to the root, `/` between names; "" for the root */
  path: string;
  name: string;
  /** names in its path */
  depth: number;
  parent: WatchedDirectory | undefined;
  /** as in `Facts` */
  hidden: number;
  entries: Map<string, Facts>;
  /** directories below it that are watched themselves */
  folders: Map<string, WatchedDirectory>;
  /** ignore rules for what is in it, and those of them that come from above the root */
  rules: IgnoreLevel | undefined;
  inherited?: IgnoreLevel | undefined;
  /** which directory it is; absent while there is none */
  stamp?: OpenFolder['stamp'];
  /** names that something happened to; true: only their contents or rights */
  noticed: Map<string, boolean>;
  /** all of it is to be looked at: which names there are, or all facts too */
  look?: 'names' | 'facts';
  isDropped: boolean;
}

/** What became of a name. */
export interface Change {
  place: WatchedDirectory;
  name: string;
  path: string;
  change: 'created' | 'modified' | 'deleted';
  kind: Kind;
  hidden: number;
  /** bytes before; absent when it was not checked */
  before?: number;
  /** how it is now, and was when it is gone */
  facts: Facts;
}

/** File systems may give two changes within this the same time. Milliseconds. */
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

/** What a name means now, links not followed; undefined for nothing, and for pipes, sockets and devices. */
export function factsAt(place: WatchedDirectory, folder: OpenFolder, name: string): Facts | undefined {
  let stats: Stats | undefined;
  try {
    stats = lstatSync(`${folder.by}/${name}`, { throwIfNoEntry: false });
  } catch {
    // a name that the system does not take, or out of reach
  }
  const kind = stats && kindOf(stats);
  if (!stats || kind === undefined) return undefined;
  const { size, mtimeMs, ctimeMs, birthtimeMs, ino } = stats;
  const hidden = hiddenOf(place, name, kind === 'directory');
  return { kind, hidden, size, mtimeMs, ctimeMs, birthtimeMs, ino, calm: Date.now() - ctimeMs > clockStepMs };
}

/** The names of a directory, and the rules of its ignore file; undefined when it went away. */
export function namesIn(
  place: WatchedDirectory,
  folder: OpenFolder,
  look: 'names' | 'facts',
): Map<string, Facts> | undefined {
  let found: Dirent[];
  try {
    found = readdirSync(folder.by, { withFileTypes: true });
  } catch {
    // it went away while it was open
    return undefined;
  }
  const above = place.parent ? place.parent.rules : place.inherited;
  place.rules = place.hidden > 0 ? undefined : rulesOf(folder.by, place.path, above, found).rules;
  const names = new Map<string, Facts>();
  for (const entry of found) {
    const kind = kindOf(entry);
    if (kind === undefined) continue;
    const { name } = entry;
    // a name that is not valid text counts as missing
    const isSure = look === 'names' && !name.includes('\ufffd');
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

/** One change per path: created and deleted within a window is none, and a change of kind stays two. */
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
