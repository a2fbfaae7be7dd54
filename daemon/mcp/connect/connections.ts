/** Connections to MCP servers, for all sessions of a daemon (engine.md 5, 16.3).
 *
 *     const connections = createConnections(deps);
 *     const connection = connections.open({ name, entry, cwd, env, auth, onChange });
 *     await connection.settled();              // connected, failed, disabled or needs-auth
 *     connection.status(); connection.tools(); // their present state; onChange is called when they change
 *     await connection.call('tool', { … }, { signal, progress });
 *     await connection.close();                // status `removed`; its program is gone
 *
 * `open` connects at once and never throws: what is wrong is in the status. Connections with the same program (name,
 * command, arguments, environment, directory) share one process, unless the entry says `shared: false`; servers over
 * HTTP with the same address, headers and token share one session. `restart` connects again for all that share. A process
 * that the last one released stays for 30 s, so that the next one finds it. A variable of `${VAR}` that is not set fails
 * the server with a text that names it. A call that was aborted rejects with the reason of its signal, everything else
 * that goes wrong is a ServerFailure; an error that the server answers with, of the protocol too, is a result with
 * `isError`. One `auth` object represents one credential: connections are shared only when they have the same.
 */
import { createHash } from 'node:crypto';
import { createLine, type Line } from './line.js';
import { openServer, programOf, type OpenDeps } from './open.js';
import { credentialsOf } from './remote.js';
import { createToolFilter } from './tools.js';
import {
  ServerFailure,
  type Connection,
  type Container,
  type LocalServer,
  type McpEntry,
  type RemoteServer,
  type ServerAuth,
  type ServerStatus,
  type ServerTool,
} from '../server.js';

/** How a program that crashed is started again, and how a connection that broke is opened again; proxies end idle ones. */
const programTries = { delays: [1_000, 2_000, 4_000], stableMs: 60_000, callsReopen: false };
const remoteTries = { delays: [0, 1_000, 2_000, 4_000], stableMs: 10_000, callsReopen: true };
/** how long a process waits for the next session that shares it */
const lingerMs = 30_000;
/** least time between two progress reports that are passed on */
const progressMs = 100;

export interface ConnectionDeps extends OpenDeps {
  /** times of `[mcp]`, in milliseconds */
  settings(): { startupTimeoutMs: number; toolTimeoutMs: number };
  /** rejects when the signal is aborted */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** about misbehaving servers, which the text names; an error is a defect of this program */
  warn(message: string, error?: unknown): void;
}

export interface ConnectionOptions {
  /** as configured */
  name: string;
  entry: McpEntry;
  /** the working directory of the session, absolute */
  cwd: string;
  /** where `${VAR}` and the base set of a program come from */
  env: Readonly<Record<string, string>>;
  /** for a remote server that may ask for a login */
  auth?: ServerAuth;
  /** contains the program of a server that is to be in the sandbox */
  container?: () => Promise<Container>;
  /** the status or the tools have changed; may be called at any time until it is closed */
  onChange?(): void;
}

export interface Connections {
  open(options: ConnectionOptions): Connection;
  /** ends processes that wait for the next session */
  endIdle(): void;
  /** closes all */
  close(): Promise<void>;
}

/** always the same array, so that nothing seems to have changed */
const none: readonly ServerTool[] = [];

interface Shared {
  line: Line;
  listeners: Set<() => void>;
  /** stops waiting for the next connection that shares it */
  lingering?: AbortController;
}

/** How a connection lets go of its line; `mayReturn`: a process waits a while for the next one. */
interface Joined {
  line: Line;
  leave(mayReturn: boolean): Promise<void>;
}

export function createConnections(deps: ConnectionDeps): Connections {
  const shared = new Map<string, Shared>();
  /** lines that are being closed; the next one with the key starts after them */
  const endings = new Map<string, Promise<void>>();
  const all = new Set<Connection>();
  let isOver = false;
  const identities = new WeakMap<ServerAuth, number>();
  let nextIdentity = 1;

  function begin(options: ConnectionOptions, changed: () => void, before?: Promise<void>): Line {
    const { name, entry, cwd, env, auth, container } = options;
    return createLine({
      async open(signal) {
        await before;
        return await openServer(deps, {
          entry,
          cwd,
          env,
          auth,
          container,
          signal,
          timeoutMs: entry.startupTimeoutMs ?? deps.settings().startupTimeoutMs,
          warn: (message) => deps.warn(`server ${name}: ${deps.plain(message)}`),
        });
      },
      ...(entry.transport === 'stdio' ? programTries : remoteTries),
      sleep: deps.sleep,
      now: deps.now,
      changed,
      mistaken: (error) => deps.warn(`server ${name} could not be connected`, error),
    });
  }

  /** The key of connections that may share a process or session; undefined: not shared. */
  function keyOf(options: ConnectionOptions): string | undefined {
    const { entry } = options;
    // a sandbox belongs to its session
    if (entry.transport === 'stdio' && (!entry.shared || entry.runtimeId !== undefined)) return undefined;
    try {
      const parts = entry.transport === 'stdio' ? programParts(options, entry) : remoteParts(options, entry);
      // credentials are not stored twice
      return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
    } catch (error) {
      // it fails by itself, for the same reason
      if (error instanceof ServerFailure) return undefined;
      throw error;
    }
  }

  function programParts({ name, cwd, env }: ConnectionOptions, entry: LocalServer): unknown[] {
    const program = programOf(entry, cwd, env);
    return [name, program.command, program.args, Object.entries(program.env).sort(), program.cwd];
  }

  function remoteParts({ env, auth }: ConnectionOptions, entry: RemoteServer): unknown[] {
    if (auth && !identities.has(auth)) identities.set(auth, nextIdentity++);
    const { headers } = credentialsOf(entry, env);
    return [entry.transport, entry.url, entry.auth, Object.entries(headers).sort(), auth && identities.get(auth)];
  }

  /** Opens a line that connections with this key share. */
  function share(key: string, options: ConnectionOptions): Shared {
    const listeners = new Set<() => void>();
    const made: Shared = {
      listeners,
      line: begin(
        options,
        () => {
          // a program that ended while no session used it is not started again
          if (made.lingering && made.line.state().status !== 'connected') void end(key, made);
          for (const listener of [...listeners]) listener();
        },
        endings.get(key),
      ),
    };
    shared.set(key, made);
    return made;
  }

  function end(key: string, which: Shared): Promise<void> {
    which.lingering?.abort();
    if (shared.get(key) === which) shared.delete(key);
    const over = Promise.all([endings.get(key), which.line.close()]).then(() => undefined);
    endings.set(key, over);
    return over.finally(() => {
      if (endings.get(key) === over) endings.delete(key);
    });
  }

  async function linger(key: string, which: Shared): Promise<void> {
    const { signal } = (which.lingering = new AbortController());
    try {
      await deps.sleep(lingerMs, signal);
    } catch {
      // another session shares it again, or it has ended
      return;
    }
    if (!signal.aborted) await end(key, which);
  }

  /** The line of a connection, and how it lets go of it. */
  function join(options: ConnectionOptions, changed: () => void): Joined {
    const key = keyOf(options);
    if (key === undefined) {
      const line = begin(options, changed);
      return { line, leave: () => line.close() };
    }
    const known = shared.get(key);
    known?.lingering?.abort();
    delete known?.lingering;
    const { status } = known?.line.state() ?? {};
    if (status === 'failed' || status === 'needs-auth') known?.line.restart();
    const joined = known ?? share(key, options);
    const { line, listeners } = joined;
    listeners.add(changed);
    return {
      line,
      async leave(mayReturn) {
        if (!listeners.delete(changed) || listeners.size > 0) return;
        const isKept =
          mayReturn && !isOver && options.entry.transport === 'stdio' && line.state().status === 'connected';
        if (isKept) void linger(key, joined);
        else await end(key, joined);
      },
    };
  }

  function endIdle(): void {
    for (const [key, each] of [...shared]) if (each.lingering) void end(key, each);
  }

  return {
    open(options) {
      const connection = connect(deps, options, join, () => all.delete(connection));
      all.add(connection);
      return connection;
    },
    endIdle,
    async close() {
      isOver = true;
      endIdle();
      await Promise.all([...[...all].map((connection) => connection.close()), ...endings.values()]);
    },
  };
}

function connect(
  deps: ConnectionDeps,
  options: ConnectionOptions,
  join: (options: ConnectionOptions, changed: () => void) => Joined,
  forget: () => void,
): Connection {
  const { name, entry } = options;
  const isOffered = createToolFilter(entry.enabledTools, entry.disabledTools);
  let isRemoved = false;
  let closing: Promise<void> | undefined;
  const joined = entry.enabled ? join(options, () => isRemoved || options.onChange?.()) : undefined;
  let filtered: { from: readonly ServerTool[]; tools: readonly ServerTool[] } | undefined;

  function tools(): readonly ServerTool[] {
    const from = isRemoved ? none : (joined?.line.tools() ?? none);
    if (filtered?.from !== from) filtered = { from, tools: from.filter((tool) => isOffered(tool.name)) };
    return filtered.tools;
  }

  function state(): Pick<ServerStatus, 'status' | 'error'> {
    if (isRemoved) return { status: 'removed' };
    return joined?.line.state() ?? { status: 'disabled' };
  }

  function leave(mayReturn: boolean): Promise<void> {
    isRemoved = true;
    closing ??= (joined?.leave(mayReturn) ?? Promise.resolve()).finally(forget);
    return closing;
  }

  return {
    status: () => ({ name, transport: entry.transport, ...state(), toolCount: tools().length }),
    tools,
    instructions: () => (isRemoved ? undefined : joined?.line.instructions()),
    async call(tool, input, { signal, progress }) {
      if (!joined || isRemoved) throw new ServerFailure('connection', joined ? 'it was removed' : 'it is disabled');
      const timeoutMs = entry.toolTimeoutMs ?? deps.settings().toolTimeoutMs;
      const report = seldom(deps.now, (text) => progress(deps.plain(text)));
      const call = { tool, input, signal, timeoutMs, progress: report };
      return await joined.line.call(call, ({ readOnly, idempotent }) => readOnly || idempotent);
    },
    settled: async () => await joined?.line.settled(),
    restart: () => (isRemoved ? undefined : joined?.line.restart()),
    close: () => leave(false),
    release: () => leave(true),
  };
}

/** Drops a report that follows the last one too soon. */
function seldom(now: () => number, pass: (text: string) => void): (text: string) => void {
  let last = -Infinity;
  return (text) => {
    if (now() - last < progressMs) return;
    last = now();
    pass(text);
  };
}
