/** Restores files: prepares everything in work directories, then moves it into place, all or nothing. */
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, linkSync, lstatSync, renameSync, symlinkSync, unlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileChange } from '../../schemas/generated/types.js';
import { createPause } from '../base/async/pieces.js';
import { errorCode } from '../base/fs/errno.js';
import { ApiError } from '../errors.js';
import type { Changes } from './changes.js';
import {
  finish,
  isThere,
  makeDirectory,
  move,
  readJournal,
  removeDirectory,
  takeBack,
  workPath,
  writeJournal,
  type Journal,
  type Operation,
} from './journal.js';
import type { Keeper } from './keeper.js';
import { presentContent, type Action, type Plan } from './plan.js';
import { NoWay, rootOf, withEntry } from './places.js';
import { hashOf } from './store.js';
import { factsOf, sameStamp, stampOf } from './stamps.js';
import { WORK_PREFIX } from './listing.js';

/** Passes a text to the client that has the file open; returns the reason if it refuses. */
export type ToClient = (path: string, content: Buffer) => Promise<string | undefined>;

/** Another process changed a file between the check and the write. */
class ChangedMeanwhile extends Error {
  constructor(readonly path: string) {
    super(`${path} changed meanwhile`);
  }
}

/**
 * Executes a plan; `commit` records it and may refuse by throwing. On any failure everything is rolled back, and the
 * error is an ApiError: SESSION_FILES_CHANGED, PERSISTENCE_FAILURE, or the error of `commit`. `commit` gets the changes
 * in the order of the plan's actions, with the new times of the files.
 */
export async function restore(
  keeper: Keeper,
  plan: Plan,
  restoreId: string,
  commit: (changes: Changes) => void,
  toClient: ToClient = async () => 'no client has it',
): Promise<void> {
  const roots = [...keeper.options.roots()];
  for (const { target } of plan.actions) if (target.hash !== undefined) keeper.pinned.add(target.hash);
  try {
    const changes = await keepPresent(keeper, plan.actions, roots);
    const journal = journalOf(plan, restoreId, roots);
    await writeJournal(keeper.options.directory, journal);
    try {
      await stage(keeper, journal, plan.actions, changes);
      const directories = await apply(journal, plan.actions);
      await throughClient(keeper, plan.actions, toClient, () =>
        commit({ changes, ...(directories ? { directories } : {}) }),
      );
    } catch (error) {
      throw await undone(keeper, journal, error);
    }
    await finish(keeper.options.directory, journal).catch(keeper.options.report);
  } finally {
    keeper.pinned.clear();
  }
}

/** Replaces texts in the client, then runs `then`; on a failure restores the client's texts. */
async function throughClient(keeper: Keeper, actions: Action[], toClient: ToClient, then: () => void): Promise<void> {
  const given: Action[] = [];
  try {
    for (const action of actions.filter(({ hosted }) => hosted !== undefined)) {
      const { path, target } = action;
      const content = await keeper.store.read(target.hash ?? '');
      if (content === undefined) throw failure(`the kept content of ${path} is damaged or gone`);
      given.push(action);
      const refusal = await toClient(path, content);
      if (refusal !== undefined) throw failure(`the editor did not take the change to ${path}: ${refusal}`);
    }
    then();
  } catch (error) {
    for (const { path, hosted } of given.reverse()) {
      const refusal = hosted && (await toClient(path, hosted));
      if (refusal !== undefined) keeper.options.report(failure(`the editor did not take ${path} back: ${refusal}`));
    }
    throw error;
  }
}

/** Completes an interrupted restore if it was recorded, otherwise rolls it back. */
export async function recover(keeper: Keeper, isRecorded: (restoreId: string) => boolean): Promise<void> {
  const journal = await readJournal(keeper.options.directory);
  if (!journal) return;
  await (isRecorded(journal.restoreId) ? finish : takeBack)(keeper.options.directory, journal);
}

/** Keeps the current state, so that a redo can restore it; returns the changes. */
async function keepPresent(keeper: Keeper, actions: Action[], roots: readonly string[]): Promise<FileChange[]> {
  const { maxFile } = keeper.options.limits();
  const changes: FileChange[] = [];
  for (const { path, target, current, stamp, action, movedTo, hosted } of actions) {
    const before = { ...current };
    if (hosted) {
      if (!(await keeper.store.put(current.hash ?? '', hosted).catch(() => false))) before.unkept = 'store_full';
      else keeper.pinned.add(current.hash ?? '');
    } else if (current.kind === 'file' && stamp) {
      const content = current.hash === undefined ? undefined : await presentContent(roots, { path, stamp });
      if (current.hash === undefined) before.unkept = (current.size ?? 0) > maxFile ? 'too_large' : 'unreadable';
      else if (content === undefined || (await hashOf(content)) !== current.hash) throw changed([path]);
      else if (!(await keeper.store.put(current.hash, content).catch(() => false))) before.unkept = 'store_full';
      else keeper.pinned.add(current.hash);
    }
    const change = action === 'remove' ? 'deleted' : action === 'recreate' ? 'created' : 'modified';
    const movedFrom = action === 'recreate' && movedTo !== undefined ? { movedFrom: movedTo } : {};
    changes.push({ path, change, before, after: { ...target }, ...movedFrom });
  }
  return changes;
}

function journalOf(plan: Plan, restoreId: string, roots: string[]): Journal {
  const name = `${WORK_PREFIX}${randomBytes(8).toString('hex')}`;
  const onDisk = plan.actions.filter(({ hosted }) => hosted === undefined);
  const used = new Set(onDisk.map(({ path }) => rootOf(roots, path) as string));
  const operations = plan.actions.map(({ path, target, current, movedTo, hosted }): Operation => {
    if (hosted) return { path, existed: false, puts: undefined };
    const byMove = target.unkept !== undefined && movedTo !== undefined;
    const source = byMove ? plan.actions.findIndex((other) => other.path === movedTo) : -1;
    return {
      path,
      existed: current.kind !== 'none',
      puts: target.kind === 'none' ? undefined : source >= 0 ? { operation: source } : 'new',
    };
  });
  const gone = new Map(plan.gone.map((place) => [place.path, place]));
  for (const { path, target } of onDisk) {
    if (target.kind !== 'none')
      for (const missing of missingAbove(path)) if (!gone.has(missing.path)) gone.set(missing.path, missing);
  }
  const inWorkspace = ({ path }: { path: string }): boolean => rootOf(roots, path) !== undefined;
  return {
    restoreId,
    roots,
    work: Object.fromEntries([...used].map((root) => [root, join(root, name)])),
    operations,
    away: plan.made.flatMap((path) => {
      const facts = factsOf(path);
      return facts?.isDirectory() && inWorkspace({ path }) ? [{ path, mode: facts.mode & 0o7777 }] : [];
    }),
    make: [...gone.values()]
      .filter((place) => inWorkspace(place) && !factsOf(place.path)?.isDirectory())
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/** Missing directories above a path that no record describes, with the default mode. */
function missingAbove(path: string): { path: string; mode: number }[] {
  const missing: { path: string; mode: number }[] = [];
  const mode = 0o777 & ~process.umask();
  for (let directory = dirname(path); !factsOf(directory); directory = dirname(directory))
    missing.unshift({ path: directory, mode });
  return missing;
}

/** Writes all new files into the work directories. */
async function stage(keeper: Keeper, journal: Journal, actions: Action[], changes: FileChange[]): Promise<void> {
  for (const work of Object.values(journal.work)) makeDirectory(journal.roots, work, 0o700);
  for (const [at, { puts, path }] of journal.operations.entries()) {
    if (puts !== 'new') continue;
    const { target } = actions[at] as Action;
    const content = target.kind === 'file' ? await keeper.store.read(target.hash ?? '') : undefined;
    if (target.kind === 'file' && content === undefined)
      throw failure(`the kept content of ${path} is damaged or gone`);
    await withEntry(journal.roots, workPath(journal, path, `${at}.new`), async (entry) => {
      if (content === undefined) return symlinkSync(target.target ?? '', entry);
      await writeFile(entry, content, { flag: 'wx', mode: 0o600 });
      keepOwner(journal.roots, path, entry);
      chmodSync(entry, target.mode ?? 0o644);
      (changes[at] as FileChange).after.mtimeMs = lstatSync(entry).mtimeMs;
    });
  }
}

/** Gives the new file the owner of the file that it replaces. */
function keepOwner(roots: readonly string[], path: string, staged: string): void {
  try {
    const { uid, gid } = withEntry(roots, path, (entry) => lstatSync(entry));
    chownSync(staged, uid, gid);
  } catch (error) {
    // the file is new, or only root may change owners: the content matters more
    if (!(error instanceof NoWay) && errorCode(error) === undefined) throw error;
  }
}

/** Moves everything into place; returns the changed directories. */
async function apply(journal: Journal, actions: Action[]): Promise<Changes['directories']> {
  const { roots, operations } = journal;
  const pauseIfDue = createPause(16);
  for (const [at, operation] of operations.entries()) {
    if (operation.existed) takeAside(journal, at, actions[at] as Action);
    await pauseIfDue();
  }
  const gone: { path: string; mode: number }[] = [];
  for (const place of journal.away.toReversed()) if (removeDirectory(roots, place.path)) gone.unshift(place);
  const made: string[] = [];
  for (const { path, mode } of journal.make) {
    if (makeDirectory(roots, path, mode)) made.push(path);
  }
  for (const [at, operation] of operations.entries()) {
    if (!operation.existed && operation.puts) putInPlace(journal, at, operation);
    await pauseIfDue();
  }
  return made.length + gone.length === 0 ? undefined : { made, gone };
}

/** Moves the current file into the work directory; a replacement takes its place atomically. */
function takeAside(journal: Journal, at: number, { path, stamp }: Action): void {
  const { roots, operations } = journal;
  const { puts } = operations[at] as Operation;
  if (puts && puts !== 'new') throw failure(`${path} is in the way`);
  withEntry(roots, path, (entry) => {
    const facts = lstatSync(entry, { throwIfNoEntry: false });
    // moving another hard link of the file changes only its ctime, so ctime is not compared
    if (!facts || !stamp || !sameStamp({ ...stampOf(facts), ctimeMs: stamp.ctimeMs }, stamp))
      throw new ChangedMeanwhile(path);
    withEntry(roots, workPath(journal, path, `${at}.old`), (old) => {
      if (puts !== 'new' || !linked(entry, old)) renameSync(entry, old);
    });
    if (puts === 'new') withEntry(roots, workPath(journal, path, `${at}.new`), (staged) => renameSync(staged, entry));
  });
}

function putInPlace(journal: Journal, at: number, { path, puts }: Operation): void {
  const { roots } = journal;
  if (isThere(roots, path)) throw new ChangedMeanwhile(path);
  if (puts !== 'new') {
    const { operation } = puts as { operation: number };
    const { path: source } = journal.operations[operation] as Operation;
    move(roots, workPath(journal, source, `${operation}.old`), path);
    return;
  }
  withEntry(roots, workPath(journal, path, `${at}.new`), (staged) =>
    withEntry(roots, path, (entry) => {
      // linking fails if a file has appeared meanwhile
      if (linked(staged, entry)) unlinkSync(staged);
      else if (lstatSync(entry, { throwIfNoEntry: false })) throw new ChangedMeanwhile(path);
      else renameSync(staged, entry);
    }),
  );
}

/** Creates a hard link; false where that is not possible. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) !== undefined) return false;
    throw error;
  }
}

/** Rolls everything back after a failure; returns the error to throw. */
async function undone(keeper: Keeper, journal: Journal, error: unknown): Promise<unknown> {
  try {
    await takeBack(keeper.options.directory, journal);
  } catch (second) {
    keeper.options.report(second);
    const places = Object.values(journal.work).join(', ');
    return failure(`${reasonOf(error)}; not everything could be put back yet: the files are in ${places}`, error);
  }
  if (error instanceof ApiError) return error;
  if (error instanceof ChangedMeanwhile || error instanceof NoWay) return changed([error.path]);
  return failure(`${reasonOf(error)}; nothing was changed`, error);
}

function changed(paths: string[]): ApiError {
  return new ApiError('SESSION_FILES_CHANGED', {
    data: { files: paths.map((path) => ({ path, reason: 'changed' })), count: paths.length },
  });
}

function failure(message: string, cause?: unknown): ApiError {
  return new ApiError('PERSISTENCE_FAILURE', { message: `Files could not be given back: ${message}`, cause });
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return error instanceof Error ? error.message.replaceAll(/\/proc\/self\/fd\/\d+\//g, '') : String(error);
}
