/** Facts that daemon and clients share to find each other: paths in the data directory, registry files, fingerprint. */
import type { InstanceFile } from './generated/files.js';

/** Paths below the data directory (cli.md 7), with `/` as separator. */
export const homeLayout = {
  configFile: 'config.toml',
  instances: 'server/instances',
  /** written by versions before 0.28.0 */
  legacyLock: 'server/lock',
  tokenFile: 'server.token',
  /** region of the last login: `mainland-cn` or `global` */
  regionFile: 'region',
  logFile: 'logs/agent-code.log',
} as const;

/** Data directory below the user's home directory when `AGENT_CODE_HOME` is not set. */
export const DEFAULT_HOME = '.agent-code';

/** A heartbeat older than this makes an instance suspect (cli.md 1.3). */
export const STALE_MS = 60_000;

/** Engine variables of cli.md 8.2. */
export const ENGINE_VARIABLES: readonly string[] = [
  'AGENT_MODEL_NAME',
  'AGENT_MODEL_API_KEY',
  'AGENT_MODEL_PROVIDER_TYPE',
  'AGENT_MODEL_BASE_URL',
  'AGENT_MODEL_MAX_CONTEXT_SIZE',
  'AGENT_MODEL_CAPABILITIES',
  'AGENT_MODEL_DISPLAY_NAME',
  'AGENT_MODEL_MAX_OUTPUT_SIZE',
  'AGENT_MODEL_REASONING_KEY',
  'AGENT_MODEL_ADAPTIVE_THINKING',
  'AGENT_MODEL_THINKING_EFFORT',
  'AGENT_MODEL_THINKING_KEEP',
  'AGENT_MODEL_MAX_COMPLETION_TOKENS',
  'AGENT_MODEL_TEMPERATURE',
  'AGENT_MODEL_TOP_P',
  'AGENT_CODE_CUSTOM_HEADERS',
  'AGENT_LOOP_MAX_STEPS_PER_TURN',
  'AGENT_LOOP_MAX_ATTEMPTS_PER_STEP',
  'AGENT_TOKEN_COUNTING_STRATEGY',
  'AGENT_CODE_BACKGROUND_MAX_RUNNING_TASKS',
  'AGENT_CODE_BACKGROUND_KEEP_ALIVE_ON_EXIT',
  'AGENT_SUBAGENT_TIMEOUT_MS',
  'AGENT_MCP_STARTUP_TIMEOUT_MS',
  'AGENT_MCP_TOOL_TIMEOUT_MS',
  'AGENT_IMAGE_MAX_EDGE_PX',
  'AGENT_IMAGE_READ_BYTE_BUDGET',
  'AGENT_WEB_SEARCH_BASE_URL',
  'AGENT_WEB_SEARCH_API_KEY',
  'AGENT_WEB_FETCH_BASE_URL',
  'AGENT_WEB_FETCH_API_KEY',
  'AGENT_CODE_IDENTITY_NAME',
  'AGENT_CODE_IDENTITY_SLUG',
  'AGENT_CODE_BUILTIN_PRODUCT_SKILLS',
  'AGENT_DISABLE_CRON',
  'AGENT_CODE_OFFLINE',
  'AGENT_CODE_RUNTIME',
];

/** The text whose SHA-256 (hex) is the fingerprint of an environment: sorted, without blank variables. */
export function fingerprintText(env: Readonly<Record<string, string | undefined>>): string {
  const pairs = ENGINE_VARIABLES.toSorted().flatMap((name) => {
    const value = env[name];
    return value?.trim() ? [[name, value]] : [];
  });
  return JSON.stringify(pairs);
}

/** Parses a registry file; undefined when it is invalid. */
export function parseInstance(text: string): InstanceFile | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isInstance(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The URL of an instance for this machine; for a wildcard bind, the loopback address. */
export function instanceUrl(instance: Pick<InstanceFile, 'host' | 'port' | 'socket'>): string {
  if (instance.socket !== undefined) return socketUrl(instance.socket);
  const bound = instance.host.replace(/^\[(.*)\]$/, '$1');
  const host = bound === '0.0.0.0' ? '127.0.0.1' : bound === '::' ? '::1' : bound;
  return `http://${host.includes(':') ? `[${host}]` : host}:${instance.port}`;
}

/** Socket paths that fit into URLs unescaped; the system allows 107 bytes, and fewer elsewhere. */
export const socketPathPattern = /^\/[\w./@%+~,-]{1,102}$/;

/** The URL of a server on a unix socket; API paths are appended directly. */
export function socketUrl(path: string): string {
  return `http+unix:${path}:`;
}

/** The socket path of such a URL, and the rest; undefined for all other URLs. */
export function socketOf(url: string): { socketPath: string; path: string } | undefined {
  const [, socketPath, path] = /^http\+unix:(\/[^:]*):(.*)$/.exec(url) ?? [];
  return socketPath === undefined || path === undefined ? undefined : { socketPath, path };
}

/** URLs of an instance's page for other machines; none on a loopback bind. `addresses`: of this machine. */
export function networkUrls(
  { host, port }: Pick<InstanceFile, 'host' | 'port'>,
  addresses: readonly string[],
  basePath = '',
): string[] {
  const bound = host.replace(/^\[(.*)\]$/, '$1');
  if (bound === 'localhost' || bound === '::1' || /^127\./.test(bound)) return [];
  const reached =
    bound === '0.0.0.0' ? addresses.filter((address) => !address.includes(':')) : bound === '::' ? addresses : [bound];
  return reached.map((address) => `http://${address.includes(':') ? `[${address}]` : address}:${port}${basePath}/`);
}

/** Written by hand, because clients list instances at every start and must not load all validators for it. */
function isInstance(value: unknown): value is InstanceFile {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  const integers = ['pid', 'port', 'started_at', 'heartbeat_at'];
  const strings = ['server_id', 'host', 'host_version', 'env_fingerprint'];
  return (
    integers.every((name) => Number.isSafeInteger(fields.get(name))) &&
    strings.every((name) => typeof fields.get(name) === 'string') &&
    Number(fields.get('pid')) > 0 &&
    ['web', 'embedded'].includes(String(fields.get('lifetime')))
  );
}
