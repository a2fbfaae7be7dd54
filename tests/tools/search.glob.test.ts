/** The tool Glob and its patterns. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { compileGlob } from '../../daemon/base/glob/globs.js';
import { call, failureOf, outputOf } from './fake.js';
import { place, file, git, useSearchPlace } from './search.fixture.js';

useSearchPlace();

describe('Glob', () => {
  beforeEach(() => {
    for (const name of ['a.ts', 'b.md', 'src/c.ts', 'src/deep/d.tsx', 'src/deep/.e.ts', 'src/x{y}.ts']) file(name, '');
  });

  test.each<[string, string]>([
    ['*.ts', 'a.ts'],
    ['**/*.ts', 'src/x{y}.ts\nsrc/deep/.e.ts\nsrc/c.ts\na.ts'],
    ['src/*', 'src/x{y}.ts\nsrc/c.ts'],
    ['src/**', 'src/x{y}.ts\nsrc/deep/.e.ts\nsrc/deep/d.tsx\nsrc/c.ts'],
    ['**/*.{tsx,md}', 'src/deep/d.tsx\nb.md'],
    ['{src/**/,}[ad].t?', 'a.ts'],
    ['src/x\\{y\\}.ts', 'src/x{y}.ts'],
    ['./src/c.ts', 'src/c.ts'],
    ['nosuch/**', '<system>No files found.</system>'],
    ['src', '<system>No files found.</system>'],
  ])('%s', async (pattern, output) => {
    expect(await outputOf(place, 'Glob', { pattern })).toBe(output);
  });

  test('relative to the search root; absolute outside the workspace', async () => {
    expect(await outputOf(place, 'Glob', { pattern: '**/*.tsx', path: 'src' })).toBe('deep/d.tsx');
    expect(await outputOf(place, 'Glob', { pattern: `${place.cwd}/src/*.ts` })).toBe('x{y}.ts\nc.ts');
    const outside = file('note.md', '', place.userHome);
    expect(await outputOf(place, 'Glob', { pattern: '*.md', path: place.userHome })).toBe(outside);
  });

  test.each(['**', '**/*', './**', '**/**/*'])('%s is refused outside the workspace only', async (pattern) => {
    expect(await failureOf(place, 'Glob', { pattern, path: place.userHome })).toContain('matches everything');
    expect(await outputOf(place, 'Glob', { pattern })).toContain('a.ts');
  });

  test.each<[string, object, string]>([
    ['parent', { pattern: '../*' }, '".."'],
    ['file as root', { pattern: '*', path: 'a.ts' }, 'not a directory'],
    ['missing root', { pattern: '*', path: 'nosuch' }, 'does not exist'],
    ['empty range', { pattern: '[z-a]' }, 'is empty'],
    ['too many alternatives', { pattern: '{a,b}'.repeat(20) }, 'more than 1000'],
  ])('error: %s', async (_, given, message) => {
    expect(await failureOf(place, 'Glob', given)).toContain(message);
  });

  test('ignored, version control, sensitive, links', async () => {
    git('init', '-q');
    file('.gitignore', 'out\n');
    file('out/z.ts', '');
    file('.env', '');
    symlinkSync('a.ts', join(place.cwd, 'link.ts'));
    expect(await outputOf(place, 'Glob', { pattern: '**/z.ts' })).toContain('No files');
    expect(await outputOf(place, 'Glob', { pattern: '**/z.ts', include_ignored: true })).toBe('out/z.ts');
    const all = await outputOf(place, 'Glob', { pattern: '**' });
    expect(all).toContain('1 sensitive file not shown.');
    expect(all).not.toMatch(/\.git\/|link|\.env/);
    expect(await outputOf(place, 'Glob', { pattern: '.git/**' })).toContain('No files');
  });

  test('the 100 newest of more', async () => {
    const root = mkdtempSync(join(place.cwd, 'many-'));
    for (let index = 0; index < 103; index += 1) file(`f${index}`, '', root);
    const result = await call(place, 'Glob', { pattern: 'f*', path: root });
    const found = String(result.output).split('\n');
    expect(found).toHaveLength(101);
    expect(found[0]).toBe('f102');
    expect(found[100]).toBe('<system>The 100 newest of 103 files shown; narrow the pattern for the others.</system>');
    expect(result.truncated).toBe(true);
  });
});

describe('glob patterns', () => {
  test.each<[string, string, boolean]>([
    ['*', 'a', true],
    ['*', 'a/b', false],
    ['**', 'a/b', true],
    ['**/b', 'b', true],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/b/**/c', 'a/b/x/b/y/c', true],
    ['a/**', 'a', true],
    ['a/**', 'b/a', false],
    ['[!a]b', 'ab', false],
    ['[]x]', ']', true],
    ['[a-c]', 'b', true],
    ['[', '[', true],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['{a,{b,c}d}', 'cd', true],
    ['{a,b', '{a,b', true],
    ['a{,.bak}', 'a', true],
    ['.*', '.x', true],
    ['a.c', 'abc', false],
  ])('%s %s %s', (pattern, path, expected) => {
    expect(compileGlob(pattern)(path)).toBe(expected);
  });

  test('many stars take no time', () => {
    const started = process.cpuUsage();
    expect(compileGlob('*a'.repeat(40))(`${'a'.repeat(200)}b`)).toBe(false);
    expect(process.cpuUsage(started).user).toBeLessThan(200_000);
  });
});
