/** Envelope, request ids, errors, the page and the log (rest.md 1.2, 1.3). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiError } from '../../daemon/errors.js';
import { createSecrets } from '../../daemon/home/secrets.js';
import { ask, start, type Running } from './harness.js';

class SqliteError extends Error {
  code = 'SQLITE_FULL';
}

let failure: unknown;
let server: Running;
const handlers = {
  fail: () => {
    throw failure;
  },
  createProvider: () => ({ id: 'p' }),
  getOpenApi: () => ({ openapi: '3.1.0' }),
  getMeta: () => undefined,
};
beforeAll(async () => {
  server = await start({ handlers });
});
afterAll(() => server.close());

const post = (path: string) => ask(server.port, { method: 'POST', path });

describe('envelope', () => {
  test('success has code, msg, data and request_id in this order', async () => {
    const { text, headers, status } = await ask(server.port, { path: '/api/v1/sessions/s1' });
    const id = headers['x-request-id'];
    expect(text).toBe(
      `{"code":0,"msg":"success","data":{"operation":"getSession","params":{"session_id":"s1"}},"request_id":"${id}"}`,
    );
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(headers).not.toHaveProperty('etag');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  test('no data is null', async () => {
    expect((await ask(server.port, { path: '/api/v1/meta' })).json).toMatchObject({ code: 0, data: null });
  });

  test.each(['01JN8Q4M2V6P01JN8Q4M2V6P00', '01jn8q4m2v6p01jn8q4m2v6p00', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'])(
    'request id %s is taken as sent',
    async (id) => {
      const { headers, json } = await ask(server.port, { path: '/api/v1/nothing', headers: { 'x-request-id': id } });
      expect([headers['x-request-id'], json?.['request_id']]).toEqual([id, id]);
    },
  );

  test.each([
    undefined,
    '',
    'abc',
    '81JN8Q4M2V6P01JN8Q4M2V6P00',
    '01JN8Q4M2V6P01JN8Q4M2V6P0I',
    '01JN8Q4M2V6P01JN8Q4M2V6P0',
    '01JN8Q4M2V6P01JN8Q4M2V6P000',
  ])('request id %p is replaced', async (id) => {
    const { headers, json } = await ask(server.port, { path: '/', headers: { 'x-request-id': id } });
    expect(headers['x-request-id']).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    expect(headers['x-request-id']).not.toBe(id);
    expect(json).toBeUndefined();
  });

  test('created, deleted, document, named success', async () => {
    expect(await post('/api/v1/providers')).toMatchObject({ status: 201, json: { code: 0, data: { id: 'p' } } });
    expect(await ask(server.port, { method: 'DELETE', path: '/api/v1/providers/x' })).toMatchObject({
      status: 204,
      text: '',
    });
    expect((await ask(server.port, { path: '/openapi.json' })).text).toBe('{"openapi":"3.1.0"}');
    expect((await post('/api/v1/sessions/s/questions/q:dismiss')).json).toMatchObject({
      code: 40909,
      data: { operation: 'dismissQuestion' },
    });
  });

  test('an expected outcome keeps its data and details', async () => {
    failure = new ApiError('SESSION_BUSY', { data: { owner: 1 }, details: { why: 'x' }, message: 'busy' });
    const { text, status, headers } = await ask(server.port, { path: '/api/v1/fail' });
    expect(status).toBe(200);
    expect(text).toBe(
      `{"code":40901,"msg":"busy","data":{"owner":1},"request_id":"${headers['x-request-id']}","details":{"why":"x"}}`,
    );
  });

  test('a bug is answered without its story, which goes to the log', async () => {
    failure = new Error('secret inner text');
    const { text, json, status } = await ask(server.port, { path: '/api/v1/fail' });
    expect([status, json?.['code']]).toEqual([200, 50001]);
    expect(text).not.toMatch(/secret|stack|\.ts/);
    expect(server.lines.filter(({ level }) => level === 'error').at(-1)?.facts).toMatchObject({
      error: failure,
      operation: 'fail',
      request_id: json?.['request_id'],
    });
  });

  test('--debug-endpoints shows the stack of 50001 only', async () => {
    const debug = await start({ debugEndpoints: true, handlers });
    failure = new Error('inner');
    expect((await ask(debug.port, { path: '/api/v1/fail' })).json?.['stack']).toContain('inner');
    failure = new SqliteError('inner');
    expect((await ask(debug.port, { path: '/api/v1/fail' })).json).not.toHaveProperty('stack');
    await debug.close();
  });

  test('no secret of the server is reported, in a message, details or a stack', async () => {
    const secrets = createSecrets([() => ['canary "key" 1']]);
    const debug = await start({ debugEndpoints: true, handlers, secrets });
    const said = 'it said canary "key" 1';
    for (const each of [
      new Error(said),
      new ApiError('SESSION_BUSY', { message: said, details: [{ path: 'a', message: said }], data: { why: said } }),
    ]) {
      failure = each;
      const { text } = await ask(debug.port, { path: '/api/v1/fail' });
      expect(text).not.toContain('canary');
      expect(text).toContain('it said ***');
    }
    await debug.close();
  });

  test.each([
    new SqliteError('full'),
    Object.assign(new Error('x'), { code: 'ENOSPC' }),
    Object.assign(new Error('x'), { code: 'EIO' }),
    Object.assign(new Error('x'), { code: 'EROFS' }),
    Object.assign(new Error('x'), { code: 'EACCES', syscall: 'mkdir' }),
    Object.assign(new Error('x'), { code: 'EPERM', syscall: 'open' }),
    new Error('outer', { cause: new SqliteError('full') }),
  ])('storage failure %# is 50003', async (error) => {
    failure = error;
    expect((await ask(server.port, { path: '/api/v1/fail' })).json).toMatchObject({ code: 50003, data: null });
  });

  test.each([
    'text',
    undefined,
    Object.assign(new Error('x'), { code: 'ENOENT' }),
    Object.assign(new Error('x'), { code: 'EACCES', syscall: 'spawn editor' }),
    Object.assign(new Error('x'), { code: 'EPERM', syscall: 'kill' }),
  ])('thrown %p is 50001', async (thrown) => {
    failure = thrown;
    expect((await ask(server.port, { path: '/api/v1/fail' })).json).toMatchObject({ code: 50001 });
  });
});

describe('page', () => {
  test.each(['/', '/index.html', '/sessions/x', '/a.b/c'])('%s shows how to continue', async (path) => {
    const titled = await start({ webTitle: '<b>my & "box"' });
    const { status, text, headers } = await ask(titled.port, {
      path,
      headers: { authorization: undefined, host: 'localhost:1234' },
    });
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(text).toContain('<title>&lt;b&gt;my &amp; &quot;box&quot;</title>');
    for (const part of ['lang="en"', '1.2.3', 'http://localhost:1234/api/v1/meta', '/openapi.json', '/asyncapi.json'])
      expect(text).toContain(part);
    expect(text).not.toMatch(/<(?:script|link|img)|src=|url\(/);
    await titled.close();
  });

  test('a missing file is plain text', async () => {
    expect(await ask(server.port, { path: '/assets/app.js' })).toMatchObject({
      status: 404,
      text: 'not found\n',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
  });
});

test('the log has one line per request, with the operation and nothing secret', async () => {
  const quiet = await start({ handlers });
  await ask(quiet.port, { path: '/api/v1/sessions?busy=true&secret=hidden' });
  await ask(quiet.port, {
    method: 'POST',
    path: '/api/v1/sessions/s1:fork',
    headers: { 'content-type': 'application/json' },
    body: '{"secret":"hidden"}',
  });
  await ask(quiet.port, { path: '/api/v1/hidden' });
  expect(
    quiet.lines.map(({ level, facts }) => [
      level,
      facts['method'],
      facts['operation'],
      facts['status'],
      facts['code'],
      typeof facts['ms'],
    ]),
  ).toEqual([
    ['debug', 'GET', 'listSessions', 200, 0, 'number'],
    ['info', 'POST', 'forkSession', 200, 0, 'number'],
    ['info', 'GET', 'unrouted', 404, 40400, 'number'],
  ]);
  expect(JSON.stringify(quiet.lines)).not.toMatch(/hidden|secret/);
  await quiet.close();
});
