/** Connections to MCP servers over each transport: states, tools, calls and results (engine.md 5). */
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
  expect(connection.tools()).toBe(connection.tools());
  expect(await ask(connection, 'echo', { text: 'ä\n', deep: [1, { a: null }] })).toBe(
    '{"text":"ä\\n","deep":[1,{"a":null}]}',
  );
  await connection.close();
  expect(connection.status()).toMatchObject({ status: 'removed', toolCount: 0 });
  expect(connection.tools()).toBe(connection.tools());
});

test.each(kinds)('%s: results come with all their parts, errors as results', async (kind) => {
  const connection = await connected(kind);
  const run = { signal: new AbortController().signal, progress: () => undefined };
  const media = await connection.call('media', {}, run);
  expect(media).toEqual({
    isError: false,
    parts: [
      { type: 'text', text: 'parts' },
      { type: 'image', data: expect.any(String), mediaType: 'image/png' },
      { type: 'audio', data: 'c291bmQ=', mediaType: 'audio/wav' },
      { type: 'resource', uri: 'file:///notes.txt', mediaType: 'text/plain', text: 'notes' },
      { type: 'resource', uri: 'file:///blob.bin', mediaType: 'application/x-blob', data: 'AAE=' },
      { type: 'link', uri: 'file:///more.txt', name: 'more', description: 'more of it' },
    ],
  });
  expect(await connection.call('structured', {}, run)).toEqual({
    isError: false,
    parts: [{ type: 'text', text: 'see the structure' }],
    structured: { answer: 42, of: ['a', 'b'] },
  });
  const failed = { isError: true, parts: [{ type: 'text', text: 'so it goes' }] };
  expect(await connection.call('fail', { text: 'so it goes' }, run)).toEqual(failed);
  const refused = { isError: true, parts: [{ type: 'text', text: 'no such thing' }] };
  expect(await connection.call('refuse', {}, run)).toEqual(refused);
  expect((await ask(connection, 'big', { chars: 300_000 })).length).toBe(300_000);
});

test.each(kinds)('%s: a changed list is there once the call that changed it is done', async (kind) => {
  const connection = await connected(kind, { tools: ['offer', 'echo'], listAfter: 50 });
  await ask(connection, 'offer', { names: ['count', 'offer'] });
  expect(connection.tools().map(({ name }) => name)).toEqual(['count', 'offer']);
});

test.each(kinds)('%s: what a server asks for is declined', async (kind) => {
  const connection = await connected(kind, { tools: ['ask'] });
  expect(await ask(connection, 'ask', { method: 'elicitation/create' })).toBe('{"action":"decline"}');
  expect(await ask(connection, 'ask', { method: 'sampling/createMessage' })).toContain('sampling is declined');
  expect(await ask(connection, 'ask', { method: 'roots/list' })).toContain('Method not found');
});

test.each(kinds)('%s: a call that is broken off ends at once, and the server hears of it', async (kind) => {
  const { entry, server } = kind === 'stdio' ? { entry: await program(), server: undefined } : await site({ kind });
  const connection = createScene().open(entry);
  await connection.settled();
  const aborting = new AbortController();
  const reason = new Error('enough');
  let told = 0;
  const call = ask(
    connection,
    'progress',
    { steps: 1_000, ms: 20 },
    { signal: aborting.signal, progress: () => told++ },
  );
  const ended = expect(call).rejects.toBe(reason);
  while (told === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const before = performance.now();
  aborting.abort(reason);
  await ended;
  expect(performance.now() - before).toBeLessThan(5_000);
  if (server) while (server.cancelled.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  // the connection still serves other calls
  expect(await ask(connection, 'echo')).toBe('{}');
  const late = AbortSignal.abort(reason);
  await expect(ask(connection, 'echo', {}, { signal: late })).rejects.toBe(reason);
});

test.each(kinds)('%s: the time limit of a call, which progress arms again', async (kind) => {
  const entry = { ...(await entryOf(kind)), toolTimeoutMs: 1_000 };
  const connection = createScene().open(entry);
  await connection.settled();
  const timeout = { kind: 'timeout', message: 'it did not answer within 1000 ms' };
  await expect(ask(connection, 'slow')).rejects.toMatchObject(timeout);
  const texts: string[] = [];
  expect(await ask(connection, 'progress', { steps: 6, ms: 250 }, { progress: (text) => texts.push(text) })).toBe(
    '6 steps',
  );
  expect(texts.slice(0, 3)).toEqual(['step 1', 'step 2', 'step 3']);
});

test('progress arms the time limit at most ten times', async () => {
  const connection = createScene().open({ ...(await site()).entry, toolTimeoutMs: 50 });
  await connection.settled();
  const texts: string[] = [];
  const call = ask(connection, 'progress', { steps: 1_000, ms: 5 }, { progress: (text) => texts.push(text) });
  await expect(call).rejects.toMatchObject({ kind: 'timeout' });
  expect(texts.length).toBeLessThan(500);
});

test.each([1, 2_147_483_647, 3_000_000_000])('a time limit of %d ms', async (toolTimeoutMs) => {
  const connection = createScene().open({
    ...(await site()).entry,
    toolTimeoutMs,
    startupTimeoutMs: Math.max(toolTimeoutMs, 20_000),
  });
  await connection.settled();
  const call = ask(connection, 'slow', { ms: 100 });
  if (toolTimeoutMs === 1) await expect(call).rejects.toMatchObject({ kind: 'timeout' });
  else expect(await call).toBe('done');
});

const names = ['read_file', 'read_dir', 'write_file', 'delete'];
test.each<[Partial<McpEntry>, string[]]>([
  [{}, names],
  [{ enabledTools: ['*'] }, names],
  [{ enabledTools: [] }, []],
  [{ enabledTools: ['read_*'] }, ['read_file', 'read_dir']],
  [{ enabledTools: ['*_file', 'delete'] }, ['read_file', 'write_file', 'delete']],
  [{ enabledTools: ['r*d_*r'] }, ['read_dir']],
  [{ enabledTools: ['READ_*', 'read_', 'e.*'] }, []],
  [{ disabledTools: ['*_file'] }, ['read_dir', 'delete']],
  [{ disabledTools: ['*'] }, []],
  [{ enabledTools: ['read_*'], disabledTools: ['*_dir'] }, ['read_file']],
])('%j leaves these tools', async (filter, left) => {
  const connection = createScene().open({ ...(await site({ tools: names })).entry, ...filter });
  await connection.settled();
  expect(connection.tools().map(({ name }) => name)).toEqual(left);
  expect(connection.status().toolCount).toBe(left.length);
});

test.each<[string, Script, string]>([
  ['more tools than can be', { many: 1_200 }, 'it lists more than 1000 tools'],
  ['a list that is too large', { tools: ['echo'], described: 5_000_000 }, 'its list of tools is larger than 4 MiB'],
  ['a message that is too large', { tools: ['echo'], described: 40_000_000 }, '32 MiB'],
  ['the same page again', { pages: 'same' }, 'its list of tools does not end'],
  ['pages without end', { pages: 'endless' }, 'its list of tools does not end'],
])('a server that sends %s has failed', async (_, script, error) => {
  const scene = createScene();
  for (const kind of kinds) {
    const connection = scene.open(await entryOf(kind, script), { name: kind });
    await connection.settled();
    expect(connection.status()).toMatchObject({
      status: 'failed',
      toolCount: 0,
      error: expect.stringContaining(error),
    });
  }
});

test('tools that are none, and those that come twice, are left out', async () => {
  const scene = createScene();
  const schema = { type: 'object' as const };
  const more = [{ name: 'echo', inputSchema: schema }, { name: '' }, { name: 'bare' }, { description: 'nameless' }];
  const connection = scene.open((await site({ tools: ['echo'], more })).entry);
  await connection.settled();
  expect(connection.tools().map(({ name, inputSchema }) => [name, inputSchema.type])).toEqual([
    ['echo', 'object'],
    ['bare', 'object'],
  ]);
  expect(scene.warnings).toEqual(
    expect.arrayContaining(['server it: it lists the tool echo twice', 'server it: it lists a tool that is none']),
  );
});

test('a server that is disabled is not started', async () => {
  const { server, entry } = await site();
  const connection = createScene().open({ ...entry, enabled: false });
  await connection.settled();
  connection.restart();
  await connection.settled();
  expect(connection.status()).toEqual({ name: 'it', transport: 'http', status: 'disabled', toolCount: 0 });
  await expect(ask(connection, 'echo')).rejects.toMatchObject({ kind: 'connection', message: 'it is disabled' });
  expect(server.requests).toEqual([]);
});

test.each(kinds)('%s: what listens hears of every state and of other tools', async (kind) => {
  const heard: string[] = [];
  const entry = await entryOf(kind, { tools: ['offer'] });
  const connection: Connection = createScene().open(entry, {
    onChange: () => heard.push(`${connection.status().status} ${connection.status().toolCount}`),
  });
  await connection.settled();
  await ask(connection, 'offer', { names: ['offer', 'echo'] });
  connection.restart();
  await connection.settled();
  await connection.close();
  expect(heard).toEqual(['connected 1', 'connected 2', 'pending 0', expect.stringMatching(/^connected \d$/)]);
});

test.each(kinds)('%s: a server that does not answer fails when its time to start is over', async (kind) => {
  const connection = createScene().open({ ...(await entryOf(kind, { listHangs: true })), startupTimeoutMs: 400 });
  await connection.settled();
  expect(connection.status()).toMatchObject({ status: 'failed', error: 'it did not start within 400 ms' });
  await expect(ask(connection, 'echo')).rejects.toMatchObject({
    kind: 'startup',
    message: 'it did not start within 400 ms',
  });
});

test.each(kinds)('%s: closed while it begins', async (kind) => {
  const connection = createScene().open(await entryOf(kind, { listHangs: true }));
  const settled = connection.settled();
  const call = expect(ask(connection, 'echo')).rejects.toMatchObject({ kind: 'connection', message: 'it was removed' });
  await connection.close();
  await settled;
  await call;
  expect(connection.status().status).toBe('removed');
});
