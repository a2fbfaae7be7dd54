/** Credentials sent to servers over HTTP, and what happens when a server refuses them (engine.md 16.1, 16.3). */
import { expect, test } from '@jest/globals';
import type { RemoteServer } from '../../daemon/mcp/server.js';
import { ask, createScene, holder, site } from './connectscene.js';

const ways = ['http', 'sse'] as const;

test.each(ways)('%s: headers and tokens come from the environment', async (kind) => {
  const more = { headers: { 'X-Key': 'k-${KEY}', 'User-Agent': 'mine/1' }, bearerTokenEnvVar: 'TOKEN' };
  const { server, entry } = await site({ kind, token: 'tok-123456' }, more);
  const connection = createScene().open(entry, { env: { KEY: 'abcdef', TOKEN: 'tok-123456' } });
  await connection.settled();
  expect(connection.status().status).toBe('connected');
  await ask(connection, 'echo');
  for (const { headers } of server.requests)
    expect(headers).toMatchObject({ 'x-key': 'k-abcdef', authorization: 'Bearer tok-123456', 'user-agent': 'mine/1' });
});

test('a server receives the name and version of the program', async () => {
  const { server, entry } = await site();
  const connection = createScene().open(entry);
  await connection.settled();
  expect(server.requests[0]?.headers['user-agent']).toBe('tester/1.2.3');
  expect(server.asked('initialize')[0]?.body).toMatchObject({
    params: { clientInfo: { name: 'tester', version: '1.2.3' }, capabilities: {} },
  });
});

test.each<[Partial<RemoteServer>, string]>([
  [{ headers: { 'X-Key': '${NO_SUCH}' } }, 'the variable NO_SUCH of its headers.X-Key is not set'],
  [{ bearerTokenEnvVar: 'NO_SUCH' }, 'the variable NO_SUCH of its bearerTokenEnvVar is not set'],
  [{ bearerTokenEnvVar: 'LINES' }, 'its bearerTokenEnvVar holds characters that no header can have'],
  [{ headers: { 'X-Key': '${LINES}' } }, 'its headers.X-Key holds characters that no header can have'],
])('%j that cannot be sent', async (more, error) => {
  const { server, entry } = await site({}, more);
  const connection = createScene().open(entry, { env: { LINES: 'one\ntwo' } });
  await connection.settled();
  expect(connection.status()).toMatchObject({ status: 'failed', error });
  expect(server.requests).toEqual([]);
});

test.each(ways)('%s: a refused token is reported, and another one tried once', async (kind) => {
  const { server, entry } = await site({ kind, token: 'good', challenge: 'Bearer realm="r"' });
  const auth = holder(['bad', 'good']);
  const connection = createScene().open(entry, { auth });
  await connection.settled();
  expect(connection.status().status).toBe('connected');
  expect(auth.refusals).toEqual([{ status: 401, challenge: 'Bearer realm="r"', token: 'bad' }]);
  server.script.token = 'better';
  await expect(ask(connection, 'echo')).rejects.toMatchObject({ kind: 'auth', message: 'the user must log in' });
  expect(connection.status()).toMatchObject({ status: 'needs-auth', error: 'the user must log in', toolCount: 0 });
});

test.each(ways)('%s: without a login, and with one that comes later', async (kind) => {
  const { entry } = await site({ kind, token: 'good' });
  const tokens: (string | undefined)[] = [undefined];
  const connection = createScene().open(entry, { auth: holder(tokens) });
  await connection.settled();
  expect(connection.status()).toMatchObject({ status: 'needs-auth', error: 'the user must log in' });
  tokens.push('good');
  connection.restart();
  await connection.settled();
  expect(connection.status()).toMatchObject({ status: 'connected' });
});

test.each(ways)('%s: 401 again after another try is no endless row of them', async (kind) => {
  const { server, entry } = await site({ kind, token: 'good' });
  const auth = holder(['a', 'b', 'c', 'd']);
  const connection = createScene().open(entry, { auth });
  await connection.settled();
  expect(connection.status()).toMatchObject({ status: 'needs-auth', error: 'it asks for a login' });
  expect(auth.refusals.length).toBe(1);
  expect(server.requests.length).toBe(2);
});

test('401 without a user who could log in', async () => {
  const { entry } = await site({ token: 'good' }, { bearerTokenEnvVar: 'TOKEN' });
  const auth = holder(['never asked']);
  const connection = createScene().open(entry, { auth, env: { TOKEN: 'wrong-token' } });
  await connection.settled();
  expect(connection.status()).toMatchObject({ status: 'needs-auth', error: 'it asks for a login' });
  expect(auth.refusals).toEqual([]);
});

test('a login that is asked for in any case', async () => {
  const { server, entry } = await site({}, { auth: 'oauth' });
  const tokens: (string | undefined)[] = [undefined];
  const connection = createScene().open(entry, { auth: holder(tokens) });
  await connection.settled();
  expect(connection.status()).toMatchObject({ status: 'needs-auth', error: 'it needs a login' });
  expect(server.requests).toEqual([]);
  tokens[0] = 'some';
  connection.restart();
  await connection.settled();
  expect(connection.status().status).toBe('connected');
});
