/** Permission decisions by allow and ask rules, including rules for command lines (engine.md 7, steps 3 and 4). */
import { describe, expect, test } from '@jest/globals';
import { literalRule } from '../../daemon/agent/permission/rules.js';
import { at, bash, cwd, file, judge, outcome, outside, policy, rule } from './permission.fixture.js';

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
