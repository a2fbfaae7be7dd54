/** A match is reported only if its line is in a file of the session. */
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { grepFiles, grepIn, containsLines, type GrepRequest } from '../../daemon/workspace/grep/session.js';
import { findRipgrep } from '../../daemon/workspace/grep/ripgrep.js';

let root = '';
const at = (...names: string[]): string => join(root, ...names);
const reach = () => ({ cwd: at('work'), directories: [at('work')] });
const request: GrepRequest = {
  pattern: 'one',
  regex: false,
  case_sensitive: true,
  follow_gitignore: true,
  max_files: 200,
  max_matches_per_file: 50,
  max_total_matches: 5_000,
  context_lines: 1,
};
const place = { env: {}, signal: new AbortController().signal };

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-confirm-')));
  mkdirSync(at('work'));
  mkdirSync(at('outside'));
  writeFileSync(at('outside/file'), 'one\n');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const text = `first\r\nzażółć one 😀\nthree\n${'x'.repeat(10_000)} one\n${'padding\n'.repeat(60_000)}one at the end`;

describe('what ripgrep finds is confirmed', () => {
  test.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeffone ${text}`)],
    ['UTF-16, little endian', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big endian', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['no UTF-8', Buffer.from('\xe4\xf6 one \xfc\nzwei \xff\n\xfe one', 'latin1')],
    ['a line that is cut', Buffer.from(`one ${'😀'.repeat(200_000)}\none`)],
  ])('in %s', async (_, bytes) => {
    writeFileSync(at('work/file'), bytes);
    const found = await grepFiles({ by: at('work'), real: at('work'), ...place }, request);
    const confirmed = await grepIn(reach(), request, place);
    expect(confirmed.files).toEqual(found.files);
    expect(confirmed.files[0]?.matches.length).toBeGreaterThan(1);
    expect(confirmed.truncated).toBe(false);
  });
});

describe('lines', () => {
  test('stand in the file, in any order', async () => {
    writeFileSync(at('work/file'), 'one\ntwo\n');
    expect(
      await containsLines(reach(), 'file', [
        { offset: 4, text: 'two' },
        { offset: 0, text: 'one' },
      ]),
    ).toBe(true);
    expect(await containsLines(reach(), 'file', [])).toBe(true);
    appendFileSync(at('work/file'), 'more\n');
    expect(await containsLines(reach(), 'file', [{ offset: 4, text: 'two' }])).toBe(true);
  });

  test('that stand elsewhere, or in no file of the session, do not count', async () => {
    writeFileSync(at('work/file'), 'one\ntwo\n');
    symlinkSync('../outside/file', at('work/link'));
    mkdirSync(at('work/directory'));
    for (const [path, offset, line] of [
      ['file', 0, 'two'],
      ['file', 3, 'two'],
      ['file', 100, 'two'],
      ['none', 0, 'one'],
      ['link', 0, 'one'],
      ['../outside/file', 0, 'one'],
      ['directory', 0, 'one'],
    ] as const)
      expect([path, await containsLines(reach(), path, [{ offset, text: line }])]).toEqual([path, false]);
  });

  test('of a program that was led elsewhere are not reported', async () => {
    writeFileSync(at('work/file'), 'two\n');
    writeFileSync(at('outside/none'), 'one\n');
    // the directory that the program enters by name has been replaced
    const led = at('led');
    const program = await findRipgrep(process.env);
    writeFileSync(led, `#!/bin/sh\ncd '${at('outside')}' && exec '${program}' "$@"\n`, { mode: 0o700 });
    const found = await grepFiles({ by: at('work'), real: at('work'), ...place, program: led }, request);
    expect(found.files.map(({ path }) => path)).toEqual(['file', 'none']);
    const told = await grepIn(reach(), request, { ...place, program: led });
    expect([told.files, told.truncated]).toEqual([[], true]);
  });

  test('of a file that changed under the search are missing, and that is said', async () => {
    writeFileSync(at('work/file'), 'one\n');
    writeFileSync(at('work/other'), 'one\n');
    const confirm = (path: string) => Promise.resolve(path === 'other');
    const answer = await grepFiles({ by: at('work'), real: at('work'), confirm, ...place }, request);
    expect([answer.files.map(({ path }) => path), answer.truncated]).toEqual([['other'], true]);
  });
});
