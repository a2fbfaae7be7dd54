/** Connects the MCP servers of loaded sessions, follows changes of their files, and closes them (engine.md 16.3). */
import type { EventPayload, NewEvent } from '../../../schemas/generated/events.js';
import type { SessionWarning } from '../../../schemas/generated/types.js';
import type { WorkDirectory } from '../../mcp/files/layers.js';
import type { ServerStatus } from '../../mcp/server.js';
import type { RuntimeId } from '../../runtimes/runtimes.js';
import type { Tool } from '../../tools/tool.js';
import { rootOf } from '../../workspace/git.js';
import {
  allOf,
  hasDueNotices,
  readConfigured,
  serverNotices,
  type Configured,
  type ConfiguredServer,
} from './configured.js';
import type { SessionDeps } from '../deps.js';
import { containerOf } from '../runtimes/containment.js';
import type { Recorder } from '../live/record.js';
import type { ActiveTurn, LiveAgent, LiveSession } from '../live/state.js';
import {
  isPending,
  markOf,
  newsOf,
  restOf,
  runtimeOf,
  statusOf,
  untilReady,
  waitBeforeNews,
  type Slot,
} from './slot.js';

/**
 * Why the configuration is read. `begin`, `reload`: all configured servers are used; `change`: only servers that the
 * session already has; `trust`: also servers that the user has decided on.
 */
type Cause = 'begin' | 'reload' | 'change' | 'trust';

export interface Servers {
  /** connects the servers of a session that is to be used; does nothing the second time */
  start(session: LiveSession): void;
  /** reads the configuration again when an event that was just applied changed the selection of servers */
  follow(session: LiveSession, event: EventPayload): void;
  /** sorted by name, once pending reads are done; undefined when the servers of the session were not started */
  list(session: LiveSession): Promise<ListedServer[] | undefined>;
  /** the current status of the servers, without waiting */
  statuses(session: LiveSession): ServerStatus[];
  /** tools that the servers offer now */
  tools(session: LiveSession): readonly Tool[];
  /** tools of servers that have failed; models do not see them */
  failedTools(session: LiveSession): readonly Tool[];
  /** instructions of connected servers, sorted by name */
  instructions(session: LiveSession): { server: string; text: string }[];
  /** settles when a first step need not wait any longer for servers; undefined when there is nothing to wait for */
  ready(
    session: LiveSession,
    agent: LiveAgent,
    turn: Pick<ActiveTurn, 'unattended' | 'controller'>,
  ): Promise<void> | undefined;
  /** reads the configuration again; resolves when connections are opened or closed, not when they are established */
  renew(session: LiveSession, cause: Exclude<Cause, 'begin'>): Promise<void>;
  /** reconnects a server; false when the session has no such server */
  restart(session: LiveSession, name: string): Promise<boolean>;
  /** delays new connections until the result is called, because a client has more settings for the session */
  hold(session: LiveSession): () => void;
  close(session: LiveSession): Promise<void>;
  /** resolves when the connections of a closed session have ended */
  connectionsClosed(sessionId: string): Promise<void>;
}

export type ListedServer = ServerStatus & { runtimeId: RuntimeId };

interface SessionServers {
  slots: Map<string, Slot>;
  /** warnings about the files, from the last read */
  warnings: readonly SessionWarning[];
  over: boolean;
  /** reads of the configuration, one after another */
  work: Promise<void>;
  busy: number;
  held?: Promise<void>;
  unwatch?: () => void;
  offered: { from: readonly unknown[]; tools: readonly Tool[]; failed: readonly Tool[] };
}

type ServersDeps = Pick<
  SessionDeps,
  'mcp' | 'layers' | 'trust' | 'env' | 'logger' | 'settings' | 'home' | 'userHome' | 'sessionDirectory' | 'runtimes'
>;

const nothing: SessionServers['offered'] = { from: [], tools: [], failed: [] };

export function createServers(deps: ServersDeps, record: Recorder): Servers {
  const lives = new WeakMap<LiveSession, SessionServers>();
  /** connections that are being closed, by session */
  const endings = new Map<string, Promise<void>>();

  function failed({ ref }: LiveSession, error: unknown): void {
    deps.logger.error('the servers of a session could not be changed', { err: error, session_id: ref.id });
  }

  /** Logs a failure, because connections call this outside of any request. */
  function publish(session: LiveSession, life: SessionServers, events: NewEvent[]): void {
    if (life.over || session.dead || events.length === 0) return;
    try {
      record(session, events);
    } catch (error) {
      failed(session, error);
    }
  }

  /** Runs `work` after earlier work, so that two changes at once do not open a server twice. */
  function next(session: LiveSession, life: SessionServers, work: () => Promise<void>): Promise<void> {
    life.busy += 1;
    return (life.work = life.work
      .then(() => (life.over || session.dead ? undefined : work()))
      .catch((error: unknown) => failed(session, error))
      .finally(() => (life.busy -= 1)));
  }

  const environment = (session: LiveSession) => ({ ...deps.env, ...session.launchEnv });

  async function read(session: LiveSession, life: SessionServers, cause: Cause): Promise<void> {
    const place: WorkDirectory = { root: rootOf(session.cwd), cwd: session.cwd };
    if (life.over || session.dead) return;
    const keepsLast = cause === 'change' || cause === 'trust';
    const found = readConfigured(deps, place, session.givenServers, { keepsLast });
    life.warnings = found.warnings;
    for (const slot of goneFrom(life, found)) {
      rest(session, slot, { status: 'removed' });
      publish(session, life, newsOf(slot));
      // a reload does not list removed servers
      if (cause === 'reload') life.slots.delete(slot.configured.name);
    }
    for (const configured of allOf(found)) put(session, life, configured, cause);
    if (life.slots.size > 0) life.unwatch ??= deps.mcp.watch(place, () => void renew(session, 'change'));
  }

  function put(session: LiveSession, life: SessionServers, configured: ConfiguredServer, cause: Cause): void {
    const known = life.slots.get(configured.name);
    if (!known && (cause === 'change' || (cause === 'trust' && configured.layer === 'user'))) return;
    const slot: Slot = known ?? { configured, mark: '', since: 0 };
    life.slots.set(configured.name, slot);
    const why = restOf(configured, session.agents.get('main')?.tools.mcpServers);
    const mark = markOf(configured, environment(session));
    const isSame = slot.connection !== undefined && slot.mark === mark;
    Object.assign(slot, { configured, mark });
    if (why) rest(session, slot, why);
    else if (!isSame) open(session, life, slot);
    else if (cause === 'reload' && statusOf(slot).status === 'failed') slot.connection?.restart();
    const news = newsOf(slot);
    // a server that is disabled from the start is not reported
    if (known || why?.status !== 'disabled') publish(session, life, news);
  }

  function open(session: LiveSession, life: SessionServers, slot: Slot): void {
    const { name, entry } = slot.configured;
    if ('error' in entry) return;
    const before = slot.connection;
    delete slot.rest;
    slot.since = performance.now();
    const connection = deps.mcp.open({
      name,
      entry,
      cwd: session.cwd,
      env: environment(session),
      container: () => containerOf(deps, session),
      changed() {
        if (slot.connection === connection) follow(session, life, slot);
      },
    });
    slot.connection = connection;
    // closed only now, because both connections may share a process
    if (before) end(session, before.close());
  }

  function follow(session: LiveSession, life: SessionServers, slot: Slot): void {
    // the connection broke and is being established again
    if (isPending(slot) && slot.published?.status.status !== 'pending') slot.since = performance.now();
    const ms = waitBeforeNews(slot);
    if (ms === 0) publish(session, life, newsOf(slot));
    else slot.later ??= setTimeout(() => publishLate(session, life, slot), ms).unref();
    offer(session, life);
  }

  function publishLate(session: LiveSession, life: SessionServers, slot: Slot): void {
    delete slot.later;
    publish(session, life, newsOf(slot));
  }

  function rest(session: LiveSession, slot: Slot, why: NonNullable<Slot['rest']>): void {
    slot.rest = why;
    disconnect(session, slot);
  }

  function disconnect(session: LiveSession, slot: Slot, isSessionOver = false): void {
    const { connection } = slot;
    delete slot.connection;
    clearTimeout(slot.later);
    delete slot.later;
    if (connection) end(session, isSessionOver ? connection.release() : connection.close());
  }

  /** Tracks the end of a connection: a session that is loaded again waits for it. */
  function end(session: LiveSession, over: Promise<void>): void {
    const { id } = session.ref;
    const all: Promise<void> = Promise.all([endings.get(id), over])
      .then(() => undefined)
      .catch((error: unknown) => failed(session, error))
      .finally(() => {
        if (endings.get(id) === all) endings.delete(id);
      });
    endings.set(id, all);
  }

  /** The tools of all servers, computed again when a server has changed; warns clients once for each omitted tool. */
  function offer(session: LiveSession, life: SessionServers): SessionServers['offered'] {
    const servers = sorted(life).flatMap(({ configured: { name }, connection }) =>
      connection ? [{ name, connection }] : [],
    );
    const from = servers.flatMap(({ connection }) => [connection, connection.tools(), connection.status().status]);
    if (from.length === life.offered.from.length && from.every((each, at) => each === life.offered.from[at]))
      return life.offered;
    const { tools, failed: failedTools, problems } = deps.mcp.toolsOf(servers);
    life.offered = { from, tools, failed: failedTools };
    const notified = (session.notified ??= new Set());
    const fresh = problems.filter((problem) => !notified.has(problem));
    for (const problem of fresh) notified.add(problem);
    publish(
      session,
      life,
      fresh.map((message) => ({ type: 'warning', agentId: 'main', code: 'mcp-tool-skipped', message })),
    );
    return life.offered;
  }

  function connectionsClosed(sessionId: string): Promise<void> {
    return endings.get(sessionId) ?? Promise.resolve();
  }

  function renew(session: LiveSession, cause: Cause): Promise<void> {
    const life = lives.get(session);
    return life ? next(session, life, () => read(session, life, cause)) : Promise.resolve();
  }

  function start(session: LiveSession): void {
    if (lives.has(session)) return;
    const life: SessionServers = {
      slots: new Map(),
      warnings: [],
      over: false,
      work: Promise.resolve(),
      busy: 0,
      offered: nothing,
    };
    lives.set(session, life);
    void next(session, life, async () => {
      // a session that is unloaded again by then was only looked up
      await new Promise(setImmediate);
      await Promise.all([life.held, connectionsClosed(session.ref.id)]);
      if (!life.over && !session.dead) await read(session, life, 'begin');
    });
  }

  function statuses(session: LiveSession): ServerStatus[] {
    const life = lives.get(session);
    return life ? sorted(life).map(statusOf) : [];
  }

  return {
    start,
    renew,
    statuses,
    follow(session, event) {
      if (event.type !== 'tools.changed' || event.agentId !== 'main') return;
      if (lives.get(session)?.slots.size) void renew(session, 'change');
    },
    async list(session) {
      const life = lives.get(session);
      await life?.work;
      return life && sorted(life).map((slot) => ({ ...statusOf(slot), runtimeId: runtimeOf(slot.configured) }));
    },
    tools(session) {
      const life = lives.get(session);
      return life && life.slots.size > 0 ? offer(session, life).tools : nothing.tools;
    },
    failedTools(session) {
      const life = lives.get(session);
      return life && life.slots.size > 0 ? offer(session, life).failed : nothing.failed;
    },
    instructions(session) {
      const life = lives.get(session);
      if (!life || life.slots.size === 0) return [];
      return sorted(life).flatMap(({ configured: { name: server }, connection }) => {
        const text = connection?.instructions();
        return text === undefined ? [] : [{ server, text }];
      });
    },
    ready(session, agent, { unattended, controller }) {
      start(session);
      const life = lives.get(session);
      // a side agent has no tools
      if (!life || agent.kind === 'independent') return undefined;
      const slots = () => [...life.slots.values()];
      if (life.busy === 0 && !slots().some(isPending) && !hasDueNotices(session, life.warnings, unattended))
        return undefined;
      const patient = unattended || session.clientType === 'cli';
      return untilReady(life.work, slots, patient, controller.signal).then(() =>
        publish(session, life, serverNotices(session, life.warnings, unattended)),
      );
    },
    async restart(session, name) {
      const life = lives.get(session);
      await life?.work;
      const slot = life?.slots.get(name);
      if (!slot || slot.rest?.status === 'removed') return false;
      if (slot.connection) {
        slot.since = performance.now();
        slot.connection.restart();
      } else {
        // without the published state, the result is published in any case
        delete slot.published;
        void renew(session, 'change');
      }
      return true;
    },
    hold(session) {
      const life = lives.get(session);
      let release: () => void = () => undefined;
      if (life) life.held = new Promise<void>((resolve) => (release = resolve));
      return release;
    },
    close(session) {
      const life = lives.get(session);
      if (life && !life.over) {
        life.over = true;
        life.unwatch?.();
        for (const slot of life.slots.values()) disconnect(session, slot, true);
      }
      return connectionsClosed(session.ref.id);
    },
    connectionsClosed,
  };
}

function sorted(life: SessionServers): Slot[] {
  return [...life.slots.values()].sort((a, b) => (a.configured.name < b.configured.name ? -1 : 1));
}

/** Servers that are no longer configured. */
function goneFrom(life: SessionServers, found: Configured): Slot[] {
  const names = new Set(allOf(found).map(({ name }) => name));
  return [...life.slots.values()].filter(({ configured: { name } }) => !names.has(name));
}
