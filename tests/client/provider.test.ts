/** `agent provider`: what it prints, how it ends, and that it changes only the intended lines of the configuration. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createTwoFilesPatch } from 'diff';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { writeRows } from '../../client/cli/provider.js';
import { parseToml } from '../../daemon/config/toml.js';
import { startTestDaemon, until } from '../helpers/daemon.js';
import { answers, startSite, type Site } from '../helpers/site.js';
import { command, remove, temporary } from './harness.js';

const COMMENTED = `# my own settings
default_model = "mine/large" # the good one

# at work
[providers.mine]
type = "openai"
base_url = "https://mine.example/v1"
api_key = "sk-mine" # do not share

[models."mine/large"]
provider = "mine"
model = "large"
max_context_size = 100000

# last words
[thinking]
enabled = true
`;

const registry = {
  acme: {
    name: 'Acme',
    npm: '@ai-sdk/openai-compatible',
    api: 'https://acme.example/v1',
    env: ['ACME_API_KEY'],
    models: {
      large: {
        name: 'Acme Large',
        limit: { context: 200_000, output: 8_000 },
        tool_call: true,
        cost: { input: 0.25, output: 2, cache_read: 0.025, cache_write: 'free' },
      },
      gone: { status: 'deprecated' },
      bad: { limit: 'none' },
    },
  },
  secret: { npm: '@ai-sdk/cohere', models: { m: {} } },
};

let folder: string;
let home: string;
let site: Site;
beforeEach(async () => {
  folder = await temporary();
  home = join(folder, 'data');
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(home, 'config.toml'), COMMENTED, { mode: 0o600 });
  site = await startSite();
});
afterEach(async () => {
  await site.close();
  await remove(folder);
});

const file = () => readFileSync(join(home, 'config.toml'), 'utf8');
const address = () => site.at('/api.json', '127.0.0.1');
const serve = (document: unknown) => site.serve('/api.json', answers(JSON.stringify(document), 'application/json'));
const agent = (line: string, env: Record<string, string> = {}) => command(line.split(' '), { home, cwd: folder, env });
/** Lines that came and went, with a sign in front. */
function changedLines(before: string): string[] {
  const lines = createTwoFilesPatch('a', 'b', before, file(), '', '', { context: 0 }).split('\n').slice(4);
  return lines.filter((line) => /^[+-]/.test(line) && line.length > 1);
}

describe('provider add', () => {
  test('takes over a registry and changes no other line', async () => {
    serve(registry);
    const { code, out, err } = await agent(`provider add ${address()}`);
    expect([code, out]).toEqual([0, 'added acme  type=openai  models=1\n']);
    expect(err.split('\n')).toEqual([
      'acme: its key is usually in ACME_API_KEY; to use it, set api_key_env = "ACME_API_KEY" in [providers.acme]',
      'warning: skipped secret: its protocol is proprietary',
      'warning: acme: model large: its price of cache_write is left out: it is no number from 0 to 1000000',
      'warning: acme: model bad is left out: its limit is no object',
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

  test('makes a known provider anew, without its overrides, and drops what is no longer listed', async () => {
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
    expect([code, err]).toEqual([1, 'error: it is no file\n']);
  });

  test.each([
    ['nothing usable', () => serve({ secret: registry.secret }), /no provider that can be imported/],
    ['no JSON', () => site.serve('/api.json', answers('<html>')), /no JSON/],
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

describe('provider catalog list', () => {
  const online = () => ({ AGENT_CODE_CATALOG_URL: address() });

  test('prints the providers of the catalog, and the models of one', async () => {
    serve({ ...registry, 'gu\u001bess': { name: 'Gue\nss', api: 'https://g.example', models: { a: {} } } });
    const all = await agent('provider catalog list', online());
    expect([all.code, all.err]).toEqual([0, '']);
    expect(all.out.split('\n')).toEqual([
      'acme  wire=openai  models=1  Acme',
      'secret  wire=none (proprietary-sdk)  models=0  secret',
      String.raw`gu\x1bess  wire=openai (guessed)  models=1  Gue\nss`,
      '',
    ]);
    const one = await agent('provider catalog list acme', online());
    expect(one.out).toBe('large  ctx=200000  [tool_use]  Acme Large\n');
    const filtered = await agent('provider catalog list --filter ACM', online());
    expect(filtered.out).toBe('acme  wire=openai  models=1  Acme\n');
    const json = await agent(`provider catalog list acme --json --url ${address()}`);
    expect(JSON.parse(json.out)).toMatchObject({ acme: { type: 'openai', env: ['ACME_API_KEY'] } });
    expect(Object.keys((JSON.parse(json.out) as typeof registry).acme.models)).toEqual(['large']);
  });

  test('says why there is nothing to print', async () => {
    serve({ ...registry, empty: { api: 'https://e.example', models: {} } });
    const said = async (line: string) => {
      const { code, out, err } = await agent(`provider catalog list ${line}`, online());
      return [code, out, err];
    };
    expect(await said('--filter zzz')).toEqual([0, '', 'no provider has this text in its id or name\n']);
    expect(await said('acme --filter zzz')).toEqual([0, '', 'no model of acme has this text in its id or name\n']);
    expect(await said('empty')).toEqual([0, '', 'empty has no usable model\n']);
    const [, , rejected] = await said('secret');
    expect(rejected).toBe('secret cannot be imported (proprietary-sdk); it has no usable model\n');
  });

  test('puts columns below each other in a terminal that is wide enough', () => {
    const written = (columns: number, isTTY = true): string => {
      const output = Object.assign(new PassThrough(), { isTTY, columns });
      writeRows(output, [
        ['a', 'wire=openai', 'A'],
        ['longer', 'wire=x', 'Longer'],
      ]);
      return String(output.read());
    };
    const loose = 'a  wire=openai  A\nlonger  wire=x  Longer\n';
    expect(written(80)).toBe('a       wire=openai  A\nlonger  wire=x       Longer\n');
    expect(written(20)).toBe(loose);
    expect(written(80, false)).toBe(loose);
  });

  test('names close ones for an unknown id', async () => {
    const { code, out, err } = await agent('provider catalog list antropic');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('error: the catalog has no provider "antropic"; close names: anthropic\n');
  });

  test('serves the built-in snapshot, with its date, when the catalog cannot be reached or is none', async () => {
    const offline = await agent('provider catalog list');
    expect(offline.err).toMatch(/^no catalog address is set; this is the built-in snapshot of 20\d\d-\d\d-\d\d\n$/);
    expect(offline.out).toMatch(/^anthropic {2}wire=anthropic {2}models=\d+ {2}Anthropic$/m);
    const broken = await agent('provider catalog list', online());
    expect(broken.err).toMatch(/^the catalog cannot be used \(the server answered 404\); .*snapshot of 20/);
    expect(broken.out).toBe(offline.out);
  });
});

describe('provider catalog add', () => {
  test('works offline from the snapshot and changes only the intended lines', async () => {
    const line = 'provider catalog add anthropic --default-model claude-sonnet-4-5-20250929';
    const { code, out, err } = await agent(line, { AGENT_REGISTRY_API_KEY: 'sk-canary-key' });
    expect(code).toBe(0);
    expect(out).toMatch(
      /^added anthropic {2}type=anthropic {2}models=\d+\ndefault model: anthropic\/claude-sonnet-4-5-20250929\n$/,
    );
    expect(err).toMatch(/built-in snapshot of 20\d\d-/);
    const lines = changedLines(COMMENTED);
    expect(lines.filter((each) => each.startsWith('-'))).toEqual(['-default_model = "mine/large" # the good one']);
    expect(lines.slice(1, 7)).toEqual([
      '+default_model = "anthropic/claude-sonnet-4-5-20250929" # the good one',
      '+[providers.anthropic]',
      '+type = "anthropic"',
      '+base_url = "https://api.anthropic.com"',
      '+api_key = "sk-canary-key"',
      '+source = { kind = "catalog", id = "anthropic" }',
    ]);
    expect(lines.slice(7).filter((each) => !/^\+(\[models\."anthropic\/|[a-z_]+ = )/.test(each))).toEqual([]);
    expect(lines).toContain('+price = { input = 3, output = 15, cache_read = 0.3, cache_write = 3.75 }');
    expect(out + err).not.toContain('canary');
  });

  test('names the next step where no model is chosen yet', async () => {
    writeFileSync(join(home, 'config.toml'), '', { mode: 0o600 });
    const { code, err } = await agent('provider catalog add anthropic --api-key k');
    expect(code).toBe(0);
    const [, alias] = /^no default model is set: use -m (\S+), or set default_model = "\1"$/m.exec(err) ?? [];
    expect(file()).toContain(`[models.${JSON.stringify(alias)}]`);
  });

  test.each([
    ['provider catalog add nobody --api-key k', /no provider nobody/],
    ['provider catalog add amazon-bedrock --api-key k', /proprietary/],
    ['provider catalog add azure --api-key k', /give its base URL/],
    ['provider catalog add azure --api-key k --base-url https://${X}.example', /placeholder/],
    ['provider catalog add groq --api-key k --default-model none', /no model of groq/],
    ['provider catalog add odd --api-key k --url FILE', /protocol is not known/],
    ['provider catalog add empty --api-key k --url FILE', /no usable model/],
  ])('%s ends with 1 and changes nothing', async (line, message) => {
    serve({ odd: { type: 'telepathy', models: { m: {} } }, empty: { api: 'https://e.example', models: {} } });
    const { code, out, err } = await agent(line.replace('FILE', address()));
    expect([code, out, file()]).toEqual([1, '', COMMENTED]);
    expect(err).toMatch(message);
  });

  test('refuses a blank base URL', async () => {
    const words = ['provider', 'catalog', 'add', 'azure', '--api-key', 'k', '--base-url', ' '];
    const { code, err } = await command(words, { home, cwd: folder });
    expect([code, err, file()]).toEqual([1, 'error: azure cannot be imported: the base URL is blank\n', COMMENTED]);
  });

  test('takes an address where the catalog has only a pattern, and says when the protocol was guessed', async () => {
    serve({ guess: { models: { a: { cost: 'none' } } } });
    const { code, out, err } = await agent(
      `provider catalog add guess --api-key k --base-url https://g.example/v1 --url ${address()}`,
    );
    expect(code).toBe(0);
    expect(out).toBe(
      'added guess  type=openai (guessed)  models=1\nthe catalog names no protocol for guess; openai was guessed\n',
    );
    expect(err).toBe('warning: model a: its price is left out: it is no object\n');
    expect(parseToml(file())['providers']).toMatchObject({
      guess: { base_url: 'https://g.example/v1', source: { kind: 'catalog', id: 'guess', url: address() } },
    });
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

test('a server that runs notices within a second', async () => {
  const daemon = await startTestDaemon({ home });
  try {
    await agent('provider catalog add groq --api-key k');
    const begun = Date.now();
    await until('the models', async () => {
      const { items } = await daemon.ok('listModels', {});
      return items.some(({ provider }) => provider === 'groq') || undefined;
    });
    expect(Date.now() - begun).toBeLessThan(3_000);
  } finally {
    await daemon.close();
  }
});
