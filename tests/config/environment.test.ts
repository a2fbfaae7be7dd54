/** Environment variables that replace values of `config.toml`. */
import { describe, expect, test } from '@jest/globals';
import { effectiveConfig } from '../../daemon/config/effective.js';
import { readEnvironment, secretValues, secretVariables } from '../../daemon/config/environment.js';
import { ConfigError, readConfig } from '../../daemon/config/read.js';
import { secretPieces } from '../../daemon/config/secrets.js';
import { ENGINE_VARIABLES } from '../../schemas/instances.js';

function effective(env: Record<string, string>, file = '') {
  const overlay = readEnvironment(env);
  return { config: effectiveConfig(readConfig(file).values, overlay), warnings: overlay.warnings };
}

const FILE = `
builtin_product_skills = true
[thinking]
effort = "low"
keep = "all"
[loop_control]
max_steps_per_turn = 7
max_attempts_per_step = 7
[token_counting]
strategy = "measured"
[background]
max_running_tasks = 7
keep_alive_on_exit = false
[subagent]
timeout_ms = 7
[mcp]
startup_timeout_ms = 7
tool_timeout_ms = 7
[image]
max_edge_px = 7
read_byte_budget = 7
[identity]
name = "File"
slug = "file"
[offline]
enabled = true
`;

describe('a variable wins over the file', () => {
  test.each<[string, string, object]>([
    ['AGENT_MODEL_THINKING_EFFORT', 'high', { thinking: { effort: 'high' }, thinkingEffortOverride: 'high' }],
    ['AGENT_MODEL_THINKING_KEEP', 'none', { thinking: { keep: 'none' } }],
    ['AGENT_MODEL_THINKING_KEEP', '0', { thinking: { keep: 'none' } }],
    ['AGENT_MODEL_MAX_COMPLETION_TOKENS', '4096', { request: { maxCompletionTokens: 4096 } }],
    ['AGENT_MODEL_MAX_COMPLETION_TOKENS', '0', { request: { maxCompletionTokens: 0 } }],
    ['AGENT_MODEL_MAX_COMPLETION_TOKENS', '-5', { request: { maxCompletionTokens: 0 } }],
    ['AGENT_MODEL_TEMPERATURE', '0.3', { request: { temperature: 0.3 } }],
    ['AGENT_MODEL_TOP_P', '0.9', { request: { topP: 0.9 } }],
    [
      'AGENT_CODE_CUSTOM_HEADERS',
      'X-Team: blue\nX-Env : a:b \n\n',
      { request: { customHeaders: { 'X-Team': 'blue', 'X-Env': 'a:b' } } },
    ],
    ['AGENT_LOOP_MAX_STEPS_PER_TURN', '0', { loop_control: { maxStepsPerTurn: 0, maxAttemptsPerStep: 7 } }],
    ['AGENT_LOOP_MAX_ATTEMPTS_PER_STEP', '3', { loop_control: { maxStepsPerTurn: 7, maxAttemptsPerStep: 3 } }],
    ['AGENT_TOKEN_COUNTING_STRATEGY', 'estimated', { token_counting: { strategy: 'estimated' } }],
    ['AGENT_CODE_BACKGROUND_MAX_RUNNING_TASKS', '2', { background: { maxRunningTasks: 2 } }],
    [
      'AGENT_CODE_BACKGROUND_KEEP_ALIVE_ON_EXIT',
      'yes',
      { background: { keepAliveOnExit: true, printBackgroundMode: 'drain' } },
    ],
    ['AGENT_SUBAGENT_TIMEOUT_MS', '0', { subagent: { timeoutMs: 0 } }],
    ['AGENT_MCP_STARTUP_TIMEOUT_MS', '5', { mcp: { startupTimeoutMs: 5, toolTimeoutMs: 7 } }],
    ['AGENT_MCP_TOOL_TIMEOUT_MS', '5', { mcp: { startupTimeoutMs: 7, toolTimeoutMs: 5 } }],
    ['AGENT_IMAGE_MAX_EDGE_PX', '900', { image: { maxEdgePx: 900 } }],
    ['AGENT_IMAGE_READ_BYTE_BUDGET', '900', { image: { readByteBudget: 900 } }],
    ['AGENT_CODE_IDENTITY_NAME', 'Env', { identity: { name: 'Env', slug: 'file' } }],
    ['AGENT_CODE_IDENTITY_SLUG', 'env', { identity: { name: 'File', slug: 'env' } }],
    ['AGENT_CODE_BUILTIN_PRODUCT_SKILLS', 'off', { builtin_product_skills: false }],
    ['AGENT_DISABLE_CRON', '1', { cron: { enabled: false } }],
    ['AGENT_CODE_OFFLINE', '0', { offline: { enabled: false } }],
    ['AGENT_CODE_OFFLINE', 'NO', { offline: { enabled: false } }],
    ['AGENT_CODE_OFFLINE', 'On', { offline: { enabled: true } }],
    ['AGENT_WEB_SEARCH_BASE_URL', 'https://s.example', { services: { search: { base_url: 'https://s.example' } } }],
    ['AGENT_WEB_FETCH_BASE_URL', 'https://f.example', { services: { fetch: { base_url: 'https://f.example' } } }],
  ])('%s=%j', (name, value, expected) => {
    const { config, warnings } = effective({ [name]: value }, FILE);
    expect(warnings).toEqual([]);
    expect(config).toMatchObject(expected);
  });

  test.each(ENGINE_VARIABLES.map((name) => [name]))('%s: blank is unset', (name) => {
    expect(effective({ [name]: '  ' }, FILE)).toEqual(effective({}, FILE));
  });

  test('only in the table it names, value by value', () => {
    const { config } = effective({ AGENT_CODE_IDENTITY_NAME: 'My Bot' });
    expect(config.identity).toEqual({ name: 'My Bot', slug: 'my-bot' });
  });
});

describe('an invalid value is a warning and ignored', () => {
  test.each([
    ['AGENT_MODEL_THINKING_KEEP', 'some'],
    ['AGENT_MODEL_MAX_COMPLETION_TOKENS', 'many'],
    ['AGENT_MODEL_MAX_COMPLETION_TOKENS', '1.5'],
    ['AGENT_MODEL_TEMPERATURE', 'warm'],
    ['AGENT_MODEL_TEMPERATURE', '-1'],
    ['AGENT_MODEL_TOP_P', '1.1'],
    ['AGENT_CODE_CUSTOM_HEADERS', 'no colon'],
    ['AGENT_CODE_CUSTOM_HEADERS', 'bad name: x'],
    ['AGENT_CODE_CUSTOM_HEADERS', 'Authorization: Bearer x'],
    ['AGENT_CODE_CUSTOM_HEADERS', 'x-api-key: x'],
    ['AGENT_LOOP_MAX_STEPS_PER_TURN', '-1'],
    ['AGENT_LOOP_MAX_ATTEMPTS_PER_STEP', '0'],
    ['AGENT_TOKEN_COUNTING_STRATEGY', 'guess'],
    ['AGENT_CODE_BACKGROUND_MAX_RUNNING_TASKS', '0'],
    ['AGENT_CODE_BACKGROUND_KEEP_ALIVE_ON_EXIT', 'perhaps'],
    ['AGENT_SUBAGENT_TIMEOUT_MS', '1e3'],
    ['AGENT_MCP_STARTUP_TIMEOUT_MS', '-5'],
    ['AGENT_MCP_TOOL_TIMEOUT_MS', 'x'],
    ['AGENT_IMAGE_MAX_EDGE_PX', '0x10'],
    ['AGENT_IMAGE_READ_BYTE_BUDGET', '99999999999999999999'],
    ['AGENT_CODE_BUILTIN_PRODUCT_SKILLS', '2'],
    ['AGENT_DISABLE_CRON', 'disable'],
    ['AGENT_CODE_OFFLINE', 'maybe'],
    ['AGENT_WEB_SEARCH_BASE_URL', 'search'],
    ['AGENT_WEB_FETCH_BASE_URL', 'file:///etc'],
  ])('%s=%j', (name, value) => {
    const { config, warnings } = effective({ [name]: value }, FILE);
    expect(warnings).toEqual([expect.stringContaining(name)]);
    expect(config).toEqual(effective({}, FILE).config);
  });

  test('the value itself is never reported', () => {
    const { warnings } = effective({
      AGENT_CODE_CUSTOM_HEADERS: 'canary without colon\nX-Ok: 1\nAuthorization: canary',
    });
    expect(warnings).toHaveLength(2);
    expect(warnings.join()).not.toContain('canary');
  });
});

describe('services', () => {
  const file = `[services.search]\nbase_url = "https://file"\napi_key = "stored"\ncustom_headers = { "X-A" = "stored" }\n`;

  test.each<[Record<string, string>, object | undefined]>([
    [{}, { base_url: 'https://file', api_key: 'stored', custom_headers: { 'X-A': 'stored' } }],
    [{ AGENT_WEB_SEARCH_BASE_URL: 'https://env' }, { base_url: 'https://env' }],
    [
      { AGENT_WEB_SEARCH_BASE_URL: 'https://env', AGENT_WEB_SEARCH_API_KEY: 'new' },
      { base_url: 'https://env', api_key: 'new' },
    ],
    [
      { AGENT_WEB_SEARCH_API_KEY: 'new' },
      { base_url: 'https://file', api_key: 'new', custom_headers: { 'X-A': 'stored' } },
    ],
  ])('%j', (env, expected) => {
    expect(effective(env, file).config.services.search).toEqual(expected);
  });

  test('a key replaces every stored credential', () => {
    const stored =
      '[services.fetch]\nbase_url = "https://file"\napi_key_env = "OLD"\n[services.fetch.oauth]\nkey = "old"\n';
    expect(effective({ AGENT_WEB_FETCH_API_KEY: 'new' }, stored).config.services.fetch).toEqual({
      base_url: 'https://file',
      api_key: 'new',
    });
  });

  test('a key without an address is no service', () => {
    expect(effective({ AGENT_WEB_SEARCH_API_KEY: 'new' }).config.services.search).toBeUndefined();
  });
});

describe('the AGENT_MODEL_* group', () => {
  const base = { AGENT_MODEL_NAME: 'big', AGENT_MODEL_API_KEY: 'k', AGENT_MODEL_PROVIDER_TYPE: 'openai' };

  test('makes provider env and alias env/<name>, last in order, as default', () => {
    const file =
      'default_model = "m"\n[providers.a]\ntype = "openai"\n[models.m]\nprovider = "a"\nmodel = "x"\nmax_context_size = 5\n';
    const { config, warnings } = effective({ ...base, AGENT_MODEL_BASE_URL: 'https://x/v1' }, file);
    expect(warnings).toEqual([]);
    expect([...config.providers.keys()]).toEqual(['a', 'env']);
    expect([...config.models.keys()]).toEqual(['m', 'env/big']);
    expect(config.default_model).toBe('env/big');
    expect(config.providers.get('env')).toEqual({
      type: 'openai',
      base_url: 'https://x/v1',
      api_key: 'k',
      default_model: 'env/big',
    });
    expect(config.models.get('env/big')).toEqual({
      provider: 'env',
      model: 'big',
      max_context_size: 262_144,
      capabilities: ['image_in', 'thinking'],
    });
  });

  test.each<[Record<string, string>, object]>([
    [{ AGENT_MODEL_MAX_CONTEXT_SIZE: '1000' }, { max_context_size: 1000 }],
    [{ AGENT_MODEL_CAPABILITIES: 'tool_use, Video_in,' }, { capabilities: ['tool_use', 'video_in'] }],
    [{ AGENT_MODEL_DISPLAY_NAME: 'Big One' }, { display_name: 'Big One' }],
    [{ AGENT_MODEL_MAX_OUTPUT_SIZE: '100' }, { max_output_size: 100 }],
    [{ AGENT_MODEL_REASONING_KEY: 'thoughts' }, { reasoning_key: 'thoughts' }],
    [{ AGENT_MODEL_ADAPTIVE_THINKING: 'true' }, { adaptive_thinking: true }],
  ])('%j', (env, expected) => {
    const { config, warnings } = effective({ ...base, ...env });
    expect(warnings).toEqual([]);
    expect(config.models.get('env/big')).toMatchObject(expected);
  });

  test.each([
    ['AGENT_MODEL_MAX_CONTEXT_SIZE', '0'],
    ['AGENT_MODEL_CAPABILITIES', 'image_in,fly,thinking'],
    ['AGENT_MODEL_MAX_OUTPUT_SIZE', '999999999'],
    ['AGENT_MODEL_ADAPTIVE_THINKING', 'sometimes'],
    ['AGENT_MODEL_BASE_URL', 'not an address'],
  ])('a bad %s is a warning', (name, value) => {
    const { config, warnings } = effective({ ...base, [name]: value });
    expect(warnings).toEqual([expect.stringContaining(name)]);
    expect(config).toEqual(effective(base).config);
  });

  test.each([
    ['AGENT_MODEL_PROVIDER_TYPE', 'magic', 2],
    ['AGENT_MODEL_PROVIDER_TYPE', 'agent', 1],
    ['AGENT_MODEL_PROVIDER_TYPE', '', 1],
  ])('%s=%j is the managed type, which needs an address', (name, value, count) => {
    const { config, warnings } = effective({ ...base, [name]: value });
    expect(warnings).toHaveLength(count);
    expect(config.providers.get('env')?.type).toBe('agent');
  });

  test.each<[Record<string, string>, boolean]>([
    [{}, true],
    [{ AGENT_MODEL_PROVIDER_TYPE: 'openai' }, true],
    [{ AGENT_MODEL_BASE_URL: 'https://models.example/v1' }, true],
    [{ AGENT_MODEL_BASE_URL: 'http://localhost.example/v1' }, true],
    [{ AGENT_MODEL_API_KEY: '  ' }, true],
    [{ AGENT_MODEL_API_KEY: 'k' }, false],
    [{ AGENT_MODEL_PROVIDER_TYPE: 'offline' }, false],
    [{ AGENT_MODEL_BASE_URL: 'http://localhost:8080/v1' }, false],
    [{ AGENT_MODEL_BASE_URL: 'http://127.0.0.1:8080' }, false],
    [{ AGENT_MODEL_BASE_URL: 'http://[::1]:8080', AGENT_MODEL_PROVIDER_TYPE: 'anthropic' }, false],
  ])('without key the start stops: %j %s', (env, stops) => {
    const read = () => readEnvironment({ AGENT_MODEL_NAME: 'big', ...env });
    if (stops) expect(read).toThrow(ConfigError);
    else expect(read().group?.alias).toBe('env/big');
  });

  test('without the name the rest does nothing', () => {
    const { AGENT_MODEL_NAME: _name, ...rest } = base;
    expect(effective(rest)).toEqual(effective({}));
  });
});

describe('secrets', () => {
  const file = `
[providers.a]
type = "openai"
api_key_env = "WORK_KEY"
[providers.b]
type = "anthropic"
api_key = "file-key"
custom_headers = { "X-B" = "header-b" }
env = { ANTHROPIC_API_KEY = "fallback-key", GOOGLE_CLOUD_PROJECT = "project" }
[models.flat]
model = "x"
base_url = "https://x"
protocol = "openai"
max_context_size = 5
api_key_env = "FLAT_KEY"
overrides = { api_key_env = "OVERRIDE_KEY" }
[services.search]
base_url = "https://s"
api_key_env = "SEARCH_KEY"
`;

  test('names of variables that child processes must not get', () => {
    expect(secretVariables(effective({}, file).config)).toEqual([
      'AGENT_CODE_CUSTOM_HEADERS',
      'AGENT_CODE_PASSWORD',
      'AGENT_MODEL_API_KEY',
      'AGENT_REGISTRY_API_KEY',
      'AGENT_WEB_FETCH_API_KEY',
      'AGENT_WEB_SEARCH_API_KEY',
      'FLAT_KEY',
      'OVERRIDE_KEY',
      'SEARCH_KEY',
      'WORK_KEY',
    ]);
  });

  test('values that must not be logged', () => {
    const env = {
      WORK_KEY: 'work-value',
      AGENT_CODE_PASSWORD: 'word',
      AGENT_CODE_CUSTOM_HEADERS: 'X-C: header-c',
      PATH: '/bin',
    };
    expect(secretValues(effective(env, file).config, env).sort()).toEqual([
      'fallback-key',
      'file-key',
      'header-b',
      'header-c',
      'word',
      'work-value',
    ]);
  });

  test.each([
    ['Bearer key-of-the-team', ['Bearer key-of-the-team', 'key-of-the-team']],
    ['id=1; session=0123456789abcdef', ['id=1; session=0123456789abcdef', '0123456789abcdef']],
    ['one plain word', ['one plain word']],
    ['key-of-the-team', ['key-of-the-team']],
  ])('the header value %j may be quoted in part', (value, pieces) => {
    expect(secretPieces(value)).toEqual(pieces);
  });
});

test('every engine variable is read', () => {
  const read = new Set<string>();
  const env = new Proxy<Record<string, string>>(
    { AGENT_MODEL_NAME: 'x', AGENT_MODEL_API_KEY: 'k' },
    {
      get(target, name) {
        if (typeof name === 'string') read.add(name);
        return typeof name === 'string' ? target[name] : undefined;
      },
    },
  );
  readEnvironment(env);
  expect([...read].sort()).toEqual([...ENGINE_VARIABLES].sort());
});
