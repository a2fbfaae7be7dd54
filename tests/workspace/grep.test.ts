/** Searching contents: what is found and reported, the limits, and the end of a search (rest.md 19). */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { grepFiles, type GrepAnswer, type GrepPlace, type GrepRequest } from '../../daemon/workspace/grep/session.js';
import { createRecordReader, type GrepRecord } from '../../daemon/workspace/grep/records.js';
import { until } from '../helpers/daemon.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-grep-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

const requestOf = (pattern: string, more: Partial<GrepRequest> = {}): GrepRequest => ({
  ...{ pattern, regex: false, case_sensitive: true, follow_gitignore: true },
  ...{ max_files: 200, max_matches_per_file: 50, max_total_matches: 5_000, context_lines: 0 },
  ...more,
});
const grep = (pattern: string, more: Partial<GrepRequest> = {}, place: Partial<GrepPlace> = {}): Promise<GrepAnswer> =>
  grepFiles(
    { by: root, real: root, env: { PATH: process.env['PATH'] ?? '' }, signal: new AbortController().signal, ...place },
    requestOf(pattern, more),
  );
/** Returns `path:line:col text` of all matches. */
const told = ({ files }: GrepAnswer): string[] =>
  files.flatMap(({ path, matches }) => matches.map(({ line, col, text }) => `${path}:${line}:${col} ${text}`));

describe('a match', () => {
  test('line and column from 1, the text without its end, files by path', async () => {
    write('b.txt', 'one\ntwo one\r\nnone');
    write('a/c.txt', 'x one\n');
    const answer = await grep('one');
    expect(told(answer)).toEqual(['a/c.txt:1:3 x one', 'b.txt:1:1 one', 'b.txt:2:5 two one', 'b.txt:3:2 none']);
    expect(answer).toMatchObject({ files_scanned: 2, truncated: false });
    expect(answer.elapsed_ms).toBeGreaterThanOrEqual(0);
  });

  test('columns count UTF-16 units, also in text that is no UTF-8 or is written otherwise', async () => {
    write('a.txt', 'ä😀 one\n');
    write('b.txt', Buffer.concat([Buffer.from([0xff, 0x20]), Buffer.from('é one\n')]));
    write('c.txt', Buffer.from('\ufeffä one\n', 'utf16le'));
    write('d.txt', '\ufeffone\n');
    expect(told(await grep('one'))).toEqual([
      'a.txt:1:5 ä😀 one',
      'b.txt:1:5 \ufffd é one',
      'c.txt:1:3 ä one',
      'd.txt:1:1 one',
    ]);
  });

  test('lines before and after, near others and at the ends of the file', async () => {
    write('a.txt', '1\nhit 2\n3\nhit 4\n5\n6\n7\n8\nhit 9\n');
    const [file] = (await grep('hit', { context_lines: 2 })).files;
    expect(file?.matches.map(({ line, before, after }) => [line, before, after])).toEqual([
      [2, ['1'], ['3', 'hit 4']],
      [4, ['hit 2', '3'], ['5', '6']],
      [9, ['7', '8'], []],
    ]);
    expect((await grep('hit', { context_lines: 0 })).files[0]?.matches[1]).toMatchObject({ before: [], after: [] });
  });

  test('very long lines are cut, wherever the match is', async () => {
    write('long.txt', `${'x'.repeat(3_999)}😀 needle ${'y'.repeat(50_000)}\n`);
    write('longer.txt', `${'ä'.repeat(300_000)}needle${'z'.repeat(2_000_000)}\nneedle\n`);
    write('quotes.txt', `${'"\\'.repeat(200_000)}needle\n`);
    write('many.txt', `${'needle'.repeat(100_000)}\n`);
    write('bad.txt', Buffer.concat([Buffer.from([0xff]), Buffer.from(`needle${'x'.repeat(600_000)}\n`)]));
    const { files, truncated } = await grep('needle', { context_lines: 1 });
    expect(truncated).toBe(false);
    const facts = files.map(({ path, matches }) => [
      path,
      matches.map(({ line, col, text }) => [line, col, text.length]),
    ]);
    expect(facts).toEqual([
      ['bad.txt', [[1, 2, 4_000]]],
      ['long.txt', [[1, 4_003, 3_999]]],
      [
        'longer.txt',
        [
          // beyond the examined part of a line, only its bytes are known
          [1, expect.any(Number), 4_000],
          [2, 1, 6],
        ],
      ],
      ['many.txt', [[1, 1, 4_000]]],
      ['quotes.txt', [[1, 400_001, 4_000]]],
    ]);
    expect(files[2]?.matches[0]?.after).toEqual(['needle']);
    expect(files[0]?.matches[0]?.text.startsWith('\ufffdneedlexxx')).toBe(true);
  });
});

describe('what is looked for', () => {
  test('a text as it is, or an expression', async () => {
    write('a.txt', 'a.c\nabc\n(x)\n-v\n--files\n$HOME\n');
    expect(told(await grep('a.c'))).toEqual(['a.txt:1:1 a.c']);
    expect(told(await grep('a.c', { regex: true }))).toEqual(['a.txt:1:1 a.c', 'a.txt:2:1 abc']);
    expect(told(await grep('('))).toEqual(['a.txt:3:1 (x)']);
    for (const [pattern, found] of [
      ['-v', 'a.txt:4:1 -v'],
      ['--files', 'a.txt:5:1 --files'],
      ['$HOME', 'a.txt:6:1 $HOME'],
    ] as const)
      expect(told(await grep(pattern))).toEqual([found]);
    expect(told(await grep('^-v$', { regex: true }))).toEqual(['a.txt:4:1 -v']);
  });

  test('the end of a line is found in files of any system', async () => {
    write('a.txt', 'one\r\ntwo\n');
    expect(told(await grep('e$', { regex: true }))).toEqual(['a.txt:1:3 one']);
  });

  test('case', async () => {
    write('a.txt', 'One\none\nÄ\n');
    expect(told(await grep('one'))).toEqual(['a.txt:2:1 one']);
    expect(told(await grep('ONE', { case_sensitive: false }))).toHaveLength(2);
    expect(told(await grep('ä', { case_sensitive: false }))).toEqual(['a.txt:3:1 Ä']);
  });

  test.each([
    ['(', 'unclosed group'],
    ['(?<=a)b', 'look-around'],
    ['a\\1', 'backreferences'],
    ['\\p{None}', 'Unicode property'],
    ['(((a{900}){900}){900})', 'size limit'],
    ['a\nb', 'line end'],
    ['a\\nb', '"\\n" is not allowed'],
  ])('%j is refused', async (pattern, message) => {
    write('a.txt', 'one\n');
    await expect(grep(pattern, { regex: true })).rejects.toMatchObject({
      errorName: 'VALIDATION_FAILED',
      details: [{ path: 'pattern', message: expect.stringContaining(message) }],
    });
  });

  test('a pattern that runs away elsewhere does not here', async () => {
    write('a.txt', `${'a'.repeat(100_000)}\n`);
    expect(told(await grep('(a+)+$b', { regex: true }))).toEqual([]);
    await expect(grep('a\0b')).rejects.toMatchObject({ errorName: 'VALIDATION_FAILED' });
  });
});

describe('where it is looked for', () => {
  const paths = async (more: Partial<GrepRequest> = {}): Promise<string[]> =>
    (await grep('x', more)).files.map(({ path }) => path);

  test('not in .git, links and binary files; in hidden ones', async () => {
    for (const path of ['.git/config', '.hidden/a', 'a', 'sub/.git/b', 'sub/c']) write(path, 'x\n');
    write('early.bin', '\0x\n');
    write('late.bin', `x\n${'y\n'.repeat(200_000)}\0\n`);
    symlinkSync('/etc', join(root, 'etc'));
    symlinkSync(join(root, 'a'), join(root, 'b'));
    execFileSync('mkfifo', [join(root, 'pipe')]);
    expect(await paths()).toEqual(['.hidden/a', 'a', 'sub/c']);
  });

  test('not where ignore files of any level say so, and no pattern brings those back', async () => {
    write('.git/info/exclude', 'own\n');
    write('.gitignore', '*.log\n/build\n');
    write('sub/.gitignore', 'made\n!keep.log\n');
    write('.ignore', 'plain\n');
    for (const path of ['a.log', 'own', 'build/a', 'sub/made', 'sub/keep.log', 'sub/build/a', 'plain'])
      write(path, 'x\n');
    expect(await paths()).toEqual(['plain', 'sub/build/a', 'sub/keep.log']);
    expect(await paths({ include_globs: ['*.log', 'build/**'] })).toEqual(['sub/keep.log']);
    expect(await paths({ follow_gitignore: false })).toHaveLength(7);
    const below = await grep('x', {}, { by: join(root, 'sub'), real: join(root, 'sub') });
    expect(below.files.map(({ path }) => path)).toEqual(['build/a', 'keep.log']);
  });

  test('without a repository ignore files above do not count', async () => {
    write('.gitignore', '*\n');
    write('in/.gitignore', '*.log\n');
    for (const path of ['in/a.log', 'in/b']) write(path, 'x\n');
    const found = await grep('x', {}, { by: join(root, 'in'), real: join(root, 'in') });
    expect(found.files.map(({ path }) => path)).toEqual(['b']);
  });

  test.each<[string[] | undefined, string[] | undefined, string[]]>([
    [['*.ts'], undefined, ['a.ts', 'src/b.ts', 'src/deep/c.ts']],
    [['src/*.ts'], undefined, ['src/b.ts']],
    [['src/**'], undefined, ['src/b.ts', 'src/d.js', 'src/deep/c.ts']],
    [['**/*.{js,ts}'], ['src/deep'], ['a.ts', 'src/b.ts', 'src/d.js']],
    [['?.ts'], ['{src,none}/**/c.*'], ['a.ts', 'src/b.ts']],
    [undefined, ['src'], ['[id]/e.md', 'a.ts']],
    [undefined, ['/src', 'src/', './src'], ['[id]/e.md', 'a.ts', 'src/b.ts', 'src/d.js', 'src/deep/c.ts']],
    [['!*.ts', '-e', '*.none'], undefined, []],
    [['\\[id\\]/**'], undefined, ['[id]/e.md']],
  ])('patterns %j and not %j', async (include, exclude, expected) => {
    for (const path of ['a.ts', 'src/b.ts', 'src/deep/c.ts', 'src/d.js', '[id]/e.md']) write(path, 'x\n');
    const given = { ...(include && { include_globs: include }), ...(exclude && { exclude_globs: exclude }) };
    expect(await paths(given)).toEqual(expected);
  });

  test('a pattern that cannot be used is refused', async () => {
    await expect(grep('x', { exclude_globs: ['a', '[z-a]'] })).rejects.toMatchObject({
      details: [{ path: 'exclude_globs.1' }],
    });
  });

  test('names of any kind', async () => {
    const names = ['a\nb', '\u202etxt', ' ', '-e', '"q"', 'a:1:x', '😀'];
    for (const name of names) write(`dir/${name}`, 'x\n');
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0x61])]), 'x\n');
    expect(await paths()).toEqual([...names.map((name) => `dir/${name}`), '\ufffda'].sort());
  });
});

describe('limits', () => {
  const counts = ({ files }: GrepAnswer): number[] => files.map(({ matches }) => matches.length);

  test('files, matches of a file, matches: what is beyond them is not reported, and only then it is truncated', async () => {
    for (let at = 0; at < 4; at += 1) write(`f${at}`, 'x\n'.repeat(5));
    expect(await grep('x')).toMatchObject({ truncated: false, files_scanned: 4 });
    const few = await grep('x', { max_files: 2 });
    expect([few.files.length, few.truncated]).toEqual([2, true]);
    expect((await grep('x', { max_files: 4 })).truncated).toBe(false);
    const per = await grep('x', { max_matches_per_file: 3 });
    expect([counts(per), per.truncated]).toEqual([[3, 3, 3, 3], true]);
    expect(await grep('x', { max_matches_per_file: 5 })).toMatchObject({ truncated: false });
    const total = await grep('x', { max_total_matches: 7 });
    expect([counts(total).reduce((sum, count) => sum + count, 0), total.truncated]).toEqual([7, true]);
    expect((await grep('x', { max_total_matches: 20 })).truncated).toBe(false);
    expect((await grep('x', { max_total_matches: 19 })).truncated).toBe(true);
  });

  test('lines after the last match that is reported', async () => {
    write('a', 'x 1\nx 2\nx 3\n4\n');
    const [file] = (await grep('x', { max_matches_per_file: 2, context_lines: 1 })).files;
    expect(file?.matches.map(({ after }) => after)).toEqual([['x 2'], ['x 3']]);
  });

  test('the size of an answer', async () => {
    const line = `x${'y'.repeat(3_900)}\n`;
    for (let at = 0; at < 5; at += 1) write(`f${at}`, line.repeat(2_000));
    const answer = await grep('x', { max_matches_per_file: 10_000, max_total_matches: 100_000 });
    expect(answer.truncated).toBe(true);
    const size = answer.files.flatMap(({ matches }) => matches).reduce((sum, { text }) => sum + text.length, 0);
    expect(size).toBeLessThan(17 * 1024 * 1024);
    expect(size).toBeGreaterThan(15 * 1024 * 1024);
  });
});

/** Writes a search program that never ends and has a child; returns an environment that finds it. */
function endless(output = ''): GrepPlace['env'] {
  const directory = join(root, 'bin');
  mkdirSync(directory);
  writeFileSync(join(directory, 'rg'), `#!/bin/sh\nprintf '%s\\n' ${output}\n/bin/sleep 97 &\n/bin/sleep 97\n`);
  chmodSync(join(directory, 'rg'), 0o755);
  return { PATH: directory };
}

/** Returns the processes of `endless` in this directory. */
function sleepers(): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return (
        /^\d+$/.test(name) &&
        realpathSync(`/proc/${name}/cwd`) === root &&
        readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('97')
      );
    } catch {
      // the process has ended
      return false;
    }
  });
}

describe('the end', () => {
  const line = `'{"type":"match","data":{"path":{"text":"./a"},"lines":{"text":"x\\n"},"line_number":1,"submatches":[]}}'`;
  const began = `'{"type":"begin","data":{"path":{"text":"./a"}}}' ${line}`;

  test('nothing found in time is an error, something is a part', async () => {
    const none = { env: endless(), timeMs: 300, program: join(root, 'bin/rg') };
    await expect(grep('x', {}, none)).rejects.toMatchObject({ errorName: 'FS_GREP_TIMEOUT' });
    rmSync(join(root, 'bin'), { recursive: true });
    const some = await grep('x', {}, { env: endless(began), timeMs: 300, program: join(root, 'bin/rg') });
    expect(some).toMatchObject({ truncated: true, files: [{ path: 'a', matches: [{ line: 1, col: 1, text: 'x' }] }] });
    await until('the end of all', () => (sleepers().length === 0 ? true : undefined));
  });

  test('who goes takes the search along, with all of its processes', async () => {
    const controller = new AbortController();
    const search = grep('x', {}, { env: endless(), signal: controller.signal, program: join(root, 'bin/rg') });
    await until('the search', () => (sleepers().length === 2 ? true : undefined));
    controller.abort();
    expect(await search).toMatchObject({ files: [], truncated: true });
    await until('the end of all', () => (sleepers().length === 0 ? true : undefined));
  });

  test('who is gone already starts none', async () => {
    expect(await grep('x', {}, { signal: AbortSignal.abort() })).toMatchObject({ files: [], truncated: true });
  });

  test('enough ends it, too', async () => {
    const env = endless(`${began} ${line}`);
    const answer = await grep('x', { max_total_matches: 1 }, { env, program: join(root, 'bin/rg') });
    expect(answer).toMatchObject({ truncated: true, files: [{ path: 'a' }] });
    await until('the end of all', () => (sleepers().length === 0 ? true : undefined));
  });
});

test('records are the same however the output is cut into pieces', () => {
  const line = { text: `"quoted\\" ä😀 \u2028 ${'x'.repeat(100)}needle\n` };
  const message = (type: string, data: object): string =>
    JSON.stringify({ type, data: { path: { text: './ä' }, ...data } });
  const output = Buffer.from(
    [
      message('begin', {}),
      message('match', {
        lines: line,
        line_number: 3,
        submatches: [{ match: { text: 'needle' }, start: Buffer.byteLength(line.text) - 7, end: 0 }],
      }),
      message('match', {
        lines: { text: `ü"\\${'y'.repeat(300_000)}\n` },
        line_number: 4,
        submatches: [{ match: { text: '"\\' }, start: 2, end: 4 }],
      }),
      message('context', {
        lines: { bytes: Buffer.from([0xff, 0x0a]).toString('base64') },
        line_number: 5,
        submatches: [],
      }),
      message('end', { binary_offset: null }),
      JSON.stringify({ data: { stats: { searches: 7 } }, type: 'summary' }),
      '',
    ].join('\n'),
  );
  const readIn = (size: number): GrepRecord[] => {
    const records: GrepRecord[] = [];
    const read = createRecordReader((record) => records.push(record));
    for (let at = 0; at < output.length; at += size) read(output.subarray(at, at + size));
    return records;
  };
  const whole = readIn(output.length);
  expect(whole.map(({ type }) => type)).toEqual(['begin', 'line', 'line', 'line', 'end', 'summary']);
  expect(whole[1]).toMatchObject({ line: 3, text: line.text.trimEnd(), at: line.text.indexOf('needle') });
  expect(whole[2]).toMatchObject({ line: 4, at: 1, match: true });
  expect(whole[3]).toMatchObject({ line: 5, text: '\ufffd', match: false });
  for (const size of [1, 7, 1_000, 65_536]) expect(readIn(size)).toEqual(whole);
});
