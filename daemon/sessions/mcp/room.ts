/** What the MCP servers of a session are reached through: connections, watches of their files, their tools as ours. */
import type { Place } from '../../mcp/files/layers.js';
import type { Connection, Container, McpEntry } from '../../mcp/server.js';
import type { Tool } from '../../tools/tool.js';

/** Servers that clients gave for a session, by name. */
export type GivenServers = ReadonlyMap<string, McpEntry>;

export interface ServerRoom {
  /** calls back a moment after a file that configures servers there changed; returns a function that ends the watch */
  watch(place: Place, changed: () => void): () => void;
  /** begins at once; failures are in the status. `changed` is called when status or tools differ from before */
  open(server: {
    name: string;
    entry: McpEntry;
    /** of the session */
    cwd: string;
    /** variables that the entry may name */
    env: Readonly<Record<string, string>>;
    /** contains its program, when the entry wants that */
    container(): Promise<Container>;
    changed(): void;
  }): Connection;
  /** the tools of all servers of a session, in the order in which models see them */
  toolsOf(servers: readonly { name: string; connection: Connection }[]): {
    tools: readonly Tool[];
    /** the omitted entries with the reasons, each a sentence for the user */
    failed: readonly Tool[];
    problems: readonly string[];
  };
}
