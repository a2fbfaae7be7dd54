/** Hostile, broken or slow servers and authorization servers: a login fails by name and sends nothing elsewhere. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { openPlace, type Place } from './oauth.fixture.js';

let place: Place;
/** addresses of all sent requests */
let left: string[];
let answers: (url: string, init?: RequestInit) => Response | undefined;
beforeEach(async () => {
  left = [];
  answers = () => undefined;
  place = await openPlace((input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    left.push(url);
    const made = answers(url, init);
    return made ? Promise.resolve(made) : fetch(input, init);
  });
});
afterEach(() => place.close());

const waiting = { timeoutMs: 20_000, signal: new AbortController().signal };
const failure = (message: RegExp) => ({
  errorName: 'MCP_OAUTH_FAILED',
  message: expect.stringMatching(message) as unknown,
});
const refused = (message: RegExp) => expect(place.logins.begin(place.target)).rejects.toMatchObject(failure(message));

async function begin(): Promise<{ flowId: string; url: string }> {
  const begun = await place.logins.begin(place.target);
  if (begun === 'authorized') throw new Error('there is a login already');
  return begun;
}

describe('a document of an authorization server', () => {
  const pages = [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'http://auth.example/',
    'https://u:p@a.example/',
    '/authorize',
    '',
    'ms-calc:',
  ];
  test.each(pages)('names no page but a web page: %s', async (address) => {
    place.server.auth.settings.metadata = { authorization_endpoint: address };
    await refused(/not an address|https|password|nonsense/);
    expect(place.server.auth.asked).not.toContain('POST /register');
  });

  const places = ['token_endpoint', 'registration_endpoint', 'revocation_endpoint'].flatMap((name) =>
    ['http://auth.example/x', 'ftp://auth.example/', 'javascript:1'].map((address) => [name, address] as const),
  );
  test.each(places)('names no %s but a safe one: %s', async (name, address) => {
    place.server.auth.settings.metadata = { [name]: address };
    await refused(/https|no address|nonsense/);
    expect(left.some((url) => url.startsWith(address))).toBe(false);
  });

  const rows: [string, Record<string, unknown> | null, RegExp][] = [
    ['of another issuer', { issuer: 'https://auth.example' }, /another issuer/],
    ['without PKCE', { code_challenge_methods_supported: ['plain'] }, /PKCE/],
    ['that says nothing of PKCE', { code_challenge_methods_supported: undefined }, /PKCE/],
    ['without codes', { response_types_supported: ['token'] }, /response type/],
    ['without registration', { registration_endpoint: undefined }, /does not support dynamic client registration/],
    ['that makes no sense', { token_endpoint: 5 }, /nonsense/],
    ['that is not there', null, /does not describe itself/],
  ];
  test.each(rows)('%s is refused', async (_, metadata, message) => {
    place.server.auth.settings.metadata = metadata;
    await refused(message);
    expect(place.logins.state(place.target)).toBe('none');
  });

  test('is read up to a size', async () => {
    place.server.auth.settings.metadata = { more: 'x'.repeat(2 * 1024 * 1024) };
    await refused(/too large/);
  });

  const documents: [string, string, RegExp][] = [
    ['no JSON', '<html>', /nonsense/],
    ['another kind of JSON', '[[[[]]]]', /nonsense/],
    ['a very deep one', '['.repeat(200_000), /nonsense/],
  ];
  test.each(documents)('that is %s is refused', async (_, body, message) => {
    place.server.auth.fail('/.well-known/oauth-authorization-server', { status: 200, body });
    await refused(message);
  });

  test('that redirects for ever is given up', async () => {
    const loop = { status: 302, headers: { location: '/.well-known/oauth-authorization-server' } };
    place.server.auth.fail('/.well-known/oauth-authorization-server', ...Array.from({ length: 500 }, () => loop));
    await refused(/./);
    expect(left.length).toBeLessThan(60);
  });

  test('that is slow or fails is reported as such', async () => {
    place.server.auth.fail('/.well-known/oauth-authorization-server', { status: 500 });
    await refused(/HTTP 500/);
    answers = (url) => {
      if (url.includes('authorization-server')) throw new DOMException('late', 'TimeoutError');
      return undefined;
    };
    await refused(/did not answer in time/);
  });
});

describe('a server', () => {
  const rows: [string, () => Record<string, unknown>, RegExp][] = [
    ['that wants a token for another one', () => ({ resource: 'https://bank.example/mcp' }), /another server/],
    ['whose authorization server is not safe', () => ({ authorization_servers: ['http://auth.example'] }), /https/],
    [
      'whose authorization server is none',
      () => ({ authorization_servers: ['javascript:alert(1)'] }),
      /https|nonsense/,
    ],
    ['that says nonsense', () => ({ resource: 5 }), /nonsense/],
  ];
  test.each(rows)('%s is refused', async (_, change, message) => {
    const { settings } = place.server.auth;
    settings.resource = { ...settings.resource, ...change() };
    await refused(message);
    expect(left.every((url) => url.startsWith('http://127.0.0.1'))).toBe(true);
  });

  const elsewhere = 'https://mcp.example/mcp';
  const document = (fields: object) =>
    new Response(JSON.stringify(fields), { headers: { 'content-type': 'application/json' } });
  const wants = (metadata: string) =>
    new Response('no', { status: 401, headers: { 'www-authenticate': `Bearer resource_metadata="${metadata}"` } });

  test.each([
    'http://127.0.0.1:9/x',
    'https://localhost/x',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'http://[::1]:9/',
  ])('that is elsewhere leads nowhere near: %s', async (address) => {
    place.target = { url: elsewhere, headers: {} };
    answers = (url) => (url === elsewhere ? wants(address) : new Response('{}', { status: 404 }));
    await refused(/./);
    answers = (url) => {
      if (url === elsewhere) return wants('https://mcp.example/document');
      if (url === 'https://mcp.example/document')
        return document({ resource: elsewhere, authorization_servers: [address] });
      return new Response('{}', { status: 404 });
    };
    await refused(/./);
    expect(left.filter((url) => !url.startsWith('https://mcp.example/'))).toEqual([]);
  });

  test('over plain http elsewhere has no login', async () => {
    place.target = { url: 'http://mcp.example/mcp', headers: {} };
    answers = () => new Response('no', { status: 401 });
    await refused(/https/);
    expect(left).toEqual(['http://mcp.example/mcp']);
  });

  test('that cannot be reached is reported as such', async () => {
    place.target = { url: 'http://127.0.0.1:4/mcp', headers: {} };
    await refused(/cannot be reached: the connection was refused/);
  });

  test('of the time before there were documents is its own authorization server', async () => {
    place.target = { url: 'https://old.example/mcp', headers: {} };
    answers = (url, init) => {
      if (url.includes('/.well-known/')) return new Response('no', { status: 404 });
      if (url === 'https://old.example/register')
        return document({ ...(JSON.parse(String(init?.body)) as object), client_id: 'c1' });
      return new Response('no', { status: 401 });
    };
    const { url } = await begin();
    expect(url).toMatch(/^https:\/\/old\.example\/authorize\?/);
    expect(new URL(url).searchParams.get('resource')).toBeNull();
  });
});

describe('a registration', () => {
  test.each([
    [{ status: 400, body: { error: 'invalid_client_metadata', error_description: 'x' } }, /HTTP 400/],
    [{ status: 201, body: {} }, /nonsense/],
    [{ status: 201, body: { client_id: 'a\nb', redirect_uris: [] } }, /nonsense|no sense/],
    [{ status: 307, headers: { location: 'https://evil.example/' } }, /HTTP 307/],
  ])('that fails is reported: %j', async (failing, message) => {
    place.server.auth.fail('/register', failing);
    await refused(message);
    expect(left.some((url) => url.includes('evil'))).toBe(false);
  });
});

describe('a browser that comes back', () => {
  test('with another state, without one, or with another method is refused; the flow continues', async () => {
    const { flowId, url } = await begin();
    const answer = place.logins.complete(flowId, waiting);
    const back = new URL(await place.server.auth.redirectOf(url));
    for (const state of ['', 'x', `${back.searchParams.get('state') ?? ''}x`]) {
      const wrong = new URL(back);
      wrong.searchParams.set('state', state);
      expect((await fetch(wrong)).status).toBe(400);
    }
    expect((await fetch(back, { method: 'POST' })).status).toBe(404);
    expect((await fetch(new URL('/', back))).status).toBe(404);
    for (const target of ['//', 'http://', '*', '/callback?%', 'http://evil.example/callback']) {
      expect(await answerTo(Number(back.port), target)).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
    expect(place.server.auth.sent('/token')).toEqual([]);
    const page = await fetch(back);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('is done')]);
    await answer;
  });

  test('twice serves once', async () => {
    const { flowId, url } = await begin();
    const back = await place.server.auth.redirectOf(url);
    let free: () => void = () => undefined;
    place.server.auth.hold('/token', new Promise<void>((resolve) => (free = resolve)));
    const first = fetch(back);
    await until(() => place.server.auth.sent('/token').length > 0);
    const second = await fetch(back);
    expect([second.status, await second.text()]).toEqual([400, expect.stringContaining('already')]);
    free();
    expect((await first).status).toBe(200);
    await place.logins.complete(flowId, waiting);
    expect(place.server.auth.sent('/token')).toHaveLength(1);
  });

  test.each([
    ['another issuer', 'https://evil.example'],
    ['an issuer that only looks like it', 'http://127.0.0.1'],
  ])('from %s brings no code', async (_, iss) => {
    place.server.auth.settings.iss = iss;
    const { flowId, url } = await begin();
    const answer = expect(place.logins.complete(flowId, waiting)).rejects.toMatchObject(
      failure(/another authorization server/),
    );
    expect((await place.server.auth.visit(url)).status).toBe(400);
    await answer;
    expect(place.server.auth.sent('/token')).toEqual([]);
  });

  test('says its issuer where that was promised', async () => {
    const { auth } = place.server;
    auth.settings.iss = auth.issuer;
    const good = await begin();
    await auth.visit(good.url);
    await place.logins.complete(good.flowId, waiting);
    await place.logins.reset(place.target);
    const { flowId, url } = await begin();
    const back = new URL(await auth.redirectOf(url));
    back.searchParams.delete('iss');
    const answer = expect(place.logins.complete(flowId, waiting)).rejects.toMatchObject(
      failure(/another authorization server/),
    );
    await fetch(back);
    await answer;
  });

  test('without a code, or with a text made to look like more, is reported as text', async () => {
    const first = await begin();
    const none = new URL(await place.server.auth.redirectOf(first.url));
    none.searchParams.delete('code');
    const nothing = expect(place.logins.complete(first.flowId, waiting)).rejects.toMatchObject(
      failure(/without a code/),
    );
    await fetch(none);
    await nothing;
    const second = await begin();
    const bad = new URL(await place.server.auth.redirectOf(second.url));
    bad.searchParams.delete('code');
    bad.searchParams.set('error', 'no\u202e\u0007\n<script>alert(1)</script>');
    bad.searchParams.set('error_description', 'x'.repeat(5_000));
    const odd = place.logins
      .complete(second.flowId, waiting)
      .catch((error: unknown) => String((error as Error).message));
    const text = await (await fetch(bad)).text();
    expect(text).not.toContain('<script>');
    expect(text.length).toBeLessThan(2_000);
    expect(await odd).toMatch(/^no <script>alert\(1\)<\/script>: x{100,300}$/);
  });
});

describe('an answer with tokens', () => {
  test.each([
    ['of another kind', { token_type: 'DPoP' }, /another kind/],
    ['that cannot be sent', { access_token: 'a\r\nx-evil: 1' }, /cannot be sent/],
    ['that is not text', { access_token: 5 }, /nonsense/],
    ['that is empty', { access_token: '' }, /cannot be sent|nonsense/],
  ])('%s is refused', async (_, tokens, message) => {
    place.server.auth.settings.tokens = tokens;
    const { flowId, url } = await begin();
    const answer = expect(place.logins.complete(flowId, waiting)).rejects.toMatchObject(failure(message));
    await place.server.auth.visit(url);
    await answer;
    expect(place.logins.state(place.target)).toBe('none');
  });

  test('does not last longer than a lifetime', async () => {
    place.server.auth.settings.tokens = { expires_in: 1e15 };
    const { flowId, url } = await begin();
    await place.server.auth.visit(url);
    await place.logins.complete(flowId, waiting);
    expect(Number.isSafeInteger(place.stored()?.expires_at)).toBe(true);
  });

  test('is not fetched from elsewhere: what renews tokens stays with who gave it', async () => {
    const { flowId, url } = await begin();
    await place.server.auth.visit(url);
    await place.logins.complete(flowId, waiting);
    const asked: string[] = [];
    const evil: Server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('{}');
    });
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
    const location = `http://127.0.0.1:${(evil.address() as AddressInfo).port}/token`;
    place.clock.ahead = 61 * 60_000;
    place.server.auth.fail('/token', { status: 307, headers: { location } });
    await expect(place.logins.auth(place.target).token()).rejects.toMatchObject({ kind: 'connection' });
    expect(asked).toEqual([]);
    await new Promise((resolve) => evil.close(resolve));
    expect(place.logins.state(place.target)).toBe('usable');
  });
});

/** Returns the answer to a raw request. */
function answerTo(port: number, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(`GET ${target} HTTP/1.1\r\nhost: x\r\n\r\n`));
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}

async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 500 && !holds(); turn += 1) await new Promise((resolve) => setTimeout(resolve, 10));
}
