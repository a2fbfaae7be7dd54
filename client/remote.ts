/** Connects to a server on another machine through a port that ssh forwards (acp-cli.md 9). */
import { spawn, type ChildProcess } from 'node:child_process';
import { connect as connectTo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from './home.js';
import { AddressFailure } from './named-server.js';

export interface Remote {
  /** as the user wrote it */
  address: string;
  /** URL of the forwarded port */
  baseUrl: string;
  /** returns the current token */
  token(): string;
  /** working directory of new sessions: the directory of the address, or that of the login */
  cwd: string;
  /** Ends ssh. */
  close(): Promise<void>;
}

interface Target {
  address: string;
  /** `[user@]host` */
  destination: string;
  port: string[];
  /** absent: the directory of the login */
  directory: string | undefined;
}

/** The output of `agent __where` on that machine. */
interface Place {
  port: number;
  /** path of its unix socket, instead of the port */
  socket?: string;
  token: string;
  cwd: string;
}

/** Maximum wait in milliseconds until the server is known, including its start. */
const whereMs = 45_000;
const forwardMs = 20_000;
/** Milliseconds between attempts to forward the port again. */
const againMs = [300, 700, 1_500, 3_000];

/** Throws AddressFailure when the server cannot be reached. An aborted `signal` ends ssh until the port is open. */
export async function openRemote(address: string, env: Environment, signal: AbortSignal): Promise<Remote> {
  const target = targetOf(address);
  let place = await placeOf(target, env, signal);
  const local = await freePort();
  const end = new AbortController();
  let child = await forward(target, env, { local, place, signal });
  let watching = Promise.resolve();
  watch();

  /** Forwards the port again after a loss; the client then reconnects through the same port. */
  function watch(): void {
    child.once('close', () => {
      if (!end.signal.aborted) watching = again();
    });
  }

  async function again(): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      const waitMs = againMs[Math.min(attempt, againMs.length - 1)];
      await delay(waitMs, undefined, { ref: false, signal: end.signal }).catch(() => undefined);
      if (end.signal.aborted) return;
      try {
        place = await placeOf(target, env, end.signal);
        child = await forward(target, env, { local, place, signal: end.signal });
      } catch (error) {
        if (error instanceof AddressFailure) continue;
        throw error;
      }
      if (end.signal.aborted) child.kill();
      else watch();
      return;
    }
  }

  return {
    address,
    baseUrl: `http://127.0.0.1:${local}`,
    token: () => place.token,
    cwd: target.directory ?? place.cwd,
    async close() {
      end.abort();
      child.kill();
      await Promise.race([watching, delay(1_000, undefined, { ref: false })]);
    },
  };
}

/** Parses `ssh://[user@]host[:port][/directory]`; refuses what ssh could read as an option. */
function targetOf(address: string): Target {
  const [, user, host = '', port, directory] =
    /^ssh:\/\/(?:([A-Za-z0-9_][\w.-]*)@)?([A-Za-z0-9_][\w.-]*|\[[\da-fA-F:.]+\])(?::(\d{1,5}))?(\/.*)?$/.exec(
      address,
    ) ?? [];
  if (host === '')
    throw new AddressFailure(`--remote needs ssh://[user@]host[:port], not ${JSON.stringify(address)}`, 2);
  const name = host.replace(/^\[(.*)\]$/, '$1');
  return {
    address,
    destination: user === undefined ? name : `${user}@${name}`,
    port: port === undefined ? [] : ['-p', port],
    directory: directory === undefined || directory === '/' ? undefined : directory,
  };
}

async function placeOf({ address, destination, port }: Target, env: Environment, signal: AbortSignal): Promise<Place> {
  const child = spawn('ssh', ['-T', ...port, destination, 'agent __where'], {
    env,
    signal,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: whereMs,
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (out += piece));
  const { code, problem } = await ended(child);
  const found = placeIn(out.trim().split('\n').at(-1) ?? '');
  if (found) return found;
  const why = code === 0 ? 'its answer cannot be read; is the same program installed there?' : problem;
  throw new AddressFailure(`no server at ${address}: ${why}`, 1);
}

function placeIn(line: string): Place | undefined {
  try {
    const { port, socket, token, cwd } = JSON.parse(line) as Partial<Record<keyof Place, unknown>>;
    if (typeof port !== 'number' || typeof token !== 'string' || typeof cwd !== 'string') return undefined;
    return { port, ...(typeof socket === 'string' && { socket }), token, cwd };
  } catch {
    // output of the login shell
    return undefined;
  }
}

/** Resolves with the exit code of an ssh run, and its error message. */
async function ended(child: ChildProcess): Promise<{ code: number | null; problem: string }> {
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => (output = `${output}${piece}`.slice(-4_000)));
  return await new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, problem: `ssh cannot be started (${error.message})` }));
    child.once('close', (code) => {
      const last = output.trim().split('\n').at(-1) ?? '';
      resolve({ code, problem: last === '' ? `ssh ended with code ${String(code)}` : last });
    });
  });
}

/**
 * Resolves when the port is open. Ssh gets its own process group, away from keys of the terminal. Its remote command
 * ends with its input, so ssh does not outlive a killed client.
 */
async function forward(
  { address, destination, port }: Target,
  env: Environment,
  { local, place, signal }: { local: number; place: Place; signal: AbortSignal },
): Promise<ChildProcess> {
  const options = ['ExitOnForwardFailure=yes', 'BatchMode=yes', 'ServerAliveInterval=15'].flatMap((each) => [
    '-o',
    each,
  ]);
  const tunnel = `127.0.0.1:${local}:${place.socket ?? `127.0.0.1:${place.port}`}`;
  const child = spawn('ssh', ['-T', ...options, '-L', tunnel, ...port, destination, 'cat'], {
    env,
    signal,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  child.stdin.on('error', () => undefined);
  const over = ended(child);
  const until = performance.now() + forwardMs;
  for (;;) {
    const end = await Promise.race([over, delay(50)]);
    if (end) throw new AddressFailure(`the port of ${address} is not forwarded: ${end.problem}`, 1);
    if (await isOpen(local)) return child;
    if (performance.now() > until) {
      child.kill();
      throw new AddressFailure(`the port of ${address} is not forwarded: ssh did not open it in time`, 1);
    }
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTo({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
