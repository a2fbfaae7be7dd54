/** Patches of the configuration that are refused, and what they leave unchanged. */
import { describe, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { FULL, MODEL, PROVIDER, refused, start } from './patch.fixture.js';

describe('refused, and nothing changed', () => {
  const text = `default_model = "gone"\n${PROVIDER}base_url = "https://u:p@p.example"\n${MODEL}`;
  const rows: Array<[Record<string, unknown>, string, RegExp]> = [
    [{ raw: {} }, 'raw', /cannot be set/],
    [{ default_model: 'none' }, 'default_model', /not a configured model/],
    [{ default_model: '' }, 'default_model', /must not be empty/],
    [{ default_model: 5 }, 'default_model', /must be text/],
    [{ default_permission_mode: 'wild' }, 'default_permission_mode', /one of manual, yolo, auto/],
    [{ default_plan_mode: 'yes' }, 'default_plan_mode', /true or false/],
    [{ yolo: 'yes' }, 'yolo', /true or false/],
    [{ yolo: true, default_permission_mode: 'auto' }, 'yolo', /contradicts/],
    [{ plan_mode: 1 }, 'plan_mode', /true or false/],
    [{ plan_mode: true, default_plan_mode: false }, 'plan_mode', /contradicts default_plan_mode/],
    [{ plan_mode: false, default_plan_mode: true }, 'plan_mode', /contradicts default_plan_mode/],
    [{ plan_mode: null, default_plan_mode: true }, 'plan_mode', /contradicts default_plan_mode/],
    [{ default_model: 'offline/echo', offline: { enabled: false } }, 'default_model', /not a configured model/],
    [{ default_model: 'env/x' }, 'default_model', /not a configured model/],
    [{ models: { '': { provider: 'p', model: 'x', maxContextSize: 5 } } }, 'models.', /needs a name/],
    [{ models: { 'offline/echo': { maxContextSize: 5 } } }, 'models.offline/echo', /reserved/],
    [{ models: { 'env/x': { provider: 'p', model: 'x', maxContextSize: 5 } } }, 'models.env/x', /reserved/],
    [{ providers: { '': { type: 'openai' } } }, 'providers.', /needs a name/],
    [{ extra_skill_dirs: 'a' }, 'extra_skill_dirs', /a list/],
    [{ extra_agent_dirs: ['a', 5] }, 'extra_agent_dirs.1', /text/],
    [{ extra_agent_dirs: ['a', null] }, 'extra_agent_dirs.1', /null/],
    [{ providers: [] }, 'providers', /an object/],
    [{ providers: { q: 5 } }, 'providers.q', /an object/],
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
    ...['-bad', ' a', 'a/b', 'a.b', 'a\nb', '__proto__', '😀', '[x]'].map(
      (id): [Record<string, unknown>, string, RegExp] => [
        JSON.parse(
          JSON.stringify({ providers: { ID: { type: 'openai' } } }).replace('ID', JSON.stringify(id).slice(1, -1)),
        ) as Record<string, unknown>,
        `providers.${id}`,
        /begin with a letter/,
      ],
    ),
    [{ providers: { offline: { type: 'offline' } } }, 'providers.offline', /reserved/],
    [{ providers: { env: { type: 'openai' } } }, 'providers.env', /reserved/],
    [{ models: { q: { model: 'x', provider: 'p' } } }, 'models.q.maxContextSize', /required/],
    [{ models: { q: { model: 'x', maxContextSize: 5 } } }, 'models.q.provider', /required/],
    [{ models: { m: { maxContextSize: 0 } } }, 'models.m.maxContextSize', /1 or more/],
    [{ models: { m: { max_output_size: 1001 } } }, 'models.m.max_output_size', /larger/],
    [{ models: { m: { capabilities: ['flying'] } } }, 'models.m.capabilities.0', /one of/],
    [{ models: { m: { overrides: { maxInputSize: 5000 } } } }, 'models.m.overrides.maxInputSize', /larger/],
    [{ thinking: 5 }, 'thinking', /an object/],
    [{ thinking: { keep: 'some' } }, 'thinking.keep', /one of/],
    [{ loop_control: { maxStepsPerTurn: -1 } }, 'loop_control.maxStepsPerTurn', /0 or more/],
    [{ loop_control: { maxAttemptsPerStep: 0 } }, 'loop_control.maxAttemptsPerStep', /1 or more/],
    [{ loop_control: { compactionTriggerRatio: 0.4 } }, 'loop_control.compactionTriggerRatio', /0.5 or more/],
    [{ loop_control: { compaction_trigger_ratio: 1 } }, 'loop_control.compaction_trigger_ratio', /0.99 or less/],
    [{ loop_control: { reservedContextSize: 1.5 } }, 'loop_control.reservedContextSize', /whole number/],
    [{ token_counting: { strategy: 'guessed' } }, 'token_counting.strategy', /one of/],
    [{ background: { printBackgroundMode: 'wait' } }, 'background.printBackgroundMode', /one of/],
    [{ background: { maxRunningTasks: 0 } }, 'background.maxRunningTasks', /1 or more/],
    [{ subagent: { timeoutMs: -1 } }, 'subagent.timeoutMs', /0 or more/],
    [{ mcp: { toolTimeoutMs: 0 } }, 'mcp.toolTimeoutMs', /1 or more/],
    [{ tools: { enabled: 'Read' } }, 'tools.enabled', /a list/],
    [{ tools: { disabled: [''] } }, 'tools.disabled.0', /must not be empty/],
    [{ image: { maxEdgePx: 0 } }, 'image.maxEdgePx', /1 or more/],
    [{ checkpoints: { maxFileMb: 101 } }, 'checkpoints.maxFileMb', /100 or less/],
    [{ budget: { sessionUsd: 0 } }, 'budget.sessionUsd', /more than 0/],
    [{ budget: { dayUsd: -1 } }, 'budget.dayUsd', /more than 0/],
    [{ budget: { warnRatio: 1.1 } }, 'budget.warnRatio', /1 or less/],
    [{ identity: { name: '' } }, 'identity.name', /must not be empty/],
    [{ offline: { enabled: 1 } }, 'offline.enabled', /true or false/],
    [{ experimental: { x: 'yes' } }, 'experimental.x', /true or false/],
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
    [{ hooks: {} }, 'hooks', /a list/],
    [{ hooks: [5] }, 'hooks.0', /an object/],
    [{ hooks: [{ event: 'Stop' }] }, 'hooks.0.command', /required/],
    [{ hooks: [{ event: 'Never', command: 'x' }] }, 'hooks.0.event', /one of/],
    [{ hooks: [{ event: 'Stop', command: 'x', async: true }] }, 'hooks.0.async', /known field/],
    [{ hooks: [{ event: 'Stop', command: 'x', timeout: 601 }] }, 'hooks.0.timeout', /600 or less/],
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

  test('one wrong value among good ones: nothing is written, and every wrong one is reported', async () => {
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
    expect(error.details).toEqual([{ path: 'image.maxEdgePx', message: 'must be a whole number' }]);
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
