/** A daemon in a process of its own, for tests that kill it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { buildEntry } from './daemonentry.js';

export interface DaemonProcess {
  pid: number;
  baseUrl: string;
  token: string;
  /** resolves when it is gone, for whatever reason */
  gone: Promise<void>;
  /** what it wrote to stderr */
  errors(): string;
  /** SIGKILL; resolves when it is gone */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code */
  stop(): Promise<number | null>;
}

export interface ProcessOptions {
  home: string;
  cwd: string;
  env?: Record<string, string>;
  /** milliseconds added to its clock */
  clockAhead?: number;
  /** how many times as fast its monotonic clock runs */
  hurry?: number;
  debugEndpoints?: boolean;
  heartbeatMs?: number;
  /** default: `home` */
  userHome?: string;
  /** no file it writes may grow over this */
  fileKiB?: number;
}

/** Starts one and waits until it listens; rejects with what it wrote when it does not. */
export async function startProcess(options: ProcessOptions): Promise<DaemonProcess> {
  const [command, ...args] = [process.execPath, await buildEntry(), JSON.stringify(options)];
  const limited = ['/bin/bash', '-c', `ulimit -f ${options.fileKiB ?? 0}; exec "$@"`, 'bash', command, ...args];
  const [program = '', ...given] = options.fileKiB === undefined ? [command, ...args] : limited;
  const child = spawn(program, given, {
    cwd: options.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', HOME: options.home, ...options.env },
  });
  const errors: string[] = [];
  child.stderr.on('data', (data: Buffer) => errors.push(data.toString()));
  const gone = once(child, 'exit') as Promise<[number | null]>;
  const first = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const said = await Promise.race([first, gone.then(() => undefined)]);
  if (!said) throw new Error(`the daemon did not start: ${errors.join('')}`);
  const { baseUrl, token } = JSON.parse(said[0]) as { baseUrl: string; token: string };
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
  };
}

function end(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal);
}
