/** The result of each step of a permission decision (engine.md 7). */
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { PermissionPolicy } from '../../daemon/agent/permission/policy.js';
import { ruleOf } from '../../daemon/agent/permission/rules.js';
import {
  at,
  bare,
  bash,
  file,
  home,
  judge,
  outcome,
  policy,
  search,
  type Mode,
  type Short,
} from './permission.fixture.js';

describe('defaults of the modes', () => {
  test.each<[string, string, string, string]>([
    ['Read', 'allow', 'allow', 'allow'],
    ['Write', 'ask', 'allow', 'allow'],
    ['Edit', 'ask', 'allow', 'allow'],
    ['Bash', 'ask', 'allow', 'allow'],
    ['Grep', 'allow', 'allow', 'allow'],
    ['Glob', 'allow', 'allow', 'allow'],
    ['TodoList', 'allow', 'allow', 'allow'],
    ['AskUserQuestion', 'allow', 'allow', 'deny'],
    ['EnterPlanMode', 'allow', 'allow', 'allow'],
    ['ExitPlanMode', 'ask', 'ask', 'allow'],
    ['mcp__a__b', 'ask', 'allow', 'allow'],
  ])('%s: manual %s, yolo %s, auto %s', (name, manual, yolo, auto) => {
    const call =
      name === 'Bash'
        ? bash('ls')
        : ['Read', 'Write', 'Edit'].includes(name)
          ? file(name, 'a.txt')
          : ['Grep', 'Glob'].includes(name)
            ? search(name, 'x')
            : bare(name);
    expect((['manual', 'yolo', 'auto'] as const).map((mode) => judge(call, policy(mode)).decision)).toEqual([
      manual,
      yolo,
      auto,
    ]);
  });

  test('auto: the model reads what to do in place of an answer', () => {
    expect(judge(bare('AskUserQuestion'), policy('auto')).reason).toMatch(/best judgement.*assumed/);
  });
});

describe('step 1: static deny', () => {
  const everywhere = ['manual', 'yolo', 'auto'] as const;
  test.each(everywhere)('wins in %s, also over approvals of the session', (mode) => {
    const under = policy(mode, {
      deny: ['Bash(rm *)', 'Write(secrets/**)', 'mcp__x__*'],
      allow: ['Bash', '*'],
      session: ['Bash(rm x)', 'Write', 'Bash'],
    });
    for (const call of [
      bash('rm x'),
      bash('ls && rm x'),
      bash('echo $(rm x)'),
      bash('/bin/rm x'),
      bash("'r'm x"),
      bash('rm'),
      bash("sh -c 'rm x'"),
      bash('xargs rm < a'),
      bash('env rm x'),
    ]) {
      expect([call.subject, outcome(call, under)]).toEqual([call.subject, 'deny static']);
    }
    expect(outcome(file('Write', 'secrets/a/b'), under)).toBe('deny static');
    expect(outcome(bare('mcp__x__y'), under)).toBe('deny static');
    expect(outcome(file('Write', 'a'), under)).toBe('allow session-rule');
  });

  test('ignores case of paths, follows links, sees relative and absolute', () => {
    const under = policy('yolo', { deny: [`Write(${at('outside')}/**)`, 'Write(Secrets/)', 'Read(away/*)'] });
    for (const call of [
      file('Write', 'away/x'),
      file('Write', at('OUTSIDE/x')),
      file('Write', 'secrets/x'),
      file('Write', 'sub/../secrets/x'),
      file('Read', 'away/file'),
      file('Write', 'dangling'),
    ]) {
      expect([call.subject, outcome(call, under)]).toEqual([call.subject, 'deny static']);
    }
    expect(outcome(file('Edit', 'secrets/x'), under)).toBe('allow mode');
  });

  test('redirections are checked as Write and Read', () => {
    const under = policy('auto', { deny: ['Write(secrets/**)', 'Read(secrets/**)'] });
    for (const line of [
      'a > secrets/x',
      'a >> ./sub/../secrets/x',
      'cd secrets; a > x',
      'cd secrets && cd ../sub; a > ../secrets/x',
      'a < secrets/x',
      'a 2> secrets/x',
      'a <> secrets/x',
      '{ a; } &> secrets/x',
      'for i in 1 2; do a > x; cd secrets; done',
      'a $(<secrets/x)',
      `a > ${at('work/secrets')}/x`,
      "sh -c 'a > secrets/x'",
    ])
      expect([line, outcome(bash(line), under)]).toEqual([line, 'deny static']);
    expect(outcome(bash('a > x < y'), under)).toBe('allow mode');
    expect(outcome(bash('a > x', at('work/secrets')), under)).toBe('deny static');
  });

  test('Grep and Glob: their path against Read', () => {
    const under = policy('auto', { deny: ['Read(secrets/)', 'Grep(password*)'] });
    expect(outcome(search('Grep', 'x', 'secrets'), under)).toBe('deny static');
    expect(outcome(search('Glob', '*', 'secrets/sub'), under)).toBe('deny static');
    expect(outcome(search('Grep', 'password'), under)).toBe('deny static');
    expect(outcome(search('Glob', 'password'), under)).toBe('allow mode');
    for (const pattern of ['secrets/**', 'secrets/*']) {
      expect([
        pattern,
        outcome(search('Grep', 'x', 'secrets'), policy('auto', { deny: [`Read(${pattern})`] })),
      ]).toEqual([pattern, 'deny static']);
    }
    for (const pattern of ['secrets/*.key', 'secrets/a', 'secrets/?']) {
      expect([
        pattern,
        outcome(search('Grep', 'x', 'secrets'), policy('auto', { deny: [`Read(${pattern})`] })),
      ]).toEqual([pattern, 'allow mode']);
    }
  });

  test('tools without a subject: deny with a pattern is bare, allow and ask with one never match', () => {
    expect(outcome(bare('mcp__a__b'), policy('yolo', { deny: ['mcp__a__b(x)'] }))).toBe('deny static');
    expect(outcome(bare('mcp__a__b'), policy('manual', { allow: ['mcp__a__b(x)', 'mcp__a__*(**)'] }))).toBe('ask mode');
    expect(outcome(bare('mcp__a__b'), policy('yolo', { ask: ['mcp__a__b(x)'] }))).toBe('allow mode');
    expect(outcome(bare('mcp__a__b'), policy('manual', { allow: ['mcp__a__b'] }))).toBe('allow allow-rule');
  });

  test('tools switched off', () => {
    expect(outcome(bare('TodoList'), policy('auto', {}, { tools: { disabled: ['Todo*'] } }))).toBe('deny static');
    expect(outcome(bare('TodoList'), policy('auto', {}, { tools: { enabled: ['Read'], disabled: [] } }))).toBe(
      'deny static',
    );
    expect(outcome(bare('TodoList'), policy('auto', {}, { tools: { enabled: ['Todo*'], disabled: [] } }))).toBe(
      'allow mode',
    );
    expect(outcome(bare('TodoList'), policy('auto', {}, { tools: { enabled: [], disabled: [] } }))).toBe('allow mode');
  });

  test('the reason of a rule is reported', () => {
    const denied = ruleOf('deny', 'Bash(rm *)', 'use the trash');
    if ('error' in denied) throw new Error(denied.error);
    const verdict = judge(bash('rm x'), policy('auto', {}, { rules: { config: [], launch: [denied], session: [] } }));
    expect(verdict).toMatchObject({
      decision: 'deny',
      rule: { text: 'Bash(rm *)' },
      reason: 'denied by the rule Bash(rm *): use the trash',
      sessionScope: false,
    });
  });
});

describe('step 2: plan mode', () => {
  const plan = (): string => path.join(home, 'sessions/s/plans/a-b-c.md');
  const planning = (mode: Mode, rules: Short = {}): PermissionPolicy =>
    policy(mode, rules, { plan: { active: true, path: plan() } });
  const all = { allow: ['Bash', 'Write', 'Edit', '*'], session: ['Write', 'Edit', 'Bash'] };

  test.each(['manual', 'yolo', 'auto'] as const)('files in %s', (mode) => {
    expect(outcome(file('Write', plan()), planning(mode))).toBe('allow plan');
    expect(outcome(file('Edit', plan()), planning(mode))).toBe('allow plan');
    expect(outcome(file('Write', 'a.txt'), planning(mode, all))).toBe('deny plan');
    expect(outcome(file('Edit', `${plan()}.bak`), planning(mode, all))).toBe('deny plan');
    for (const name of ['TaskStop', 'CronCreate', 'CronDelete', 'CreateGoal'])
      expect(outcome(bare(name), planning(mode, { ...all }))).toBe('deny plan');
    expect(outcome(file('Read', 'a.txt'), planning(mode))).toBe('allow mode');
  });

  test('a link in the place of the plan file is not the plan file', () => {
    const link = path.join(home, 'sessions/s/plans/link.md');
    symlinkSync(at('outside/file'), link);
    expect(outcome(file('Write', link), policy('yolo', {}, { plan: { active: true, path: link } }))).toBe('deny plan');
  });

  test('without a plan file nothing may be written', () =>
    expect(outcome(file('Write', 'a'), policy('yolo', all, { plan: { active: true } }))).toBe('deny plan'));

  test.each([
    ['manual', 'ask plan'],
    ['yolo', 'ask plan'],
    ['auto', 'deny plan'],
  ] as const)('commands that write or are not understood in %s: %s', (mode, expected) => {
    for (const line of ['a > x', 'a >> $x', '$x', "a '", 'a > away/x', `a > ${at('tmp/x')}`, 'a &> sub/x', 'a <> x']) {
      expect([line, outcome(bash(line), planning(mode, all))]).toEqual([line, expected]);
    }
    for (const line of [
      'a > /dev/null',
      `a > ${plan()}`,
      `a > ${at('user/.agent-code/sessions/s/tmp/x')}`,
      'a 2>&1',
      'a < x',
    ]) {
      expect([line, judge(bash(line), planning(mode)).step]).toEqual([line, expect.not.stringMatching(/^plan$/u)]);
    }
  });

  test.each([
    ['manual', 'ask plan'],
    ['yolo', 'ask plan'],
    ['auto', 'allow plan'],
  ] as const)('ExitPlanMode in %s', (mode, expected) =>
    expect(outcome(bare('ExitPlanMode'), planning(mode, all))).toBe(expected),
  );

  test('deny rules come first, a plan ask offers no session scope', () => {
    expect(outcome(file('Write', plan()), planning('yolo', { deny: ['Write'] }))).toBe('deny static');
    expect(judge(bash('a > x'), planning('manual'))).toMatchObject({ sessionScope: false });
  });
});
