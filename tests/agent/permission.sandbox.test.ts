/** The order of decisions in the runtime `sandbox`, leaving it, and hosts in rules (runtimes.md 6, 8). */
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { canonicalHost, hostPattern } from '../../daemon/base/net/hostrules.js';
import { parseRule } from '../../daemon/agent/permission/rules.js';
import type { PermissionCall, PermissionPolicy, SandboxPolicy } from '../../daemon/agent/permission/policy.js';
import { leavesByRule, networkRule } from '../../daemon/agent/permission/sandbox.js';
import {
  at,
  bash,
  cwd,
  file,
  home,
  judge,
  outcome,
  policy,
  rule,
  type Mode,
  type Short,
} from './permission.fixture.js';

const user = (): string => at('user');
const boundary = (more: Partial<SandboxPolicy> = {}): SandboxPolicy => ({
  whenUnavailable: 'ask',
  approve: 'commands',
  enforcesPlan: true,
  network: 'ask',
  writable: [],
  hidden: [home, path.join(user(), '.ssh'), path.join(user(), '.aws')],
  shown: [cwd],
  ...more,
});
const inside = (mode: Mode, rules: Short = {}, more: Partial<PermissionPolicy> = {}, of: Partial<SandboxPolicy> = {}) =>
  policy(mode, rules, { sandbox: boundary(of), ...more });
const leaving = (line: string): PermissionCall => {
  const call = bash(line);
  return { ...call, subject: { ...call.subject, leaves: true } as PermissionCall['subject'] };
};
const fetching = (url: string): PermissionCall => ({
  tool: { name: 'FetchURL', permission: 'ask' },
  subject: { kind: 'url', url },
});
const plan = { plan: { active: true } };
const looking = { readOnly: true };

describe('a command that stays inside', () => {
  test.each<[string, Mode, string]>([
    ['npm test', 'manual', 'allow sandbox'],
    ['make', 'manual', 'allow sandbox'],
    ['python3 -c "x"', 'yolo', 'allow sandbox'],
    ["git 'status", 'manual', 'allow sandbox'],
    ['$CMD status', 'yolo', 'allow sandbox'],
    ['sudo id', 'manual', 'allow sandbox'],
    ['echo x > ../y', 'manual', 'allow sandbox'],
    ['rm -rf build', 'manual', 'ask mode'],
    ['rm -rf build', 'yolo', 'ask risky'],
    ['rm -rf build', 'auto', 'allow mode'],
    ['git reset --hard', 'manual', 'ask mode'],
    ['cat .env', 'manual', 'ask mode'],
    ['cat .env', 'yolo', 'ask risky'],
    ['cat ~/.ssh/id_rsa', 'manual', 'allow sandbox'],
    ['cat ~/.agent-code/server.token', 'manual', 'allow sandbox'],
    ['cat < .env', 'manual', 'ask sensitive'],
  ])('%s in %s: %s', (line, mode, expected) => expect(outcome(bash(line), inside(mode))).toBe(expected));

  test('asks as in local with approve = none, and rules hold as ever', () => {
    expect(outcome(bash('npm test'), inside('manual', {}, {}, { approve: 'none' }))).toBe('ask mode');
    expect(outcome(bash('npm test'), inside('manual', { deny: ['Bash(npm *)'] }))).toBe('deny static');
    expect(outcome(bash('npm test'), inside('manual', { ask: ['Bash(npm *)'] }))).toBe('ask ask-rule');
    expect(outcome(bash('npm test'), inside('manual', { deny: ['Leave'] }))).toBe('allow sandbox');
  });

  test('of a plan or an agent that only looks runs where the kernel holds it, and follows its text where it does not', () => {
    for (const more of [plan, looking]) {
      for (const line of ['cargo check > log', "git 'status", 'touch x'])
        expect(outcome(bash(line), inside('manual', {}, more))).toBe('allow sandbox');
      const unheld = inside('manual', {}, more, { enforcesPlan: false });
      expect(judge(bash('cargo check > log'), unheld).decision).not.toBe('allow');
      expect(judge(bash('npm test'), unheld).decision).toBe('ask');
    }
  });
});

describe('a command that is to leave', () => {
  test.each<[string, Mode, Short, string]>([
    ['ls', 'manual', {}, 'ask mode'],
    ['ls', 'yolo', {}, 'ask mode'],
    ['ls', 'auto', {}, 'deny mode'],
    ['git push', 'manual', { allow: ['Leave(git push)'] }, 'allow allow-rule'],
    ['git push', 'auto', { allow: ['Leave(git push)'] }, 'allow allow-rule'],
    ['git push', 'manual', { allow: ['Bash(git *)'] }, 'allow allow-rule'],
    ['git push', 'manual', { session: ['Bash(git push)'] }, 'ask mode'],
    ['git push', 'manual', { session: ['Leave(git push)'] }, 'allow session-rule'],
    ['git push -f', 'manual', { session: ['Leave(git push)'] }, 'ask mode'],
    ['git push', 'manual', { allow: ['Leave'], deny: ['Leave(git *)'] }, 'deny static'],
    ['git push', 'auto', { allow: ['Leave'], ask: ['Leave(git *)'] }, 'deny ask-rule'],
    ['git push', 'manual', { allow: ['Leave'], ask: ['Leave(git *)'] }, 'ask ask-rule'],
    ['git push', 'manual', { deny: ['Leave'] }, 'deny static'],
    ['git push && rm x', 'manual', { allow: ['Leave(git *)'] }, 'ask mode'],
  ])('%s in %s with %j: %s', (line, mode, rules, expected) =>
    expect(outcome(leaving(line), inside(mode, rules))).toBe(expected),
  );

  test('in plan mode always asks, whatever the rules, and never for the session', () => {
    const rules = { allow: ['Leave', 'Bash'], session: ['Leave(ls)'] };
    expect(judge(leaving('ls'), inside('yolo', rules, plan))).toMatchObject({
      decision: 'ask',
      reason: 'outside the sandbox: plan mode',
      sessionScope: false,
    });
    expect(judge(leaving('ls'), inside('auto', rules, plan)).decision).toBe('deny');
  });

  test('keeps a rule for the literal line', () =>
    expect(judge(leaving('echo *'), inside('manual'))).toMatchObject({ scopeRule: String.raw`Leave(echo \*)` }));

  test.each<[string, Short, boolean]>([
    ['docker ps', { allow: ['Leave(docker *)'] }, true],
    ['docker ps && ls', { allow: ['Leave(docker *)'] }, false],
    ['docker ps', { allow: ['Bash(docker *)', '*'] }, false],
    ['docker ps', { session: ['Leave(docker ps)'] }, true],
    ['docker ps', { allow: ['Leave(docker *)'], deny: ['Leave(docker ps)'] }, false],
    ['docker ps', { allow: ['Leave(docker *)'], ask: ['Leave'] }, false],
  ])('by itself: %s with %j: %s', (line, rules, expected) => {
    const { subject } = bash(line);
    expect(leavesByRule(subject, inside('manual', rules))).toBe(expected);
    expect(leavesByRule(subject, inside('manual', rules, plan))).toBe(false);
    expect(leavesByRule(subject, inside('manual', rules, looking))).toBe(false);
    expect(leavesByRule(subject, policy('manual', rules))).toBe(false);
  });
});

describe('file tools', () => {
  test.each<[string, string, Mode, Partial<SandboxPolicy>, string]>([
    ['Write', 'sub/a', 'manual', {}, 'ask mode'],
    ['Write', 'sub/a', 'manual', { approve: 'all' }, 'allow sandbox'],
    ['Edit', '.git/hooks/x', 'manual', { approve: 'all' }, 'ask mode'],
    ['Write', '.agent-code/agents/x.md', 'manual', { approve: 'all' }, 'ask mode'],
    ['Write', '.MCP.json', 'manual', { approve: 'all' }, 'ask mode'],
    ['Write', 'away/x', 'manual', { approve: 'all' }, 'ask mode'],
    ['Write', 'sub/a', 'auto', {}, 'allow mode'],
    ['Write', 'away/x', 'auto', {}, 'deny sandbox'],
    ['Write', 'sub/.git/config', 'auto', {}, 'deny sandbox'],
    ['Edit', '.vscode/tasks.json', 'auto', {}, 'deny sandbox'],
    ['Read', '~/.ssh/config', 'manual', {}, 'ask sensitive'],
    ['Read', '~/.ssh/config', 'auto', {}, 'deny sensitive'],
    ['Read', '~/.agent-code/agent.db', 'auto', {}, 'deny sensitive'],
    ['Read', 'sub/a', 'auto', {}, 'allow mode'],
  ])('%s %s in %s with %j: %s', (name, given, mode, of, expected) =>
    expect(outcome(file(name as 'Read', given), inside(mode, {}, {}, of))).toBe(expected),
  );

  test('write where the configuration lets commands write', () =>
    expect(outcome(file('Write', at('extra/a')), inside('auto', {}, {}, { writable: [at('extra')] }))).toBe(
      'allow mode',
    ));
});

describe('where this machine cannot contain commands', () => {
  const without = (mode: Mode, whenUnavailable: SandboxPolicy['whenUnavailable']) =>
    inside(mode, {}, {}, { unavailable: { reason: 'userns', why: 'install it' }, whenUnavailable });

  test.each<[SandboxPolicy['whenUnavailable'], Mode, string]>([
    ['ask', 'manual', 'ask mode'],
    ['ask', 'yolo', 'allow mode'],
    ['ask', 'auto', 'deny sandbox'],
    ['refuse', 'manual', 'deny sandbox'],
    ['refuse', 'yolo', 'deny sandbox'],
    ['refuse', 'auto', 'deny sandbox'],
    ['run', 'manual', 'ask mode'],
    ['run', 'yolo', 'allow mode'],
    ['run', 'auto', 'allow mode'],
  ])('%s in %s: %s', (when, mode, expected) => expect(outcome(bash('npm test'), without(mode, when))).toBe(expected));

  test('the reason comes first', () => {
    expect(judge(bash('npm test'), without('manual', 'ask')).reason).toBe(
      'not sandboxed (userns); install it; Bash asks in manual mode',
    );
    expect(judge(bash('npm test'), without('manual', 'run')).reason).toBe('Bash asks in manual mode');
    expect(judge(file('Read', 'sub/a'), without('manual', 'ask')).reason).not.toContain('not sandboxed');
  });
});

describe('an address that is fetched', () => {
  test.each<[string, Mode, Short, Partial<SandboxPolicy>, string]>([
    ['https://a.example.com/x', 'manual', {}, {}, 'ask sandbox'],
    ['https://a.example.com/x', 'yolo', {}, {}, 'ask sandbox'],
    ['https://a.example.com/x', 'auto', {}, {}, 'deny sandbox'],
    ['https://a.example.com/x', 'auto', { allow: ['Network(*.example.com)'] }, {}, 'allow allow-rule'],
    ['https://a.example.com/x', 'auto', { allow: ['FetchURL(domain:example.com)'] }, {}, 'allow allow-rule'],
    ['https://a.example.com/x', 'manual', { session: ['Network(a.example.com)'] }, {}, 'allow session-rule'],
    ['https://a.example.com/x', 'manual', { deny: ['Network(domain:example.com)'] }, {}, 'deny static'],
    ['https://a.example.com/x', 'auto', { ask: ['Network'] }, {}, 'deny ask-rule'],
    ['https://a.example.com/x', 'auto', {}, { network: 'host' }, 'allow mode'],
  ])('%s in %s with %j and %j: %s', (url, mode, rules, of, expected) =>
    expect(outcome(fetching(url), inside(mode, rules, {}, of))).toBe(expected),
  );

  test('is kept by its host', () =>
    expect(judge(fetching('https://a.example.com/x?y'), inside('manual')).scopeRule).toBe('Network(a.example.com)'));
});

describe('hosts', () => {
  test.each([
    ['example.com', 'example.com'],
    ['Example.COM.', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['0x7f.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['::1', '::1'],
    ['[::1]', '::1'],
    ...[
      '',
      '.',
      'a..b',
      'a..',
      'evil\0.ok.test',
      'ok.test@evil',
      'a b',
      'a%2e',
      'a\\b',
      'a/b',
      'a:80',
      'x'.repeat(300),
    ].map((text) => [text, undefined] as const),
  ])('%j is %j', (text, expected) => expect(canonicalHost(text)).toBe(expected));

  test.each([
    ['example.com', 'example.com', 443, true],
    ['example.com', 'a.example.com', 443, false],
    ['example.com:443', 'example.com', 80, false],
    ['*.example.com', 'a.b.example.com', 1, true],
    ['*.example.com', 'example.com', 1, false],
    ['*.example.com', 'notexample.com', 1, false],
    ['domain:example.com:8080', 'a.example.com', 8080, true],
    ['domain:example.com', 'example.com', 1, true],
    ['domain:example.com', 'evil-example.com', 1, false],
    ['EXAMPLE.com', 'example.com', 1, true],
    ['@registries', 'registry.npmjs.org', 443, true],
    ['@registries', 'example.com', 443, false],
    ['127.0.0.1:5432', '127.0.0.1', 5432, true],
    ['0x7f.1', '127.0.0.1', 1, true],
    ['[::1]:80', '::1', 80, true],
    [undefined, 'anything', 1, true],
  ] as const)('%j on %s:%i: %s', (text, host, port, expected) => {
    const pattern = hostPattern(text);
    if ('error' in pattern) throw new Error(pattern.error);
    expect(pattern.matches(host, port)).toBe(expected);
  });

  test.each([
    ['127.0.0.1', '127.0.0.1', 80, true],
    ['localhost:80', 'localhost', 80, true],
    ['localhost', 'localhost', 80, false],
    ['*.localhost:80', 'a.localhost', 80, false],
    ['domain:localhost:80', 'localhost', 80, false],
  ] as const)('%s means %s:%i and nothing else: %s', (text, host, port, expected) => {
    const pattern = hostPattern(text);
    if ('error' in pattern) throw new Error(pattern.error);
    expect(pattern.names(host, port)).toBe(expected);
  });

  test.each([
    'http://x',
    'a b',
    'example.com:0',
    'example.com:65536',
    'example.com:x',
    '@all',
    '*.127.0.0.1',
    '*',
    'a/*',
    '[x]',
  ])('Network(%s) is no rule', (text) => expect(parseRule(`Network(${text})`)).toEqual({ error: expect.any(String) }));

  test('an IPv6 address without brackets is refused with the form that is taken', () => {
    const error = 'write an IPv6 address in brackets: [2606:4700::1111]';
    expect(parseRule('Network(2606:4700::1111)')).toEqual({ error });
    expect(parseRule('Network([2606:4700::1111])')).not.toHaveProperty('error');
  });

  test('deny comes before ask, ask before allow', () => {
    const of = (...texts: ['allow' | 'ask' | 'deny', string][]) =>
      networkRule(
        { config: texts.map(([decision, text]) => rule(decision, text)), launch: [], session: [] },
        { host: 'a.test', port: 443 },
      )?.decision;
    expect(of(['allow', 'Network'], ['ask', 'Network(a.test)'], ['deny', 'Network(a.test:443)'])).toBe('deny');
    expect(of(['allow', 'Network'], ['ask', 'Network(a.test)'])).toBe('ask');
    expect(of(['allow', 'Network(b.test)'])).toBeUndefined();
  });
});
