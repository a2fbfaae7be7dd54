/** `config.toml` in a running server: its start, changes by hand and through the API. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ConfigError } from '../../daemon/config/read.js';
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

describe('start', () => {
  test('without a file everything has its default', () => {
    const config = harness.start();
    expect(config.current().default_permission_mode).toBe('manual');
    expect(config.warnings()).toEqual([]);
  });

  test('warnings are reported once and kept', () => {
    harness.write('[thinking]\nkeep = "some"\n');
    const config = harness.start({ AGENT_CODE_OFFLINE: 'maybe' });
    expect(config.warnings()).toEqual([
      expect.stringContaining('AGENT_CODE_OFFLINE'),
      expect.stringContaining('2:1 thinking.keep'),
    ]);
    config.current();
    expect(harness.warned).toHaveLength(2);
  });

  test.each([
    ['bad TOML', 'a = \n', {}],
    ['a bad rule', '[permission]\nallow = 1\n', {}],
    ['a model without key', '', { AGENT_MODEL_NAME: 'x' }],
  ])('stops on %s', (_name, text, env) => {
    harness.write(text);
    expect(() => harness.start(env)).toThrow(ConfigError);
  });

  test('names the file and the place in it', () => {
    harness.write('\n[permission]\nallow = 1\n');
    expect(() => harness.start()).toThrow(/^\/.*\/config\.toml:3:1 permission\.allow: /);
  });

  test.each<[string, () => void, string]>([
    ['a directory', () => mkdirSync(harness.file), ': is not a file'],
    ['a pipe without a writer', () => execFileSync('mkfifo', [harness.file]), ': is not a file'],
    ['no UTF-8', () => writeFileSync(harness.file, Buffer.from('# ok\n# \xff\n', 'latin1')), ':2:3 is not UTF-8'],
  ])('of %s: the words of agent doctor', (_name, make, problem) => {
    make();
    expect(() => harness.start()).toThrow(new ConfigError([`${harness.file}${problem}`]));
  });

  test('a file that begins with a byte order mark', () => {
    harness.write('\uFEFFdefault_plan_mode = true\n');
    expect(harness.start().current().default_plan_mode).toBe(true);
  });
});

describe('a change of the file', () => {
  test('is picked up within a second, and not looked for more often', () => {
    harness.write('default_plan_mode = false\n');
    const config = harness.start();
    const before = config.current();
    harness.write('default_plan_mode = true\n');
    harness.pass(999);
    expect(config.current()).toBe(before);
    harness.pass(1);
    expect(config.current().default_plan_mode).toBe(true);
    harness.pass(5000);
    expect(config.current()).toBe(config.current());
  });

  test('in place, of equal length', () => {
    harness.write('default_permission_mode = "yolo"\n');
    const config = harness.start();
    writeFileSync(harness.file, 'default_permission_mode = "auto"\n');
    harness.pass(1000);
    expect(config.current().default_permission_mode).toBe('auto');
  });

  test('a clock that goes back does not stop it', () => {
    const config = harness.start();
    harness.pass(-3_600_000);
    harness.write('default_plan_mode = true\n');
    config.current();
    harness.pass(1000);
    expect(config.current().default_plan_mode).toBe(true);
  });

  test.each([
    ['bad TOML', 'default_plan_mode = \n'],
    ['a bad rule', '[permission]\nallow = 1\n'],
    ['a bad hook', '[[hooks]]\nevent = "Stop"\n'],
  ])('%s: the last good version stays, with a warning, until it is mended', (_name, text) => {
    harness.write('default_plan_mode = true\n[permission]\ndeny = ["Bash"]\n');
    const config = harness.start();
    const good = config.current();
    harness.write(text);
    harness.pass(1000);
    expect(config.current()).toBe(good);
    expect(config.warnings()).toEqual([expect.stringContaining('last good version')]);
    harness.pass(5000);
    config.current();
    expect(harness.warned).toHaveLength(1);
    harness.write('default_plan_mode = false\n');
    harness.pass(1000);
    expect(config.current().default_plan_mode).toBe(false);
    expect(config.warnings()).toEqual([]);
  });

  test('a removed file means defaults, a new one is read', () => {
    harness.write('default_plan_mode = true\n');
    const config = harness.start();
    rmSync(harness.file);
    harness.pass(1000);
    // the file may be missing only while an editor saves it
    expect(config.current().default_plan_mode).toBe(true);
    harness.pass(200);
    expect(config.current().default_plan_mode).toBe(false);
    harness.write('default_plan_mode = true\n');
    harness.pass(1000);
    expect(config.current().default_plan_mode).toBe(true);
  });

  test('models and secrets follow', () => {
    const config = harness.start();
    expect(config.chooseModel('m')).toMatchObject({ error: 'AUTH_MODEL_NOT_RESOLVED' });
    harness.write(
      '[providers.a]\ntype = "openai"\napi_key = "first-key"\napi_key_env = "WORK"\n[models.m]\nprovider = "a"\nmodel = "x"\nmax_context_size = 5\n',
    );
    harness.pass(1000);
    expect(config.chooseModel('m')).toMatchObject({ model: { apiKey: 'first-key' } });
    expect(config.secretValues()).toEqual(['first-key']);
    expect(config.secretVariables()).toContain('WORK');
  });

  test('the file is never written', () => {
    harness.write('default_plan_mode = true\n');
    chmodSync(harness.file, 0o400);
    const config = harness.start({ AGENT_MODEL_NAME: 'x', AGENT_MODEL_API_KEY: 'k' });
    config.publicConfig();
    expect(readFileSync(harness.file, 'utf8')).toBe('default_plan_mode = true\n');
  });
});

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
