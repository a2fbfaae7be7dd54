/** An MCP server program on stdin and stdout; `SERVER_SCRIPT` defines its behavior. */
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { writeFileSync } from 'node:fs';
import { createOffered } from './mcptools.js';
import type { ProgramScript } from './mcpserver.js';

const script = JSON.parse(process.env['SERVER_SCRIPT'] ?? '{}') as ProgramScript;
// the server would otherwise show it as part of its environment
delete process.env['SERVER_SCRIPT'];

if (script.stderr !== undefined) process.stderr.write(script.stderr);
if (script.rubbish !== undefined) process.stdout.write(script.rubbish);
if (script.stays) {
  // nor does it end when its output is no longer read
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.on('SIGTERM', () => process.stderr.write('not yet\n'));
  setInterval(() => undefined, 60_000);
}
if (script.diesAtStart !== undefined) process.exit(script.diesAtStart);
if (script.endless) {
  const flood = (): void => {
    while (process.stdout.write('e'.repeat(65_536)));
  };
  process.stdout.on('drain', flood);
  flood();
}
if (script.hangsAtStart) setInterval(() => undefined, 60_000);
else {
  const { diesAfter } = script;
  const started = createOffered(script).connect().connect(new StdioServerTransport());
  if (diesAfter !== undefined) void started.then(() => setTimeout(() => process.exit(4), diesAfter));
}
if (!script.stays) {
  process.stdin.on('end', () => {
    if (script.farewell !== undefined) writeFileSync(script.farewell, 'bye');
    process.exit(0);
  });
}
