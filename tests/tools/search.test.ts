/** The tool Grep: results, limits and names that are hard to write. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, searchContents } from '../../daemon/tools/search.js';
import { call, failureOf, input, outputOf } from './fake.js';
import { place, file, git, contents, useSearchPlace } from './search.fixture.js';

useSearchPlace();

describe('Grep', () => {
  test('files, newest first, relative inside the working directory', async () => {
    file('b.txt', 'needle\n');
    file('a.txt', 'needle\n');
    file('sub/.hidden', 'needle\n');
    file('c.txt', 'hay\n');
    expect(await outputOf(place, 'Grep', { pattern: 'needle' })).toBe('sub/.hidden\na.txt\nb.txt');
    const outside = file('x.txt', 'needle\n', place.userHome);
    expect(await outputOf(place, 'Grep', { pattern: 'needle', path: place.userHome })).toBe(outside);
  });

  test.each<[string, object, string]>([
    ['numbered', {}, 'f.txt:2:two\nf.txt:5:two'],
    ['no numbers', { '-n': false }, 'f.txt:two\nf.txt:two'],
    ['-A', { '-A': 1 }, 'f.txt:2:two\nf.txt-3-three\n--\nf.txt:5:two\nf.txt-6-six'],
    ['-B', { '-B': 1 }, 'f.txt-1-one\nf.txt:2:two\n--\nf.txt-4-four\nf.txt:5:two'],
    [
      '-A beside filled-in defaults',
      { '-A': 1, '-B': 0, '-C': 0, '-n': true, offset: 0 },
      'f.txt:2:two\nf.txt-3-three\n--\nf.txt:5:two\nf.txt-6-six',
    ],
    [
      '-C wins',
      { '-C': 1, '-A': 0, '-B': 3 },
      'f.txt-1-one\nf.txt:2:two\nf.txt-3-three\nf.txt-4-four\nf.txt:5:two\nf.txt-6-six',
    ],
    ['head_limit', { head_limit: 1 }, 'f.txt:2:two\n<system>Entries 1-1 of 2 shown; continue with offset 1.</system>'],
    ['offset', { offset: 1 }, 'f.txt:5:two'],
    ['offset past the end', { offset: 7 }, '<system>No entries at offset 7: there are 2.</system>'],
    ['no limit', { head_limit: 0 }, 'f.txt:2:two\nf.txt:5:two'],
  ])('content: %s', async (_, options, output) => {
    file('f.txt', 'one\ntwo\nthree\nfour\ntwo\nsix\n');
    expect(await outputOf(place, 'Grep', { pattern: '^two$', output_mode: 'content', ...options })).toBe(output);
  });

  test('counts', async () => {
    file('a', 'x x\nx\n');
    file('b', 'x\n');
    expect(await outputOf(place, 'Grep', { pattern: 'x', output_mode: 'count_matches' })).toBe(
      '4 matches in 2 files\nb:1\na:3',
    );
  });

  test.each<[string, object, string]>([
    ['ignore case', { pattern: 'NEEDLE', '-i': true }, 'a.ts'],
    ['case matters', { pattern: 'NEEDLE' }, '<system>No matches found.</system>'],
    ['lines apart', { pattern: 'needle.*end' }, '<system>No matches found.</system>'],
    ['multiline', { pattern: 'needle.*end', multiline: true }, 'a.ts'],
    ['glob', { pattern: 'e', glob: '*.{md,txt}' }, 'c.txt\nb.md'],
    ['glob of a directory', { pattern: 'e', glob: 'sub/**' }, 'sub/d.ts'],
    ['glob that excludes', { pattern: 'e', glob: '!*.ts' }, 'c.txt\nb.md'],
    ['type', { pattern: 'e', type: 'md' }, 'b.md'],
    ['one file', { pattern: 'e', path: 'b.md' }, 'b.md'],
    ['a pattern like an option', { pattern: '--files' }, '<system>No matches found.</system>'],
    ['a directory', { pattern: 'e', path: 'sub' }, 'sub/d.ts'],
  ])('%s', async (_, given, output) => {
    file('a.ts', 'needle\nend\n');
    file('b.md', 'e\n');
    file('c.txt', 'e\n');
    file('sub/d.ts', 'e');
    expect(await outputOf(place, 'Grep', given)).toBe(output);
  });

  test.each<[string, object, string]>([
    ['bad expression', { pattern: '(' }, 'regex parse error'],
    ['bad type', { pattern: 'x', type: 'nosuch' }, 'unrecognized file type'],
    ['missing path', { pattern: 'x', path: 'nosuch' }, 'does not exist'],
    ['a device', { pattern: 'x', path: '/dev/zero' }, 'not a regular file'],
  ])('error: %s', async (_, given, message) => {
    expect(await failureOf(place, 'Grep', given)).toContain(message);
  });

  test('what git ignores, and directories of version control', async () => {
    git('init', '-q');
    file('.gitignore', 'out/\n*.log\n');
    file('src/a.ts', 'needle\n');
    file('out/b.ts', 'needle\n');
    file('debug.log', 'needle\n');
    file('.git/hooks/needle', 'needle\n');
    file('.hg/store', 'needle\n');
    const find = (more: object): Promise<string> => outputOf(place, 'Grep', { pattern: 'needle', ...more });
    expect(await find({})).toBe('src/a.ts');
    expect(await find({ include_ignored: true })).toBe('debug.log\nout/b.ts\nsrc/a.ts');
    // a glob does not bring ignored files back
    for (const glob of ['**/*', '*', '**/*.ts', '*.log', 'out/**'])
      expect(await find({ glob })).not.toMatch(/out|debug/);
    expect(await find({ glob: '.git/**', include_ignored: true })).toContain('No matches');
    expect(await find({ path: '.git/hooks' })).toContain('No matches');
  });

  test('sensitive files are counted, not shown', async () => {
    file('.env', 'needle\n');
    file('deploy/id_rsa', 'needle\n');
    file('.env.example', 'needle\n');
    for (const output_mode of ['content', 'files_with_matches', 'count_matches'] as const) {
      const output = await outputOf(place, 'Grep', { pattern: 'needle', output_mode });
      expect(output).toContain('2 sensitive files not shown.');
      expect(output).toContain('.env.example');
      expect(output).not.toMatch(/id_rsa|\.env:|\.env$/m);
    }
    expect(await outputOf(place, 'Grep', { pattern: 'needle', path: '.env', output_mode: 'content' })).toBe(
      '<system>No matches found. 1 sensitive file not shown.</system>',
    );
    symlinkSync('.env', join(place.cwd, 'harmless'));
    expect(await outputOf(place, 'Grep', { pattern: 'needle', path: 'harmless' })).toContain(
      '1 sensitive file not shown',
    );
  });

  test('hostile names, endings and encodings', async () => {
    file('a:1:b', 'needle\n');
    file('line\nend', 'needle\n');
    file('-e', 'needle\n');
    file('crlf', 'needle\r\n');
    file('wide', Buffer.from('\ufeffneedle ü\n', 'utf16le'));
    file('latin', Buffer.from('needle \xfc\n', 'latin1'));
    file('late', Buffer.concat([Buffer.from('needle\n'), Buffer.alloc(1_000_000, 'abc\n'), Buffer.from('\0\n')]));
    file('binary', Buffer.from('\0needle\n'));
    expect(await outputOf(place, 'Grep', { pattern: 'needle', output_mode: 'content' })).toBe(
      [
        'late:1:needle',
        'latin:1:needle \ufffd',
        'wide:1:needle ü',
        'crlf:1:needle',
        '-e:1:needle',
        'line\\nend:1:needle',
        'a:1:b:1:needle',
      ].join('\n'),
    );
  });

  test('long lines, and more than 50,000 chars in all', async () => {
    file('long', `${'x'.repeat(20_000)}\n`);
    const line = await outputOf(place, 'Grep', { pattern: 'x', output_mode: 'content' });
    expect(line).toBe(`long:1:${'x'.repeat(2_000)}[...truncated]`);
    file('many', `${'y'.repeat(99)}\n`.repeat(1_000));
    const result = await call(place, 'Grep', { pattern: 'y', output_mode: 'content', head_limit: 0 });
    const text = String(result.output);
    const shown = text.match(/^many:/gm)?.length ?? 0;
    expect(text.length).toBeLessThan(50_200);
    expect(text).toContain(
      `\n[...truncated]\n<system>Entries 1-${shown} of 1000 shown; continue with offset ${shown}.</system>`,
    );
    expect(result.truncated).toBe(true);
    expect(JSON.stringify(result.display).length).toBeLessThan(40_000);
  });

  test('the raw limit gives a partial result', async () => {
    file('big', `${'needle '.repeat(140)}\n`.repeat(12_000));
    const output = await outputOf(place, 'Grep', { pattern: 'needle', output_mode: 'content', head_limit: 3 });
    expect(output).toContain('stopped at 10 MiB of output; the result is partial.');
    expect(output.match(/^big:/gm)).toHaveLength(3);
  });

  test('the time limit and an interrupt', async () => {
    const search = contents({ pattern: 'x' });
    execFileSync('/bin/sh', ['-c', 'yes abcdefgh | head -c 400000000 > "$1"', 'sh', file('big', '')]);
    expect(await searchContents(search, { timeMs: 1, signal: new AbortController().signal })).toMatchObject({
      stopped: 'time',
    });
    expect(await call(place, 'Grep', { pattern: 'x' }, { signal: AbortSignal.abort() })).toMatchObject({
      isError: true,
      output: expect.stringContaining('interrupted'),
    });
  });

  test('display', async () => {
    file('a', 'x1\nx2\n');
    const plan = await (
      await import('../../daemon/tools/index.js')
    ).tools.Grep.plan(input('Grep', { pattern: 'x', path: 'a' }), place.run());
    expect(plan).toEqual({
      subject: { kind: 'pattern', pattern: 'x', absolute: join(place.cwd, 'a'), resolved: join(place.cwd, 'a') },
      access: { kind: 'read', path: join(place.cwd, 'a') },
      display: { kind: 'file_io', operation: 'grep', path: join(place.cwd, 'a'), detail: 'x' },
    });
    expect((await call(place, 'Grep', { pattern: 'x', output_mode: 'content' })).display).toEqual({
      kind: 'search_results',
      query: 'x',
      matches: [
        { file: 'a', line: 1, text: 'x1' },
        { file: 'a', line: 2, text: 'x2' },
      ],
    });
    expect((await call(place, 'Grep', { pattern: 'x' })).display).toMatchObject({
      matches: [{ file: 'a', line: 0, text: '' }],
    });
  });
});

/** Other systems refuse names that are not UTF-8. */
const onLinux = process.platform === 'linux' ? test : test.skip;

describe('names that are not UTF-8', () => {
  beforeEach(() => {
    for (const last of [0xff, 0xfe]) {
      const name = Buffer.concat([Buffer.from(join(place.cwd, 'odd')), Buffer.of(last), Buffer.from('.txt')]);
      if (process.platform === 'linux') writeFileSync(name, 'needle\n');
    }
    file('plain.txt', 'needle\n');
    file('really \ufffd.txt', 'needle\n');
  });
  const note = '<system>2 files left out: their names are not UTF-8; only Bash can reach such files.</system>';

  onLinux.each<[string, { output_mode?: 'content' | 'count_matches' }, string]>([
    ['files', {}, 'really \ufffd.txt\nplain.txt'],
    ['lines', { output_mode: 'content' }, 'really \ufffd.txt:1:needle\nplain.txt:1:needle'],
    ['counts', { output_mode: 'count_matches' }, '2 matches in 2 files\nreally \ufffd.txt:1\nplain.txt:1'],
  ])('Grep says how many it leaves out: %s', async (_, more, found) => {
    expect(await outputOf(place, 'Grep', { pattern: 'needle', ...more })).toBe(`${found}\n${note}`);
  });

  onLinux('Glob says it too, of those that match', async () => {
    expect(await outputOf(place, 'Glob', { pattern: '*.txt' })).toBe(`really \ufffd.txt\nplain.txt\n${note}`);
    expect(await outputOf(place, 'Glob', { pattern: 'p*' })).toBe('plain.txt');
  });

  onLinux.each(['Read', 'Edit'] as const)('%s of such a name says the truth', async (tool) => {
    const more = tool === 'Edit' ? { old_string: 'a', new_string: 'b' } : {};
    const message = await failureOf(place, tool, { path: 'odd\ufffd.txt', ...more });
    expect(message).toContain('is a name that is not UTF-8: only Bash can reach it');
    const other = await failureOf(place, tool, { path: 'od\ufffd.txt', ...more });
    expect(other).toContain('does not exist.');
    expect(other).not.toContain('odd\ufffd.txt');
  });
});

describe('without ripgrep', () => {
  const limits = { timeMs: 20_000, signal: new AbortController().signal };
  const none = (): Promise<undefined> => Promise.resolve(undefined);

  test('a search fails and says what is missing', async () => {
    file('a', 'x');
    const scope = { root: place.cwd, isDirectory: true, includeIgnored: false, env: place.run().env };
    const missing = 'The search failed: no ripgrep program was found.';
    await expect(searchContents(contents({}), limits, none)).rejects.toThrow(missing);
    await expect(listFiles(scope, limits, none)).rejects.toThrow(missing);
    expect((await listFiles(scope, limits)).paths).toEqual([join(place.cwd, 'a')]);
  });
});
