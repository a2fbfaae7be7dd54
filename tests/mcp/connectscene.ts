/** Connections for tests: real servers, with a clock and pauses that a test can control. */
import { afterEach } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import {
  createConnections,
  type ConnectionDeps,
  type ConnectionOptions,
} from '../../daemon/mcp/connect/connections.js';
import {
  ServerFailure,
  type Connection,
  type LocalServer,
  type McpEntry,
  type RemoteServer,
  type ServerAuth,
} from '../../daemon/mcp/server.js';
import { plainText } from '../../daemon/base/text/visible.js';
import {
  programEntry,
  startToolServer,
  type HttpScript,
  type ProgramScript,
  type ToolServer,
} from '../helpers/mcpserver.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

export interface Scene {
  warnings: string[];
  /** requested pauses, in ms */
  pauses: number[];
  open(entry: Partial<McpEntry>, more?: Partial<ConnectionOptions>): Connection;
  endIdle(): void;
  close(): Promise<void>;
}

export function createScene(given: Partial<ConnectionDeps> = {}): Scene {
  const warnings: string[] = [];
  const pauses: number[] = [];
  const connections = createConnections({
    fetch,
    settings: () => ({ startupTimeoutMs: 20_000, toolTimeoutMs: 20_000 }),
    identity: () => ({ name: 'tester', version: '1.2.3' }),
    plain: plainText,
    now: Date.now,
    sleep: async (ms) => {
      pauses.push(ms);
      await delay(1);
    },
    warn: (message) => void warnings.push(message),
    ...given,
  });
  closing.push(() => connections.close());
  return {
    warnings,
    pauses,
    open: (entry, more = {}) =>
      connections.open({
        name: 'it',
        entry: { enabled: true, ...('url' in entry ? { headers: {} } : { args: [], env: {} }), ...entry } as McpEntry,
        cwd: process.cwd(),
        env: { PATH: process.env['PATH'] ?? '' },
        ...more,
      }),
    endIdle: connections.endIdle,
    close: () => connections.close(),
  };
}

/** Returns the entry of a program. */
export async function program(script: ProgramScript = {}, more: Partial<LocalServer & McpEntry> = {}) {
  const { command, args, env } = await programEntry(script, more.env);
  return { transport: 'stdio' as const, ...more, command, args, env };
}

/** Starts a server on loopback that ends with the test; returns it with its entry. */
export async function site(
  script: HttpScript = {},
  more: Partial<RemoteServer & McpEntry> = {},
): Promise<{ server: ToolServer; entry: Partial<McpEntry> }> {
  const server = await startToolServer(script);
  closing.push(() => server.close());
  const transport = script.kind ?? 'http';
  return { server, entry: { transport, url: server.url, ...more } };
}

/** Calls a tool and returns the text of its result. */
export async function ask(
  connection: Connection,
  tool: string,
  input: Record<string, unknown> = {},
  run: Partial<Parameters<Connection['call']>[2]> = {},
): Promise<string> {
  const { parts } = await connection.call(tool, input, {
    signal: new AbortController().signal,
    progress: () => undefined,
    ...run,
  });
  return parts.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n');
}

/** A login with these tokens: each refusal is recorded and moves to the next token, and the last one fails. */
export function holder(
  tokens: (string | undefined)[],
): ServerAuth & { refusals: { status: number; challenge: string | null; token?: string }[] } {
  const refusals: { status: number; challenge: string | null; token?: string }[] = [];
  return {
    refusals,
    token: async () => tokens[0],
    async refused({ response, token }) {
      const challenge = response.headers.get('www-authenticate');
      refusals.push({ status: response.status, challenge, ...(token === undefined ? {} : { token }) });
      tokens.shift();
      if (tokens.length === 0) throw new ServerFailure('auth', 'the user must log in');
    },
  };
}
