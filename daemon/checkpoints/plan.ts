/** Plans a restore of files, from the records since a position and the current state of the disk. */
import { constants, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventPayloads } from '../../schemas/generated/events.js';
import type { FilesRestoration, FileState } from '../../schemas/generated/types.js';
import { errorCode } from '../base/fs/errno.js';
import { sameContent, sameState } from './contents.js';
import { NoWay, rootOf, withEntry } from './places.js';
import { hashOf, type Store } from './store.js';
import { sameStamp, stampOf, type Stamp } from './stamps.js';

/** A record of the log. An intent whose call has no record has no `after`. */
export type FilesRecord =
  | Pick<EventPayloads['files.changed'], 'changes' | 'directories' | 'uncertain'>
  | Pick<EventPayloads['files.changing'], 'path' | 'before'>;

type Conflict = NonNullable<FilesRestoration['changes'][number]['conflict']>;
type Reason = FilesRestoration['not_restorable'][number]['reason'];

/** A path with its current and its wanted state. */
export interface Step {
  path: string;
  target: FileState;
  /** the state after the last record; absent when it is unknown */
  expected?: FileState;
  conflict?: Conflict;
  /** the change may not come from the agent: only background commands can have made it */
  guessed: boolean;
  /** the current name of the file */
  movedTo?: string;
}

export interface Wanted {
  steps: Step[];
  /** directories created since then, parents first */
  made: string[];
  /** directories removed since then, parents first */
  gone: { path: string; mode: number }[];
}

/** A step that changes something, with the current state. */
export interface Action extends Step {
  action: FilesRestoration['changes'][number]['action'];
  current: FileState;
  /** facts of the current file */
  stamp?: Stamp;
  /** the client's text, which the client also replaces */
  hosted?: Buffer;
}

export interface Plan extends Pick<Wanted, 'made' | 'gone'> {
  actions: Action[];
  left: { path: string; reason: Reason }[];
}

/** Combines records, oldest first: from the state after the last one to the state before the first. */
export function wantedOf(records: readonly FilesRecord[]): Wanted {
  const steps = new Map<string, Step>();
  const moves = new Map<string, string>();
  const made = new Set<string>();
  const gone = new Map<string, number>();
  for (const record of records) {
    if ('path' in record) {
      // the result of the call is unknown, so the current file may have any origin
      const known = steps.get(record.path);
      const target = known?.target ?? record.before;
      steps.set(record.path, { path: record.path, target, conflict: 'uncertain', guessed: false });
      continue;
    }
    for (const change of record.changes) {
      if (change.movedFrom !== undefined) moves.set(change.movedFrom, change.path);
      const { path, before: target, after: expected } = change;
      const step = steps.get(path);
      if (step) follow(step, change);
      else steps.set(path, { path, target, expected, guessed: record.uncertain === true });
      const now = steps.get(path) as Step;
      if (record.uncertain) now.conflict ??= 'uncertain';
      else now.guessed = false;
    }
    for (const path of record.directories?.made ?? []) if (!gone.delete(path)) made.add(path);
    for (const { path, mode } of record.directories?.gone ?? []) if (!made.delete(path)) gone.set(path, mode);
  }
  for (const step of steps.values()) {
    const movedTo = moves.get(step.path);
    if (movedTo !== undefined && step.target.kind !== 'none') step.movedTo = movedTo;
  }
  return {
    steps: [...steps.values()],
    made: [...made].sort(),
    gone: [...gone].map(([path, mode]) => ({ path, mode })).sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

function follow(step: Step, { before, after }: { before: FileState; after: FileState }): void {
  // two parallel calls may both have seen the same change
  const asExpected = step.expected !== undefined && sameContent(step.expected, after);
  if (step.expected && !asExpected && !sameContent(step.expected, before)) step.conflict ??= 'changed_between';
  step.expected = after;
}

export interface PlanFacts {
  roots: readonly string[];
  store: Store;
  /** bytes */
  maxFile: number;
  /** also restore what the agent may not have changed */
  force: boolean;
  /** a client's text of a file; undefined: the disk is current */
  client?(path: string): Promise<Buffer | undefined>;
}

/** The current state of a path. */
export interface Found {
  state: FileState;
  /** facts of a file or link */
  stamp?: Stamp;
  /** content of a file within the size limit */
  content?: Buffer;
  /** a client's text of the file */
  hosted?: Buffer;
}

/** Compares the wanted state with the disk. Changes nothing. */
export async function planOf(wanted: Wanted, facts: PlanFacts): Promise<Plan> {
  const plan: Plan = { actions: [], left: [], made: wanted.made, gone: wanted.gone };
  const now = new Map<string, Omit<Found, 'content'>>();
  for (const step of wanted.steps) {
    const { state, stamp } = await readAt(step.path, facts);
    now.set(step.path, await withClient(step, stamp === undefined ? { state } : { state, stamp }, facts));
  }
  for (const step of wanted.steps) {
    const found = now.get(step.path) as Omit<Found, 'content'>;
    const current = clearing(step, found.state, wanted, facts.roots) ? ({ kind: 'none' } as const) : found.state;
    if (rootOf(facts.roots, step.path) === undefined) {
      plan.left.push({ path: step.path, reason: 'outside_workspace' });
      continue;
    }
    if (sameState(current, step.target)) continue;
    // the file to remove is gone: a directory is in its place
    if (step.target.kind === 'none' && current.kind === 'directory') continue;
    const lacking = await lackOf(step, now, wanted, facts);
    if (lacking) {
      plan.left.push({ path: step.path, reason: lacking });
      continue;
    }
    if (step.guessed && !facts.force) {
      plan.left.push({ path: step.path, reason: 'uncertain' });
      continue;
    }
    const isForeign = step.expected !== undefined && !sameContent(current, step.expected);
    const conflict = isForeign ? 'changed' : step.conflict;
    plan.actions.push({
      ...step,
      current,
      ...(conflict === undefined ? {} : { conflict }),
      ...(found.stamp === undefined ? {} : { stamp: found.stamp }),
      hosted: found.hosted,
      action: step.target.kind === 'none' ? 'remove' : current.kind === 'none' ? 'recreate' : 'restore',
    });
  }
  return plan;
}

/** The plan without the steps that even `force` must not do: over a directory, or through a link on the path. */
export function forced(plan: Plan): Plan {
  const isBlocked = ({ current: { kind } }: Action): boolean => kind === 'other' || kind === 'directory';
  const blocked = plan.actions.filter(isBlocked);
  return {
    ...plan,
    actions: plan.actions.filter((action) => !isBlocked(action)),
    left: [...plan.left, ...blocked.map(({ path }) => ({ path, reason: 'blocked' as const }))],
  };
}

/** Whether a directory in the place of a file goes away together with its files. */
function clearing(step: Step, current: FileState, wanted: Wanted, roots: readonly string[]): boolean {
  if (current.kind !== 'directory' || step.expected?.kind !== 'none') return false;
  const removed = new Set(wanted.steps.flatMap(({ path, target }) => (target.kind === 'none' ? [path] : [])));
  return isRemovedWhole(step.path, { made: new Set(wanted.made), removed, roots });
}

/** Whether a directory contains only entries that go away too. */
function isRemovedWhole(
  directory: string,
  places: { made: ReadonlySet<string>; removed: ReadonlySet<string>; roots: readonly string[] },
): boolean {
  if (!places.made.has(directory)) return false;
  try {
    const entries = withEntry(places.roots, directory, (entry) => readdirSync(entry, { withFileTypes: true }));
    return entries.every((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? isRemovedWhole(path, places) : places.removed.has(path);
    });
  } catch (error) {
    if (error instanceof NoWay || errorCode(error) !== undefined) return false;
    throw error;
  }
}

/** Why a former state cannot be restored; undefined when it can. */
async function lackOf(
  { target, movedTo }: Step,
  now: ReadonlyMap<string, Omit<Found, 'content'>>,
  wanted: Wanted,
  { store }: PlanFacts,
): Promise<Reason | undefined> {
  if (target.kind === 'none') return undefined;
  if (target.kind === 'other' || target.kind === 'directory') return 'blocked';
  if (target.kind === 'link') return target.target === undefined ? 'failed' : undefined;
  if (target.unkept !== undefined) {
    const source = movedTo === undefined ? undefined : now.get(movedTo)?.state;
    const isRemoved = wanted.steps.some((step) => step.path === movedTo && step.target.kind === 'none');
    return source && isRemoved && source.size === target.size && source.mtimeMs === target.mtimeMs
      ? undefined
      : target.unkept;
  }
  // reads the content, because a damaged one must not stop the other files
  return target.hash !== undefined && (await store.read(target.hash)) ? undefined : 'pruned';
}

/** Adds a client's text to a file whose text changes. Creating, removing or changing modes concerns only the disk. */
async function withClient({ path, target }: Step, found: Found, { client, roots }: PlanFacts): Promise<Found> {
  const { kind, mode = target.mode, mtimeMs = target.mtimeMs } = found.state;
  const isText = target.kind === 'file' && target.hash !== undefined && mode === target.mode;
  if (!client || !isText || (kind !== 'file' && kind !== 'none') || rootOf(roots, path) === undefined) return found;
  const hosted = await client(path);
  if (!hosted) return found;
  const state: FileState = { kind: 'file', size: hosted.length, hash: await hashOf(hosted) };
  if (mode !== undefined) state.mode = mode;
  if (mtimeMs !== undefined) state.mtimeMs = mtimeMs;
  return { ...found, state, hosted };
}

/** The current state of a path; reads and hashes contents within the size limit. */
export async function readAt(path: string, { roots, maxFile }: Pick<PlanFacts, 'roots' | 'maxFile'>): Promise<Found> {
  try {
    return await withEntry(roots, path, async (entry) => foundAt(entry, maxFile));
  } catch (error) {
    if (error instanceof NoWay) return { state: { kind: error.why === 'missing' ? 'none' : 'other' } };
    // an unreadable path cannot be restored either
    if (errorCode(error) !== undefined) return { state: { kind: 'other' } };
    throw error;
  }
}

async function foundAt(entry: string, maxFile: number): Promise<Found> {
  const facts = lstatSync(entry, { throwIfNoEntry: false });
  if (!facts) return { state: { kind: 'none' } };
  const stamp = stampOf(facts);
  if (facts.isSymbolicLink()) return { state: { kind: 'link', target: readlinkSync(entry) }, stamp };
  if (!facts.isFile()) return { state: { kind: facts.isDirectory() ? 'directory' : 'other' } };
  const state: FileState = { kind: 'file', mode: facts.mode & 0o7777, size: facts.size, mtimeMs: facts.mtimeMs };
  if (facts.size > maxFile) return { state, stamp };
  const content = await contentOf(entry, stamp);
  return content === undefined
    ? { state, stamp }
    : { state: { ...state, hash: await hashOf(content) }, stamp, content };
}

/** The content of a held entry whose facts are unchanged. */
async function contentOf(entry: string, stamp: Stamp): Promise<Buffer | undefined> {
  try {
    const file = await open(entry, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      if (!sameStamp(await file.stat(), stamp)) return undefined;
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    // unreadable: only size and time are known
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}

/** The current content of a file that an action changes; undefined when it changed meanwhile. */
export async function presentContent(
  roots: readonly string[],
  { path, stamp }: Pick<Action, 'path' | 'stamp'>,
): Promise<Buffer | undefined> {
  if (!stamp) return undefined;
  try {
    return await withEntry(roots, path, async (entry) => contentOf(entry, stamp));
  } catch (error) {
    if (error instanceof NoWay || errorCode(error) !== undefined) return undefined;
    throw error;
  }
}
