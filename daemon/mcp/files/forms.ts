/** Converts entries in requests and answers: keeps only the fields of the contract, as they were written. */
import type { McpServerConfig, McpShownConfig } from '../../../schemas/generated/types.js';
import { invalid } from '../../errors.js';
import { readEntry } from './entries.js';
import type { McpEntry } from '../server.js';

const common = ['enabled', 'startupTimeoutMs', 'toolTimeoutMs', 'enabledTools', 'disabledTools'];
const fields = {
  stdio: ['transport', 'command', 'args', 'env', 'cwd', 'shared', 'runtime_id', ...common],
  remote: ['transport', 'url', 'headers', 'auth', 'bearerTokenEnvVar', ...common],
};

/** Validates the entry of a request and returns it as it is written to the file. Throws VALIDATION_FAILED. */
export function checkedConfig(config: McpServerConfig): McpServerConfig {
  const written = picked(config, config.transport) as unknown as McpServerConfig;
  checkedEntry(written);
  return written;
}

/** Validates the entry of a request. Throws VALIDATION_FAILED, whose details name fields of `place`. */
export function checkedEntry(config: McpServerConfig, place = ''): McpEntry {
  const entry = readEntry(picked(config, config.transport));
  if (!('error' in entry)) return entry;
  const [, field = '', message = entry.error] = /^([\w.]+): (.*)$/s.exec(entry.error) ?? [];
  throw invalid([place, field].filter((part) => part !== '').join('.'), message);
}

/** A usable entry as in the file, for a client that edits it and writes it back whole. */
export function wholeConfig({ transport }: McpEntry, written: object): McpShownConfig {
  return picked({ ...written, transport }, transport) as unknown as McpShownConfig;
}

/** The same for all other readers: only the names of `env` and `headers`, which may be secret, and all texts masked. */
export function keptConfig(entry: McpEntry, written: object, mask: (text: string) => string): McpShownConfig {
  const { env, headers, ...rest } = picked({ ...written, transport: entry.transport }, entry.transport);
  const keys = entry.transport === 'stdio' ? { envKeys: namesOf(env) } : { headerKeys: namesOf(headers) };
  const shown = Object.entries({ ...rest, ...keys }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(shown.map(([key, value]) => [key, masked(value, mask)])) as unknown as McpShownConfig;
}

function masked(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  return Array.isArray(value) ? value.map((each) => masked(each, mask)) : value;
}

function picked(source: object, transport: McpEntry['transport']): Record<string, unknown> {
  const all = source as Record<string, unknown>;
  const known = fields[transport === 'stdio' ? 'stdio' : 'remote'];
  return Object.fromEntries(known.flatMap((key) => (Object.hasOwn(all, key) ? [[key, all[key]]] : [])));
}

function namesOf(table: unknown): string[] | undefined {
  return typeof table === 'object' && table !== null ? Object.keys(table).sort() : undefined;
}
