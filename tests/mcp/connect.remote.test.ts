/** Servers over HTTP: transports and fallbacks, sharing, retries after a lost connection (engine.md 5, 16.1, 16.3). */
import { describe, expect, test } from '@jest/globals';
import { ServerFailure, type Connection, type McpEntry } from '../../daemon/mcp/server.js';
import { startToolServer, type HttpScript } from '../helpers/mcpserver.js';
import { eventually } from '../helpers/turns.js';
import { ask, createScene, holder, site, type Scene } from './connectscene.js';

const ways = ['http', 'sse'] as const;

test.each<[HttpScript, 'http' | 'sse', string]>([
  [{}, 'http', 'connected'],
  [{ json: true }, 'http', 'connected'],
  // answers the first POST with 405
  [{ kind: 'sse' }, 'http', 'connected'],
  [{ kind: 'sse' }, 'sse', 'connected'],
  // a GET without a session does not open a stream of the older transport
  [{}, 'sse', 'failed'],
])('a server that is %j asked over %s is %s', async (script, transport, status) => {
  const { entry } = await site(script);
  const connection = createScene().open({ ...entry, transport });
  await connection.settled();
  expect(connection.status()).toMatchObject({ transport, status });
  if (status === 'connected') expect(await ask(connection, 'echo', { a: 1 })).toBe('{"a":1}');
});

test('a server that answers 404 to the first POST is asked the older way', async () => {
  const script: HttpScript = {
    kind: 'sse',
    instead(request, response) {
      const isFirst = request.method === 'POST' && request.url === '/mcp';
      if (isFirst) response.writeHead(404).end('not here');
      return isFirst;
    },
  };
  const { server, entry } = await site(script);
  const connection = createScene().open({ ...entry, transport: 'http' });
  await connection.settled();
  expect(connection.status()).toMatchObject({ transport: 'http', status: 'connected' });
  expect(server.requests.slice(0, 2).map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /mcp', 'GET /mcp']);
});

test.each<[number, string]>([
  [400, 'it answered with status 400'],
  [403, 'it answered with status 403'],
  [404, 'it answered with status 404'],
  [500, 'it answered with status 500'],
  [503, 'it answered with status 503'],
])('a server that answers %d has failed', async (status, error) => {
  const { entry } = await site({ instead: (_, response) => Boolean(response.writeHead(status).end('secret words')) });
  const scene = createScene();
  const connection = scene.open(entry);
  await connection.settled();
  expect(connection.status()).toMatchObject({ status: 'failed', error });
  expect(scene.pauses).toEqual([]);
});

test.each<[string, HttpScript['instead'], string]>([
  [
    'a page',
    (_, response) => Boolean(response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')),
    'its answer cannot be used',
  ],
  [
    'broken JSON',
    (_, response) => Boolean(response.writeHead(200, { 'content-type': 'application/json' }).end('{')),
    'it does not speak the protocol',
  ],
  [
    'another kind of JSON',
    (_, response) => Boolean(response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}')),
    'it does not speak the protocol',
  ],
])('a server that answers with %s has failed', async (_, instead, error) => {
  const { entry } = await site({ instead: instead! });
  const connection = createScene().open(entry);
  await connection.settled();
  expect(connection.status()).toMatchObject({ status: 'failed', error: expect.stringContaining(error) });
});

test.each(ways)('%s: one that is not there has failed', async (transport) => {
  const { server, entry } = await site();
  await server.close();
  const connection = createScene().open({ ...entry, transport });
  await connection.settled();
  expect(connection.status()).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('it cannot be reached'),
  });
});

test('the same server with the same credential is one connection, as long as one session holds it', async () => {
  const { server, entry } = await site({}, { headers: { 'x-key': '${KEY}' } });
  const scene = createScene();
  const auth = holder(['t']);
  const env = { KEY: 'one' };
  const heard: string[] = [];
  const first = scene.open(entry, { env, auth });
  const second: Connection = scene.open(
    { ...entry, headers: { 'X-Key': 'one' }, enabledTools: ['echo'] },
    {
      name: 'other',
      auth,
      cwd: '/',
      onChange: () => heard.push(second.status().status),
    },
  );
  const third = scene.open(entry, { env: { KEY: 'two' }, auth });
  const fourth = scene.open(entry, { env, auth: holder(['t']) });
  const all = [first, second, third, fourth];
  await Promise.all(all.map((connection) => connection.settled()));
  expect(server.asked('initialize')).toHaveLength(3);
  expect(second.tools().map(({ name }) => name)).toEqual(['echo']);
  expect(second.status()).toMatchObject({ name: 'other', status: 'connected', toolCount: 1 });
  expect(heard).toEqual(['connected']);
  await first.close();
  await first.close();
  expect(await ask(second, 'append')).toBe('append 1');
  expect(server.asked('initialize')).toHaveLength(3);
  await second.close();
  // the server learns that its session is over
  await eventually(() => server.sessions() === 2, 'the session is over');
  const again = scene.open(entry, { env, auth });
  await again.settled();
  expect(server.asked('initialize')).toHaveLength(4);
});

test('one that joins a failed connection opens it again', async () => {
  const { server, entry } = await site();
  server.script.instead = (_, response) => Boolean(response.writeHead(500).end());
  const scene = createScene();
  const first = scene.open(entry);
  await first.settled();
  expect(first.status().status).toBe('failed');
  delete server.script.instead;
  const second = scene.open(entry);
  await second.settled();
  expect([first.status().status, second.status().status]).toEqual(['connected', 'connected']);
});

test.each([301, 302, 303, 307, 308])('a redirect with %d to another origin gets nothing', async (status) => {
  const elsewhere = await startToolServer();
  const instead: HttpScript['instead'] = (_, response) =>
    Boolean(response.writeHead(status, { location: elsewhere.url }).end());
  const { entry } = await site({ instead }, { headers: { 'x-key': 'secret' } });
  const connection = createScene().open(entry, { auth: holder(['token']) });
  await connection.settled();
  expect(connection.status()).toMatchObject({
    status: 'failed',
    error: expect.stringContaining(`status ${status} (Redirect to`),
  });
  expect(elsewhere.requests).toEqual([]);
  await elsewhere.close();
});

describe('a server that does not know the session', () => {
  /** Refuses the first `times` requests of sessions. */
  const refusing =
    (status: number, times = Infinity): HttpScript['instead'] =>
    (request, response) => {
      if (request.headers['mcp-session-id'] === undefined || request.method !== 'POST' || times-- <= 0) return false;
      response.writeHead(status, { 'content-type': 'application/json' });
      const error = { code: -32_000, message: 'Bad Request: No valid session ID provided' };
      response.end(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
      return true;
    };

  test.each([404, 400])('and answers %d: one fresh session, and the call is repeated', async (status) => {
    const { server, entry } = await site({ unknownSession: status });
    const scene = createScene();
    const heard: string[] = [];
    const connection: Connection = scene.open(entry, { onChange: () => heard.push(connection.status().status) });
    await connection.settled();
    for (const run of [1, 2, 3]) {
      await server.forget();
      // a tool that is not marked as repeatable: the refused call did not run
      expect(await ask(connection, 'append')).toBe(`append ${run}`);
      expect(server.asked('initialize')).toHaveLength(run + 1);
    }
    expect(scene.pauses).toEqual([]);
    expect(heard).toEqual(['connected']);
  });

  test('calls at the same time share the fresh session', async () => {
    const { server, entry } = await site({ unknownSession: 400 });
    const connection = createScene().open(entry);
    await connection.settled();
    await server.forget();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, text) => ask(connection, 'echo', { text })));
    expect(answers).toEqual(answers.map((_, text) => `{"text":${text}}`));
    expect(server.asked('initialize')).toHaveLength(2);
  });

  test.each([404, 400])(
    'nor the fresh one, with %d: it has failed, and each later call tries one session',
    async (status) => {
      const { server, entry } = await site({ tools: ['append'] });
      const connection = createScene().open(entry);
      await connection.settled();
      const before = server.asked('tools/call').length;
      server.script.instead = (request, response) =>
        server.requests.at(-1)?.body !== undefined &&
        (server.requests.at(-1)?.body as { method?: string }).method === 'tools/call' &&
        refusing(status)!(request, response);
      const said = `it answered with status ${status}`;
      await expect(ask(connection, 'append')).rejects.toMatchObject({ kind: 'connection', message: said });
      expect(server.asked('tools/call')).toHaveLength(before + 2);
      expect(server.asked('initialize')).toHaveLength(2);
      expect(connection.status()).toMatchObject({ status: 'failed', toolCount: 0, error: said });
      await expect(ask(connection, 'append')).rejects.toMatchObject({ kind: 'connection', message: said });
      expect(server.asked('initialize')).toHaveLength(3);
      expect(connection.status()).toMatchObject({ status: 'failed', error: said });
      delete server.script.instead;
      expect(await ask(connection, 'append')).toBe('append 1');
      expect(server.asked('initialize')).toHaveLength(4);
      expect(connection.status().status).toBe('connected');
    },
  );

  test.each<[string, (connection: Connection, scene: Scene, entry: Partial<McpEntry>) => Connection]>([
    ['by hand', (connection) => (connection.restart(), connection)],
    ['with the next session', (_, scene, entry) => scene.open(entry)],
  ])('a failed server is connected again %s', async (_, heal) => {
    const { server, entry } = await site({ tools: ['append'] });
    const scene = createScene();
    const connection = scene.open(entry);
    await connection.settled();
    server.script.instead = (_request, response) => Boolean(response.writeHead(400).end());
    await expect(ask(connection, 'append')).rejects.toBeInstanceOf(ServerFailure);
    expect(connection.status().status).toBe('failed');
    delete server.script.instead;
    const healed = heal(connection, scene, entry);
    await healed.settled();
    expect([connection.status(), healed.status()]).toMatchObject([{ status: 'connected' }, { status: 'connected' }]);
    expect(await ask(healed, 'append')).toBe('append 1');
  });

  test('and opens none: it has failed after one try', async () => {
    const { server, entry } = await site();
    const scene = createScene();
    const connection = scene.open(entry);
    await connection.settled();
    server.script.instead = (_, response) => Boolean(response.writeHead(400).end());
    await expect(ask(connection, 'append')).rejects.toBeInstanceOf(ServerFailure);
    expect(connection.status()).toMatchObject({ status: 'failed', error: 'it answered with status 400' });
    expect(server.asked('initialize')).toHaveLength(2);
    expect(scene.pauses).toEqual([]);
  });

  test('one that has no sessions answers 400 to a bad call: that says nothing of the connection', async () => {
    const { server, entry } = await site({ stateless: true });
    const connection = createScene().open(entry);
    await connection.settled();
    server.script.instead = (_, response) => Boolean(response.writeHead(400).end());
    await expect(ask(connection, 'append')).rejects.toMatchObject({ kind: 'connection' });
    delete server.script.instead;
    expect(connection.status().status).toBe('connected');
    expect(await ask(connection, 'append')).toBe('append 1');
    expect(server.asked('initialize')).toHaveLength(1);
  });
});

test('a server that is gone fails after a while, and is there again by hand', async () => {
  const { server, entry } = await site();
  const scene = createScene();
  const connection = scene.open(entry);
  await connection.settled();
  await server.close();
  await expect(ask(connection, 'append')).rejects.toBeInstanceOf(ServerFailure);
  await connection.settled();
  expect(scene.pauses).toEqual([0, 1_000, 2_000, 4_000]);
  expect(connection.status()).toMatchObject({
    status: 'failed',
    toolCount: 0,
    error: expect.stringContaining('cannot be reached'),
  });
  const again = await startToolServer({}, Number(new URL(server.url).port));
  connection.restart();
  expect(await ask(connection, 'append')).toBe('append 1');
  await again.close();
});

test.each(ways)('%s: a connection that breaks during a call is repeated only for tools that may be', async (kind) => {
  const { server, entry } = await site({ kind });
  const connection = createScene().open(entry);
  await connection.settled();
  for (const [tool, isRepeated] of [
    ['slow', true],
    ['put_slow', true],
    ['append_slow', false],
  ] as const) {
    const before = server.runs[tool] ?? 0;
    const call = ask(connection, tool, { ms: 300 });
    const outcome = isRepeated
      ? expect(call).resolves.toBe('done')
      : expect(call).rejects.toMatchObject({ kind: 'connection' });
    await eventually(() => (server.runs[tool] ?? 0) === before + 1, 'the call has begun');
    server.cut();
    await outcome;
    expect(server.runs[tool]).toBe(before + (isRepeated ? 2 : 1));
    await connection.settled();
  }
});

test.each(ways)('%s: a stream that ends with nothing under way is opened again', async (kind) => {
  const { server, entry } = await site({ kind, tools: ['echo'] });
  const heard: string[] = [];
  const onChange = (): void => void heard.push(connection.status().status);
  const connection: Connection = createScene().open(entry, { onChange });
  await connection.settled();
  server.cut();
  if (kind === 'sse') await eventually(() => server.asked('initialize').length === 2, 'it is connected again');
  else
    await eventually(() => server.requests.filter(({ method }) => method === 'GET').length === 2, 'it listens again');
  await connection.settled();
  expect(heard).toEqual(['connected']);
  // changes arrive on the new stream
  await server.change(['count']);
  await eventually(() => connection.tools()[0]?.name === 'count', 'the tools are those of now');
  expect(connection.status().status).toBe('connected');
});

test.each(ways)('%s: a result that is too large is a failure of its own', async (kind) => {
  // the older transport has streams only
  for (const json of kind === 'http' ? [false, true] : [false]) {
    const { entry } = await site({ kind, json });
    const connection = createScene().open(entry);
    await connection.settled();
    const failure = { kind: 'protocol', message: 'it sent a message of more than 32 MiB' };
    await expect(ask(connection, 'big', { chars: 34_000_000 })).rejects.toMatchObject(failure);
    await connection.settled();
    // in JSON, a large result below the limit passes
    const chars = json ? 16_000_000 : 2_000_000;
    expect(await ask(connection, 'big', { chars })).toHaveLength(chars);
  }
});

test('a connection of the network that the server closed while it was idle is no break', async () => {
  const { server, entry } = await site({ json: true, keepAliveMs: 1 });
  const connection = createScene().open(entry);
  await connection.settled();
  for (let time = 1; time <= 5; time++) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await ask(connection, 'append')).toBe(`append ${time}`);
  }
  expect(server.asked('initialize')).toHaveLength(1);
});

test('many calls on one connection', async () => {
  const { server, entry } = await site();
  const connection = createScene().open(entry);
  await connection.settled();
  const answers = await Promise.all(Array.from({ length: 60 }, (_, text) => ask(connection, 'echo', { text })));
  expect(answers).toEqual(answers.map((_, text) => `{"text":${text}}`));
  expect(server.asked('initialize')).toHaveLength(1);
});
