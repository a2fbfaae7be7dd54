/** Connections to servers of tools, whatever carries them: states, tools, calls and results (engine.md 5). */
import { expect, test } from '@jest/globals';
import type { Connection, McpEntry } from '../../daemon/mcp/server.js';
import { ask, createScene, program, site } from './connectscene.js';
import type { Script } from '../helpers/mcptools.js';

const kinds = ['stdio', 'http', 'sse'] as const;

async function entryOf(kind: (typeof kinds)[number], script: Script = {}): Promise<Partial<McpEntry>> {
  if (kind === 'stdio') return await program(script);
  return (await site({ ...script, kind })).entry;
}

async function connected(kind: (typeof kinds)[number], script: Script = {}): Promise<Connection> {
  const connection = createScene().open(await entryOf(kind, script));
  expect(connection.status()).toMatchObject({ status: 'pending', toolCount: 0 });
  await connection.settled();
  expect(connection.status()).toMatchObject({ name: 'it', transport: kind, status: 'connected' });
  return connection;
}

test.each(kinds)('%s: tools are listed and called', async (kind) => {
  const connection = await connected(kind, { tools: ['echo', 'erase', 'put', 'append'], pageSize: 2 });
  expect(connection.tools()).toEqual([
    {
      name: 'echo',
      description: 'Answers with what it was given.',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
      readOnly: true,
      destructive: false,
      idempotent: false,
    },
    expect.objectContaining({ name: 'erase', readOnly: false, destructive: true }),
    expect.objectContaining({ name: 'put', readOnly: false, destructive: false, idempotent: true }),
    expect.objectContaining({ name: 'append', readOnly: false, destructive: false, idempotent: false }),
  ]);
  expect(connection.status().toolCount).toBe(4);
  expect(await ask(connection, 'echo', { text: 'ä\n', deep: [1, { a: null }] })).toBe(
    '{"text":"ä\\n","deep":[1,{"a":null}]}',
  );
  await connection.close();
  expect(connection.status()).toMatchObject({ status: 'removed', toolCount: 0 });
});
