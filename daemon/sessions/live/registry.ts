/** The sessions in the memory of this server: loads and repairs them, unloads them, and stops them all. */
import type { NewEvent } from '../../../schemas/generated/events.js';
import { waitAtMost } from '../../base/async/wait.js';
import { ApiError, isStorageFailure } from '../../errors.js';
import { ownedElsewhere } from '../peers/leases.js';
import { TurnAborted } from '../../tools/tool.js';
import type { SessionDeps } from '../deps.js';
import { createExpiry, createWaits, type Waits } from '../interactions/waits.js';
import { createLoader } from './load.js';
import { applyEvent } from '../facts/index.js';
import { createSessionHooks } from '../hooks/hooks.js';
import { createBudgets } from '../usage/budget.js';
import { createCheckpoints, type Checkpoints } from '../undo/checkpoints.js';
import { createCompactions, type Compactions } from '../context/compaction.js';
import { createRecorder, type Recorder } from './record.js';
import { createStatusFeed, type StatusFeed } from './status.js';
import type { LiveSession } from './state.js';
import { createChildren, type Children } from '../agents/children.js';
import { createShells, type Shells } from '../shells/shells.js';
import { createTerminals, type Terminals } from '../terminals/terminals.js';
import { createTaskRevival } from '../tasks/revival.js';
import { createCronJobs, type CronJobs } from '../schedules/cron.js';
import { createControls } from '../turns/controls.js';
import { createGoals, type Goals } from '../goals/goals.js';
import { afterInit } from '../agents/initiation.js';
import { createAgentMemory, type AgentMemory } from '../agents/agentmemory.js';
import { createLocalCheck } from '../context/localmodels.js';
import { createTasks, type Tasks } from '../tasks/tasks.js';
import { createTitles, type Titles } from '../settings/titles.js';
import { createTurns, type Turns } from '../turns/turns.js';
import { createServers, type Servers } from '../mcp/servers.js';
import { unloadsIn } from './idle.js';
import { waitsForUser } from '../interactions/waiting.js';
import type { Messages } from '../messages/messages.js';
import { createRecovery } from '../recovery/recovery.js';
import type { SessionRow } from '../store.js';
import { createShellStore } from '../facts/shells.js';
import { createTaskStore } from '../facts/tasks.js';
import type { Journals } from '../transcript/journal.js';

const sweepMs = 60_000;
/** Milliseconds until a session that lost its storage is loaded again. */
const retryLostMs = 10_000;
const stopMs = 9_000;
/** The part of `stopMs` for hooks in the background. */
const hooksMs = 5_000;

export interface Registry {
  record: Recorder;
  status: StatusFeed;
  waits: Waits;
  turns: Turns;
  compactions: Compactions;
  titles: Titles;
  checkpoints: Checkpoints;
  tasks: Tasks;
  shells: Shells;
  terminals: Terminals;
  goals: Goals;
  cron: CronJobs;
  children: Children;
  agentMemory: AgentMemory;
  servers: Servers;
  /** the session in memory, if it is there */
  loaded(id: string): LiveSession | undefined;
  /** loads a session; throws SESSION_NOT_FOUND, or SESSION_BUSY with its owner */
  load(id: string): LiveSession;
  /** adds a newly created session with its first events; throws SESSION_BUSY while the server stops */
  adopt(session: LiveSession, events: NewEvent[]): void;
  /** loads a session whose owner died, which repairs it (ws.md 8.12) */
  repair(id: string): void;
  /** another server wrote to a session: if that server took it over, its work here ends */
  written(id: string): void;
  /** removes a session from memory; the log has everything */
  unload(session: LiveSession, reason?: 'exit' | 'archive'): void;
  /** unloads idle sessions, and handles passed deadlines */
  sweep(): void;
  /** aborts running turns except those that wait for the user, and releases all sessions */
  stop(): Promise<void>;
  all(): LiveSession[];
}

export function createRegistry(deps: SessionDeps, messages: Messages, journals: Journals): Registry {
  const sessions = new Map<string, LiveSession>();
  const status = createStatusFeed(deps);
  const commit = createRecorder(deps, status, (session, event) => {
    hooks.follow(session, event);
    checkpoints.follow(session, event);
    titles.follow(session, event);
    budgets.follow(session, event);
    servers.follow(session, event);
  });
  const record: Recorder = (session, events) => {
    try {
      commit(session, events);
      if (events.some(({ type }) => type === 'cron.changed')) cron.watch();
    } catch (error) {
      throw error instanceof ApiError && error.errorName === 'SESSION_BUSY' ? takenOver(session, error) : error;
    }
  };
  const budgets = createBudgets(deps, () => waits);
  const titles = createTitles({ ...deps, budgets }, record);
  const waits = createWaits(deps, record);
  const hooks = createSessionHooks(deps, record);
  const checkpoints = createCheckpoints(deps, record);
  const servers = createServers(deps, record);
  const taskStore = createTaskStore(deps.db);
  const tasks: Tasks = createTasks({
    ...deps,
    record,
    store: taskStore,
    deliver: (session, agent, delivery) => turns.deliver(session, agent, delivery),
  });
  const loader = createLoader(deps.db, messages);
  const agentMemory = createAgentMemory({ ...deps, record, loader, tasks });
  const children = createChildren({
    ...deps,
    record,
    agentMemory,
    tasks,
    taskStore,
    turns: () => turns,
    done: (session, end) => afterInit(deps, record, session, end),
  });
  const turns: Turns = createTurns({
    ...deps,
    record,
    waits,
    tasks,
    taskStore,
    hooks,
    servers,
    checkpoints,
    checkLocal: createLocalCheck(deps, record),
    budgets,
    calling: children,
    abandonAndReload,
    controls: (session) => createControls(session, goals, cron),
  });
  const compactions = createCompactions({
    ...deps,
    record,
    hooks,
    servers,
    budgets,
    abandonAndReload,
    next: turns.startNext,
  });
  const goals = createGoals(deps, record, turns);
  const cron = createCronJobs(deps, record, turns, () => [...sessions.values()]);
  const terminals = createTerminals(deps);
  const shells = createShells({ ...deps, record, tasks, shellStore: createShellStore(deps.db) });
  const revival = createTaskRevival({ ...deps, tasks, waits });
  const recovery = createRecovery(deps, loader, taskStore, revival);
  const expire = createExpiry(deps, load, waits);
  let stopping = false;
  const timer = setInterval(sweep, sweepMs).unref();
  const stopTrust = deps.trust.onChange(() => sessions.forEach((session) => void servers.renew(session, 'trust')));

  function load(id: string): LiveSession {
    const known = sessions.get(id);
    if (known) known.lastUsedAt = deps.now();
    const session = known ?? loadStored(id);
    servers.start(session);
    return session;
  }

  function loadStored(id: string): LiveSession {
    const row = deps.store.row(id);
    if (!row) throw new ApiError('SESSION_NOT_FOUND');
    refuseWhileStopping();
    return claimAndLoad(row);
  }

  function refuseWhileStopping(): void {
    if (stopping) throw new ApiError('SESSION_BUSY', { message: 'the server is stopping' });
  }

  function adopt(session: LiveSession, events: NewEvent[]): void {
    refuseWhileStopping();
    sessions.set(session.ref.id, session);
    hooks.start(session, 'startup');
    servers.start(session);
    for (const frame of deps.log.append(session.ref, events)) {
      session.lastSeq = frame.seq;
      applyEvent(session, frame.payload, frame.time);
    }
  }

  function claimAndLoad(row: SessionRow): LiveSession {
    const owner = deps.leases.claim(row.key);
    if (owner) throw ownedElsewhere(owner);
    // read again, since the former owner may have written until now
    const session = loader.load(deps.store.row(row.id) ?? row, deps.now());
    sessions.set(session.ref.id, session);
    try {
      const resumed = recovery.repair(session, record);
      children.restore(session);
      shells.repair(session);
      for (const agent of session.agents.values()) tasks.recall(session, agent);
      for (const { agent, turn } of resumed.turns) turns.resume(session, agent, turn);
      for (const each of resumed.tasks) each.resume();
      for (const wait of session.waits.values()) waits.restore(session, wait);
      record(session, goals.pauseLoaded(session));
      cron.watch();
    } catch (error) {
      drop(session);
      throw error;
    }
    checkpoints.start(session);
    hooks.start(session, 'resume');
    if (deps.hub.watched(row.id)) status.publish(session);
    else status.settle(session);
    return session;
  }

  function endWork(session: LiveSession, why: string): Promise<void>[] {
    return [tasks.close(session, why), shells.close(session), terminals.close(session), servers.close(session)];
  }

  function drop(session: LiveSession): void {
    session.dead = true;
    // not awaited: the end of this work is no longer recorded
    Promise.all(endWork(session, 'the session left memory')).catch((error: unknown) =>
      deps.logger.error('tasks could not be stopped', { session_id: session.ref.id, err: error }),
    );
    waits.close(session);
    status.close(session);
    children.close(session);
    checkpoints.close(session);
    titles.close(session);
    budgets.close(session);
    journals.close(session.ref.id);
    if (sessions.get(session.ref.id) === session) sessions.delete(session.ref.id);
    deps.log.forget(session.ref.key);
  }

  /** Ends running work without recording it, because another server owns the log, or the log cannot be written. */
  function abandon(session: LiveSession): void {
    for (const { turn, compaction } of session.agents.values())
      for (const running of [turn, compaction]) running?.controller.abort(new TurnAborted('system'));
    drop(session);
  }

  /** Abandons a session that another server has taken over; returns the error with the new owner. */
  function takenOver(session: LiveSession, error: ApiError): ApiError {
    abandon(session);
    const owner = deps.leases.foreignOwner(deps.store.row(session.ref.id)?.owner ?? null);
    return new ApiError('SESSION_BUSY', {
      message: error.message,
      ...(owner === undefined ? {} : { data: { owner } }),
    });
  }

  function unload(session: LiveSession, reason: 'exit' | 'archive' = 'exit'): void {
    hooks.end(session, reason);
    drop(session);
    deps.leases.release(session.ref.key);
  }

  /** Abandons a session after a storage failure or a defect, and loads it again later, which repairs its log. */
  function abandonAndReload(session: LiveSession, error: unknown): void {
    const what = isStorageFailure(error) ? 'a session lost its storage' : 'a session met an unexpected error';
    deps.logger.error(what, { session_id: session.ref.id, err: error });
    abandon(session);
    const again = setTimeout(() => {
      if (stopping || sessions.has(session.ref.id)) return;
      try {
        load(session.ref.id);
      } catch (failure) {
        if (!(failure instanceof ApiError)) abandonAndReload(session, failure);
      }
    }, retryLostMs);
    again.unref();
  }

  function sweep(): void {
    if (stopping) return;
    for (const session of sessions.values()) {
      const left = unloadsIn(session, deps.now(), deps.hub.readers(session.ref.id));
      if (left !== null && left <= 0) unload(session);
      else {
        hooks.heartbeat(session);
        agentMemory.tidy(session);
      }
    }
    expire();
  }

  return {
    record,
    status,
    waits,
    turns,
    compactions,
    titles,
    tasks,
    shells,
    terminals,
    goals,
    cron,
    children,
    agentMemory,
    servers,
    checkpoints,
    load,
    adopt,
    unload,
    sweep,
    loaded: (id) => sessions.get(id),
    all: () => [...sessions.values()],
    repair(id) {
      const row = deps.store.row(id);
      if (!row || sessions.has(id) || !deps.leases.orphaned(row.owner)) return;
      try {
        // its MCP servers start only when the session is used
        loadStored(id);
      } catch (error) {
        // another server was faster and does the repair
        if (!(error instanceof ApiError)) throw error;
      }
    },
    written(id) {
      const session = sessions.get(id);
      if (session && deps.store.row(id)?.owner !== deps.serverId) abandon(session);
    },
    async stop() {
      stopping = true;
      clearInterval(timer);
      cron.close();
      stopTrust();
      const ends: Promise<void>[] = [];
      for (const session of sessions.values()) {
        session.closing = true;
        for (const agent of session.agents.values()) {
          compactions.abort(agent, 'system');
          if (agent.compaction) ends.push(agent.compaction.done);
          if (!agent.turn || waitsForUser(session, agent.id)) continue;
          ends.push(agent.turn.done);
          turns.abort(session, agent, 'system');
        }
        ends.push(...endWork(session, 'the server stopped'));
        if (session.restoring) ends.push(session.restoring);
      }
      const until = performance.now() + stopMs;
      await waitAtMost(Promise.all(ends), stopMs);
      for (const session of sessions.values()) {
        for (const agent of session.agents.values()) turns.pause(session, agent);
        hooks.end(session, 'exit');
      }
      await hooks.close(Math.min(hooksMs, Math.max(0, until - performance.now())));
      // one commit for all of them, since each costs a write to the disk
      deps.log.commit(() => [...sessions.values()].forEach((session) => unload(session)));
    },
  };
}
