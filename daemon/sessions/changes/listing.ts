/** Compares the files that a session changed with their earlier content, from storage and disk (additions.md A3). */
import { isAbsolute, normalize } from 'node:path';
import type { Operations } from '../../../schemas/generated/operations.js';
import type { ChangedFile, FileState, UnwatchedPlace } from '../../../schemas/generated/types.js';
import { mapSome } from '../../base/async/pieces.js';
import { sameContent, surveyOf } from '../../checkpoints/contents.js';
import type { Keeper } from '../../checkpoints/keeper.js';
import { readAt, wantedOf, type Step, type Wanted } from '../../checkpoints/plan.js';
import { withEntry } from '../../checkpoints/places.js';
import { invalid } from '../../errors.js';
import type { SessionDeps } from '../deps.js';
import type { SessionRow } from '../store.js';
import type { Checkpoints } from '../undo/checkpoints.js';
import { createRecords, type StoredRecord } from '../undo/records.js';
import { compare, shaOf, type Comparison, type Side } from './compare.js';

type Listed = Operations['listChanges']['data'];
type Reason = Listed['not_recorded'][number]['reason'];
type Query = Operations['listChanges']['query'];

export interface Listing {
  /** throws VALIDATION_FAILED for an unknown turn */
  list(row: SessionRow, query: Query): Promise<Listed>;
  /** one file with its hunks; undefined when nothing differs, or it cannot be compared */
  find(row: SessionRow, path: string, fromTurn: number | undefined): Promise<ComparedFile | undefined>;
  /** the recorded changes since a turn; throws VALIDATION_FAILED for an unknown turn */
  since(row: SessionRow, fromTurn: number | undefined): Promise<Wanted>;
  scene(row: SessionRow): Promise<Scene>;
}

/** The directories of a session, and the keeper of its earlier file contents. */
export interface Scene {
  roots: string[];
  keeper: Keeper;
  /** bytes */
  maxFile: number;
}

/** What a request compares. */
interface Range {
  scene: Scene;
  wanted: Wanted;
  authors(path: string): Authors;
  /** compare with the recorded end state, not with the disk */
  isPast: boolean;
}

/** A file that differs, with its texts. */
export type ComparedFile = Pick<Comparison, 'texts'> & { file: ChangedFile };

type Outcome = ComparedFile | { reason: Reason } | undefined;

const maxUnwatched = 100;
/** Files compared in one batch; the size of the hunks is checked after each batch. */
const batch = 32;
/** Maximum characters of hunks in one answer. */
const mostHunks = 8 * 1024 * 1024;
/** How long a list of unwatched places is reused when it needs a scan of the whole workspace, milliseconds. */
const unwatchedMs = 5_000;

export function createListing(
  deps: Pick<SessionDeps, 'db' | 'settings' | 'store' | 'now'>,
  checkpoints: Pick<Checkpoints, 'reader'>,
): Listing {
  const records = createRecords(deps.db);
  const started = deps.db
    .prepare<[number, number], number>(
      `SELECT started_seq FROM turns WHERE session_key = ? AND agent_id = 'main' AND turn_id = ?`,
    )
    .pluck();
  const following = deps.db
    .prepare<[number, number], number | null>(
      `SELECT min(started_seq) FROM turns WHERE session_key = ? AND agent_id = 'main' AND turn_id > ?`,
    )
    .pluck();
  const undone = deps.db
    .prepare<[number], string>(
      `SELECT payload FROM events WHERE session_key = ? AND agent_id = 'main' AND type = 'context.undone' AND json_valid(payload)`,
    )
    .pluck();
  const listed = new Map<string, { at: number; places: Promise<UnwatchedPlace[]> }>();

  async function scene(row: SessionRow): Promise<Scene> {
    const roots = [row.cwd, ...deps.store.directories(row)];
    return { roots, keeper: await checkpoints.reader(row, roots), maxFile: deps.settings().checkpoints.maxFile };
  }

  function startOf(row: SessionRow, turn: number | undefined, name: 'from_turn' | 'to_turn'): number {
    if (turn === undefined) return 0;
    const seq = started.get(row.key, turn);
    if (seq === undefined) throw invalid(name, 'no such turn of the main agent');
    return seq;
  }

  async function recorded(row: SessionRow, { from_turn: from, to_turn: to }: Query): Promise<StoredRecord[]> {
    const after = startOf(row, from, 'from_turn');
    startOf(row, to, 'to_turn');
    if (from !== undefined && to !== undefined && to < from) throw invalid('to_turn', 'must not be before from_turn');
    const until = to === undefined ? undefined : following.get(row.key, to);
    return records.between(row.key, after, until ?? undefined);
  }

  function turnsOf(row: SessionRow): (restoreId: string) => number[] {
    let undos: { restoreId?: string; turnIds: number[] }[] | undefined;
    return (restoreId) => {
      undos ??= undone.all(row.key).map((payload) => JSON.parse(payload) as { restoreId?: string; turnIds: number[] });
      return undos.find((undo) => undo.restoreId === restoreId)?.turnIds ?? [];
    };
  }

  async function rangeOf(row: SessionRow, query: Query): Promise<Range> {
    const found = await recorded(row, query);
    return {
      scene: await scene(row),
      wanted: wantedOf(found),
      authors: authorsOf(found, turnsOf(row)),
      isPast: query.to_turn !== undefined,
    };
  }

  /** A session that has run no command since it was loaded needs a scan, whose result is cached briefly. */
  async function unwatched(id: string, keeper: Keeper): Promise<UnwatchedPlace[]> {
    if (keeper.scans() > 0) return keeper.unwatched(maxUnwatched);
    const now = deps.now();
    for (const [each, { at }] of listed) if (Math.abs(now - at) > unwatchedMs) listed.delete(each);
    let known = listed.get(id);
    if (!known) {
      known = { at: now, places: keeper.unwatched(maxUnwatched) };
      listed.set(id, known);
      known.places.catch(() => listed.delete(id));
    }
    return known.places;
  }

  return {
    scene,
    since: async (row, fromTurn) => wantedOf(await recorded(row, { ...sinceTurn(fromTurn), hunks: true })),
    async find(row, path, fromTurn) {
      const range = await rangeOf(row, { ...sinceTurn(fromTurn), hunks: true });
      const step = range.wanted.steps.find((each) => each.path === path);
      const outcome = step && (await outcomeOf(range, step));
      return outcome && 'file' in outcome ? outcome : undefined;
    },
    async list(row, query) {
      const { path } = query;
      if (path !== undefined) checkPath(path);
      const range = await rangeOf(row, query);
      const { files, left } = await compared(range, path, query.hunks === true);
      const places = await unwatched(row.id, range.scene.keeper);
      return {
        files,
        not_recorded: left,
        unwatched: places.filter((place) => path === undefined || holds(place.path, path)),
      };
    },
  };
}

/** Throws VALIDATION_FAILED. */
export function checkPath(path: string): void {
  if (!isAbsolute(path) || normalize(path) !== path || path.includes('\0'))
    throw invalid('path', 'must be absolute, without `.` and `..`');
}

function sinceTurn(turn: number | undefined): Pick<Query, 'from_turn'> {
  return turn === undefined ? {} : { from_turn: turn };
}

function holds(place: string, path: string): boolean {
  return place === path || path.startsWith(place === '/' ? place : `${place}/`);
}

async function compared(
  range: Range,
  path: string | undefined,
  withHunks: boolean,
): Promise<{ files: ChangedFile[]; left: Listed['not_recorded'] }> {
  const steps = range.wanted.steps
    .filter((step) => path === undefined || step.path === path)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const files: ChangedFile[] = [];
  const left: Listed['not_recorded'] = [];
  let room = mostHunks;
  for (let at = 0; at < steps.length; at += batch) {
    const some = steps.slice(at, at + batch);
    for (const [index, outcome] of (await mapSome(some, (step) => outcomeOf(range, step))).entries()) {
      if (!outcome) continue;
      if ('reason' in outcome) {
        left.push({ path: (some[index] as Step).path, reason: outcome.reason });
        continue;
      }
      room -= withHunks ? lengthOf(outcome.file) : 0;
      files.push(shown(outcome.file, withHunks, room));
    }
  }
  return { files, left };
}

function lengthOf({ hunks = [] }: ChangedFile): number {
  return hunks.reduce((sum, { lines }) => sum + lines.reduce((chars, line) => chars + line.length + 4, 0), 0);
}

function shown({ hunks, ...file }: ChangedFile, withHunks: boolean, room: number): ChangedFile {
  if (!withHunks || hunks === undefined) return file;
  return room < 0 ? { ...file, hunks: [], truncated: true } : { ...file, hunks };
}

/** Compares a path with its earlier state; undefined when nothing changed. */
async function outcomeOf(range: Range, step: Step): Promise<Outcome> {
  if (!range.scene.roots.some((root) => holds(root, step.path))) return { reason: 'outside_workspace' };
  const after = await afterOf(range, step);
  if (typeof after === 'string') return { reason: after };
  const wasThere = step.target.kind !== 'none';
  const isThere = after.state.kind === 'file' || after.state.kind === 'link';
  if (!wasThere && !isThere) return undefined;
  const before = await beforeOf(range, step.target);
  if (typeof before === 'string') return { reason: before };
  if (isSame(before.state, after.state)) return undefined;
  const source = wasThere ? undefined : await sourceOf(range, step);
  const base = source?.side ?? before;
  const { added, removed, binary, truncated, hunks, texts } =
    wasThere && !isThere && (await movedOn(range, step)) ? moved : await compare(base, after);
  const { turns, agents } = range.authors(step.path);
  const conflict = conflictOf(range, step, after.state);
  return {
    file: {
      path: step.path,
      status: wasThere ? (isThere ? 'modified' : 'deleted') : 'added',
      ...(source === undefined ? {} : { moved_from: source.path }),
      ...(binary ? { binary } : {}),
      base_sha256: shaOf(base.state),
      sha256: shaOf(after.state),
      added,
      removed,
      hunks,
      ...(truncated ? { truncated } : {}),
      turns,
      agent_ids: agents,
      conflict,
    },
    ...(texts === undefined ? {} : { texts }),
  };
}

/** The lines of a file that moved are counted under its new name. */
const moved: Comparison = { added: 0, removed: 0, hunks: [] };

function conflictOf({ isPast }: Range, { expected, conflict }: Step, now: FileState): ChangedFile['conflict'] {
  if (!isPast && expected !== undefined && !sameContent(expected, now)) return 'changed';
  return conflict === 'changed_between' ? 'changed' : conflict;
}

function isSame(before: FileState, after: FileState): boolean {
  return before.kind === after.kind && shaOf(before) === shaOf(after) && before.mode === after.mode;
}

async function beforeOf({ scene }: Pick<Range, 'scene'>, target: FileState): Promise<Side | Reason> {
  if (target.kind === 'other' || target.kind === 'directory') return 'blocked';
  if (target.kind === 'link') return target.target === undefined ? 'failed' : { state: target };
  if (target.kind === 'none') return { state: target };
  if (target.unkept !== undefined) return target.unkept;
  const content = await scene.keeper.store.read(target.hash ?? '');
  return content ? { state: target, content } : 'pruned';
}

async function afterOf(range: Range, step: Step): Promise<Side | Reason> {
  if (!range.isPast) return presentOf(range.scene, step.path);
  const { expected } = step;
  if (expected === undefined) return 'uncertain';
  if (expected.kind === 'other') return 'blocked';
  if (expected.kind !== 'file') return { state: expected };
  const kept = await range.scene.keeper.store.read(expected.hash ?? '');
  if (kept) return { state: expected, content: kept };
  // unless a later change overwrote it, the content is still on the disk
  const now = await readAt(step.path, range.scene);
  if (expected.hash !== undefined && now.state.hash === expected.hash && now.content)
    return { state: expected, content: now.content };
  return expected.unkept ?? 'pruned';
}

/** Reads the current state of a path; returns the reason when that is not possible. */
export async function presentOf({ roots, maxFile }: Omit<Scene, 'keeper'>, path: string): Promise<Side | Reason> {
  // another process may replace the file between the check and the read
  for (let attempts = 0; attempts < 3; attempts += 1) {
    const { state, content } = await readAt(path, { roots, maxFile });
    if (state.kind === 'other') return 'blocked';
    if (state.kind !== 'file') return { state };
    if (content) return { state, content };
    if ((state.size ?? 0) <= maxFile) continue;
    const survey = await withEntry(roots, path, async (entry) => surveyOf(entry));
    if (survey) return { state: { ...state, hash: survey.hash }, survey };
  }
  return 'unreadable';
}

/** The earlier path and content of an added file that was moved. */
async function sourceOf(range: Range, { path }: Step): Promise<{ path: string; side: Side } | undefined> {
  const source = range.wanted.steps.find((step) => step.movedTo === path && step.target.kind !== 'none');
  if (!source || (await isThereAfter(range, source))) return undefined;
  const side = await beforeOf(range, source.target);
  return typeof side === 'string' ? undefined : { path: source.path, side };
}

/** Whether a deleted file is listed under its new name. */
async function movedOn(range: Range, { movedTo }: Step): Promise<boolean> {
  const place = range.wanted.steps.find((step) => step.path === movedTo);
  return place?.target.kind === 'none' && (await isThereAfter(range, place));
}

async function isThereAfter({ isPast, scene }: Range, { path, expected }: Step): Promise<boolean> {
  const { kind } = isPast ? (expected ?? { kind: 'none' }) : (await readAt(path, { ...scene, maxFile: 0 })).state;
  return kind === 'file' || kind === 'link';
}

/** The turns and agents that changed a file, without the changes that an undo removed. */
interface Authors {
  turns: number[];
  agents: string[];
}

interface Contribution {
  turn: number;
  agent: string;
}

interface History {
  present: Contribution[];
  /** contributions that undos removed, the latest last; a redo restores them */
  undone: Contribution[][];
}

/** `turnsOf` returns the turns of the main agent that an undo removed. */
function authorsOf(
  records: readonly StoredRecord[],
  turnsOf: (restoreId: string) => readonly number[],
): (path: string) => Authors {
  const histories = new Map<string, History>();
  const historyOf = (path: string): History => {
    let history = histories.get(path);
    if (!history) histories.set(path, (history = { present: [], undone: [] }));
    return history;
  };
  for (const record of records) {
    const { agentId: agent, mainTurnId: turn } = record;
    if (record.type === 'files.changing') {
      historyOf(record.path).present.push({ turn, agent });
      continue;
    }
    const gone = record.cause === 'undo' ? new Set(turnsOf(record.restoreId ?? '')) : undefined;
    for (const { path } of record.changes) {
      const history = historyOf(path);
      if (gone) {
        history.undone.push(history.present.filter((each) => gone.has(each.turn)));
        history.present = history.present.filter((each) => !gone.has(each.turn));
      } else if (record.cause === 'redo') history.present.push(...(history.undone.pop() ?? []));
      else if (record.cause === 'tool' || record.cause === 'background') history.present.push({ turn, agent });
    }
  }
  return (path) => {
    const present = histories.get(path)?.present ?? [];
    const turns = [...new Set(present.map(({ turn }) => turn))].filter((turn) => turn > 0);
    return { turns: turns.sort((a, b) => a - b), agents: [...new Set(present.map(({ agent }) => agent))].sort() };
  };
}
