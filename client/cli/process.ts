/** The real process around the command line: streams, signals, requests and exit. */
import { fstatSync, realpathSync, writeSync } from 'node:fs';
import { homedir, networkInterfaces } from 'node:os';
import { dirname } from 'node:path';
import { socketOf } from '../../schemas/instances.js';
import type { DaemonSide, DirectCommands } from '../direct.js';
import { clientHome, systemCode } from '../home.js';
import { reportDefect } from './defect.js';
import { CommandFailure, outputProblem } from './failures.js';
import { flushed, type BuildConstants, type Io, type Signal } from './io.js';
import { run } from './run.js';
import { ConnectionFailure, type Fetch } from '../api/client.js';

/** Maximum wait for a slow reader of the output at exit, in milliseconds (cli.md 4.1). */
const FLUSH_MS = 4_000;
const signals: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

export interface ProgramOptions {
  argv: readonly string[];
  version: string;
  constants: BuildConstants;
  daemon(): Promise<DaemonSide>;
  direct: DirectCommands;
  /** the script that runs a server as a separate process */
  serverFile: string;
}

/** Runs the program in this process and exits with its code. */
export async function runProcess({ argv, ...program }: ProgramOptions): Promise<void> {
  const io = processIo(program);
  let lost: Error | undefined;
  process.stdout.on('error', (error: Error) => void (lost ??= error));
  process.once('uncaughtException', (error) => void crash(error, io));
  process.once('unhandledRejection', (error) => void crash(error, io));
  end(await run(argv, io), io, () => lost);
}

function processIo({ version, constants, daemon, direct, serverFile }: Omit<ProgramOptions, 'argv'>): Io {
  const { stdin, stdout, stderr, env } = process;
  // a reader that disconnects before a command listens must not crash the program
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
  if (fstatSync(stdout.fd).isFile()) writeWhole(stdout);
  const io: Io = {
    stdin,
    stdout,
    stderr,
    env: { ...env },
    get cwd() {
      return currentDirectory();
    },
    userHome: homedir(),
    version,
    node: process.execPath,
    program: realpathSync(process.argv[1] ?? process.execPath),
    platform: process.platform,
    constants,
    now: Date.now,
    fetch: httpFetch,
    webSocket: async () => (await import('ws')).WebSocket,
    daemon,
    direct,
    serverFile,
    onSignal,
    async openPage(url) {
      const { openPage } = await import('./page-opener.js');
      await openPage(url, { directory: dirname(clientHome(io).instances), env, platform: process.platform });
    },
    networkAddresses,
  };
  return io;
}

/** Throws CommandFailure; called only where it is needed, so that other commands work without a directory. */
function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    throw new CommandFailure('the current directory does not exist any more, or cannot be read', {
      hint: 'Change to another directory and run the command again.',
      cause: error,
    });
  }
}

function onSignal(listener: (signal: Signal) => void): () => void {
  for (const signal of signals) process.on(signal, listener);
  return () => signals.forEach((signal) => process.off(signal, listener));
}

function networkAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  // link-local addresses need a zone, which a URL cannot contain
  return all.filter(({ internal, address }) => !internal && !address.startsWith('fe80:')).map(({ address }) => address);
}

async function crash(error: unknown, io: Io): Promise<void> {
  await reportDefect(error, io);
  process.exit(1);
}

/** Retries partial writes to a file: Node reports them as complete, for example on a full disk. */
function writeWhole(file: NodeJS.WriteStream & { fd: number }): void {
  file._write = (chunk: Buffer, _encoding, done) => {
    try {
      for (let rest = chunk; rest.length > 0;) rest = rest.subarray(writeSync(file.fd, rest));
      done();
    } catch (error) {
      done(error as Error);
    }
  };
}

/** Exits the process. With lost output the exit code is never 0; `lost` returns the failure of stdout. */
function end(code: number, { stdout, stderr }: Io, lost: () => Error | undefined): void {
  process.exitCode = code;
  // an exit without this call would wait up to 0.1 s for background compilation
  void Promise.all([flushed(stdout), flushed(stderr)]).then(async () => {
    // the stream reports a failure of its last write afterwards
    await new Promise(setImmediate);
    const error = lost();
    const problem = error && outputProblem(error);
    if (problem !== undefined) stderr.write(`error: ${problem}\n`);
    process.exit(error ? code || 1 : code);
  });
  setTimeout(() => process.exit(code), FLUSH_MS).unref();
}

/** Returns the failure with its URL; that of a unix socket has no origin that could be named. */
function unreached(url: string, cause: Error): Error {
  const socket = socketOf(url);
  return socket ? new ConnectionFailure(`no answer from ${socket.socketPath}`, { cause }) : cause;
}

/** Follows no redirects, supports unix sockets, loads a protocol on first use. Rejects on an incomplete answer. */
const httpFetch: Fetch = (url, { method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const { request } = process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http');
    const options = { method, headers: { ...headers, ...length }, ...(signal && { signal }), ...socketOf(url) };
    const sent = request(socketOf(url) ? 'http://localhost' : url, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response
        .on('error', reject)
        .on('end', () => resolve({ status: response.statusCode ?? 0, text: () => Promise.resolve(text) }));
    });
    sent.on('error', (error) => reject(signal?.aborted ? error : unreached(url, error))).end(body);
  });
