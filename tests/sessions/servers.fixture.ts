/** What suites about a session's MCP servers share: configuration files, servers, and the states of servers. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { programEntry, startToolServer, type HttpScript, type ToolServer } from '../helpers/mcpserver.js';
import { eventually, type EventFrame, type Follower, type Trial } from '../helpers/turns.js';

export type Entries = Record<string, Record<string, unknown>>;

/** Writes a file that configures servers, below `directory`. */
export function configure(directory: string, file: string, mcpServers: Entries | string): void {
  const path = join(directory, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof mcpServers === 'string' ? mcpServers : JSON.stringify({ mcpServers }));
}

/** Writes the user's file of servers. */
export const configureUser = ({ home }: Pick<Trial, 'home'>, entries: Entries | string): void =>
  configure(home, 'mcp.json', entries);

/** Returns the entry of a program with these tools. */
export const program = (tools: string[] = ['echo']) => programEntry({ tools });

const open: ToolServer[] = [];

/** Starts a server over HTTP, which `closeSites` stops. */
export async function site(script: HttpScript = {}): Promise<ToolServer> {
  const server = await startToolServer(script);
  open.push(server);
  return server;
}

export async function closeSites(): Promise<void> {
  for (const server of open.splice(0)) await server.close();
}

interface Status {
  name: string;
  status: string;
  toolCount: number;
  error?: string;
}

/** Whether a frame reports that a server is in a state. */
export const isState =
  (name: string, state: string) =>
  ({ type, payload }: EventFrame): boolean => {
    const { name: named, status } = (payload['server'] ?? {}) as Status;
    return type === 'mcp.server.status' && named === name && status === state;
  };

/** Returns the events about servers that a client received, in short. */
export const reported = ({ frames }: Pick<Follower, 'frames'>, from = 0): string[] =>
  frames.slice(from).flatMap(({ type, payload }) => {
    if (type === 'tool.list.updated') return [`${String(payload['serverName'])} ${String(payload['reason'])}`];
    if (type !== 'mcp.server.status') return [];
    const { name, status, toolCount } = payload['server'] as Status;
    return [`${name} ${status} ${toolCount}`];
  });

export interface Listed {
  id: string;
  name: string;
  transport: string;
  status: string;
  last_error?: string;
  tool_count: number;
}

/** Lists the servers of a session, or of the session created last. */
export async function listed(trial: Pick<Trial, 'call'>, id?: string): Promise<Listed[]> {
  const query = id === undefined ? '' : `?session_id=${id}`;
  const { data } = await trial.call<{ servers: Listed[] }>('GET', `/api/v1/mcp/servers${query}`);
  return data.servers;
}

/** Lists the servers of a session in short. */
export const states = async (trial: Pick<Trial, 'call'>, id?: string): Promise<string[]> =>
  (await listed(trial, id)).map(({ name, status, tool_count }) => `${name} ${status} ${tool_count}`);

/** Polls until a session's servers are in these states, since a socket may miss events right after its creation. */
export const become = (trial: Pick<Trial, 'call'>, id: string, wanted: string[]): Promise<void> =>
  eventually(async () => JSON.stringify(await states(trial, id)) === JSON.stringify(wanted), wanted.join(', '));
