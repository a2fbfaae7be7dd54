/** Rows of a diff, applied to the old text, give the new text, for all texts. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { longestShared } from '../../client/view/diff-match.js';
import { diffTexts, rowsOfHunk, splitLines, type Diff } from '../../client/view/diff.js';
import type { TextHunk } from '../../schemas/generated/types.js';
import { takeHunks } from '../../schemas/hunks.js';

const line = fc.constantFrom('a', 'b', 'c', '', 'x y', 'foo(bar)', '猫犬', '\r');
const textOf = fc
  .tuple(fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n'))), fc.constantFrom('', 'tail'))
  .map(([lines, tail]) => lines.map((pair) => pair.join('')).join('') + tail);
const runs = { seed: 15, numRuns: 300 };

const sideOf = ({ hunks }: Diff, other: 'add' | 'del'): string =>
  hunks.flatMap(({ rows }) => rows.filter(({ kind }) => kind !== other).map(({ text, end }) => text + end)).join('');
const wire = ({ hunks }: Diff): TextHunk[] =>
  hunks.map(({ oldStart, oldLines, newStart, newLines }, at) => ({
    id: `h${at + 1}`,
    old_start: oldStart,
    old_lines: oldLines,
    new_start: newStart,
    new_lines: newLines,
    lines: [],
  }));

describe('rows', () => {
  test('give both texts back', () => {
    fc.assert(
      fc.property(textOf, textOf, (before, after) => {
        const diff = diffTexts(before, after, { context: Infinity });
        if (before === after) return expect(diff.hunks).toEqual([]);
        expect(sideOf(diff, 'add')).toBe(before);
        expect(sideOf(diff, 'del')).toBe(after);
      }),
      runs,
    );
  });

  test('all hunks taken give the new text, none the old one', () => {
    fc.assert(
      fc.property(textOf, textOf, fc.nat(2), (before, after, context) => {
        const hunks = wire(diffTexts(before, after, { context: context + 1 }));
        expect(takeHunks(before, after, hunks)).toBe(after);
        expect(takeHunks(before, after, [])).toBe(before);
      }),
      runs,
    );
  });

  test('are numbered from the first line of a part, or not at all', () => {
    const numbers = (firstLine: number | null) =>
      diffTexts('a\nb\n', 'a\nc\n', { firstLine }).hunks.flatMap(({ oldStart, newStart, rows }) => [
        [oldStart, newStart],
        ...rows.map(({ old, new: fresh }) => [old, fresh]),
      ]);
    expect(numbers(41)).toEqual([
      [41, 41],
      [41, 41],
      [42, undefined],
      [undefined, 42],
    ]);
    expect(
      numbers(null)
        .slice(1)
        .flat()
        .every((each) => each === undefined),
    ).toBe(true);
  });

  test('changed words are inside of their line, and the rest of both lines is the same', () => {
    fc.assert(
      fc.property(textOf, textOf, (before, after) => {
        for (const { rows } of diffTexts(before, after).hunks)
          for (const { text, words } of rows)
            for (const [from, to] of words ?? []) expect(0 <= from && from < to && to <= text.length).toBe(true);
      }),
      runs,
    );
    const [hunk] = diffTexts('const month = Number(m);\n', 'const month = Number(m) - 1;\n').hunks;
    const [old, fresh] = hunk?.rows ?? [];
    const without = ({
      text = '',
      words = [],
    }: { text?: string; words?: readonly (readonly [number, number])[] } = {}): string =>
      [...words].reverse().reduce((rest, [from, to]) => rest.slice(0, from) + rest.slice(to), text);
    expect(without(old)).toBe(without(fresh));
    expect(fresh?.words).toBeDefined();
  });

  test('one side of three hunks is taken alone', () => {
    const before = Array.from({ length: 40 }, (_, at) => `line ${at}\r\n`).join('');
    const after = before.replace('line 3\r', 'three\r').replace('line 20\r', 'twenty\r').replace('line 39\r\n', 'end');
    const hunks = wire(diffTexts(before, after));
    expect(hunks.map(({ old_start: start, old_lines: lines }) => [start, lines])).toEqual([
      [1, 7],
      [18, 7],
      [37, 4],
    ]);
    expect(
      takeHunks(
        before,
        after,
        hunks.filter(({ id }) => id === 'h2'),
      ),
    ).toBe(before.replace('line 20\r', 'twenty\r'));
    expect(
      takeHunks(
        before,
        after,
        hunks.filter(({ id }) => id === 'h3'),
      ),
    ).toBe(before.replace('line 39\r\n', 'end'));
  });
});

test('line ends: CRLF, a missing last one, and nothing but them', () => {
  expect(splitLines('a\r\nb\rc\n\n')).toEqual([
    { text: 'a', end: '\r\n' },
    { text: 'b\rc', end: '\n' },
    { text: '', end: '\n' },
  ]);
  const ends = diffTexts('a\nb\n', 'a\r\nb\r\n');
  expect([ends.onlyLineEnds, ends.added, ends.removed]).toEqual([true, 2, 2]);
  expect(diffTexts('a\n', 'a').finalNewline).toEqual({ before: true, after: false });
  expect(diffTexts('', '').finalNewline).toEqual({ before: true, after: true });
  expect(diffTexts('a b\n', 'a   b\n', { ignoreSpace: true }).hunks).toEqual([]);
});

test('a changed word holds all of an emoji and of a word with joiners', () => {
  const [girl, boy] = ['👨\u200d👩\u200d👧', '👨\u200d👩\u200d👦'];
  const { hunks } = diffTexts(`const a = "${girl} می\u200cخواهم";\n`, `const a = "${boy} می\u200cروم";\n`);
  const words = hunks[0]?.rows.map((row) => row.words?.map(([from, to]) => row.text.slice(from, to)));
  expect(words).toEqual([
    [girl, 'می\u200cخواهم'],
    [boy, 'می\u200cروم'],
  ]);
});

test('a hunk of the wire has numbered rows', () => {
  const hunk = {
    id: 'h1',
    old_start: 4,
    old_lines: 2,
    new_start: 4,
    new_lines: 2,
    lines: [' a', '-b', '+c', '\\ No newline'],
  };
  expect(rowsOfHunk(hunk, '\r\n', false)).toEqual([
    { kind: 'context', text: 'a', end: '\r\n', old: 4, new: 4 },
    { kind: 'del', text: 'b', end: '\r\n', old: 5 },
    { kind: 'add', text: 'c', end: '', new: 5 },
  ]);
});

test('the entries that two lists share are as many as can be, and no search takes more edits than it may', () => {
  const list = fc.array(fc.constantFrom(1, 2, 3), { maxLength: 14 });
  const mostShared = (a: number[], b: number[]): number => {
    const best = a.map(() => b.map(() => 0));
    const at = (i: number, j: number): number => best[i]?.[j] ?? 0;
    a.forEach((x, i) =>
      b.forEach((y, j) => {
        const row = best[i] as number[];
        row[j] = x === y ? at(i - 1, j - 1) + 1 : Math.max(at(i - 1, j), at(i, j - 1));
      }),
    );
    return at(a.length - 1, b.length - 1);
  };
  fc.assert(
    fc.property(list, list, fc.nat(28), (a, b, limit) => {
      const most = mostShared(a, b);
      const pairs = longestShared(a, b, limit);
      if (a.length + b.length - 2 * most > limit) return expect(pairs).toBeUndefined();
      expect(pairs?.length).toBe(most);
      pairs?.forEach(([i, j], at) => {
        expect(a[i]).toBe(b[j]);
        const [before, behind] = pairs[at - 1] ?? [-1, -1];
        expect(i > before && j > behind).toBe(true);
      });
    }),
    { ...runs, numRuns: 2_000 },
  );
});

test.each([
  [
    'of a few words',
    (at: number) => `${at} some word`.repeat(90),
    (text: string) => text.replaceAll('3 some', 'x any'),
  ],
  ['of all words', (at: number) => `a${at} b${at * 3} `.repeat(100), (text: string) => text.replaceAll(/[ab]/g, 'c')],
  ['of marks', (at: number) => '(){}[];,.'.repeat(105 + (at % 3)), (text: string) => [...text].reverse().join('')],
])('changed words of 1,000 long lines are found in little time: changes %s', (_, line, change) => {
  const old = Array.from({ length: 1_000 }, (__, at) => line(at).slice(0, 950));
  const [before, after] = [old.join('\n'), old.map(change).join('\n')];
  const took = (words: boolean): number => {
    const from = process.cpuUsage();
    diffTexts(before, after, { context: Infinity, words });
    return process.cpuUsage(from).user / 1_000;
  };
  took(true);
  const least = Math.min(...[1, 2, 3].map(() => took(true) - took(false)));
  // about 30 ms, on a busy machine up to 170; without its budget it took 900
  expect(least).toBeLessThan(300);
});

test('10,000 lines, changed here and there, reversed, or of few kinds, take bounded time', () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `line ${at}`);
  const few = lines.map((_, at) => `kind ${(at * at) % 7}`);
  const texts: [string[], string[]][] = [
    [lines, lines.map((each, at) => (at % 10 === 0 ? `${each} changed` : each))],
    [lines, [...lines].reverse()],
    [few, few.map((_, at) => `kind ${(at * 31 + (at >> 3)) % 7}`)],
  ];
  for (const [old, fresh] of texts) {
    const started = process.cpuUsage();
    const diff = diffTexts(old.join('\n'), fresh.join('\n'), { context: Infinity });
    expect(process.cpuUsage(started).user).toBeLessThan(10_000_000);
    expect(sideOf(diff, 'del')).toBe(fresh.join('\n'));
  }
}, 60_000);
