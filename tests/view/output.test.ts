/** Output of commands as rows: colors, overwritten rows, no control of the terminal, and bounded memory. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createOutputReader, outputRows, type OutputOptions, type OutputView } from '../../client/view/output.js';

const texts = ({ rows }: OutputView): string[] => rows.map(({ spans }) => spans.map(({ text }) => text).join(''));
const spansOf = (text: string) => outputRows(text).rows.flatMap(({ spans }) => spans);

describe('styles', () => {
  test.each([
    ['\x1b[31mred', { color: 1 }],
    ['\x1b[1;4;38;5;200mx', { bold: true, underline: true, color: 200 }],
    ['\x1b[38;2;1;2;255mx', { color: '#0102ff' }],
    ['\x1b[38:2::1:2:255mx', { color: '#0102ff' }],
    ['\x1b[38:2:1:2:255mx', { color: '#0102ff' }],
    ['\x1b[48;5;7mx', { background: 7 }],
    ['\x1b[97;101mx', { color: 15, background: 9 }],
    ['\x9b32mx', { color: 2 }],
    ['\x1b[2;3;7;9mx', { dim: true, italic: true, inverse: true, struck: true }],
    ['\x1b[1;2m\x1b[22mx', {}],
    ['\x1b[4m\x1b[4:0mx', {}],
    ['\x1b[31;44m\x1b[39;49mx', {}],
    ['\x1b[31m\x1b[mx', {}],
    ['\x1b[31m\x1b(B\x1b[mx', {}],
    ['\x1b[58;5;3;31mx', { color: 1 }],
    ['\x1b[38;5;300mx', {}],
    ['\x1b[38;9mx', { struck: true }],
  ])('of %j', (text, style) => {
    expect(spansOf(text)).toEqual([{ text: text.endsWith('red') ? 'red' : 'x', style }]);
  });

  test('continue over line ends', () => {
    const { rows } = outputRows('a\x1b[31mb\x1b[31mc\nd\x1b[0me');
    expect(rows).toEqual([
      {
        spans: [
          { text: 'a', style: {} },
          { text: 'b', style: { color: 1 } },
          { text: 'c', style: { color: 1 } },
        ],
        cut: 0,
      },
      {
        spans: [
          { text: 'd', style: { color: 1 } },
          { text: 'e', style: {} },
        ],
        cut: 0,
      },
    ]);
  });

  test('hidden text is shown', () => expect(spansOf('\x1b[8msecret')).toEqual([{ text: 'secret', style: {} }]));
});

test.each([
  ['a carriage return restarts the row', '10%\r20%\rdone\n', ['done']],
  ['one before a line break does not', 'a\r\nb\r\r\n', ['a', 'b']],
  ['cursor movements and deletions are removed', 'a\x1b[2Kb\x1b[1;1Hc\x1b[?25ld\x9b3Ae', ['abcde']],
  [
    'titles, links and other texts for the terminal are removed',
    'a\x1b]0;title\x07b\x1b]8;;http://x\x1b\\c\x9dt\x9cd\x1bPq\x1b\\e',
    ['abcde'],
  ],
  ['one without an end ends at the line', 'a\x1b]0;title\nb', ['a', 'b']],
  ['other escapes are spelt out', 'a\x1bcb\x1b7c\x07d\be', ['a\\x1bcb\\x1b7c\\x07d\\x08e']],
  ['an escape within a sequence begins another one', 'a\x1b[3\x1b[31mb', ['ab']],
  ['tabs stay, reordering characters do not', 'a\tb\u202ec', ['a\tb\\u202ec']],
  ['half a pair of surrogates is spelt out', 'a\ud83d\nb', ['a\\ud83d', 'b']],
])('%s', (_, text, rows) => {
  expect(texts(outputRows(text))).toEqual(rows);
});

test('an escape at the very end waits for what follows', () => {
  const reader = createOutputReader();
  reader.push('a\x1b');
  expect(texts(reader.view())).toEqual(['a']);
  reader.push('[31mb');
  expect(texts(reader.view())).toEqual(['ab']);
});

const piece = fc.constantFrom(
  ...[
    'a',
    'word ',
    '\n',
    '\r',
    '\r\n',
    '\t',
    '\x1b',
    '[',
    ']',
    '31',
    ';',
    'm',
    '\x1b[',
    '\x1b[31m',
    '\x1b[0m',
    '\x1b]0;',
    '\x07',
  ],
  ...[
    '\x1b\\',
    '\x9b',
    '\x9d',
    '\x9c',
    '\x1bP',
    '\x1b(',
    'B',
    '\x1b[38;5;',
    '😀',
    '\u200d',
    '\u202e',
    '\x00',
    '8',
    'K',
    '\x1b[2K',
  ],
);

test('in pieces of any size: the same rows as the whole, and nothing that controls a terminal', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 1, max: 5 }), (parts, size) => {
      const text = parts.join('') + '\n';
      const reader = createOutputReader();
      for (let at = 0; at < text.length; at += size) {
        reader.push(text.slice(at, at + size));
        reader.view();
      }
      expect(texts(reader.view())).toEqual(texts(outputRows(text)));
      expect(texts(reader.view()).join('\n')).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
    }),
    { seed: 15, numRuns: 3_000 },
  );
});

describe('bounds', () => {
  const push = (text: string, options?: OutputOptions): OutputView => {
    const reader = createOutputReader(options);
    for (let at = 0; at < text.length; at += 65_536) reader.push(text.slice(at, at + 65_536));
    return reader.view();
  };

  test('the newest rows are kept, and finished ones stay the same objects', () => {
    const reader = createOutputReader({ maxRows: 3 });
    for (let at = 1; at <= 1_000; at++) reader.push(`${at}\n`);
    const { rows, dropped } = reader.view();
    expect([texts({ rows, dropped }), dropped]).toEqual([['998', '999', '1000'], 997]);
    reader.push('x\n');
    const later = reader.view();
    expect(later.rows[0]).toBe(rows[1]);
    expect(later.dropped).toBe(998);
  });

  test('a long row says what was cut', () => {
    const { rows } = outputRows(`${'x'.repeat(5_000)}\n${'\x07'.repeat(3)}`, { rowLength: 10 });
    expect(rows.map(({ spans, cut }) => [spans[0]?.text.length, cut])).toEqual([
      [10, 4_990],
      [10, 2],
    ]);
  });

  test('10 MB of rows, a line of 5 MB and an endless sequence take little time and memory', () => {
    const started = process.cpuUsage();
    const rows = push('\x1b[32mok\x1b[0m some output of a test run\n'.repeat(250_000), { maxRows: 1_000 });
    expect([rows.rows.length, rows.dropped]).toEqual([1_000, 249_000]);
    const [line] = push('y'.repeat(5_000_000)).rows;
    expect(line?.cut).toBe(4_998_000);
    expect(texts(push(`a\x1b]0;${'t'.repeat(5_000_000)}\nb`))).toEqual(['a', 'b']);
    expect(push(`\x1b[${'1;'.repeat(500_000)}`).rows.length).toBeLessThanOrEqual(1);
    expect(process.cpuUsage(started).user).toBeLessThan(8_000_000);
  });
});
