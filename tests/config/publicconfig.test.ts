/** The configuration that the API shows: values of file and environment, without any secret. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { documents } from '../../schemas/generated/documents.js';
import { createHarness, type Harness } from './harness.js';

let harness: Harness;

beforeEach(() => {
  harness = createHarness();
});

afterEach(() => {
  harness.remove();
});

const ajv = new Ajv2020({ strict: false, allErrors: true });
const schemas = Object.fromEntries(Object.entries(documents.types).map(([name, { schema }]) => [name, schema]));
ajv.addSchema({ $id: 'contract', components: { schemas } });

function expectConfigShape(value: unknown): void {
  ajv.validate('contract#/components/schemas/Config', value);
  expect(ajv.errors ?? []).toEqual([]);
}

describe('publicConfig', () => {
  test('without anything', () => {
    const shown = harness.start().publicConfig();
    expectConfigShape(shown);
    expect(shown).toEqual({
      providers: {},
      models: {},
      default_permission_mode: 'manual',
      yolo: false,
      default_plan_mode: false,
      default_runtime: 'local',
      plan_mode: false,
      thinking: { enabled: true, keep: 'all' },
      permission: { rules: [] },
      hooks: [],
      services: {},
      merge_all_available_skills: true,
      builtin_product_skills: true,
      extra_skill_dirs: [],
      extra_agent_dirs: [],
      loop_control: {
        maxStepsPerTurn: 0,
        maxAttemptsPerStep: 10,
        reservedContextSize: 50_000,
        compactionTriggerRatio: 0.85,
      },
      background: {
        keepAliveOnExit: false,
        killGracePeriodMs: 5000,
        bashAutoBackgroundOnTimeout: true,
        bashTaskTimeoutS: 600,
        printBackgroundMode: 'steer',
        printWaitCeilingS: 2_147_483,
        printMaxTurns: 100_000,
      },
      subagent: { timeoutMs: 7_200_000 },
      experimental: {},
      token_counting: { strategy: 'measured+estimated' },
      mcp: { startupTimeoutMs: 30_000, toolTimeoutMs: 60_000 },
      tools: { enabled: [], disabled: [] },
      image: { maxEdgePx: 2000, readByteBudget: 262_144 },
      checkpoints: { enabled: true, maxFileMb: 5, maxTotalMb: 500, maxFiles: 20_000 },
      sandbox: {
        plan: true,
        planNetwork: 'host',
        network: 'ask',
        approve: 'commands',
        whenUnavailable: 'ask',
        read: 'machine',
        write: [],
        hide: [],
        show: [],
        env: [],
        sockets: [],
        devices: [],
        hostPorts: [],
        nested: false,
        maxProcesses: 4096,
      },
      budget: { warnRatio: 0.8 },
      identity: { name: 'Agent', slug: 'agent' },
      offline: { enabled: true },
      telemetry: false,
      raw: {},
    });
  });

  test('values of file and environment, in the spelling of the API', () => {
    harness.write(`
default_model = "a/b"
default_permission_mode = "yolo"
default_plan_mode = true
[providers.a]
type = "anthropic"
base_url = "https://a.example"
default_model = "a/b"
[models."a/b"]
provider = "a"
model = "b"
max_context_size = 1000
max_output_size = 100
display_name = "Bee"
off_effort = "none"
[models."a/b".overrides]
max_context_size = 900
[models.flat]
model = "x"
base_url = "https://f.example/v1"
protocol = "openai"
max_context_size = 5
api_key_env = "FLAT"
[permission]
deny = ["Bash(sudo *)"]
[[permission.rules]]
decision = "allow"
pattern = "Read"
[[hooks]]
event = "Stop"
command = "true"
[experimental]
Fast_Mode = true
[loop_control]
max_steps_per_turn = 9
[checkpoints]
max_file_mb = 1
`);
    const shown = harness
      .start({
        FLAT: 'k',
        AGENT_MODEL_NAME: 'g',
        AGENT_MODEL_API_KEY: 'k',
        AGENT_MODEL_PROVIDER_TYPE: 'openai',
        AGENT_LOOP_MAX_ATTEMPTS_PER_STEP: '4',
      })
      .publicConfig();
    expectConfigShape(shown);
    expect(shown).toMatchObject({
      default_model: 'env/g',
      default_permission_mode: 'yolo',
      yolo: true,
      plan_mode: true,
      providers: {
        a: { type: 'anthropic', base_url: 'https://a.example', default_model: 'a/b', has_api_key: false },
        env: { type: 'openai', default_model: 'env/g', has_api_key: true },
      },
      models: {
        'a/b': {
          provider: 'a',
          model: 'b',
          maxContextSize: 1000,
          maxOutputSize: 100,
          displayName: 'Bee',
          offEffort: 'none',
          overrides: { maxContextSize: 900 },
        },
        flat: { model: 'x', maxContextSize: 5, baseUrl: 'https://f.example/v1', protocol: 'openai', hasApiKey: true },
        'env/g': { provider: 'env', model: 'g', maxContextSize: 262_144 },
      },
      permission: { rules: [{ decision: 'allow', pattern: 'Read' }], deny: ['Bash(sudo *)'] },
      hooks: [{ event: 'Stop', command: 'true', timeout: 30 }],
      experimental: { Fast_Mode: true },
      loop_control: { maxStepsPerTurn: 9, maxAttemptsPerStep: 4 },
    });
    expect(shown.raw).toMatchObject({ default_model: 'a/b', loop_control: { max_steps_per_turn: 9 } });
    expect(shown.models?.['a/b']).not.toHaveProperty('hasApiKey');
    expect(shown.raw).not.toHaveProperty('providers.env');
  });

  test.each([
    ['api_key = "k"', {}, true],
    ['api_key_env = "K"', { K: 'k' }, true],
    ['api_key_env = "K"', {}, false],
    ['env = { OPENAI_API_KEY = "k" }', {}, true],
    ['base_url = "http://localhost:9"', {}, false],
    ['', { OPENAI_API_KEY: 'k' }, false],
  ])('has_api_key with %s and %j: %p', (line, env, expected) => {
    harness.write(`[providers.a]\ntype = "openai"\n${line}\n`);
    expect(harness.start(env).publicConfig().providers['a']?.has_api_key).toBe(expected);
  });

  test('no secret comes through, from whatever field', () => {
    let count = 0;
    const secret = (): string => `canary${count++}`;
    const service = (name: string): string => `
[services.${name}]
base_url = "https://user:${secret()}@${name}.example/?api_key=${secret()}"
api_key = "${secret()}"
custom_headers = { "X-Shown" = "${secret()}" }
oauth = { storage = "${secret()}", key = "${secret()}", oauth_host = "https://${secret()}" }
`;
    harness.write(`
api_key = "${secret()}"
registry_token = "${secret()}"
[providers.a]
type = "openai"
api_key = "${secret()}"
base_url = "https://user:${secret()}@a.example/v1?token=${secret()}"
custom_headers = { "X-Team" = "${secret()}", Authorization = "Bearer ${secret()}" }
env = { OPENAI_API_KEY = "${secret()}", ANTHROPIC_API_KEY = "${secret()}", GOOGLE_CLOUD_PROJECT = "${secret()}", OTHER = "${secret()}" }
oauth = { storage = "${secret()}", key = "${secret()}", oauth_host = "https://${secret()}", extra = ["${secret()}"] }
source = { url = "https://r.example/?key=${secret()}", api_key = "${secret()}", registry_key = { api_key = "${secret()}" }, key = "${secret()}" }
private_key = "${secret()}"
client_secret = "${secret()}"
[models.flat]
model = "x"
base_url = "https://:${secret()}@f.example"
protocol = "openai"
max_context_size = 5
api_key = "${secret()}"
headers = { a = "${secret()}" }
[models.flat.overrides]
api_key = "${secret()}"
[unknown.deep.table]
password = "${secret()}"
tokens = ["${secret()}"]
credentials = { a = { b = "${secret()}" } }
${service('search')}${service('fetch')}`);
    const env = {
      AGENT_MODEL_NAME: 'g',
      AGENT_MODEL_API_KEY: secret(),
      AGENT_MODEL_BASE_URL: `https://u:${secret()}@m.example`,
      AGENT_CODE_CUSTOM_HEADERS: `X-Own: ${secret()}`,
      AGENT_CODE_PASSWORD: secret(),
    };
    const config = harness.start(env);
    const shown = config.publicConfig();
    expectConfigShape(shown);
    expect(count).toBeGreaterThan(40);
    expect(JSON.stringify(shown)).not.toContain('canary');
    expect(
      JSON.stringify([config.warnings(), harness.warned, config.listModels(), config.authSnapshot()]),
    ).not.toContain('canary');
    expect(shown.services?.search).toMatchObject({ hasApiKey: true, customHeaderKeys: ['X-Shown'] });
    expect(shown.raw).toMatchObject({
      providers: { a: { api_key: '***', custom_headers: { 'X-Team': '***' }, type: 'openai' } },
    });
  });

  test('names and addresses without secrets stay readable', () => {
    harness.write(
      '[providers.a]\ntype = "openai"\nbase_url = "https://a.example/v1?version=2"\napi_key_env = "WORK_KEY"\n[token_counting]\nstrategy = "measured"\n',
    );
    expect(harness.start().publicConfig().raw).toEqual({
      providers: { a: { type: 'openai', base_url: 'https://a.example/v1?version=2', api_key_env: 'WORK_KEY' } },
      token_counting: { strategy: 'measured' },
    });
  });

  test('dates and numbers that JSON lacks do not break it', () => {
    harness.write('[unknown]\ndate = 1979-05-27T07:32:00Z\nmuch = inf\n');
    const shown = harness.start().publicConfig();
    expectConfigShape(shown);
    expect(shown.raw).toEqual({ unknown: { date: '1979-05-27T07:32:00.000Z', much: 'Infinity' } });
  });
});
