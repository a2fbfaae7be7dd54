/** The registry of running instances (cli.md 1.3): one file each, renewed by a heartbeat, cleaned by readers. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import type { InstanceFile } from '../../schemas/generated/files.js';
import { fingerprintText, instanceUrl, parseInstance, socketOf, STALE_MS } from '../../schemas/instances.js';
import { errorCode } from '../base/fs/errno.js';
import { TEMPORARY_SUFFIX, writeFileAtomic } from '../base/fs/atomic.js';
import { HomeError, reasonOf, type HomePaths } from './paths.js';

type RegistryPaths = Pick<HomePaths, 'instances'>;

const HEARTBEAT_MS = 15_000;
const HEALTH_MS = 1_000;

export interface Registration {
  /** stops the heartbeat and removes the file; reports a file that cannot be removed instead of throwing */
  remove(): Promise<void>;
}

/** Registers an instance and keeps its heartbeat; reports a failed heartbeat instead of throwing. Throws HomeError. */
export async function registerInstance(
  paths: RegistryPaths,
  instance: Omit<InstanceFile, 'heartbeat_at'>,
  options: { now: () => number; onError?: (error: unknown) => void; heartbeatMs?: number },
): Promise<Registration> {
  const path = join(paths.instances, `${instance.server_id}.json`);
  const beat = async (): Promise<void> => {
    const entry: InstanceFile = { ...instance, heartbeat_at: options.now() };
    await writeFileAtomic(path, `${JSON.stringify(entry, null, 2)}\n`, 0o600);
  };
  try {
    await mkdir(paths.instances, { recursive: true, mode: 0o700 });
    await beat();
  } catch (error) {
    throw new HomeError(`cannot register this server in ${paths.instances}: ${reasonOf(error)}`, { cause: error });
  }
  let writing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    writing = writing.then(beat).catch((error: unknown) => options.onError?.(error));
  }, options.heartbeatMs ?? HEARTBEAT_MS);
  timer.unref();
  return {
    async remove() {
      clearInterval(timer);
      await writing;
      await rm(path, { force: true }).catch((error: unknown) => options.onError?.(error));
    },
  };
}

export interface ListOptions {
  now: () => number;
  /** whether the instance at this address answers healthz; called only when its heartbeat is old; default: a request */
  probe?: (url: string) => Promise<boolean>;
  /** whether a process is running; default: asks the system */
  alive?: (pid: number) => boolean;
}

/** Running instances, oldest first; removes files of dead instances, unreadable files and leftovers. */
export async function listInstances(paths: RegistryPaths, options: ListOptions): Promise<InstanceFile[]> {
  const names = await entriesOf(paths.instances);
  const found = await Promise.all(names.map((name) => inspect(join(paths.instances, name), name, options)));
  return found
    .filter((instance) => instance !== undefined)
    .sort((a, b) => a.started_at - b.started_at || a.port - b.port);
}

async function entriesOf(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

async function inspect(path: string, name: string, options: ListOptions): Promise<InstanceFile | undefined> {
  if (name.endsWith(TEMPORARY_SUFFIX)) return await removeOld(path);
  if (!name.endsWith('.json')) return undefined;
  const text = await textOf(path);
  if (text === undefined) return undefined;
  const instance = parseInstance(text);
  if (!instance) return await removeOld(path);
  if (!(await isLive(instance, options))) {
    await rm(path, { force: true });
    return undefined;
  }
  return instance;
}

async function isLive(instance: InstanceFile, options: ListOptions): Promise<boolean> {
  if (!(options.alive ?? processAlive)(instance.pid)) return false;
  if (options.now() - instance.heartbeat_at <= STALE_MS) return true;
  return await (options.probe ?? answersHealth)(instanceUrl(instance));
}

async function answersHealth(url: string): Promise<boolean> {
  const socket = socketOf(url);
  if (socket) return await answersOnSocket(socket.socketPath);
  try {
    return (await fetch(`${url}/api/v1/healthz`, { signal: AbortSignal.timeout(HEALTH_MS) })).ok;
  } catch {
    // an address that does not answer has no instance
    return false;
  }
}

function answersOnSocket(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(HEALTH_MS);
    const sent = request({ socketPath, path: '/api/v1/healthz', signal }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    sent.once('error', () => resolve(false)).end();
  });
}

/** Removes an old file; a young one may belong to a running writer. Ages use the clock of the file system. */
async function removeOld(path: string): Promise<undefined> {
  try {
    if (Date.now() - (await stat(path)).mtimeMs > STALE_MS) await rm(path, { force: true });
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  return undefined;
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    // another reader removed it, or it is a directory or unreadable: no instance in any case
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}

/** Whether a process is running; false for a zombie, where the system reports that. */
export function processAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // the process of another user is running too
    return errorCode(error) === 'EPERM';
  }
  return process.platform !== 'linux' || !hasEnded(pid);
}

function hasEnded(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // the program name before may contain spaces and parentheses
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    // ESRCH: the process has ended meanwhile; a hidden process counts as running
    return errorCode(error) === 'ESRCH';
  }
}

/** A hash that shows clients whether a running instance was started with the same engine variables. */
export function environmentFingerprint(env: Readonly<Record<string, string | undefined>>): string {
  return createHash('sha256').update(fingerprintText(env)).digest('hex');
}
