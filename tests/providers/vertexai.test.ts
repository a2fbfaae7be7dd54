/** Addresses of the cloud service, and how access tokens are requested, reused and refused. */
import { createVerify, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createModels } from '../../daemon/agent/models.js';
import { createConfig } from '../../daemon/config/config.js';
import { createProvider, type ProviderDeps, type ProviderSettings } from '../../daemon/providers/index.js';
import { startRawModel, type RawModel } from '../helpers/rawmodel.js';
import { collect, deps, failure, request } from './fixtures.js';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const account = {
  type: 'service_account',
  client_email: 'tester@some-project.iam.gserviceaccount.com',
  private_key_id: 'k1',
  private_key: privateKey,
};
const person = {
  type: 'authorized_user',
  client_id: 'the-client',
  client_secret: 'the-client-secret',
  refresh_token: 'the-refresh-token',
  quota_project_id: 'paying-project',
};
const whole = 'data: {"candidates":[{"content":{"parts":[{"text":"Hello"}]},"finishReason":"STOP"}]}\n\n';
const tokenAddress = 'https://oauth2.googleapis.com/token';

let directory: string;
let file: string;
let raw: RawModel;
let tokens: Server;
/** forms that the token server received, and its answer */
let asked: URLSearchParams[];
let answer: () => { status: number; body: unknown };
let now: number;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'agent-vertex-'));
  file = join(directory, 'credentials.json');
  raw = await startRawModel();
  raw.reply({ body: [whole] });
  tokens = createServer((incoming, outgoing) => {
    let body = '';
    incoming.on('data', (piece: Buffer) => (body += piece.toString()));
    incoming.on('end', () => {
      asked.push(new URLSearchParams(body));
      const { status, body: said } = answer();
      outgoing.writeHead(status, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify(said));
    });
  });
  await new Promise<void>((resolve) => tokens.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await raw.close();
  tokens.closeAllConnections();
  await new Promise((resolve) => tokens.close(resolve));
  rmSync(directory, { recursive: true });
});

beforeEach(() => {
  asked = [];
  now = Date.now();
  answer = () => ({
    status: 200,
    body: { access_token: `token-${asked.length}`, expires_in: 3_600, token_type: 'Bearer' },
  });
  writeFileSync(file, JSON.stringify(account));
});

/** Sends requests to the token address and all others to servers on loopback; records the hosts they were meant for. */
function outside(): { deps: ProviderDeps; hosts: string[] } {
  const hosts: string[] = [];
  const { port } = tokens.address() as AddressInfo;
  const fetch = ((input: string | URL, init?: RequestInit) => {
    const url = new URL(input);
    hosts.push(url.host);
    if (url.href === tokenAddress) return globalThis.fetch(`http://127.0.0.1:${port}/token`, init);
    return globalThis.fetch(`${raw.url}${url.pathname}${url.search}`, init);
  }) as typeof globalThis.fetch;
  return { deps: { ...deps, fetch, send: fetch, now: () => now }, hosts };
}

const vertex = (more: Partial<NonNullable<ProviderSettings['vertex']>> = {}): ProviderSettings => ({
  type: 'vertexai',
  vertex: { project: 'some-project', location: 'europe-west4', credentialsFile: file, ...more },
});
const sentHeaders = () => raw.requests.at(-1)?.headers ?? {};

describe('addresses', () => {
  const action = 'publishers/google/models/test-model:streamGenerateContent?alt=sse';
  const place = (project?: string, location?: string) => ({ vertex: { project, location } });
  test.each<[string, Partial<ProviderSettings>, string, string]>([
    [
      'a region',
      place('p', 'europe-west4'),
      'europe-west4-aiplatform.googleapis.com',
      `/v1/projects/p/locations/europe-west4/${action}`,
    ],
    ['the global one', place('p', 'global'), 'aiplatform.googleapis.com', `/v1/projects/p/locations/global/${action}`],
    ['no location', place('p'), 'aiplatform.googleapis.com', `/v1/projects/p/locations/global/${action}`],
    ['no project, but a key', place(), 'aiplatform.googleapis.com', `/v1/${action}`],
    [
      'an address of its own',
      { ...place('p', 'us-east1'), baseUrl: 'http://proxy.example/v1/' },
      'proxy.example',
      `/v1/projects/p/locations/us-east1/${action}`,
    ],
  ])('%s', async (_name, settings, host, path) => {
    const { deps: own, hosts } = outside();
    const provider = createProvider({ type: 'vertexai', apiKey: 'sk-1234567', ...settings }, own);
    expect((await collect(provider, request())).text).toBe('Hello');
    expect(hosts).toEqual([host]);
    expect(raw.requests.at(-1)?.path).toBe(path);
    expect(sentHeaders()['x-goog-api-key']).toBe('sk-1234567');
  });

  test.each<[string, Partial<NonNullable<ProviderSettings['vertex']>>, string, RegExp]>([
    ['no project', { project: undefined }, 'bad_request', /GOOGLE_CLOUD_PROJECT/],
    ['a location that is none', { location: 'evil.example/' }, 'bad_request', /GOOGLE_CLOUD_LOCATION/],
    ['no credential', { credentialsFile: undefined }, 'auth_missing', /GOOGLE_APPLICATION_CREDENTIALS/],
  ])('%s', async (_name, more, kind, words) => {
    const { deps: own, hosts } = outside();
    const error = await failure(createProvider(vertex(more), own));
    expect(error.kind).toBe(kind);
    expect(error.message).toMatch(words);
    expect(hosts).toEqual([]);
  });
});

describe('application credentials', () => {
  test('a service account signs for its token', async () => {
    const provider = createProvider(vertex(), outside().deps);
    expect((await collect(provider, request())).text).toBe('Hello');
    expect(sentHeaders().authorization).toBe('Bearer token-1');
    expect(sentHeaders()).not.toHaveProperty('x-goog-user-project');
    const [head = '', claims = '', signature = ''] = (asked[0]?.get('assertion') ?? '').split('.');
    expect(createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url')).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      iss: account.client_email,
      scope: 'https://www.googleapis.com/auth/cloud-platform',
      aud: tokenAddress,
    });
  });

  test('the user has a refresh token, and a project that pays', async () => {
    writeFileSync(file, JSON.stringify(person));
    await collect(createProvider(vertex(), outside().deps), request());
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: person.refresh_token,
      client_id: person.client_id,
    });
    expect(sentHeaders()).toMatchObject({ authorization: 'Bearer token-1', 'x-goog-user-project': 'paying-project' });
  });

  test('a token is asked for once, and again five minutes before its end', async () => {
    const provider = createProvider(vertex(), outside().deps);
    await Promise.all([1, 2, 3].map(() => collect(provider, request())));
    now += 3_600_000 - 310_000;
    await collect(provider, request());
    expect(asked).toHaveLength(1);
    now += 20_000;
    await collect(provider, request());
    expect(asked).toHaveLength(2);
    expect(sentHeaders().authorization).toBe('Bearer token-2');
  });

  test('a caller that leaves ends the wait of no other', async () => {
    const provider = createProvider(vertex(), outside().deps);
    const controller = new AbortController();
    const reason = new Error('stop');
    const left = collect(provider, request(), controller.signal);
    const stays = collect(provider, request());
    controller.abort(reason);
    await expect(left).rejects.toBe(reason);
    expect((await stays).text).toBe('Hello');
    expect(asked).toHaveLength(1);
  });

  test.each<[string, unknown, string, RegExp]>([
    ['text', 'no JSON', 'auth_missing', /cannot be read as JSON/],
    ['a list', [], 'auth_missing', /the type ""/],
    ['a type that every object has', { type: 'constructor' }, 'auth_missing', /"constructor"/],
    ['another type', { type: 'external_account' }, 'auth_missing', /"external_account"/],
    ['a broken key', { ...account, private_key: 'no key' }, 'auth_missing', /no usable private_key/],
    ['no refresh token', { ...person, refresh_token: '' }, 'auth_missing', /no usable refresh_token/],
  ])('a file with %s', async (_name, content, kind, words) => {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    const error = await failure(createProvider(vertex(), outside().deps));
    expect([error.kind, error.message]).toEqual([kind, expect.stringMatching(words)]);
  });

  test('no such file', async () => {
    const error = await failure(createProvider(vertex({ credentialsFile: join(directory, 'gone') }), outside().deps));
    expect(error.kind).toBe('auth_missing');
  });

  test('a refusal is reported without the credentials, and the next request asks again', async () => {
    writeFileSync(file, JSON.stringify(person));
    const provider = createProvider(vertex(), outside().deps);
    answer = () => ({
      status: 400,
      body: { error: 'invalid_grant', error_description: `Bad ${person.refresh_token} and ${person.client_secret}` },
    });
    const error = await failure(provider);
    expect([error.kind, error.facts.status]).toEqual(['auth_rejected', 400]);
    expect(error.message).toBe('Google refused the application credentials: invalid_grant: Bad *** and ***');
    expect(error.cause).toBeUndefined();
    answer = () => ({ status: 200, body: { access_token: 'later', expires_in: 3_600 } });
    await collect(provider, request());
    expect(sentHeaders().authorization).toBe('Bearer later');
  });

  test('no way to the token server is a matter of the connection', async () => {
    const own = outside().deps;
    const fetch = (() => Promise.reject(new TypeError('fetch failed'))) as unknown as typeof globalThis.fetch;
    expect((await failure(createProvider(vertex(), { ...own, fetch }))).kind).toBe('connection');
  });

  test('the token is hidden when the service quotes it', async () => {
    answer = () => ({ status: 200, body: { access_token: 'ya29.very-secret-token', expires_in: 3_600 } });
    raw.reply({ status: 403, body: ['{"error":{"code":403,"message":"Not for ya29.very-secret-token."}}'] });
    try {
      const error = await failure(createProvider(vertex(), outside().deps));
      expect([error.kind, error.message]).toEqual(['auth_rejected', 'HTTP 403: Not for ***.']);
    } finally {
      raw.reply({ body: [whole] });
    }
  });
});

describe('configuration', () => {
  function ready(env: Record<string, string>, table: string) {
    const configFile = join(directory, 'config.toml');
    writeFileSync(
      configFile,
      `[providers.cloud]\ntype = "vertexai"\n${table}\n[models.m]\nprovider = "cloud"\nmodel = "test-model"\nmax_context_size = 1000\n`,
    );
    const config = createConfig({
      paths: { configFile },
      env,
      now: Date.now,
      detectCapabilities: () => [],
      checkRule: () => undefined,
    });
    const { deps: own, hosts } = outside();
    return { ready: createModels(config, own).ready('m'), hosts };
  }

  test('project and location come from the env table, the file from the environment', async () => {
    const found = ready(
      { GOOGLE_APPLICATION_CREDENTIALS: file, GOOGLE_CLOUD_PROJECT: 'of-the-shell' },
      'env = { GOOGLE_CLOUD_PROJECT = "of-the-table", GOOGLE_CLOUD_LOCATION = "us-east1" }',
    );
    if ('error' in found.ready) throw new Error(found.ready.error);
    await collect(found.ready.provider, request());
    expect(found.hosts).toEqual(['oauth2.googleapis.com', 'us-east1-aiplatform.googleapis.com']);
    expect(raw.requests.at(-1)?.path).toContain('/projects/of-the-table/locations/us-east1/');
    expect(sentHeaders().authorization).toBe('Bearer token-1');
  });

  test('a key of the env table goes before the file', async () => {
    const found = ready({ GOOGLE_APPLICATION_CREDENTIALS: file }, 'env = { VERTEXAI_API_KEY = "sk-1234567" }');
    if ('error' in found.ready) throw new Error(found.ready.error);
    await collect(found.ready.provider, request());
    expect(sentHeaders()['x-goog-api-key']).toBe('sk-1234567');
    expect(asked).toHaveLength(0);
  });

  test('without any there is no model', () => {
    expect(ready({}, '').ready).toMatchObject({ error: 'AUTH_TOKEN_MISSING' });
  });
});
