/** Reads the MCP servers that `--mcp-config` adds to a session (acp-cli.md 8.1). */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandFailure, unreadable } from './failures.js';
import { placeOfFiles, type Io } from './io.js';

/** By name: entries of the session layer; undefined: no file was given. */
export type GivenServers = Record<string, Record<string, unknown>> | undefined;

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** A later file takes precedence. Throws CommandFailure for an unusable file or an unset variable. */
export async function readMcpConfigs(
  paths: readonly string[],
  io: Pick<Io, 'cwd' | 'localCwd' | 'env'>,
): Promise<GivenServers> {
  if (paths.length === 0) return undefined;
  // without a prototype, `__proto__` is an ordinary name
  const servers = Object.create(null) as NonNullable<GivenServers>;
  for (const path of paths.map((each) => resolve(placeOfFiles(io), each))) {
    for (const [name, entry] of Object.entries(await serversOf(path)))
      servers[name] = expanded(entry, io.env, `--mcp-config: ${path}: server ${name}`);
  }
  return servers;
}

async function serversOf(path: string): Promise<Record<string, Record<string, unknown>>> {
  const refuse = (problem: string, cause?: unknown) =>
    new CommandFailure(`--mcp-config: ${path} ${problem}`, { cause });
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw unreadable('--mcp-config', path, error);
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw refuse('is not JSON', error);
  }
  const servers = isTable(content) ? content['mcpServers'] : undefined;
  if (!isTable(servers)) throw refuse('has no table mcpServers');
  const bad = Object.entries(servers).find(([, entry]) => !isTable(entry));
  if (bad) throw refuse(`: server ${bad[0]} is not a table`);
  return servers as Record<string, Record<string, unknown>>;
}

/** Expands variables of this process, which a running server does not have. */
function expanded(entry: Record<string, unknown>, env: Io['env'], place: string): Record<string, unknown> {
  const values = (field: string): Record<string, unknown> => {
    const given = entry[field];
    if (!isTable(given)) return {};
    const replaced = (text: string): string =>
      text.replace(reference, (_, name: string) => {
        const found = Object.hasOwn(env, name) ? env[name] : undefined;
        if (found === undefined) throw new CommandFailure(`${place}: the variable ${name} is not set`);
        return found;
      });
    return {
      [field]: Object.fromEntries(
        Object.entries(given).map(([name, value]) => [name, typeof value === 'string' ? replaced(value) : value]),
      ),
    };
  };
  return { ...entry, ...values('env'), ...values('headers'), expand: false };
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
