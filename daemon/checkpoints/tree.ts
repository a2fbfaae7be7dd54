/** The workspace as of the last scan, and the differences at the next: names and facts of files, no contents. */
import type { Stats } from 'node:fs';
import { dirname } from 'node:path';
import type { UnwatchedPlace } from '../../schemas/generated/types.js';
import { createPause } from '../base/async/pieces.js';
import { absoluteBase, isIgnored, rulesAbove, type IgnoreLevel } from '../base/ignore/levels.js';
import {
  isAbove,
  isBelow,
  isPlain,
  knownDirectory,
  knownOf,
  rulesOf,
  rulesStampOf,
  type Entered,
  type Known,
  type KnownDirectory,
  type Scan,
  type Seen,
  type Visit,
} from './known.js';
import { listingOf } from './listing.js';
import { factsOf, sameStamp, stampOf } from './stamps.js';
import type { Watched } from './watched.js';

export interface Tree {
  /**
   * Scans the paths touched since the last scan, or everything: on request, or when they are unknown. Returns undefined
   * when it gave up because of the number of files or the time; `gaveUp` has the reason, and later scans do nothing.
   */
  scan(everything?: boolean): Promise<Seen | undefined>;
  gaveUp(): 'limit' | 'slow' | undefined;
  files: Map<string, Known>;
  hasDirectory(path: string): boolean;
  /** records directories that a tool created or removed itself */
  noteDirectories(made: readonly string[], gone?: readonly string[]): void;
  unwatched(limit: number): UnwatchedPlace[];
  /** number of scans so far */
  scans(): number;
  /** paths touched before the last scan; undefined when unknown */
  touched(): ReadonlySet<string> | undefined;
  /** makes the next scan check this file */
  recheck(path: string): void;
}

export interface TreeOptions {
  /** canonical directories */
  roots(): readonly string[];
  /** directories that belong to the program itself */
  own: readonly string[];
  maxFiles(): number;
  /** absent: every scan is a full one */
  watched?: Watched;
}

/** Milliseconds after which a scan gives up. */
const MAX_SCAN_MS = 8_000;

export function createTree(options: TreeOptions): Tree {
  const files = new Map<string, Known>();
  const directories = new Map<string, KnownDirectory>();
  const above = new Map<string, IgnoreLevel | undefined>();
  const own = new Set(options.own);
  let scans = 0;
  let gaveUp: 'limit' | 'slow' | undefined;
  /** roots of the last full scan */
  let roots: readonly string[] = [];
  /** files that change without a report: in directories that are ignored now, or with other hard links */
  const unreported = new Set<string>();
  let touched: Set<string> | undefined;
  /** directories that were not watched from their creation */
  const unsure = new Set<string>();

  async function scan(everything = false): Promise<Seen | undefined> {
    if (gaveUp) return undefined;
    touched = await options.watched?.take();
    try {
      return touched && !everything && !isBroad(touched) ? await scanPaths(touched) : await scanAll();
    } catch (error) {
      options.watched?.lose();
      throw error;
    }
  }

  /** Whether a touched path affects more than itself, so that a full scan is needed. */
  function isBroad(touched: ReadonlySet<string>): boolean {
    const now = options.roots();
    if (now.length !== roots.length || now.some((root, at) => root !== roots[at] || touched.has(root))) return true;
    for (const path of touched) if (path.endsWith('/.gitignore')) return true;
    return files.size > options.maxFiles();
  }

  function begin(): Scan {
    scans += 1;
    const seen: Seen = { fresh: [], silent: new Set(), gone: [], made: [], gonePlaces: [] };
    return {
      seen,
      pauseIfDue: createPause(16),
      until: performance.now() + MAX_SCAN_MS,
      most: options.maxFiles(),
      count: 0,
      renewed: [],
    };
  }

  async function scanAll(): Promise<Seen | undefined> {
    const scan = begin();
    roots = [...options.roots()];
    unsure.clear();
    // entries of a directory that joined the workspace existed before
    const visits = roots
      .map((path): Visit => ({ path, inherited: aboveOf(path), silent: !directories.has(path), whole: true }))
      .reverse();
    if (!(await walk(visits, scan))) return undefined;
    unreported.clear();
    await sweep(scan, files, directories);
    for (const [path, { nlink }] of files) {
      if (nlink > 1) unreported.add(path);
      const pause = scan.pauseIfDue();
      if (pause) await pause;
    }
    options.watched?.complete();
    return scan.seen;
  }

  /** Scans paths, their directories, and new directories in them. */
  async function scanPaths(touched: Set<string>): Promise<Seen | undefined> {
    const scan = begin();
    const lost = new Set<string>();
    const visits = placesOf(touched).flatMap((path): Visit[] => {
      const { inherited } = directories.get(path) as KnownDirectory;
      // a link in its place leads elsewhere
      if (!isBelow(path, lost) && factsOf(path)?.isDirectory())
        return [{ path, inherited, silent: false, whole: unsure.has(path) }];
      lost.add(path);
      return [];
    });
    unsure.clear();
    for (const path of unreported) touched.add(path);
    if (!(await walk(visits.reverse(), scan, touched))) return undefined;
    for (const path of scan.renewed) lost.add(path);
    const suspects =
      lost.size > 0
        ? [...files].filter(([path]) => touched.has(path) || isBelow(path, lost))
        : [...touched].flatMap((path): [string, Known][] => {
            const known = files.get(path);
            return known ? [[path, known]] : [];
          });
    const places = lost.size === 0 ? [] : [...directories].filter(([path]) => isBelow(path, lost));
    await sweep(scan, suspects, places);
    let count = 0;
    for (const directory of directories.values()) count += directory.files.length;
    if (count > scan.most) return void giveUp('limit');
    return scan.seen;
  }

  /** The known directories among the paths and their parents; parents first. */
  function placesOf(touched: ReadonlySet<string>): string[] {
    const places = new Set(unsure);
    for (const path of touched) places.add(path).add(dirname(path));
    return [...places].filter((path) => directories.has(path)).sort();
  }

  /** Visits directories and new ones below; `touched`: of known directories only these files. False when it gave up. */
  async function walk(visits: Visit[], scan: Scan, touched?: ReadonlySet<string>): Promise<boolean> {
    const { seen, pauseIfDue } = scan;
    for (let visit = visits.pop(); visit; visit = visits.pop()) {
      if (directories.get(visit.path)?.seen === scans) continue;
      const found = enter(visit, scan);
      if (!found) continue;
      visits.push(...(found.whole ? found.below : found.below.filter(({ path }) => !directories.has(path))));
      for (const path of found.directory.files) {
        if (!found.whole && touched?.has(path) !== true && files.has(path)) continue;
        if (inspect(path, found, seen)) scan.count += 1;
        const pause = pauseIfDue();
        if (pause) await pause;
      }
      if (scan.count > scan.most || directories.size > scan.most) return giveUp('limit');
      if (performance.now() > scan.until) return giveUp('slow');
      const pause = pauseIfDue();
      if (pause) await pause;
    }
    return true;
  }

  function giveUp(why: 'limit' | 'slow'): false {
    gaveUp = why;
    files.clear();
    directories.clear();
    options.watched?.close();
    return false;
  }

  function aboveOf(root: string): IgnoreLevel | undefined {
    if (!above.has(root)) above.set(root, rulesAbove(root, absoluteBase).rules);
    return above.get(root);
  }

  /** Checks a directory, and lists it again when its entries may have changed. */
  function enter(visit: Visit, scan: Scan): Entered | undefined {
    const { path, inherited } = visit;
    const facts = watchedFacts(path);
    if (!facts?.isDirectory()) return undefined;
    const known = directories.get(path);
    const whole = visit.whole || known?.ino !== facts.ino || !known.readable;
    if (whole && known) scan.renewed.push(path);
    const stamp = rulesStampOf(path, known);
    const ruled = known && known.inherited === inherited && known.rulesStamp === stamp ? known : undefined;
    if (known && ruled && known.settled && sameStamp(known, facts)) {
      known.seen = scans;
      return {
        directory: known,
        below: known.directories.map((entry) => below({ ...visit, whole }, entry, known.ignore)),
        silent: visit.silent,
        whole,
      };
    }
    const ignore = ruled ? ruled.ignore : rulesOf(path, inherited, stamp);
    const former = ruled ? undefined : known ? { ignore: known.ignore } : visit.former;
    const silent = visit.silent || known?.readable === false;
    const rules = { inherited, ignore, rulesStamp: stamp };
    const directory = knownDirectory(facts, scans, listingOf(path, ignore, own), rules);
    directories.set(path, directory);
    if (!known && !silent) scan.seen.made.push(path);
    const context = { ...visit, silent, whole, ...(former === undefined ? {} : { former }) };
    return {
      directory,
      below: directory.directories.map((entry) => below(context, entry, ignore)),
      silent,
      whole,
      former,
    };
  }

  /** Facts of a directory, read after it is watched. */
  function watchedFacts(path: string): Stats | undefined {
    const facts = factsOf(path);
    return facts?.isDirectory() && options.watched?.add(path, facts) ? factsOf(path) : facts;
  }

  function below(visit: Visit, path: string, inherited: IgnoreLevel | undefined): Visit {
    const wasIgnored = visit.former !== undefined && isIgnored(visit.former.ignore, path, true);
    const silent = visit.silent || (wasIgnored && !directories.has(path));
    return { path, inherited, former: visit.former, silent, whole: visit.whole };
  }

  /** Compares a file with its known facts; false when it no longer exists. */
  function inspect(path: string, place: { silent: boolean; former?: Visit['former'] }, seen: Seen): boolean {
    const facts = factsOf(path);
    if (!facts || !(facts.isFile() || facts.isSymbolicLink())) return false;
    const known = files.get(path);
    if (known?.settled && sameStamp(known, facts)) {
      known.seen = scans;
      return true;
    }
    const is = knownOf(facts, scans);
    files.set(path, is);
    if (is.nlink > 1) unreported.add(path);
    seen.fresh.push(known === undefined ? { path, is } : { path, was: known, is });
    const silent = place.silent || (place.former !== undefined && isIgnored(place.former.ignore, path, false));
    if (known === undefined && silent) seen.silent.add(path);
    return true;
  }

  /** Handles paths that the scan did not find: gone, or ignored now. A new ignore file hides no watched file. */
  async function sweep(
    { seen, pauseIfDue }: Scan,
    suspects: Iterable<[string, Known]>,
    places: Iterable<[string, KnownDirectory]>,
  ): Promise<void> {
    const plain = new Map<string, boolean>();
    for (const [path, was] of suspects) {
      // check the current entry too; most files were just found
      if (was.seen === scans || files.get(path)?.seen === scans) continue;
      const parent = dirname(path);
      if (!plain.has(parent)) plain.set(parent, options.roots().some(isAbove(parent)) && isPlain(parent));
      if (plain.get(parent) === true && inspect(path, { silent: false }, seen)) {
        if (directories.get(parent)?.seen !== scans) unreported.add(path);
        const pause = pauseIfDue();
        if (pause) await pause;
        continue;
      }
      files.delete(path);
      unreported.delete(path);
      const facts = factsOf(path);
      if (!facts || !(facts.isFile() || facts.isSymbolicLink())) seen.gone.push({ path, was });
      const pause = pauseIfDue();
      if (pause) await pause;
    }
    for (const [path, { mode, seen: last }] of places) {
      if (last === scans) continue;
      forget(path);
      if (!factsOf(path)?.isDirectory()) seen.gonePlaces.push({ path, mode: mode & 0o7777 });
      const pause = pauseIfDue();
      if (pause) await pause;
    }
    seen.made.sort();
    seen.gonePlaces.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  function forget(path: string): void {
    directories.delete(path);
    options.watched?.remove(path);
  }

  return {
    scan,
    gaveUp: () => gaveUp,
    files,
    hasDirectory: (path) => directories.has(path),
    noteDirectories(made, gone = []) {
      for (const path of gone) forget(path);
      for (const path of made) {
        const facts = watchedFacts(path);
        if (!facts?.isDirectory() || directories.has(path)) continue;
        unsure.add(path);
        const empty = { files: [], directories: [], unwatched: [], readable: true };
        const rules = { inherited: undefined, ignore: undefined, rulesStamp: '' };
        directories.set(path, { ...stampOf(facts), ...empty, ...rules, settled: false, seen: scans });
      }
    },
    unwatched(limit) {
      const roots = options.roots();
      if (gaveUp) return roots.slice(0, limit).map((path) => ({ path, reason: gaveUp as 'limit' | 'slow' }));
      const all: UnwatchedPlace[] = [];
      for (const directory of directories.values()) {
        all.push(...directory.unwatched.filter(({ path }) => !files.has(path)));
        if (all.length >= limit) break;
      }
      return all.slice(0, limit);
    },
    scans: () => scans,
    touched: () => touched,
    recheck: (path) => void unreported.add(path),
  };
}
