/** When models are ready, and which one is chosen (rest.md 5, cli.md 3.1). */
import { describe, expect, test } from '@jest/globals';
import { start, wordFor, provider, model, flat, OFF, GROUP, NOTHING, UNRESOLVED, NO_KEY } from './modelscene.js';

interface Row {
  name: string;
  file?: string;
  env?: Record<string, string>;
  ready: boolean;
  providers: number;
  alias?: string;
  chosen: string;
}

const readiness: Row[] = [
  // nothing configured
  { name: 'nothing', ready: false, providers: 0, chosen: 'offline/echo (unconfigured)' },
  {
    name: 'nothing, dangling default',
    file: 'default_model = "gone"\n',
    ready: false,
    providers: 0,
    alias: 'gone',
    chosen: 'offline/echo (unconfigured)',
  },
  {
    name: 'nothing, offline provider as default',
    file: 'default_model = "offline/echo"\n',
    ready: false,
    providers: 0,
    alias: 'offline/echo',
    chosen: 'offline/echo (unconfigured)',
  },
  {
    name: 'nothing but a model without provider',
    file: `default_model = "m"\n${model('m', 'gone')}`,
    ready: false,
    providers: 0,
    alias: 'm',
    chosen: 'offline/echo (unconfigured)',
  },
  { name: 'nothing, offline provider off', env: OFF, ready: false, providers: 0, chosen: NOTHING },
  {
    name: 'nothing, offline provider off in the file',
    file: '[offline]\nenabled = false\n',
    ready: false,
    providers: 0,
    chosen: NOTHING,
  },
  {
    name: 'nothing, dangling default, offline provider off',
    file: 'default_model = "gone"\n',
    env: OFF,
    ready: false,
    providers: 0,
    alias: 'gone',
    chosen: NOTHING,
  },
  {
    name: 'nothing, offline provider as default, off',
    file: 'default_model = "offline/echo"\n',
    env: OFF,
    ready: false,
    providers: 0,
    alias: 'offline/echo',
    chosen: NOTHING,
  },
  // the default resolves
  {
    name: 'default',
    file: `default_model = "m"\n${provider('a')}${model('m', 'a')}`,
    ready: true,
    providers: 1,
    alias: 'm',
    chosen: 'm',
  },
  {
    name: 'default without credential',
    file: `default_model = "m"\n${provider('a', '')}${model('m', 'a')}`,
    ready: true,
    providers: 1,
    alias: 'm',
    chosen: NO_KEY,
  },
  {
    name: 'flat default',
    file: `default_model = "f"\n${flat('f')}`,
    ready: true,
    providers: 0,
    alias: 'f',
    chosen: 'f',
  },
  {
    name: 'flat default without credential',
    file: `default_model = "f"\n${flat('f', '')}`,
    ready: true,
    providers: 0,
    alias: 'f',
    chosen: NO_KEY,
  },
  { name: 'environment', env: GROUP, ready: true, providers: 1, alias: 'env/g', chosen: 'env/g' },
  {
    name: 'environment over file',
    file: `default_model = "m"\n${provider('a')}${model('m', 'a')}`,
    env: GROUP,
    ready: true,
    providers: 2,
    alias: 'env/g',
    chosen: 'env/g',
  },
  {
    name: 'environment over a dangling file',
    file: 'default_model = "gone"\n',
    env: GROUP,
    ready: true,
    providers: 1,
    alias: 'env/g',
    chosen: 'env/g',
  },
  {
    name: 'own provider of type offline',
    file: `default_model = "o"\n[providers.own]\ntype = "offline"\n${model('o', 'own')}`,
    ready: true,
    providers: 1,
    alias: 'o',
    chosen: 'o',
  },
  {
    name: 'own provider of type offline, built-in one off',
    file: `default_model = "o"\n[providers.own]\ntype = "offline"\n${model('o', 'own')}`,
    env: OFF,
    ready: true,
    providers: 1,
    alias: 'o',
    chosen: 'o',
  },
  {
    name: 'offline/echo of an own provider',
    file: `default_model = "offline/echo"\n[providers.own]\ntype = "offline"\n${model('offline/echo', 'own')}`,
    env: OFF,
    ready: true,
    providers: 1,
    alias: 'offline/echo',
    chosen: 'offline/echo',
  },
  // the user configured the offline provider
  {
    name: 'offline provider as default beside another',
    file: `default_model = "offline/echo"\n${provider('a')}${model('m', 'a')}`,
    ready: false,
    providers: 1,
    alias: 'offline/echo',
    chosen: 'offline/echo',
  },
  {
    name: 'offline provider as default, switched off',
    file: `default_model = "offline/echo"\n${provider('a')}${model('m', 'a')}`,
    env: OFF,
    ready: false,
    providers: 1,
    alias: 'offline/echo',
    chosen: UNRESOLVED,
  },
  // the default names a missing model
  {
    name: 'dangling, although the provider has one',
    file: `default_model = "gone"\n${provider('a', 'api_key = "k"\ndefault_model = "m"\n')}${model('m', 'a')}`,
    ready: false,
    providers: 1,
    alias: 'gone',
    chosen: UNRESOLVED,
  },
  {
    name: 'provider of the default missing',
    file: `default_model = "n"\n${provider('a')}${model('m', 'a')}${model('n', 'gone')}`,
    ready: false,
    providers: 1,
    alias: 'n',
    chosen: UNRESOLVED,
  },
  // no default model
  {
    name: 'default_provider',
    file: `default_provider = "b"\n${provider('a', 'api_key = "k"\ndefault_model = "m"\n')}${provider('b', 'api_key = "k"\ndefault_model = "n"\n')}${model('m', 'a')}${model('n', 'b')}`,
    ready: false,
    providers: 2,
    chosen: 'n',
  },
  {
    name: 'the only provider',
    file: `${provider('a', 'api_key = "k"\ndefault_model = "m"\n')}${model('m', 'a')}`,
    ready: false,
    providers: 1,
    chosen: 'm',
  },
  {
    name: 'the only provider beside a default_provider without a default',
    file: `default_provider = "a"\n${provider('a')}${model('m', 'a')}`,
    ready: false,
    providers: 1,
    chosen: UNRESOLVED,
  },
  {
    name: 'the only provider beside a default_provider that is gone',
    file: `default_provider = "gone"\n${provider('a', 'api_key = "k"\ndefault_model = "m"\n')}${model('m', 'a')}`,
    ready: false,
    providers: 1,
    chosen: 'm',
  },
  {
    name: 'two providers',
    file: `${provider('a', 'api_key = "k"\ndefault_model = "m"\n')}${provider('b')}${model('m', 'a')}`,
    ready: false,
    providers: 2,
    chosen: UNRESOLVED,
  },
  {
    name: 'one provider without a default',
    file: `${provider('a')}${model('m', 'a')}`,
    ready: false,
    providers: 1,
    chosen: UNRESOLVED,
  },
  { name: 'only a flat model', file: flat('f'), ready: false, providers: 0, chosen: UNRESOLVED },
  {
    name: 'default of the only provider dangles',
    file: `${provider('a', 'api_key = "k"\ndefault_model = "gone"\n')}${model('m', 'a')}`,
    ready: false,
    providers: 1,
    chosen: UNRESOLVED,
  },
];

describe('readiness and default model (rest.md 5, cli.md 3.1)', () => {
  test.each(readiness)('$name', ({ file, env, ready, providers, alias, chosen }) => {
    const config = start(file, env);
    expect(config.warnings()).toEqual([]);
    expect(config.authSnapshot()).toEqual({ models_ready: ready, providers_count: providers, managed_provider: null });
    expect(config.defaultAlias()).toBe(alias);
    expect(config.publicConfig().default_model).toBe(alias);
    expect(Object.keys(config.publicConfig().providers)).toHaveLength(providers);
    expect(wordFor(config.chooseModel())).toBe(chosen);
    expect(config.chooseModel('')).toEqual(config.chooseModel());
  });
});

describe('a named model is taken as it is', () => {
  const file = `default_model = "m"\n${provider('a')}${provider('b', '')}${model('m', 'a')}${model('n', 'a')}${model('o', 'gone')}${model('p', 'b')}`;

  test.each<[string, string, string, Record<string, string>, string, object | null | undefined]>([
    ['another alias', file, 'n', {}, 'n', null],
    ['over the environment', file, 'n', GROUP, 'n', null],
    ['the environment by name', file, 'env/g', GROUP, 'env/g', null],
    ['unknown', file, 'x', {}, UNRESOLVED, { model_id: 'x' }],
    ['environment not set', file, 'env/g', {}, UNRESOLVED, { model_id: 'env/g' }],
    ['provider missing', file, 'o', {}, UNRESOLVED, { model_id: 'o', provider_id: 'gone' }],
    ['no credential', file, 'p', {}, NO_KEY, { provider_id: 'b' }],
    ['flat without credential', flat('f', ''), 'f', {}, NO_KEY, { provider_id: 'f' }],
    ['the offline provider', file, 'offline/echo', {}, 'offline/echo', null],
    ['the offline provider, off', file, 'offline/echo', OFF, UNRESOLVED, { model_id: 'offline/echo' }],
    ['the offline provider, nothing configured', '', 'offline/echo', {}, 'offline/echo', null],
    ['the offline provider, nothing configured, off', '', 'offline/echo', OFF, NOTHING, undefined],
    ['unknown, nothing configured', '', 'x', {}, UNRESOLVED, { model_id: 'x' }],
  ])('%s', (_name, text, named, env, expected, details) => {
    const choice = start(text, env).chooseModel(named);
    expect(wordFor(choice)).toBe(expected);
    if ('error' in choice) expect(choice.details).toEqual(details);
  });

  test('the refusal lists the aliases', () => {
    const choice = start(file).chooseModel('x');
    expect('error' in choice && choice.message).toContain('m, n, o, p');
  });
});
