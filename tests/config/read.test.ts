/** Reading `config.toml`: defaults, mistakes, and the cost of each mistake. */
import { describe, expect, test } from '@jest/globals';
import { effectiveConfig } from '../../daemon/config/effective.js';
import { readEnvironment } from '../../daemon/config/environment.js';
import { ConfigError, readConfig } from '../../daemon/config/read.js';

function problemsOf(text: string, checkRule?: (pattern: string) => string | undefined): readonly string[] {
  try {
    readConfig(text, { checkRule });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  throw new Error('the file was taken');
}

const PROVIDER = '[providers.a]\ntype = "openai"\n';
const MODEL = '[models.m]\nprovider = "a"\nmodel = "x"\nmax_context_size = 1000\n';

describe('reading', () => {
  test('an empty file is fine', () => {
    expect(readConfig('')).toEqual({ raw: {}, values: {}, warnings: [], domains: [] });
  });

  test('unknown fields are kept and ignored', () => {
    const text = `future = 1\n[thinking]\nmood = "calm"\n[another.table]\nx = 1979-05-27T07:32:00Z\n${PROVIDER}color = "red"\n`;
    const { raw, values, warnings } = readConfig(text);
    expect(warnings).toEqual([]);
    expect(raw).toMatchObject({ future: 1, thinking: { mood: 'calm' }, providers: { a: { color: 'red' } } });
    expect(values.providers?.['a']?.type).toBe('openai');
  });

  test('mistakes are in the order of the file, as agent doctor has them', () => {
    const strict = '[tools]\nenabled = 1\ndisabled = 2\n[sandbox]\nplan = 3\n[permission]\nallow = 4\n';
    expect(problemsOf(strict).map((each) => each.split(':')[0])).toEqual(['2', '3', '5', '7']);
    const { warnings, domains } = readConfig(
      '[thinking]\neffort = 3\n[image]\nmax_edge_px = "x"\n[background]\nx = 1\nmax_running_tasks = "y"\n',
    );
    expect(warnings.map((each) => each.split(':')[0])).toEqual(['2', '4', '7']);
    expect(domains).toEqual(['thinking', 'image', 'background']);
  });

  test('defaults are not written into the document', () => {
    const { raw } = readConfig('[thinking]\neffort = "low"\n[offline]\n');
    expect(raw).toEqual({ thinking: { effort: 'low' }, offline: {} });
  });
});

describe('a bad value costs its table and is reported with its place', () => {
  test.each([
    [
      'default_permission_mode = "wild"\ndefault_plan_mode = true\n',
      '1:1 default_permission_mode:',
      { default_plan_mode: true },
    ],
    ['default_plan_mode = "yes"\n', '1:1 default_plan_mode:', {}],
    ['extra_skill_dirs = ["a", 5]\n', '1:26 extra_skill_dirs[1]:', {}],
    ['[thinking]\nenabled = false\nkeep = "some"\n', '3:1 thinking.keep:', {}],
    ['thinking = 5\n', '1:1 thinking:', {}],
    [
      '[loop_control]\nmax_steps_per_turn = -1\nmax_attempts_per_step = 3\n',
      '2:1 loop_control.max_steps_per_turn:',
      {},
    ],
    ['[loop_control]\nmax_attempts_per_step = 0\n', '2:1 loop_control.max_attempts_per_step:', {}],
    ['[loop_control]\ncompaction_trigger_ratio = 0.4\n', '2:1 loop_control.compaction_trigger_ratio:', {}],
    ['[loop_control]\ncompaction_trigger_ratio = 1.0\n', '2:1 loop_control.compaction_trigger_ratio:', {}],
    ['[token_counting]\nstrategy = "guessed"\n', '2:1 token_counting.strategy:', {}],
    ['[background]\n  max_running_tasks = 0\n', '2:3 background.max_running_tasks:', {}],
    ['[background]\nprint_background_mode = "wait"\n', '2:1 background.print_background_mode:', {}],
    ['[subagent]\ntimeout_ms = 1.5\n', '2:1 subagent.timeout_ms:', {}],
    ['mcp.startup_timeout_ms = "long"\n', '1:1 mcp.startup_timeout_ms:', {}],
    ['image = { max_edge_px = "big" }\n', '1:11 image.max_edge_px:', {}],
    ['[identity]\nname = ""\n', '2:1 identity.name:', {}],
    ['[offline]\nenabled = 1\n', '2:1 offline.enabled:', {}],
    ['[experimental]\nfast = "yes"\n', '2:1 experimental.fast:', {}],
    ['providers = 1\n', '1:1 providers:', {}],
    [
      '[services.search]\nbase_url = "nowhere"\n[services.fetch]\nbase_url = "https://f"\n',
      '2:1 services.search.base_url:',
      { services: { fetch: { base_url: 'https://f' } } },
    ],
  ])('%j', (text, place, values) => {
    const read = readConfig(text);
    expect(read.warnings).toHaveLength(1);
    expect(read.warnings[0]).toContain(place);
    expect(read.warnings[0]).toMatch(/ is ignored$/);
    expect(read.values).toEqual(values);
  });

  test('mistakes that cost the same table are one warning', () => {
    const { warnings, domains } = readConfig('[models.x]\nfoo = 1\n[models.y]\nmodel = "y"\n');
    expect(warnings).toEqual([
      '1:1 models.x.model: is required; 1:1 models.x.max_context_size: is required; models.x is ignored',
      expect.stringMatching(/^3:1 models\.y\.max_context_size: is required; models\.y is ignored$/),
    ]);
    expect(domains).toEqual(['models', 'models']);
  });

  test.each([
    ['type missing', '[providers.b]\napi_key = "k"\n', '1:1 providers.b.type: is required'],
    ['type unknown', '[providers.b]\ntype = "magic"\n', '2:1 providers.b.type: must be one of'],
    ['no address', '[providers.b]\ntype = "openai"\nbase_url = "ftp://x"\n', '3:1 providers.b.base_url:'],
    ['a bad id', '[providers."-bad"]\ntype = "openai"\n', '1:1 providers.-bad: must be letters'],
    ['a line break', '[providers."a\\nb"]\ntype = "openai"\n', '1:1 providers."a\\nb": must be letters'],
    ['a bad managed id', '[providers."managed:"]\ntype = "agent"\n', '1:1 providers."managed:": must be letters'],
    ['reserved', '[providers.offline]\ntype = "offline"\n', '1:1 providers.offline: is a reserved name'],
    ['reserved', '[providers.env]\ntype = "openai"\n', '1:1 providers.env: is a reserved name'],
    [
      'no model name',
      '[models."b/c.d"]\nprovider = "a"\nmax_context_size = 5\n',
      '1:1 models."b/c.d".model: is required',
    ],
    ['no context', '[models.b]\nprovider = "a"\nmodel = "x"\n', '1:1 models.b.max_context_size: is required'],
    ['no provider', '[models.b]\nmodel = "x"\nmax_context_size = 5\n', '1:1 models.b.provider: is required'],
    [
      'half flat',
      '[models.b]\nmodel = "x"\nmax_context_size = 5\nprotocol = "openai"\n',
      '1:1 models.b.provider: is required',
    ],
    [
      'output over context',
      '[models.b]\nprovider = "a"\nmodel = "x"\nmax_context_size = 5\nmax_output_size = 6\n',
      '5:1 models.b.max_output_size:',
    ],
    [
      'input over context',
      '[models.b]\nprovider = "a"\nmodel = "x"\nmax_context_size = 5\nmax_input_size = 6\n',
      '5:1 models.b.max_input_size:',
    ],
    [
      'capability',
      '[models.b]\nprovider = "a"\nmodel = "x"\nmax_context_size = 5\ncapabilities = ["fly"]\n',
      '5:17 models.b.capabilities[0]:',
    ],
  ])('one provider or model does not cost the others: %s', (_name, text, place) => {
    const { values, warnings } = readConfig(`${text}${PROVIDER}${MODEL}`);
    expect(warnings).toEqual([expect.stringContaining(place)]);
    expect(Object.keys(values.providers ?? {})).toEqual(['a']);
    expect(Object.keys(values.models ?? {})).toEqual(['m']);
  });

  test.each([
    ['overrides', `${MODEL}[models.m.overrides]\nmax_context_size = 0\n`],
    ['overrides', `${MODEL}overrides = { max_output_size = 2000 }\n`],
    ['custom_headers', `${PROVIDER}custom_headers = { "bad name" = "x" }\n${MODEL}`],
    ['env', `${PROVIDER}[providers.a.env]\nOPENAI_API_KEY = 5\n${MODEL}`],
  ])('a table inside one is left out alone: %s', (table, text) => {
    const { values, warnings } = readConfig(text);
    expect(warnings).toHaveLength(1);
    expect(values.models?.['m']?.model).toBe('x');
    expect(JSON.stringify(values)).not.toContain(table);
  });

  test('many bad values are all reported', () => {
    const text = Array.from({ length: 40 }, (_, index) => `[providers.p${index}]\ntype = "magic"\n`).join('');
    const { values, warnings } = readConfig(text + PROVIDER);
    expect(warnings).toHaveLength(40);
    expect(Object.keys(values.providers ?? {})).toEqual(['a']);
  });

  test('a rule of another scope is left out', () => {
    const rule = (pattern: string, scope: string) =>
      `[[permission.rules]]\ndecision = "allow"\npattern = "${pattern}"\n${scope}`;
    const { values, warnings } = readConfig(
      rule('A', '') + rule('B', 'scope = "project"\n') + rule('C', 'scope = "user"\n'),
    );
    expect(values.permission?.rules?.map(({ pattern }) => pattern)).toEqual(['A', 'C']);
    expect(warnings).toEqual([expect.stringContaining('7:1 permission.rules[1].scope:')]);
  });
});

describe('mistakes that make the file unusable', () => {
  test.each([
    ['a = \n', '1:5 unexpected "\\n"'],
    ['x = 1\ny = "open\n', '2:10 unexpected "\\n"'],
    ['[a]\nx = 1\n[a]\n', "3:1 Cannot redefine existing key 'a'."],
    ['permission = 3\n', '1:1 permission: must be an object'],
    ['[permission]\nallow = "Bash"\n', '2:1 permission.allow: must be a list'],
    ['[permission]\ndeny = ["A", 5]\n', '2:14 permission.deny[1]: must be text'],
    ['[[permission.rules]]\npattern = "A"\n', '1:1 permission.rules[0].decision: is required'],
    [
      '[[permission.rules]]\ndecision = "allow"\npattern = "A"\n[[permission.rules]]\ndecision = "maybe"\npattern = "B"\n',
      '5:1 permission.rules[1].decision: must be one of allow, deny, ask',
    ],
    ['[budget]\nsession_usd = 5\nwarn_ratio = 2\n', '3:1 budget.warn_ratio: must be 1 or less'],
    ['[budget]\nsession_usd = 0\n', '2:1 budget.session_usd: must be more than 0'],
    ['[tools]\nenabled = "Read"\n', '2:1 tools.enabled: must be a list'],
    ['[[hooks]]\nevent = "Never"\ncommand = "x"\n', '2:1 hooks[0].event: must be one of'],
    ['[[hooks]]\nevent = "Stop"\n', '1:1 hooks[0].command: is required'],
    ['[[hooks]]\nevent = "Stop"\ncommand = "x"\ntimeout = 601\n', '4:1 hooks[0].timeout: must be 600 or less'],
    ['[[hooks]]\nevent = "Stop"\ncommand = "x"\nasync = true\n', '4:1 hooks[0].async: is not a known field'],
  ])('%j', (text, expected) => {
    const problems = problemsOf(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(expected);
  });

  test('a matcher that is not a regular expression is none of them: its hook never runs', () => {
    const { values, warnings } = readConfig('[[hooks]]\nevent = "Stop"\ncommand = "x"\nmatcher = "("\n');
    expect(warnings).toEqual(['4:1 hooks[0].matcher: is not a regular expression; the hook never runs']);
    expect(values.hooks).toHaveLength(1);
  });

  test('they are not hidden behind mistakes that are forgiven', () => {
    const many = Array.from({ length: 40 }, (_, index) => `[providers.p${index}]\ntype = "magic"\n`).join('');
    expect(problemsOf(`${many}[tools]\ndisabled = 1\n`)).toEqual([expect.stringContaining('82:1 tools.disabled')]);
  });

  test('permission patterns are checked by the caller', () => {
    const text =
      '[permission]\nallow = ["Read", "Ba(sh"]\n[[permission.rules]]\ndecision = "deny"\npattern = "Wr(ite"\n';
    const check = (pattern: string) => (/^\w+$/.test(pattern) ? undefined : 'has an open bracket');
    expect(problemsOf(text, check)).toEqual([
      '2:18 permission.allow[1]: has an open bracket',
      '5:1 permission.rules[0].pattern: has an open bracket',
    ]);
    expect(readConfig(text, { checkRule: () => undefined }).warnings).toEqual([]);
  });
});

describe('[sandbox]', () => {
  const places = { home: '/home/ada/.agent-code', userHome: '/home/ada' };
  const problems = (text: string): readonly string[] => {
    try {
      readConfig(text, { places });
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return error.problems;
      throw error;
    }
  };

  test.each([
    ['[sandbox]\nnetwork = "on"\n', '2:1 sandbox.network:'],
    ['[sandbox]\nplan = "yes"\n', '2:1 sandbox.plan:'],
    ['[sandbox]\nmax_processes = -1\n', '2:1 sandbox.max_processes:'],
    ['[sandbox]\nhost_ports = [1, 65536]\n', '2:18 sandbox.host_ports[1]:'],
    ['[sandbox]\nhost_ports = [0]\n', '2:15 sandbox.host_ports[0]:'],
    ['[sandbox]\nenv = ["NOT A NAME"]\n', '2:8 sandbox.env[0]:'],
    ['[sandbox]\nwrite = ["data"]\n', '2:10 sandbox.write[0]: must be an absolute path, or begin with ~'],
    ['[sandbox]\nhide = ["~ada/x"]\n', '2:9 sandbox.hide[0]: must be an absolute path, or begin with ~'],
    ['[sandbox]\nsockets = ["/a\\u0000b"]\n', '2:12 sandbox.sockets[0]: must not hold a NUL character or a line break'],
    ['[sandbox]\nprivate = ["/a\\nb"]\n', '2:12 sandbox.private[0]: must not hold a NUL character or a line break'],
    ['[sandbox]\ndevices = ["/etc"]\n', '2:12 sandbox.devices[0]: must lie below /dev'],
    ['[sandbox]\ndevices = ["/dev/../etc"]\n', '2:12 sandbox.devices[0]: must lie below /dev'],
    ...['/', '/home', '/home/ada', '~', '/home/ada/', '/home/ada/x/..'].map((path) => [
      `[sandbox]\nwrite = ["${path}"]\n`,
      '2:10 sandbox.write[0]: must not hold the home directory or the data directory of this program',
    ]),
    ['[sandbox]\nwrite = ["~/.agent-code"]\n', '2:10 sandbox.write[0]: must not hold'],
    ['[sandbox]\nwrite = ["~/.agent-code/skills"]\n', '2:10 sandbox.write[0]: must not lie in the data directory'],
    ['[sandbox]\nshow = ["~/.agent-code/server.token"]\n', '2:9 sandbox.show[0]: must not lie in the data directory'],
    [`[sandbox]\nwrite = [${Array.from({ length: 9_000 }, (_, n) => `"/x/${n}"`).join(',')}]\n`, '2:1 sandbox.write:'],
    ['default_runtime = "cloud"\n', '1:1 default_runtime:'],
  ] as [string, string][])('%.60j stops the start', (text, problem) => {
    expect(problems(text)).toEqual([expect.stringContaining(problem)]);
  });

  test.each([
    '[sandbox]\nwrite = ["/data", "~/notes"]\nshow = ["~/.ssh"]\nhide = ["~/diary"]\ndevices = ["/dev/dri"]\n',
    '[sandbox]\nhost_ports = [1, 65535]\nmax_processes = 0\nunknown = 1\n',
    'default_runtime = "sandbox"\n',
    '[permission]\nallow = ["Network(@registries)", "Network(*.example.com:443)", "Leave(docker *)", "Leave", "Network"]\n',
  ])('%j is taken', (text) => expect(problems(text)).toEqual([]));
});

describe('defaults', () => {
  const defaults = effectiveConfig({}, readEnvironment({}));

  test('of cli.md 6.2 to 6.7', () => {
    expect(defaults).toEqual({
      providers: new Map(),
      models: new Map(),
      services: {},
      default_permission_mode: 'manual',
      default_plan_mode: false,
      default_runtime: 'local',
      extra_skill_dirs: [],
      extra_agent_dirs: [],
      merge_all_available_skills: true,
      builtin_product_skills: true,
      thinking: { enabled: true, keep: 'all' },
      loop_control: {
        maxStepsPerTurn: 0,
        maxAttemptsPerStep: 10,
        reservedContextSize: 50_000,
        compactionTriggerRatio: 0.85,
      },
      token_counting: { strategy: 'measured+estimated' },
      background: {
        keepAliveOnExit: false,
        killGracePeriodMs: 5000,
        bashAutoBackgroundOnTimeout: true,
        printBackgroundMode: 'steer',
        printWaitCeilingS: 2_147_483,
        printMaxTurns: 100_000,
      },
      subagent: {},
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
      experimental: {},
      permission: { rules: [] },
      hooks: [],
      request: { customHeaders: {} },
      cron: { enabled: true },
    });
  });

  test('a file with an empty table for each is the same', () => {
    const tables = [
      'thinking',
      'loop_control',
      'token_counting',
      'background',
      'subagent',
      'mcp',
      'tools',
      'image',
      'checkpoints',
      'sandbox',
      'budget',
      'identity',
      'offline',
      'experimental',
      'permission',
    ];
    const { values, warnings } = readConfig(tables.map((name) => `[${name}]\n`).join(''));
    expect(warnings).toEqual([]);
    expect(effectiveConfig(values, readEnvironment({}))).toEqual(defaults);
  });

  test.each([
    ['keep = "all"', 'all'],
    ['keep = "none"', 'none'],
    ['keep = "off"', 'none'],
    ['keep = false', 'none'],
    ['keep = "no"', 'none'],
    ['keep = 0', 'none'],
    ['', 'all'],
  ])('[thinking] %s keeps %s', (line, keep) => {
    const { values } = readConfig(`[thinking]\n${line}\n`);
    expect(effectiveConfig(values, readEnvironment({})).thinking.keep).toBe(keep);
  });

  test.each([
    ['keep_alive_on_exit = true', 'drain'],
    ['keep_alive_on_exit = true\nprint_background_mode = "exit"', 'exit'],
    ['keep_alive_on_exit = false', 'steer'],
  ])('[background] %j drains: %s', (lines, mode) => {
    const { values } = readConfig(`[background]\n${lines}\n`);
    expect(effectiveConfig(values, readEnvironment({})).background.printBackgroundMode).toBe(mode);
  });

  test.each([
    ['name = "Dev Box 2"', { name: 'Dev Box 2', slug: 'dev-box-2' }],
    ['name = "助手"', { name: '助手', slug: 'agent' }],
    ['name = "X"\nslug = "my-x"', { name: 'X', slug: 'my-x' }],
  ])('[identity] %j', (lines, identity) => {
    const { values } = readConfig(`[identity]\n${lines}\n`);
    expect(effectiveConfig(values, readEnvironment({})).identity).toEqual(identity);
  });
});
