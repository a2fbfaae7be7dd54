/** Everything a command touches outside itself, so that tests can hand in their own. */
import type { Readable, Writable } from 'node:stream';
import type { BaseContext } from 'clipanion';
import type { Fetch } from '../api/client.js';
import type { WebSocketConstructor } from '../api/stream.js';
import type { ConnectOptions, ServerAddress } from '../connect.js';
import type { DaemonSide, DirectCommands } from '../direct.js';
import type { Environment } from '../home.js';
import { visibleLine } from '../view/clean.js';

export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** How the user opens a session again, where it is. */
export function resumeHint({ remote }: Pick<Io, 'remote'>, id: string): string {
  return `To resume this session: agent ${remote ? `--remote ${remote.address} ` : ''}-r ${id}`;
}

/** Exit codes of a process that was ended by a signal. */
export const signalCodes: Readonly<Record<Signal, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

export type Input = Readable & { isTTY?: boolean };
export type Output = Writable & { isTTY?: boolean; columns?: number };

/** Whether a machine runs this, and no user is there to read or choose. */
export function isInCi({ env }: Pick<Io, 'env'>): boolean {
  const { CI: ci } = env;
  return ci !== undefined && !['', '0', 'false'].includes(ci.toLowerCase());
}

/** What an owner sets for a build; undefined: unknown to it. */
export interface BuildConstants {
  packageName: string;
  releaseIndexUrl: string | undefined;
  /** ed25519 public key, PEM */
  releaseKey: string | undefined;
  homebrewFormula: string | undefined;
  desktopPageUrlMainland: string | undefined;
  desktopPageUrlGlobal: string | undefined;
  /** below the user's home */
  legacyHomes: readonly string[];
}

export interface Io {
  stdin: Input;
  stdout: Output;
  stderr: Output;
  env: Environment;
  /** throws CommandFailure when it is gone */
  readonly cwd: string;
  /** directory of the files that options name, where `cwd` is on another machine */
  readonly localCwd?: string;
  /** the server on another machine (`--remote`) */
  remote?: ServerAddress;
  userHome: string;
  /** of this program */
  version: string;
  /** absolute paths of Node and of what was started, links followed */
  node: string;
  program: string;
  platform: NodeJS.Platform;
  constants: BuildConstants;
  now: () => number;
  fetch: Fetch;
  /** Loads the sockets of this platform: nothing that shows a first frame or prints a help needs them. */
  webSocket(): Promise<WebSocketConstructor>;
  /** Loads the daemon side; only called where one is needed. */
  daemon(): Promise<DaemonSide>;
  direct: DirectCommands;
  /** the program of a server in a process of its own */
  serverFile: string;
  /** Listens to the signals that end a program; returns how to stop listening. */
  onSignal(listener: (signal: Signal) => void): () => void;
  /** Shows a web page; rejects when that cannot be done. The URL holds the token and must not appear in a command line. */
  openPage(url: string): Promise<void>;
  /** addresses of this machine that others reach, without loopback */
  networkAddresses(): string[];
}

/** What clipanion hands to every command. */
export interface CliContext extends BaseContext {
  io: Io;
}

export function connectOptions(io: Io): ConnectOptions {
  const { env, userHome, cwd, version, fetch, now, remote } = io;
  return {
    ...(remote && { remote }),
    env,
    userHome,
    cwd,
    version,
    fetch,
    now,
    startDaemon: async (options) => await (await io.daemon()).startDaemon(options),
  };
}

/** Where paths of options begin that name files of this machine. */
export function placeOfFiles({ cwd, localCwd }: Pick<Io, 'cwd' | 'localCwd'>): string {
  return localCwd ?? cwd;
}

/** One line; what it names may come from elsewhere. */
export function writeLine(output: Pick<Output, 'write'>, text: string): void {
  output.write(`${visibleLine(text)}\n`);
}

export function warn({ stderr }: Pick<Io, 'stderr'>, message: string): void {
  writeLine(stderr, `warning: ${message}`);
}

/** Resolves when the reader has room again, or is gone; undefined: there is room. */
export function roomIn(stream: Output): Promise<void> | undefined {
  if (!stream.writableNeedDrain || stream.destroyed) return undefined;
  return new Promise((resolve) => {
    const events = ['drain', 'close', 'error'] as const;
    const done = (): void => {
      for (const event of events) stream.off(event, done);
      resolve();
    };
    for (const event of events) stream.on(event, done);
  });
}

/** Resolves when everything written is taken, or the reader is gone. */
export function flushed(stream: Output): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0 || stream.destroyed) return resolve();
    stream.write('', () => resolve());
  });
}

/** Whether a stream gets colour (cli.md 2.3). */
export function hasColour(stream: Output, env: Environment): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR'] && env['FORCE_COLOR'] !== '0') return true;
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}
