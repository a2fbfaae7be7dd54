/** All traffic of a server or a command takes the proxy: each kind, to hosts that only the proxy can resolve. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { login } from '../../daemon/direct/login.js';
import { createOutward } from '../../daemon/outward/outward.js';
import { createVertexCredentials } from '../../daemon/providers/vertex-credentials.js';
import { command, remove, temporary, testIo, until as eventually } from '../client/harness.js';
import { run } from '../../client/cli/run.js';
import { startAccountServer } from '../helpers/accountserver.js';
import { makeCertificate } from '../helpers/certificate.js';
import { startTestDaemon, until, type TestDaemonOptions } from '../helpers/daemon.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { startProxy, startTls, type ProxyOptions, type TestProxy } from '../helpers/proxy.js';
import { answers, bentWorld, startSite, type Site } from '../helpers/site.js';
import { hurried, modelConfig, startTrial, type Talk, type TrialOptions } from '../helpers/turns.js';

const password = 'canary-proxy-word';
const registry = {
  acme: { npm: '@ai-sdk/openai-compatible', api: 'https://acme.example/v1', models: { large: { name: 'Large' } } },
};

let site: Site;
let model: ScriptedModel;
let closing: { close(): Promise<void> }[];

beforeEach(async () => {
  site = await startSite();
  model = await startModel();
  closing = [model, site];
});
afterEach(async () => {
  for (const each of closing.toReversed()) await each.close();
});

async function proxyWith(options: Partial<ProxyOptions> = {}): Promise<TestProxy> {
  const names = ['site.example', 'www.example', 'alone.invalid', '93.184.215.14'];
  const hosts = {
    ...Object.fromEntries(names.map((name) => [name, site.port])),
    'model.example': portOf(model.hostUrl),
  };
  const proxy = await startProxy({ kind: 'http', user: 'me', password, hosts, ...options });
  closing.push(proxy);
  return proxy;
}

const portOf = (url: string): number => Number(new URL(url).port);
const at = ({ port }: TestProxy, scheme = 'http', user = 'me'): string =>
  `${scheme}://${user}:${password}@127.0.0.1:${port}`;
const document = () => site.serve('/api.json', answers(JSON.stringify(registry), 'application/json'));

async function talkWith(
  env: Record<string, string>,
  options: TrialOptions = {},
): Promise<Talk & { home: string; warnings: readonly string[] }> {
  const trial = await startTrial({ env: { PATH: process.env['PATH'], ...env }, sleep: hurried(5), ...options });
  closing.push(trial);
  return Object.assign(await trial.talk({ agent_config: { permission_mode: 'yolo' } }), {
    home: trial.home,
    warnings: trial.daemon.warnings,
  });
}

async function daemonWith(env: Record<string, string>, options: TestDaemonOptions = {}) {
  const daemon = await startTestDaemon({ env, ...options });
  closing.push(daemon);
  return daemon;
}

/** text of the last tool result */
const result = ({ frames }: Talk): string =>
  String(frames.findLast(({ type }) => type === 'tool.result')?.payload['output']);

describe('a turn', () => {
  const config = modelConfig('http://model.example/v1');

  test.each([
    ['http', 'http', 'POST http://model.example/v1/chat/completions'],
    ['socks5', 'socks5h', 'socks5 model.example:80'],
  ] as const)('over %s, with one connection for two steps', async (kind, scheme, passed) => {
    const proxy = await proxyWith({ kind });
    model.reply({ calls: [{ name: 'Bash', input: { command: 'echo "<$HTTP_PROXY>"; sleep 0.1' } }] }, { text: 'Done' });
    const talk = await talkWith({ HTTP_PROXY: at(proxy, scheme), NO_PROXY: 'site.example' }, { config });
    await talk.run('go');
    expect(talk.frames.at(-1)?.payload['reason']).toBe('completed');
    expect(new Set(proxy.passed)).toEqual(new Set([passed]));
    expect([model.requests.length, proxy.connections]).toEqual([2, 1]);
    // commands of a session inherit the variable unchanged
    expect(JSON.stringify(model.bodies[1]?.messages)).toContain(`<${scheme}://me:`);
  });

  test('a refusal for good is reported at once, another one after the usual attempts, both without the password', async () => {
    const proxy = await proxyWith({ user: 'other' });
    const talk = await talkWith({ ALL_PROXY: at(proxy) }, { config });
    await talk.run('go');
    const told = talk.frames.find(({ type }) => type === 'error')?.payload;
    expect(told).toMatchObject({
      code: 'provider.connection_error',
      message: `The provider cannot be reached: the proxy 127.0.0.1:${proxy.port} refused the name or the password (407).`,
      retryable: false,
      details: { code: 'provider.connection' },
    });
    expect(talk.frames.filter(({ type }) => type === 'turn.step.retrying')).toEqual([]);
    await proxy.close();
    const from = talk.frames.length;
    await talk.run('again');
    expect(talk.frames.slice(from).find(({ type }) => type === 'error')?.payload).toMatchObject({
      message: `The provider cannot be reached: the proxy 127.0.0.1:${proxy.port} cannot be reached: the connection was refused.`,
      retryable: true,
    });
    expect(talk.frames.filter(({ type }) => type === 'turn.step.retrying').length).toBeGreaterThan(1);
    expect(JSON.stringify(talk.frames) + logsOf(talk.home)).not.toMatch(/canary|bWU6Y2FuYXJ5/);
  });

  test('a variable that cannot be used: a warning at the start, and a failure that names it', async () => {
    const talk = await talkWith({ HTTP_PROXY: `gopher://me:${password}@127.0.0.1:1` }, { config });
    await talk.run('go');
    expect(talk.frames.find(({ type }) => type === 'error')?.payload).toMatchObject({
      message: 'The provider cannot be reached: HTTP_PROXY names a proxy of a kind that is not known.',
      retryable: false,
    });
    expect(model.requests).toEqual([]);
    const logs = logsOf(talk.home);
    // commands that start a server print this warning
    expect(talk.warnings).toEqual(['HTTP_PROXY names a proxy of a kind that is not known; what needs it will fail']);
    expect(logs.match(/HTTP_PROXY names a proxy of a kind that is not known; what needs it will fail/g)).toHaveLength(
      1,
    );
    expect(JSON.stringify(talk.frames) + logs).not.toContain('canary');
  });

  test('a model on this machine is asked without it', async () => {
    model.reply({ text: 'Hello' });
    const talk = await talkWith({ ALL_PROXY: 'http://127.0.0.1:1' }, { config: modelConfig(model.baseUrl) });
    await talk.run('go');
    expect(model.requests).toHaveLength(1);
  });
});

describe('pages and searches', () => {
  beforeEach(() => site.serve('/page', answers('the page')));

  async function get(env: Record<string, string>, url: string): Promise<{ output: string; lookups: string[] }> {
    const world = bentWorld({ 'hidden.example': [['10.1.2.3']] });
    // the proxy gets the address that was checked, not the test's replacement
    const talk = await talkWith(env, { web: { ...world, reach: (checked) => checked } });
    await talk.run(`call FetchURL ${JSON.stringify({ url })}`);
    return { output: result(talk), lookups: world.lookups };
  }

  test.each([
    ['http', 'http', 'http://www.example/page', ['GET http://www.example/page'], ['www.example']],
    ['http', 'http', 'http://alone.invalid/page', ['GET http://alone.invalid/page'], ['alone.invalid']],
    ['socks5', 'socks5h', 'http://alone.invalid/page', ['socks5 alone.invalid:80'], []],
    ['socks4', 'socks4a', 'http://alone.invalid/page', ['socks4 alone.invalid:80'], []],
    ['socks5', 'socks5', 'http://www.example/page', ['socks5 93.184.215.14:80'], ['www.example']],
    ['socks4', 'socks4', 'http://www.example/page', ['socks4 93.184.215.14:80'], ['www.example']],
  ] as const)('a page by %s as %s: %s', async (kind, scheme, url, passed, looked) => {
    const proxy = await proxyWith({ kind });
    const { output, lookups } = await get({ ALL_PROXY: at(proxy, scheme) }, url);
    expect(output).toContain('the page');
    expect([proxy.passed, lookups]).toEqual([passed, looked]);
  });

  test.each([
    ['http', 'http', 'http://hidden.example/page', 'leads to an address that is not public'],
    ['socks5', 'socks5', 'http://hidden.example/page', 'leads to an address that is not public'],
    ['socks5', 'socks5', 'http://alone.invalid/page', 'the host was not found'],
    ['http', 'http', 'http://10.0.0.1/page', 'is an address that is not public'],
    ['http', 'http', 'http://127.0.0.1/page', 'is an address that is not public'],
    ['http', 'http', 'http://metadata.localhost/page', 'is this machine'],
    ['socks5', 'socks5h', 'http://10.0.0.1/page', 'is an address that is not public'],
    ['socks5', 'socks5h', 'http://[::ffff:10.0.0.1]/page', 'is an address that is not public'],
    ['socks5', 'socks5h', 'http://metadata.localhost/page', 'is this machine'],
  ] as const)('checked before the proxy (%s as %s): %s', async (kind, scheme, url, words) => {
    const proxy = await proxyWith({ kind });
    const { output } = await get({ ALL_PROXY: at(proxy, scheme) }, url);
    expect(output).toContain(words);
    expect([proxy.passed, proxy.connections]).toEqual([[], 0]);
  });

  test('a redirect is checked, too', async () => {
    site.serve('/away', (_request, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end());
    const proxy = await proxyWith();
    const { output } = await get({ ALL_PROXY: at(proxy) }, 'http://www.example/away');
    expect(output).toContain('10.0.0.1 is an address that is not public');
    expect(proxy.passed).toEqual(['GET http://www.example/away']);
  });

  test('a proxy that refuses, and a variable that cannot be used, are named', async () => {
    const proxy = await proxyWith({ user: 'other' });
    const { output } = await get({ ALL_PROXY: at(proxy) }, 'http://www.example/page');
    expect(output).toContain(
      `cannot be reached: the proxy 127.0.0.1:${proxy.port} refused the name or the password (407).`,
    );
    const other = await get({ ALL_PROXY: 'gopher://p' }, 'http://www.example/page');
    expect(other.output).toContain('cannot be reached: ALL_PROXY names a proxy of a kind that is not known.');
  });

  test('search and fetch services', async () => {
    const found = { search_results: [{ title: 'Found', url: 'https://found.example' }] };
    site.serve('/search', answers(JSON.stringify(found), 'application/json'));
    site.serve('/fetch', answers('from the service', 'text/markdown'));
    const proxy = await proxyWith();
    const config =
      '[services.search]\nbase_url = "http://site.example/search"\n[services.fetch]\nbase_url = "http://site.example/fetch"\n';
    const talk = await talkWith({ HTTP_PROXY: at(proxy) }, { config, web: bentWorld() });
    await talk.run('web words');
    expect(result(talk)).toContain('https://found.example');
    await talk.run('call FetchURL {"url":"http://www.example/page"}');
    expect(result(talk)).toContain('from the service');
    expect(proxy.passed).toEqual(['POST http://site.example/search', 'POST http://site.example/fetch']);
  });
});

test('the catalog and a registry, over REST', async () => {
  document();
  const proxy = await proxyWith();
  const daemon = await daemonWith({ HTTP_PROXY: at(proxy), AGENT_CODE_CATALOG_URL: 'http://site.example/api.json' });
  expect((await daemon.ok('listCatalogProviders', {})).items.map(({ id }) => id)).toEqual(['acme']);
  await daemon.ok('importRegistry', { body: { url: 'http://www.example/api.json', api_key: 'sk-x' } });
  expect(proxy.passed).toEqual(['GET http://site.example/api.json', 'GET http://www.example/api.json']);
});

describe('the account', () => {
  async function place() {
    const account = await startAccountServer();
    const certificate = makeCertificate('account.example', 'api.example');
    const tls = await startTls(portOf(account.host), certificate);
    closing.push(account, tls);
    const proxy = await proxyWith({ hosts: { 'account.example': tls.port, 'api.example': tls.port } });
    const env = Object.fromEntries(
      Object.entries(account.env).map(([name, value]) => {
        const url = new URL(value);
        return [
          name,
          value.replace(url.origin, value === account.base ? 'https://api.example' : 'https://account.example'),
        ];
      }),
    );
    return { account, proxy, trusted: certificate.cert, env: { ...env, HTTPS_PROXY: at(proxy) } };
  }

  test('a login over REST', async () => {
    const { account, proxy, trusted, env } = await place();
    let ahead = 0;
    const daemon = await daemonWith(env, {
      trusted,
      now: () => Date.now() + ahead,
      sleep: (ms, signal) => pause(ms / 50, undefined, { signal, ref: false }),
    });
    await daemon.ok('startLogin', { body: {} });
    account.approve();
    const ended = await until('the end of the flow', async () => {
      const flow = await daemon.ok('getLogin', {});
      return flow && flow.status !== 'pending' ? flow : undefined;
    });
    expect(ended.status).toBe('authenticated');
    expect(new Set(proxy.passed)).toEqual(new Set(['CONNECT account.example:443', 'CONNECT api.example:443']));

    // when the proxy refuses the credentials, the renewal of a token is not retried
    const { id } = await daemon.createSession({ title: 'Trial' });
    await proxy.close();
    await proxyWith({ port: proxy.port, user: 'other' });
    ahead = 7_200_000;
    const socket = await daemon.socket();
    await socket.send('client_hello', { client_id: 'c', subscriptions: [id] });
    await daemon.run(id, 'hello');
    const failed = await socket.until('the end', ({ type }) => type === 'turn.ended');
    expect(JSON.stringify(failed.payload)).toContain('refused the name or the password (407)');
    expect(socket.frames.filter(({ type }) => type === 'turn.step.retrying')).toEqual([]);
  });

  test('agent login', async () => {
    const { account, proxy, trusted, env } = await place();
    const folder = await temporary();
    const io = testIo({
      home: join(folder, 'home'),
      cwd: folder,
      env: { ...env, HTTP_PROXY: 'gopher://p' },
      direct: {
        login: (options) =>
          login({ ...options, trusted, sleep: (ms, signal) => pause(ms / 50, undefined, { signal, ref: false }) }),
      },
    });
    const code = run(['login'], io);
    await eventually(() => io.err().includes('enter the code'));
    account.approve();
    expect([await code, io.err()]).toEqual([0, expect.stringContaining('Logged in to')]);
    expect(io.err().match(/warning: HTTP_PROXY names a proxy of a kind that is not known/g)).toHaveLength(1);
    expect(new Set(proxy.passed)).toEqual(new Set(['CONNECT account.example:443', 'CONNECT api.example:443']));
    await remove(folder);
  });
});

describe('agent provider', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporary();
    document();
  });
  afterEach(() => remove(folder));
  const agent = (line: string, env: Record<string, string>) =>
    command(line.split(' '), { home: join(folder, 'data'), cwd: folder, env });

  test('add and catalog add', async () => {
    const proxy = await proxyWith();
    const env = { HTTP_PROXY: at(proxy) };
    expect(await agent('provider add http://site.example/api.json', env)).toMatchObject({ code: 0 });
    const line = 'provider catalog add acme --api-key sk-x --url http://www.example/api.json';
    expect(await agent(line, env)).toMatchObject({ code: 0 });
    expect(proxy.passed).toEqual(['GET http://site.example/api.json', 'GET http://www.example/api.json']);
  });

  test('a refusal is reported without the password, a variable that cannot be used is warned of', async () => {
    const proxy = await proxyWith({ user: 'other' });
    const refused = await agent('provider add http://site.example/api.json', { HTTP_PROXY: at(proxy) });
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(`the proxy 127.0.0.1:${proxy.port} refused the name or the password (407)`);
    const bad = await agent('provider add http://site.example/api.json', { HTTP_PROXY: `gopher://x:${password}@p` });
    expect(bad.code).toBe(1);
    expect(bad.err).toContain(
      'warning: HTTP_PROXY names a proxy of a kind that is not known; what needs it will fail\n',
    );
    expect(refused.err + bad.err).not.toContain('canary');
  });
});

test('access tokens for application credentials', async () => {
  const certificate = makeCertificate('oauth2.googleapis.com');
  site.serve('/token', answers('{"access_token":"token-of-google","expires_in":3600}', 'application/json'));
  const tls = await startTls(site.port, certificate);
  const proxy = await proxyWith({ hosts: { 'oauth2.googleapis.com': tls.port } });
  const outward = createOutward({ env: { https_proxy: at(proxy) }, trusted: certificate.cert });
  closing.push(tls, outward);
  const folder = await temporary();
  const file = join(folder, 'credentials.json');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(file, JSON.stringify({ type: 'service_account', client_email: 'a@b.example', private_key }));
  const ask = (fetch: typeof globalThis.fetch) =>
    createVertexCredentials(file, { now: Date.now, fetch }).token(new AbortController().signal);
  expect(await ask(outward.fetch)).toEqual({ value: 'token-of-google' });
  expect(proxy.passed).toEqual(['CONNECT oauth2.googleapis.com:443']);
  const stranger = createOutward({ env: { https_proxy: at(proxy, 'http', 'stranger') } });
  closing.push(stranger);
  await expect(ask(stranger.fetch)).rejects.toMatchObject({
    kind: 'connection',
    message: `The provider cannot be reached: the proxy 127.0.0.1:${proxy.port} refused the name or the password (407).`,
    facts: { isFinal: true },
  });
  await remove(folder);
});

function logsOf(home: string): string {
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.log'));
  expect(files.length).toBeGreaterThan(0);
  return files.map((name) => readFileSync(join(home, name), 'utf8')).join('');
}
