/** What a patch of the configuration writes, field by field, what it leaves alone, and what it refuses. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { parseToml } from '../../daemon/config/toml.js';
import { ApiError } from '../../daemon/errors.js';
import type { Config } from '../../schemas/generated/types.js';
import { startChangeable, type Changeable } from './harness.js';

let open: Changeable | undefined;
const start = (text: string, env?: Record<string, string>): Changeable => (open = startChangeable(text, env));
afterEach(() => open?.remove());

/** The details of a refused patch; the file must be as it was, and nobody told. */
async function refused(on: Changeable, patch: Record<string, unknown>): Promise<ApiError> {
  const before = on.text();
  const error = await on.changes.update(patch).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error(`not refused: ${JSON.stringify(patch)} ${String(error)}`);
  expect(on.text()).toBe(before);
  expect(on.told).toEqual([]);
  return error;
}

const PROVIDER = '[providers.p]\ntype = "openai"\n';
const MODEL = '[models.m]\nprovider = "p"\nmodel = "x"\nmax_context_size = 1000\n';

describe('each field: patch, answer, file', () => {
  type Row = [patch: Record<string, unknown>, shown: Record<string, unknown>, file: string, before?: string];
  const rows: Row[] = [
    [{ default_model: 'm' }, { default_model: 'm' }, `default_model = "m"\n\n${PROVIDER}${MODEL}`, PROVIDER + MODEL],
    [{ default_provider: 'p' }, { default_provider: 'p' }, `default_provider = "p"\n\n${PROVIDER}`, PROVIDER],
    [
      { default_permission_mode: 'auto' },
      { default_permission_mode: 'auto', yolo: false },
      'default_permission_mode = "auto"\n',
    ],
    [{ yolo: true }, { default_permission_mode: 'yolo', yolo: true }, 'default_permission_mode = "yolo"\n'],
    [{ default_plan_mode: true }, { default_plan_mode: true, plan_mode: true }, 'default_plan_mode = true\n'],
    [{ plan_mode: true }, { default_plan_mode: true, plan_mode: true }, 'default_plan_mode = true\n'],
    [
      { merge_all_available_skills: false },
      { merge_all_available_skills: false },
      'merge_all_available_skills = false\n',
    ],
    [{ builtin_product_skills: false }, { builtin_product_skills: false }, 'builtin_product_skills = false\n'],
    [{ extra_skill_dirs: ['/a', '/b'] }, { extra_skill_dirs: ['/a', '/b'] }, 'extra_skill_dirs = ["/a", "/b"]\n'],
    [{ extra_agent_dirs: ['/a'] }, { extra_agent_dirs: ['/a'] }, 'extra_agent_dirs = ["/a"]\n'],
    [
      { providers: { p: { type: 'openai', api_key: 'sk-1', base_url: 'https://p.example/v1', default_model: 'm' } } },
      { providers: { p: { type: 'openai', base_url: 'https://p.example/v1', default_model: 'm', has_api_key: true } } },
      '[providers.p]\ntype = "openai"\napi_key = "sk-1"\nbase_url = "https://p.example/v1"\ndefault_model = "m"\n',
    ],
    [
      {
        providers: {
          'my p.x': {
            type: 'anthropic',
            apiKeyEnv: 'KEY_Of',
            customHeaders: { 'X-TeamName': 'a' },
            env: { ANTHROPIC_API_KEY: 'k' },
            oauth: { storage: 'file', key: 'k', oauthHost: 'https://o.example' },
            source: { kind: 'registry', someUrl: 'https://r.example' },
          },
        },
      },
      { providers: { 'my p.x': { type: 'anthropic', has_api_key: true } } },
      '[providers."my p.x"]\ntype = "anthropic"\napi_key_env = "KEY_Of"\ncustom_headers = { X-TeamName = "a" }\n' +
        'env = { ANTHROPIC_API_KEY = "k" }\noauth = { storage = "file", key = "k", oauth_host = "https://o.example" }\n' +
        'source = { kind = "registry", someUrl = "https://r.example" }\n',
    ],
    [
      {
        models: {
          'p/m.1': {
            provider: 'p',
            model: 'x',
            maxContextSize: 1000,
            maxInputSize: 900,
            maxOutputSize: 100,
            capabilities: ['thinking'],
            displayName: 'X',
            supportEfforts: ['low', 'high'],
            defaultEffort: 'low',
            offEffort: 'none',
            reasoningKey: 'r',
            adaptiveThinking: true,
            overrides: { max_context_size: 950, displayName: 'Y' },
          },
        },
      },
      {
        models: {
          'p/m.1': {
            provider: 'p',
            model: 'x',
            maxContextSize: 1000,
            maxInputSize: 900,
            maxOutputSize: 100,
            capabilities: ['thinking'],
            displayName: 'X',
            supportEfforts: ['low', 'high'],
            defaultEffort: 'low',
            offEffort: 'none',
            reasoningKey: 'r',
            adaptiveThinking: true,
            overrides: { maxContextSize: 950, displayName: 'Y' },
          },
        },
      },
      `${PROVIDER}\n[models."p/m.1"]\nprovider = "p"\nmodel = "x"\nmax_context_size = 1000\nmax_input_size = 900\n` +
        'max_output_size = 100\ncapabilities = ["thinking"]\ndisplay_name = "X"\nsupport_efforts = ["low", "high"]\n' +
        'default_effort = "low"\noff_effort = "none"\nreasoning_key = "r"\nadaptive_thinking = true\n' +
        'overrides = { max_context_size = 950, display_name = "Y" }\n',
      PROVIDER,
    ],
    [
      {
        models: {
          flat: { model: 'x', max_context_size: 5, baseUrl: 'https://f.example', protocol: 'openai', apiKey: 'k' },
        },
      },
      {
        models: {
          flat: { model: 'x', maxContextSize: 5, baseUrl: 'https://f.example', protocol: 'openai', hasApiKey: true },
        },
      },
      '[models.flat]\nmodel = "x"\nmax_context_size = 5\nbase_url = "https://f.example"\nprotocol = "openai"\napi_key = "k"\n',
    ],
    [
      { thinking: { enabled: false, effort: 'low', keep: 'none' } },
      { thinking: { enabled: false, effort: 'low', keep: 'none' } },
      '[thinking]\nenabled = false\neffort = "low"\nkeep = "none"\n',
    ],
    [
      {
        permission: {
          rules: [{ decision: 'deny', pattern: 'Bash(sudo *)', reason: 'no root' }],
          allow: ['Read'],
          deny: ['Write'],
          ask: ['Edit'],
        },
      },
      {
        permission: {
          rules: [{ decision: 'deny', pattern: 'Bash(sudo *)', reason: 'no root' }],
          allow: ['Read'],
          deny: ['Write'],
          ask: ['Edit'],
        },
      },
      '[permission]\nallow = ["Read"]\ndeny = ["Write"]\nask = ["Edit"]\n\n' +
        '[[permission.rules]]\ndecision = "deny"\npattern = "Bash(sudo *)"\nreason = "no root"\n',
    ],
    [
      {
        hooks: [
          { event: 'Stop', command: 'true' },
          { event: 'PreToolUse', command: 'x', matcher: 'Bash', timeout: 5 },
        ],
      },
      {
        hooks: [
          { event: 'Stop', command: 'true', timeout: 30 },
          { event: 'PreToolUse', command: 'x', matcher: 'Bash', timeout: 5 },
        ],
      },
      '[[hooks]]\nevent = "Stop"\ncommand = "true"\n\n[[hooks]]\nevent = "PreToolUse"\ncommand = "x"\nmatcher = "Bash"\ntimeout = 5\n',
    ],
    [
      {
        services: {
          search: { baseUrl: 'https://s.example', apiKey: 'k', customHeaders: { 'X-One': 'v' } },
          fetch: { base_url: 'https://f.example', api_key_env: 'NONE' },
        },
      },
      {
        services: {
          search: { baseUrl: 'https://s.example', hasApiKey: true, customHeaderKeys: ['X-One'] },
          fetch: { baseUrl: 'https://f.example', hasApiKey: false },
        },
      },
      '[services.search]\nbase_url = "https://s.example"\napi_key = "k"\ncustom_headers = { X-One = "v" }\n\n' +
        '[services.fetch]\nbase_url = "https://f.example"\napi_key_env = "NONE"\n',
    ],
    [
      {
        loop_control: {
          maxStepsPerTurn: 5,
          maxAttemptsPerStep: 2,
          reservedContextSize: 100,
          compactionTriggerRatio: 0.5,
        },
      },
      {
        loop_control: {
          maxStepsPerTurn: 5,
          maxAttemptsPerStep: 2,
          reservedContextSize: 100,
          compactionTriggerRatio: 0.5,
        },
      },
      '[loop_control]\nmax_steps_per_turn = 5\nmax_attempts_per_step = 2\nreserved_context_size = 100\ncompaction_trigger_ratio = 0.5\n',
    ],
    [
      {
        background: {
          maxRunningTasks: 3,
          keepAliveOnExit: true,
          killGracePeriodMs: 1,
          bashAutoBackgroundOnTimeout: false,
          bashTaskTimeoutS: 0,
          printBackgroundMode: 'exit',
          printWaitCeilingS: 7,
          printMaxTurns: 8,
        },
      },
      {
        background: {
          maxRunningTasks: 3,
          keepAliveOnExit: true,
          killGracePeriodMs: 1,
          bashAutoBackgroundOnTimeout: false,
          bashTaskTimeoutS: 0,
          printBackgroundMode: 'exit',
          printWaitCeilingS: 7,
          printMaxTurns: 8,
        },
      },
      '[background]\nmax_running_tasks = 3\nkeep_alive_on_exit = true\nkill_grace_period_ms = 1\n' +
        'bash_auto_background_on_timeout = false\nbash_task_timeout_s = 0\nprint_background_mode = "exit"\n' +
        'print_wait_ceiling_s = 7\nprint_max_turns = 8\n',
    ],
    [{ subagent: { timeoutMs: 0 } }, { subagent: { timeoutMs: 0 } }, '[subagent]\ntimeout_ms = 0\n'],
    [{ experimental: { fastMode: true } }, { experimental: { fastMode: true } }, '[experimental]\nfastMode = true\n'],
    [
      { token_counting: { strategy: 'measured' } },
      { token_counting: { strategy: 'measured' } },
      '[token_counting]\nstrategy = "measured"\n',
    ],
    [
      { mcp: { startupTimeoutMs: 1, tool_timeout_ms: 2 } },
      { mcp: { startupTimeoutMs: 1, toolTimeoutMs: 2 } },
      '[mcp]\nstartup_timeout_ms = 1\ntool_timeout_ms = 2\n',
    ],
    [
      { tools: { enabled: ['Read'], disabled: ['mcp__x__*'] } },
      { tools: { enabled: ['Read'], disabled: ['mcp__x__*'] } },
      '[tools]\nenabled = ["Read"]\ndisabled = ["mcp__x__*"]\n',
    ],
    [
      { image: { maxEdgePx: 10, readByteBudget: 20 } },
      { image: { maxEdgePx: 10, readByteBudget: 20 } },
      '[image]\nmax_edge_px = 10\nread_byte_budget = 20\n',
    ],
    [
      { checkpoints: { enabled: false, maxFileMb: 1, maxTotalMb: 2, maxFiles: 3 } },
      { checkpoints: { enabled: false, maxFileMb: 1, maxTotalMb: 2, maxFiles: 3 } },
      '[checkpoints]\nenabled = false\nmax_file_mb = 1\nmax_total_mb = 2\nmax_files = 3\n',
    ],
    [
      { budget: { sessionUsd: 5, day_usd: 20.5, warnRatio: 0.5 } },
      { budget: { sessionUsd: 5, dayUsd: 20.5, warnRatio: 0.5 } },
      '[budget]\nsession_usd = 5\nday_usd = 20.5\nwarn_ratio = 0.5\n',
    ],
    [
      { identity: { name: 'Mine', slug: 'mine-x' } },
      { identity: { name: 'Mine', slug: 'mine-x' } },
      '[identity]\nname = "Mine"\nslug = "mine-x"\n',
    ],
    [{ offline: { enabled: false } }, { offline: { enabled: false } }, '[offline]\nenabled = false\n'],
  ];

  test.each(rows)('%j', async (patch, shown, file, before = '') => {
    const on = start(before);
    const now = await on.changes.update(patch);
    expect(now).toMatchObject(shown);
    expect(now.telemetry).toBe(false);
    expect(on.text()).toBe(file);
    expect(on.config.publicConfig()).toEqual(now);
    expect(on.told).toEqual([{ fields: Object.keys(patch), config: now }]);
    // the same again says nothing new
    await on.changes.update(patch);
    expect(on.text()).toBe(file);
    expect(on.told).toHaveLength(1);
    // null takes each away again
    const away = Object.fromEntries(Object.keys(patch).map((key) => [key, null]));
    if ('yolo' in patch) away['default_permission_mode'] = null;
    await on.changes.update(away);
    expect(on.text().trim()).toBe(before.trim());
  });

  test('every key of the answer is a row', () => {
    const keys = new Set(rows.flatMap(([patch]) => Object.keys(patch)));
    const on = start(`default_model = "m"\ndefault_provider = "p"\n${PROVIDER}${MODEL}`);
    const fixed = ['raw', 'telemetry'];
    expect(Object.keys(on.config.publicConfig()).filter((key) => !keys.has(key) && !fixed.includes(key))).toEqual([]);
  });
});

describe('merge', () => {
  test('deep in a domain, absent fields stay, lists are replaced, null deletes, unknown keys of the file stay', async () => {
    const on = start(
      `# mine\n${PROVIDER}api_key = "sk" # secret\nmood = "calm"\n\n[thinking]\nenabled = false\neffort = "low"\nfuture = 1\n\n[tools]\ndisabled = ["A", "B"]\n`,
    );
    await on.changes.update({
      providers: { p: { baseUrl: 'https://x.example' } },
      thinking: { effort: null },
      tools: { disabled: ['C'] },
      nothing: 5,
      loop_control: { unknownField: 1 },
    });
    expect(on.text()).toBe(
      `# mine\n${PROVIDER}api_key = "sk" # secret\nmood = "calm"\nbase_url = "https://x.example"\n\n[thinking]\nenabled = false\nfuture = 1\n\n[tools]\ndisabled = ["C"]\n`,
    );
    expect(on.told[0]?.fields).toEqual(['providers', 'thinking', 'tools']);
  });

  test('names that people gave are never converted', async () => {
    const on = start('');
    await on.changes.update({
      providers: { myProvider: { type: 'openai', custom_headers: { xHeaderName: 'v' }, env: { OPENAI_API_KEY: 'k' } } },
      models: { 'some_Alias.x': { provider: 'myProvider', model: 'x', max_context_size: 5 } },
      experimental: { some_Flag: true, otherFlag: false },
    });
    expect(on.config.document()).toMatchObject({
      providers: { myProvider: { custom_headers: { xHeaderName: 'v' } } },
      models: { 'some_Alias.x': {} },
      experimental: { some_Flag: true, otherFlag: false },
    });
  });

  test.each([
    [{ yolo: false }, 'default_permission_mode = "yolo"\n'],
    [{ yolo: null }, 'default_permission_mode = "yolo"\n'],
    [{ telemetry: true, secondary_model: 'x' }, ''],
    [{ telemetry: { a: 1 } }, ''],
    [{}, 'default_plan_mode = true\n'],
    [{ unknown: { a: 1 } }, ''],
    [{ thinking: {} }, ''],
    [{ loop_control: { maxStepsPerTurn: 0 } }, ''],
    [{ default_permission_mode: 'manual', plan_mode: false }, ''],
    [{ services: { search: null } }, ''],
    [{ providers: { none: null } }, PROVIDER],
  ])('%j changes nothing and tells nobody', async (patch, text) => {
    const on = start(text);
    await on.changes.update(patch);
    expect(on.text()).toBe(text);
    expect(on.told).toEqual([]);
  });

  test('a deleted provider leaves its models, which cannot be used until there is one of its name', async () => {
    const on = start(PROVIDER + MODEL);
    const now = await on.changes.update({ providers: { p: null } });
    expect(now.providers).toEqual({});
    expect(Object.keys(now.models ?? {})).toEqual(['m']);
    expect(on.config.resolveModel('m')).toEqual({ failure: 'provider_missing', providerId: 'p' });
    expect(on.text()).toBe(MODEL);
  });

  test('names that mean something to the language are only names', async () => {
    const on = start('');
    const patch = JSON.parse(
      '{"experimental": {"__proto__": true, "constructor": false, "toString": true}, "__proto__": {"yolo": true}, "constructor": 1}',
    ) as Record<string, unknown>;
    await on.changes.update(patch);
    expect(on.text()).toBe('[experimental]\n__proto__ = true\nconstructor = false\ntoString = true\n');
  });
});

const FULL = `# my settings
default_model = "p/m"   # the big one
default_permission_mode = "yolo"

[providers.p] # work
type = "openai"
base_url = "https://user:pw@p.example/v1?token=abc"
api_key = "sk-1"
env = { OPENAI_API_KEY = "sk-2" }
custom_headers = { "X-Team" = "core" }

[providers."managed:agent-code"]
type = "agent"
oauth = { storage = "file", key = "oauth/x" }

[models."p/m"]
provider = "p"
model = "x"
max_context_size = 1_000
capabilities = [
  "thinking", # yes
]
[models."p/m".overrides]
display_name = 'X'

[models.flat]
model = "y"
max_context_size = 0x10
base_url = "https://k:secret@f.example"
protocol = "openai"
api_key = "sk-3"

[thinking]
enabled = true
keep = "off"

[services.search]
base_url = "https://s.example/?api_key=sk-4"
api_key = "sk-5"
custom_headers = { a = "b" }

# rules
[[permission.rules]]
decision = "deny"
pattern = "Bash(sudo *)"
scope = "user"

[[permission.rules]]
decision = "allow"
pattern = "Read"
scope = "project" # ignored

[[permission.rules]]
decision = "ask"
pattern = "Edit"

[[hooks]]
event = "Stop"
command = "one" # first

[[hooks]]
event = "Stop"
command = "two"
timeout = 7

[future]
x = 1979-05-27
`;

describe('a client that sends back what it got', () => {
  const env = {
    AGENT_MODEL_NAME: 'g',
    AGENT_MODEL_API_KEY: 'k',
    AGENT_MODEL_PROVIDER_TYPE: 'openai',
    AGENT_LOOP_MAX_STEPS_PER_TURN: '4',
    AGENT_MODEL_THINKING_EFFORT: 'high',
    AGENT_WEB_FETCH_BASE_URL: 'https://env.example',
  };
  const got = (on: Changeable): Config => {
    // everything but `raw`, which no patch may hold
    const { raw: _raw, ...rest } = structuredClone(on.config.publicConfig());
    return rest;
  };

  test.each([{}, env])('changes nothing', async (variables) => {
    const on = start(FULL, variables);
    await on.changes.update({ ...got(on) });
    expect(on.text()).toBe(FULL);
    expect(on.told).toEqual([]);
  });

  test('and the secrets of `raw`, masked as they are, change nothing', async () => {
    const on = start(FULL, env);
    const { providers, services } = on.config.publicConfig().raw as Record<string, unknown>;
    await on.changes.update({ services: structuredClone(services) });
    const { p } = structuredClone(providers) as Record<string, unknown>;
    await on.changes.update({ providers: { p } });
    expect(on.text()).toBe(FULL);
  });

  type Edit = (config: Config) => void;
  const edits: Array<[string, Edit, string, string, string]> = [
    [
      'a provider',
      (c) => void Object.assign(c.providers['p'] ?? {}, { default_model: 'q' }),
      'custom_headers = { "X-Team" = "core" }\n',
      'custom_headers = { "X-Team" = "core" }\ndefault_model = "q"\n',
      'providers',
    ],
    [
      'a model',
      (c) => void Object.assign(c.models?.['p/m'] ?? {}, { maxContextSize: 2000 }),
      'max_context_size = 1_000',
      'max_context_size = 2000',
      'models',
    ],
    [
      'an override',
      (c) => void Object.assign(c.models?.['p/m']?.overrides ?? {}, { displayName: 'Z' }),
      "display_name = 'X'",
      'display_name = "Z"',
      'models',
    ],
    [
      'a list',
      (c) => void c.models?.['p/m']?.capabilities?.push('tool_use'),
      '"thinking", # yes\n',
      '"thinking", # yes\n  "tool_use",\n',
      'models',
    ],
    [
      'a hook',
      (c) => void Object.assign(c.hooks?.[0] ?? {}, { command: 'uno' }),
      'command = "one" # first',
      'command = "uno" # first',
      'hooks',
    ],
    [
      'the time of a hook',
      (c) => void Object.assign(c.hooks?.[0] ?? {}, { timeout: 8 }),
      'command = "one" # first\n',
      'command = "one" # first\ntimeout = 8\n',
      'hooks',
    ],
    [
      'the order of hooks',
      (c) => void c.hooks?.shift(),
      '[[hooks]]\nevent = "Stop"\ncommand = "one" # first\n\n',
      '',
      'hooks',
    ],
    [
      'a hook more',
      (c) => void c.hooks?.push({ event: 'Stop', command: 'three' }),
      'timeout = 7\n',
      'timeout = 7\n\n[[hooks]]\nevent = "Stop"\ncommand = "three"\n',
      'hooks',
    ],
    [
      'a rule',
      (c) => void Object.assign(c.permission?.rules[1] ?? {}, { decision: 'deny' }),
      'decision = "ask"',
      'decision = "deny"',
      'permission',
    ],
    [
      'the mode',
      (c) => void Object.assign(c, { default_permission_mode: 'auto' }),
      '"yolo"',
      '"auto"',
      'default_permission_mode',
    ],
    [
      'the plan mode',
      (c) => void Object.assign(c, { plan_mode: true }),
      '"yolo"\n',
      '"yolo"\ndefault_plan_mode = true\n',
      'plan_mode',
    ],
    [
      'a service',
      (c) => void Object.assign(c.services?.search ?? {}, { baseUrl: 'https://t.example' }),
      '"https://s.example/?api_key=sk-4"',
      '"https://t.example"',
      'services',
    ],
    [
      'a value of the environment',
      (c) => void Object.assign(c.thinking ?? {}, { effort: 'low' }),
      'keep = "off"\n',
      'keep = "off"\neffort = "low"\n',
      'thinking',
    ],
    [
      'the other spelling',
      (c) => void Object.assign(c.thinking ?? {}, { enabled: false }),
      'enabled = true',
      'enabled = false',
      'thinking',
    ],
  ];
  test.each(edits)('with %s edited changes that alone', async (_name, edit, before, after, field) => {
    for (const variables of [{}, env]) {
      const on = start(FULL, variables);
      const config = got(on);
      edit(config);
      await on.changes.update({ ...config });
      expect(on.text()).toBe(FULL.replace(before, after));
      expect(on.told.map(({ fields }) => fields)).toEqual([[field]]);
      on.remove();
    }
  });

  test('what the environment gives is shown and never written, what the file says is written and waits', async () => {
    const on = start('', env);
    expect(on.config.publicConfig()).toMatchObject({ default_model: 'env/g', loop_control: { maxStepsPerTurn: 4 } });
    await on.changes.update({ loop_control: { maxStepsPerTurn: 4, maxAttemptsPerStep: 3 } });
    expect(on.text()).toBe('[loop_control]\nmax_attempts_per_step = 3\n');
    const now = await on.changes.update({ loop_control: { maxStepsPerTurn: 9 } });
    expect(on.text()).toBe('[loop_control]\nmax_attempts_per_step = 3\nmax_steps_per_turn = 9\n');
    expect(now.loop_control?.maxStepsPerTurn).toBe(4);
  });
});

describe('refused, and nothing changed', () => {
  const text = `default_model = "gone"\n${PROVIDER}base_url = "https://u:p@p.example"\n${MODEL}`;
  const rows: Array<[Record<string, unknown>, string, RegExp]> = [
    [{ raw: {} }, 'raw', /cannot be set/],
    [{ default_model: 'none' }, 'default_model', /not a configured model/],
    [{ default_model: '' }, 'default_model', /fewer than 1/],
    [{ default_model: 5 }, 'default_model', /must be string/],
    [{ default_permission_mode: 'wild' }, 'default_permission_mode', /one of manual, yolo, auto/],
    [{ default_plan_mode: 'yes' }, 'default_plan_mode', /boolean/],
    [{ yolo: 'yes' }, 'yolo', /boolean/],
    [{ yolo: true, default_permission_mode: 'auto' }, 'yolo', /contradicts/],
    [{ plan_mode: 1 }, 'plan_mode', /boolean/],
    [{ plan_mode: true, default_plan_mode: false }, 'plan_mode', /contradicts default_plan_mode/],
    [{ plan_mode: false, default_plan_mode: true }, 'plan_mode', /contradicts default_plan_mode/],
    [{ plan_mode: null, default_plan_mode: true }, 'plan_mode', /contradicts default_plan_mode/],
    [{ default_model: 'offline/echo', offline: { enabled: false } }, 'default_model', /not a configured model/],
    [{ default_model: 'env/x' }, 'default_model', /not a configured model/],
    [{ models: { '': { provider: 'p', model: 'x', maxContextSize: 5 } } }, 'models.', /needs a name/],
    [{ models: { 'offline/echo': { maxContextSize: 5 } } }, 'models.offline/echo', /reserved/],
    [{ models: { 'env/x': { provider: 'p', model: 'x', maxContextSize: 5 } } }, 'models.env/x', /reserved/],
    [{ providers: { '': { type: 'openai' } } }, 'providers.', /needs a name/],
    [{ extra_skill_dirs: 'a' }, 'extra_skill_dirs', /array/],
    [{ extra_agent_dirs: ['a', 5] }, 'extra_agent_dirs.1', /string/],
    [{ extra_agent_dirs: ['a', null] }, 'extra_agent_dirs.1', /null/],
    [{ providers: [] }, 'providers', /object/],
    [{ providers: { q: 5 } }, 'providers.q', /object/],
    [{ providers: { q: {} } }, 'providers.q.type', /required/],
    [{ providers: { q: { type: 'other' } } }, 'providers.q.type', /one of/],
    [{ providers: { p: { type: null } } }, 'providers.p.type', /required/],
    [{ providers: { p: { baseUrl: 'nowhere' } } }, 'providers.p.baseUrl', /address/],
    [{ providers: { p: { base_url: 'https://***@q.example' } } }, 'providers.p.base_url', /mask/],
    [{ providers: { p: { api_key: '***' } } }, 'providers.p.api_key', /mask/],
    [{ providers: { p: { api_key: 'a', apiKey: 'b' } } }, 'providers.p.apiKey', /twice/],
    [{ providers: { p: { custom_headers: { 'bad name': 'x' } } } }, 'providers.p.custom_headers.bad name', /header/],
    [{ providers: { 'managed:x': { type: 'agent' } } }, 'providers.managed:x', /reserved/],
    [{ providers: { 'managed:x': null } }, 'providers.managed:x', /reserved/],
    [{ providers: { offline: { type: 'offline' } } }, 'providers.offline', /reserved/],
    [{ providers: { env: { type: 'openai' } } }, 'providers.env', /reserved/],
    [{ models: { q: { model: 'x', provider: 'p' } } }, 'models.q.maxContextSize', /required/],
    [{ models: { q: { model: 'x', maxContextSize: 5 } } }, 'models.q.provider', /required/],
    [{ models: { m: { maxContextSize: 0 } } }, 'models.m.maxContextSize', />= 1/],
    [{ models: { m: { max_output_size: 1001 } } }, 'models.m.max_output_size', /larger/],
    [{ models: { m: { capabilities: ['flying'] } } }, 'models.m.capabilities.0', /one of/],
    [{ models: { m: { overrides: { maxInputSize: 5000 } } } }, 'models.m.overrides.maxInputSize', /larger/],
    [{ thinking: 5 }, 'thinking', /object/],
    [{ thinking: { keep: 'some' } }, 'thinking.keep', /one of/],
    [{ loop_control: { maxStepsPerTurn: -1 } }, 'loop_control.maxStepsPerTurn', />= 0/],
    [{ loop_control: { maxAttemptsPerStep: 0 } }, 'loop_control.maxAttemptsPerStep', />= 1/],
    [{ loop_control: { compactionTriggerRatio: 0.4 } }, 'loop_control.compactionTriggerRatio', />= 0.5/],
    [{ loop_control: { compaction_trigger_ratio: 1 } }, 'loop_control.compaction_trigger_ratio', /<= 0.99/],
    [{ loop_control: { reservedContextSize: 1.5 } }, 'loop_control.reservedContextSize', /integer/],
    [{ token_counting: { strategy: 'guessed' } }, 'token_counting.strategy', /one of/],
    [{ background: { printBackgroundMode: 'wait' } }, 'background.printBackgroundMode', /one of/],
    [{ background: { maxRunningTasks: 0 } }, 'background.maxRunningTasks', />= 1/],
    [{ subagent: { timeoutMs: -1 } }, 'subagent.timeoutMs', />= 0/],
    [{ mcp: { toolTimeoutMs: 0 } }, 'mcp.toolTimeoutMs', />= 1/],
    [{ tools: { enabled: 'Read' } }, 'tools.enabled', /array/],
    [{ tools: { disabled: [''] } }, 'tools.disabled.0', /fewer than 1/],
    [{ image: { maxEdgePx: 0 } }, 'image.maxEdgePx', />= 1/],
    [{ checkpoints: { maxFileMb: 101 } }, 'checkpoints.maxFileMb', /<= 100/],
    [{ budget: { sessionUsd: 0 } }, 'budget.sessionUsd', /> 0/],
    [{ budget: { dayUsd: -1 } }, 'budget.dayUsd', /> 0/],
    [{ budget: { warnRatio: 1.1 } }, 'budget.warnRatio', /<= 1/],
    [{ identity: { name: '' } }, 'identity.name', /fewer than 1/],
    [{ offline: { enabled: 1 } }, 'offline.enabled', /boolean/],
    [{ experimental: { x: 'yes' } }, 'experimental.x', /boolean/],
    [{ services: { search: { baseUrl: 'ftp://x' } } }, 'services.search.baseUrl', /address/],
    [{ permission: { allow: ['Bash('] } }, 'permission.allow.0', /./],
    [{ permission: { rules: [{ decision: 'maybe', pattern: 'Read' }] } }, 'permission.rules.0.decision', /one of/],
    [{ permission: { rules: [{ decision: 'deny' }] } }, 'permission.rules.0.pattern', /required/],
    [{ permission: { rules: [{ decision: 'deny', pattern: 'Bash(' }] } }, 'permission.rules.0.pattern', /./],
    [
      { permission: { rules: [{ decision: 'deny', pattern: 'Read', scope: 'project' }] } },
      'permission.rules.0.scope',
      /user/,
    ],
    [{ hooks: {} }, 'hooks', /array/],
    [{ hooks: [5] }, 'hooks.0', /object/],
    [{ hooks: [{ event: 'Stop' }] }, 'hooks.0.command', /required/],
    [{ hooks: [{ event: 'Never', command: 'x' }] }, 'hooks.0.event', /one of/],
    [{ hooks: [{ event: 'Stop', command: 'x', async: true }] }, 'hooks.0.async', /known field/],
    [{ hooks: [{ event: 'Stop', command: 'x', timeout: 601 }] }, 'hooks.0.timeout', /<= 600/],
    [{ hooks: [{ event: 'Stop', command: 'x', matcher: '(' }] }, 'hooks.0.matcher', /regular expression/],
    [{ hooks: [{ event: 'Stop', command: 'x', matcher: null }] }, 'hooks.0.matcher', /null/],
    [{ identity: { name: 'a\ud800' } }, 'identity.name', /well-formed/],
    [{ experimental: { 'a\ud800': true } }, 'experimental.a\ud800', /well-formed/],
  ];
  test.each(rows)('%j', async (patch, path, message) => {
    const on = start(text);
    const error = await refused(on, patch);
    expect(error.errorName).toBe('VALIDATION_FAILED');
    const details = error.details as Array<{ path: string; message: string }>;
    expect(details.map((detail) => detail.path)).toContain(path);
    expect(details.find((detail) => detail.path === path)?.message).toMatch(message);
  });

  test('one wrong value among good ones: nothing is written, and every wrong one is told', async () => {
    const on = start(text);
    const error = await refused(on, { default_plan_mode: true, image: { maxEdgePx: 0 }, thinking: { keep: 1 } });
    expect((error.details as unknown[]).length).toBe(2);
  });

  test('a patch of over 1 MiB', async () => {
    const on = start(text);
    const error = await refused(on, { extra_skill_dirs: ['x'.repeat(1024 * 1024)] });
    expect(error.message).toMatch(/1 MiB/);
  });

  test('a model of the environment', async () => {
    const on = start('', { AGENT_MODEL_NAME: 'g', AGENT_MODEL_API_KEY: 'k', AGENT_MODEL_PROVIDER_TYPE: 'openai' });
    expect((await refused(on, { models: { 'env/g': { displayName: 'mine' } } })).message).toMatch(/reserved/);
    expect((await refused(on, { providers: { env: { type: 'anthropic' } } })).message).toMatch(/reserved/);
  });

  test('taking all providers away would take that of the login along', async () => {
    const on = start(FULL);
    expect((await refused(on, { providers: null })).message).toMatch(/managed:agent-code.*reserved/);
  });
});

test('a rule that is not shown does not shift the place of a mistake', async () => {
  const on = start('[[permission.rules]]\ndecision = "allow"\npattern = "Read"\nscope = "project"\n');
  const rules = [
    { decision: 'ask', pattern: 'Edit' },
    { decision: 'ask', pattern: 'Bash(' },
  ];
  expect((await refused(on, { permission: { rules } })).details).toMatchObject([
    { path: 'permission.rules.1.pattern' },
  ]);
});

describe('a file with mistakes', () => {
  test('in another table: it stays as it is, the patch is written', async () => {
    const on = start('[image]\nmax_edge_px = "big"\n');
    await on.changes.update({ default_plan_mode: true });
    expect(on.text()).toBe('default_plan_mode = true\n\n[image]\nmax_edge_px = "big"\n');
    expect((await on.changes.update({})).default_plan_mode).toBe(true);
  });

  test('in the same table: the old mistake is named, because nothing of the table would count', async () => {
    const on = start('[image]\nmax_edge_px = "big"\n');
    const error = await refused(on, { image: { readByteBudget: 5 } });
    expect(error.details).toEqual([{ path: 'image.maxEdgePx', message: 'must be integer' }]);
    await on.changes.update({ image: { maxEdgePx: 5 } });
    expect(on.text()).toBe('[image]\nmax_edge_px = 5\n');
    expect(on.warnings).toEqual([[]]);
  });

  test('a bad pattern beside an old mistake is found all the same', async () => {
    const on = start('[image]\nmax_edge_px = "big"\n');
    expect((await refused(on, { permission: { deny: ['Bash('] } })).details).toMatchObject([
      { path: 'permission.deny.0' },
    ]);
  });

  test.each([
    ['default_plan_mode = \n', /line 1, column 21/],
    ['a = 1\n[x\n', /line 2/],
  ])('no TOML: %j is to be mended by hand', async (text, message) => {
    const on = start('');
    writeFileSync(on.file, text);
    const error = await refused(on, { default_plan_mode: true });
    expect(error.errorName).toBe('PERSISTENCE_FAILURE');
    expect(error.message).toMatch(message);
  });

  test('a broken rule keeps the file out of use: only a patch that mends it is taken', async () => {
    const on = start('');
    const text = '# x\n[permission]\nallow = ["Bash("] # oops\n';
    writeFileSync(on.file, text);
    const error = await refused(on, { default_plan_mode: true });
    expect(error.errorName).toBe('PERSISTENCE_FAILURE');
    expect(error.message).toMatch(/3:10 permission\.allow\[0\]/);
    await on.changes.update({ permission: { allow: ['Read'] } });
    expect(on.text()).toBe('# x\n[permission]\nallow = ["Read"] # oops\n');
  });
});

test('whatever is patched: taken as a whole, or refused with nothing changed, and never a defect', async () => {
  const names = fc.constantFrom('p', 'm', 'p/m', 'x.y', 'managed:x', 'env', 'offline', '__proto__', 'a b', 'ü', '');
  const words = fc.constantFrom(
    '',
    'p',
    'm',
    'openai',
    'yolo',
    '***',
    'https://x.example',
    'Read',
    'Bash(',
    'Stop',
    '(',
    'all',
    'a\nb',
    '\ud800',
  );
  const leaf = fc.oneof(words, fc.integer({ min: -2, max: 2000 }), fc.double(), fc.boolean(), fc.constant(null));
  const fields = fc.constantFrom(
    ...[
      'type',
      'api_key',
      'apiKey',
      'baseUrl',
      'base_url',
      'env',
      'custom_headers',
      'customHeaders',
      'default_model',
      'source',
    ],
    ...['provider', 'model', 'maxContextSize', 'max_context_size', 'capabilities', 'overrides', 'protocol', 'oauth'],
    ...[
      'enabled',
      'keep',
      'effort',
      'maxStepsPerTurn',
      'timeoutMs',
      'name',
      'rules',
      'allow',
      'deny',
      'search',
      'fetch',
    ],
    ...['decision', 'pattern', 'scope', 'event', 'command', 'matcher', 'timeout', 'disabled'],
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, leaf, tie('list'), tie('table'), tie('map')),
    list: fc.array(tie('value'), { maxLength: 3 }),
    table: fc.dictionary(fields, tie('value'), { maxKeys: 4 }),
    map: fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  }));
  const keys = Object.keys(startOnce().config.publicConfig()).filter((key) => key !== 'raw');
  const patches = fc.dictionary(fc.constantFrom(...keys, 'unknown'), value, { minKeys: 1, maxKeys: 3 });
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(patches, fc.constantFrom('', FULL), async (patch, text) => {
      const on = startChangeable(text);
      try {
        // as it comes from a client
        const now = await on.changes.update(JSON.parse(JSON.stringify(patch)) as Record<string, unknown>);
        expect(parseToml(on.text())).toEqual(on.config.document());
        expect(on.config.publicConfig()).toEqual(now);
        expect(on.config.fileWarnings().length).toBeLessThanOrEqual(text === FULL ? 1 : 0);
        taken += 1;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        expect([error.errorName, on.text(), on.told]).toEqual(['VALIDATION_FAILED', text, []]);
        expect((error.details as unknown[]).length).toBeGreaterThan(0);
      } finally {
        on.remove();
      }
    }),
    { numRuns: Number(process.env['PATCH_RUNS'] ?? 200) },
  );
  expect(taken).toBeGreaterThan(10);
}, 300_000);

function startOnce(): Changeable {
  return start(`default_model = "m"\ndefault_provider = "p"\n${PROVIDER}${MODEL}`);
}

test('a value that is shown only because of another one stays when that one changes, if it was asked for', async () => {
  const on = start('');
  await on.changes.update({ background: { printBackgroundMode: 'steer', bash_task_timeout_s: 600 } });
  expect(on.text()).toBe('[background]\nprint_background_mode = "steer"\nbash_task_timeout_s = 600\n');
  const { background } = await on.changes.update({ background: { keepAliveOnExit: true } });
  expect(background).toMatchObject({ keepAliveOnExit: true, printBackgroundMode: 'steer' });
});

test('the limit of subagents is written when it is asked for, as its default is another one for a single prompt', async () => {
  const on = start('');
  const shown = await on.changes.update({ subagent: { timeoutMs: 7_200_000 } });
  expect(on.text()).toBe('[subagent]\ntimeout_ms = 7200000\n');
  expect(on.told.map(({ fields }) => fields)).toEqual([['subagent']]);
  await on.changes.update({ subagent: { timeout_ms: 7_200_000 } });
  expect(on.told).toHaveLength(1);
  const { raw: _, ...all } = await on.changes.update({ subagent: null });
  expect(on.text()).toBe('');
  await on.changes.update({ ...all });
  expect(on.text()).toBe('');
  expect(shown.subagent).toEqual(all.subagent);
});
