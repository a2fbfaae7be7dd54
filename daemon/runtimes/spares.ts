/** Keeps prepared sandboxes for a session's next command: one per kind, for a short time (runtimes.md 5). */
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { signalGroup } from '../base/process/group.js';
import { releaseGroup, spawnGuarded } from '../base/process/guard.js';
import { withInputs, type Launch } from '../base/process/launch.js';
import { createOutputPipe } from '../base/process/pipe.js';

/** A prepared sandbox that has received a command. */
export interface Taken {
  child: ChildProcess & { pid: number };
  /** stdout and stderr of the command */
  output: Socket;
  /** the file that bubblewrap writes its status to */
  status: string;
}

/** Describes how to build a sandbox before its command is known. */
export interface SpareKind {
  sessionId: string;
  /** sandboxes of a session with the same name are interchangeable */
  name: string;
  /** private directory for status files */
  directory: string;
  /** returns all mounts, with the identity of each path at this moment */
  plan(): string;
  /** returns the program that waits for an order; `descriptor`: the first free one in it */
  launch(descriptor: number, status: string): Launch;
  /** environment of the program that creates pipes */
  env: Record<string, string>;
}

export interface Spares {
  /** Sends the order to the waiting sandbox if its plan is still current; ends an outdated one. */
  take(kind: SpareKind, order: string): Promise<Taken | undefined>;
  /** Prepares a sandbox shortly, unless one is waiting. */
  renew(kind: SpareKind): void;
  /** Ends the waiting sandboxes of a session. */
  drop(sessionId: string): void;
}

const most = 4;
const waitMs = 30_000;
/** Milliseconds after a command before its successor is prepared, so that the result comes first. */
const pauseMs = 30;
const makeMs = 2_000;
/** The first descriptor that the guard process leaves free. */
const firstDescriptor = 4;

interface Waiting {
  sessionId: string;
  timer: NodeJS.Timeout;
  /** undefined: not started yet, or the sandbox could not be created */
  made?: Promise<Made | undefined>;
}

interface Made extends Taken {
  orders: Socket;
  plan: string;
}

/**
 * The first program of a waiting sandbox, which executes the command. The order comes through a pipe, because other
 * processes can read arguments.
 */
export const waiterOf = (descriptor: number): string[] => [
  '/bin/sh',
  '-c',
  `echo >&${descriptor}; order=$(command -p cat <&${descriptor}); exec ${descriptor}<&-; eval "$order"`,
];

/** Variables that a shell reserves, or that change how it parses. */
const ofShells =
  /^(?:BASH.*|SHELLOPTS|UID|EUID|PPID|GROUPS|IFS|OPTIND|OPTARG|LINENO|RANDOM|SECONDS|DIRSTACK|POSIXLY_CORRECT)$/;
const named = /^[A-Za-z_]\w*$/;

/** Returns the script for the waiting shell; undefined when a variable cannot be passed this way. */
export function orderOf(
  argv: readonly string[],
  cwd: string,
  variables: Readonly<Record<string, string>>,
): string | undefined {
  const entries = Object.entries({ ...variables, PWD: cwd });
  if (entries.some(([name]) => !named.test(name) || ofShells.test(name))) return undefined;
  return [
    `cd ${quote(cwd)} || exit`,
    'unset OLDPWD PATH',
    ...entries.map(([name, value]) => `export ${name}=${quote(value)}`),
    `exec ${argv.map(quote).join(' ')}`,
  ].join('\n');
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns the arguments, the inodes that their paths lead to now, and the machine's mounts. */
export function identityOf(args: readonly string[]): string {
  const paths = new Set(args.filter((each) => each.includes('/')).map((each) => each.slice(each.indexOf('/'))));
  return JSON.stringify([args, [...paths].map(inodeOf), readFileSync('/proc/self/mountinfo', 'latin1')]);
}

function inodeOf(file: string): string {
  try {
    const { dev, ino } = statSync(file);
    return `${dev}:${ino}`;
  } catch {
    // missing, or no longer readable
    return '';
  }
}

export function createSpares(): Spares {
  const all = new Map<string, Waiting>();
  const keyOf = ({ sessionId, name }: SpareKind): string => `${sessionId} ${name}`;

  function discard(key: string): void {
    const waiting = all.get(key);
    if (!waiting) return;
    all.delete(key);
    clearTimeout(waiting.timer);
    void waiting.made?.then((made) => made && endSpare(made));
  }

  return {
    async take(kind, order) {
      const key = keyOf(kind);
      const waiting = all.get(key);
      if (!waiting?.made) return undefined;
      all.delete(key);
      clearTimeout(waiting.timer);
      const made = await waiting.made;
      if (!made) return undefined;
      const { child, orders, output, plan, status } = made;
      if (plan !== kind.plan() || hasEnded(child)) {
        endSpare(made);
        return undefined;
      }
      child.removeAllListeners('exit');
      child.ref();
      output.ref();
      orders.resume().end(order);
      return { child, output, status };
    },
    renew(kind) {
      const key = keyOf(kind);
      if (all.has(key)) return;
      const [oldest] = all.keys();
      if (all.size >= most && oldest !== undefined) discard(oldest);
      const begin = (): void => {
        waiting.timer = setTimeout(() => discard(key), waitMs).unref();
        // after a failure, the next command starts a sandbox itself
        waiting.made = make(kind).catch(() => undefined);
      };
      const waiting: Waiting = { sessionId: kind.sessionId, timer: setTimeout(begin, pauseMs).unref() };
      all.set(key, waiting);
    },
    drop(sessionId) {
      for (const [key, waiting] of all) if (waiting.sessionId === sessionId) discard(key);
    },
  };
}

/** Starts a sandbox and waits until it is ready. Returns undefined when its plan has changed in the meantime. */
async function make(kind: SpareKind): Promise<Made | undefined> {
  const plan = kind.plan();
  const status = join(kind.directory, `${randomUUID()}.status`);
  const pipe = await createOutputPipe(kind.directory, kind.env);
  if (!pipe) return undefined;
  let made: Made | undefined;
  try {
    const { child } = await withInputs(
      kind.launch(firstDescriptor, status),
      firstDescriptor,
      ({ extra, ...started }) => ({
        child: spawnGuarded(started.program, started.args, {
          cwd: '/',
          env: {},
          stdio: ['ignore', pipe.writer, pipe.writer],
          extra: [...extra, 'pipe'],
          isSandbox: true,
        }),
      }),
    );
    const orders = child.stdio.at(-1) as Socket | undefined;
    // `hasEnded` covers a child that could not be started
    child.on('error', () => undefined);
    if (child.pid === undefined || !orders) throw new Error('a spawned child has a pid and its pipes');
    made = { child: child as Taken['child'], output: pipe.reader, orders, plan, status };
    const { pid } = child;
    child.once('exit', () => releaseGroup(pid));
    // the sandbox may end before it receives an order
    orders.on('error', () => undefined);
    await once(orders, 'data', { signal: AbortSignal.timeout(makeMs) });
    orders.removeAllListeners('data');
    if (hasEnded(child) || kind.plan() !== plan) {
      endSpare(made);
      return undefined;
    }
    // a waiting sandbox must not keep the server running
    for (const each of [child, orders, pipe.reader]) each.unref();
    return made;
  } catch (error) {
    if (made) endSpare(made);
    else pipe.reader.destroy();
    throw error;
  } finally {
    await pipe.release();
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

function endSpare({ child, orders, output, status }: Made): void {
  orders.destroy();
  output.destroy();
  if (!hasEnded(child)) signalGroup(child.pid, 'SIGKILL');
  void rm(status, { force: true });
}
