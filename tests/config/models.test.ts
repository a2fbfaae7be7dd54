/** How a model is resolved, and which models are listed (rest.md 7.1). */
import { describe, expect, test } from '@jest/globals';
import { start, provider, model, flat, OFF, GROUP } from './modelscene.js';

describe('resolveModel', () => {
  function resolve(text: string, alias: string, env: Record<string, string> = {}) {
    return start(text, env).resolveModel(alias);
  }

  test.each<[string, string, Record<string, string>, string | undefined]>([
    ['api_key before api_key_env', 'api_key = "written"\napi_key_env = "K"\n', { K: 'variable' }, 'written'],
    [
      'api_key_env before env table',
      'api_key_env = "K"\nenv = { OPENAI_API_KEY = "table" }\n',
      { K: 'variable' },
      'variable',
    ],
    ['env table', 'api_key_env = "K"\nenv = { OPENAI_API_KEY = "table" }\n', {}, 'table'],
    [
      'blank values are none',
      'api_key = " "\napi_key_env = "K"\nenv = { OPENAI_API_KEY = "table" }\n',
      { K: ' ' },
      'table',
    ],
    ['shell variables are not read', '', { OPENAI_API_KEY: 'shell' }, undefined],
    ['the key of another kind of provider does not count', 'env = { ANTHROPIC_API_KEY = "table" }\n', {}, undefined],
    ['a local server needs none', 'base_url = "http://localhost:9/v1"\n', {}, 'none needed'],
    ['a local server may have one', 'base_url = "http://127.0.0.1:9/v1"\napi_key = "k"\n', {}, 'k'],
    ['a host that only looks local', 'base_url = "http://localhost.example/v1"\n', {}, undefined],
  ])('credential: %s', (_name, lines, env, expected) => {
    const resolution = resolve(`${provider('a', lines)}${model('m', 'a')}`, 'm', env);
    if (expected === undefined) expect(resolution).toEqual({ failure: 'auth_missing', providerId: 'a' });
    else expect(resolution).toMatchObject({ model: { apiKey: expected === 'none needed' ? undefined : expected } });
  });

  test.each([
    ['openai_responses', 'http://[::1]:9', true],
    ['anthropic', 'http://localhost:9', false],
    ['google-genai', 'http://localhost:9', false],
    ['agent', 'http://localhost:9', false],
    ['offline', 'https://anywhere.example', true],
  ])('without a key at its own address: %s %s %s', (type, address, works) => {
    const resolution = resolve(`[providers.a]\ntype = "${type}"\nbase_url = "${address}"\n${model('m', 'a')}`, 'm');
    expect('model' in resolution).toBe(works);
  });

  test.each(['google-genai', 'vertexai'])("the key of Google's table serves %s", (type) => {
    const file = `[providers.a]\ntype = "${type}"\nenv = { GOOGLE_API_KEY = "table" }\n${model('m', 'a')}`;
    expect(resolve(file, 'm')).toMatchObject({ model: { apiKey: 'table' } });
  });

  test('application credentials serve vertexai', () => {
    const file = `[providers.a]\ntype = "vertexai"\n${model('m', 'a')}`;
    expect(resolve(file, 'm')).toEqual({ failure: 'auth_missing', providerId: 'a' });
    expect(resolve(file, 'm', { GOOGLE_APPLICATION_CREDENTIALS: '/key.json' })).toMatchObject({
      model: { providerType: 'vertexai' },
    });
  });

  test.each([
    ['openai', '', 'https://api.openai.com/v1'],
    ['openai_responses', '', 'https://api.openai.com/v1'],
    ['anthropic', '', 'https://api.anthropic.com'],
    ['google-genai', '', 'https://generativelanguage.googleapis.com'],
    ['openai', 'base_url = "https://x.example/v1/"\n', 'https://x.example/v1'],
    ['openai', 'env = { OPENAI_BASE_URL = "https://t.example/v1" }\n', 'https://t.example/v1'],
    ['anthropic', 'env = { ANTHROPIC_BASE_URL = "https://t.example" }\n', 'https://t.example'],
    [
      'openai',
      'base_url = "https://x.example"\nenv = { OPENAI_BASE_URL = "https://t.example" }\n',
      'https://x.example',
    ],
  ])('address of %s with %j is %s', (type, lines, expected) => {
    const file = `[providers.a]\ntype = "${type}"\napi_key = "k"\n${lines}${model('m', 'a')}`;
    expect(resolve(file, 'm')).toMatchObject({ model: { baseUrl: expected, providerType: type } });
  });

  test('a model may speak another protocol at another address', () => {
    const file = `${provider('a')}${model('m', 'a', 'protocol = "anthropic"\nbase_url = "https://other.example/"\n')}`;
    expect(resolve(file, 'm')).toMatchObject({
      model: { providerId: 'a', providerType: 'anthropic', baseUrl: 'https://other.example', apiKey: 'k' },
    });
    const same = `${provider('a')}${model('m', 'a', 'protocol = "anthropic"\n')}`;
    expect(resolve(same, 'm')).toMatchObject({
      model: { providerType: 'anthropic', baseUrl: 'https://api.anthropic.com' },
    });
  });

  test('everything a request needs', () => {
    const file = `
[providers.a]
type = "anthropic"
api_key = "k"
custom_headers = { "X-A" = "file", "X-B" = "file" }
[models."a/big"]
provider = "a"
model = "vision-big"
max_context_size = 1000
max_input_size = 900
max_output_size = 100
capabilities = ["always_thinking"]
support_efforts = ["low", "high"]
default_effort = "high"
off_effort = "none"
display_name = "Big"
reasoning_key = "thoughts"
adaptive_thinking = true
[models."a/big".overrides]
max_output_size = 50
display_name = "Bigger"
`;
    expect(resolve(file, 'a/big', { AGENT_CODE_CUSTOM_HEADERS: 'X-A: env\nX-C: env' })).toEqual({
      model: {
        alias: 'a/big',
        providerId: 'a',
        providerType: 'anthropic',
        baseUrl: 'https://api.anthropic.com',
        apiKey: 'k',
        keySource: 'its api_key',
        headers: { 'X-A': 'file', 'X-B': 'file', 'X-C': 'env' },
        model: 'vision-big',
        maxContextSize: 1000,
        maxInputSize: 900,
        maxOutputSize: 50,
        capabilities: ['tool_use', 'image_in', 'always_thinking', 'thinking'],
        supportEfforts: ['low', 'high'],
        defaultEffort: 'high',
        offEffort: 'none',
        reasoningKey: 'thoughts',
        adaptiveThinking: true,
        displayName: 'Bigger',
        standIn: false,
      },
    });
  });

  test.each([
    ['api_key = "k"', {}, 'its api_key'],
    ['api_key_env = "WORK_KEY"', { WORK_KEY: 'k' }, 'the key in the variable WORK_KEY (its api_key_env)'],
    ['env = { OPENAI_API_KEY = "k" }', {}, 'OPENAI_API_KEY of its env table'],
    ['base_url = "http://127.0.0.1:1"', {}, 'no key'],
  ])('says where the key comes from: %s', (line, env, keySource) => {
    const file = `[providers.a]\ntype = "openai"\n${line}\n[models.m]\nprovider = "a"\nmodel = "m"\nmax_context_size = 9\n`;
    expect(resolve(file, 'm', env)).toMatchObject({ model: { keySource } });
  });

  test.each([
    ['', 'set its api_key or api_key_env'],
    ['api_key_env = "WORK_KEY"', 'the variable WORK_KEY is not set'],
    ['api_key_env = "sk-written-by-mistake"', 'the variable that its api_key_env names is not set'],
  ])('says what is missing where there is no key: %j', (line, why) => {
    const file = `default_model = "m"\n[providers.a]\ntype = "openai"\n${line}\n[models.m]\nprovider = "a"\nmodel = "m"\nmax_context_size = 9\n`;
    expect(start(file).chooseModel('m')).toMatchObject({ message: `the provider a has no credential: ${why}` });
  });

  test('the offline provider', () => {
    expect(resolve('', 'offline/echo')).toEqual({
      model: {
        alias: 'offline/echo',
        providerId: 'offline',
        providerType: 'offline',
        keySource: 'no key',
        headers: {},
        model: 'echo',
        maxContextSize: 65_536,
        capabilities: ['tool_use', 'thinking', 'image_in'],
        displayName: 'echo',
        standIn: true,
      },
    });
    expect(resolve('', 'offline/echo', OFF)).toEqual({ failure: 'unknown' });
  });

  test('the managed type without an address cannot be used', () => {
    expect(resolve('', 'env/g', { AGENT_MODEL_NAME: 'g', AGENT_MODEL_API_KEY: 'k' })).toEqual({
      failure: 'auth_missing',
      providerId: 'env',
    });
  });

  test.each(['anthropic', 'agent', 'openai'])('the environment needs no key for a local %s', (type) => {
    const env = { AGENT_MODEL_NAME: 'g', AGENT_MODEL_PROVIDER_TYPE: type, AGENT_MODEL_BASE_URL: 'http://127.0.0.1:9' };
    expect(resolve('', 'env/g', env)).toMatchObject({ model: { providerId: 'env', providerType: type } });
  });
});

describe('listModels', () => {
  test('file order, then environment, then the offline provider', () => {
    const file = `${provider('a')}${model('z', 'a', 'support_efforts = ["low"]\ndefault_effort = "low"\n')}${flat('f')}${model('b', 'gone', 'display_name = "B"\n')}`;
    expect(start(file, GROUP).listModels()).toEqual([
      {
        provider: 'a',
        model: 'z',
        display_name: 'x-z',
        max_context_size: 1000,
        capabilities: ['tool_use'],
        support_efforts: ['low'],
        default_effort: 'low',
      },
      { provider: 'f', model: 'f', display_name: 'x-f', max_context_size: 1000, capabilities: ['tool_use'] },
      { provider: 'gone', model: 'b', display_name: 'B', max_context_size: 1000, capabilities: ['tool_use'] },
      {
        provider: 'env',
        model: 'env/g',
        display_name: 'g',
        max_context_size: 262_144,
        capabilities: ['tool_use', 'image_in', 'thinking'],
      },
      {
        provider: 'offline',
        model: 'offline/echo',
        display_name: 'echo',
        max_context_size: 65_536,
        capabilities: ['tool_use', 'thinking', 'image_in'],
      },
    ]);
  });

  test('no offline provider when it is switched off, one when it is written', () => {
    expect(start('', OFF).listModels()).toEqual([]);
    const written = `[providers.own]\ntype = "offline"\n${model('offline/echo', 'own')}`;
    expect(
      start(written)
        .listModels()
        .map(({ model: alias, provider: owner }) => [alias, owner]),
    ).toEqual([['offline/echo', 'own']]);
  });
});
