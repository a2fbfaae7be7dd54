/** Connections to servers of tools, for all sessions of a daemon (engine.md 5, 16.3).
 *
 *     const connections = createConnections(deps);
 *     const connection = connections.open({ name, entry, cwd, env, auth, onChange });
 *     await connection.settled();              // connected, failed, disabled or needs-auth
 *     connection.status(); connection.tools(); // what they say now; onChange told that they are others
 *     await connection.call('tool', { … }, { signal, progress });
 *     await connection.close();                // status `removed`; its program is gone
 *
 * `open` begins at once and never throws: what is wrong is in the status. A program belongs to one connection; servers
 * over HTTP with the same address, headers and token are one connection behind the scenes, which `restart` begins anew
 * for all of them. A variable of `${VAR}` that is not set fails the server with a text that names it. A call that was
 * aborted rejects with the reason of its signal, everything else that goes wrong is a ServerFailure; an error that the
 * server answers with, of the protocol too, is a result with `isError`. One `auth` object stands for one credential:
 * connections are shared only when they have the same.
 */
import { createHash } from 'node:crypto';
import { createLine, type Line } from './line.js';
import { openServer, type OpenDeps } from './open.js';
import { credentialsOf } from './remote.js';
import { createToolFilter } from './tools.js';
import {
  ServerFailure,
  type Connection,
  type McpEntry,
  type ServerAuth,
  type ServerStatus,
  type ServerTool,
} from '../server.js';

/** How a program that crashed is started again, and how a connection that broke is opened again; proxies end idle ones. */
const programTries = { delays: [1_000, 2_000, 4_000], stableMs: 60_000 };
const remoteTries = { delays: [0, 1_000, 2_000, 4_000], stableMs: 10_000 };
/** pieces of progress that are passed on are at least this far apart */
const progressMs = 100;

export interface ConnectionDeps extends OpenDeps {
  /** times of `[mcp]`, in milliseconds */
  settings(): { startupTimeoutMs: number; toolTimeoutMs: number };
  /** rejects when the signal is aborted */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** about servers that behave strangely; the text names the server; an error is a mistake of this program */
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
  /** the status or the tools are others; may be called at any time until it is closed */
  onChange?(): void;
}

export interface Connections {
  open(options: ConnectionOptions): Connection;
  /** closes all */
  close(): Promise<void>;
}

/** always the same, so that nothing seems to change */
const none: readonly ServerTool[] = [];

interface Shared {
  line: Line;
  listeners: Set<() => void>;
}

export function createConnections(deps: ConnectionDeps): Connections {
  const shared = new Map<string, Shared>();
  const all = new Set<Connection>();
  const identities = new WeakMap<ServerAuth, number>();
  let nextIdentity = 1;

  function begin(options: ConnectionOptions, changed: () => void): Line {
    const { name, entry, cwd, env, auth } = options;
    return createLine({
      open: (signal) =>
        openServer(deps, {
          entry,
          cwd,
          env,
          auth,
          signal,
          timeoutMs: entry.startupTimeoutMs ?? deps.settings().startupTimeoutMs,
          warn: (message) => deps.warn(`server ${name}: ${deps.plain(message)}`),
        }),
      ...(entry.transport === 'stdio' ? programTries : remoteTries),
      sleep: deps.sleep,
      now: deps.now,
      changed,
      mistaken: (error) => deps.warn(`server ${name} could not be connected`, error),
    });
  }

  function keyOf({ entry, env, auth }: ConnectionOptions): string | undefined {
    if (entry.transport === 'stdio') return undefined;
    if (auth && !identities.has(auth)) identities.set(auth, nextIdentity++);
    try {
      const { headers } = credentialsOf(entry, env);
      const parts = [
        entry.transport,
        entry.url,
        entry.auth,
        Object.entries(headers).sort(),
        auth && identities.get(auth),
      ];
      // credentials are not kept a second time
      return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
    } catch (error) {
      // it fails by itself, for the same reason
      if (error instanceof ServerFailure) return undefined;
      throw error;
    }
  }

  /** The line of a connection, and how it lets go of it. */
  function join(options: ConnectionOptions, changed: () => void): { line: Line; leave(): Promise<void> } {
    const key = keyOf(options);
    if (key === undefined) {
      const line = begin(options, changed);
      return { line, leave: () => line.close() };
    }
    let known = shared.get(key);
    if (known) {
      const { status } = known.line.state();
      if (status === 'failed' || status === 'needs-auth') known.line.restart();
    } else {
      const listeners = new Set<() => void>();
      known = { listeners, line: begin(options, () => [...listeners].forEach((listener) => listener())) };
      shared.set(key, known);
    }
    const { line, listeners } = known;
    listeners.add(changed);
    return {
      line,
      async leave() {
        if (!listeners.delete(changed) || listeners.size > 0) return;
        shared.delete(key);
        await line.close();
      },
    };
  }

  return {
    open(options) {
      const connection = connect(deps, options, join, () => all.delete(connection));
      all.add(connection);
      return connection;
    },
    close: async () => void (await Promise.all([...all].map((connection) => connection.close()))),
  };
}

function connect(
  deps: ConnectionDeps,
  options: ConnectionOptions,
  join: (options: ConnectionOptions, changed: () => void) => { line: Line; leave(): Promise<void> },
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

  return {
    status: () => ({ name, transport: entry.transport, ...state(), toolCount: tools().length }),
    tools,
    async call(tool, input, { signal, progress }) {
      if (!joined || isRemoved) throw new ServerFailure('connection', joined ? 'it was removed' : 'it is disabled');
      const timeoutMs = entry.toolTimeoutMs ?? deps.settings().toolTimeoutMs;
      const told = seldom(deps.now, (text) => progress(deps.plain(text)));
      const call = { tool, input, signal, timeoutMs, progress: told };
      return await joined.line.call(call, ({ readOnly, idempotent }) => readOnly || idempotent);
    },
    settled: async () => await joined?.line.settled(),
    restart: () => (isRemoved ? undefined : joined?.line.restart()),
    close() {
      isRemoved = true;
      closing ??= (joined?.leave() ?? Promise.resolve()).finally(forget);
      return closing;
    },
  };
}

/** Leaves out what comes too soon after what was passed on. */
function seldom(now: () => number, pass: (text: string) => void): (text: string) => void {
  let last = -Infinity;
  return (text) => {
    if (now() - last < progressMs) return;
    last = now();
    pass(text);
  };
}
