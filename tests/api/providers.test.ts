/** Providers and models are created over REST (rest.md 7.1). */
import { describe, expect, test } from '@jest/globals';
import { statSync } from 'node:fs';
import type { CreateProviderBody } from '../../schemas/generated/types.js';
import { until } from '../helpers/daemon.js';
import { start, fileOf, textOf, at, model, form, idsOf, changes, FILE, useProviders } from './providers.fixture.js';

useProviders();

describe('create', () => {
  test('201, the item, the file beside what stands there, one event, the first default', async () => {
    const daemon = await start({ config: '# mine\n[thinking]\nenabled = true # always\n' });
    const socket = await daemon.socket();
    const body: CreateProviderBody = {
      id: 'acme',
      type: 'openai',
      api_key: 'sk-canary',
      base_url: '  https://acme.example/v1 ',
      default_model: 'b',
      models: [
        model('a'),
        model('b', {
          display_name: 'B',
          capabilities: ['thinking'],
          max_output_size: 10,
          support_efforts: ['low'],
          adaptive_thinking: true,
        }),
      ],
    };
    const answer = await daemon.ask('createProvider', { body });
    expect(answer).toMatchObject({ status: 201, code: 0 });
    expect(answer.data).toEqual({
      id: 'acme',
      type: 'openai',
      base_url: 'https://acme.example/v1',
      default_model: 'acme/b',
      has_api_key: true,
      status: 'connected',
      models: ['acme/a', 'acme/b'],
    });
    expect(textOf(daemon)).toBe(
      'default_model = "acme/b"\n\n' +
        '# mine\n[thinking]\nenabled = true # always\n\n' +
        '[providers.acme]\ntype = "openai"\napi_key = "sk-canary"\nbase_url = "https://acme.example/v1"\ndefault_model = "acme/b"\n\n' +
        '[models."acme/a"]\nprovider = "acme"\nmodel = "a"\nmax_context_size = 1000\n\n' +
        '[models."acme/b"]\nprovider = "acme"\nmodel = "b"\nmax_context_size = 1000\nmax_output_size = 10\n' +
        'capabilities = ["thinking"]\nsupport_efforts = ["low"]\ndisplay_name = "B"\nadaptive_thinking = true\n',
    );
    expect(statSync(fileOf(daemon)).mode & 0o777).toBe(0o600);
    await until('the event', () => changes(socket)[0]);
    expect(changes(socket)).toEqual([['providers', 'models', 'default_model']]);
    expect(JSON.stringify([answer, socket.frames])).not.toContain('canary');
    expect((await daemon.fails('createProvider', 'PROVIDER_ALREADY_EXISTS', { body })).data).toBeNull();
    expect(await daemon.ok('getAuth', {})).toMatchObject({ models_ready: true, providers_count: 1 });
  });

  test('the first model becomes the default; a default that is there stays, dangling or not', async () => {
    const daemon = await start();
    await daemon.ok('createProvider', { body: { id: 'a', ...form('x', 'y') } });
    expect((await daemon.ok('getConfig', {})).default_model).toBe('a/x');
    await daemon.ok('deleteProvider', at('a'));
    await daemon.ok('createProvider', { body: { id: 'b', ...form('x') } });
    expect((await daemon.ok('getConfig', {})).default_model).toBe('a/x');
  });

  const bad: Array<[string, Record<string, unknown>, string]> = [
    ['managed', { id: 'managed:x' }, 'id'],
    ['offline', { id: 'offline' }, 'id'],
    ['env', { id: 'env' }, 'id'],
    ['empty', { id: '' }, 'id'],
    ['a blank first', { id: ' a' }, 'id'],
    ['a dash first', { id: '-a' }, 'id'],
    ['a slash', { id: 'a/b' }, 'id'],
    ['a dot', { id: 'a.b' }, 'id'],
    ['a line break', { id: 'a\n' }, 'id'],
    ['__proto__', { id: '__proto__' }, 'id'],
    ['half a character', { id: 'a\ud800' }, 'id'],
    ['no type', { type: undefined }, 'type'],
    ['an unknown type', { type: 'smoke' }, 'type'],
    ['no models', { models: [] }, 'models'],
    ['models missing', { models: undefined }, 'models'],
    ['a model twice', { models: [model('m'), model('m')] }, 'models'],
    ['a model without name', { models: [model('')] }, 'models.0.model'],
    ['no window', { models: [{ model: 'm' }] }, 'models.0.max_context_size'],
    ['a window of 0', { models: [model('m', { max_context_size: 0 })] }, 'models.0.max_context_size'],
    ['half a token', { models: [model('m', { max_context_size: 1.5 })] }, 'models.0.max_context_size'],
    ['an output of 0', { models: [model('m', { max_output_size: 0 })] }, 'models.0.max_output_size'],
    ['an output over the window', { models: [model('m', { max_output_size: 1001 })] }, 'models.0.max_output_size'],
    ['an unknown capability', { models: [model('m', { capabilities: ['fly'] })] }, 'models.0.capabilities.0'],
    ['half a character in a name', { models: [model('\udc00')] }, 'models.0.model'],
    ['a default that is none of them', { default_model: 'n' }, 'default_model'],
    ['the alias as default', { default_model: 'a/m' }, 'default_model'],
    ['a placeholder', { base_url: 'https://${HOST}/v1' }, 'base_url'],
    ['no address', { base_url: 'ftp://x' }, 'base_url'],
    ['the mask of a key', { api_key: '***' }, 'api_key'],
    ['a key that no header carries', { api_key: 'sk-é' }, 'api_key'],
    ['a line break in a key', { api_key: 'sk-a\nb' }, 'api_key'],
    ['the mask of a password', { base_url: 'https://***@x.example' }, 'base_url'],
  ];
  test('40001 with the place, and nothing is written', async () => {
    const daemon = await start({ config: FILE });
    for (const [what, part, path] of bad) {
      const body = { id: 'a', ...form('m'), ...part } as CreateProviderBody;
      const { details } = await daemon.fails('createProvider', 'VALIDATION_FAILED', { body });
      expect([what, (details as Array<{ path: string }>).map((each) => each.path)]).toEqual([what, [path]]);
    }
    expect(textOf(daemon)).toBe(FILE);
    const taken = FILE.replace('[models.mine]', '[models."a/m"]');
    const second = await start({ config: taken });
    const body = { id: 'a', ...form('n', 'm') };
    const { details } = await second.fails('createProvider', 'VALIDATION_FAILED', { body });
    expect(details).toMatchObject([{ path: 'models.1.model' }]);
    expect(textOf(second)).toBe(taken);
  });

  test.each(['Ünïted', '模型 7', 'a', '7-b_c d', 'हिन्दी', 'constructor', '٣'])('the id %s', async (id) => {
    const daemon = await start();
    const item = await daemon.ok('createProvider', { body: { id, ...form('m:1', 'a/b') } });
    expect(item.models).toEqual([`${id}/m:1`, `${id}/a/b`]);
    expect(await daemon.ok('getProvider', at(id))).toEqual(item);
    const { model } = await daemon.ok('setDefaultModel', { params: { model_id: `${id}/m:1` } });
    expect(model).toMatchObject({ provider: id, model: `${id}/m:1` });
    await daemon.restart();
    expect(await daemon.ok('getProvider', at(id))).toEqual(item);
    expect((await daemon.ask('deleteProvider', at(id))).status).toBe(204);
    expect(await idsOf(daemon)).toEqual(['offline']);
  });
});
