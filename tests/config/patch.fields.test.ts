/** What a patch of the configuration writes, field by field. */
import { describe, expect, test } from '@jest/globals';
import { MODEL, PROVIDER, start } from './patch.fixture.js';

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
          'my p_x': {
            type: 'anthropic',
            apiKeyEnv: 'KEY_Of',
            customHeaders: { 'X-TeamName': 'a' },
            env: { ANTHROPIC_API_KEY: 'k' },
            oauth: { storage: 'file', key: 'k', oauthHost: 'https://o.example' },
            source: { kind: 'registry', someUrl: 'https://r.example' },
          },
        },
      },
      { providers: { 'my p_x': { type: 'anthropic', has_api_key: true } } },
      '[providers."my p_x"]\ntype = "anthropic"\napi_key_env = "KEY_Of"\ncustom_headers = { X-TeamName = "a" }\n' +
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
      {
        sandbox: {
          plan: false,
          planNetwork: 'off',
          network: 'off',
          approve: 'all',
          whenUnavailable: 'refuse',
          read: 'workspace',
          write: ['/data'],
          hide: ['~/notes'],
          show: ['~/.aws'],
          private: ['~/.cache'],
          env: ['GH_TOKEN'],
          sockets: ['/run/db.sock'],
          devices: ['/dev/dri'],
          hostPorts: [5432],
          nested: true,
          maxProcesses: 0,
        },
      },
      { sandbox: { planNetwork: 'off', private: ['~/.cache'], hostPorts: [5432], maxProcesses: 0 } },
      '[sandbox]\nplan = false\nplan_network = "off"\nnetwork = "off"\napprove = "all"\nwhen_unavailable = "refuse"\n' +
        'read = "workspace"\nwrite = ["/data"]\nhide = ["~/notes"]\nshow = ["~/.aws"]\nprivate = ["~/.cache"]\n' +
        'env = ["GH_TOKEN"]\nsockets = ["/run/db.sock"]\ndevices = ["/dev/dri"]\nhost_ports = [5432]\nnested = true\n' +
        'max_processes = 0\n',
    ],
    [{ default_runtime: 'sandbox' }, { default_runtime: 'sandbox' }, 'default_runtime = "sandbox"\n'],
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
    expect(on.published).toEqual([{ fields: Object.keys(patch), config: now }]);
    // the same patch again changes nothing
    await on.changes.update(patch);
    expect(on.text()).toBe(file);
    expect(on.published).toHaveLength(1);
    // null removes each field
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
