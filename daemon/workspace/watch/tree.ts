/** The known state of a watched tree: directories entered and left, names added and removed, each step recorded. */
import type { Follower } from '../search/follow.js';
import { openFolder, rulesAboveRoot, type OpenFolder } from '../search/read.js';
import { namesIn, newDirectory, pathIn, type Change, type Facts, type WatchedDirectory } from './directory.js';
import type { Wants } from './wants.js';

export interface Tree {
  top: WatchedDirectory;
  /** directories that the system does not watch */
  unwatched: ReadonlySet<WatchedDirectory>;
  /** some names were left out because there are too many; to be set to false before it matters */
  isOverfull: boolean;
  absolute(place: WatchedDirectory): string;
  /** all directories, those above before those below them */
  places(): WatchedDirectory[];
  find(path: string): WatchedDirectory | undefined;
  /** begins to watch a directory and reads it, and those below it that are to be watched */
  enter(place: WatchedDirectory, news: Change[] | undefined): void;
  /** asks the system again to watch a directory */
  rewatch(place: WatchedDirectory): void;
  /** takes in a name, and what is below it */
  add(place: WatchedDirectory, name: string, facts: Facts, news: Change[]): void;
  /** forgets a name, and what is below it */
  remove(place: WatchedDirectory, name: string, news: Change[]): void;
  /** reads all below a directory again without a report: the set of ignored files may be another now */
  reread(place: WatchedDirectory): void;
  /** forgets everything below the root, and that it was there */
  clear(news: Change[] | undefined): void;
  /** watches what is wanted now, and nothing else */
  reconcile(): void;
  /** the system watches nothing any more */
  unfollow(): void;
}

export interface TreeOptions {
  root: string;
  wants: Wants;
  maxEntries: number;
  follower: Follower | undefined;
  /** called for each directory that is left */
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
        // a new entry is checked when it is reported, if it is not too much
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

  /** The directory to enter, if the name means one that is to be watched. */
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

  /** Forgets a directory, but not those below it. */
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

/** Adds a change to the report. */
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

/** All directories below one, those above before those below them. */
export function below(place: WatchedDirectory): WatchedDirectory[] {
  const found = [...place.folders.values()];
  for (let at = 0; at < found.length; at += 1) found.push(...(found[at] as WatchedDirectory).folders.values());
  return found;
}
