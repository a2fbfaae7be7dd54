/** Random requests from the served schemas always get an answer in its schema, in time, and never cause a defect. */
import { describe, expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SchemaObject } from 'openapi3-ts/oas31';
import { startTestDaemon } from '../../helpers/daemon.js';
import { rounds, seedOf } from '../../helpers/rounds.js';
import { undecided } from './fuzz/keys.js';
import { pinned } from './fuzz/pins.js';
import { runFuzz } from './fuzz/run.js';
import { tryRequest } from './fuzz/send.js';
import { readServed, type Served } from './served.js';

test('an operation with a key that could do harm waits until a user decides', () => {
  const properties = {
    title: {},
    init_command: {},
    more: { items: { properties: { login_shell: {}, prompt_ids: {} } } },
  };
  const served = { parameters: [], body: { properties } } as unknown as Served;
  const open = undecided(served, { resolve: (schema) => schema as SchemaObject });
  expect(open).toEqual(['init_command', 'login_shell']);
});

test('no text comes past a pin', () => {
  const odd = { command: 'odd', a: [{ baseUrl: 'odd', base_url: ['odd'] }], hooks: [{ y: 'odd' }], env: { x: 'odd' } };
  const safe = JSON.stringify(pinned({ ...odd, n: 'odd', prompt: 'run x\nrun y', root: '/' }, '/folder', new Set()));
  expect(safe.match(/odd/g)).toHaveLength(1);
  expect(safe).toContain('"prompt":"say run x run yx"');
  expect(safe).not.toContain('"root":"/"');
  expect(pinned({ command: 'good' }, '', new Set(['command good']))).toEqual({ command: 'good' });
});

test('no MCP server is what the fuzzer likes', () => {
  const local = { transport: 'stdio', command: 'odd', args: ['odd'], env: { LD_PRELOAD: 'odd' }, cwd: 'odd' };
  const remote = { transport: 'http', url: 'odd', bearerTokenEnvVar: 'odd' };
  const safe = JSON.stringify(pinned({ mcp_servers: { local }, server: remote }, '/folder', new Set()));
  expect(safe.match(/odd/g)).toEqual(['odd']);
  expect(safe).toContain('say oddx');
  const programs = Array.from({ length: 200 }, (_, at) => pinned({ command: `odd ${at}` }, '', new Set()));
  const found = programs.map((each) => (each as { command: string }).command.slice(0, 20));
  expect(new Set(found)).toEqual(new Set(['true', ':', 'echo fuzz', `: ${'x'.repeat(18)}`, 'true\u0000', '', ' ']));
});

describe('an answer is refused', () => {
  const good = { code: 0, msg: 'success', data: { ok: true }, request_id: 'x' };
  const rows: [string, number, unknown, RegExp][] = [
    ['a defect', 200, { code: 50001, msg: 'm', data: null, request_id: 'x' }, /a defect/],
    ['a status that is not documented', 418, good, /not documented/],
    ['a field more', 200, { ...good, more: 1 }, /must NOT have additional/],
    ['data of another shape', 200, { ...good, data: 'text' }, /must be object/],
    ['an error that is not listed', 200, { code: 40401, msg: 'm', data: null, request_id: 'x' }, /must/],
    ['a page', 200, '<html>', /JSON|type/],
  ];
  test.each(rows)('%s', async (_, status, body, why) => {
    const daemon = await startTestDaemon();
    const { operations } = await readServed(daemon);
    await daemon.close();
    const served = operations.find(({ name }) => name === 'getHealth');
    const server = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'x' }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const sent = served && tryRequest(served, { port, token: 'x' }, { path: served.path, headers: {} });
    await expect(sent).rejects.toThrow(why);
    server.closeAllConnections();
    server.close();
  });
});

test('whatever comes in', async () => {
  const seed = seedOf(20);
  const cases = rounds(10, 60);
  const outcome = await runFuzz({ seed, cases });
  const { operations, cases: sent, succeeded, neverSucceeded, problems } = outcome;
  process.stderr.write(`fuzzed ${operations} operations with ${sent} requests, ${succeeded} succeeded, seed ${seed}\n`);
  expect(problems).toEqual([]);
  // an operation that is always refused is not really fuzzed; `startLogin` has no account service here
  expect(neverSucceeded.filter((name) => name !== 'startLogin')).toEqual([]);
}, 600_000);
