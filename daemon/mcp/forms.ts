/** How an entry stands in requests and answers: only the fields that the contract knows, as they were written. */
import type { McpServerConfig, McpShownConfig } from '../../schemas/generated/types.js';
import { invalid } from '../errors.js';
import { readEntry } from './entries.js';
import type { McpEntry } from './server.js';

const shared = ['enabled', 'startupTimeoutMs', 'toolTimeoutMs', 'enabledTools', 'disabledTools'];
const fields = {
  stdio: ['transport', 'command', 'args', 'env', 'cwd', 'runtime_id', ...shared],
  remote: ['transport', 'url', 'headers', 'auth', 'bearerTokenEnvVar', ...shared],
};

/** The entry of a request as it is written to the file. Throws VALIDATION_FAILED; paths begin below `place`. */
export function checkedConfig(config: McpServerConfig, place = ''): McpServerConfig {
  const written = picked(config, config.transport) as unknown as McpServerConfig;
  const entry = readEntry(written);
  if (!('error' in entry)) return written;
  const [, field = '', message = entry.error] = /^([\w.]+): (.*)$/s.exec(entry.error) ?? [];
  throw invalid([place, field].filter((part) => part !== '').join('.'), message);
}

/**
 * A usable entry as an answer shows it; `written`: as the file has it. Values of `env` and `headers` may be secrets: they
 * are shown only where somebody who edits the entry needs them to write it whole again.
 */
export function shownConfig(entry: McpEntry, written: object, isWhole: boolean): McpShownConfig {
  const { transport } = entry;
  const { env, headers, ...rest } = picked({ ...written, transport }, transport);
  const values = transport === 'stdio' ? { env } : { headers };
  const names = transport === 'stdio' ? { envKeys: namesOf(env) } : { headerKeys: namesOf(headers) };
  return defined({ ...rest, ...(isWhole ? values : names) }) as unknown as McpShownConfig;
}

function picked(source: object, transport: McpEntry['transport']): Record<string, unknown> {
  const all = source as Record<string, unknown>;
  const known = fields[transport === 'stdio' ? 'stdio' : 'remote'];
  return Object.fromEntries(known.flatMap((key) => (Object.hasOwn(all, key) ? [[key, all[key]]] : [])));
}

function namesOf(table: unknown): string[] | undefined {
  return typeof table === 'object' && table !== null ? Object.keys(table).sort() : undefined;
}

function defined(table: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).filter(([, value]) => value !== undefined));
}
