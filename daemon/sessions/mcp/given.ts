/** The session layer: servers that a client gives with a session, in memory only (engine.md 16.1, rest.md 9.5). */
import { invalid } from '../../errors.js';
import { isServerName, readEntry } from '../../mcp/files/entries.js';
import type { McpEntry } from '../../mcp/server.js';
import type { GivenServers } from './room.js';

/** Throws 40001 with the path of the first entry that cannot be used. */
export function serversGiven(entries: Record<string, unknown> = {}): GivenServers {
  const given = new Map<string, McpEntry>();
  for (const [name, value] of Object.entries(entries)) {
    const path = `mcp_servers.${name}`;
    if (!isServerName(name)) throw invalid(path, 'its name may hold only letters, digits, - and _, at most 64');
    const entry = readEntry(value);
    if ('error' in entry) throw invalid(path, entry.error);
    const { expand = true } = value as { expand?: unknown };
    if (typeof expand !== 'boolean') throw invalid(path, 'expand: must be boolean');
    given.set(name, expand ? entry : { ...entry, isLiteral: true });
  }
  return given;
}
