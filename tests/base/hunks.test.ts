/** Each subset of a text's hunks produces the text that the program `patch` produces (additions.md A1). */
import { afterAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TextHunk } from '../../schemas/generated/types.js';
import { hunksOf } from '../../daemon/base/text/hunks.js';
import { takeHunks } from '../../schemas/hunks.js';
import { createRandom, type Random } from '../chaos/random.js';
import { rounds, seedOf } from '../helpers/rounds.js';

const directory = mkdtempSync(join(tmpdir(), 'agent-hunks-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const hasPatch = spawnSync('patch', ['--version']).status === 0;
const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Applies the hunks with `patch`; the diff is built here from the texts themselves. */
function patched(before: string, after: string, hunks: readonly TextHunk[]): string {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const body = hunks.flatMap(({ old_start, old_lines, new_start, new_lines, lines }) => {
    let from = old_lines === 0 ? old_start : old_start - 1;
    let to = new_lines === 0 ? new_start : new_start - 1;
    const raw = lines.flatMap((line) => {
      const sign = line[0] as string;
      if (sign === '\\') return [];
      const whole = (sign === '+' ? fresh[to] : old[from]) ?? '';
      if (sign !== '+') from += 1;
      if (sign !== '-') to += 1;
      return [sign + (whole.endsWith('\n') ? whole : `${whole}\n\\ No newline at end of file\n`)];
    });
    return [`@@ -${old_start},${old_lines} +${new_start},${new_lines} @@\n`, ...raw];
  });
  const [base, diff, out] = ['base', 'diff', 'out'].map((name) => join(directory, name)) as [string, string, string];
  writeFileSync(base, before);
  writeFileSync(diff, `--- base\n+++ base\n${body.join('')}`);
  writeFileSync(out, '');
  const { status, stdout } = spawnSync('patch', ['--binary', '--fuzz=0', '-u', '-o', out, base, diff], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`patch: ${stdout}`);
  return readFileSync(out, 'utf8');
}

const words = ['', 'a', 'b', 'über', '\ufeffx', '  a', '-a', '+b', '\\', '@@ -1,1 +1,1 @@', 'c\rd', '家'];
const ends: Record<string, (random: Random) => string> = {
  lf: () => '\n',
  crlf: () => '\r\n',
  mixed: (random) => random.pick(['\n', '\r\n']),
};

/** A random text and a changed one: lines inserted, removed or replaced, other line ends; the last may have none. */
function texts(random: Random): [string, string] {
  const end = ends[random.pick(Object.keys(ends))] as (random: Random) => string;
  const line = (): string => random.pick(words) + end(random);
  const unended = (text: string): string => (random.chance(0.3) ? text.replace(/\r?\n$/, '') : text);
  const old = Array.from({ length: random.between(0, 40) }, line);
  const rate = random.pick([0.05, 0.2, 0.6]);
  const fresh = old.flatMap((each) => {
    if (!random.chance(rate)) return [each];
    const deed = random.between(1, 4);
    if (deed === 1) return [];
    if (deed === 2) return [each, line()];
    return deed === 3 ? [line()] : [each.endsWith('\r\n') ? each.replace('\r\n', '\n') : each.replace('\n', '\r\n')];
  });
  if (random.chance(0.2)) fresh.unshift(line());
  if (random.chance(0.2)) fresh.push(line());
  return [unended(old.join('')), unended(fresh.join(''))];
}

const compared = hasPatch ? test : test.skip;

compared(
  'random texts: each subset gives what patch gives',
  async () => {
    const random = createRandom(seedOf(4_711));
    let subsets = 0;
    for (let round = 0; round < rounds(100, 5_000); round += 1) {
      const [before, after] = texts(random);
      const { hunks } = await hunksOf(before, after);
      const shown = JSON.stringify({ before, after, hunks });
      expect(takeHunks(before, after, hunks)).toBe(after);
      expect(takeHunks(before, after, [])).toBe(before);
      const all = 2 ** Math.min(hunks.length, 10);
      for (let each = 0; each < Math.min(all, 6); each += 1) {
        const mask = all <= 6 ? each : random.between(1, all - 1);
        const chosen = hunks.filter((_, index) => (mask >> index) & 1);
        if (chosen.length === 0) continue;
        const found = takeHunks(before, after, chosen);
        const expected = patched(before, after, chosen);
        if (found !== expected)
          throw new Error(`${shown} ${mask}: ${JSON.stringify(found)}, patch: ${JSON.stringify(expected)}`);
        subsets += 1;
      }
    }
    expect(subsets).toBeGreaterThan(150);
  },
  120_000,
);

describe('what a hunk shows', () => {
  const numbered = (count: number, end = '\n') => Array.from({ length: count }, (_, at) => `line ${at + 1}${end}`);
  const changed = (lines: string[], ...at: number[]) =>
    lines.map((line, index) => (at.includes(index + 1) ? line.replace('line', 'row') : line)).join('');

  test('three lines of context; changes with at most six lines between them are one hunk', async () => {
    const lines = numbered(40);
    expect((await hunksOf(lines.join(''), changed(lines, 10, 17))).hunks).toHaveLength(1);
    const { hunks } = await hunksOf(lines.join(''), changed(lines, 10, 18));
    expect(
      hunks.map(({ id, old_start, old_lines, new_start, new_lines }) => [
        id,
        old_start,
        old_lines,
        new_start,
        new_lines,
      ]),
    ).toEqual([
      ['h1', 7, 7, 7, 7],
      ['h2', 15, 7, 15, 7],
    ]);
    expect(hunks[0]?.lines).toEqual([
      ' line 7',
      ' line 8',
      ' line 9',
      '-line 10',
      '+row 10',
      ' line 11',
      ' line 12',
      ' line 13',
    ]);
  });

  test('a file that is new or becomes empty', async () => {
    expect(await hunksOf('', 'a\nb\n')).toEqual({
      hunks: [{ id: 'h1', old_start: 0, old_lines: 0, new_start: 1, new_lines: 2, lines: ['+a', '+b'] }],
      newline: 'lf',
      final_newline: { before: false, after: true },
    });
    expect((await hunksOf('a\r\nb', '')).hunks).toEqual([
      {
        id: 'h1',
        old_start: 1,
        old_lines: 2,
        new_start: 0,
        new_lines: 0,
        lines: ['-a', '-b', '\\ No newline at end of file'],
      },
    ]);
    expect((await hunksOf('same\n', 'same\n')).hunks).toEqual([]);
  });

  test('line ends: the more frequent one is named, and lines that differ in nothing else', async () => {
    const [lf, crlf] = [numbered(6), numbered(6, '\r\n')];
    expect(await hunksOf(crlf.join(''), changed(crlf, 3))).toMatchObject({ newline: 'crlf' });
    const both = await hunksOf(crlf.join(''), lf.join(''));
    expect(both).toMatchObject({
      newline: 'crlf',
      newline_changed: true,
      final_newline: { before: true, after: true },
    });
    expect(both.hunks[0]?.lines).toEqual([
      ...Array.from({ length: 6 }, (_, at) => `-line ${at + 1}`),
      ...Array.from({ length: 6 }, (_, at) => `+line ${at + 1}`),
    ]);
    expect(await hunksOf(lf.join(''), changed(lf, 3))).not.toHaveProperty('newline_changed');
    const mixed = [...numbered(2), ...numbered(4, '\r\n')].join('');
    expect((await hunksOf(mixed, mixed.replace('line', 'row'))).newline).toBe('crlf');
  });

  test('a mark at the beginning of the file is part of its first line', async () => {
    const { hunks } = await hunksOf('\ufeffa\nb\n', 'a\nb\n');
    expect(hunks[0]?.lines).toEqual(['-\ufeffa', '+a', ' b']);
  });
});

describe('limits', () => {
  const many = (count: number, step: number, word: string) =>
    Array.from({ length: count }, (_, at) => (at % step === 0 ? `${word} ${at}\n` : `line ${at}\n`)).join('');

  test('200 hunks are shown, 201 are not', async () => {
    const at = (count: number) => hunksOf(many(count * 10, 10, 'old'), many(count * 10, 10, 'new'));
    expect((await at(200)).hunks).toHaveLength(200);
    expect(await at(201)).toMatchObject({ hunks: [], truncated: true });
  });

  test('64 KiB of lines are shown, more are not', async () => {
    const text = (length: number) => `${'x'.repeat(length)}\n`;
    expect(await hunksOf('', text(64 * 1024 - 2))).not.toHaveProperty('truncated');
    expect(await hunksOf('', text(64 * 1024 - 1))).toMatchObject({ hunks: [], truncated: true });
    expect(await hunksOf('', text(64 * 1024), 128 * 1024)).not.toHaveProperty('truncated');
  });

  test('a small change of 1 MiB, and one of all its line ends', async () => {
    const large = many(70_000, 1, 'some words');
    expect(large.length).toBeGreaterThan(1024 * 1024);
    const small = large.replace('words 35000\n', 'other words\nand more\n');
    const { hunks } = await hunksOf(large, small);
    expect(hunks.map(({ old_start }) => old_start)).toEqual([34_998]);
    expect(takeHunks(large, small, hunks)).toBe(small);
    const ended = await hunksOf(large, large.replaceAll('\n', '\r\n'));
    expect(ended).toMatchObject({ hunks: [], truncated: true, newline: 'lf', newline_changed: true });
  });

  test('many short lines that all differ are one hunk', async () => {
    const [before, after] = [many(6_000, 1, 'a'), many(6_000, 1, 'b')].map((text) => `same\n${text}same\n`) as [
      string,
      string,
    ];
    const { hunks } = await hunksOf(before, after, 256 * 1024);
    expect(hunks).toHaveLength(1);
    expect(hunks[0]?.lines.slice(0, 2)).toEqual([' same', '-a 0']);
    expect(hunks[0]?.lines.at(-1)).toBe(' same');
    expect(takeHunks(before, after, hunks)).toBe(after);
  });
});
