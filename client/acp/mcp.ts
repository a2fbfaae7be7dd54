/** Reads MCP servers that an editor adds to a session; invalid entries do not fail the request (acp-cli.md 1.14). */
import { parseUrl } from '../../schemas/url.js';
import { isRecord, type Params } from './params.js';

export interface GivenServers {
  /** by name: entries of the session layer */
  servers: Record<string, Record<string, unknown>>;
  /** names of unusable entries */
  skipped: string[];
}

export function readServers(given: readonly unknown[]): GivenServers {
  const read: GivenServers = { servers: namedTable(), skipped: [] };
  for (const [at, entry] of given.entries()) {
    const name = isRecord(entry) && typeof entry['name'] === 'string' ? entry['name'] : '';
    const config = isRecord(entry) && name !== '' ? configOf(entry) : undefined;
    if (config) read.servers[freeName(name, read.servers)] = config;
    else read.skipped.push(name === '' ? `entry ${at + 1}` : name);
  }
  return read;
}

function configOf(entry: Params): Record<string, unknown> | undefined {
  const { type = 'stdio' } = entry;
  // the values come from the editor: variables of this machine must not be expanded in them
  const literal = { expand: false };
  if (type === 'stdio') {
    const { command, args = [] } = entry;
    const env = mapOf(entry['env']);
    if (typeof command !== 'string' || command === '' || !isTexts(args) || !env) return undefined;
    return { transport: 'stdio', command, args, env, ...literal };
  }
  if (type !== 'http' && type !== 'sse') return undefined;
  const { url } = entry;
  const headers = mapOf(entry['headers']);
  if (typeof url !== 'string' || !/^https?:\/\//.test(url) || !parseUrl(url) || !headers) return undefined;
  return { transport: type, url, headers, ...literal };
}

/** Without a prototype, so that `__proto__` is an ordinary name. */
function namedTable<Value>(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** Converts a list of names and values to a map; undefined for anything else. */
function mapOf(list: unknown): Record<string, string> | undefined {
  if (list === undefined || list === null) return {};
  if (!Array.isArray(list)) return undefined;
  const map = namedTable<string>();
  for (const entry of list) {
    if (!isRecord(entry) || typeof entry['name'] !== 'string' || typeof entry['value'] !== 'string') return undefined;
    map[entry['name']] = entry['value'];
  }
  return map;
}

const longestName = 64;

function freeName(wanted: string, taken: Readonly<Record<string, unknown>>): string {
  const name = wanted.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, longestName);
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : `_${number}`;
    const candidate = `${name.slice(0, longestName - ending.length)}${ending}`;
    if (!Object.hasOwn(taken, candidate)) return candidate;
  }
}
