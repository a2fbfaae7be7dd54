/** Client requests for changed files: list them, revert changes, and bring reverted changes back (additions.md A3). */
import { takeHunks } from '../../../schemas/hunks.js';
import type { Operations } from '../../../schemas/generated/operations.js';
import type { FileReversal, FileState } from '../../../schemas/generated/types.js';
import type { Changes } from '../../checkpoints/changes.js';
import { sameContent } from '../../checkpoints/contents.js';
import { planOf, wantedOf, type Plan, type Step, type Wanted } from '../../checkpoints/plan.js';
import { restore } from '../../checkpoints/restore.js';
import { hashOf } from '../../checkpoints/store.js';
import { ApiError, invalid } from '../../errors.js';
import { encodeText } from '../../tools/encoding.js';
import type { SessionDeps } from '../deps.js';
import type { Registry } from '../live/registry.js';
import type { LiveSession } from '../live/state.js';
import type { SessionRow } from '../store.js';
import { changeEvents } from '../undo/events.js';
import { createRecords } from '../undo/records.js';
import { holdTurns } from '../undo/rewind.js';
import { shaOf } from './compare.js';
import { checkPath, createListing, presentOf, type Listing, type Scene } from './listing.js';

export interface ChangesFront extends Pick<Listing, 'list'> {
  /** throws VALIDATION_FAILED, FS_PATH_NOT_FOUND, SESSION_BUSY, SESSION_FILES_CHANGED, PERSISTENCE_FAILURE */
  revert(id: string, request: Operations['revertChange']['body']): Promise<FileReversal>;
  /** throws RESOURCE_NOT_FOUND, SESSION_BUSY, SESSION_FILES_CHANGED, PERSISTENCE_FAILURE */
  unrevert(id: string, request: Operations['unrevertChange']['body']): Promise<FileReversal>;
}

/** A requested change of one file. */
interface Order {
  step: Step;
  /** computed from all records */
  wanted: Wanted;
  /** whether the client's request refers to this state */
  isMeant(now: FileState): boolean;
  /** ignore conflicts */
  force: boolean;
  fromTurn: number | undefined;
  /** ids of hunks; absent: all */
  hunks?: readonly string[] | undefined;
}

/** `openWithTexts` loads a session; throws SESSION_NOT_FOUND, SESSION_BUSY. */
export function createChanges(
  deps: Pick<SessionDeps, 'db' | 'settings' | 'store' | 'now' | 'newId'>,
  { checkpoints, record, turns }: Pick<Registry, 'checkpoints' | 'record' | 'turns'>,
  rowOf: (id: string) => SessionRow,
  openWithTexts: (id: string) => Promise<LiveSession>,
): ChangesFront {
  const listing = createListing(deps, checkpoints);
  const records = createRecords(deps.db);

  /** Runs `work` with the file locked, after recording what commands have changed so far. */
  async function withLockedFile<Result>(
    session: LiveSession,
    path: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    while (session.restoring) await session.restoring;
    if (session.dead || session.closing || session.archived) throw new ApiError('SESSION_BUSY');
    return holdTurns(session, turns, () =>
      checkpoints.withoutWrites(session, path, async () => {
        await checkpoints.catchUpAll(session);
        return work();
      }),
    );
  }

  async function applyReversal(session: LiveSession, row: SessionRow, order: Order): Promise<FileReversal> {
    const { path } = order.step;
    const scene = await listing.scene(row);
    const { keeper } = scene;
    const now = await presentOf(scene, path);
    if (typeof now === 'string') throw changed(path, now);
    if (!order.isMeant(now.state)) throw changed(path, 'changed');
    const revertId = deps.newId('revert');
    await keeper.lock(async () => {
      const target = order.hunks ? await partOf(row, scene, order, now.state, order.hunks) : order.step.target;
      const plan = await planFor(scene, order, target, now.state);
      let written: Changes = { changes: [] };
      await restore(keeper, plan, revertId, (changes) => {
        if (session.dead) throw new ApiError('SESSION_BUSY');
        record(session, changeEvents(session, factsOf(order, revertId), changes));
        written = changes;
      });
      await keeper.note(written);
    });
    const after = await presentOf(scene, path);
    const found = await listing.find(row, path, order.fromTurn);
    return {
      sha256: typeof after === 'string' ? null : shaOf(after.state),
      revert_id: revertId,
      file: found?.file ?? null,
    };
  }

  /** The state of the file without the given hunks; stores the new content so that the restore can use it. */
  async function partOf(
    row: SessionRow,
    { keeper }: Scene,
    { step, fromTurn }: Order,
    now: FileState,
    ids: readonly string[],
  ): Promise<FileState> {
    const found = await listing.find(row, step.path, fromTurn);
    const { hunks = [], sha256, moved_from: movedFrom } = found?.file ?? { sha256: shaOf(now) };
    if (sha256 !== shaOf(now)) throw changed(step.path, 'changed');
    const unknown = ids.find((id) => !hunks.some((hunk) => hunk.id === id));
    if (unknown !== undefined || !found?.texts) throw invalid('hunks', `there is no hunk ${unknown ?? ''}`);
    if (hunks.length === ids.length && movedFrom === undefined) return step.target;
    const { before, after } = found.texts;
    const left = hunks.filter(({ id }) => !ids.includes(id));
    const content = encodeText({ ...after, text: takeHunks(before.text, after.text, left) });
    const hash = await hashOf(content);
    keeper.pinned.add(hash);
    if (!(await keeper.store.put(hash, content)))
      throw new ApiError('PERSISTENCE_FAILURE', { message: 'There is no room left under checkpoints.max_total_mb.' });
    return { kind: 'file', size: content.length, hash, ...(now.mode === undefined ? {} : { mode: now.mode }) };
  }

  return {
    list: listing.list,
    async revert(id, { path, sha256, from_turn: fromTurn, hunks, force }) {
      checkPath(path);
      if (hunks && new Set(hunks).size < hunks.length) throw invalid('hunks', 'an id is there twice');
      const session = await openWithTexts(id);
      const row = rowOf(id);
      await listing.since(row, fromTurn);
      return withLockedFile(session, path, async () => {
        const wanted = await listing.since(row, fromTurn);
        const step = wanted.steps.find((each) => each.path === path);
        if (!step) throw new ApiError('FS_PATH_NOT_FOUND', { message: 'the session has not changed this file' });
        const isMeant = (now: FileState): boolean => shaOf(now) === sha256;
        return applyReversal(session, row, { step, wanted, isMeant, force: force === true, fromTurn, hunks });
      });
    },
    async unrevert(id, { revert_id: revertId }) {
      const session = await openWithTexts(id);
      const reverted = records.revert(session.ref.key, revertId);
      const [change] = reverted?.changes ?? [];
      if (!reverted || !change) throw new ApiError('RESOURCE_NOT_FOUND', { message: `no revert ${revertId}` });
      const wanted = wantedOf([reverted]);
      const step = wanted.steps[0] as Step;
      const isMeant = (now: FileState): boolean => sameContent(now, change.after);
      const order = { step, wanted, isMeant, force: true, fromTurn: reverted.fromTurn };
      return withLockedFile(session, change.path, () => applyReversal(session, rowOf(id), order));
    },
  };
}

function factsOf({ fromTurn }: Order, restoreId: string): Parameters<typeof changeEvents>[1] {
  return { agentId: 'main', cause: 'revert', restoreId, fromTurn };
}

/** Plans how to bring one file to a state; throws when that is not allowed or not possible. */
async function planFor(
  { roots, keeper, maxFile }: Scene,
  { step, wanted, force }: Order,
  target: FileState,
  now: FileState,
): Promise<Plan> {
  const { path, expected, conflict, guessed } = step;
  const holds = (directory: string): boolean => path.startsWith(`${directory}/`);
  const isRemoved = target.kind === 'none';
  // without the other name of a moved file, which stays unchanged
  const alone: Step = {
    path,
    target,
    guessed,
    ...(expected === undefined ? {} : { expected }),
    conflict,
  };
  const plan = await planOf(
    {
      steps: [alone],
      made: isRemoved ? wanted.made.filter(holds) : [],
      gone: isRemoved ? [] : wanted.gone.filter((place) => holds(place.path)),
    },
    { roots, store: keeper.store, maxFile, force: true },
  );
  const [left] = plan.left;
  if (left)
    throw new ApiError('PERSISTENCE_FAILURE', {
      message: `The former content of ${path} is not kept: ${left.reason}.`,
    });
  const [action] = plan.actions;
  if (!action) throw new ApiError('FS_PATH_NOT_FOUND', { message: 'nothing in this file differs' });
  if (action.current.kind === 'directory' || action.current.kind === 'other') throw changed(path, 'blocked');
  if (!sameContent(action.current, now)) throw changed(path, 'changed');
  if (action.conflict !== undefined && !force)
    throw changed(path, action.conflict === 'changed_between' ? 'changed' : action.conflict);
  return plan;
}

function changed(path: string, reason: string): ApiError {
  return new ApiError('SESSION_FILES_CHANGED', { data: { files: [{ path, reason }], count: 1 } });
}
