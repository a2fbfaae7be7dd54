/** Read: windows, limits, encodings, refusals, and what it remembers of files. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './fake.js';
import { call, createPlace, failureOf, outputOf } from './fake.js';

let place: Place;
beforeEach(() => {
  place = createPlace();
});
afterEach(() => place.remove());

function file(name: string, content: string | Buffer): string {
  const path = join(place.cwd, name);
  writeFileSync(path, content);
  return path;
}

const lines = (n: number): string => Array.from({ length: n }, (_, index) => `line ${index + 1}\n`).join('');

describe('windows', () => {
  test.each([
    [3, {}, '1\tline 1\n2\tline 2\n3\tline 3\n', 'End of file reached.'],
    [3, { line_offset: 2 }, '2\tline 2\n3\tline 3\n', '2 lines from line 2 (3 in all).'],
    [3, { line_offset: 2, n_lines: 1 }, '2\tline 2\n', 'Limit of 1 line reached; continue with line_offset 3.'],
    [3, { line_offset: 3, n_lines: 1 }, '3\tline 3\n', 'End of file reached.'],
    [3, { line_offset: -1 }, '3\tline 3\n', 'End of file reached.'],
    [3, { line_offset: -2, n_lines: 1 }, '2\tline 2\n', 'continue with line_offset 3'],
    [3, { line_offset: -1000 }, '1\tline 1\n', 'End of file reached.'],
    [3, { line_offset: 4 }, '<system>', 'Nothing at line 4: the file has 3 lines.'],
    [0, {}, '<system>', 'The file is empty.'],
    [0, { line_offset: -5 }, '<system>', 'The file is empty.'],
    [1500, {}, '1\tline 1\n', 'Limit of 1,000 lines reached; continue with line_offset 1001.'],
    [1500, { n_lines: 5000 }, '1\tline 1\n', '1,000 lines from line 1 (1,500 in all).'],
    [1000, {}, '1\tline 1\n', 'End of file reached.'],
  ])('%d lines, %j', async (n, input, begin, note) => {
    file('a.txt', lines(n));
    const output = await outputOf(place, 'Read', { path: 'a.txt', ...input });
    expect(output.startsWith(begin)).toBe(true);
    expect(output).toContain(note);
  });

  test('the last line counts without its ending', async () => {
    file('a.txt', 'one\ntwo');
    expect(await outputOf(place, 'Read', { path: 'a.txt', line_offset: -1 })).toMatch(
      /^2\ttwo\n<system>1 line from line 2 \(2 in all\)/,
    );
  });

  test.each([[0], [-1001]])('line_offset %d is refused', async (line_offset) => {
    file('a.txt', 'x\n');
    expect(await failureOf(place, 'Read', { path: 'a.txt', line_offset })).toContain('line_offset must be');
  });

  test('100 KiB and 2,000 chars a line', async () => {
    file('wide.txt', `${'x'.repeat(2_001)}\n${'y'.repeat(2_000)}\n`.repeat(100));
    const output = await outputOf(place, 'Read', { path: 'wide.txt' });
    expect(output).toContain(`1\t${'x'.repeat(2_000)}...\n2\t${'y'.repeat(2_000)}\n`);
    expect(output).toMatch(
      /Limit of 100 KiB reached; continue with line_offset 52\. Shortened to 2,000 chars: 1, 3, 5,/,
    );
    expect(output.length).toBeLessThan(104 * 1024);
  });

  test('a long line that is cut inside a character, and one of astral characters', async () => {
    file('a.txt', `${'ä'.repeat(9_000)}\n${'😀'.repeat(1_001)}\nend\n`);
    const output = await outputOf(place, 'Read', { path: 'a.txt' });
    expect(output).toContain(`1\t${'ä'.repeat(2_000)}...\n2\t${'😀'.repeat(1_000)}...\n3\tend\n`);
  });

  test('a file of 300 MB is read in constant memory, from both ends', async () => {
    const path = join(place.cwd, 'big.txt');
    execFileSync('/bin/sh', ['-c', `yes 'one line of a large file' | head -c 300000000 > "$1"`, 'sh', path]);
    const before = process.memoryUsage().arrayBuffers;
    const first = await outputOf(place, 'Read', { path: 'big.txt', n_lines: 2 });
    expect(first).toContain('2 lines from line 1 (total not counted)');
    expect(await outputOf(place, 'Read', { path: 'big.txt', line_offset: -2 })).toMatch(
      /^11999999\tone line of a large file\n12000000\tone/,
    );
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
  }, 30_000);
});

describe('encodings and endings', () => {
  const utf16 = (text: string, big: boolean): Buffer => {
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
    return big ? bytes.swap16() : bytes;
  };
  test.each<[string, Buffer | string, string]>([
    ['UTF-8 with mark', '\ufeffgrün\n', '1\tgrün\n<system>'],
    ['UTF-16 LE', utf16('grün\nzwei\n', false), '1\tgrün\n2\tzwei\n<system>'],
    ['UTF-16 BE', utf16('grün\n', true), '1\tgrün\n<system>'],
    [
      'CRLF',
      'a\r\nb\r\n',
      '1\ta\n2\tb\n<system>2 lines from line 1 (2 in all). End of file reached. Line endings are CRLF',
    ],
    [
      'mixed',
      'a\r\nb\n',
      '1\ta\\r\n2\tb\n<system>2 lines from line 1 (2 in all). End of file reached. Line endings are mixed',
    ],
    ['svg', '<svg xmlns="x"/>\n', '1\t<svg xmlns="x"/>\n'],
    ['text that begins like an archive', 'abc 1AY&SY\nAVI LIST\n', '1\tabc 1AY&SY\n'],
  ])('%s', async (_, content, begin) => {
    file('a.txt', content);
    expect((await outputOf(place, 'Read', { path: 'a.txt' })).slice(0, begin.length)).toBe(begin);
  });

  test.each<[string, Buffer, string]>([
    ['NUL', Buffer.from('a\0b\n'), 'is binary'],
    ['Latin-1', Buffer.from([0x67, 0x72, 0xfc, 0x6e, 10]), 'is binary'],
    ['NUL far behind the start', Buffer.concat([Buffer.alloc(90_000, 'abc\n'), Buffer.from('x\0')]), ''],
    ['NUL in the window', Buffer.concat([Buffer.alloc(9_000, 'abcdefghijklmno\n'), Buffer.from('x\0')]), 'is binary'],
    ['odd UTF-16', Buffer.from([0xff, 0xfe, 0x41]), 'is binary'],
    ['PNG', Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'), 'ReadMediaFile'],
    ['JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]), 'ReadMediaFile'],
    ['MP4', Buffer.from('\0\0\0\x20ftypisom\0', 'latin1'), 'ReadMediaFile'],
    ['PDF', Buffer.from('%PDF-1.7\n'), 'pdftotext'],
    ['ZIP', Buffer.from('PK\x03\x04\0\0', 'latin1'), 'shell tool'],
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0]), 'shell tool'],
  ])('%s', async (_, content, message) => {
    file('named.txt', content);
    const result = await call(place, 'Read', { path: 'named.txt' });
    expect(result.isError ?? false).toBe(message !== '');
    expect(result.output).toContain(message);
    expect(place.memory.seen.size).toBe(message === '' ? 1 : 0);
  });

  test('UTF-16 above 10 MiB is refused', async () => {
    file('a.txt', utf16('x'.repeat(5 * 1024 * 1024 + 1), false));
    expect(await failureOf(place, 'Read', { path: 'a.txt' })).toContain('larger than 10 MiB');
  });
});

describe('what is not a text file', () => {
  test('a missing file names similar ones', async () => {
    for (const name of ['config.ts', 'config.json', 'confg.js', 'other.ts', 'x']) file(name, '');
    const message = await failureOf(place, 'Read', { path: 'config.js' });
    expect(message).toContain('does not exist. Did you mean:');
    expect(message.match(/conf/g)).toHaveLength(4);
    expect(message).not.toContain('other.ts');
  });

  test('directory, pipe, missing directory, loop', async () => {
    mkdirSync(join(place.cwd, 'sub'));
    execFileSync('mkfifo', [join(place.cwd, 'pipe')]);
    symlinkSync('loop', join(place.cwd, 'loop'));
    expect(await failureOf(place, 'Read', { path: 'sub' })).toContain('Use Glob');
    expect(await failureOf(place, 'Read', { path: 'pipe' })).toContain('not a regular file');
    expect(await failureOf(place, 'Read', { path: 'no/such' })).toContain('does not exist');
    expect(await failureOf(place, 'Read', { path: 'loop' })).toContain('too many symbolic links');
  });

  test.each([
    ['../user/a', 'leaves the workspace'],
    ['', 'empty'],
    ['a\0b', 'NUL'],
  ])('path %j', async (path, message) => {
    expect(await failureOf(place, 'Read', { path })).toContain(message);
  });
});

test('absolute, home and linked paths are read; the target is what counts', async () => {
  writeFileSync(join(place.userHome, 'note'), 'hi\n');
  symlinkSync(join(place.userHome, 'note'), join(place.cwd, 'link'));
  expect(await outputOf(place, 'Read', { path: '~/note' })).toContain('1\thi');
  expect(await outputOf(place, 'Read', { path: 'link' })).toContain('1\thi');
  const target = join(place.userHome, 'note');
  expect([...place.memory.seen.keys()]).toEqual([target]);
  // the second read saw the same file, so it recorded nothing
  expect(place.events).toEqual([
    { type: 'file.seen', agentId: 'main', path: target, ...place.memory.seen.get(target) },
  ]);
});

test('a file that grew is noted again', async () => {
  const path = file('a.txt', 'x\n');
  await outputOf(place, 'Read', { path });
  appendFileSync(path, 'y\n');
  await outputOf(place, 'Read', { path });
  expect(place.events).toHaveLength(2);
  expect(place.memory.seen.get(path)?.size).toBe(4);
});

test('hostile names stay on one line', async () => {
  mkdirSync(join(place.cwd, 'bad\nname'));
  expect(await failureOf(place, 'Read', { path: 'bad\nname' })).toContain('bad\\nname is a directory');
});

test('the display is bounded', async () => {
  file('a.txt', 'x'.repeat(100).concat('\n').repeat(900));
  const { display } = await call(place, 'Read', { path: 'a.txt' });
  expect(display).toMatchObject({ kind: 'file_content', range: { start: 1, end: 900 }, truncated: true });
  expect(JSON.stringify(display).length).toBeLessThan(25_000);
});

test('an interrupt ends a long read', async () => {
  file('a.txt', lines(10));
  const controller = new AbortController();
  controller.abort();
  const result = await call(place, 'Read', { path: 'a.txt' }, { signal: controller.signal });
  expect(result).toMatchObject({ isError: true, output: expect.stringContaining('interrupted') });
  expect(place.memory.seen.size).toBe(0);
});
