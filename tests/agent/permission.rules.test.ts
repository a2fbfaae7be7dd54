/** The syntax of permission rules, and what their patterns match. */
import { describe, expect, test } from '@jest/globals';
import {
  fits,
  literalRule,
  namesTool,
  parseRule,
  type FormKind,
  type RuleText,
} from '../../daemon/agent/permission/rules.js';

const places = { cwd: '/w/p', userHome: '/home/u' };

function rule(text: string): RuleText {
  const parsed = parseRule(text);
  if ('error' in parsed) throw new Error(`${text}: ${parsed.error}`);
  return parsed;
}

describe('syntax', () => {
  test.each([
    ['Bash', { tool: 'Bash', inverted: false }],
    ['Bash()', { tool: 'Bash', inverted: false }],
    ['Bash(git *)', { tool: 'Bash', pattern: 'git *', inverted: false }],
    ['Bash(!git *)', { tool: 'Bash', pattern: 'git *', inverted: true }],
    ['Bash(a (b) c)', { tool: 'Bash', pattern: 'a (b) c', inverted: false }],
    ['mcp__github__*', { tool: 'mcp__github__*', inverted: false }],
    ['*', { tool: '*', inverted: false }],
    ['Bash(a\nb)', { tool: 'Bash', pattern: 'a\nb', inverted: false }],
  ])('%j', (text, expected) => expect(parseRule(text)).toEqual({ text, ...expected }));

  test.each([
    '',
    'Bash(',
    'Bash)',
    '(x)',
    'Bash(a) b',
    'Ba sh',
    'Bash([a)',
    'Bash({a,b)',
    'Bash(a\\)',
    'Read(/{a,b,c,d}{a,b,c,d}{a,b,c,d}{a,b,c,d}{a,b,c,d})',
  ])('%j is none', (text) => expect(parseRule(text)).toEqual({ error: expect.any(String) }));
});

test.each([
  ['*', 'Bash', true],
  ['mcp__github__*', 'mcp__github__list', true],
  ['mcp__github__*', 'mcp__gitlab__list', false],
  ['Task*', 'TaskStop', true],
  ['Bash', 'bash', false],
  ['Bash', 'Bash', true],
  ['B*h', 'Bash', true],
  ['a.b', 'axb', false],
  ['a.*', 'axb', false],
])('tool part %s on %s: %s', (entry, tool, expected) => expect(namesTool(entry, tool)).toBe(expected));

describe('patterns', () => {
  test.each<[string, FormKind, string, boolean]>([
    ['Read(/a/*)', 'path', '/a/b', true],
    ['Read(/a/*)', 'path', '/a/b/c', false],
    ['Read(/a/**)', 'path', '/a/b/c', true],
    ['Read(/a/**)', 'path', '/a', false],
    ['Read(/a/)', 'path', '/a/b/c', true],
    ['Read(/a/)', 'path', '/a', true],
    ['Read(/a/)', 'path', '/ab', false],
    ['Read(/a/?)', 'path', '/a/b', true],
    ['Read(/a?b)', 'path', '/a/b', false],
    ['Read(/a/[bc])', 'path', '/a/c', true],
    ['Read(/a/[!bc])', 'path', '/a/c', false],
    ['Read(/a/[a-c]x)', 'path', '/a/bx', true],
    ['Read(/a[!x]b)', 'path', '/a/b', false],
    ['Read(/a/{b,c/d})', 'path', '/a/c/d', true],
    ['Read(/a/{b,c})', 'path', '/a/d', false],
    ['Read(/a/\\*)', 'path', '/a/*', true],
    ['Read(/a/\\*)', 'path', '/a/b', false],
    ['Read(!/a/**)', 'path', '/b', true],
    ['Read(!/a/**)', 'path', '/a/b', false],
    ['Read(**/*.key)', 'path', '/w/p/x.key', true],
    ['Read(**/*.key)', 'path', '/w/p/a/b/x.key', true],
    ['Read(**/*.key)', 'path', '/w/x.key', false],
    ['Read(/**/b)', 'path', '/b', true],
    ['Read(/**/b)', 'path', '/a/xb', false],
    ['Read(/**/**/b)', 'path', '/a/b', true],
    ['Read(/**/a/**/b)', 'path', '/x/a/y/z/b', true],
    ['Read(/**/a/**/b)', 'path', '/x/a/b', true],
    ['Read(src/*)', 'path', '/w/p/src/a', true],
    ['Read(./src)', 'path', '/w/p/src', true],
    ['Read(../q/*)', 'path', '/w/q/x', true],
    ['Read(~/x)', 'path', '/home/u/x', true],
    ['Read(~)', 'path', '/home/u', true],
    ['Read(*.ts)', 'path', '/w/p/a.ts', true],
    ['Read(*.ts)', 'path', '/w/p/b/a.ts', false],
    ['Read(/a/{})', 'path', '/a/{}', true],
    ['Read(/a/x**y)', 'path', '/a/x/z/y', true],
    ['Bash(git *)', 'command', 'git push a/b c', true],
    ['Bash(git *)', 'command', 'git', true],
    ['Bash(git *)', 'command', 'gitk', false],
    ['Bash(git*)', 'command', 'gitk', true],
    ['Bash(git * x)', 'command', 'git a b x', true],
    ['Bash(git * x)', 'command', 'git a b', false],
    ['Bash(git push)', 'command', 'git push x', false],
    ['Bash(*)', 'command', 'a\nb', true],
    ['Bash(a?c)', 'command', 'a/c', true],
    ['Bash(git \\*)', 'command', 'git', false],
    ['Bash(git {push,pull} *)', 'command', 'git pull x', true],
    ['Bash(!git *)', 'command', 'ls', true],
    ['Bash(GIT *)', 'command', 'git x', false],
    ['Bash(\\[ -f *)', 'command', '[ -f x', true],
    ['Bash(xargs -I{} *)', 'command', 'xargs -I{} a', true],
    ['Bash(*😀*)', 'command', 'a😀b', true],
    ['Bash(a?b)', 'command', 'a😀b', true],
    ['FetchURL(https://example.com/*)', 'text', 'https://example.com/a/b', true],
    ['FetchURL(domain:example.com)', 'text', 'https://example.com/a', true],
    ['FetchURL(domain:example.com)', 'text', 'http://a.b.EXAMPLE.com:81/', true],
    ['FetchURL(domain:example.com)', 'text', 'https://badexample.com/', false],
    ['FetchURL(domain:example.com)', 'text', 'https://example.com@evil.org/', false],
    ['FetchURL(domain:example.com)', 'text', 'https://evil.org/?example.com', false],
    ['FetchURL(!domain:example.com)', 'text', 'https://evil.org/', true],
    ['Skill(review*)', 'text', 'review/x', true],
  ])('%s on %s %j: %s', (text, kind, form, expected) =>
    expect(fits(rule(text), kind, form, places, false)).toBe(expected),
  );

  test('case', () => {
    expect(fits(rule('Read(/A/[B]c)'), 'path', '/a/bC', places, true)).toBe(true);
    expect(fits(rule('Read(/A/[B]c)'), 'path', '/a/bC', places, false)).toBe(false);
    expect(fits(rule('Read(/a/[!b])'), 'path', '/a/B', places, true)).toBe(false);
  });

  test('special characters of expressions are ordinary', () => {
    expect(fits(rule('Bash(a.c+(x|y)$)'), 'command', 'a.c+(x|y)$', places, false)).toBe(true);
    expect(fits(rule('Bash(a.c)'), 'command', 'abc', places, false)).toBe(false);
    expect(
      fits({ ...rule('Read(x)'), pattern: 'x' }, 'path', '/w/[p]/x', { cwd: '/w/[p]', userHome: '/' }, false),
    ).toBe(true);
  });

  test('hostile patterns end soon', () => {
    const started = process.cpuUsage();
    expect(fits(rule(`Bash(${'*a'.repeat(30)}b)`), 'command', 'a'.repeat(20_000), places, false)).toBe(false);
    expect(fits(rule(`Read(/${'**/*a'.repeat(20)}b)`), 'path', `/${'a/'.repeat(500)}`, places, true)).toBe(false);
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
  });
});

describe('literalRule', () => {
  test.each(['git commit -m "a [b] {c,d} *?"', '!x', 'a \\* *', 'echo (', 'a\nb', 'a{', 'git *'])(
    '%j matches only itself',
    (command) => {
      const text = literalRule('Bash', { kind: 'command', command, cwd: '/w' });
      expect(fits(rule(text), 'command', command, places, false)).toBe(true);
      expect(fits(rule(text), 'command', `${command}x`, places, false)).toBe(false);
      expect(fits(rule(text), 'command', 'git push', places, false)).toBe(command === 'git push');
    },
  );

  test.each([
    [
      'Write',
      { kind: 'path', operation: 'write', given: 'x', absolute: '/w/l', resolved: '/w/[x]' } as const,
      'Write(/w/\\[x\\])',
    ],
    [
      'Edit',
      { kind: 'path', operation: 'write', given: 'x', absolute: '/w/x', resolved: '/w/x' } as const,
      'Edit(/w/x)',
    ],
    ['FetchURL', { kind: 'url', url: 'https://a.b/?c' } as const, 'FetchURL(https://a.b/\\?c)'],
    ['Read', { kind: 'path', operation: 'read', given: 'x', absolute: '/w/x', resolved: '/w/x' } as const, 'Read'],
    ['mcp__a__b', { kind: 'none' } as const, 'mcp__a__b'],
  ])('%s', (tool, subject, expected) => expect(literalRule(tool, subject)).toBe(expected));
});
