/** Models of imported providers are read again from their registry or the catalog: on request, and after a start. */
import { describe, expect, test } from '@jest/globals';
import { createTwoFilesPatch } from 'diff';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until, type TestDaemon } from '../helpers/daemon.js';
import { answers } from '../helpers/site.js';
import { address, serve, site, start } from './catalogsite.js';

const at = (provider_id: string) => ({ params: { provider_id } });
const pathOf = ({ home }: TestDaemon) => join(home, 'config.toml');
const fileOf = (daemon: TestDaemon) => readFileSync(pathOf(daemon), 'utf8');
const told = (frames: { type: string }[]) => frames.filter(({ type }) => type === 'event.model_catalog.changed');

const acme = (models: Record<string, unknown>, more: object = {}) => ({
  acme: { name: 'Acme', npm: '@ai-sdk/openai-compatible', api: 'https://acme.example/v1', models, ...more },
});
const large = { limit: { context: 200_000 }, tool_call: true, cost: { input: 1, output: 4 } };

/** A configuration that an import wrote and the user edited. */
const edited = (source: string) => `# my providers
default_model = "acme/old" # until it is gone

[providers.acme] # the good one
type = "openai"
base_url = "https://proxy.example/v1" # not theirs
api_key = "sk-canary-acme"
default_model = "acme/large"
source = ${source}

[models."acme/old"]
provider = "acme"
model = "old"
max_context_size = 1000

[models."acme/large"] # used daily
provider = "acme"
model = "large"
max_context_size = 100000 # tokens
capabilities = ["tool_use"]
price = { input = 2, output = 4 } # last year
default_effort = "high"
mine = true

[models."acme/large".overrides]
display_name = "The large one"

[models.big] # a name of my own
provider = "acme"
model = "old"
max_context_size = 1000

[models."other/old"]
provider = "other"
model = "old"
max_context_size = 1000
`;
const registryOf = (url: string) => `{ kind = "apiJson", url = "${url}", api_key = "sk-canary-registry" }`;

/** Removed and added lines, with `-` or `+` in front. */
function changedLines(before: string, after: string): string[] {
  const lines = createTwoFilesPatch('a', 'b', before, after, '', '', { context: 0 }).split('\n').slice(4);
  return lines.filter((line) => /^[+-]./.test(line));
}

describe('asked for', () => {
  test('a registry: only the lines of models change, in whatever the user wrote', async () => {
    site.serve('/api.json', answers('not yet', 'text/plain', {}, 503));
    const config = edited(registryOf(address()));
    const daemon = await start({ config });
    await until('the refresh of the start', () => site.asked[0]);
    const socket = await daemon.socket();
    serve(acme({ large, small: { name: 'Small', cost: { input: 0.1, output: 0.2, cache_read: 0.01 } } }));
    const report = await daemon.ok('refreshProvider', at('acme'));
    const changed = [{ provider_id: 'acme', provider_name: 'Acme', added: 1, removed: 1 }];
    expect(report).toEqual({ changed, unchanged: [], failed: [] });
    expect(changedLines(config, fileOf(daemon))).toEqual([
      '-[models."acme/old"]',
      '-provider = "acme"',
      '-model = "old"',
      '-max_context_size = 1000',
      '-max_context_size = 100000 # tokens',
      '+max_context_size = 200000 # tokens',
      '-price = { input = 2, output = 4 } # last year',
      '+price = { input = 1, output = 4 } # last year',
      '+[models."acme/small"]',
      '+provider = "acme"',
      '+model = "small"',
      '+max_context_size = 128000',
      '+display_name = "Small"',
      '+price = { input = 0.1, output = 0.2, cache_read = 0.01 }',
    ]);
    const { payload } = await socket.until('it', ({ type }) => type === 'event.model_catalog.changed');
    expect(payload).toMatchObject(report);
    expect((await daemon.ok('getConfig', {})).default_model).toBe('acme/old');
    expect(site.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer sk-canary-registry',
      'Bearer sk-canary-registry',
    ]);

    // a second refresh finds nothing to change
    const [file, { mtimeMs, ino }] = [fileOf(daemon), statSync(pathOf(daemon))];
    const same = { changed: [], unchanged: ['acme', 'offline'], failed: [] };
    expect(await daemon.ok('refreshProviders', {})).toEqual(same);
    expect([fileOf(daemon), statSync(pathOf(daemon)).mtimeMs, statSync(pathOf(daemon)).ino]).toEqual([
      file,
      mtimeMs,
      ino,
    ]);
    expect(told(socket.frames)).toHaveLength(1);
  });

  test('what a source does not say of a model goes, but a price stays', async () => {
    const config = edited(registryOf(address()));
    serve(acme({ old: {}, large: { limit: { context: 100_000 } } }));
    const daemon = await start({ config });
    await until('the change', () => fileOf(daemon) !== config || undefined);
    expect(changedLines(config, fileOf(daemon))).toEqual([
      '-max_context_size = 1000',
      '+max_context_size = 128000',
      '-capabilities = ["tool_use"]',
    ]);
  });

  test('sources that fail leave their providers as they are, each with its reason; the others are read', async () => {
    const from = (id: string, path: string) =>
      `[providers.${id}]\ntype = "openai"\nbase_url = "https://acme.example/v1"\nsource = { kind = "apiJson", url = "${address(path)}" }\n[models."${id}/m"]\nprovider = "${id}"\nmodel = "m"\nmax_context_size = 128000\n`;
    const daemon = await start({
      config: ['acme', 'gone', 'empty', 'odd'].map((id) => from(id, '/good')).join('') + from('dead', '/bad'),
    });
    serve({ ...acme({ m: {}, n: {} }), empty: { models: {} }, odd: { type: 'telepathy', models: { m: {} } } }, '/good');
    site.serve('/bad', answers('<html>'));
    await until('the refresh of the start', () => fileOf(daemon).includes('[models."acme/n"]') || undefined);
    site.requests.splice(0);
    const before = fileOf(daemon);
    expect(await daemon.ok('refreshProviders', {})).toEqual({
      changed: [],
      unchanged: ['acme', 'offline'],
      failed: [
        { provider: 'gone', reason: expect.stringMatching(/does not list it/) },
        { provider: 'empty', reason: expect.stringMatching(/no usable model/) },
        { provider: 'odd', reason: expect.stringMatching(/protocol/) },
        { provider: 'dead', reason: expect.stringMatching(/not JSON/) },
      ],
    });
    expect(fileOf(daemon)).toBe(before);
    // one request per registry, for all of its providers
    expect(site.asked.toSorted()).toEqual(['GET 127.0.0.1/bad', 'GET 127.0.0.1/good']);
  });

  test('a source cannot lead the key of a provider to another host', async () => {
    const daemon = await start({ config: edited('{ kind = "catalog", id = "acme" }'), env: online() });
    const elsewhere = { provider: { api: 'https://thief.example/v1' } };
    serve(acme({ large: { ...large, ...elsewhere }, old: {}, trap: elsewhere, near: {} }));
    const report = await daemon.ok('refreshProvider', at('acme'));
    expect(report).toMatchObject({
      changed: [{ added: 1, removed: 0 }],
      failed: [{ provider: 'acme', reason: expect.stringMatching(/stay as they are .*: large, trap$/) }],
    });
    expect(fileOf(daemon)).not.toContain('thief');
    expect(fileOf(daemon)).toContain('max_context_size = 100000 # tokens');
  });
});

const online = () => ({ AGENT_CODE_CATALOG_URL: address() });

describe('asked for, from the catalog', () => {
  const config = edited('{ kind = "catalog", id = "acme" }');

  test('looks at the catalog again, though it was read a moment ago', async () => {
    const daemon = await start({ config, env: online() });
    serve(acme({ old: {} }));
    await daemon.ok('listCatalogProviders', {});
    serve(acme({ large, fresh: {} }));
    expect(await daemon.ok('refreshProviders', {})).toMatchObject({ changed: [{ added: 1, removed: 1 }] });
    expect((await daemon.ok('listCatalogProviders', {})).items[0]?.models.map(({ id }) => id)).toEqual([
      'large',
      'fresh',
    ]);
    expect(site.asked).toHaveLength(2);
  });

  test('finds the entry of a provider with another id, at the address that the import named', async () => {
    serve(acme({ large }), '/own.json');
    const daemon = await start({
      config: `[providers.work]\ntype = "openai"\nbase_url = "https://acme.example/v1"\nsource = { kind = "catalog", id = "acme", url = "${address('/own.json')}" }\n`,
    });
    expect(await daemon.ok('refreshProvider', at('work'))).toMatchObject({ changed: [{ added: 1 }] });
    expect((await daemon.ok('getProvider', at('work'))).models).toEqual(['work/large']);
  });

  test('without a network nothing is replaced by the built-in copy', async () => {
    site.serve('/api.json', answers('no', 'text/plain', {}, 503));
    const daemon = await start({ config, env: online() });
    expect(await daemon.ok('refreshProvider', at('acme'))).toEqual({
      changed: [],
      unchanged: [],
      failed: [{ provider: 'acme', reason: 'the server answered 503' }],
    });
    expect(fileOf(daemon)).toBe(config);
  });

  test('the built-in copy, where no catalog is set, takes nothing away', async () => {
    const daemon = await start();
    await daemon.ok('importCatalog', { body: { catalog_id: 'groq', api_key: 'sk-g' } });
    const imported = fileOf(daemon);
    expect(await daemon.ok('refreshProvider', at('groq'))).toMatchObject({ unchanged: ['groq'] });
    expect(fileOf(daemon)).toBe(imported);
    const more = `${imported}\n[models."groq/newer"]\nprovider = "groq"\nmodel = "newer"\nmax_context_size = 9\n`;
    writeFileSync(pathOf(daemon), more);
    expect(await daemon.ok('refreshProvider', at('groq'))).toMatchObject({ unchanged: ['groq'] });
    expect(fileOf(daemon)).toBe(more);
  });
});

describe('a moment after a start', () => {
  const logOf = ({ home }: TestDaemon) => readFileSync(join(home, 'logs', 'agent-code.log'), 'utf8');

  test('a registry is read once, with its key, which no log holds', async () => {
    serve(acme({ large, fresh: {} }));
    const daemon = await start({ config: edited(registryOf(address())), env: { AGENT_LOG_LEVEL: 'debug' } });
    expect(site.asked).toEqual([]);
    const socket = await daemon.socket();
    const { payload } = await socket.until('it', ({ type }) => type === 'event.model_catalog.changed');
    expect(payload['changed']).toEqual([{ provider_id: 'acme', provider_name: 'Acme', added: 1, removed: 1 }]);
    expect((await daemon.ok('getProvider', at('acme'))).models).toContain('acme/fresh');
    await daemon.restart();
    await until('the second start', () => site.asked.length === 2 || undefined);
    expect(site.requests.map(({ headers }) => headers.authorization)).toEqual(
      Array(2).fill('Bearer sk-canary-registry'),
    );
    expect(logOf(daemon)).toContain('the models of a registry changed');
    expect(logOf(daemon)).not.toContain('canary');
  });

  test('two servers of a home write it once and report it once', async () => {
    let answer: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (answer = resolve));
    site.serve('/api.json', (request, response) => {
      if (site.asked.length === 2) answer();
      void both.then(() => answers(JSON.stringify(acme({ large, fresh: {} })))(request, response));
    });
    const config = edited(registryOf(address()));
    const first = await start({ config });
    const second = await start({ home: first.home });
    const sockets = [await first.socket(), await second.socket()];
    for (const socket of sockets) await socket.until('it', ({ type }) => type === 'event.model_catalog.changed');
    await first.ok('refreshLoginProviders', {});
    await second.ok('refreshLoginProviders', {});
    for (const daemon of [first, second]) {
      await until('the models', async () =>
        (await daemon.ok('getProvider', at('acme'))).models?.includes('acme/fresh') ? true : undefined,
      );
    }
    expect(sockets.map(({ frames }) => told(frames).length)).toEqual([1, 1]);
    expect(fileOf(first).match(/\[models\."acme\/fresh"\]/g)).toHaveLength(1);
  });

  test.each([
    ['without a registry no request is made', edited('{ kind = "catalog", id = "acme" }'), 0],
    ['a registry that does not answer is passed over', edited(registryOf('http://127.0.0.1:9/api.json')), 1],
  ])('%s', async (_, config, times) => {
    const asked: string[] = [];
    const daemon = await start({
      config,
      fetch: (url) => {
        asked.push(String(url));
        return Promise.reject(new Error('no network'));
      },
    });
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    await until('the request', () => asked.length >= times || undefined);
    expect(asked).toHaveLength(times);
    expect(fileOf(daemon)).toBe(config);
    expect(logOf(daemon)).not.toMatch(/"level":"(warn|error)"/);
  });

  test('a server that stops meanwhile does not wait for it', async () => {
    site.serve('/api.json', () => undefined);
    const daemon = await start({ config: edited(registryOf(address())) });
    await until('the request', () => site.asked.length === 1 || undefined);
    const begun = Date.now();
    await daemon.restart();
    expect(Date.now() - begun).toBeLessThan(5_000);
    expect(fileOf(daemon)).toBe(edited(registryOf(address())));
  });
});
