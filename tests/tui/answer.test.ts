/** An answer that streams: what is committed of it, and what stays open, at any cuts and widths (tui.md 3.3). */
import { describe, expect, test } from '@jest/globals';
import * as reading from '../../client/view/code/reader.js';
import { markdownBlocks } from '../../client/view/markdown.js';
import { bodyLines, diffTextLines } from '../../client/tui/text/calls.js';
import { createCodePainter } from '../../client/tui/text/code.js';
import { createPainter, plainLine, type Line } from '../../client/tui/text/line.js';
import { markdownLines, type MarkdownLayout } from '../../client/tui/text/markdown.js';
import { dark, type ColorDepth } from '../../client/tui/text/theme.js';
import { createAnswer } from '../../client/tui/transcript/answer.js';

const layout = (width: number): MarkdownLayout => ({ width, isWrapped: true, hyperlinks: false });
const text = (lines: readonly Line[]): string => lines.map(plainLine).join('\n');
const ink = (lines: readonly Line[]): string => text(lines).replace(/\s/g, '');

const sources: Readonly<Record<string, string>> = {
  prose: `${'A paragraph of *many* words with `code` and **more** of it. '.repeat(40)}\n\nAnother one.\n`,
  code: 'Look:\n\n```ts\nconst a = 1;\n\n\tindented();\n' + 'line();\n'.repeat(30) + '```\n\nDone.\n',
  list: '- one\n- two\n  - deep\n- three\n\n1. first\n2. second\n',
  table: '| a | b |\n|---|---|\n| 1 | two |\n| 3 | four |\n\nafter\n',
  mixed: '# Title\n\n> quoted\n> text\n\n---\n\nA [link](https://example.org/x) and 日本語のテキスト。\n',
};

/** Returns a generator of numbers that depend only on the seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

function streamed(source: string, seed: number, widths: readonly number[]): { committed: Line[]; opens: number[] } {
  const next = random(seed);
  const answer = createAnswer();
  const committed: Line[] = [];
  const opens: number[] = [];
  for (let end = 0; end < source.length;) {
    end = Math.min(source.length, end + 1 + Math.floor(next() * 40));
    expect(answer.write(source.slice(0, end))).toBe(true);
    const now = layout(widths[Math.floor(next() * widths.length)] ?? 80);
    for (const { lines } of answer.finished(now, 6)) committed.push(...lines);
    opens.push(answer.open(now).length);
  }
  answer.end();
  for (const { lines } of answer.finished(layout(80), 6)) committed.push(...lines);
  expect(answer.open(layout(80))).toEqual([]);
  return { committed, opens };
}

describe.each(Object.entries(sources))('%s', (_, source) => {
  const whole = markdownBlocks(source).flatMap((block) => markdownLines(block, layout(80)));

  test('comes out line by line as it would at once', () => {
    for (let seed = 1; seed <= 6; seed += 1) expect(text(streamed(source, seed, [80]).committed)).toBe(text(whole));
  });

  test('loses and repeats nothing when the terminal changes its width meanwhile', () => {
    const code = (lines: readonly Line[]): string => ink(lines).replace(/─/g, '');
    for (let seed = 1; seed <= 6; seed += 1)
      expect(code(streamed(source, seed, [30, 44, 80, 120]).committed)).toBe(code(whole));
  });
});

test('a long paragraph and an unfinished code block stay small in the live region', () => {
  expect(Math.max(...streamed(sources['prose'] ?? '', 3, [80]).opens)).toBeLessThanOrEqual(9);
  expect(Math.max(...streamed(sources['code'] ?? '', 3, [80]).opens)).toBeLessThanOrEqual(3);
});

test('lines of code keep their columns, tabs and length', () => {
  const line = `\tconst long = '${'x'.repeat(200)}';`;
  const { committed } = streamed(`\`\`\`\n${line}\n\`\`\`\n`, 1, [40]);
  expect(text(committed)).toBe(line);
});

test('a text that does not continue what was shown is not taken', () => {
  const answer = createAnswer();
  expect(answer.write('The answer is one')).toBe(true);
  expect(answer.write('The answer')).toBe(false);
  expect(answer.write('The answer was two and more')).toBe(false);
  expect(answer.write('The answer is one of many')).toBe(true);
});

describe('code in colours', () => {
  const load = async (): Promise<void> => undefined;
  const colored = (width: number): MarkdownLayout => ({
    ...layout(width),
    code: { isLoaded: true, load, createPainter: () => createCodePainter(reading) },
  });
  // a comment spans two parts of 200 lines
  const rows = Array.from({ length: 450 }, (_, at) =>
    at === 190 ? '/* begins' : at === 210 ? 'ends */ let a = "b";' : `const a${at} = "c"; // ${at}`,
  );
  const source = `Look:\n\n\`\`\`ts\n${rows.join('\n')}\n\`\`\`\n\n\`\`\`py\ndef a(): pass\n\`\`\`\n\n\`\`\`\nplain "text"\n\`\`\`\n`;

  test('has the same ones while it streams, when it is committed, and as a whole', () => {
    const paint = colored(80).code?.createPainter();
    const whole = markdownBlocks(source).flatMap((block) => markdownLines(block, colored(80), paint));
    for (let seed = 1; seed <= 3; seed += 1) {
      const next = random(seed);
      const answer = createAnswer();
      const committed: Line[] = [];
      for (let end = 0; end < source.length;) {
        end = Math.min(source.length, end + 1 + Math.floor(next() * 400));
        answer.write(source.slice(0, end));
        for (const { lines } of answer.finished(colored(80), 6)) committed.push(...lines);
        const open = answer.open(colored(80)).filter((line) => line.length > 0);
        // the last row may still grow
        for (const [at, line] of open.slice(0, -1).entries()) expect(line).toEqual(whole[committed.length + at]);
      }
      answer.end();
      for (const { lines } of answer.finished(colored(80), 6)) committed.push(...lines);
      expect(committed).toEqual(whole);
    }
    const tokens = (row: string): unknown[] =>
      (whole.find((line) => plainLine(line) === row) ?? []).map(({ style }) => style?.token);
    expect(tokens(rows[205] ?? '')).toEqual(['textMuted']);
    expect(tokens(rows[210] ?? '')).toEqual(['textMuted', 'shellMode', undefined, 'success', undefined]);
    expect(tokens('plain "text"')).toEqual([undefined]);
  });

  test('keeps its text, and hidden characters of it are seen', () => {
    const lines = markdownLines(
      { kind: 'code', source: '', language: 'ts', text: 'const a = "\u202e\x1b[31m";   \n', part: 0, closed: true },
      colored(80),
    );
    expect(text(lines)).toBe('const a = "\\u202e\\x1b[31m";');
  });

  test('is written in what colours the terminal has', () => {
    const [line = []] = markdownLines(
      { kind: 'code', source: '', language: 'ts', text: 'const a = 1; // b', part: 0, closed: true },
      colored(80),
    );
    const painted = (depth: ColorDepth): string => createPainter({ theme: dark, depth, hyperlinks: false })(line);
    expect(painted('16')).toBe('\x1b[35mconst\x1b[0m a = \x1b[33m1\x1b[0m; \x1b[2m// b\x1b[0m');
    expect(painted('256')).toMatch(/^\x1b\[38;5;\d+mconst\x1b/);
    expect(painted('full')).toMatch(/^\x1b\[38;2;215;161;240mconst\x1b/);
  });

  const styledOf = (line: Line): (string | undefined)[][] => line.map(({ text: each, style }) => [each, style?.token]);
  const { code } = colored(80);

  test('is in diffs too: what stays and what is added has those of its language, and changed words are stronger', () => {
    const before = 'const a = 1; // one\nlet b = "x";\n';
    const after = before.replace('"x"', '"yy"');
    const diff = { kind: 'diff', path: 'src/a.ts', before, after, firstLine: 1 } as const;
    const [context = [], removed = [], added = []] = bodyLines(diff, undefined, code);
    expect(styledOf(context).slice(2, 4)).toEqual([
      ['const', 'shellMode'],
      [' a = ', 'textDim'],
    ]);
    expect(styledOf(removed)).toEqual([
      ['   2 ', 'diffGutter'],
      ['- ', 'diffRemoved'],
      ['let b = "', 'diffRemoved'],
      ['x', 'diffRemovedStrong'],
      ['";', 'diffRemoved'],
    ]);
    expect(styledOf(added)).toEqual([
      ['   2 ', 'diffGutter'],
      ['+ ', 'diffAdded'],
      ['let', 'shellMode'],
      [' b = ', 'diffAdded'],
      ['"', 'success'],
      ['yy', 'diffAddedStrong'],
      ['"', 'success'],
      [';', 'diffAdded'],
    ]);
    const plain = bodyLines({ ...diff, path: 'a.unknown' }, undefined, code);
    expect(plain.map(plainLine)).toEqual([context, removed, added].map(plainLine));
    expect(plain).toEqual(bodyLines(diff));
  });

  test('a part of a file has the numbers of its lines, none where they are not known', () => {
    const part = { kind: 'diff', path: 'a', before: 'a\nb\n', after: 'a\nc\n' } as const;
    const gutter = (firstLine: number | null) => bodyLines({ ...part, firstLine }).map(([first]) => first?.text);
    expect(gutter(901)).toEqual([' 901 ', ' 902 ', ' 902 ']);
    expect(gutter(null)).toEqual(['     ', '     ', '     ']);
  });

  test('is in diffs of git behind their head', () => {
    const lines = diffTextLines('--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-let a;\n+const a;\n', 'x.ts', code);
    expect(lines.map((line) => styledOf(line))).toEqual([
      [['--- a/x.ts', 'diffRemoved']],
      [['+++ b/x.ts', 'diffAdded']],
      [['@@ -1 +1 @@', 'diffMeta']],
      [['-let a;', 'diffRemoved']],
      [
        ['+', 'diffAdded'],
        ['const', 'shellMode'],
        [' a;', 'diffAdded'],
      ],
    ]);
  });

  test('does not hide what is hidden in a diff', () => {
    const diff = {
      kind: 'diff',
      path: 'a.ts',
      before: '',
      after: 'const a = "\u202e\x1b[31m";\n',
      firstLine: 1,
    } as const;
    expect(text(bodyLines(diff, undefined, code))).toContain('const a = "\\u202e\\x1b[31m";');
  });
});
