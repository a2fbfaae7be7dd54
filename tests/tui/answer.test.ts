/** An answer that streams: what is committed of it, and what stays open, at any cuts and widths (tui.md 3.3). */
import { describe, expect, test } from '@jest/globals';
import { markdownBlocks } from '../../client/view/markdown.js';
import { plainLine, type Line } from '../../client/tui/text/line.js';
import { markdownLines, type MarkdownLayout } from '../../client/tui/text/markdown.js';
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

/** A generator of numbers that gives the same ones for a seed. */
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
