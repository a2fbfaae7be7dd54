/** Archives and restores sessions, one or many, without loading them where that is possible. */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { Session, SessionBatch } from '../../../schemas/generated/types.js';
import { ApiError, invalid } from '../../errors.js';
import type { SessionDeps } from '../deps.js';
import { isBackground, waitsForUser } from '../interactions/waiting.js';
import type { LiveSession } from '../live/state.js';
import type { SessionRef } from '../log/log.js';
import type { Registry } from '../live/registry.js';
import type { SessionRow } from '../store.js';

export interface Archiving {
  archive(id: string): Promise<void>;
  restore(id: string): Session;
  /** archives each session on its own; throws 40001 for more than 5,000 different ids */
  archiveMany(ids: readonly string[]): Promise<SessionBatch>;
  restoreMany(ids: readonly string[]): Promise<SessionBatch>;
  /** ends turns that only wait for the user, and stops tasks; throws SESSION_BUSY when anything else runs */
  settle(session: LiveSession): Promise<void>;
}

const maxBatch = 5_000;
/** Milliseconds of work in one commit; the event loop is free between two commits. */
const sliceMs = 3;

/** Changes a session in storage; false when the session has to be loaded for the change. */
type AtOnce = (id: string) => boolean;
type InMemory = (id: string) => Promise<void> | void;
type Problem = { code: number; message: string };
type Report = (id: string, error?: Problem) => void;

interface ColdRow extends SessionRef {
  archived: number;
  workspaceId: string;
  /** work runs or waits, or did so when the server died */
  open: number;
}

export function createArchiving(deps: SessionDeps, registry: Registry): Archiving {
  const coldRow = deps.db.prepare<[string], ColdRow>(
    `SELECT key, id, epoch, workspace_id AS workspaceId, archived_at IS NOT NULL AS archived,
       busy = 1 OR pending_interaction <> 'none'
         OR EXISTS (SELECT 1 FROM turns WHERE session_key = s.key AND ended_seq IS NULL)
         OR EXISTS (SELECT 1 FROM tasks WHERE session_key = s.key AND status = 'running')
         OR EXISTS (SELECT 1 FROM interactions WHERE session_key = s.key AND status = 'pending')
         OR EXISTS (SELECT 1 FROM agents WHERE session_key = s.key AND compacting IS NOT NULL) AS open
     FROM sessions s WHERE id = ? AND forming = 0`,
  );

  function find(id: string): ColdRow {
    const row = coldRow.get(id);
    if (!row) throw new ApiError('SESSION_NOT_FOUND');
    return row;
  }

  /** Appends events without loading the session, owning it for that moment. Throws SESSION_BUSY with its owner. */
  function appendCold(ref: SessionRef, events: NewEvent[]): void {
    deps.log.commit(() => {
      const owner = deps.leases.claim(ref.key);
      if (owner) throw new ApiError('SESSION_BUSY', { message: ownedBy(owner.pid), data: { owner } });
      deps.log.append(ref, events);
      deps.leases.release(ref.key);
      deps.log.forget(ref.key);
    });
  }

  function recordArchived(id: string, workspaceId: string, append: (events: NewEvent[]) => void): void {
    deps.log.commit(() => {
      append([{ type: 'session.archived', agentId: 'main', archived: true }]);
      deps.log.appendGlobal({ type: 'event.session.archived', agentId: 'main', workspace_id: workspaceId }, id);
    });
  }

  const restoredEvents: NewEvent[] = [
    { type: 'session.archived', agentId: 'main', archived: false },
    { type: 'session.meta.updated', agentId: 'main', patch: { archived: false } },
  ];

  /** Archives a session in storage; false when the session has to be loaded for this. */
  function archiveAtOnce(id: string): boolean {
    const row = find(id);
    if (row.archived) return true;
    if (registry.loaded(id) || row.open) return false;
    recordArchived(id, row.workspaceId, (events) => appendCold(row, events));
    return true;
  }

  function restoreAtOnce(id: string): boolean {
    const row = find(id);
    if (!row.archived) return true;
    if (registry.loaded(id)) return false;
    appendCold(row, restoredEvents);
    return true;
  }

  function restoreLoaded(id: string): void {
    registry.record(registry.load(id), restoredEvents);
  }

  async function settle(session: LiveSession): Promise<void> {
    await session.restoring;
    for (const agent of session.agents.values()) {
      const { turn } = agent;
      // background work is stopped below
      if (isBackground(session, agent.id)) continue;
      if (agent.compaction) throw new ApiError('SESSION_BUSY');
      if (!turn) continue;
      if (!waitsForUser(session, agent.id)) throw new ApiError('SESSION_BUSY');
      registry.turns.abort(session, agent, 'user');
      await turn.done;
    }
    await Promise.all([
      registry.tasks.stopAll(session, 'the session was put away'),
      registry.shells.close(session),
      registry.terminals.close(session),
    ]);
    // another turn may have begun in the meantime
    if (session.restoring || [...session.agents.values()].some((agent) => agent.turn ?? agent.compaction))
      throw new ApiError('SESSION_BUSY');
  }

  async function archiveLoaded(id: string): Promise<void> {
    const session = registry.load(id);
    await settle(session);
    recordArchived(id, session.workspaceId, (events) => registry.record(session, events));
    registry.unload(session, 'archive');
  }

  function problemOf(id: string, error: unknown): Problem {
    const known = error instanceof ApiError ? error : undefined;
    if (known && (known.errorName === 'SESSION_NOT_FOUND' || known.errorName === 'SESSION_BUSY'))
      return { code: known.code, message: known.message };
    deps.logger.error('a session of a batch could not be changed', { session_id: id, err: error });
    const { code, message } = new ApiError('INTERNAL_ERROR');
    return { code, message };
  }

  /** Several sessions share a commit. A failed commit is repeated one by one, so that only the bad session fails. */
  async function changeInSlices(given: readonly string[], atOnce: AtOnce, inMemory: InMemory): Promise<SessionBatch> {
    const ids = distinct(given);
    const results: SessionBatch['results'] = [];
    const report: Report = (id, error) =>
      void results.push({ id, ok: error === undefined, ...(error === undefined ? {} : { error }) });
    while (results.length < ids.length) {
      const from = results.length;
      let alone: boolean;
      try {
        alone = deps.log.commit(() =>
          slice(ids.slice(from), atOnce, (id, error) => report(id, error && problemOf(id, error))),
        );
      } catch {
        // the slice was rolled back: repeat its first session alone
        results.length = from;
        alone = true;
      }
      const next = ids[results.length];
      if (alone && next !== undefined) report(next, await outcome(next, atOnce, inMemory));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const succeeded = results.filter(({ ok }) => ok).length;
    return { results, succeeded, failed: results.length - succeeded };
  }

  async function outcome(id: string, atOnce: AtOnce, inMemory: InMemory): Promise<Problem | undefined> {
    try {
      if (!atOnce(id)) await inMemory(id);
      return undefined;
    } catch (error) {
      return problemOf(id, error);
    }
  }

  return {
    settle,
    async archive(id) {
      if (!archiveAtOnce(id)) await archiveLoaded(id);
      await registry.servers.connectionsClosed(id);
    },
    restore(id) {
      if (!restoreAtOnce(id)) restoreLoaded(id);
      return deps.store.session(deps.store.row(id) as SessionRow);
    },
    async archiveMany(ids) {
      const batch = await changeInSlices(ids, archiveAtOnce, archiveLoaded);
      // in parallel, since each may take some seconds
      await Promise.all(batch.results.map(({ id }) => registry.servers.connectionsClosed(id)));
      return batch;
    },
    restoreMany: (ids) => changeInSlices(ids, restoreAtOnce, restoreLoaded),
  };
}

/** Changes sessions until the time slice ends; true when the next session has to be changed on its own. */
function slice(ids: readonly string[], atOnce: AtOnce, report: (id: string, error?: ApiError) => void): boolean {
  const until = performance.now() + sliceMs;
  for (const id of ids) {
    try {
      if (!atOnce(id)) return true;
      report(id);
    } catch (error) {
      // any other error may leave a partial change
      if (!(error instanceof ApiError)) throw error;
      report(id, error);
    }
    if (performance.now() > until) return false;
  }
  return false;
}

function distinct(given: readonly string[]): string[] {
  const ids = [...new Set(given)];
  if (ids.length > maxBatch) throw invalid('ids', `must have at most ${maxBatch} different items`);
  return ids;
}

function ownedBy(pid: number): string {
  return `the session is open in another server (pid ${pid})`;
}
