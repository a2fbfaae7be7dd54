/** Connects to a server: a live instance of the same home, version and engine variables, or a new one (cli.md 1.4). */
import type { InstanceFile } from '../schemas/generated/files.js';
import type { Owner } from '../schemas/generated/types.js';
import { fingerprintText, instanceUrl } from '../schemas/instances.js';
import { createClient, type Client, type Fetch } from './api/client.js';
import type { RunningDaemon, StartDaemon } from '../schemas/host.js';
import { homeAsNamed, isOn, type ClientHome, type Environment } from './home.js';
import { isHealthy, listInstances } from './instances.js';
import { namedServer } from './named-server.js';

const META_MS = 2_000;

export interface ConnectOptions {
  env: Environment;
  userHome: string;
  cwd: string;
  /** version of this program */
  version: string;
  fetch: Fetch;
  now: () => number;
  startDaemon: StartDaemon;
  /** use only this server */
  remote?: ServerAddress;
}

/** The address of a server that need not be searched for. */
export interface ServerAddress {
  /** as the user wrote it */
  address: string;
  baseUrl: string;
  token(): string | undefined;
}

export interface Connection {
  client: Client;
  baseUrl: string;
  /** base path of the page (`--base-path`) */
  basePath?: string | undefined;
  /** returns the current token */
  token: () => string | undefined;
  /** whether the daemon is part of this process */
  embedded: boolean;
  /** the parts of its configuration that a daemon of this process ignored */
  warnings: readonly string[];
  /** Stops the daemon if this process started it; an attached one keeps running. */
  close(): Promise<void>;
}

/** The daemon could not be started; the message is for the user. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
  readonly logFile: string;

  constructor(message: string, logFile: string, options?: ErrorOptions) {
    super(message, options);
    this.logFile = logFile;
  }
}

/**
 * Attaches to the server that the environment names, else to the best live instance, else starts an embedded daemon.
 * Throws AddressFailure, StartFailure.
 */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const named = await namedServer(options);
  if (named) return { ...named, embedded: false, warnings: [], close: () => Promise.resolve() };
  const home = homeAsNamed(options);
  if (!isOn(options.env['AGENT_CODE_NO_ATTACH'])) {
    const candidates = (await listFor(home, options)).filter(({ lifetime }) => lifetime === 'web');
    const usable = await Promise.all(candidates.map((instance) => answers(instance, home, options)));
    const chosen = candidates.find((_, index) => usable[index]);
    if (chosen) return attached(chosen, home, options);
  }
  return await embedded(home, options);
}

/** Attaches to the instance that owns a session, embedded or not; undefined when that fails. */
export async function connectToOwner(owner: Owner, options: ConnectOptions): Promise<Connection | undefined> {
  if (options.remote || isOn(options.env['AGENT_CODE_NO_ATTACH']) || options.env['AGENT_CODE_URL']?.trim())
    return undefined;
  const home = homeAsNamed(options);
  const instance = (await listFor(home, options)).find(({ server_id }) => server_id === owner.server_id);
  if (!instance || !(await answers(instance, home, options))) return undefined;
  return attached(instance, home, options);
}

export function environmentFingerprint(env: Environment): string {
  // loaded on demand: the first frame does not need it
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(fingerprintText(env)).digest('hex');
}

async function listFor(home: ClientHome, options: ConnectOptions): Promise<InstanceFile[]> {
  const fingerprint = environmentFingerprint(options.env);
  const live = await listInstances({ ...options, instances: home.instances });
  return live.filter(({ env_fingerprint }) => env_fingerprint === fingerprint);
}

/** Returns whether the instance matches its file, accepts the token, and has the same major version. */
async function answers(instance: InstanceFile, home: ClientHome, options: ConnectOptions): Promise<boolean> {
  const baseUrl = instanceUrl(instance);
  if (!(await isHealthy(baseUrl, options.fetch))) return false;
  try {
    const client = createClient({ baseUrl, token: home.token, fetch: options.fetch });
    const meta = await client.getMeta({}, { signal: AbortSignal.timeout(META_MS) });
    return meta.server_id === instance.server_id && major(meta.server_version) === major(options.version);
  } catch {
    // refused or too slow: try the next candidate, or start a daemon
    return false;
  }
}

function major(version: string): string {
  return version.split('.')[0] ?? '';
}

function attached(instance: InstanceFile, home: ClientHome, { fetch: doFetch }: ConnectOptions): Connection {
  const baseUrl = instanceUrl(instance);
  return {
    client: createClient({ baseUrl, token: home.token, fetch: doFetch }),
    baseUrl,
    basePath: instance.base_path,
    token: home.token,
    embedded: false,
    warnings: [],
    close: () => Promise.resolve(),
  };
}

async function embedded(home: ClientHome, options: ConnectOptions): Promise<Connection> {
  const { env, userHome, cwd, version, startDaemon, fetch: doFetch } = options;
  let daemon: RunningDaemon;
  try {
    daemon = await startDaemon({
      lifetime: 'embedded',
      host: '127.0.0.1',
      port: 0,
      home: home.directory,
      env,
      userHome,
      cwd,
      version,
    });
  } catch (error) {
    throw new StartFailure(error instanceof Error ? error.message : String(error), home.logFile, { cause: error });
  }
  const token = (): string | undefined => home.token() ?? daemon.token;
  return {
    client: createClient({ baseUrl: daemon.baseUrl, token, fetch: doFetch }),
    baseUrl: daemon.baseUrl,
    token,
    embedded: true,
    warnings: daemon.warnings,
    close: () => daemon.close(),
  };
}
