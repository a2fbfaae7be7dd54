/** Runs command lines in this process, with collected output, a separate home and directory, and manual signals. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { DaemonSide, DirectCommands } from '../../client/direct.js';
import { hideSecrets } from '../../daemon/direct/crash.js';
import { doctor } from '../../daemon/direct/doctor.js';
import { namesTool, parseRule } from '../../daemon/agent/permission/rules.js';
import { keyProblems } from '../../client/tui/keys/actions.js';
import { login } from '../../daemon/direct/login.js';
import { rotateTokenIn } from '../../daemon/home/token.js';
import { constants } from '../../bin/constants.js';
import type { BuildConstants, Io, Output, Signal } from '../../client/cli/io.js';
import { run } from '../../client/cli/run.js';

export interface TestIo extends Io {
  out(): string;
  err(): string;
  signal(name: Signal): void;
  pages: string[];
}

export interface TestIoOptions {
  home: string;
  cwd: string;
  env?: Record<string, string>;
  stdin?: string | Uint8Array;
  daemon?: () => Promise<DaemonSide>;
  direct?: Partial<DirectCommands>;
  tty?: boolean;
  columns?: number;
  program?: string;
  platform?: NodeJS.Platform;
  constants?: Partial<BuildConstants>;
  stdinTty?: boolean;
}

export function testIo(options: TestIoOptions): TestIo {
  const listeners = new Set<(signal: Signal) => void>();
  const out = collector(options);
  const err = collector(options);
  const pages: string[] = [];
  return {
    stdin: Object.assign(Readable.from(options.stdin === undefined ? [] : [Buffer.from(options.stdin)]), {
      isTTY: options.stdinTty ?? false,
    }),
    stdout: out.stream,
    stderr: err.stream,
    env: { AGENT_CODE_HOME: options.home, ...options.env },
    cwd: options.cwd,
    userHome: options.home,
    version: '1.2.3',
    node: '/opt/node/bin/node',
    program: options.program ?? '/opt/agent/bin/agent.js',
    platform: options.platform ?? 'linux',
    constants: { ...constants, ...options.constants },
    now: Date.now,
    fetch,
    webSocket: () => Promise.resolve(WebSocket),
    daemon: options.daemon ?? (() => Promise.reject(new Error('no daemon may be started here'))),
    direct: { ...directCommands, ...options.direct },
    serverFile: '',
    onSignal(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    openPage: (url) => Promise.resolve(void pages.push(url)),
    networkAddresses: () => ['192.0.2.7', '2001:db8::7'],
    out: out.text,
    err: err.text,
    signal: (name) => [...listeners].forEach((listener) => listener(name)),
    pages,
  };
}

/** The built page, which the daemon's commands below need. */
const webDirectory = join(process.cwd(), 'dist', 'web');

const directCommands: DirectCommands = {
  toolNames: async () => (await import('../../daemon/direct/doctor.js')).toolNames,
  complete: async () => (await import('../../daemon/direct/complete.js')).completionValues,
  export: () => import('../../daemon/direct/export.js'),
  migrate: () => import('../../daemon/direct/migrate.js'),
  hideSecrets: async (text, options) => hideSecrets(text, options),
  doctor: (options) => doctor(options, { namesTool, parseRule, keyProblems }),
  login,
  rotateToken: rotateTokenIn,
  upgrade: () => import('../../daemon/direct/upgrade.js'),
  vis: {
    start: async (options) => (await import('../../daemon/vis/start.js')).startVisualizer({ ...options, webDirectory }),
    write: async (target) => (await import('../../daemon/vis/file.js')).writeSessionFile({ ...target, webDirectory }),
  },
  provider: () => import('../../daemon/direct/provider.js'),
};

function collector({ tty, columns }: Pick<TestIoOptions, 'tty' | 'columns'>): { stream: Output; text(): string } {
  const chunks: Buffer[] = [];
  const stream: Output = new PassThrough();
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  if (tty) Object.assign(stream, { isTTY: true, columns: columns ?? 80 });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}

/** Creates a temporary directory; returns its canonical path. */
export async function temporary(): Promise<string> {
  return await realpath(await mkdtemp(join(tmpdir(), 'client-')));
}

export async function remove(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
}

/** Runs one command line to its end. */
export async function command(
  argv: string[],
  options: TestIoOptions,
): Promise<{ code: number; out: string; err: string; io: TestIo }> {
  const io = testIo(options);
  const code = await run(argv, io);
  await new Promise((resolve) => setImmediate(resolve));
  return { code, out: io.out(), err: io.err(), io };
}

export async function until(condition: () => boolean | Promise<boolean>, ms = 30_000): Promise<void> {
  const end = performance.now() + ms;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Runs a command line on a terminal whose user answers the first question with a signal. */
export async function interruptedAtQuestion(argv: string[], options: TestIoOptions, name: Signal = 'SIGINT') {
  const io = testIo({ ...options, tty: true });
  io.stdin = Object.assign(new PassThrough(), { isTTY: true });
  const done = run(argv, io);
  for (const until = Date.now() + 10_000; !io.err().endsWith('] ') && Date.now() < until;) await delay(10);
  io.signal(name);
  return { code: await done, out: io.out(), err: io.err() };
}
