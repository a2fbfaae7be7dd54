/** Sandboxes that wait ready for the next command of their session: one per kind, for a short time (runtimes.md 5). */
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

/** A sandbox that a command was given to. */
export interface Taken {
  child: ChildProcess & { pid: number };
  /** both outputs of the command */
  output: Socket;
  /** file with what bubblewrap says of its process */
  status: string;
}

/** What a sandbox is made of, before it has a command. */
export interface SpareKind {
  sessionId: string;
  /** of a session, the sandboxes that can stand in for each other */
  name: string;
  /** private directory for what bubblewrap says */
  directory: string;
  /** all that is mounted, with what it is at this moment */
  plan(): string;
  /** the program that waits for an order; `descriptor`: the first one that is free in it */
  launch(descriptor: number, status: string): Launch;
  /** of the program that makes pipes */
  env: Record<string, string>;
}

export interface Spares {
  /** Gives the order to the sandbox that waits, when its plan is the present one; another is ended. */
  take(kind: SpareKind, order: string): Promise<Taken | undefined>;
  /** Makes one in a moment, unless one waits. */
  renew(kind: SpareKind): void;
  /** Ends those of a session. */
  drop(sessionId: string): void;
}

const most = 4;
const waitMs = 30_000;
/** Milliseconds after a command: its result comes first. */
const pauseMs = 30;
const makeMs = 2_000;
/** The first descriptor that the guard leaves free. */
const firstDescriptor = 4;

interface Waiting {
  sessionId: string;
  timer: NodeJS.Timeout;
  /** undefined: not begun, or it could not be made */
  made?: Promise<Made | undefined>;
}

interface Made extends Taken {
  orders: Socket;
  plan: string;
}

/**
 * The first program of a sandbox that waits, which becomes the command. What comes by the pipe is never an argument,
 * which other processes can read.
 */
export const waiterOf = (descriptor: number): string[] => [
  '/bin/sh',
  '-c',
  `echo >&${descriptor}; order=$(command -p cat <&${descriptor}); exec ${descriptor}<&-; eval "$order"`,
];

/** Names that a shell keeps to itself, or reads itself by. */
const ofShells =
  /^(?:BASH.*|SHELLOPTS|UID|EUID|PPID|GROUPS|IFS|OPTIND|OPTARG|LINENO|RANDOM|SECONDS|DIRSTACK|POSIXLY_CORRECT)$/;
const named = /^[A-Za-z_]\w*$/;

/** What the waiting shell is to do; undefined: a variable cannot be handed over that way. */
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

/** Arguments, with what the paths in them lead to at this moment, and what is mounted on the machine. */
export function identityOf(args: readonly string[]): string {
  const paths = new Set(args.filter((each) => each.includes('/')).map((each) => each.slice(each.indexOf('/'))));
  return JSON.stringify([args, [...paths].map(inodeOf), readFileSync('/proc/self/mountinfo', 'latin1')]);
}

function inodeOf(file: string): string {
  try {
    const { dev, ino } = statSync(file);
    return `${dev}:${ino}`;
  } catch {
    // it is gone, or may not be looked at any more
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
        // without one the next command starts a sandbox itself
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

/** Starts one and waits until it is ready; undefined: what it is made of has changed meanwhile. */
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
    // one that cannot be started is one that has ended
    child.on('error', () => undefined);
    if (child.pid === undefined || !orders) throw new Error('a spawned child has a pid and its pipes');
    made = { child: child as Taken['child'], output: pipe.reader, orders, plan, status };
    const { pid } = child;
    child.once('exit', () => releaseGroup(pid));
    // it may end before it is given an order
    orders.on('error', () => undefined);
    await once(orders, 'data', { signal: AbortSignal.timeout(makeMs) });
    orders.removeAllListeners('data');
    if (hasEnded(child) || kind.plan() !== plan) {
      endSpare(made);
      return undefined;
    }
    // one that waits keeps no process alive
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
