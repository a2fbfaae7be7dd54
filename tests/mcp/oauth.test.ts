/** Tokens of servers are stored, renewed once for all callers, kept through passing failures, never sent elsewhere. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { renameSync, statSync } from 'node:fs';
import { writeFileLasting } from '../../daemon/base/fs/atomic.js';
import type { Credential, LoginTarget } from '../../daemon/mcp/login/store.js';
import { createCredentialStore, credentialKey } from '../../daemon/mcp/login/store.js';
import { createKeeper } from '../../daemon/mcp/login/tokens.js';
import { openPlace, type Place } from './oauth.fixture.js';

let place: Place;
beforeEach(async () => {
  place = await openPlace();
});
afterEach(() => place.close());

const waiting = { timeoutMs: 20_000, signal: new AbortController().signal };

async function logIn(target: LoginTarget = place.target): Promise<Credential> {
  const begun = await place.logins.begin(target);
  if (begun === 'authorized') throw new Error('there is a login already');
  const [page] = await Promise.all([place.server.auth.visit(begun.url), place.logins.complete(begun.flowId, waiting)]);
  expect(page.status).toBe(200);
  return stored();
}

function stored(): Credential {
  const credential = place.stored();
  if (!credential) throw new Error('nothing is stored');
  return credential;
}

const refusal = (token?: string) => ({
  response: new Response(null, { status: 401 }),
  ...(token === undefined ? {} : { token }),
});

test('a login is stored for its owner alone, under a name that says nothing, with what renewing it needs', async () => {
  const { server, target, logins, paths } = place;
  expect(logins.state(target)).toBe('none');
  expect(await logins.auth(target).token()).toBeUndefined();
  const credential = await logIn();
  expect(credential).toMatchObject({
    url: server.url,
    resource: server.url,
    issuer: server.auth.issuer,
    endpoint: `${server.auth.issuer}/token`,
    client: { client_id: 'client-1' },
  });
  const [file = ''] = place.files();
  expect(file).toMatch(/\/credentials\/mcp\/[0-9a-f]{32}\.json$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(paths.serverCredentials).mode & 0o777).toBe(0o700);
  expect(logins.state(target)).toBe('usable');
  expect(await logins.auth(target).token()).toBe(credential.access_token);
  expect(server.auth.accepts(credential.access_token)).toBe(true);
  expect(await place.another().auth(target).token()).toBe(credential.access_token);
});

test('one login for an address, another one for other fixed headers', () => {
  const { url } = place.target;
  const key = credentialKey(place.target);
  expect(credentialKey({ url: `${url}#part`, headers: {} })).toBe(key);
  expect(credentialKey({ url: url.replace('http:', 'HTTP:'), headers: {}, auth: 'oauth' })).toBe(key);
  const others = [`${url}/more`, `${url}?tenant=a`, `${url}?tenant=b`].map((each) =>
    credentialKey({ url: each, headers: {} }),
  );
  const tenants = ['a', 'b'].map((tenant) => credentialKey({ url, headers: { 'X-Tenant': tenant } }));
  expect(new Set([key, ...others, ...tenants]).size).toBe(6);
  expect(credentialKey({ url, headers: { 'x-tenant': 'a' } })).toBe(tenants[0]);
});

test('a token is renewed before its end, once for all who ask, and its successor is stored', async () => {
  const { server, target, logins, clock } = place;
  const first = await logIn();
  const other = place.another();
  clock.ahead = 56 * 60_000;
  const tokens = await Promise.all([1, 2, 3].flatMap(() => [logins.auth(target).token(), other.auth(target).token()]));
  expect(new Set(tokens)).toEqual(new Set([stored().access_token]));
  expect(tokens[0]).not.toBe(first.access_token);
  expect(server.auth.asked.filter((each) => each === 'POST /token')).toHaveLength(2);
  expect(server.auth.sent('/token')[1]).toMatchObject({ grant_type: 'refresh_token', resource: server.url });
  expect(server.auth.isCurrent(stored().refresh_token ?? '')).toBe(true);
  expect(server.auth.reuses).toBe(0);
});

test('a token that the server refuses is replaced once, and one that is refused at once again is not', async () => {
  const { server, target, logins, clock } = place;
  const first = await logIn();
  clock.ahead = 60_000;
  server.auth.endAccess();
  const auth = logins.auth(target);
  await Promise.all([auth.refused(refusal(first.access_token)), auth.refused(refusal(first.access_token))]);
  const second = await auth.token();
  expect(second).not.toBe(first.access_token);
  expect(server.auth.accepts(second ?? '')).toBe(true);
  // a client that still has the first token takes the second one
  await place.another().auth(target).refused(refusal(first.access_token));
  await expect(auth.refused(refusal(second))).rejects.toMatchObject({ kind: 'auth' });
  expect(server.auth.asked.filter((each) => each === 'POST /token')).toHaveLength(2);
  expect(logins.state(target)).toBe('usable');
});

test.each([
  ['a broken server', { status: 503, body: 'gone' }],
  ['a server that asks to wait', { status: 429, body: { error: 'slow_down' } }],
  ['a word that means a failure of its own', { status: 400, body: { error: 'temporarily_unavailable' } }],
  ['an answer that makes no sense', { status: 200, body: '<html>' }],
  ['a page of a proxy', { status: 404, body: '<html>' }],
])('what may pass keeps the login: %s', async (_, failure) => {
  const { server, target, logins, clock } = place;
  const first = await logIn();
  clock.ahead = 56 * 60_000;
  server.auth.fail('/token', failure);
  // renewal is due, but the token is valid until its end
  expect(await logins.auth(target).token()).toBe(first.access_token);
  clock.ahead = 61 * 60_000;
  server.auth.fail('/token', failure);
  await expect(logins.auth(target).token()).rejects.toMatchObject({ kind: 'connection' });
  // the server is not asked again at once
  await expect(logins.auth(target).token()).rejects.toMatchObject({ kind: 'connection' });
  expect(server.auth.asked.filter((each) => each === 'POST /token')).toHaveLength(3);
  expect(logins.state(target)).toBe('usable');
  clock.ahead += 31_000;
  expect(await logins.auth(target).token()).toBe(stored().access_token);
  expect(stored().access_token).not.toBe(first.access_token);
});

test.each([
  ['a refusal', { status: 400, body: { error: 'invalid_grant', error_description: 'over <b>\u202enow' } }],
  ['a client that is no longer known', { status: 401, body: { error: 'invalid_client' } }],
  ['a bare 401', { status: 401, body: 'no' }],
])('what will not pass ends the login: %s', async (_, failure) => {
  const { server, target, logins, clock } = place;
  const first = await logIn();
  clock.ahead = 61 * 60_000;
  server.auth.fail('/token', failure);
  await expect(logins.auth(target).token()).rejects.toMatchObject({ kind: 'auth' });
  expect(stored()).toMatchObject({ access_token: first.access_token, refused: true });
  expect([logins.state(target), place.another().state(target)]).toEqual(['refused', 'refused']);
  // the client then asks the server without a token, and the refusal requests a login
  expect(await logins.auth(target).token()).toBeUndefined();
  await expect(logins.auth(target).refused(refusal())).rejects.toMatchObject({ kind: 'auth' });
  expect(server.auth.asked.filter((each) => each === 'POST /token')).toHaveLength(2);
  await logIn();
  expect(logins.state(target)).toBe('usable');
});

test('without a refresh token a login ends with its token', async () => {
  const { server, target, logins, clock } = place;
  server.auth.settings.refreshTokens = false;
  const first = await logIn();
  clock.ahead = 59 * 60_000;
  expect(await logins.auth(target).token()).toBe(first.access_token);
  clock.ahead = 61 * 60_000;
  expect(logins.state(target)).toBe('refused');
  expect(await logins.auth(target).token()).toBeUndefined();
});

test('a token whose life is not said serves until it is refused', async () => {
  const { server, target, logins, clock } = place;
  server.auth.settings.tokenLife = 0;
  const first = await logIn();
  expect(first.expires_at).toBeUndefined();
  clock.ahead = 365 * 86_400_000;
  expect(await logins.auth(target).token()).toBe(first.access_token);
  await logins.auth(target).refused(refusal(first.access_token));
  expect(await logins.auth(target).token()).not.toBe(first.access_token);
});

test('a server that is configured with a login is never asked without one', async () => {
  const forced = { ...place.target, auth: 'oauth' as const };
  await expect(place.logins.auth(forced).token()).rejects.toMatchObject({ kind: 'auth' });
  await logIn();
  expect(await place.logins.auth(forced).token()).toBe(stored().access_token);
});

test('a connection that breaks is tried once more, and a secret of the client goes with every renewal', async () => {
  const { server, target, logins, clock } = place;
  server.auth.settings.clientSecrets = true;
  const first = await logIn();
  expect(first.client.client_secret).toMatch(/^canary-clientsecret/);
  clock.ahead = 61 * 60_000;
  server.auth.fail('/token', 'drop');
  expect(await logins.auth(target).token()).toBe(stored().access_token);
  expect(server.auth.reuses).toBe(0);
});

test('a token that cannot be written is held, and written at its next use', async () => {
  const { target, paths } = place;
  const first = await logIn();
  let full = true;
  const store = createCredentialStore(
    {
      directory: paths.serverCredentials,
      lockDirectory: paths.server,
      writeFile: (path, content) => (full ? Promise.reject(new Error('disk full')) : writeFileLasting(path, content)),
    },
    target,
    () => undefined,
  );
  const given = { access_token: 'given', refresh_token: 'next', expires_in: 3600 };
  const lines: string[] = [];
  const keeper = createKeeper({
    store,
    refresh: () => Promise.resolve({ kind: 'tokens', tokens: given }),
    now: () => Date.now() + 61 * 60_000,
    log: { warn: (line) => void lines.push(line) },
  });
  expect(await keeper.token()).toBe('given');
  expect(lines.join()).toContain('could not be stored');
  expect(await keeper.token()).toBe('given');
  expect(stored().access_token).toBe(first.access_token);
  full = false;
  expect(await keeper.token()).toBe('given');
  expect(stored()).toMatchObject({ access_token: 'given', refresh_token: 'next' });
});

test('a file under the name of another server is not used', async () => {
  const { target, logins, server } = place;
  await logIn();
  const elsewhere = { url: `${server.url}/other`, headers: {} };
  const [file = ''] = place.files();
  renameSync(file, file.replace(credentialKey(target), credentialKey(elsewhere)));
  expect(logins.state(elsewhere)).toBe('none');
  expect(await logins.auth(elsewhere).token()).toBeUndefined();
});
