/** Reads a directory tree from the top down in small pieces, and reads changed directories again. */
import { lstatSync } from 'node:fs';
import { followTree, type Follower } from './follow.js';
import type { IgnoreLevel } from '../../base/ignore/levels.js';
import { openFolder, readFolder, rulesAboveRoot, type OpenFolder, type Stamp } from './read.js';
import { createTree, newFolder, type Folder } from './tree.js';

export interface CrawlLimits {
  /** maximum number of names in the tree; the crawl stops there */
  maxEntries: number;
  /** maximum number of watched directories; a larger tree is checked at each search */
  maxWatched: number;
  /** time limit of the first read in milliseconds */
  maxReadMs: number;
}

export interface CrawlOptions {
  /** canonical absolute directory */
  root: string;
  followIgnore: boolean;
  /** does not enter other file systems */
  oneDevice: boolean;
  limits: CrawlLimits;
}

export interface Crawl {
  root: Folder;
  size(): number;
  /** whether the first read is complete or was given up */
  ready(): boolean;
  /** false when the tree exceeds the limits */
  complete(): boolean;
  /** whether watchers report changes; otherwise `checkAll` finds them */
  watched(): boolean;
  /** whether ignore files changed, so that the tree must be read again */
  stale(): boolean;
  /** whether the root was removed or replaced, or is no longer a directory */
  gone(): boolean;
  /** resolves once all known changes are read */
  settled(): Promise<void>;
  /** checks all directories for unreported changes and reads those */
  checkAll(): Promise<void>;
  /** milliseconds since the last check of all directories */
  sinceCheck(): number;
  close(): void;
}

interface CrawledFolder extends Folder {
  folders: Map<string, CrawledFolder>;
  parent: CrawledFolder | undefined;
  stamp?: Stamp;
  /** false: it was read so soon after a change that another change may have the same timestamp */
  isStable: boolean;
  rules: IgnoreLevel | undefined;
  rulesText: string;
  queued: boolean;
}

/** Milliseconds of work between two pauses. */
const sliceMs = 8;
/** Milliseconds for which changes are collected before they are read. */
const gatherMs = 40;
/** File systems may give the same timestamp to two changes within this many milliseconds. */
const clockStepMs = 50;
/** With this many changes at once, the system may have dropped some reports. */
const flood = 4_000;

export function createCrawl({ root, followIgnore, oneDevice, limits }: CrawlOptions): Crawl {
  const tree = createTree(newPlace('', undefined));
  const queue: CrawledFolder[] = [];
  const began = performance.now();
  let above = followIgnore ? rulesAboveRoot(root) : undefined;
  let [ready, complete, stale, gone, closed] = [false, true, false, false, false];
  let checkedAt = began;
  let working: Promise<void> | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let noticed = 0;
  let follower: Follower | undefined = followTree({
    root,
    limit: limits.maxWatched,
    noticed: onNotice,
    lost: unfollow,
  });

  const absolute = (place: CrawledFolder): string =>
    place.path === '' ? root : `${root === '/' ? '' : root}/${place.path}`;

  function unfollow(): void {
    follower?.close();
    follower = undefined;
  }

  function enqueue(place: CrawledFolder): void {
    if (place.queued) return;
    place.queued = true;
    queue.push(place);
  }

  function onNotice(path: string, name: string | undefined, event: 'rename' | 'change'): void {
    // only ignore files are read for their contents
    if (event === 'change' && name !== '.gitignore') return;
    noticed += 1;
    const place = find(path);
    if (!place) return;
    enqueue(place);
    if (followIgnore && (name === '.gitignore' || name === '.git')) stale = true;
    const below = name === undefined ? undefined : place.folders.get(name);
    if (below) enqueue(below);
    gathering ??= setTimeout(() => void settled(), gatherMs);
  }

  function find(path: string): CrawledFolder | undefined {
    if (path === '') return tree.root;
    let place: CrawledFolder | undefined = tree.root;
    for (const name of path.split('/')) place = place?.folders.get(name);
    return place;
  }

  function drop(place: CrawledFolder): void {
    tree.drop(place, (each) => {
      each.queued = true;
      follower?.remove(each.path);
    });
  }

  function read(place: CrawledFolder): void {
    place.queued = false;
    const folder = openFolder(absolute(place));
    if (!folder) {
      if (place === tree.root) gone = true;
      else forget(place);
      return;
    }
    try {
      const { stamp } = folder;
      const before = place.stamp;
      const replaced = before !== undefined && !isSame(before, stamp);
      if (replaced && place === tree.root) {
        gone = true;
        return;
      }
      if (replaced) for (const below of [...place.folders.values()]) drop(below);
      if (oneDevice && tree.root.stamp && stamp.dev !== tree.root.stamp.dev) return;
      place.stamp = stamp;
      place.isStable = Date.now() - stamp.mtimeMs > clockStepMs;
      if ((!before || replaced) && follower?.add(place.path, folder.by) === false) unfollow();
      if (fill(place, folder)) stale ||= before !== undefined;
    } finally {
      folder.close();
    }
  }

  /** Returns true when the rules of the directory changed. */
  function fill(place: CrawledFolder, folder: OpenFolder): boolean {
    const inherited = place.parent ? place.parent.rules : above?.rules;
    const { entries, rules, rulesText } = readFolder(folder, place.path, followIgnore ? inherited : null);
    const differs = place.rulesText !== rulesText;
    place.rules = rules;
    place.rulesText = rulesText;
    const room = limits.maxEntries - tree.size() + place.names.length;
    if (entries.length > room) giveUp();
    tree.fill(place, entries.slice(0, room));
    const names = new Set<string>();
    for (const { name, kind } of entries.slice(0, room)) if (kind === 'directory') names.add(name);
    for (const below of [...place.folders.values()]) if (!names.has(below.name)) drop(below);
    for (const name of names) {
      if (place.folders.has(name)) continue;
      const below = newPlace(name, place);
      place.folders.set(name, below);
      enqueue(below);
    }
    return differs;
  }

  /** Empties a directory that cannot be read (any more). The directory above still lists it. */
  function forget(place: CrawledFolder): void {
    for (const below of [...place.folders.values()]) drop(below);
    tree.fill(place, []);
    follower?.remove(place.path);
    delete place.stamp;
  }

  function giveUp(): void {
    complete = false;
    unfollow();
    for (const place of queue) place.queued = false;
    queue.length = 0;
  }

  async function work(): Promise<void> {
    // starts with the first directories while the loop appends more to the queue
    let pause = performance.now() + sliceMs;
    for (let at = 0; at < queue.length && !closed && !gone; at += 1) {
      const place = queue[at] as CrawledFolder;
      if (!place.queued || isDropped(place)) continue;
      read(place);
      if (!complete) break;
      if (!ready && performance.now() - began > limits.maxReadMs) giveUp();
      if (performance.now() < pause) continue;
      await new Promise(setImmediate);
      pause = performance.now() + sliceMs;
    }
    queue.length = 0;
    ready = true;
  }

  function isDropped(place: CrawledFolder): boolean {
    return place !== tree.root && place.parent?.folders.get(place.name) !== place;
  }

  function settled(): Promise<void> {
    clearTimeout(gathering);
    gathering = undefined;
    working ??= work().finally(() => {
      working = undefined;
      const many = noticed;
      noticed = 0;
      if (many > flood && !closed) void checkAll();
    });
    return working;
  }

  async function checkAll(): Promise<void> {
    checkedAt = performance.now();
    if (followIgnore && above?.rulesText !== (above = rulesAboveRoot(root)).rulesText) stale = true;
    let pause = performance.now() + sliceMs;
    const pending: CrawledFolder[] = [tree.root];
    for (let place = pending.pop(); place && !closed; place = pending.pop()) {
      if (hasChanged(place)) enqueue(place);
      pending.push(...place.folders.values());
      if (performance.now() < pause) continue;
      await new Promise(setImmediate);
      pause = performance.now() + sliceMs;
    }
    await settled();
  }

  function hasChanged(place: CrawledFolder): boolean {
    const { stamp } = place;
    // editing an ignore file does not change the timestamps of its directory
    if (!stamp || !place.isStable || place.rulesText !== '') return true;
    const facts = factsOf(place);
    return facts === undefined || !isSame(facts, stamp) || facts.mtimeMs !== stamp.mtimeMs;
  }

  function factsOf(place: CrawledFolder): Stamp | undefined {
    try {
      return lstatSync(absolute(place));
    } catch {
      // missing or unreadable
      return undefined;
    }
  }

  function isGone(): boolean {
    const { stamp } = tree.root;
    if (gone || !stamp) return gone;
    const facts = factsOf(tree.root);
    return facts === undefined || !isSame(facts, stamp);
  }

  enqueue(tree.root);
  return {
    root: tree.root,
    size: tree.size,
    ready: () => ready,
    complete: () => complete,
    watched: () => follower !== undefined,
    stale: () => stale,
    gone: isGone,
    settled,
    checkAll,
    sinceCheck: () => performance.now() - checkedAt,
    close() {
      closed = true;
      clearTimeout(gathering);
      unfollow();
    },
  };
}

function isSame(a: Stamp, b: Stamp): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

function newPlace(name: string, parent: CrawledFolder | undefined): CrawledFolder {
  return {
    ...newFolder(name, parent),
    folders: new Map(),
    parent,
    isStable: false,
    rules: undefined,
    rulesText: '',
    queued: false,
  };
}
