/** The built page: its files, headers and encodings, a base path, and what is not served (web.md 2.1, 2.2). */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ask, start, type Answer, type Running } from './harness.js';

const script = `export const text = ${JSON.stringify('x'.repeat(500))};\n`;
const index = `<!doctype html>
<html lang="en" data-base="./">
<head>
<title>agent</title>
<link rel="icon" href="./icon.svg"><link rel="stylesheet" href="/assets/app-1a2b3c.css">
<script type="module" src="./assets/app-1a2b3c.js"></script>
</head>
<body><a href="https://example.org/">out</a><a href="//example.org/">out</a><a href="#x">in</a></body>
</html>
`;
const policy =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types agent";
const pageHeaders = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};
const immutable = 'public, max-age=31536000, immutable';

let folder: string;
let server: Running;
const servers: Running[] = [];
async function serve(overrides: Parameters<typeof start>[0] = {}): Promise<Running> {
  const running = await start({ webDirectory: join(folder, 'web'), webTitle: '<b>my & "box"', ...overrides });
  servers.push(running);
  return running;
}
/** Sends no token, because no file of the page needs one. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  ask(server.port, { method, path, headers: { authorization: undefined, ...headers } });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agent-page-'));
  const web = join(folder, 'web');
  mkdirSync(join(web, 'assets', 'deep'), { recursive: true });
  const files: Record<string, string | Buffer> = {
    'index.html': index,
    'assets/app-1a2b3c.js': script,
    'assets/app-1a2b3c.js.br': brotliCompressSync(script),
    'assets/app-1a2b3c.js.gz': gzipSync(script),
    'assets/app-1a2b3c.js.map': '{}',
    'assets/app-1a2b3c.css': 'body { margin: 0 }\n',
    'assets/deep/worker-9z.js': 'self.x = 1;\n',
    'assets/.hidden.js': 'no',
    'sw.js': 'self.y = 1;\n',
    'sw.js.gz': gzipSync('self.y = 1;\n'),
    'manifest.webmanifest': '{"name":"agent"}',
    'licenses.txt': 'MIT\n',
    'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'icon-waiting.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'icon-192.png': Buffer.from([0x89, 0x50]),
    'private.txt': 'no',
  };
  for (const [path, content] of Object.entries(files)) writeFileSync(join(web, path), content);
  writeFileSync(join(folder, 'secret.js'), 'secret');
  symlinkSync(join(folder, 'secret.js'), join(web, 'assets', 'link.js'));
  server = await serve();
});
afterAll(async () => {
  for (const running of servers) await running.close();
  rmSync(folder, { recursive: true });
});

describe('files', () => {
  test.each<[string, string, string]>([
    ['/assets/app-1a2b3c.js', 'text/javascript; charset=utf-8', immutable],
    ['/assets/app-1a2b3c.css', 'text/css; charset=utf-8', immutable],
    ['/assets/deep/worker-9z.js', 'text/javascript; charset=utf-8', immutable],
    ['/sw.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8', 'no-cache'],
    ['/licenses.txt', 'text/plain; charset=utf-8', 'no-cache'],
    ['/icon.svg', 'image/svg+xml', 'no-cache'],
    ['/icon-waiting.svg', 'image/svg+xml', 'no-cache'],
    ['/icon-192.png', 'image/png', 'no-cache'],
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/index.html?x=1', 'text/html; charset=utf-8', 'no-cache'],
    ['/sessions/x', 'text/html; charset=utf-8', 'no-cache'],
    ['/a.b/c', 'text/html; charset=utf-8', 'no-cache'],
  ])('%s', async (path, type, cache) => {
    const { status, headers, bytes } = await get(path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, type, cache]);
    expect(headers).toMatchObject({ ...pageHeaders, 'content-length': String(bytes.length) });
    expect(headers['etag'] === undefined).toBe(cache === immutable);
    const head = await get(path, {}, 'HEAD');
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(withoutRequest(head.headers)).toEqual(withoutRequest(headers));
    if (cache === immutable) return;
    const again = await get(path, { 'if-none-match': `"other", W/${headers['etag']}` });
    expect([again.status, again.bytes.length, again.headers['etag']]).toEqual([304, 0, headers['etag']]);
    expect(again.headers).toMatchObject({ ...pageHeaders, 'cache-control': cache });
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test.each([
    '/assets/none.js',
    '/assets/app-1a2b3c.js.map',
    '/assets/app-1a2b3c.js.br',
    '/assets/.hidden.js',
    '/assets/link.js',
    '/assets/deep',
    '/assets/deep.js/x.js',
    '/assets/../private.txt',
    '/assets/%2e%2e/private.txt',
    '/assets/..%2f..%2fsecret.js',
    '/assets//app-1a2b3c.js',
    '/sessions/assets/app-1a2b3c.js',
    '/private.txt',
    '/index.html.br',
    '/icon.txt',
    '/.env',
    '/favicon.ico',
    '/none.css',
  ])('%s is not there', async (path) => {
    const { status, headers, text } = await get(path);
    if (path === '/assets/deep')
      return expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect([status, text]).toEqual([404, 'not found\n']);
    expect(headers).toMatchObject({ ...pageHeaders, 'content-type': 'text/plain; charset=utf-8' });
  });

  test('other methods are refused, and no origin keeps the files from being read', async () => {
    expect(await get('/sw.js', {}, 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } });
    expect(await get('/sw.js', { origin: 'https://elsewhere.example' })).toMatchObject({ status: 200 });
    const vary = (await get('/sw.js', { origin: 'http://localhost', 'accept-encoding': 'gzip' })).headers['vary'];
    expect(vary).toBe('Origin, Accept-Encoding');
  });

  test('on a bind that others can reach the headers are the same', async () => {
    const open = await serve({ bind: { host: '0.0.0.0', loopback: false } });
    for (const path of ['/', '/sw.js', '/none.css'])
      expect((await ask(open.port, { path, headers: { authorization: undefined } })).headers).toMatchObject(
        pageHeaders,
      );
  });
});

describe('encodings', () => {
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, '': (bytes: Buffer) => bytes };
  test.each<[string | undefined, keyof typeof decode]>([
    [undefined, ''],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=1.0, identity', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['*', 'br'],
    ['br;q=0, gzip;q=0', ''],
    ['zstd', ''],
    ['br;q=nonsense', ''],
  ])('%p gets %p', async (accepted, encoding) => {
    const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const answer = await get('/assets/app-1a2b3c.js', headers);
    expect(answer.headers['content-encoding'] ?? '').toBe(encoding);
    expect(answer.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(answer.bytes.length) });
    expect(decode[encoding](answer.bytes).toString()).toBe(script);
  });

  test('a file without other forms does not vary; each form has a tag of its own', async () => {
    expect((await get('/assets/app-1a2b3c.css', { 'accept-encoding': 'br' })).headers).not.toHaveProperty('vary');
    const [one, two] = [await get('/sw.js'), await get('/sw.js', { 'accept-encoding': 'gzip' })];
    expect(one.headers['etag']).not.toBe(two.headers['etag']);
    const unchanged = await get('/sw.js', { 'accept-encoding': 'gzip', 'if-none-match': two.headers['etag'] ?? '' });
    expect([unchanged.status, unchanged.headers['vary']]).toEqual([304, 'Accept-Encoding']);
    expect(unchanged.headers).not.toHaveProperty('content-encoding');
  });
});

describe('index.html', () => {
  test.each([
    ['/', './'],
    ['/inbox', './'],
    ['/index.html', './'],
    ['/sessions/x', '../'],
    ['/sessions/x/', '../../'],
    ['/sessions/a%2Fb/files', '../../'],
  ])('%s refers to its files from %s', async (path, prefix) => {
    const { text } = await get(path);
    expect(text).toContain(`<html lang="en" data-base="${prefix}">`);
    for (const part of [
      `href="${prefix}icon.svg"`,
      `href="${prefix}assets/app-1a2b3c.css"`,
      `src="${prefix}assets/app-1a2b3c.js"`,
    ])
      expect(text).toContain(part);
    expect(text).toContain('href="https://example.org/">out</a><a href="//example.org/">out</a><a href="#x">');
    expect(text).toContain('<title>&lt;b&gt;my &amp; &quot;box&quot;</title>');
  });

  test('a title that looks like a pattern of a replacement stays as it is', async () => {
    const titled = await serve({ webTitle: "$& $1 $` $'" });
    expect((await ask(titled.port)).text).toContain('<title>$&amp; $1 $` $&#39;</title>');
  });

  test('is read again at each request; without it there is the start screen', async () => {
    const directory = join(folder, 'later');
    mkdirSync(directory);
    const later = await serve({ webDirectory: directory });
    expect((await ask(later.port)).text).toContain('no web page yet');
    expect((await ask(later.port, { path: '/assets/x.js' })).status).toBe(404);
    writeFileSync(join(directory, 'index.html'), '<html><title></title>');
    expect((await ask(later.port, { path: '/x/y' })).text).toMatch(/^<html data-base="\.\.\/"><title>&lt;b/);
  });
});

describe('below a base path', () => {
  let proxies: Server[] = [];
  afterAll(() => {
    for (const proxy of proxies) proxy.close();
  });
  /** Starts a proxy that serves `to` below `/agent/`. */
  async function proxyTo(to: number, strips: boolean): Promise<number> {
    const proxy = createServer((req, res) => {
      if (!req.url?.startsWith('/agent')) return void res.writeHead(404).end('outside');
      const path = strips ? req.url.slice('/agent'.length) : req.url;
      const onward = request({ port: to, path, method: req.method, headers: req.headers }, (answer) => {
        res.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(res);
      });
      req.pipe(onward);
    });
    proxies = [...proxies, proxy];
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    return (proxy.address() as AddressInfo).port;
  }

  test.each([
    ['that strips it', true, {}],
    ['that keeps it', false, { basePath: '/agent' }],
    ['that strips it, although it is named', true, { basePath: '/agent' }],
  ])('behind a proxy %s every address of the page leads below it', async (_, strips, overrides) => {
    const port = await proxyTo((await serve(overrides)).port, strips);
    for (const path of ['/agent/', '/agent/inbox', '/agent/sessions/x', '/agent/sessions/x/agents/y']) {
      const { text, status } = await ask(port, { path, headers: { authorization: undefined } });
      expect([path, status]).toEqual([path, 200]);
      const base = new URL(/data-base="([^"]*)"/.exec(text)?.[1] ?? '', `http://localhost${path}`);
      expect([path, base.pathname]).toEqual([path, '/agent/']);
      const source = new URL(/src="([^"]*)"/.exec(text)?.[1] ?? '', `http://localhost${path}`);
      const file = await ask(port, { path: source.pathname, headers: { authorization: undefined } });
      expect([file.status, file.text]).toEqual([200, script]);
    }
    const meta = await ask(port, { path: '/agent/api/v1/sessions?busy=true' });
    expect(meta.json).toMatchObject({ code: 0, data: { operation: 'listSessions', query: { busy: true } } });
    const noToken = await ask(port, { path: '/agent/api/v1/meta', headers: { authorization: undefined } });
    expect([noToken.status, noToken.json?.['code']]).toEqual([401, 40101]);
  });

  test('requests without it still work, its own path gets a slash, and others are no part of it', async () => {
    const based = await serve({ basePath: '/agent' });
    const status = async (path: string, headers = {}) => (await ask(based.port, { path, headers })).status;
    expect(await status('/api/v1/meta')).toBe(200);
    expect(await status('/agent/openapi.json', { authorization: undefined })).toBe(401);
    expect(await status('/agent/%61pi/v1/meta', { authorization: undefined })).toBe(401);
    expect(await status('/sw.js')).toBe(200);
    expect(await status('/agentsw.js')).toBe(404);
    expect(await ask(based.port, { path: '/agent?x=1' })).toMatchObject({
      status: 308,
      headers: { location: '/agent/?x=1' },
    });
    expect((await ask(based.port, { path: '/other/x' })).text).toContain('data-base="../"');
  });

  test('upgrades are checked below it', async () => {
    const based = await serve({ basePath: '/agent' });
    const upgrade = (url: string) =>
      based.app.checkUpgrade({
        url,
        headers: { host: 'localhost', authorization: 'Bearer secret-token' },
        rawHeaders: ['Host', 'localhost'],
        socket: {},
      } as unknown as Parameters<typeof based.app.checkUpgrade>[0]).ok;
    expect(['/agent/api/v1/ws', '/api/v1/ws', '/other/api/v1/ws'].map(upgrade)).toEqual([true, true, false]);
  });
});

function withoutRequest({ date: _date, 'x-request-id': _id, ...rest }: Record<string, string>): object {
  return rest;
}
