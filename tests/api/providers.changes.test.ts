/** Providers are replaced, renamed and deleted; the default model; two servers that write (rest.md 7.1, 7.2). */
import { describe, expect, test } from '@jest/globals';
import { statSync } from 'node:fs';
import type { ReplaceProviderBody } from '../../schemas/generated/types.js';
import { modelEnv, until } from '../helpers/daemon.js';
import { startRawModel } from '../helpers/rawmodel.js';
import { start, fileOf, textOf, at, model, form, idsOf, changes, FILE, useProviders } from './providers.fixture.js';

useProviders();

/** Lines that are only in the second text, with `+`, and only in the first, with `-`. */
function diff(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `-${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+${line}`),
  ];
}

describe('replace', () => {
  test('what the form has no field for stays, comments too; the rest is as the form says', async () => {
    const daemon = await start({ config: FILE });
    const socket = await daemon.socket();
    const body: ReplaceProviderBody = {
      type: 'openai_responses',
      base_url: 'https://acme.example/v1',
      models: [model('fast', { max_context_size: 4000 }), model('new')],
      default_model: 'fast',
    };
    const { provider } = await daemon.ok('replaceProvider', { ...at('acme'), body });
    expect(provider).toMatchObject({ type: 'openai_responses', has_api_key: true, models: ['acme/fast', 'acme/new'] });
    expect(diff(FILE, textOf(daemon))).toEqual([
      '-type = "openai" # speaks it well',
      '-max_context_size = 1000 # tokens',
      '-[models."acme/slow"]',
      '-model = "slow"',
      '-max_context_size = 2000',
      '+type = "openai_responses" # speaks it well',
      '+max_context_size = 4000 # tokens',
      '+[models."acme/new"]',
      '+model = "new"',
      '+max_context_size = 1000',
    ]);
    await until('the event', () => changes(socket)[0]);
    expect(changes(socket)).toEqual([['providers', 'models']]);
    expect(statSync(fileOf(daemon)).mode & 0o777).toBe(0o600);
  });

  test('the key: absent keeps it, another replaces it, empty or null clears it', async () => {
    const daemon = await start({ config: FILE });
    const put = async (api_key?: string | null) => {
      const body = { ...form('fast'), ...(api_key === undefined ? {} : { api_key }) };
      const { provider } = await daemon.ok('replaceProvider', { ...at('acme'), body });
      return [provider.has_api_key, /^api_key = .*$/m.exec(textOf(daemon))?.[0]];
    };
    expect(await put()).toEqual([true, 'api_key = "sk-canary" # do not share']);
    expect(await put('sk-new')).toEqual([true, 'api_key = "sk-new" # do not share']);
    expect(await put('')).toEqual([false, undefined]);
    expect(await put()).toEqual([false, undefined]);
    expect((await put('sk-new'))[0]).toBe(true);
    expect(await put(null)).toEqual([false, undefined]);
  });

  test('a model that is not listed vanishes, and a default that pointed to it stays as it is', async () => {
    const daemon = await start({ config: FILE });
    await daemon.ok('replaceProvider', { ...at('acme'), body: form('slow') });
    expect(await daemon.ok('getConfig', {})).toMatchObject({
      default_model: 'acme/fast',
      default_provider: 'acme',
      models: { 'acme/slow': { maxContextSize: 1000 } },
    });
    expect(await daemon.ok('getAuth', {})).toMatchObject({ models_ready: false });
  });

  test('a new id renames all that carries the old one', async () => {
    const daemon = await start({ config: FILE });
    const body = { ...form('fast', 'slow'), new_id: 'best one', default_model: 'slow' };
    const { provider } = await daemon.ok('replaceProvider', { ...at('acme'), body });
    expect(provider).toMatchObject({ id: 'best one', default_model: 'best one/slow', has_api_key: true });
    expect(provider.models).toEqual(['best one/fast', 'best one/slow']);
    const config = await daemon.ok('getConfig', {});
    expect(config).toMatchObject({ default_model: 'best one/fast', default_provider: 'best one' });
    expect(config.providers['other']?.default_model).toBe('best one/fast');
    expect(config.models?.['best one/fast']).toMatchObject({
      provider: 'best one',
      reasoningKey: 'why',
      overrides: { displayName: 'Quick' },
    });
    expect(await idsOf(daemon)).toEqual(expect.arrayContaining(['best one', 'other', 'offline']));
    await daemon.fails('getProvider', 'PROVIDER_NOT_FOUND', at('acme'));
    const text = textOf(daemon);
    expect(text).not.toMatch(/acme"|acme\/|\.acme/);
    // comments and spelling stay, even on renamed lines
    const kept = FILE.replaceAll('[providers.acme]', '[providers."best one"]')
      .replaceAll('acme/', 'best one/')
      .replaceAll('= "acme"', '= "best one"');
    expect(diff(kept, text)).toEqual([
      '-base_url = "https://acme.example/v1"',
      '-max_context_size = 2000',
      '+default_model = "best one/slow"',
      '+max_context_size = 1000',
    ]);
    expect(text).toContain('[models.mine]\nprovider = "other"\nmodel = "x"\nmax_context_size = 500\n');
  });

  test('a default that dangles keeps dangling under the new id', async () => {
    const daemon = await start({ config: FILE });
    await daemon.ok('replaceProvider', { ...at('acme'), body: { ...form('slow'), new_id: 'b' } });
    expect((await daemon.ok('getConfig', {})).default_model).toBe('b/fast');
  });

  test('an alias of another name moves with what points to it', async () => {
    const config = FILE.replaceAll('"acme/fast"', '"quick"');
    const daemon = await start({ config });
    await daemon.ok('replaceProvider', { ...at('acme'), body: form('fast', 'slow') });
    const { default_model, models } = await daemon.ok('getConfig', {});
    expect(default_model).toBe('acme/fast');
    expect(Object.keys(models ?? {}).sort()).toEqual(['acme/fast', 'acme/slow', 'mine']);
    expect(models?.['acme/fast']?.overrides).toEqual({ displayName: 'Quick' });
  });

  test('refused: unknown, managed, taken, reserved, an alias of another provider', async () => {
    const config = `${FILE.replace('[models.mine]', '[models."b/fast"]')}\n[providers."managed:agent-code"]\ntype = "agent"\n`;
    const daemon = await start({ config, env: modelEnv('http://127.0.0.1:9') });
    const body = form('fast');
    const put = (id: string, more: object = {}) => ({ ...at(id), body: { ...body, ...more } });
    for (const id of ['none', 'offline', 'env', 'toString', 'managed:none'])
      await daemon.fails('replaceProvider', 'PROVIDER_NOT_FOUND', put(id));
    await daemon.fails('replaceProvider', 'PROVIDER_OAUTH_MANAGED', put('managed:agent-code'));
    await daemon.fails('replaceProvider', 'PROVIDER_ALREADY_EXISTS', put('acme', { new_id: 'other' }));
    for (const new_id of ['offline', 'env', 'managed:x', '', 'a/b']) {
      const { details } = await daemon.fails('replaceProvider', 'VALIDATION_FAILED', put('acme', { new_id }));
      expect(details).toMatchObject([{ path: 'new_id' }]);
    }
    const { details } = await daemon.fails('replaceProvider', 'VALIDATION_FAILED', put('acme', { new_id: 'b' }));
    expect(details).toMatchObject([{ path: 'models.0.model' }]);
    expect(textOf(daemon)).toBe(config);
    // an unchanged id is not a rename
    await daemon.ok('replaceProvider', put('acme', { new_id: 'acme' }));
  });

  test('an address that comes back with its secrets masked is the stored one', async () => {
    const secret = 'https://me:canary@acme.example/v1';
    const daemon = await start({ config: FILE.replace('https://acme.example/v1', secret) });
    const { base_url = '' } = await daemon.ok('getProvider', at('acme'));
    expect(base_url).not.toContain('canary');
    await daemon.ok('replaceProvider', { ...at('acme'), body: { ...form('fast'), base_url } });
    expect(textOf(daemon)).toContain(secret);
    const body = { ...form('fast'), base_url: base_url.replace('acme.', 'evil.') };
    await daemon.fails('replaceProvider', 'VALIDATION_FAILED', { ...at('acme'), body });
  });

  test('an address with a name or password is refused when it is entered, as requests to it are', async () => {
    const daemon = await start({ config: FILE });
    const body = { ...form('fast'), base_url: 'https://me:canary@acme.example/v1' };
    for (const { details } of [
      await daemon.fails('replaceProvider', 'VALIDATION_FAILED', { ...at('acme'), body }),
      await daemon.fails('createProvider', 'VALIDATION_FAILED', { body: { ...body, id: 'new' } }),
    ])
      expect(details).toEqual([{ path: 'base_url', message: 'must not hold a name or password' }]);
    expect(textOf(daemon)).toBe(FILE);
  });
});

describe('delete', () => {
  test('204 without a body; provider and models go, defaults and the rest of the file stay', async () => {
    const daemon = await start({ config: FILE });
    const socket = await daemon.socket();
    const answer = await daemon.ask('deleteProvider', at('acme'));
    expect(answer).toMatchObject({ status: 204, data: null });
    const text = textOf(daemon);
    expect(text).toContain('default_model = "acme/fast" # the quick one\ndefault_provider = "acme"\n');
    expect(text).toContain("# another author's\n[providers.other]\n");
    expect(text).not.toMatch(/sk-canary|acme\.example|models\."acme/);
    expect(await idsOf(daemon)).toEqual(['other', 'offline']);
    expect(await daemon.ok('getAuth', {})).toMatchObject({ models_ready: false });
    await until('the event', () => changes(socket)[0]);
    expect(changes(socket)).toEqual([['providers', 'models']]);
    await daemon.fails('deleteProvider', 'PROVIDER_NOT_FOUND', at('acme'));
    await daemon.ok('deleteProvider', at('other'));
    expect(await idsOf(daemon)).toEqual(['offline']);
    await daemon.restart();
    expect(await idsOf(daemon)).toEqual(['offline']);
  });

  test('refused: the offline provider, the environment, a login', async () => {
    const config = '[providers."managed:agent-code"]\ntype = "agent"\n';
    const daemon = await start({ config, env: modelEnv('http://127.0.0.1:9') });
    for (const id of ['offline', 'env', 'none']) await daemon.fails('deleteProvider', 'PROVIDER_NOT_FOUND', at(id));
    await daemon.fails('deleteProvider', 'PROVIDER_OAUTH_MANAGED', at('managed:agent-code'));
    expect(textOf(daemon)).toBe(config);
  });
});

test('read: order, environment, offline provider', async () => {
  const daemon = await start({ config: FILE, env: modelEnv('http://127.0.0.1:9') });
  const { items } = await daemon.ok('listProviders', {});
  expect(items.map(({ id, status, has_api_key, models }) => [id, status, has_api_key, models])).toEqual([
    ['acme', 'connected', true, ['acme/fast', 'acme/slow']],
    ['other', 'unconfigured', false, ['mine']],
    ['env', 'connected', true, ['env/scripted']],
    ['offline', 'connected', false, ['offline/echo']],
  ]);
  for (const item of items) expect(await daemon.ok('getProvider', at(item.id))).toEqual(item);
  expect(JSON.stringify(items)).not.toMatch(/canary|sk-/);
  await daemon.fails('getProvider', 'PROVIDER_NOT_FOUND', at('none'));
  const without = await start({ config: '[offline]\nenabled = false\n' });
  expect(await idsOf(without)).toEqual([]);
  await without.fails('getProvider', 'PROVIDER_NOT_FOUND', at('offline'));
});

describe('the default model', () => {
  const set = (model_id: string) => ({ params: { model_id } });

  test('an exact alias, its slash encoded; the file, one event, the answer', async () => {
    const daemon = await start({ config: FILE });
    const socket = await daemon.socket();
    const answer = await daemon.ok('setDefaultModel', set('acme/slow'));
    expect(answer).toMatchObject({ default_model: 'acme/slow', model: { provider: 'acme', model: 'acme/slow' } });
    expect(textOf(daemon)).toBe(FILE.replace('"acme/fast" # the quick', '"acme/slow" # the quick'));
    await until('the event', () => changes(socket)[0]);
    expect(changes(socket)).toEqual([['default_model']]);
    await daemon.fails('setDefaultModel', 'MODEL_NOT_FOUND', set('slow'));
    await daemon.fails('setDefaultModel', 'MODEL_NOT_FOUND', set('acme/slo'));
    await daemon.ok('setDefaultModel', set('offline/echo'));
    expect((await daemon.ok('getConfig', {})).default_model).toBe('offline/echo');
  });

  test("the environment's model stays the default and is never written", async () => {
    const daemon = await start({ config: FILE, env: modelEnv('http://127.0.0.1:9') });
    expect(await daemon.ok('setDefaultModel', set('env/scripted'))).toMatchObject({ default_model: 'env/scripted' });
    expect(textOf(daemon)).toBe(FILE);
    expect(await daemon.ok('setDefaultModel', set('mine'))).toMatchObject({
      default_model: 'env/scripted',
      model: { model: 'mine' },
    });
    expect(textOf(daemon)).toContain('default_model = "mine" # the quick one');
  });
});

test('two servers of one home write at once: nothing is lost, all are notified', async () => {
  const one = await start({ config: FILE });
  const two = await start({ home: one.home });
  const socket = await two.socket();
  const ids = Array.from({ length: 50 }, (_, index) => `p${index}`);
  await Promise.all(
    ids.map((id, index) => (index % 2 ? one : two).ok('createProvider', { body: { id, ...form('m') } })),
  );
  await Promise.all(
    ids
      .slice(0, 20)
      .map((id, index) =>
        index % 2
          ? one.ok('deleteProvider', at(id))
          : two.ok('replaceProvider', { ...at(id), body: { ...form('n'), new_id: `q${index}` } }),
      ),
  );
  const wanted = ['acme', 'other', ...ids.slice(20), ...ids.slice(0, 20).flatMap((_, i) => (i % 2 ? [] : [`q${i}`]))];
  for (const each of [one, two]) {
    const sorted = JSON.stringify([...wanted, 'offline'].toSorted());
    await until('all changes', async () => JSON.stringify((await idsOf(each)).toSorted()) === sorted || undefined);
  }
  for (const comment of FILE.match(/#.*$/gm) ?? []) expect(textOf(one)).toContain(comment);
  await until('all events', () => (changes(socket).length >= 70 ? true : undefined));
}, 60_000);

test('a session takes a new key and a new name of its provider at its next step', async () => {
  const server = await startRawModel();
  const said = '{"choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":"stop"}]}';
  server.reply({ body: [`data: ${said}\n\ndata: [DONE]\n\n`] });
  try {
    const daemon = await start();
    const body = { ...form('m'), base_url: `${server.url}/v1`, api_key: 'sk-first' };
    await daemon.ok('createProvider', { body: { id: 'p', ...body } });
    const { id } = await daemon.createSession({ title: 'Trial' });
    const keyOf = (): unknown => server.requests.at(-1)?.headers['authorization'];
    await daemon.run(id, 'one');
    expect(keyOf()).toBe('Bearer sk-first');
    await daemon.ok('replaceProvider', { ...at('p'), body: { ...body, api_key: 'sk-second' } });
    await daemon.run(id, 'two');
    expect(keyOf()).toBe('Bearer sk-second');
    await daemon.ok('replaceProvider', { ...at('p'), body: { ...form('m'), base_url: body.base_url, new_id: 'q' } });
    await daemon.run(id, 'three');
    expect(keyOf()).toBe('Bearer sk-second');
    expect((await daemon.ok('getSession', daemon.session(id))).agent_config.model).toBe('q/m');
  } finally {
    await server.close();
  }
});
