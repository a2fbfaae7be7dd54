/** The width of styled text and its division into rows (tui.md 1.2). */
import { describe, expect, test } from '@jest/globals';
import { graphemesOf, visibleWidth } from '../../client/tui/terminal/width.js';
import { cutLine, lineOf, plainLine, span, wrapLine } from '../../client/tui/text/line.js';
import { findForbidden } from '../helpers/terminalbytes.js';

test.each([
  ['abc', 3],
  ['', 0],
  ['日本', 4],
  ['ｶﾞｷﾞ', 4],
  ['ひらがな', 8],
  ['が', 2],
  ['か\u3099', 2],
  ['한국어', 6],
  ['\u1100\u1161\u11a8', 2],
  ['👍', 2],
  ['👍🏽', 2],
  ['❤️', 2],
  ['1️⃣', 2],
  ['👨‍👩‍👧', 2],
  ['🇩🇪', 2],
  ['e\u0301', 1],
  ['क्षि', 2],
  ['a\tb', 9],
  ['\u200bx', 1],
  ['…─Ω⛣', 4],
  ['\x1b[1;31mred\x1b[0m', 3],
  ['\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\', 4],
])('%j takes %d columns', (text, width) => {
  expect(visibleWidth(text)).toBe(width);
});

test('a long text is segmented in pieces, and no grapheme is divided between two', () => {
  const text = `${'x'.repeat(1999)}👨‍👩‍👧${'é'.repeat(3000)}`;
  const graphemes = [...graphemesOf(text)].map((each) => each.text);
  expect(graphemes.join('')).toBe(text);
  expect(graphemes[1999]).toBe('👨‍👩‍👧');
  const start = process.cpuUsage();
  expect(visibleWidth('日本é'.repeat(30_000))).toBe(150_000);
  expect(process.cpuUsage(start).user).toBeLessThan(500_000);
});

describe('rows', () => {
  test.each<[string, number, string[]]>([
    ['the quick brown fox jumps', 10, ['the quick', 'brown fox', 'jumps']],
    ['abcdefghijklmnop', 5, ['abcde', 'fghij', 'klmno', 'p']],
    ['日本語テキスト日本語', 5, ['日本', '語テ', 'キス', 'ト日', '本語']],
    ['see 日本語', 7, ['see 日', '本語']],
    ['    abcdefghij', 5, ['    a', 'bcdef', 'ghij']],
    ['        x', 5, ['x']],
    ['', 5, ['']],
    ['exactly ten', 7, ['exactly', 'ten']],
    ['日本', 1, ['日', '本']],
  ])('%j at %d', (text, columns, rows) => {
    expect(wrapLine(lineOf(text), { width: columns }).map(plainLine)).toEqual(rows);
  });

  test('keep the styles of their words, and begin with the indent', () => {
    const line = [span('the quick '), span('brown fox', 'error'), span(' jumps')];
    expect(wrapLine(line, { width: 10, indent: [span('- ')] })).toEqual([
      [span('the quick')],
      [span('- '), span('brown', 'error')],
      [span('- '), span('fox', 'error')],
      [span('- jumps')],
    ]);
  });

  test('one that is cut ends with the mark, in the style of what it cuts', () => {
    expect(plainLine(cutLine([span('hello world')], 8))).toBe('hello w…');
    expect(plainLine(cutLine([span('hello')], 5))).toBe('hello');
    expect(cutLine([span('日本語日本語', 'error')], 8)).toEqual([span('日本語…', 'error')]);
    expect(plainLine(cutLine([span('hello world')], 8, '...'))).toBe('hello...');
    expect(plainLine(cutLine([span('hello')], 1, '...'))).toBe('');
  });
});

test('the list of allowed sequences finds what is not on it', () => {
  const fine =
    '\x1b[?2026h\x1b[2A\r\x1b[J\x1b[1;31mtext\x1b[0m\x1b[12G\x1b[K\x1b[?2026l\x1b]2;title\x1b\\\x1b[>5u\x1b[c\t日本';
  expect(findForbidden(fine)).toEqual([]);
  const bad = [
    '\x1b[2J',
    '\x1b[3J',
    '\x1b[1;1H',
    '\x1b[5d',
    '\x1b[1;5r',
    '\x1b[2S',
    '\x1b[L',
    '\x1bM',
    '\x1bc',
    '\x1b[!p',
  ];
  const modes = [
    '\x1b[?1000h',
    '\x1b[?1006h',
    '\x1b[?47h',
    '\x1b[?1048h',
    '\b',
    '\x9b',
    '\x1b]0;title\x07',
    '\x1bPq\x1b\\',
  ];
  for (const each of [...bad, ...modes]) expect(findForbidden(`${fine}${each}${fine}`)).toEqual([JSON.stringify(each)]);
  expect(findForbidden('\x1b[?1049h\x1b[2J\x1b[H\x1b[?1007h\x1b[?1049l')).toEqual([]);
  expect(findForbidden('\x1b[?1049h\x1b[?1000h\x1b[?1049l')).toEqual(['"\\u001b[?1000h"']);
  expect(findForbidden('\x1bPtmux;\x1b\x1b]52;c;YQ==\x1b\x1b\\\x1b\\')).toEqual([]);
  expect(findForbidden('\x1bPtmux;\x1b\x1b[2J\x1b\\')).toHaveLength(1);
});
