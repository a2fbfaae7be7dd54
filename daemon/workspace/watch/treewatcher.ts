/** Watches one tree: combines its known state, reported events and periodic checks into changes. */
import { followTree } from '../search/follow.js';
import { openFolder, type OpenFolder } from '../search/read.js';
import { factsAt, namesIn, netOf, type Change, type Facts, type WatchedDirectory } from './directory.js';
import { below, createTree, note } from './tree.js';
import { createWants, type Want } from './wants.js';

export interface TreeLimits {
  /** maximum number of names in one tree */
  maxEntries: number;
  /** maximum number of directories of one tree with a system watch; others are polled */
  maxWatched: number;
  /** minimum milliseconds between two polls of directories without a system watch */
  pollMs: number;
}

export interface TreeWatcherOptions {
  /** canonical absolute directory */
  root: string;
  limits: TreeLimits;
  /** called when the system reports an event */
  onEvent(): void;
  /** called at the first event since the last check */
  onFirstEvent(): void;
}

export interface News {
  /** the net change of each path, directories before their contents */
  changes: Change[];
  /** the tree omits some names because of its limits */
  isPartial: boolean;
}

export interface TreeWatcher {
  /** Replaces the paths of a watcher. Returns false and changes nothing when they exceed the limits. */
  set(id: number, wants: readonly Want[]): boolean;
  /** whether there is any watcher */
  isWanted(): boolean;
  ids(): number[];
  of(id: number): readonly Want[];
  namesOf(id: number, change: Change): string[];
  /** returns what has happened since the last check */
  check(): News;
  /** completes the facts of changes whose kind alone is known */
  inspect(changes: readonly Change[]): void;
  /** makes the next check include all names, because the system may have lost events */
  distrust(): void;
  /** finds unreported changes; to be called every second */
  tick(): void;
  /** number of directories without a system watch */
  unwatched(): number;
  close(): void;
}

/** Up to this many names are checked one by one; beyond it, their directories are listed. */
const maxSingle = 500;

export function createTreeWatcher({ root, limits, onEvent, onFirstEvent }: TreeWatcherOptions): TreeWatcher {
  const wants = createWants();
  const dirty = new Set<WatchedDirectory>();
  const follower = followTree({ root, limit: limits.maxWatched, noticed, lost: () => tree.unfollow() });
  const left = (place: WatchedDirectory): void => void dirty.delete(place);
  const tree = createTree({ root, wants, maxEntries: limits.maxEntries, follower, left });
  const { top } = tree;
  let [polledAt, pollMs] = [performance.now(), limits.pollMs];

  function noticed(path: string, name: string | undefined, event: 'rename' | 'change'): void {
    onEvent();
    const place = tree.find(path);
    if (!place) return;
    if (name === undefined) place.check ??= 'names';
    else place.noticed.set(name, event === 'change' && place.noticed.get(name) !== false);
    mark(place);
  }

  function mark(place: WatchedDirectory): void {
    dirty.add(place);
    if (dirty.size === 1) onFirstEvent();
  }

  /** Compares the root itself: no watch reports its creation, deletion or replacement. */
  function checkRoot(news: Change[]): void {
    const folder = openFolder(root);
    folder?.close();
    const own: Facts = { kind: 'directory', hidden: 0 };
    const notify = (change: Change['change']): void =>
      void news.push({ place: top, name: '.', path: '', change, kind: 'directory', hidden: 0, facts: own });
    if (top.stamp && !isSame(top.stamp, folder?.stamp)) {
      notify('deleted');
      tree.clear(news);
    }
    if (top.stamp || !folder) return;
    notify('created');
    tree.enter(top, news);
  }

  function resolve(place: WatchedDirectory, isFew: boolean, news: Change[]): void {
    const folder = openFolder(tree.absolute(place));
    const { noticed: names, check } = place;
    place.noticed = new Map();
    delete place.check;
    try {
      if (!folder || !isSame(folder.stamp, place.stamp)) return checkParent(place);
      if (check === undefined && isFew) {
        for (const [name, isChange] of names) settle(place, name, factsAt(place, folder, name), isChange, news);
        return;
      }
      const found = namesIn(place, folder, check ?? 'names');
      if (!found) return checkParent(place);
      for (const name of [...place.entries.keys()]) if (!found.has(name)) tree.remove(place, name, news);
      for (const [name, facts] of found)
        if (check === 'facts' || names.has(name) || !place.entries.has(name))
          settle(place, name, facts, names.get(name), news);
    } finally {
      folder?.close();
    }
  }

  /** Marks a directory that is gone or was replaced for a check of its parent, which reports it. */
  function checkParent({ parent, name }: WatchedDirectory): void {
    if (!parent || parent.isDropped) return;
    parent.noticed.set(name, false);
    mark(parent);
  }

  /** Compares a name with its known facts. `isChange`: only contents or permissions changed; undefined: no report. */
  function settle(
    place: WatchedDirectory,
    name: string,
    now: Facts | undefined,
    isChange: boolean | undefined,
    news: Change[],
  ): void {
    const before = place.entries.get(name);
    if (!now) return tree.remove(place, name, news);
    if (before?.kind !== now.kind || isReplaced(place.folders.get(name), before, now)) {
      tree.remove(place, name, news);
      tree.add(place, name, now, news);
    } else {
      if (isModified(before, now, isChange)) note(news, place, name, 'modified', now, before);
      place.entries.set(name, now.size === undefined && isChange === undefined ? before : now);
      const folder = place.folders.get(name);
      // the directory was unreadable before
      if (folder && !folder.stamp) tree.enter(folder, news);
      // it was replaced by an indistinguishable one, or moved away and back: its watches are gone
      else if (folder && isChange === false) renew(folder, news);
    }
  }

  function renew(folder: WatchedDirectory, news: Change[]): void {
    for (const place of [folder, ...below(folder)]) {
      if (place.isDropped) continue;
      tree.rewatch(place);
      place.check = 'facts';
      resolve(place, true, news);
    }
  }

  function check(): News {
    const news: Change[] = [];
    tree.isOverfull = false;
    checkRoot(news);
    const places = [...dirty].sort((a, b) => a.depth - b.depth);
    dirty.clear();
    const isFew = places.reduce((sum, place) => sum + place.noticed.size, 0) <= maxSingle;
    const renewed = places.filter(
      (place) => place.hidden === 0 && (place.noticed.has('.gitignore') || place.noticed.has('.git')),
    );
    for (const place of places) if (!place.isDropped) resolve(place, isFew, news);
    for (const place of renewed) if (!place.isDropped) tree.reread(place);
    return { changes: netOf(news), isPartial: tree.isOverfull };
  }

  function tick(): void {
    const folder = openFolder(root);
    folder?.close();
    if (folder ? !top.stamp || !isSame(folder.stamp, top.stamp) : top.stamp !== undefined) mark(top);
    if (tree.unwatched.size === 0 || performance.now() - polledAt < pollMs) return;
    for (const place of tree.unwatched) {
      place.check = 'facts';
      mark(place);
    }
  }

  return {
    set(id, list) {
      const before = wants.of(id);
      if (!wants.set(id, list)) return true;
      tree.isOverfull = false;
      tree.reconcile();
      if (!tree.isOverfull) return true;
      wants.set(id, before);
      tree.reconcile();
      return false;
    },
    isWanted: () => wants.ids().length > 0,
    ids: wants.ids,
    of: wants.of,
    namesOf: (id, { path, hidden }) => wants.namesOf(id, path, hidden),
    check() {
      const began = performance.now();
      const news = check();
      polledAt = performance.now();
      // limits polling to a small share of the time
      pollMs = Math.max(limits.pollMs, (polledAt - began) * 20);
      return news;
    },
    inspect(changes) {
      const folders = new Map<WatchedDirectory, OpenFolder | undefined>();
      for (const change of changes) {
        const { place, name, facts } = change;
        if (change.change === 'deleted' || facts.size !== undefined || place.isDropped || name === '.') continue;
        if (!folders.has(place)) folders.set(place, openFolder(tree.absolute(place)));
        const folder = folders.get(place);
        const now = folder && isSame(folder.stamp, place.stamp) ? factsAt(place, folder, name) : undefined;
        if (now?.kind !== change.kind) continue;
        change.facts = now;
        if (place.entries.get(name)?.kind === now.kind) place.entries.set(name, now);
      }
      for (const folder of folders.values()) folder?.close();
    },
    distrust() {
      for (const place of tree.places()) {
        place.check ??= 'names';
        mark(place);
      }
    },
    tick,
    unwatched: () => tree.unwatched.size,
    close() {
      tree.clear(undefined);
      follower?.close();
    },
  };
}

function isSame(a: OpenFolder['stamp'], b: WatchedDirectory['stamp']): boolean {
  return a.dev === b?.dev && a.ino === b.ino && a.birthtimeMs === b.birthtimeMs;
}

/** Whether the name now refers to another directory. */
function isReplaced(folder: WatchedDirectory | undefined, before: Facts, now: Facts): boolean {
  if (now.kind !== 'directory') return false;
  const { ino, birthtimeMs } = folder?.stamp ?? before;
  return ino !== undefined && now.ino !== undefined && (ino !== now.ino || birthtimeMs !== now.birthtimeMs);
}

function isModified(before: Facts, now: Facts, isChange: boolean | undefined): boolean {
  // without known facts, every reported file counts as modified
  if (before.size === undefined || now.size === undefined) return isChange !== undefined && now.kind !== 'directory';
  const isOther = before.ino !== now.ino || before.mtimeMs !== now.mtimeMs || before.size !== now.size;
  // the timestamps of a directory change with every name in it that comes or goes
  if (now.kind === 'directory') return isChange === true && before.ctimeMs !== now.ctimeMs;
  return isOther || (isChange === true && (before.ctimeMs !== now.ctimeMs || before.isStable !== true));
}
