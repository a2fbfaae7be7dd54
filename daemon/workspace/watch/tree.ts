/** The known state of a watched tree. Records changes as it enters or leaves directories, adds or removes names. */
import type { Follower } from '../search/follow.js';
import { openFolder, rulesAboveRoot, type OpenFolder } from '../search/read.js';
import { namesIn, newDirectory, pathIn, type Change, type Facts, type WatchedDirectory } from './directory.js';
import type { Wants } from './wants.js';

export interface Tree {
  top: WatchedDirectory;
  /** directories without a system watch */
  unwatched: ReadonlySet<WatchedDirectory>;
  /** the tree omits some names because there are too many; callers reset it to false first */
  isOverfull: boolean;
  absolute(place: WatchedDirectory): string;
  /** returns all directories, parents before children */
  places(): WatchedDirectory[];
  find(path: string): WatchedDirectory | undefined;
  /** watches and reads a directory, and those of its subdirectories that are wanted */
  enter(place: WatchedDirectory, news: Change[] | undefined): void;
  /** renews the system watch of a directory */
  rewatch(place: WatchedDirectory): void;
  /** adds a name with everything below it */
  add(place: WatchedDirectory, name: string, facts: Facts, news: Change[]): void;
  /** removes a name with everything below it */
  remove(place: WatchedDirectory, name: string, news: Change[]): void;
  /** reads everything below a directory again without reporting: other files may be ignored now */
  reread(place: WatchedDirectory): void;
  /** removes everything below the root, and the root's own state */
  clear(news: Change[] | undefined): void;
  /** watches exactly the wanted directories */
  reconcile(): void;
  /** switches to polling: system watches no longer work */
  unfollow(): void;
}

export interface TreeOptions {
  root: string;
  wants: Wants;
  maxEntries: number;
  follower: Follower | undefined;
  /** called for each directory that the tree drops */
  left(place: WatchedDirectory): void;
}

export function createTree({ root, wants, maxEntries, follower: given, left }: TreeOptions): Tree {
  const top = newDirectory('', undefined, 0);
  const unwatched = new Set<WatchedDirectory>();
  let follower = given;
  let size = 0;

  const absolute = ({ path }: WatchedDirectory): string => (path === '' ? root : `${root === '/' ? '' : root}/${path}`);

  function enter(first: WatchedDirectory, news: Change[] | undefined): void {
    if (first === top) top.inherited = rulesAboveRoot(root).rules;
    const pending = [first];
    for (let place = pending.pop(); place; place = pending.pop()) {
      const folder = openFolder(absolute(place));
      delete place.stamp;
      if (!folder) continue;
      try {
        place.stamp = folder.stamp;
        watch(place, folder);
        // with `news`, read only kinds now: `inspect` completes the facts of the changes that are reported
        for (const [name, facts] of namesIn(place, folder, news ? 'names' : 'facts') ?? [])
          pending.push(...take(place, name, facts, news));
      } finally {
        folder.close();
      }
    }
  }

  function watch(place: WatchedDirectory, { by }: OpenFolder): void {
    if (follower?.add(place.path, by) === true) unwatched.delete(place);
    else unwatched.add(place);
  }

  /** Records a name. Returns its directory when that is to be watched, too. */
  function take(place: WatchedDirectory, name: string, facts: Facts, news: Change[] | undefined): WatchedDirectory[] {
    if (size >= maxEntries) {
      tree.isOverfull = true;
      return [];
    }
    size += 1;
    place.entries.set(name, facts);
    if (news) note(news, place, name, 'created', facts);
    if (facts.kind !== 'directory' || !wants.covers(pathIn(place, name), facts.hidden)) return [];
    return [found(place, name, facts.hidden)];
  }

  function found(parent: WatchedDirectory, name: string, hidden: number): WatchedDirectory {
    const folder = newDirectory(name, parent, hidden);
    parent.folders.set(name, folder);
    return folder;
  }

  function drop(folder: WatchedDirectory, news: Change[] | undefined): void {
    folder.parent?.folders.delete(folder.name);
    for (const place of [folder, ...below(folder)]) {
      empty(place, news);
      place.isDropped = true;
      place.folders.clear();
    }
  }

  /** Forgets the names in a directory, but not its subdirectories. */
  function empty(place: WatchedDirectory, news: Change[] | undefined): void {
    if (news) for (const [name, facts] of place.entries) note(news, place, name, 'deleted', facts, facts);
    size -= place.entries.size;
    place.entries.clear();
    place.noticed.clear();
    follower?.remove(place.path);
    unwatched.delete(place);
    left(place);
  }

  const tree: Tree = {
    top,
    unwatched,
    isOverfull: false,
    absolute,
    places: () => [top, ...below(top)],
    find(path) {
      if (path === '') return top;
      let place: WatchedDirectory | undefined = top;
      for (const name of path.split('/')) place = place?.folders.get(name);
      return place;
    },
    enter,
    rewatch(place) {
      const folder = openFolder(absolute(place));
      if (folder) watch(place, folder);
      folder?.close();
    },
    add(place, name, facts, news) {
      for (const folder of take(place, name, facts, news)) enter(folder, news);
    },
    remove(place, name, news) {
      const facts = place.entries.get(name);
      if (!facts) return;
      place.entries.delete(name);
      size -= 1;
      note(news, place, name, 'deleted', facts, facts);
      const folder = place.folders.get(name);
      if (folder) drop(folder, news);
    },
    reread(place) {
      for (const folder of [...place.folders.values()]) drop(folder, undefined);
      empty(place, undefined);
      enter(place, undefined);
    },
    clear(news) {
      for (const folder of [...top.folders.values()]) drop(folder, news);
      empty(top, news);
      delete top.stamp;
    },
    reconcile() {
      const pending = [top];
      for (let place = pending.pop(); place; place = pending.pop()) {
        if (!place.stamp) {
          enter(place, undefined);
          continue;
        }
        for (const [name, { kind, hidden }] of place.entries) {
          if (kind !== 'directory') continue;
          const folder = place.folders.get(name);
          const isWanted = wants.covers(pathIn(place, name), hidden);
          if (folder && !isWanted) drop(folder, undefined);
          else if (folder) pending.push(folder);
          else if (isWanted) enter(found(place, name, hidden), undefined);
        }
      }
    },
    unfollow() {
      follower?.close();
      follower = undefined;
      for (const place of tree.places()) unwatched.add(place);
    },
  };
  return tree;
}

/** Appends a change to the report. */
export function note(
  news: Change[],
  place: WatchedDirectory,
  name: string,
  change: Change['change'],
  facts: Facts,
  before?: Facts,
): void {
  const { kind, hidden } = facts;
  const was = before?.size === undefined ? {} : { before: before.size };
  news.push({ place, name, path: pathIn(place, name), change, kind, hidden, facts, ...was });
}

/** Returns all directories below one, parents before children. */
export function below(place: WatchedDirectory): WatchedDirectory[] {
  const found = [...place.folders.values()];
  for (let at = 0; at < found.length; at += 1) found.push(...(found[at] as WatchedDirectory).folders.values());
  return found;
}
