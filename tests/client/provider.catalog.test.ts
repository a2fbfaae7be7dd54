/** `agent provider catalog`, and what all commands of `agent provider` share. */
import { describe, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { writeRows } from '../../client/cli/provider.js';
import { parseToml } from '../../schemas/toml/document.js';
import { startTestDaemon, until } from '../helpers/daemon.js';
import { command } from './harness.js';
import {
  COMMENTED,
  registry,
  folder,
  home,
  file,
  address,
  serve,
  agent,
  changedLines,
  useProviderCommands,
} from './provider.fixture.js';

useProviderCommands();

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
    ['provider catalog add groq --api-key k --default-model none', /not a model of groq/],
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
    expect(err).toBe('warning: model a: its price is left out: it is not an object\n');
    expect(parseToml(file())['providers']).toMatchObject({
      guess: { base_url: 'https://g.example/v1', source: { kind: 'catalog', id: 'guess', url: address() } },
    });
  });
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
