/** `agent server kill`: stops a server of an old version, which only its lock file identifies (cli.md 5.9). */
import { constants } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command } from 'clipanion';
import { instanceUrl } from '../../schemas/instances.js';
import { createClient } from '../api/client.js';
import { clientHome, systemCode, type ClientHome } from '../home.js';
import { listInstances } from '../instances.js';
import { processAlive, processFacts } from '../processes.js';
import { CommandFailure } from './failures.js';
import { warn, writeLine, type CliContext, type Io } from './io.js';

const SHUTDOWN_MS = 5_000;
const SIGTERM_MS = 5_000;
const SIGKILL_MS = 2_000;
const POLL_MS = 20;
/** A higher number would be truncated to the id of another process. */
const MAX_PID = 0x7fffffff;
const PROGRAM = /^agent(-code)?(\.([cm]?js|exe))?$/;
const INTERPRETER = /^(node|bun)(\.exe)?$/;

interface Lock {
  text: string;
  pid: number;
  port: number | undefined;
}

export class ServerKillCommand extends Command<CliContext> {
  static override paths = [['server', 'kill']];

  override async execute(): Promise<number> {
    const { io } = this.context;
    const home = clientHome(io);
    const lock = await readLock(home.legacyLock);
    if (!lock) {
      writeLine(io.stdout, 'no server to stop');
      await nameOthers(home, io);
      return 0;
    }
    if (!processAlive(lock.pid)) {
      await removeLock(home.legacyLock, lock);
      writeLine(io.stdout, `no server to stop: process ${lock.pid} has ended, removed ${home.legacyLock}`);
      return 0;
    }
    await checkTarget(lock.pid, home.legacyLock);
    if (!(await stop(lock, home, io))) {
      throw new CommandFailure(`cannot stop the server: process ${lock.pid} does not end`);
    }
    await removeLock(home.legacyLock, lock);
    writeLine(io.stdout, `stopped server (pid ${lock.pid})`);
    return 0;
  }
}

/** Returns undefined when there is no lock. */
async function readLock(path: string): Promise<Lock | undefined> {
  let text: string;
  try {
    // opening a pipe would wait for a writer
    text = await readFile(path, { encoding: 'utf8', flag: constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) });
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return undefined;
    if (code === undefined) throw error;
    throw new CommandFailure(`cannot read the lock file ${path}: ${code}`, { cause: error });
  }
  const value = parsed(text);
  const fields = new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : []);
  const pid = typeof value === 'number' ? value : fields.get('pid');
  const port = fields.get('port');
  if (!isWithin(pid, 2, MAX_PID)) {
    throw new CommandFailure(`the lock file ${path} does not name a process`, {
      hint: 'Remove it when no server of an old version runs.',
    });
  }
  return { text, pid, port: isWithin(port, 1, 65_535) ? port : undefined };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

/** Stops only a process that clearly is this program: the id in an old file may now belong to another one. */
async function checkTarget(pid: number, path: string): Promise<void> {
  const refuse = (reason: string): CommandFailure =>
    new CommandFailure(`the lock file ${path} names process ${pid}, which ${reason}; nothing was stopped`, {
      hint: 'Remove the lock file when no server of an old version runs.',
    });
  if (await isOwnLine(pid)) throw refuse('is this command or one that started it');
  const facts = await processFacts(pid);
  if (!facts) throw refuse('the system does not show');
  if (facts.user !== process.getuid?.()) throw refuse('belongs to another user');
  if (!isProgram(facts.words)) throw refuse('is another program');
}

async function isOwnLine(pid: number): Promise<boolean> {
  for (let each: number | undefined = process.pid; each; each = (await processFacts(each))?.parent) {
    if (each === pid) return true;
  }
  return false;
}

/** Matches the program itself, or an interpreter with its script anywhere in the installed package. */
function isProgram([program = '', ...more]: readonly string[]): boolean {
  if (PROGRAM.test(basename(program))) return true;
  if (!INTERPRETER.test(basename(program))) return false;
  const script = more.find((word) => !word.startsWith('-'));
  return script?.split(/[\\/]/).some((part) => PROGRAM.test(part)) ?? false;
}

async function stop(lock: Lock, home: ClientHome, io: Io): Promise<boolean> {
  const { pid } = lock;
  const end = performance.now() + SHUTDOWN_MS;
  if ((await askToStop(lock, home, io)) && (await ended(pid, end - performance.now()))) return true;
  return (await signal(pid, 'SIGTERM', SIGTERM_MS)) || (await signal(pid, 'SIGKILL', SIGKILL_MS));
}

/** Resolves with whether the server agreed to stop. */
async function askToStop({ pid, port }: Lock, home: ClientHome, io: Io): Promise<boolean> {
  // the port may now belong to a server that must keep running
  const others = await listInstances({ instances: home.instances, fetch: io.fetch, now: io.now });
  if (port === undefined || others.some((other) => other.port === port && other.pid !== pid)) return false;
  try {
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, token: home.token, fetch: io.fetch });
    await client.shutdown({}, { signal: AbortSignal.timeout(SHUTDOWN_MS) });
    return true;
  } catch (error) {
    if (!processAlive(pid)) return true;
    warn(
      io,
      `the server did not answer the request to stop: ${error instanceof Error ? error.message : String(error)}`,
    );
    return false;
  }
}

async function signal(pid: number, name: 'SIGTERM' | 'SIGKILL', ms: number): Promise<boolean> {
  try {
    process.kill(pid, name);
  } catch (error) {
    // the process ended in the meantime
    if (systemCode(error) !== 'ESRCH') throw error;
  }
  return await ended(pid, ms);
}

async function ended(pid: number, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  while (processAlive(pid)) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return true;
}

/** Removes the lock, unless another server has written it in the meantime. */
async function removeLock(path: string, { text }: Lock): Promise<void> {
  const now = await readFile(path, 'utf8').catch(() => undefined);
  if (now === text) await rm(path, { force: true });
}

/** Names running servers of this version, so that the user sees why they still run. */
async function nameOthers(home: ClientHome, io: Io): Promise<void> {
  const running = await listInstances({ instances: home.instances, fetch: io.fetch, now: io.now });
  for (const instance of running.filter(({ lifetime }) => lifetime === 'web')) {
    const place = `${instanceUrl(instance)} (pid ${instance.pid})`;
    writeLine(io.stderr, `note: agent web runs at ${place}; stop it with Ctrl-C or POST /api/v1/shutdown`);
  }
}
