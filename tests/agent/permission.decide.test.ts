import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { PermissionPolicy } from '../../daemon/agent/permission/policy.js';
import { literalRule, ruleOf } from '../../daemon/agent/permission/rules.js';
import {
  at,
  bare,
  bash,
  cwd,
  file,
  home,
  judge,
  outcome,
  outside,
  policy,
  rule,
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

  test('the reason of a rule is told', () => {
    const denied = ruleOf('deny', 'Bash(rm *)', 'use the trash');
    if ('error' in denied) throw new Error(denied.error);
    const verdict = judge(bash('rm x'), policy('auto', {}, { rules: { config: [], launch: [denied], session: [] } }));
    expect(verdict).toMatchObject({
      decision: 'deny',
      rule: 'Bash(rm *)',
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

describe('steps 3 and 4: rules', () => {
  test('session approvals come before ask rules, ask before allow', () => {
    expect(outcome(bash('git x'), policy('manual', { ask: ['Bash(git *)'], session: ['Bash(git x)'] }))).toBe(
      'allow session-rule',
    );
    expect(outcome(bash('git x'), policy('manual', { ask: ['Bash(git x)'], allow: ['Bash(git *)'] }))).toBe(
      'ask ask-rule',
    );
    expect(outcome(bash('ls; git x'), policy('yolo', { ask: ['Bash(git x)'] }))).toBe('ask ask-rule');
    expect(outcome(bash('git x'), policy('auto', { ask: ['Bash(git x)'] }))).toBe('allow ask-rule');
    expect(outcome(bash('a > x'), policy('yolo', { ask: ['Write(x)'] }))).toBe('ask ask-rule');
    expect(outcome(file('Write', 'a'), policy('manual', { allow: ['Write(**)'] }))).toBe('allow allow-rule');
  });

  test('launch rules have the rank of the configuration', () => {
    const under = policy('manual');
    expect(
      outcome(bash('git x'), { ...under, rules: { config: [], session: [], launch: [rule('allow', 'Bash(git *)')] } }),
    ).toBe('allow allow-rule');
    expect(
      outcome(bash('git x'), {
        ...under,
        rules: { config: [rule('allow', 'Bash(git *)')], session: [], launch: [rule('deny', 'Bash(git x)')] },
      }),
    ).toBe('deny static');
  });

  test('allow must hold for all forms', () => {
    const under = policy('manual', { allow: ['Write(**)', 'Bash(git *)'] });
    expect(outcome(file('Write', 'away/x'), under)).toBe('ask mode');
    expect(outcome(file('Write', 'here/x'), under)).toBe('allow allow-rule');
    expect(outcome(file('Write', 'dangling'), under)).toBe('ask mode');
    expect(outcome(bash('./git x'), under)).toBe('ask mode');
    expect(outcome(bash('./git x'), policy('manual', { allow: ['Bash(git *)', 'Bash(./git *)'] }))).toBe(
      'allow allow-rule',
    );
  });

  test('case of paths for allow', () => {
    const allow = { allow: ['Write(SUB/**)'] };
    expect(outcome(file('Write', 'sub/x'), policy('manual', allow))).toBe('ask mode');
    expect(outcome(file('Write', 'sub/x'), policy('manual', allow, { caseInsensitive: true }))).toBe(
      'allow allow-rule',
    );
  });

  test('sensitive files need a rule that names them', () => {
    for (const [text, expected] of [
      ['Read', 'ask sensitive'],
      ['Read(**)', 'ask sensitive'],
      ['Read(.env*)', 'ask sensitive'],
      ['Read(.{env,x})', 'ask sensitive'],
      ['Read(!x)', 'ask sensitive'],
      ['Read(.env)', 'allow allow-rule'],
      ['Read(**/.env)', 'allow allow-rule'],
    ] as const) {
      expect([text, outcome(file('Read', '.env'), policy('manual', { allow: [text] }))]).toEqual([text, expected]);
    }
  });

  describe('command lines under allow Bash(git *)', () => {
    const allow = { allow: ['Bash(git *)'] };
    test.each([
      'git a',
      'git',
      'git a; git b',
      'git a && echo x',
      'cd sub && git a',
      'cd sub/deep && git a && cd here && git b',
      'pushd sub; git a',
      'git a | git b',
      'pwd; true; false; :; printf x; test 1; [ 1 ]; git a; exit 1',
      'set -e; git a',
      'set -euo pipefail; git a',
      'set -o pipefail; git a',
      'X=1 git a',
      'git a > /dev/null 2>&1',
      'git a < file',
      'if git a; then git b; fi',
      'for x in 1 2; do git $x; done',
      'git a "$(git b)"',
      'git a <<E\nx\nE',
      "git commit -m 'x > y; z'",
      'git a &',
      'git log --format="%h" -n 5 -- "a b"',
      'cd here; git a',
    ])('%j is allowed', (line) => expect(outcome(bash(line), policy('manual', allow))).toBe('allow allow-rule'));

    test.each([
      'ls',
      'git a; ls',
      'git a | ls',
      'git a $(ls)',
      'git a "`ls`"',
      'echo x',
      'pwd && echo x',
      'cd .. && git a',
      'cd && git a',
      'cd ~ && git a',
      'cd - && git a',
      'cd $x && git a',
      'cd away && git a',
      'cd / && git a',
      'popd; git a',
      'git a > ../x',
      'git a > away/x',
      'git a > dangling',
      'git a > $x',
      'git a > *',
      'git a > ~/x',
      'git a > ~root/x',
      'git a < ../x',
      'git a > /dev/tcp/a/1',
      'cd ..; git a > x',
      'git a > .env',
      'git a < .env',
      'git a > .git/hooks/post-commit',
      'echo x > .git/config; git a',
      'PATH=. git a',
      'export PATH=.; git a',
      'GIT_SSH=x git a',
      'set -a; git a',
      'set x; git a',
      'set -o vi; git a',
      '$x; git a',
      "git 'a",
      'env git a',
      'sudo git a',
      'git a; x() { ls; }',
      'f() { ls; }; git a',
      '/tmp/git a',
      'git a > out',
      'git a > sub/out',
      'cd sub; git a > out',
      'git a > "x y"',
      'command ls; git a',
      "eval 'ls'; git a",
      "x='a[$(git b)]'; git $((x))",
      'printf -v PATH .; git a',
      'git a; exec ls',
      'git a > here/../../x',
      'alias git=ls; git a',
      'git a\rls',
      'git\u00a0a',
      'x=1',
      'while :; do cd ..; done; git a',
      'git a; . ./x',
      'if ls; then git a; fi',
      'case $(ls) in x) git a;; esac',
      'git a > away/../x',
      'cd here/..; cd ..; git a',
      'git a <<E\n$(ls)\nE',
      'git a <<<$(ls)',
      'coproc ls; git a',
      'cd sub/../..; git a',
      'xargs git; git a',
      'cd sub; git a > ../out',
      'cd sub/deep && git a && cd ../.. && git b',
    ])('%j asks', (line) => expect(judge(bash(line), policy('manual', allow)).decision).toBe('ask'));

    test('outside of the workspace nothing is allowed by rule', () => {
      expect(outcome(bash('git a', outside), policy('manual', allow))).toBe('ask mode');
      expect(outcome(bash('git a', at('work/away')), policy('manual', allow))).toBe('ask mode');
      expect(outcome(bash('git a', at('extra')), policy('manual', allow))).toBe('allow allow-rule');
    });
  });

  test('a whole line without wildcards allows itself', () => {
    const line = 'ls $(x) > ../y && "$z"';
    const kept = literalRule('Bash', { kind: 'command', command: line, cwd });
    expect(outcome(bash(line), policy('manual', { session: [kept] }))).toBe('allow session-rule');
    expect(outcome(bash(`${line} `), policy('manual', { allow: [kept] }))).toBe('allow allow-rule');
    expect(outcome(bash(`${line}; x`), policy('manual', { session: [kept] }))).toBe('ask mode');
    expect(outcome(bash('ls; rm x'), policy('manual', { session: ['Bash(ls)'], allow: ['Bash(rm *)'] }))).toBe(
      'allow allow-rule',
    );
  });

  test('unparsable lines', () => {
    const everything = { allow: ['Bash', 'Bash(*)', '*', 'Bash(**)'] };
    for (const mode of ['manual', 'yolo'] as const)
      expect(judge(bash("$x 'y'"), policy(mode, everything)).decision).toBe('ask');
    expect(outcome(bash('$x'), policy('auto'))).toBe('allow mode');
    expect(outcome(bash('$x'), policy('auto', { deny: ['Bash(git push *)'] }))).toBe('deny static');
    expect(outcome(bash('$x'), policy('auto', { deny: ['Write(x)', 'mcp__*'] }))).toBe('allow mode');
  });
});
