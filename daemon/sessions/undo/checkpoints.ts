/** File checkpoints of loaded sessions: stores files before calls change them, and records the changes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EventPayload, NewEvent } from '../../../schemas/generated/events.js';
import type { Checkpoints as TurnCheckpoints, OpenCheckpoint } from '../../agent/turn.js';
import type { Changes } from '../../checkpoints/changes.js';
import { createKeeper, objectsOf, type Keeper } from '../../checkpoints/keeper.js';
import { recover } from '../../checkpoints/restore.js';
import { resolveReal } from '../../base/fs/paths.js';
import { ApiError } from '../../errors.js';
import { createChangeNotices } from '../changes/notices.js';
import type { SessionDeps } from '../deps.js';
import { changeEvents, mainTurn, type Facts } from './events.js';
import { openVariables } from '../shells/environment.js';
import { openGit } from '../../workspace/git/command.js';
import { createRecords } from './records.js';
import type { Recorder } from '../live/record.js';
import type { LiveAgent, LiveSession } from '../live/state.js';

export interface Checkpoints {
  /** the checkpoints for the calls of one turn */
  of(session: LiveSession, agent: LiveAgent, turnId: number): TurnCheckpoints;
  /** the session's keeper, after it has ended a restoration that a crash interrupted */
  keeper(session: LiveSession): Promise<Keeper>;
  /** a keeper for reading, also for a session that is not loaded */
  reader(session: { id: string; workspace_id: string }, roots: readonly string[]): Promise<Keeper>;
  /** records what commands in the background have changed so far */
  catchUp(session: LiveSession): Promise<void>;
  /** like `catchUp`, for all running commands */
  catchUpAll(session: LiveSession): Promise<void>;
  /** runs `work` while no call writes the file; throws SESSION_BUSY when a call does */
  withoutWrites<Result>(session: LiveSession, path: string, work: () => Promise<Result>): Promise<Result>;
  /** notes the state of the workspace after this program has changed the known paths */
  passOver(session: LiveSession, known: ReadonlySet<string>): Promise<void>;
  /** receives each durable event */
  follow(session: LiveSession, event: EventPayload): void;
  /** ends a restoration that a crash interrupted */
  start(session: LiveSession): void;
  close(session: LiveSession): void;
}

/** Returns the events for what a call has changed. */
type CollectChanges = (hostWrite: Parameters<OpenCheckpoint['after']>[1]) => Promise<NewEvent[]>;

/** A command that runs in the foreground of some agent. */
type Running = Required<Pick<Facts, 'agentId' | 'turnId' | 'toolCallId'>>;

/** The keeper of a loaded session, and what its calls are doing. */
interface Entry {
  keeper: Keeper;
  ready: Promise<void>;
  /** commands in the foreground */
  running: Set<Running>;
  /** calls that write a file, by their ids, until their record is committed */
  writing: Map<string, string>;
  /** the last command since the last scan of the whole workspace */
  last?: Running;
  /** the scan of the whole workspace that is in progress */
  settling: Promise<void>;
  /** files that are being restored */
  kept: Map<string, Promise<unknown>>;
}

/** Milliseconds that the first command waits for the scan of the workspace, and that a result waits for its scan. */
const waitMs = 1_500;
/** Milliseconds for one query of the Git repository in a workspace. */
const gitMs = 5_000;
const warningCode = 'checkpoints-off';

export function createCheckpoints(
  deps: Pick<SessionDeps, 'db' | 'env' | 'settings' | 'layers' | 'home' | 'sessionDirectory' | 'logger' | 'now'>,
  record: Recorder,
): Checkpoints {
  const notices = createChangeNotices(record);
  const keepers = new Map<string, Entry>();
  const records = createRecords(deps.db);
  const restored = deps.db.prepare<[number, string], { seq: number }>(
    `SELECT seq FROM events WHERE session_key = ? AND type = 'files.restored' AND json_extract(payload, '$.restoreId') = ? LIMIT 1`,
  );
  const warned = deps.db.prepare<[number, string], { seq: number }>(
    `SELECT seq FROM events WHERE session_key = ? AND type = 'warning' AND json_extract(payload, '$.code') = ? LIMIT 1`,
  );
  const others = deps.db.prepare<[string, string], { id: string }>(
    'SELECT id FROM sessions WHERE workspace_id = ? AND id <> ? ORDER BY updated_at DESC LIMIT 5',
  );
  const wasWarned = new Set<string>();

  function report(id: string, error: unknown): void {
    deps.logger.warn('a file checkpoint failed', { session_id: id, err: error });
  }

  const directoryOf = (id: string): string => join(deps.sessionDirectory(id), 'checkpoints');

  /** The directory in which one of the last sessions of the workspace stores its files. */
  function neighbourOf(workspaceId: string, id: string): string | undefined {
    return others
      .all(workspaceId, id)
      .map(({ id }) => objectsOf(directoryOf(id)))
      .find((directory) => existsSync(directory));
  }

  function openKeeper(id: string, workspaceId: string, roots: () => readonly string[]): Keeper {
    return createKeeper({
      directory: directoryOf(id),
      roots,
      own: [resolveReal(deps.home)],
      limits: () => deps.settings().checkpoints,
      neighbour: () => neighbourOf(workspaceId, id),
      openGit: (place) => openGit({ ...place, env: openVariables(deps, place.real), timeMs: gitMs, noFilters: true }),
      now: deps.now,
      report: (error) => report(id, error),
    });
  }

  function entryOf(session: LiveSession): Entry {
    const known = keepers.get(session.ref.id);
    if (known) return known;
    const keeper = openKeeper(session.ref.id, session.workspaceId, () => session.workspace);
    const { key } = session.ref;
    const isRecorded = (id: string): boolean => (restored.get(key, id) ?? records.revert(key, id)) !== undefined;
    const ready = keeper.lock(() => recover(keeper, isRecorded));
    ready.catch((error: unknown) => report(session.ref.id, error));
    const entry: Entry = {
      keeper,
      ready,
      running: new Set(),
      settling: Promise.resolve(),
      writing: new Map(),
      kept: new Map(),
    };
    keepers.set(session.ref.id, entry);
    return entry;
  }

  async function keeperOf(session: LiveSession): Promise<Keeper> {
    const { keeper, ready } = entryOf(session);
    await ready;
    return keeper;
  }

  /** Warns once per session that commands are not followed, and why. */
  function warn(session: LiveSession, agentId: string, keeper: Keeper): void {
    const why = keeper.gaveUp();
    if (why === undefined || wasWarned.has(session.ref.id)) return;
    wasWarned.add(session.ref.id);
    if (warned.get(session.ref.key, warningCode)) return;
    const { maxFiles } = deps.settings().checkpoints;
    const reason =
      why === 'limit'
        ? `the workspace has more than ${maxFiles} files (checkpoints.max_files)`
        : 'looking through the workspace takes too long';
    const message = `What shell commands change is not kept, because ${reason}. An undo can give back only what Write and Edit changed.`;
    record(session, [{ type: 'warning', agentId, message, code: warningCode }]);
  }

  async function beforeWrite(session: LiveSession, facts: Running, path: string): Promise<OpenCheckpoint | undefined> {
    const keeper = await keeperOf(session);
    const { writing, kept } = entryOf(session);
    for (let busy = kept.get(path); busy; busy = kept.get(path)) await busy.catch(() => undefined);
    const { agentId, turnId, toolCallId } = facts;
    const call = callKey(agentId, toolCallId);
    writing.set(call, path);
    try {
      const held = await keeper.beforeWrite(path);
      if (!held) {
        writing.delete(call);
        return undefined;
      }
      // the log has it before the file changes, so that a crash cannot hide the change
      record(session, [
        {
          type: 'files.changing',
          agentId,
          turnId,
          mainTurnId: mainTurn(session),
          toolCallId,
          path,
          before: held.state,
        },
      ]);
      // also when nothing changed, because this ends the intent
      return closing(session, call, async (hostWrite) => {
        const changes = await keeper.afterWrite(held, hostWrite);
        return changeEvents(session, { ...facts, cause: 'tool' }, changes ?? { changes: [] });
      });
    } catch (error) {
      writing.delete(call);
      throw error;
    }
  }

  async function beforeCommand(session: LiveSession, facts: Running): Promise<OpenCheckpoint | undefined> {
    const entry = entryOf(session);
    const { running } = entry;
    const keeper = await keeperOf(session);
    const others = await keeper.scan(waitMs);
    warn(session, facts.agentId, keeper);
    if (keeper.gaveUp()) return undefined;
    if (others) recordOthers(session, others);
    running.add(facts);
    return closing(session, callKey(facts.agentId, facts.toolCallId), async () => {
      running.delete(facts);
      entry.last = facts;
      const changes = await keeper.scan(waitMs);
      warn(session, facts.agentId, keeper);
      return changes ? changeEvents(session, { ...facts, cause: 'tool' }, changes) : [];
    });
  }

  /** Scans the workspace while the user decides about the first command, which then need not wait for the scan. */
  function scanAhead(session: LiveSession): void {
    keeperOf(session)
      .then((keeper) => (keeper.scans() > 0 ? undefined : keeper.scan(waitMs)))
      .catch((error: unknown) => report(session.ref.id, error));
  }

  function closing(session: LiveSession, call: string, collect: CollectChanges): OpenCheckpoint {
    return {
      async after(isLate, hostWrite) {
        try {
          const events = await collect(hostWrite);
          if (!isLate()) return events;
          record(session, events);
        } catch (error) {
          report(session.ref.id, error);
        }
        return [];
      },
    };
  }

  /** Records changes found before a call: of a parallel command, or of commands in the background. */
  function recordOthers(session: LiveSession, changes: Changes, inBackground = runsInBackground(session)): void {
    if (changes.changes.length === 0 && changes.directories === undefined) return;
    const [beside] = entryOf(session).running;
    if (beside) return record(session, changeEvents(session, { ...beside, cause: 'tool' }, changes));
    if (inBackground) recordBackground(session, changes);
  }

  async function scanUnlessRunning(session: LiveSession): Promise<Changes | undefined> {
    const entry = keepers.get(session.ref.id);
    // the scan at the end of the running call finds everything
    if (!entry || entry.keeper.scans() === 0 || entry.running.size > 0) return undefined;
    return entry.keeper.scanAll(waitMs);
  }

  /** Records changes by ended commands that the system did not report, as changes of the last command. */
  function settle(session: LiveSession): Promise<void> {
    const entry = keepers.get(session.ref.id);
    if (!entry) return Promise.resolve();
    // a command that ends during the scan may have made the changes that it finds
    const inBackground = runsInBackground(session);
    return (entry.settling = entry.settling.then(async () => {
      const { last, running, keeper } = entry;
      if (!last || running.size > 0) return;
      delete entry.last;
      try {
        const { reported, unreported } = await keeper.settle(waitMs);
        for (const changes of reported) recordOthers(session, changes, inBackground || runsInBackground(session));
        if (unreported.length > 0)
          record(session, changeEvents(session, { ...last, cause: 'tool' }, { changes: unreported }));
      } catch (error) {
        report(session.ref.id, error);
      }
    }));
  }

  function recordBackground(session: LiveSession, changes: Changes | undefined): void {
    if (!changes) return;
    record(session, changeEvents(session, { agentId: 'main', cause: 'background', uncertain: true }, changes));
  }

  return {
    of: (session, agent, turnId) => ({
      async before({ callId, access }) {
        if (!deps.settings().checkpoints.enabled || access.kind === 'none' || access.kind === 'read') return undefined;
        const facts: Running = { agentId: agent.id, turnId, toolCallId: callId };
        try {
          return await (access.kind === 'write'
            ? beforeWrite(session, facts, access.path)
            : beforeCommand(session, facts));
        } catch (error) {
          report(session.ref.id, error);
          return undefined;
        }
      },
    }),
    keeper: keeperOf,
    async reader({ id, workspace_id: workspaceId }, roots) {
      const known = keepers.get(id);
      if (!known) return openKeeper(id, workspaceId, () => roots);
      await known.ready;
      return known.keeper;
    },
    async catchUp(session) {
      await settle(session);
      if (runsInBackground(session)) recordBackground(session, await scanUnlessRunning(session));
    },
    async catchUpAll(session) {
      await settle(session);
      const keeper = keepers.get(session.ref.id)?.keeper;
      if (!keeper || keeper.scans() === 0) return;
      const changes = await keeper.scanAll(waitMs);
      if (changes) recordOthers(session, changes);
    },
    async withoutWrites(session, path, work) {
      await keeperOf(session);
      const { writing, kept } = entryOf(session);
      if ([...writing.values()].includes(path))
        throw new ApiError('SESSION_BUSY', { message: 'a running call writes this file' });
      const done = work();
      kept.set(path, done);
      return done.finally(() => kept.delete(path));
    },
    async passOver(session, known) {
      const found = await scanUnlessRunning(session);
      const changes = found?.changes.filter(({ path }) => !known.has(path)) ?? [];
      if (changes.length > 0 && runsInBackground(session)) recordBackground(session, { changes });
    },
    follow(session, event) {
      notices.follow(session, event);
      if (event.type === 'files.changed' && event.toolCallId !== undefined)
        keepers.get(session.ref.id)?.writing.delete(callKey(event.agentId, event.toolCallId));
      if (event.type === 'turn.ended') void settle(session);
      if (!deps.settings().checkpoints.enabled) return;
      if (event.type === 'event.approval.requested' && event.tool_input_display.kind === 'command') scanAhead(session);
      if (event.type !== 'task.terminated' || event.info.kind !== 'process') return;
      scanUnlessRunning(session)
        .then((changes) => recordBackground(session, changes))
        .catch((error: unknown) => report(session.ref.id, error));
    },
    start(session) {
      if (existsSync(join(directoryOf(session.ref.id), 'restoring.json'))) entryOf(session);
    },
    close(session) {
      notices.close(session);
      keepers.get(session.ref.id)?.keeper.close();
      keepers.delete(session.ref.id);
      wasWarned.delete(session.ref.id);
    },
  };
}

function callKey(agentId: string, toolCallId: string): string {
  return `${agentId} ${toolCallId}`;
}

function runsInBackground(session: LiveSession): boolean {
  return [...session.open.tasks].some((id) => id.startsWith('bash-'));
}
