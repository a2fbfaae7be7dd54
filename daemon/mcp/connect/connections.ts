/** Connections to MCP servers, for all sessions of a daemon (engine.md 5, 16.3).
 *
 *     const connections = createConnections(deps);
 *     const connection = connections.open({ name, entry, cwd, env, auth, onChange });
 *     await connection.settled();              // connected, failed, disabled or needs-auth
 *     connection.status(); connection.tools(); // current state; onChange reports changes
 *     await connection.call('tool', { … }, { signal, progress });
 *     await connection.close();                // status `removed`; the program is gone
 *
 * `open` connects immediately and never throws: the status reports errors. Connections with the same program (name,
 * command, arguments, environment, directory) share one process, unless the entry has `shared: false`; servers over
 * HTTP with the same address, headers and token share one session. `restart` reconnects for all that share. A process
 * without users is kept for 30 s for the next connection. An unset variable of `${VAR}` fails the server with a text
 * that names it. An aborted call rejects with the reason of its signal; every other failure is a ServerFailure. An
 * error that the server answers with, including a protocol error, is a result with `isError`. An `auth` object
 * represents one credential: connections are shared only when they have the same object.
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

/** Retry policies: for a program that crashed, and for a remote connection that broke; proxies close idle ones. */
const programTries = { delays: [1_000, 2_000, 4_000], stableMs: 60_000, callsReopen: false };
const remoteTries = { delays: [0, 1_000, 2_000, 4_000], stableMs: 10_000, callsReopen: true };
/** milliseconds that a process without users is kept for the next session that shares it */
const lingerMs = 30_000;
/** minimum milliseconds between two progress reports that are passed on */
const progressMs = 100;

export interface ConnectionDeps extends OpenDeps {
  /** time limits of `[mcp]`, in milliseconds */
  settings(): { startupTimeoutMs: number; toolTimeoutMs: number };
  /** rejects when the signal aborts */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** reports a misbehaving server, which the text names; `error` is set for a bug of this program */
  warn(message: string, error?: unknown): void;
}

export interface ConnectionOptions {
  /** the configured name */
  name: string;
  entry: McpEntry;
  /** the working directory of the session, absolute */
  cwd: string;
  /** source of `${VAR}` values and of a program's base variables */
  env: Readonly<Record<string, string>>;
  /** credentials of a remote server that may require a login */
  auth?: ServerAuth;
  /** returns the container of a server that runs in the sandbox */
  container?: () => Promise<Container>;
  /** called when the status or the tools have changed, at any time until the connection is closed */
  onChange?(): void;
}

export interface Connections {
  open(options: ConnectionOptions): Connection;
  /** ends processes that are kept for the next session */
  endIdle(): void;
  close(): Promise<void>;
}

/** always the same array, so that comparisons by identity see no change */
const none: readonly ServerTool[] = [];

interface Shared {
  line: Line;
  listeners: Set<() => void>;
  /** aborts the wait for the next connection that shares the line */
  lingering?: AbortController;
}

/** A connection's line; `leave` releases it. `mayReturn`: keep the process a while for the next connection. */
interface Joined {
  line: Line;
  leave(mayReturn: boolean): Promise<void>;
}

export function createConnections(deps: ConnectionDeps): Connections {
  const shared = new Map<string, Shared>();
  /** lines that are being closed, by key; a new line with the key starts after its predecessor has ended */
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

  /** The key of connections that may share a process or session; undefined when it must not be shared. */
  function keyOf(options: ConnectionOptions): string | undefined {
    const { entry } = options;
    // a sandbox belongs to one session
    if (entry.transport === 'stdio' && (!entry.shared || entry.runtimeId !== undefined)) return undefined;
    try {
      const parts = entry.transport === 'stdio' ? programParts(options, entry) : remoteParts(options, entry);
      // hashed, so that credentials are not stored twice
      return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
    } catch (error) {
      // opening the connection fails later for the same reason
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

  /** Opens the line that connections with this key share. */
  function share(key: string, options: ConnectionOptions): Shared {
    const listeners = new Set<() => void>();
    const made: Shared = {
      listeners,
      line: begin(
        options,
        () => {
          // do not restart a program that ended while no session used it
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

  /** The line for a connection, and the function that releases it. */
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
      const report = throttle(deps.now, (text) => progress(deps.plain(text)));
      const call = { tool, input, signal, timeoutMs, progress: report };
      return await joined.line.call(call, ({ readOnly, idempotent }) => readOnly || idempotent);
    },
    settled: async () => await joined?.line.settled(),
    restart: () => (isRemoved ? undefined : joined?.line.restart()),
    close: () => leave(false),
    release: () => leave(true),
  };
}

/** Drops a report that follows the previous one too soon. */
function throttle(now: () => number, pass: (text: string) => void): (text: string) => void {
  let last = -Infinity;
  return (text) => {
    if (now() - last < progressMs) return;
    last = now();
    pass(text);
  };
}
