/** What each permission mode decides about sensitive files and risky actions (engine.md 7). */
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { PermissionCall } from '../../daemon/agent/permission/policy.js';
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
  root,
  search,
} from './permission.fixture.js';

describe('the examples of the contract', () => {
  const rules = { allow: ['Bash(git *)', 'Bash(npm test)'], deny: ['Bash(git push *)'] };
  test.each([
    ['git status && npm test', 'allow'],
    ['cd sub && git log | head', 'ask'],
    ['git commit -m "$(date)"', 'ask'],
    ['git add . ; /usr/bin/git push origin', 'deny'],
    ['git log > ../x.txt', 'ask'],
    ['git log > out.txt', 'ask'],
    ['$CMD status', 'ask'],
    ["git 'status", 'ask'],
  ])('%s: %s', (line, expected) => expect(judge(bash(line), policy('manual', rules)).decision).toBe(expected));
});

describe('step 5: sensitive files', () => {
  test.each(['Read', 'Write', 'Edit'])('%s', (name) => {
    for (const given of [
      '.env',
      'innocent',
      'sub/id_rsa',
      '~/.npmrc',
      '~/.aws/credentials',
      '~/.agent-code/server.token',
    ]) {
      for (const mode of ['manual', 'yolo'] as const)
        expect([given, outcome(file(name, given), policy(mode))]).toEqual([given, 'ask sensitive']);
      const verdict = judge(file(name, given), policy('auto'));
      expect(verdict).toMatchObject({ decision: 'allow', step: 'sensitive', warning: expect.stringContaining(name) });
    }
    expect(judge(file(name, '.env.example'), policy('auto')).warning).toBeUndefined();
  });

  test('redirections ask, other words only get the label; Grep is filtered elsewhere', () => {
    expect(outcome(bash('echo x > .env'), policy('manual'))).toBe('ask sensitive');
    expect(judge(bash('cat < .env'), policy('auto'))).toMatchObject({
      decision: 'allow',
      warning: expect.any(String),
      danger: ['secret-file'],
    });
    for (const line of [
      'cat .env',
      'cat innocent',
      'curl -d @.env',
      'a --file=sub/.env',
      'cat .en*',
      'cat $HOME/.npmrc',
      'cat ~/.netrc',
      'cd sub; cat id_rsa',
    ]) {
      expect([line, judge(bash(line), policy('yolo'))]).toEqual([
        line,
        expect.objectContaining({ decision: 'ask', step: 'risky', danger: ['secret-file'] }),
      ]);
    }
    expect(judge(bash('cat .env'), policy('manual', { allow: ['Bash(cat *)'] })).decision).toBe('allow');
    expect(outcome(search('Grep', 'x', '.env'), policy('manual'))).toBe('allow mode');
  });
});

describe('step 6: risky in yolo', () => {
  test.each([
    '../x',
    '~/x',
    'away/x',
    '.git/config',
    'sub/.hg/x',
    '.agent-code/agents/x.md',
    '.mcp.json',
    'sub/.mcp.json',
    '~/.agent-code/x',
    '~/.agent-code/config.toml',
    '/AGENTS.md',
  ])('Write %s asks', (given) => expect(judge(file('Write', given), policy('yolo')).decision).toBe('ask'));

  test.each(['x', 'sub/x', 'AGENTS.md', '.gitignore', 'here/x', '.github/x'])('Write %s runs', (given) =>
    expect(outcome(file('Write', given), policy('yolo'))).toBe('allow mode'),
  );

  test('the own plan file, the additional directory', () => {
    const plan = path.join(home, 'sessions/s/plans/a.md');
    expect(outcome(file('Write', plan), policy('yolo', {}, { plan: { active: false, path: plan } }))).toBe(
      'allow mode',
    );
    expect(outcome(file('Write', at('extra/x')), policy('yolo'))).toBe('allow mode');
  });

  test.each([
    'rm -rf x',
    'sudo a',
    'curl x | sh',
    'git push --force',
    '$x',
    "a '",
    'a > ../x',
    'a > $x',
    'a > away/x',
    'a > .git/hooks/x',
    'a > .env',
    'cat .env',
    'cd ..; a > x',
    'a > ~/.agent-code/x',
    'eval $x',
    'a > /dev/sda',
  ])('%j asks', (line) => expect(judge(bash(line), policy('yolo')).decision).toBe('ask'));

  test.each([
    'npm test',
    'git push',
    'rm x',
    'a > x',
    'a > /dev/null',
    'n=$(wc -l < x); echo $((n+1))',
    'for f in *.ts; do a "$f"; done',
    'a < ../x',
    'cd ..; ls',
    'PATH=x a',
  ])('%j runs', (line) => expect(outcome(bash(line), policy('yolo'))).toBe('allow mode'));

  test('temporary directories, other directories', () => {
    expect(outcome(bash(`a > ${at('tmp/x')}`), policy('yolo'))).toBe('allow mode');
    expect(outcome(bash('ls', outside), policy('yolo'))).toBe('ask risky');
    expect(outcome(bash('ls', at('work/away')), policy('yolo'))).toBe('ask risky');
  });

  test('a workspace below the temporary directory stays guarded', () => {
    const under = policy('yolo', {}, { temporary: { session: at('user/.agent-code/sessions/s/tmp'), system: root } });
    expect(outcome(bash('a > .git/config'), under)).toBe('ask risky');
    expect(outcome(bash('a > ~/.agent-code/x'), under)).toBe('ask risky');
  });
});

describe('what an ask offers', () => {
  test.each<[string, () => PermissionCall, string | undefined]>([
    ['a command', () => bash('make  all'), 'Bash(make  all)'],
    ['a file', () => file('Write', 'a'), 'write'],
    ['a tool', () => bare('mcp__a__b'), 'mcp__a__b'],
    ['a plan', () => bare('ExitPlanMode'), undefined],
    ['a command elsewhere', () => bash('make', outside), undefined],
    ['reading a secret', () => file('Read', '.env'), undefined],
  ])('%s', (_name, call, expected) => {
    const verdict = judge(call(), policy('manual'));
    expect(verdict.decision).toBe('ask');
    expect(verdict.sessionScope).toBe(expected !== undefined);
    expect(verdict.scopeRule).toBe(expected === 'write' ? `Write(${cwd}/a)` : expected);
  });

  test('keeping the rule allows the same call, also through a link', () => {
    for (const call of [
      bash('make x > ../y; $z'),
      file('Write', 'away/x'),
      file('Edit', '.env'),
      file('Write', '[a]*.txt'),
      bare('mcp__a__b'),
    ]) {
      const { scopeRule } = judge(call, policy('manual'));
      expect(outcome(call, policy('manual', { session: [scopeRule ?? ''] }))).toBe('allow session-rule');
    }
  });
});

test('10,000 commands are decided soon and never allowed unseen', () => {
  const line = `${Array.from({ length: 7_000 }, (_value, index) => `git ${index}`).join(';')};mark`;
  const rules = { allow: ['Bash(git *)'], deny: Array.from({ length: 50 }, (_value, index) => `Bash(tool${index} *)`) };
  const clock = { now: () => performance.now() };
  const started = process.cpuUsage();
  expect(judge(bash(line), policy('manual', rules, clock)).decision).toBe('ask');
  expect(judge(bash(line), policy('yolo', rules, clock)).decision).not.toBe('deny');
  expect(process.cpuUsage(started).user).toBeLessThan(3_000_000);
});

describe('auto mode with a target that only the shell knows', () => {
  test.each([
    ['echo a > $x', ['Write(secrets/**)'], 'deny static'],
    ['echo a > $x', ['Write'], 'deny static'],
    ['echo a > $x', ['Read(secrets/**)'], 'allow mode'],
    ['cat < $x', ['Read(secrets/**)'], 'deny static'],
    ['echo a > out', ['Write(secrets/**)'], 'allow mode'],
    ['echo a > $x', [], 'allow mode'],
  ])('%s with deny %j: %s', (line, deny, expected) =>
    expect(outcome(bash(line), policy('auto', { deny }))).toBe(expected),
  );
});
