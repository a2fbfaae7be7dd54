/** Process for tests: keeps connections to MCP server programs until it is killed; the entries come as JSON. */
import { createConnections } from '../../daemon/mcp/connect/connections.js';
import type { McpEntry } from '../../daemon/mcp/server.js';

const entries = JSON.parse(process.argv[2] ?? '[]') as McpEntry[];
const connections = createConnections({
  fetch,
  settings: () => ({ startupTimeoutMs: 60_000, toolTimeoutMs: 60_000 }),
  identity: () => ({ name: 'tester', version: '1' }),
  plain: (text) => text,
  now: Date.now,
  sleep: async () => undefined,
  warn: () => undefined,
});
const open = entries.map((entry, at) => {
  return connections.open({ name: `s${at}`, entry, cwd: process.cwd(), env: { PATH: process.env['PATH'] ?? '' } });
});
const run = { signal: new AbortController().signal, progress: () => undefined };
for (const connection of open) {
  const { parts } = await connection.call('breed', {}, run);
  console.log(parts.map((part) => (part.type === 'text' ? part.text : '')).join(''));
}
console.log('ready');
// one server is in the middle of a call
await open[0]?.call('slow', {}, run);
