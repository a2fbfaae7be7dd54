/** Keeps the content of files in a session's workspace before its calls change them. */
import { dirname, join } from 'node:path';
import type { FileChange, FileState, UnwatchedPlace } from '../../schemas/generated/types.js';
import { eachOf } from '../base/async/pieces.js';
import { createSemaphore, type Semaphore } from '../base/async/queues.js';
import { changesOf, writtenChanges, type Changes } from './changes.js';
import { isInside, linkTarget, missingAbove, readUnchanged, stateAt } from './contents.js';
import { isBelow, type Known, type Seen } from './known.js';
import { createStore, hashOf, type Store } from './store.js';
import { waitAtMost } from '../base/async/wait.js';
import { ApiError } from '../errors.js';
import { createRepository, type OpenGit, type Survey } from './repository.js';
import { factsOf, isSettled, stampOf } from './stamps.js';
import { createWatched, type Watched } from './watched.js';
import { createTree, type Tree } from './tree.js';

export interface Limits {
  enabled: boolean;
  /** bytes */
  maxFile: number;
  /** bytes per session */
  maxTotal: number;
  maxFiles: number;
}

export interface KeeperOptions {
  /** absolute, `<session directory>/checkpoints` */
  directory: string;
  /** workspace directories, canonical */
  roots(): readonly string[];
  /** directories of the program itself, which contain no user files */
  own: readonly string[];
  limits(): Limits;
  /** object directory of another session of the same workspace, to share contents with */
  neighbour?(): string | undefined;
  /** opens git for the repositories of the workspace; absent: all contents are read */
  openGit?: OpenGit;
  now(): number;
  /** called with errors that do not fail a call */
  report(error: unknown): void;
}

export interface Keeper {
  /** keeps the file that a tool is about to write; undefined for files of the program itself */
  beforeWrite(path: string): Promise<BeforeWrite | undefined>;
  /** the changes that the tool made, on disk or as texts of a client; undefined when there are none */
  afterWrite(before: BeforeWrite, texts?: WrittenTexts): Promise<Changes | undefined>;
  /** scans the workspace, keeps its files, and returns changes since the last scan; `waitMs` limits the first one */
  scan(waitMs: number): Promise<Changes | undefined>;
  /** the same as a full scan, which also finds changes that the system does not report */
  scanAll(waitMs: number): Promise<Changes | undefined>;
  /** ends with a full scan, and separates the changes that only this scan can find */
  settle(waitMs: number): Promise<Settled>;
  /** records files that the program changed itself, so that no scan reports them */
  note(changes: Changes): Promise<void>;
  /** number of scans so far */
  scans(): number;
  /** why changes by commands are not tracked */
  gaveUp(): 'limit' | 'slow' | undefined;
  unwatched(limit: number): Promise<UnwatchedPlace[]>;
  /** stops watching the workspace until the next scan */
  close(): void;
  lock: Semaphore;
  store: Store;
  /** hashes of contents that must not be pruned while they are being restored */
  pinned: Set<string>;
  options: KeeperOptions;
}

/** Changes since the last scan. */
export interface Settled {
  reported: Changes[];
  /** changes without a report of the system, by memory mapping or another hard link, since the last full scan */
  unreported: FileChange[];
}

export interface BeforeWrite {
  path: string;
  state: FileState;
  /** missing directories above the path, parents first */
  missing: string[];
}

/** Texts of a client that replace the file on disk. */
export interface WrittenTexts {
  /** absent: the text on disk */
  before?: Buffer;
  after: Buffer;
}

/** Share of the store for current contents of the workspace; the rest is for former ones. */
const CURRENT_SHARE = 0.5;
/** Minimum milliseconds for git, since reading the contents that git has takes longer. */
const RECOGNIZE_MS = 4_000;
/** Mode of a file that exists only in a client so far. */
const newFileMode = 0o644;

/** The object directory of a keeper. */
export function objectsOf(directory: string): string {
  return join(directory, 'objects');
}

export function createKeeper(options: KeeperOptions): Keeper {
  const { own } = options;
  const lock = createSemaphore(1);
  const pinned = new Set<string>();
  /** hashes of contents from before the running scan, until its record refers to them */
  const former = new Set<string>();
  const watched = createWatched(options.directory);
  const repository =
    options.openGit &&
    createRepository({
      directory: join(options.directory, 'git'),
      openGit: options.openGit,
      maxBytes: () => options.limits().maxTotal,
      report: options.report,
    });
  let tree = newTree(watched);
  let currentBytes = 0;
  const store = createStore({
    directory: objectsOf(options.directory),
    maxBytes: () => options.limits().maxTotal,
    now: options.now,
    neighbour: options.neighbour,
    needed: () => new Set([...pinned, ...former, ...[...tree.files.values()].flatMap(({ hash }) => hash ?? [])]),
  });

  function newTree(watched?: Watched): Tree {
    const maxFiles = (): number => options.limits().maxFiles;
    return createTree({ roots: options.roots, own, maxFiles, ...(watched && { watched }) });
  }

  /** Reads and keeps contents; after `waitMs` the rest continues in the background, for files that stay unchanged. */
  async function keepContents(fresh: Seen['fresh'], waitMs: number): Promise<void> {
    const jobs: Seen['fresh'] = [];
    const { maxFile } = options.limits();
    for (const item of fresh) {
      if (item.is.object !== undefined) continue;
      if (item.is.kind === 'link') item.is.target = linkTarget(item.path);
      else if (item.is.size > maxFile) item.is.unkept = 'too_large';
      else jobs.push(item);
    }
    if (jobs.length === 0) return;
    // small files first: they are many, and typically written by users
    jobs.sort((a, b) => a.is.size - b.is.size);
    const all = eachOf(jobs, async ({ path, is }) => keepContent(path, is));
    all.catch(options.report);
    await waitAtMost(all, waitMs);
  }

  async function keepContent(path: string, is: Known): Promise<void> {
    if (tree.files.get(path) !== is) return; // a later scan has newer facts
    if (currentBytes + is.size > options.limits().maxTotal * CURRENT_SHARE) {
      is.unkept = 'store_full';
      return;
    }
    const content = await readUnchanged(path, is);
    if (content === undefined) return;
    if (content === 'unreadable') {
      is.unkept = 'unreadable';
      return;
    }
    const hash = await hashOf(content);
    currentBytes += is.size;
    const unkept = await kept(hash, content);
    is.hash = hash;
    if (unkept) is.unkept = unkept;
    // a full disk may have room at the next scan
    if (unkept === 'failed') {
      is.settled = false;
      tree.recheck(path);
    }
  }

  /** Stores a content; returns the reason when that fails. A full disk costs the checkpoint, not the call. */
  async function kept(hash: string, content: Uint8Array): Promise<'store_full' | 'failed' | undefined> {
    try {
      return (await store.put(hash, content)) ? undefined : 'store_full';
    } catch (error) {
      options.report(error);
      return 'failed';
    }
  }

  /** Finds files whose contents are in a git repository; after `waitMs` the rest is read from disk. */
  async function recognize(surveys: readonly Promise<Survey | undefined>[], waitMs: number): Promise<void> {
    const all = eachOf(surveys, async (asked) => {
      const survey = await asked;
      if (survey) await repository?.recognize(survey, tree.files, options.limits().maxFile);
    });
    // without git, or when it fails, contents are read from disk
    all.catch((error: unknown) => error instanceof ApiError || options.report(error));
    await waitAtMost(all, Math.max(waitMs, RECOGNIZE_MS));
  }

  /** Stores the former contents that only a repository has so far. */
  async function keepFormer({ fresh, gone }: Seen): Promise<void> {
    const unread = [...fresh, ...gone].flatMap(({ was }) => (was?.object !== undefined && !was.hash ? [was] : []));
    await repository?.read(unread, async (files, content) => {
      const hash = await hashOf(content);
      former.add(hash);
      const unkept = await kept(hash, content);
      for (const was of files) Object.assign(was, { hash, unkept });
    });
  }

  /** Marks the former contents as referenced by records; reports a missing one. */
  async function refer(changes: Changes | undefined): Promise<Changes | undefined> {
    let lost = false;
    for (const { before } of changes?.changes ?? []) {
      if (before.hash === undefined || before.unkept !== undefined) continue;
      if (await store.touch(before.hash)) continue;
      before.unkept = 'failed';
      lost = true;
    }
    // the store was emptied from outside, so all contents have to be kept again
    if (lost) {
      watched.close();
      tree = newTree(watched);
      currentBytes = 0;
    }
    return changes;
  }

  async function scan(waitMs: number, everything = false): Promise<Changes | undefined> {
    const first = tree.scans() === 0;
    // git runs while the files are scanned
    const surveys = first && repository ? options.roots().map((root) => repository.survey(root)) : [];
    for (const survey of surveys) survey.catch(() => undefined);
    const seen = await tree.scan(everything);
    if (!seen) return undefined;
    for (const { was } of [...seen.fresh, ...seen.gone]) {
      if (was?.hash === undefined) continue;
      former.add(was.hash);
      currentBytes -= was.size;
    }
    // other calls may have recorded files meanwhile
    if (everything) currentBytes = bytesKept();
    try {
      if (first) await recognize(surveys, waitMs);
      await keepContents(seen.fresh, waitMs);
      await keepFormer(seen);
      return first ? undefined : await refer(changesOf(seen));
    } finally {
      former.clear();
    }
  }

  function bytesKept(): number {
    let bytes = 0;
    for (const { hash, size } of tree.files.values()) if (hash !== undefined) bytes += size;
    return bytes;
  }

  async function settle(waitMs: number): Promise<Settled> {
    const reported = [(await scan(waitMs)) ?? { changes: [] }];
    // otherwise the last scan was already a full one
    if ((await watched.peek()) === undefined) return { reported, unreported: [] };
    const found = await scan(waitMs, true);
    const meanwhile = [tree.touched(), await watched.peek()];
    const isReported = ({ path }: FileChange): boolean =>
      meanwhile.some((touched) => touched === undefined || isBelow(path, touched));
    if (found) reported.push({ ...found, changes: found.changes.filter(isReported) });
    return { reported, unreported: found?.changes.filter((change) => !isReported(change)) ?? [] };
  }

  /** The state of a file with a client's text; stores the text when an undo may need it. */
  async function textState(content: Buffer, disk: FileState, keep: boolean): Promise<FileState> {
    const { mode = newFileMode, mtimeMs = options.now() } = disk;
    const state: FileState = { kind: 'file', mode, size: content.length, mtimeMs };
    if (content.length > options.limits().maxFile) return { ...state, unkept: 'too_large' };
    const hash = await hashOf(content);
    const unkept = keep ? await kept(hash, content) : undefined;
    return { ...state, hash, ...(unkept === undefined ? {} : { unkept }) };
  }

  async function textChanges(
    { path, state: disk, missing }: BeforeWrite,
    texts: WrittenTexts,
  ): Promise<Changes | undefined> {
    const before = texts.before === undefined ? disk : await textState(texts.before, disk, true);
    const after = await textState(texts.after, disk, false);
    return refer(writtenChanges(path, before, after, missing));
  }

  return {
    lock,
    store,
    pinned,
    options,
    scans: () => tree.scans(),
    gaveUp: () => tree.gaveUp(),
    scan: (waitMs) => lock(() => scan(waitMs)),
    scanAll: (waitMs) => lock(() => scan(waitMs, true)),
    settle: (waitMs) => lock(() => settle(waitMs)),
    close() {
      watched.close();
      // objects held in the repository are no longer available
      if (repository?.close() === true) tree = newTree(watched);
    },
    beforeWrite: async (path) => {
      if (own.some((directory) => isInside(directory, path))) return undefined;
      const missing = missingAbove(path);
      return { path, missing, state: await stateAt(path, (hash, content) => kept(hash, content), options) };
    },
    async afterWrite(held, texts) {
      if (texts) return textChanges(held, texts);
      const { path, state: before, missing } = held;
      const followed = tree.scans() > 0 && tree.hasDirectory(missing[0] ? dirname(missing[0]) : dirname(path));
      // keep the new content too where commands are tracked: the next one may change it
      const keep = followed ? kept : undefined;
      const after = await stateAt(path, keep, options, (known) => {
        if (!followed) return;
        tree.files.set(path, { ...known, seen: tree.scans() });
        tree.noteDirectories(missing);
      });
      return refer(writtenChanges(path, before, after, missing));
    },
    async note({ changes, directories }) {
      if (tree.scans() === 0) return;
      const { made, gone } = directories ?? { made: [], gone: [] };
      tree.noteDirectories(
        made,
        gone.map(({ path }) => path),
      );
      for (const { path } of changes) {
        tree.files.delete(path);
        if (!tree.hasDirectory(dirname(path))) continue;
        const facts = factsOf(path);
        const seen = tree.scans();
        if (facts?.isSymbolicLink())
          tree.files.set(path, {
            ...stampOf(facts),
            kind: 'link',
            settled: isSettled(facts),
            seen,
            target: linkTarget(path),
          });
        else await stateAt(path, kept, options, (known) => tree.files.set(path, { ...known, seen }));
      }
    },
    async unwatched(limit) {
      if (!options.limits().enabled) return options.roots().map((path) => ({ path, reason: 'off' as const }));
      if (tree.scans() > 0) return tree.unwatched(limit);
      const other = newTree();
      await other.scan();
      return other.unwatched(limit);
    },
  };
}
