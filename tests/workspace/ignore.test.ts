/** Rules of ignore files give the same verdicts as git, and no pattern takes forever. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { compileIgnore } from '../../daemon/base/ignore/levels.js';

let root = '';
const files = [
  'a.log',
  'b.txt',
  '.hidden',
  '#hash',
  '!bang',
  'name ',
  'name',
  'a{b}c',
  'foo/a.log',
  'foo/keep/b.txt',
  'bar/foo/c.txt',
  'bar/a1b',
  'bar/deep/er/a.log',
  'x.tar.gz',
  'Foo/c',
];

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'agent-ignore-'));
  execFileSync('git', ['init', '-q', root]);
  for (const file of files) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Returns the ignored files; an ignored directory includes its contents. */
function ours(text: string): string[] {
  const rules = compileIgnore(text);
  return files.filter((file) => {
    const names = file.split('/');
    return names.some((_, at) => rules?.(names.slice(0, at + 1).join('/'), at < names.length - 1) === true);
  });
}

function theirs(text: string): string[] {
  writeFileSync(join(root, '.git', 'info', 'exclude'), text);
  const listed = execFileSync(
    'git',
    ['-c', 'core.excludesFile=/dev/null', 'ls-files', '-z', '--others', '--exclude-standard'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  ).split('\0');
  return files.filter((file) => !listed.includes(file));
}

describe('as git', () => {
  test.each([
    '*.log',
    '/*.log',
    'foo',
    'foo/',
    '/foo/',
    'bar/foo',
    '**/foo',
    'foo/**',
    'foo/**\n!foo/keep\n!foo/keep/**',
    'foo/*\n!foo/keep',
    'bar/**/a.log',
    '*\n!*.txt\n!*/',
    '*\n!b.txt',
    '*.txt\n!b.txt\nb.*',
    '#hash',
    '\\#hash',
    '!bang',
    '\\!bang',
    'name ',
    'name\\ ',
    'name  \r',
    '.*',
    'a[0-9]b',
    'a[!0-9]b',
    '?.log',
    'a{b}c',
    'a{b,x}c',
    '*.tar.gz',
    '*.gz\n!x*',
    '\ufeff*.log',
    '',
    '\n\n',
    '/',
    '//',
    'b.txt/',
    'foo//',
    '**',
    '[',
    '\\',
    'fo[o',
    'deep/er',
    'bar/deep/er/',
    '/bar/*/er',
  ])('%j', (text) => expect(ours(text)).toEqual(theirs(text)));
});

test('a pattern of many stars takes no time', () => {
  const started = process.cpuUsage();
  expect(compileIgnore(`/${'*a'.repeat(40)}`)?.(`${'a'.repeat(200)}b`, false)).toBeUndefined();
  expect(process.cpuUsage(started).user).toBeLessThan(200_000);
});
