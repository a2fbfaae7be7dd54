/** `agent doctor config`: good files, every mistake and every warning (cli.md 5.4). */
import { describe, expect, test } from '@jest/globals';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutSubject } from '../../daemon/config/inspect.js';
import { CONFIG_TEMPLATE, TUI_TEMPLATE } from '../../schemas/generated/settings.js';
import { PROVIDER, folder, home, doctor, write, check, messages, useDoctor } from './doctor.fixture.js';

useDoctor();

const MODEL = '[models.m]\nprovider = "a"\nmodel = "x"\nmax_context_size = 1000\n';

const SECRET = 'canary-of-doctor';

const WHOLE = `default_model = "m"
default_provider = "a"
default_permission_mode = "auto"
[providers.a]
type = "openai"
api_key = "${SECRET}"
base_url = "https://models.example.com/v1"
default_model = "m"
env = { OPENAI_API_KEY = "${SECRET}" }
custom_headers = { X-Team = "${SECRET}" }
[providers.local]
type = "openai"
base_url = "http://127.0.0.1:11434/v1"
[providers.named]
type = "anthropic"
api_key_env = "TEAM_KEY"
${MODEL}
[models."flat/one"]
model = "y"
base_url = "http://localhost:9/v1"
protocol = "openai"
max_context_size = 9000
[models."flat/one".overrides]
max_output_size = 100
[models.still]
provider = "offline"
model = "echo"
max_context_size = 10
[tools]
disabled = ["Bash", "Cron*", "mcp__github__*"]
[permission]
deny = ["Read(~/.ssh/**)", "TaskList", "mcp__x__y"]
[[permission.rules]]
decision = "ask"
pattern = "Bash(git push *)"
scope = "user"
[[hooks]]
event = "PreToolUse"
matcher = "Write|Edit"
command = "true"
[services.search]
base_url = "https://search.example.com"
[experimental]
anything = true
`;

describe('good files', () => {
  test('both of a data directory, on stdout', async () => {
    writeFileSync(join(home, 'config.toml'), WHOLE, { mode: 0o600 });
    writeFileSync(join(home, 'tui.toml'), 'theme = "dark"\n');
    const { code, out, err } = await doctor([], { TEAM_KEY: 'x' });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(`OK     config.toml  ${home}/config.toml\nOK     tui.toml     ${home}/tui.toml\n`);
  });

  test('what the first start writes, as it is and with its comments taken away', async () => {
    expect(messages((await check('config', CONFIG_TEMPLATE)).out)).toEqual([]);
    expect(messages((await check('tui', TUI_TEMPLATE)).out)).toEqual([]);
    const bare = (text: string): string => text.replace(/^# (?=[[a-z].*[\]=])/gm, '');
    const env = { WORK_API_KEY: 'x' };
    expect(messages((await check('config', bare(CONFIG_TEMPLATE), env)).out)).toEqual([]);
    expect((await check('tui', bare(TUI_TEMPLATE))).out).toMatch(/^OK/);
  });

  test('a model of the environment may be named', async () => {
    const text = 'default_model = "env/big"\n[models.m]\nprovider = "env"\nmodel = "x"\nmax_context_size = 5\n';
    expect((await check('config', text, { AGENT_MODEL_NAME: 'big' })).code).toBe(0);
    expect(messages((await check('config', text)).err)).toEqual([
      '1:1 default_model: names no model',
      '3:1 models.m.provider: names no provider',
    ]);
  });
});

describe('doctor config: mistakes', () => {
  test.each<[string, string, string]>([
    ['syntax', 'default_model = \n', '1:17 unexpected'],
    ['a text without its end', `[providers.a]\napi_key = "${SECRET}\n`, '2:'],
    ['a name twice', `[providers.a]\napi_key = "${SECRET}"\napi_key = "${SECRET}"\n`, '3:'],
    ['a type', 'default_plan_mode = "yes"\n', '1:1 default_plan_mode: must be true or false'],
    [
      'a range',
      '[loop_control]\ncompaction_trigger_ratio = 0.4\n',
      '2:1 loop_control.compaction_trigger_ratio: must be',
    ],
    ['a budget of nothing', '[budget]\nsession_usd = 5\nday_usd = 0\n', '3:1 budget.day_usd: must be'],
    ['an enumeration', 'default_permission_mode = "wild"\n', '1:1 default_permission_mode: must be one of '],
    ['the default model', 'default_model = "gone"\n', '1:1 default_model: names no model'],
    ['the provider of a model', MODEL, '2:1 models.m.provider: names no provider'],
    [
      'a model without provider',
      '[models.m]\nmodel = "x"\nmax_context_size = 5\n',
      '1:1 models.m.provider: is required',
    ],
    ['the type of a provider', '[providers.a]\ntype = "smoke"\n', '2:1 providers.a.type: must be one of agent, '],
    ['no type', `[providers.a]\napi_key = "${SECRET}"\n`, '1:1 providers.a.type: is required'],
    [
      'no context size',
      `${PROVIDER}[models.m]\nprovider = "a"\nmodel = "x"\n`,
      '3:1 models.m.max_context_size: is required',
    ],
    ['a reserved name', '[providers.offline]\ntype = "offline"\n', '1:1 providers.offline: is a reserved name'],
    [
      'a key that no header carries',
      `${PROVIDER}api_key = "sk-\u00e9"\n`,
      '3:1 providers.a.api_key: may hold only printable ASCII characters',
    ],
    ['an address', `${PROVIDER}base_url = "${SECRET}"\n`, '3:1 providers.a.base_url: must be an http or https address'],
    [
      'a header',
      `${PROVIDER}custom_headers = { X = "${SECRET}\\n" }\n`,
      '3:20 providers.a.custom_headers.X: cannot be sent',
    ],
    ['a key that is not text', `${PROVIDER}api_key = ["${SECRET}"]\n`, '3:1 providers.a.api_key: must be text'],
    ['a rule', '[permission]\ndeny = ["Read", "Bash(rm"]\n', '2:17 permission.deny[1]: a rule is'],
    [
      'a long rule',
      '[[permission.rules]]\ndecision = "deny"\npattern = "("\n',
      '3:1 permission.rules[0].pattern: a rule is',
    ],
    [
      'the event of a hook',
      '[[hooks]]\nevent = "Nothing"\ncommand = "x"\n',
      '2:1 hooks[0].event: must be one of PreToolUse',
    ],
    ['a hook without command', '[[hooks]]\nevent = "Stop"\n', '1:1 hooks[0].command: is required'],
    [
      'a field of a hook',
      '[[hooks]]\nevent = "Stop"\ncommand = "x"\nmood = 1\n',
      '4:1 hooks[0].mood: is not a known field',
    ],
  ])('%s', async (_, text, line) => {
    const { code, out, err } = await check('config', text);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^ERROR {2}config\.toml {2}\/.*\/config\.x\n {2}\d/);
    const [first = '', ...others] = messages(err);
    expect(first).toContain(line);
    expect(first.startsWith(line)).toBe(true);
    expect(others).toEqual([]);
    expect(err).not.toContain(SECRET);
  });

  test('all of them at once, in their order, before the warnings', async () => {
    const text = `strange = 1\ndefault_plan_mode = 1\n${PROVIDER}[image]\nmax_edge_px = 0\nread_byte_budget = "x"\ndefault = 1\n`;
    expect(messages((await check('config', text)).err)).toEqual([
      '2:1 default_plan_mode: must be true or false',
      '6:1 image.max_edge_px: must be 1 or more',
      '7:1 image.read_byte_budget: must be a whole number',
      'warning: 1:1 strange: is not a known field',
      'warning: 8:1 image.default: is not a known field',
    ]);
  });
});

describe('doctor config: warnings', () => {
  const set = { SET: 'x' };
  test.each<[string, string, string]>([
    ['a table', '[nowhere]\nx = 1\n', '1:1 nowhere: is not a known field'],
    ['a field', '[thinking]\nmood = 1\n', '2:1 thinking.mood: is not a known field'],
    [
      'a field of a provider',
      `${PROVIDER}"colo\\u001br" = 1\n`,
      '3:1 providers.a."colo\\u001br": is not a known field',
    ],
    [
      'another spelling',
      `${PROVIDER}baseUrl = "x"\n`,
      '3:1 providers.a.baseUrl: is not a known field; did you mean base_url?',
    ],
    [
      'a field of a rule',
      '[[permission.rules]]\ndecision = "ask"\npattern = "Bash"\nmood = 1\n',
      '4:1 permission.rules[0].mood: is not a known field',
    ],
    [
      'a variable of a provider',
      `${PROVIDER}env = { HOME = "${SECRET}" }\n`,
      '3:9 providers.a.env.HOME: is not a variable that is read here',
    ],
    [
      'two keys',
      `${PROVIDER}api_key = "${SECRET}"\napi_key_env = "SET"\n`,
      '4:1 providers.a.api_key_env: has no effect beside api_key',
    ],
    [
      'a variable that is not set',
      `${PROVIDER}api_key_env = "UNSET"\n`,
      '3:1 providers.a.api_key_env: names a variable that is not set',
    ],
    [
      'the same of a service',
      '[services.fetch]\nbase_url = "https://f"\napi_key_env = "UNSET"\n',
      '3:1 services.fetch.api_key_env: names a variable that is not set',
    ],
    [
      'the same of a model',
      `${PROVIDER}${MODEL}api_key_env = "UNSET"\n`,
      '7:1 models.m.api_key_env: names a variable that is not set',
    ],
    [
      'plain http',
      `${PROVIDER}base_url = "http://u:${SECRET}@models.example.com"\n`,
      '3:1 providers.a.base_url: is plain http',
    ],
    [
      'plain http of a service',
      '[services.search]\nbase_url = "http://10.0.0.1"\n',
      '2:1 services.search.base_url: is plain http',
    ],
    [
      'the default of a provider',
      `${PROVIDER}default_model = "gone"\n`,
      '3:1 providers.a.default_model: names no model',
    ],
    ['a tool', '[tools]\nenabled = ["Read", "Raed"]\n', '2:20 tools.enabled[1]: matches no tool'],
    ['a pattern of tools', '[tools]\ndisabled = ["Web?*"]\n', '2:13 tools.disabled[0]: matches no tool'],
    [
      'a server in place of its tools',
      '[tools]\nenabled = ["mcp__git"]\n',
      '2:12 tools.enabled[0]: names an MCP server without its tools; write mcp__server__*',
    ],
    [
      'the same in a rule',
      '[permission]\nallow = ["mcp__git"]\n',
      '2:10 permission.allow[0]: names an MCP server without its tools',
    ],
    ['the tool of a rule', '[permission]\ndeny = ["Bsh(rm *)"]\n', '2:9 permission.deny[0]: matches no tool'],
    [
      'a pattern without subject',
      '[permission]\nallow = ["TaskList(x)"]\n',
      '2:10 permission.allow[0]: has a pattern, and calls of this tool have nothing to compare it with: the rule never matches',
    ],
    [
      'the same in deny',
      '[permission]\ndeny = ["mcp__x__y(z)"]\n',
      '2:9 permission.deny[0]: has a pattern, and calls of this tool have nothing to compare it with: it denies every call',
    ],
    [
      'a foreign scope',
      '[[permission.rules]]\ndecision = "ask"\npattern = "Bash"\nscope = "project"\n',
      '4:1 permission.rules[0].scope: only `user` is known; the rule is ignored',
    ],
    [
      'a matcher',
      '[[hooks]]\nevent = "Stop"\ncommand = "x"\nmatcher = "("\n',
      '4:1 hooks[0].matcher: is not a regular expression; the hook never runs',
    ],
  ])('%s', async (_, text, line) => {
    const { code, out, err } = await check('config', text, set);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^OK/);
    const [first = '', ...others] = messages(out);
    expect(first.slice(0, `warning: ${line}`.length)).toBe(`warning: ${line}`);
    expect(others).toEqual([]);
    expect(out).not.toContain(SECRET);
  });

  test('two keys, one of them of a variable that is not set: both are reported', async () => {
    const { out } = await check('config', `${PROVIDER}api_key = "${SECRET}"\napi_key_env = "UNSET"\n`, set);
    expect(messages(out)).toEqual([
      'warning: 4:1 providers.a.api_key_env: has no effect beside api_key',
      'warning: 4:1 providers.a.api_key_env: names a variable that is not set',
    ]);
  });

  test.each([
    [0o644, `${PROVIDER}api_key = "${SECRET}"\n`, 1],
    [0o640, `${PROVIDER}custom_headers = { X-Key = "${SECRET}" }\n`, 1],
    [0o604, `${PROVIDER}env = { OPENAI_API_KEY = "${SECRET}" }\n`, 1],
    [0o600, `${PROVIDER}api_key = "${SECRET}"\n`, 0],
    [0o644, `${PROVIDER}api_key = ""\n`, 0],
    [0o644, PROVIDER, 0],
  ])('a file of mode %o: %j', async (mode, text, count) => {
    const name = write('config', text);
    chmodSync(join(folder, name), mode);
    const { code, out } = await doctor(['config', name]);
    expect(code).toBe(0);
    expect(messages(out)).toEqual(
      count === 0 ? [] : ['warning: others can read this file, and it holds keys; chmod 600 it'],
    );
  });

  test('the tools that have nothing to compare a pattern with are those whose sources say so', () => {
    const without = readdirSync('daemon/tools').filter((name) =>
      /return inwardPlan\(/.test(readFileSync(join('daemon/tools', name), 'utf8')),
    );
    expect([...withoutSubject].map((name) => `${name.toLowerCase()}.ts`).sort()).toEqual(without.sort());
  });
});
