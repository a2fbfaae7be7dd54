/** `agent provider add`, `remove` and `list`. */
import { describe, expect, test } from '@jest/globals';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseToml } from '../../schemas/toml/document.js';
import { answers } from '../helpers/site.js';
import {
  COMMENTED,
  registry,
  folder,
  home,
  site,
  file,
  address,
  serve,
  agent,
  changedLines,
  useProviderCommands,
} from './provider.fixture.js';

useProviderCommands();

describe('provider add', () => {
  test('takes over a registry and changes no other line', async () => {
    serve(registry);
    const { code, out, err } = await agent(`provider add ${address()}`);
    expect([code, out]).toEqual([0, 'added acme  type=openai  models=1\n']);
    expect(err.split('\n')).toEqual([
      'acme: its key is usually in ACME_API_KEY; to use it, set api_key_env = "ACME_API_KEY" in [providers.acme]',
      'warning: skipped secret: its protocol is proprietary',
      'warning: acme: model large: its price of cache_write is left out: it is not a number from 0 to 1000000',
      'warning: acme: model bad is left out: its limit is not an object',
      '',
    ]);
    expect(changedLines(COMMENTED)).toEqual([
      '+[providers.acme]',
      '+type = "openai"',
      '+base_url = "https://acme.example/v1"',
      `+source = { kind = "apiJson", url = "${address()}" }`,
      '+[models."acme/large"]',
      '+provider = "acme"',
      '+model = "large"',
      '+max_context_size = 200000',
      '+max_output_size = 8000',
      '+capabilities = ["tool_use"]',
      '+display_name = "Acme Large"',
      '+price = { input = 0.25, output = 2, cache_read = 0.025 }',
    ]);
    expect(statSync(join(home, 'config.toml')).mode & 0o777).toBe(0o600);
  });

  test('sends the key, stores it, uses it again for the same registry, and prints it nowhere', async () => {
    serve(registry);
    const first = await agent(`provider add ${address()}`, { AGENT_REGISTRY_API_KEY: 'sk-canary-registry' });
    const again = await agent(`provider add ${address()}`);
    expect(site.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer sk-canary-registry',
      'Bearer sk-canary-registry',
    ]);
    expect(parseToml(file())['providers']).toMatchObject({
      acme: { api_key: 'sk-canary-registry', source: { api_key: 'sk-canary-registry' } },
    });
    expect(first.out + first.err + again.out + again.err).not.toContain('canary');
    expect(again.err).not.toContain('api_key_env');
  });

  test('replaces a known provider, without its overrides, and drops what is no longer listed', async () => {
    serve({ ...registry, extra: registry.acme });
    await agent(`provider add ${address()}`);
    writeFileSync(
      join(home, 'config.toml'),
      `${file()}\n[models."acme/large".overrides]\nmax_context_size = 5\n[models."acme/own"]\nprovider = "acme"\nmodel = "own"\nmax_context_size = 9\n`,
    );
    serve(registry);
    const { out } = await agent(`provider add ${address()}`);
    expect(out).toBe('added acme  type=openai  models=1\nremoved extra: no longer listed\n');
    const models = parseToml(file())['models'] as Record<string, object>;
    expect(Object.keys(models)).toEqual(['mine/large', 'acme/large']);
    expect(models['acme/large']).not.toHaveProperty('overrides');
  });

  test('never sends a stored key to another registry', async () => {
    serve({ mine: registry.acme });
    const { code } = await agent(`provider add ${address()}`);
    expect(code).toBe(0);
    expect(site.requests[0]?.headers.authorization).toBeUndefined();
    expect((parseToml(file())['providers'] as Record<string, object>)['mine']).not.toHaveProperty('api_key');
  });

  test('reads a file', async () => {
    const path = join(folder, 'api.json');
    writeFileSync(path, JSON.stringify(registry));
    expect((await agent(`provider add ${pathToFileURL(path).href}`)).code).toBe(0);
    const { code, err } = await agent(`provider add ${pathToFileURL(folder).href}`);
    expect([code, err]).toEqual([1, 'error: the address is that of no file\n']);
    const absent = await agent(`provider add ${pathToFileURL(join(folder, 'none.json')).href}`);
    expect([absent.code, absent.err]).toEqual([1, 'error: the document cannot be read: there is no such file\n']);
  });

  test.each([
    ['nothing usable', () => serve({ secret: registry.secret }), /no provider that can be imported/],
    ['no JSON', () => site.serve('/api.json', answers('<html>')), /not JSON/],
    ['a refusal', () => site.serve('/api.json', answers('no', 'text/plain', {}, 403)), /answered 403/],
    ['a managed id', () => serve({ 'managed:agent-code': registry.acme }), /belongs to a login/],
    ['too much', () => site.serve('/api.json', answers(Buffer.alloc(10 * 1024 * 1024 + 1, ' '))), /larger than 10 MiB/],
    ['no answer', () => site.serve('/api.json', (request) => request.socket.destroy()), /cannot be fetched/],
  ])('of %s ends with 1 and changes nothing', async (_, behave, message) => {
    behave();
    const { code, out, err } = await agent(`provider add ${address()}`);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(message);
    expect(file()).toBe(COMMENTED);
  });

  test.each(['ftp://a.example/x', 'nothing', 'http://user:pass@127.0.0.1/'])('of %s ends with 1', async (url) => {
    const { code, err } = await agent(`provider add ${url}`);
    expect([code, /^error: the document's address must/.test(err), file()]).toEqual([1, true, COMMENTED]);
  });

  test('of a configuration that is broken says where', async () => {
    serve(registry);
    writeFileSync(join(home, 'config.toml'), 'default_plan_mode = \n');
    const { code, err } = await agent(`provider add ${address()}`);
    expect([code, file()]).toEqual([1, 'default_plan_mode = \n']);
    expect(err).toContain('config.toml:1:');
  });
});

describe('provider remove', () => {
  test('takes table, models and the default model, and prints what went', async () => {
    const { code, out } = await agent('provider remove mine');
    expect([code, out]).toEqual([0, 'removed mine  models=1\nremoved default model: mine/large\n']);
    expect(file()).toContain('# last words\n[thinking]\nenabled = true\n');
    expect(parseToml(file())).toEqual({ thinking: { enabled: true } });
  });

  test.each([
    ['nobody', 'error: there is no provider nobody; configured: mine\n'],
    ['managed:agent-code', 'error: managed:agent-code belongs to a login; log out to remove it\n'],
  ])('%s ends with 1', async (id, message) => {
    const { code, out, err } = await agent(`provider remove ${id}`);
    expect([code, out, err, file()]).toEqual([1, '', message, COMMENTED]);
  });
});

describe('provider list', () => {
  test('prints a line for each, with its source, and the default model', async () => {
    serve(registry);
    await agent(`provider add ${address()}`);
    await agent('provider catalog add groq --api-key sk-g');
    const { code, out } = await agent('provider list');
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      'mine  type=openai  models=1  source=config',
      `acme  type=openai  models=1  source=${address()}`,
      expect.stringMatching(/^groq {2}type=openai {2}models=\d+ {2}source=catalog$/),
      'default model: mine/large',
      '',
    ]);
  });

  test('says what to do when there is none', async () => {
    writeFileSync(join(home, 'config.toml'), '');
    const { code, out } = await agent('provider list');
    expect(code).toBe(0);
    expect(out).toMatch(/login.*provider add.*offline\/echo/);
  });

  test('prints the tables as they are stored as JSON, with a warning about the keys', async () => {
    const { out, err } = await agent('provider list --json');
    expect(JSON.parse(out)).toEqual({
      providers: { mine: { type: 'openai', base_url: 'https://mine.example/v1', api_key: 'sk-mine' } },
      models: { 'mine/large': { provider: 'mine', model: 'large', max_context_size: 100_000 } },
    });
    expect(err).toBe('warning: the output holds stored keys\n');
    expect(file()).toBe(COMMENTED);
  });

  test('gives no warning about the name under which a login is kept', async () => {
    const login =
      '[providers."managed:agent-code"]\ntype = "agent"\noauth = { storage = "file", key = "oauth/agent-code" }\n';
    writeFileSync(join(home, 'config.toml'), login);
    const { code, out, err } = await agent('provider list --json');
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({ providers: { 'managed:agent-code': { oauth: { storage: 'file' } } } });
  });
});

test.each([
  ['provider', /needs an action: add, remove, list or catalog/],
  ['provider catalog', /needs an action: list or add/],
  ['provider ad', /did you mean add\?/],
  ['provider add', /address of a registry document is needed/],
  ['provider add a b', /only the address/],
  ['provider remove', /id of a provider is needed/],
  ['provider catalog add groq', /key is needed/],
  ['provider catalog add --api-key k', /id of a provider is needed/],
])('%s is wrong use', async (line, message) => {
  const { code, out, err } = await agent(line);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(message);
  expect(err).toMatch(/\nRun agent provider.* --help for the options\.\n$/);
});

test('help says that a key is better given by the environment', async () => {
  for (const line of ['provider add', 'provider catalog add']) {
    const { code, out } = await agent(`${line} --help`);
    expect(code).toBe(0);
    expect(out.replace(/\s+/g, ' ')).toContain('better set AGENT_REGISTRY_API_KEY');
  }
});
