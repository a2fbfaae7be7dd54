/** A daemon in a separate process, for tests that kill it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { buildEntry } from './daemonentry.js';

export interface DaemonProcess {
  pid: number;
  baseUrl: string;
  token: string;
  /** resolves when the process has ended, for any reason */
  gone: Promise<void>;
  /** returns its stderr so far */
  errors(): string;
  /** sends SIGKILL; resolves when the process has ended */
  kill(): Promise<void>;
  /** sends SIGTERM; resolves with the exit code */
  stop(): Promise<number | null>;
  /** needs `steered` */
  loopDelays(): Promise<LoopDelays>;
  /** needs `steered`: uses up the file descriptors of the process until it returns them */
  takeDescriptors(): Promise<void>;
  giveDescriptors(): Promise<void>;
  /** needs `steered`: moves its clocks, including the monotonic one, forward by these milliseconds at once */
  jump(ms: number): Promise<void>;
}

/** Event loop delays in milliseconds, measured in the process by a timer of 1 ms. */
export interface LoopDelays {
  /** since the start */
  p99: number;
  max: number;
  /** CPU time of the thread between two ticks, excluding other processes; the delay if it is unknown */
  ownP99: number;
  ownMax: number;
  /** since the last call */
  lastMax: number;
}

export interface ProcessOptions {
  home: string;
  cwd: string;
  env?: Record<string, string>;
  /** milliseconds that its clock is ahead */
  clockAhead?: number;
  /** speed factor of its monotonic clock */
  hurry?: number;
  debugEndpoints?: boolean;
  heartbeatMs?: number;
  /** default: `home` */
  userHome?: string;
  /** maximum size of files that it writes */
  fileKiB?: number;
  /** maximum number of open file descriptors */
  descriptors?: number;
  /** accepts the orders of `steeredmain.ts` */
  steered?: boolean;
  /** default: any free port */
  port?: number;
  /** directory of the page that it serves */
  webDirectory?: string;
}

/** Starts a daemon and waits until it listens; rejects with its output when it fails. */
export async function startProcess(options: ProcessOptions): Promise<DaemonProcess> {
  const [command, ...args] = [process.execPath, await buildEntry(), JSON.stringify(options)];
  const { fileKiB, descriptors, steered = false } = options;
  const limits = [
    ...(fileKiB === undefined ? [] : [`ulimit -f ${fileKiB}`]),
    ...(descriptors === undefined ? [] : [`ulimit -n ${descriptors}`]),
  ];
  const limited = ['/bin/bash', '-c', [...limits, 'exec "$@"'].join('; '), 'bash', command, ...args];
  const [program = '', ...given] = limits.length === 0 ? [command, ...args] : limited;
  const child = spawn(program, given, {
    cwd: options.cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', HOME: options.home, ...options.env },
  });
  if (!steered) child.stdin.end();
  const errors: string[] = [];
  child.stderr.on('data', (data: Buffer) => errors.push(data.toString()));
  const gone = once(child, 'exit') as Promise<[number | null]>;
  const output = createInterface(child.stdout);
  const first = once(output, 'line') as Promise<[string]>;
  const firstLine = await Promise.race([first, gone.then(() => undefined)]);
  if (!firstLine) throw new Error(`the daemon did not start: ${errors.join('')}`);
  const { baseUrl, token } = JSON.parse(firstLine[0]) as { baseUrl: string; token: string };
  async function order(name: string): Promise<string> {
    const line = once(output, 'line') as Promise<[string]>;
    child.stdin.write(`${name}\n`);
    const ended = gone.then(() => {
      throw new Error('the process has ended');
    });
    return (await Promise.race([line, ended]))[0];
  }
  return {
    pid: child.pid as number,
    baseUrl,
    token,
    gone: gone.then(() => undefined),
    errors: () => errors.join(''),
    async kill() {
      end(child, 'SIGKILL');
      await gone;
    },
    async stop() {
      end(child, 'SIGTERM');
      return (await gone)[0];
    },
    loopDelays: async () => JSON.parse(await order('loop')) as LoopDelays,
    takeDescriptors: async () => void (await order('take')),
    giveDescriptors: async () => void (await order('give')),
    jump: async (ms) => void (await order(`jump ${ms}`)),
  };
}

function end(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal);
}
