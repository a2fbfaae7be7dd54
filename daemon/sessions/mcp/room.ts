/** The interface to MCP servers: connections, watches of their configuration, and their tools; checks given servers. */
import { invalid } from '../../errors.js';
import { isServerName, readEntry } from '../../mcp/files/entries.js';
import type { WorkDirectory } from '../../mcp/files/layers.js';
import type { Connection, Container, McpEntry } from '../../mcp/server.js';
import type { Tool } from '../../tools/tool.js';

/** Servers that clients gave for a session, by name. */
export type GivenServers = ReadonlyMap<string, McpEntry>;

export interface ServerRoom {
  /** calls `changed` shortly after a file that configures servers changed; returns a function that ends the watch */
  watch(place: WorkDirectory, changed: () => void): () => void;
  /** connects at once; failures are in the status. Calls `changed` when the status or the tools have changed */
  open(server: {
    name: string;
    entry: McpEntry;
    /** working directory of the session */
    cwd: string;
    /** variables that the entry may name */
    env: Readonly<Record<string, string>>;
    /** creates the container for its program, if the entry requires one */
    container(): Promise<Container>;
    changed(): void;
  }): Connection;
  /** the tools of all servers of a session, in the order in which models see them */
  toolsOf(servers: readonly { name: string; connection: Connection }[]): {
    tools: readonly Tool[];
    /** `failed`: tools of failed servers, hidden from models; `problems`: why tools were left out, for the user */
    failed: readonly Tool[];
    problems: readonly string[];
  };
}

/** Reads the servers that a client gives; throws 40001 with the path of the first entry that cannot be used. */
export function serversGiven(entries: Record<string, unknown> = {}): GivenServers {
  const given = new Map<string, McpEntry>();
  for (const [name, value] of Object.entries(entries)) {
    const path = `mcp_servers.${name}`;
    if (!isServerName(name)) throw invalid(path, 'its name may hold only letters, digits, - and _, at most 64');
    const entry = readEntry(value);
    if ('error' in entry) throw invalid(path, entry.error);
    const { expand = true } = value as { expand?: unknown };
    if (typeof expand !== 'boolean') throw invalid(path, 'expand: must be true or false');
    given.set(name, expand ? entry : { ...entry, isLiteral: true });
  }
  return given;
}
