/** Forwards ports into and out of a session's network, and lists its listening programs (runtimes.md 6.4, 10.2). */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { connect, createServer, type LookupFunction, type Server, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { errorCode } from '../base/fs/errno.js';
import type { SessionNetwork } from './network.js';

export interface SessionPort {
  /** port number inside the session's network */
  port: number;
  /** `reach`: shows a port of this machine inside; `expose`: shows a port of the session on this machine */
  direction: 'reach' | 'expose';
  hostPort: number;
}

export interface PortRequest extends Omit<SessionPort, 'hostPort'> {
  /** undefined: the same number; `expose` falls back to any free port */
  hostPort?: number | undefined;
}

/** Why a port cannot be opened. `limit`: too many are open. */
export type PortRefusal = { refused: 'limit'; most: number } | { refused: 'port' | 'hostPort'; problem: string };

export interface Ports {
  open(request: PortRequest): Promise<SessionPort | PortRefusal>;
  /** also closes its connections; returns false when no client opened this port */
  close(port: number): boolean;
  /** opens and closes the configured ports; rejects with the system error, but accepts a port that a command uses */
  configure(wanted: readonly number[]): Promise<void>;
  /** returns the open ports, sorted by number */
  opened(): SessionPort[];
  /** Returns the ports on which programs of the session listen, each with its task. `tasks`: process id by task. */
  listening(tasks: ReadonlyMap<string, number>): Promise<Map<number, string | undefined>>;
  closeAll(): void;
}

/** Maximum number of ports of one session that clients may open. */
const maxPorts = 32;
const tooMany: PortRefusal = { refused: 'limit', most: maxPorts };

interface Entry {
  request: PortRequest;
  isConfigured: boolean;
  hostPort?: number;
  /** present once the port is open */
  end?: () => void;
  opening: Promise<SessionPort | PortRefusal>;
}

/** `taken` returns the port of the proxy inside the network. */
export function createPorts(network: SessionNetwork, taken: () => number | undefined): Ports {
  const entries = new Map<number, Entry>();
  const entrance = createEntrance(network);
  let isOver = false;

  function begin(request: PortRequest, isConfigured: boolean): Promise<SessionPort | PortRefusal> {
    const entry: Entry = { request, isConfigured, opening: Promise.resolve(tooMany) };
    entries.set(request.port, entry);
    entry.opening = start(request, isConfigured).then(
      (found) => {
        if ('refused' in found) entries.delete(request.port);
        else if (isOver || entries.get(request.port) !== entry) found.end();
        else Object.assign(entry, found);
        return 'refused' in found ? found : { ...request, hostPort: found.hostPort };
      },
      (error: unknown) => {
        entries.delete(request.port);
        throw error;
      },
    );
    return entry.opening;
  }

  async function start(
    { port, direction, hostPort }: PortRequest,
    isConfigured: boolean,
  ): Promise<Opened | PortRefusal> {
    if (direction === 'expose') return await expose(entrance, port, hostPort);
    // a program may listen on either loopback address
    if (!isConfigured && (await listeningIn(network)).has(port)) return { refused: 'port', problem: heldInside };
    return await reach(network, port, hostPort ?? port);
  }

  function end(port: number, entry: Entry): void {
    entries.delete(port);
    entry.end?.();
  }

  const opened = (): SessionPort[] =>
    [...entries.values()]
      .flatMap(({ request, hostPort, end: isOpen }) =>
        hostPort === undefined || !isOpen ? [] : [{ port: request.port, direction: request.direction, hostPort }],
      )
      .sort((a, b) => a.port - b.port);

  return {
    opened,
    async open(request) {
      if (request.port === taken()) return { refused: 'port', problem: 'is the one of the proxy of the sandbox' };
      const known = entries.get(request.port);
      if (known) return { refused: 'port', problem: `is taken: it is open already (${known.request.direction})` };
      if ([...entries.values()].filter(({ isConfigured }) => !isConfigured).length >= maxPorts) return tooMany;
      return await begin(request, false);
    },
    close(port) {
      const entry = entries.get(port);
      if (!entry?.end || entry.isConfigured) return false;
      end(port, entry);
      return true;
    },
    async configure(wanted) {
      for (const [port, entry] of [...entries]) if (entry.isConfigured && !wanted.includes(port)) end(port, entry);
      for (const port of wanted)
        if (!entries.has(port)) begin({ port, direction: 'reach' }, true).catch(() => undefined);
      for (const { isConfigured, request, opening } of [...entries.values()]) {
        if (!isConfigured) continue;
        const found = await opening;
        if ('problem' in found && found.problem !== heldInside)
          throw new Error(`port ${request.port} ${found.problem}`);
      }
    },
    async listening(tasks) {
      const found = await listeningIn(network);
      found.delete(taken() ?? 0);
      // the server itself listens on the `reach` ports
      for (const { port, direction } of opened()) if (direction === 'reach') found.delete(port);
      const names = new Map<number, string | undefined>([...found.keys()].map((port) => [port, undefined]));
      for (const [task, pid] of found.size === 0 ? [] : tasks) {
        const held = await socketsOf(pid);
        for (const [port, sockets] of found) if ([...sockets].some((each) => held.has(each))) names.set(port, task);
      }
      return names;
    },
    closeAll() {
      isOver = true;
      for (const [port, entry] of [...entries]) end(port, entry);
      entrance.close();
    },
  };
}

interface Opened {
  hostPort: number;
  end: () => void;
}

const heldInside = 'is taken: a program of the session listens on it';

/** Returns why a port cannot be used. `held`: the text for a port that another program uses. */
function problemOf(error: unknown, held: string): string {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') return held;
  return `cannot be used: ${code === 'EACCES' ? 'permission denied' : (code ?? String(error))}`;
}

/** Programs listen on either loopback address. */
const bothAddresses: LookupFunction = (_, __, answer) => {
  answer(null, [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]);
};
/** The long timeout tries the second address only after the first one refuses. A half-closed side may still read. */
const connectOptions = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 60_000, allowHalfOpen: true };

/** Makes a port of this machine's loopback visible inside the session's network. */
async function reach(network: SessionNetwork, port: number, hostPort: number): Promise<Opened | PortRefusal> {
  let inside: Server;
  try {
    ({ socket: inside } = await network.listen(port));
  } catch (error) {
    return { refused: 'port', problem: problemOf(error, heldInside) };
  }
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (from) => {
    const to = connect({ host: 'localhost', port: hostPort, lookup: bothAddresses, ...connectOptions });
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.once('close', () => open.delete(one));
    }
  });
  server.listen(inside);
  server.unref();
  return {
    hostPort,
    end() {
      server.close();
      for (const each of open) each.destroy();
    },
  };
}

/** Makes a port of the session visible on this machine's loopback. */
async function expose(entrance: Entrance, port: number, wanted: number | undefined): Promise<Opened | PortRefusal> {
  const server = createServer({ pauseOnConnect: true }, (connection) => entrance.connect(port, connection));
  try {
    await listenOn(server, wanted ?? port).catch(async (error: unknown) => {
      if (wanted !== undefined) throw error;
      await listenOn(server, 0);
    });
  } catch (error) {
    return {
      refused: 'hostPort',
      problem: problemOf(error, 'is taken: another program of this machine listens on it'),
    };
  }
  server.unref();
  const bound = server.address();
  const hostPort = typeof bound === 'object' && bound ? bound.port : port;
  const leave = entrance.join();
  return {
    hostPort,
    end() {
      server.close();
      entrance.end(port);
      leave();
    },
  };
}

function listenOn(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** A process inside the network that connects to ports for the sockets it receives. It runs while a port is exposed. */
interface Entrance {
  /** keeps the process until the returned function is called */
  join(): () => void;
  connect(port: number, connection: Socket): void;
  /** closes the connections to a port */
  end(port: number): void;
  close(): void;
}

const dialer = `const net = require('node:net');
const lookup = (_, __, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }, { address: '::1', family: 6 }]);
const open = new Map();
process.on('disconnect', () => process.exit());
process.on('message', ({ port, end }, from) => {
  if (!open.has(port)) open.set(port, new Set());
  const all = open.get(port);
  if (end) for (const each of all) each.destroy();
  if (!from) return;
  from.allowHalfOpen = true;
  const to = net.connect({ host: 'localhost', port, lookup, ...${JSON.stringify(connectOptions)} });
  for (const [one, other] of [[from, to], [to, from]]) {
    all.add(one);
    one.pipe(other);
    one.on('error', () => other.destroy());
    one.once('close', () => all.delete(one));
  }
});`;

function createEntrance({ enter }: SessionNetwork): Entrance {
  let child: ChildProcess | undefined;
  let users = 0;

  function start(): ChildProcess {
    if (child?.connected) return child;
    const [program = '', ...args] = enter;
    const made = spawn(program, [...args, process.execPath, '-e', dialer], {
      cwd: '/',
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // the next connection starts the process again
    made.on('error', () => undefined);
    made.unref();
    made.channel?.unref();
    return (child = made);
  }

  function stop(): void {
    if (child?.connected) child.disconnect();
    child?.kill('SIGKILL');
    child = undefined;
  }

  return {
    join() {
      users += 1;
      start();
      return () => {
        users -= 1;
        if (users === 0) stop();
      };
    },
    connect(port, connection) {
      connection.on('error', () => undefined);
      start().send({ port }, connection, (error) => {
        if (error) connection.destroy();
      });
    },
    end(port) {
      if (child?.connected) child.send({ port, end: true });
    },
    close: stop,
  };
}

const run = promisify(execFile);
/** The state LISTEN in `/proc/net/tcp`. */
const listens = '0A';

async function listeningIn({ enter: [program = '', ...args] }: SessionNetwork): Promise<Map<number, Set<string>>> {
  const tables = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];
  // a machine without IPv6 has no second table
  const { stdout } = await run(program, [...args, '/bin/sh', '-c', 'cat "$@" 2>/dev/null || :', 'sh', ...tables], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
  });
  const found = new Map<number, Set<string>>();
  for (const row of stdout.split('\n')) {
    const [, local = '', , state, , , , , , socket = ''] = row.trim().split(/\s+/);
    if (state !== listens) continue;
    const port = Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16);
    found.set(port, (found.get(port) ?? new Set()).add(socket));
  }
  return found;
}

/** Returns the inode numbers of the sockets that a process and its descendants hold. */
async function socketsOf(pid: number): Promise<Set<string>> {
  const found = new Set<string>();
  for (let generation = [pid]; generation.length > 0;) {
    const below = await Promise.all(
      generation.map(async (each) => {
        const names = await list(`/proc/${each}/fd`);
        const held = await Promise.all(names.map((name) => readlink(`/proc/${each}/fd/${name}`).catch(() => '')));
        for (const one of held) {
          const [, socket] = /^socket:\[(\d+)\]$/.exec(one) ?? [];
          if (socket !== undefined) found.add(socket);
        }
        const threads = await list(`/proc/${each}/task`);
        return await Promise.all(
          threads.map((thread) => readFile(`/proc/${each}/task/${thread}/children`, 'latin1').catch(() => '')),
        );
      }),
    );
    generation = below
      .flat()
      .flatMap((text) => text.split(' ').map(Number))
      .filter((child) => child > 0);
  }
  return found;
}

/** Returns nothing for a process that has ended in the meantime. */
const list = (directory: string): Promise<string[]> => readdir(directory).catch(() => []);
