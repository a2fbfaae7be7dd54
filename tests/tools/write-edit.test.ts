/** Write and Edit: the check for changed files, atomic replacement, line endings, byte order marks and displays. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { tools } from '../../daemon/tools/index.js';
import { ToolFailure } from '../../daemon/tools/tool.js';
import type { Place } from './fake.js';
import { call, createPlace, failureOf, input, outputOf } from './fake.js';

let place: Place;
beforeEach(() => {
  place = createPlace();
});
afterEach(() => place.remove());

const at = (name: string): string => join(place.cwd, name);

/** Writes a file that the agent then reads; returns its path. */
async function seen(name: string, content: string | Buffer): Promise<string> {
  writeFileSync(at(name), content);
  await outputOf(place, 'Read', { path: name });
  return at(name);
}

describe('Write', () => {
  test('creates a file with its parents', async () => {
    const result = await call(place, 'Write', { path: 'a/b/c.txt', content: 'grün\r\n' });
    expect(result.output).toBe(`Created ${at('a/b/c.txt')} (7 bytes written).`);
    expect(readFileSync(at('a/b/c.txt'), 'utf8')).toBe('grün\r\n');
    expect(result.display).toMatchObject({ kind: 'diff', before: '', after: 'grün\r\n', added: 1 });
    expect(place.events).toMatchObject([{ type: 'file.seen', path: at('a/b/c.txt'), size: 7 }]);
  });

  test('below a directory that takes no others, or a file, is refused', async () => {
    writeFileSync(at('file'), '');
    expect(await failureOf(place, 'Write', { path: 'file/a/b.txt', content: 'x' })).toContain('file');
    if (process.platform !== 'linux') return;
    // the system reports a missing file there, although /proc exists
    expect(await failureOf(place, 'Write', { path: '/proc/none/a/x.txt', content: 'x' })).toContain('/proc/none');
  });

  test('replaces a file that was read, keeping its mode, leaving nothing behind', async () => {
    const path = await seen('run.sh', 'old\n');
    chmodSync(path, 0o751);
    const result = await call(place, 'Write', { path: 'run.sh', content: 'new\n' });
    expect(result).toMatchObject({
      output: `Replaced ${path} (4 bytes written).`,
      display: { before: 'old\n', after: 'new\n', added: 1, removed: 1 },
    });
    expect(statSync(path).mode & 0o7777).toBe(0o751);
    expect(readdirSync(place.cwd)).toEqual(['run.sh']);
  });

  test('follows a link to its target, also one that does not exist yet', async () => {
    writeFileSync(join(place.root, 'target'), 'old');
    symlinkSync(join(place.root, 'target'), at('link'));
    symlinkSync('later', at('dangling'));
    await outputOf(place, 'Read', { path: 'link' });
    await outputOf(place, 'Write', { path: 'link', content: 'new' });
    await outputOf(place, 'Write', { path: 'dangling', content: 'made' });
    expect(readFileSync(join(place.root, 'target'), 'utf8')).toBe('new');
    expect(readFileSync(at('later'), 'utf8')).toBe('made');
    expect(lstatSync(at('link')).isSymbolicLink() && lstatSync(at('dangling')).isSymbolicLink()).toBe(true);
  });

  test('appends without a read, even to bytes that are not text', async () => {
    writeFileSync(at('log'), Buffer.from([0, 255, 10]));
    expect(await outputOf(place, 'Write', { path: 'log', content: 'x', mode: 'append' })).toContain('Appended to');
    expect(await outputOf(place, 'Write', { path: 'fresh', content: 'y', mode: 'append' })).toContain('Created');
    expect(readFileSync(at('log'))).toEqual(Buffer.from([0, 255, 10, 120]));
  });

  test('directories and devices are refused', async () => {
    mkdirSync(at('dir'));
    expect(await failureOf(place, 'Write', { path: 'dir', content: '' })).toContain('is a directory');
    expect(await failureOf(place, 'Write', { path: '/dev/null', content: '' })).toContain('not a regular file');
    expect(await failureOf(place, 'Write', { path: `${'n'.repeat(300)}`, content: '' })).toContain('too long');
    writeFileSync(at('plain'), '');
    expect(await failureOf(place, 'Write', { path: 'plain/child', content: '' })).toContain('not a directory');
  });

  test('the display of huge files stays small', async () => {
    await seen('big.txt', 'line\n'.repeat(100_000));
    const result = await call(place, 'Write', { path: 'big.txt', content: `${'line\n'.repeat(99_999)}changed\n` });
    expect(result.display).toMatchObject({ kind: 'diff', added: 1, removed: 1 });
    expect(JSON.stringify(result.display)).toContain('@@ -99997,4 +99997,4 @@');
    expect(JSON.stringify(result.display)).toContain('[...truncated]');
    const all = await call(place, 'Write', {
      path: 'big.txt',
      content: Array.from({ length: 60_000 }, (_, index) => `${index}\n`).join(''),
    });
    expect(JSON.stringify(all.display).length).toBeLessThan(100_000);
  });
});

describe('stale guard', () => {
  test.each([
    ['Write', () => call(place, 'Write', { path: 'a', content: 'y' })],
    ['Edit', () => call(place, 'Edit', { path: 'a', old_string: 'x', new_string: 'y' })],
  ] as const)('%s', async (_, change) => {
    writeFileSync(at('a'), 'x');
    expect(await change()).toMatchObject({ isError: true, output: expect.stringContaining('was not read yet') });
    await outputOf(place, 'Read', { path: 'a' });
    utimesSync(at('a'), new Date(1_000), new Date(1_000));
    expect(await change()).toMatchObject({ isError: true, output: expect.stringContaining('changed on disk') });
    expect(readFileSync(at('a'), 'utf8')).toBe('x');
    await outputOf(place, 'Read', { path: 'a' });
    expect((await change()).isError).toBeUndefined();
    expect(readFileSync(at('a'), 'utf8')).toBe('y');
  });

  test('the agent need not read again what it wrote itself', async () => {
    await outputOf(place, 'Write', { path: 'a', content: 'one' });
    await outputOf(place, 'Edit', { path: 'a', old_string: 'one', new_string: 'two' });
    await outputOf(place, 'Write', { path: 'a', content: 'three' });
    expect(readFileSync(at('a'), 'utf8')).toBe('three');
  });

  test('a read of the same batch counts: planning asks nothing', async () => {
    writeFileSync(at('a'), 'x');
    const args = input('Write', { path: 'a', content: 'y' });
    const plan = await tools.Write.plan(args, place.run());
    expect(plan.display).toEqual({
      kind: 'file_io',
      operation: 'write',
      path: at('a'),
      content: 'y',
      exists: true,
      append: false,
    });
    await outputOf(place, 'Read', { path: 'a' });
    await expect(tools.Write.run(args, place.run({ plan }))).resolves.toMatchObject({
      output: expect.stringContaining('Replaced'),
    });
  });

  test('a link that was turned since permission was given is not followed', async () => {
    const args = input('Write', { path: 'link', content: 'y' });
    const plan = await tools.Write.plan(args, place.run());
    symlinkSync(join(place.userHome, 'profile'), at('link'));
    await expect(tools.Write.run(args, place.run({ plan }))).rejects.toThrow(ToolFailure);
    expect(readdirSync(place.userHome)).toEqual([]);
  });
});

describe('Edit', () => {
  test.each<[string, string | Buffer, string, string, boolean, string | Buffer]>([
    ['plain', 'a b c\n', 'b', 'x', false, 'a x c\n'],
    ['all', 'b b\nb\n', 'b', 'xx', true, 'xx xx\nxx\n'],
    ['dollar signs are no patterns', 'a b', 'b', '$&$1', false, 'a $&$1'],
    ['deletes', 'a b c', ' b', '', false, 'a c'],
    ['CRLF kept', 'one\r\ntwo\r\n', 'one\ntwo', '1\n2\n3', false, '1\r\n2\r\n3\r\n'],
    ['CRLF given', 'one\r\ntwo\r\n', 'one\r\ntwo', '1\r\n2', false, '1\r\n2\r\n'],
    ['new lines in a CRLF file', 'one\r\ntwo\r\n', 'two', '2\n3', false, 'one\r\n2\r\n3\r\n'],
    ['mixed: elsewhere untouched', 'a\r\nb\nc\r\nd\n', 'b', 'B', false, 'a\r\nB\nc\r\nd\n'],
    ['mixed: ending of the place', 'a\r\nb\nc\n', 'a\nb', 'A\nB', false, 'A\r\nB\nc\n'],
    ['match starts at CRLF', 'a\r\nb\r\nc', '\nb', '\nB', false, 'a\r\nB\r\nc'],
    ['all across CRLF', 'x\r\nx\r\nx\r\n', 'x\n', 'yy\n', true, 'yy\r\nyy\r\nyy\r\n'],
    ['mark kept', '\ufeffa\n', 'a', 'b', false, '\ufeffb\n'],
    [
      'UTF-16 kept',
      Buffer.from('\ufeffä\r\n', 'utf16le'),
      'ä',
      'ö\nü',
      false,
      Buffer.from('\ufeffö\r\nü\r\n', 'utf16le'),
    ],
    ['no overlaps', 'aaaa', 'aa', 'b', true, 'bb'],
  ])('%s', async (_, content, old_string, new_string, replace_all, expected) => {
    const path = await seen('f', content);
    await outputOf(place, 'Edit', { path: 'f', old_string, new_string, replace_all });
    expect(readFileSync(path)).toEqual(Buffer.from(expected));
  });

  test.each([
    ['identical', 'a', 'a', 'identical'],
    ['identical but for endings', 'a\r\nb', 'a\nb', 'identical'],
    ['missing', 'zzz', 'y', 'not found'],
    ['trimmed', 'if (x) {\ngo();\n}', 'y', 'matches at line 2'],
    ['twice', 'dup', 'y', 'found 2 times'],
  ])('%s', async (_, old_string, new_string, message) => {
    const text = 'a\n  if (x) {\n    go();\n  }\ndup dup\n';
    const path = await seen('f', text);
    expect(await failureOf(place, 'Edit', { path: 'f', old_string, new_string })).toContain(message);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('result and display', async () => {
    const path = await seen('f', 'one\ntwo\nthree\n');
    const result = await call(place, 'Edit', { path: 'f', old_string: 'two', new_string: '2\n2.5' });
    expect(result.output).toBe(`Replaced 1 occurrence in ${path}.`);
    expect(result.display).toEqual({
      kind: 'diff',
      path,
      before: 'one\ntwo\nthree\n',
      after: 'one\n2\n2.5\nthree\n',
      hunks: 1,
      unified: `--- ${path}\n+++ ${path}\n@@ -1,3 +1,4 @@\n one\n-two\n+2\n+2.5\n three`,
      added: 2,
      removed: 1,
    });
  });

  test('of a large file the display has the part around the change, and the line with which it begins', async () => {
    const lines = Array.from({ length: 5_000 }, (_, at) => `line ${at + 1}`);
    await seen('f', `${lines.join('\n')}\n`);
    const { display } = await call(place, 'Edit', { path: 'f', old_string: 'line 4000\n', new_string: 'fresh\n' });
    expect(display).toMatchObject({ first_line: 3_997, unified: expect.stringContaining('@@ -3997,7 +3997,7 @@') });
    expect(display).toMatchObject({ before: `${lines.slice(3_996, 4_003).join('\n')}\n` });
  });

  test('what cannot be edited', async () => {
    writeFileSync(at('bin'), Buffer.from([0, 1, 2]));
    mkdirSync(at('dir'));
    writeFileSync(at('name.txt'), 'x');
    const stats = statSync(at('bin'));
    place.memory.seen.set(at('bin'), { mtimeMs: stats.mtimeMs, size: stats.size });
    const edit = { old_string: 'a', new_string: 'b' };
    expect(await failureOf(place, 'Edit', { path: 'bin', ...edit })).toContain('is binary');
    expect(await failureOf(place, 'Edit', { path: 'dir', ...edit })).toContain('is a directory');
    expect(await failureOf(place, 'Edit', { path: 'nmae.txt', ...edit })).toContain('Did you mean');
    expect(await failureOf(place, 'Edit', { path: 'no/such', ...edit })).toContain('does not exist');
  });

  test('names with blanks, quotes, dashes, line ends and of 200 bytes', async () => {
    for (const name of ['-rf', 'a b\'"$(x)', 'line\nend', 'ü'.repeat(100), '😀', '{a,b}*']) {
      await seen(name, 'x');
      await outputOf(place, 'Edit', { path: name, old_string: 'x', new_string: 'y' });
      expect(readFileSync(at(name), 'utf8')).toBe('y');
    }
  });
});
