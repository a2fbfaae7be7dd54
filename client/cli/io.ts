/** The environment of a command: streams, directories, processes. Tests replace it. */
import type { Readable, Writable } from 'node:stream';
import type { BaseContext } from 'clipanion';
import type { Fetch } from '../api/client.js';
import type { WebSocketConstructor } from '../api/stream.js';
import type { ConnectOptions, ServerAddress } from '../connect.js';
import type { DaemonSide, DirectCommands } from '../direct.js';
import type { Environment } from '../home.js';
import { visibleLine } from '../view/clean.js';

export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** Returns how the user can reopen a session on its server. */
export function resumeHint({ remote }: Pick<Io, 'remote'>, id: string): string {
  return `To resume this session: agent ${remote ? `--remote ${remote.address} ` : ''}-r ${id}`;
}

/** Exit codes of a process that a signal ended. */
export const signalCodes: Readonly<Record<Signal, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

export type Input = Readable & { isTTY?: boolean };
export type Output = Writable & { isTTY?: boolean; columns?: number };

/** Returns whether a CI machine runs this, where no user can read or choose. */
export function isInCi({ env }: Pick<Io, 'env'>): boolean {
  const { CI: ci } = env;
  return ci !== undefined && !['', '0', 'false'].includes(ci.toLowerCase());
}

/** Constants that the owner of a build sets; undefined: not set. */
export interface BuildConstants {
  packageName: string;
  releaseIndexUrl: string | undefined;
  /** ed25519 public key, PEM */
  releaseKey: string | undefined;
  homebrewFormula: string | undefined;
  desktopPageUrlMainland: string | undefined;
  desktopPageUrlGlobal: string | undefined;
  /** paths relative to the user's home */
  legacyHomes: readonly string[];
}

export interface Io {
  stdin: Input;
  stdout: Output;
  stderr: Output;
  env: Environment;
  /** throws CommandFailure when the directory no longer exists */
  readonly cwd: string;
  /** base directory for files that options name, when `cwd` is on another machine */
  readonly localCwd?: string;
  /** the server on another machine (`--remote`) */
  remote?: ServerAddress;
  userHome: string;
  /** version of this program */
  version: string;
  /** absolute paths of Node and of the started script, with links resolved */
  node: string;
  program: string;
  platform: NodeJS.Platform;
  constants: BuildConstants;
  now: () => number;
  fetch: Fetch;
  /** Loads the platform's WebSocket on demand: the first frame and help do not need it. */
  webSocket(): Promise<WebSocketConstructor>;
  /** Loads the daemon side; called only where it is needed. */
  daemon(): Promise<DaemonSide>;
  direct: DirectCommands;
  /** the script that runs a server as a separate process */
  serverFile: string;
  /** Listens to terminating signals; returns a function that stops listening. */
  onSignal(listener: (signal: Signal) => void): () => void;
  /** Opens a web page; rejects when that fails. The URL contains the token and must not appear in a command line. */
  openPage(url: string): Promise<void>;
  /** addresses of this machine that others can reach, without loopback */
  networkAddresses(): string[];
}

/** The context that clipanion passes to every command. */
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

/** Returns the base directory for options that name files of this machine. */
export function placeOfFiles({ cwd, localCwd }: Pick<Io, 'cwd' | 'localCwd'>): string {
  return localCwd ?? cwd;
}

/** Writes one line, with untrusted text cleaned. */
export function writeLine(output: Pick<Output, 'write'>, text: string): void {
  output.write(`${visibleLine(text)}\n`);
}

export function warn({ stderr }: Pick<Io, 'stderr'>, message: string): void {
  writeLine(stderr, `warning: ${message}`);
}

/** Resolves when the reader has room again or is gone; undefined: there is room now. */
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

/** Resolves when everything is written, or the reader is gone. */
export function flushed(stream: Output): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0 || stream.destroyed) return resolve();
    stream.write('', () => resolve());
  });
}

/** Returns whether a stream gets color (cli.md 2.3). */
export function hasColour(stream: Output, env: Environment): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR'] && env['FORCE_COLOR'] !== '0') return true;
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}
