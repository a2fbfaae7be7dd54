/** Routing of paths and actions, validation of query and body (rest.md 1.3 to 1.5, 1.8). */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ask, start, type Running } from './harness.js';

let server: Running;
beforeAll(async () => {
  server = await start();
});
afterAll(() => server.close());

const post = (
  path: string,
  body?: string | Buffer,
  headers: Record<string, string | undefined> = { 'content-type': 'application/json' },
) => ask(server.port, { method: 'POST', path, body, headers });

describe('routes', () => {
  test.each([
    ['GET', '/api/v1/sessions', 'listSessions', undefined],
    ['GET', '/api/v1/sessions/a:b', 'getSession', { session_id: 'a:b' }],
    ['GET', '/api/v1/sessions/a%2Fb', 'getSession', { session_id: 'a/b' }],
    ['GET', '/api/v1/sessions/%E4%BD%A0', 'getSession', { session_id: '你' }],
    ['POST', '/api/v1/sessions/s1:fork', 'forkSession', { session_id: 's1' }],
    ['POST', '/api/v1/sessions/s1%3Afork', 'forkSession', { session_id: 's1' }],
    ['POST', '/api/v1/sessions/s1%3afork?x=1', 'forkSession', { session_id: 's1' }],
    ['POST', '/api/v1/sessions/s1:f%6Frk', 'forkSession', { session_id: 's1' }],
    ['POST', '/api/v1/sessions/a:b:fork', 'forkSession', { session_id: 'a:b' }],
    ['POST', '/api/v1/models/my%2Fmodel:set_default', 'setDefaultModel', { model_id: 'my/model' }],
    ['POST', '/api/v1/providers/managed:agent-code:refresh', 'refreshProvider', { provider_id: 'managed:agent-code' }],
    ['POST', '/api/v1/providers:refresh', 'refreshProviders', undefined],
    ['POST', '/api/v1/providers%3Arefresh', 'refreshProviders', undefined],
    ['POST', '/api/v1/sessions/s1/fs:read', 'readFile', { session_id: 's1' }],
    ['GET', '/api/v1/sessions/s1/fs/a:download', 'downloadFile', { session_id: 's1', path: 'a' }],
    ['GET', '/api/v1/sessions/s1/fs/a/b.txt:download', 'downloadFile', { session_id: 's1', path: 'a/b.txt' }],
    ['GET', '/api/v1/sessions/s1/fs/a%2Fb.txt%3Adownload', 'downloadFile', { session_id: 's1', path: 'a/b.txt' }],
    ['GET', '/api/v1/sessions/s1/fs/a:b/c:d:download', 'downloadFile', { session_id: 's1', path: 'a:b/c:d' }],
    ['GET', '/api/v1/sessions/s1/fs/..%2F..%2fx:download', 'downloadFile', { session_id: 's1', path: '../../x' }],
    ['GET', '/api/v1/sessions/s1/fs/../../x:download', 'downloadFile', { session_id: 's1', path: '../../x' }],
    ['GET', '/api/v1/sessions/s1/fs//etc/x:download', 'downloadFile', { session_id: 's1', path: '/etc/x' }],
    ['GET', '/api/v1/sessions/s1/fs/%252e%252e/x:download', 'downloadFile', { session_id: 's1', path: '%2e%2e/x' }],
    ['GET', '/api/v1/sessions/s1/fs/a%0Ab%00:download', 'downloadFile', { session_id: 's1', path: 'a\nb\0' }],
    ['POST', '/api/v1/sessions/s1/questions/q1', 'answerQuestion', { session_id: 's1', question_id: 'q1' }],
    ['POST', '/api/v1/sessions/s1/questions/q1:dismiss', 'dismissQuestion', { session_id: 's1', question_id: 'q1' }],
  ])('%s %s is %s', async (method, path, operation, params) => {
    const { json } = await ask(server.port, { method, path });
    expect(json?.['data']).toEqual({
      operation,
      ...(params && { params }),
      ...(method === 'POST' && operation === 'forkSession' ? { body: {} } : {}),
      ...(operation === 'listSessions' ? { query: {} } : {}),
    });
  });

  test.each([
    ['POST', '/api/v1/sessions/s1', 'unsupported action: s1'],
    ['POST', '/api/v1/sessions/s1:', 'unsupported action: s1:'],
    ['POST', '/api/v1/sessions/s1/fs::read', 'unsupported action: fs::read'],
    ['POST', '/api/v1/sessions/s1:bogus', 'unsupported action: s1:bogus'],
    ['POST', '/api/v1/sessions/s1:Fork', 'unsupported action: s1:Fork'],
    ['POST', '/api/v1/sessions/s1:constructor', 'unsupported action: s1:constructor'],
    ['POST', '/api/v1/sessions/a%20b:no%2Fpe', 'unsupported action: a b:no/pe'],
    ['POST', '/api/v1/sessions/', 'unsupported action: '],
    ['POST', '/api/v1/providers:bogus', 'unsupported action: providers:bogus'],
    ['POST', '/api/v1/sessions/s1/fs:bogus', 'unsupported action: fs:bogus'],
    ['GET', '/api/v1/sessions/s1/fs/a/b', 'unsupported action: b'],
    ['GET', '/api/v1/sessions/s1/fs/a/b:bogus', 'unsupported action: b:bogus'],
    ['GET', '/api/v1/sessions/s1/fs/', 'unsupported action: '],
    ['GET', '/api/v1/sessions/s1/fs/a:download/', 'unsupported action: '],
    ['GET', '/api/v1/sessions/s1/fs/:download', 'invalid path in path'],
    ['POST', '/api/v1/sessions/s1/questions/q:bogus', 'unsupported action: q:bogus'],
    ['POST', '/api/v1/sessions/s1/bogus', 'unsupported action: bogus'],
    ['GET', '/api/v1/sessions/s1/bogus', 'unsupported action: bogus'],
    ['GET', '/api/v1/sessions/s1/bogus/deeper', 'unsupported action: deeper'],
    ['POST', '/api/v1/sessions/:fork', 'invalid session_id in path'],
    ['POST', '/api/v1/models/:set_default', 'invalid model_id in path'],
    ['GET', '/api/v1/sessions/', 'invalid session_id in path'],
    ['GET', '/api/v1/sessions//events', 'invalid session_id in path'],
    ['GET', '/api/v1/sessions//bogus', 'invalid session_id in path'],
    ['POST', '/api/v1/sessions/s/questions/', 'invalid question_id in path'],
    ['GET', '/api/v1/sessions/%zz', 'path is not valid percent-encoding'],
    ['GET', '/api/v1/sessions/%ff', 'path is not valid percent-encoding'],
    ['GET', `/api/v1/sessions/${'x'.repeat(41)}`, 'session_id: must have at most 40 characters'],
  ])('%s %s: 40001 %s', async (method, path, msg) => {
    const { json, status } = await ask(server.port, { method, path });
    expect([status, json?.['code'], json?.['msg']]).toEqual([200, 40001, msg]);
    expect(json?.['details']).toEqual([{ path: expect.anything(), message: expect.anything() }]);
  });

  test.each([
    ['PUT', '/api/v1/sessions', 'GET, HEAD, POST, OPTIONS'],
    ['PATCH', '/api/v1/sessions/x', 'GET, HEAD, DELETE, POST, OPTIONS'],
    ['GET', '/api/v1/providers', 'POST, OPTIONS'],
    ['GET', '/api/v1/providers:refresh', 'POST, OPTIONS'],
    ['POST', '/api/v1/meta', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/openapi.json', 'GET, HEAD, OPTIONS'],
    ['POST', '/', 'GET, HEAD, OPTIONS'],
    ['POST', '/api/v1/fs:browse', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/api/v1/fs:browse', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/v1/fs%3Amkdir', 'POST, OPTIONS'],
    ['GET', '/api/v1/sessions/s1/fs:read', 'POST, OPTIONS'],
  ])('%s %s: 405, Allow: %s', async (method, path, allow) => {
    const answer = await ask(server.port, { method, path });
    expect([answer.status, answer.json?.['code'], answer.headers['allow']]).toEqual([405, 40400, allow]);
    const options = await ask(server.port, { method: 'OPTIONS', path });
    expect([options.status, options.headers['allow'], options.text]).toEqual([204, allow, '']);
  });

  test.each([
    ['GET', '/api/v1/fs::browse'],
    ['GET', '/api/v1/fs:x:browse'],
    ['GET', '/api/v1/fs:%3Abrowse'],
    ['GET', '/api/v1/fs%3a%3abrowse'],
    ['POST', '/api/v1/providers::refresh'],
    ['POST', '/api/v1/providers::'],
  ])('%s %s: 404 with 40400, one colon is before an action', async (method, path) => {
    const { status, json } = await ask(server.port, { method, path });
    expect([status, json?.['code']]).toEqual([404, 40400]);
  });

  test.each(['/api/v1/nowhere', '/api/v1/%zz', '*'])('OPTIONS %s: 204, no Allow', async (path) => {
    const { status, headers } = await ask(server.port, { method: 'OPTIONS', path });
    expect([status, headers['allow']]).toEqual([204, undefined]);
  });

  test('what is not served on a bind has no methods there', async () => {
    const elsewhere = await start({ bind: { host: '0.0.0.0', loopback: false } });
    try {
      const options = await ask(elsewhere.port, { method: 'OPTIONS', path: '/api/v1/shutdown' });
      expect([options.status, options.headers['allow']]).toEqual([204, undefined]);
      expect((await ask(elsewhere.port, { method: 'PUT', path: '/api/v1/shutdown' })).status).toBe(404);
    } finally {
      await elsewhere.close();
    }
  });

  test('HEAD works wherever GET does, without a body', async () => {
    for (const path of ['/api/v1/meta', '/api/v1/sessions/x', '/openapi.json', '/']) {
      const answer = await ask(server.port, { method: 'HEAD', path });
      expect([path, answer.status, answer.text]).toEqual([path, 200, '']);
    }
  });
});

describe('query', () => {
  const list = async (query: string) => (await ask(server.port, { path: `/api/v1/sessions?${query}` })).json;

  test.each([
    ['page_size=20', { page_size: 20 }],
    ['busy=true', { busy: true }],
    ['busy=0', { busy: false }],
    ['busy=1', { busy: true }],
    ['status=a', { status: ['a'] }],
    ['status=a&status=b', { status: ['a', 'b'] }],
    ['unknown=1', { unknown: '1' }],
    ['__proto__=1', { ['__proto__']: '1' }],
  ])('%s', async (query, expected) => {
    const json = await list(query);
    expect(json?.['code']).toBe(0);
    expect(JSON.stringify((json?.['data'] as { query: unknown }).query)).toBe(JSON.stringify(expected));
  });

  test.each([
    ['page_size=0', 'page_size'],
    ['page_size=101', 'page_size'],
    ['page_size=1e1', 'page_size'],
    ['page_size=0x10', 'page_size'],
    ['page_size=', 'page_size'],
    ['page_size=%201', 'page_size'],
    ['page_size=1&page_size=2', 'page_size'],
    ['busy=yes', 'busy'],
    ['busy=TRUE', 'busy'],
    ['busy=', 'busy'],
  ])('%s is refused', async (query, path) => {
    const json = await list(query);
    expect(json).toMatchObject({ code: 40001, data: null, details: [{ path }] });
    const first = (json?.['details'] as { path: string; message: string }[])[0];
    expect(json?.['msg']).toBe(`${first?.path}: ${first?.message}`);
  });
});

describe('body', () => {
  const path = '/api/v1/sessions';

  test.each([
    ['none', undefined, {}],
    ['none, with a type', undefined, { 'content-type': 'application/json' }],
    ['empty', '', {}],
    ['empty chunks', '0\r\n\r\n', { 'transfer-encoding': 'chunked' }],
  ] as const)('%s counts as {}', async (_name, body, headers) => {
    expect((await post(path, body, headers)).json).toMatchObject({ code: 0, data: { body: {} } });
  });

  test.each([
    ['{"a":', 'application/json'],
    ['nonsense', 'application/json'],
    ['{}', undefined],
    ['{}', 'text/plain'],
    ['{}', 'application/x-www-form-urlencoded'],
    ['{}', 'application/jsonx'],
    ['{}', 'multipart/form-data; boundary=x'],
    [Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 'application/json'],
    [' ', 'application/json'],
    ['{}', 'application/json; charset=latin1'],
  ])('%p as %s: 40002', async (body, type) => {
    const { json, status } = await post(path, body, { 'content-type': type });
    expect([status, json?.['code']]).toEqual([200, 40002]);
    expect(json).not.toHaveProperty('details');
  });

  test.each(['application/json', 'Application/JSON; charset=utf-8', 'application/json;charset=UTF-8'])(
    '%s is JSON',
    async (type) => {
      expect((await post(path, '{"title":"ü"}', { 'content-type': type })).json).toMatchObject({
        code: 0,
        data: { body: { title: 'ü' } },
      });
    },
  );

  test.each([
    ['{"title":1}', 'title', 'title: must be text'],
    ['[]', '', 'must be an object'],
    ['null', '', 'must be an object'],
    ['5', '', 'must be an object'],
    ['{"models":[{}]}', 'models.0.model', 'models.0.model: is required'],
  ])('%s: 40001 at %p', async (body, at, msg) => {
    expect((await post(path, body)).json).toMatchObject({ code: 40001, msg, details: [{ path: at }] });
  });

  test('is looked at before the path: 40002 beats 40001', async () => {
    expect((await post(`/api/v1/sessions/${'x'.repeat(41)}:fork`, 'nonsense')).json).toMatchObject({ code: 40002 });
    expect((await post(`/api/v1/sessions/${'x'.repeat(41)}:fork`, '[]')).json).toMatchObject({
      code: 40001,
      details: [{ path: 'session_id' }],
    });
  });

  test.each([
    ['32 MiB fit where long texts are sent', '/api/v1/sessions/s:fork', 32],
    ['4 MiB fit elsewhere', path, 4],
  ])(
    '%s, one byte more is 41301, also out of a small compressed body',
    async (_name, at, mebibytes) => {
      const body = (bytes: number) => `{"title":"${'x'.repeat(bytes - 12)}"}`;
      expect((await post(at, body(mebibytes * 1024 * 1024))).json?.['code']).toBe(0);
      const over = body(mebibytes * 1024 * 1024 + 1);
      expect((await post(at, over)).json).toMatchObject({
        code: 41301,
        msg: `request body is over ${mebibytes} MiB`,
      });
      const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      expect((await post(at, gzipSync(over), packed)).json).toMatchObject({ code: 41301 });
    },
    30_000,
  );

  test.each([
    ['objects', '{"a":', '}'],
    ['arrays', '[', ']'],
  ])('100 levels of %s fit, one more is 40002', async (_name, open, close) => {
    const nested = (times: number) => `${open.repeat(times)}1${close.repeat(times)}`;
    expect((await post(path, nested(100))).json?.['code']).not.toBe(40002);
    expect((await post(path, nested(101))).json).toMatchObject({
      code: 40002,
      msg: 'body is nested deeper than 100 levels',
    });
  });

  test('a bracket that never closes is refused at once, however many follow', async () => {
    const before = process.memoryUsage().rss;
    const { json } = await post('/api/v1/sessions/s:fork', '['.repeat(30 * 1024 * 1024));
    expect(json).toMatchObject({ code: 40002, msg: 'body is nested deeper than 100 levels' });
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  }, 30_000);

  test('more than a million values are 40002', async () => {
    const { json } = await post('/api/v1/sessions/s:fork', `[${'[],'.repeat(1_000_000)}[]]`);
    expect(json).toMatchObject({ code: 40002, msg: 'body holds more than 1,000,000 values' });
  });

  test('compressed bodies are read, unknown and broken encodings are 40002', async () => {
    const send = (body: Buffer, encoding: string) =>
      post(path, body, { 'content-type': 'application/json', 'content-encoding': encoding });
    expect((await send(gzipSync('{"title":"z"}'), 'gzip')).json).toMatchObject({
      code: 0,
      data: { body: { title: 'z' } },
    });
    expect((await send(Buffer.from('{}'), 'gzip')).json).toMatchObject({ code: 40002 });
    expect((await send(Buffer.from('{}'), 'lzma')).json).toMatchObject({ code: 40002 });
  });

  test.each([
    ['nonsense', 'text/plain', 40002],
    ['{"a":', 'application/json', 40002],
    ['{"a":1}', 'application/json', 0],
    ['', 'text/plain', 0],
  ])('%j where the operation needs none is JSON all the same', async (body, type, code) => {
    const { json } = await post('/api/v1/sessions/s:abort', body, { 'content-type': type });
    expect(json).toMatchObject({ code });
  });
});
