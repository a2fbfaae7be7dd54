/** The running instances of a data directory, from registry files; removes stale files. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstanceFile } from '../schemas/generated/files.js';
import { instanceUrl, parseInstance, STALE_MS } from '../schemas/instances.js';
import { createClient, type Fetch } from './api/client.js';
import { systemCode } from './home.js';
import { processAlive } from './processes.js';

const HEALTH_MS = 1_000;

export interface RegistryOptions {
  /** directory of the registry files */
  instances: string;
  fetch: Fetch;
  now: () => number;
}

/** Returns live instances, oldest start first, then by port. */
export async function listInstances(options: RegistryOptions): Promise<InstanceFile[]> {
  const names = await namesIn(options.instances);
  const found = await Promise.all(names.map((name) => inspect(join(options.instances, name), options)));
  return found
    .filter((instance) => instance !== undefined)
    .sort((a, b) => a.started_at - b.started_at || a.port - b.port);
}

/** Returns whether the server at this address answers healthz within a second. */
export async function isHealthy(baseUrl: string, doFetch: Fetch): Promise<boolean> {
  try {
    const health = await createClient({ baseUrl, fetch: doFetch }).getHealth(
      {},
      { signal: AbortSignal.timeout(HEALTH_MS) },
    );
    return health.ok;
  } catch {
    // any other answer means that this is no instance of this program
    return false;
  }
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).filter((name) => name.endsWith('.json'));
  } catch (error) {
    // the next daemon to start reports an unreadable directory
    if (systemCode(error) !== undefined) return [];
    throw error;
  }
}

async function inspect(path: string, options: RegistryOptions): Promise<InstanceFile | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    // another reader removed it just now, or it is not readable for this user
    if (systemCode(error) !== undefined) return undefined;
    throw error;
  }
  const instance = parseInstance(text);
  if (!instance) return undefined;
  if (await isLive(instance, options)) return instance;
  await rm(path, { force: true });
  return undefined;
}

async function isLive(instance: InstanceFile, options: RegistryOptions): Promise<boolean> {
  if (!processAlive(instance.pid)) return false;
  if (options.now() - instance.heartbeat_at <= STALE_MS) return true;
  return await isHealthy(instanceUrl(instance), options.fetch);
}
