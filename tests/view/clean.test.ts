/** Text of others is escaped before a terminal prints it. */
import { describe, expect, test } from '@jest/globals';
import {
  createTextCleaner,
  shortened,
  shortenedMiddle,
  visibleLine,
  visibleMessage,
  visibleParts,
  visibleRow,
  visibleText,
} from '../../client/view/clean.js';
import { visibleJson } from '../../client/visible-json.js';

const classes: [string, string, string][] = [
  ['colour', 'a\u001b[31mb', 'a\\x1b[31mb'],
  ['the clipboard (OSC 52)', '\u001b]52;c;aGk=\u0007', '\\x1b]52;c;aGk=\\x07'],
  ['C1: CSI, OSC, NEL', '\u009b2J\u009d0;t\u009c\u0085', '\\x9b2J\\x9d0;t\\x9c\\x85'],
  ['NUL, backspace, DEL', 'a\u0000\b\u007f', 'a\\x00\\x08\\x7f'],
  ['a row that starts over', 'safe\rrm', 'safe\\x0drm'],
  ['bidirectional controls', 'a\u202eb\u2066c\u2069\u200f\u061c', 'a\\u202eb\\u2066c\\u2069\\u200f\\u061c'],
  ['zero-width characters', 'a\u200bb\u2060\ufeff', 'a\\u200bb\\u2060\\ufeff'],
  ['tags', 'a\u{e0041}', 'a\\u{e0041}'],
  ['other line separators', 'a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
  ['half of a pair', 'a\ud83d \ude00b', 'a\\ud83d \\ude00b'],
  ['a joiner that joins nothing', '.\u200d/', '.\\u200d/'],
  ['a joiner between letters of no script that has it', 'r\u200dm а\u200cб', 'r\\u200dm а\\u200cб'],
  ['a joiner behind an emoji', '👩\u200d x', '👩\\u200d x'],
  ['a non-joiner within an emoji', '👩\u200c💻', '👩\\u200c💻'],
  ['a selector of no character', '\ufe0f', '\\ufe0f'],
];
const emoji =
  '😀 👩\u200d💻 👩🏽\u200d💻 ❤\ufe0f 👨\u200d👩\u200d👧 🏳\ufe0f\u200d🌈 🏴\u200d☠\ufe0f ❤\ufe0f\u200d🔥 1\ufe0f\u20e3';
const harmless = `tab\tétude 你好 \u0633\u0644\u0627\u0645 नमस्ते क्\u200dष ${emoji} می\u200cخواهم\nline`;

describe('text of others', () => {
  test.each(classes)('%s', (_, text, shown) => {
    expect(visibleText(text)).toBe(shown);
    expect(visibleLine(text)).toBe(shown);
  });

  test('letters of all languages, emoji, tabs and line breaks stay', () => {
    expect(visibleText(harmless)).toBe(harmless);
    expect(visibleText('a\r\nb\n')).toBe('a\nb\n');
  });

  test('one line stays one line, and no line of a message looks like one of ours', () => {
    expect(visibleLine('Bash\n[tool] Read ok\r\nx')).toBe('Bash\\n[tool] Read ok\\nx');
    expect(visibleMessage('refused\n[tool] Bash ok\r\n\u001b[2J\n')).toBe('refused\n  [tool] Bash ok\n  \\x1b[2J');
  });

  test('JSON keeps its meaning and holds none of it', () => {
    const value = { text: `${classes.map(([, text]) => text).join('')}${harmless}` };
    const json = visibleJson(JSON.stringify(value));
    expect(JSON.parse(json)).toEqual(value);
    expect(json).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
  });

  test('is shortened without cutting a pair', () => {
    expect(shortened('ab', 2)).toBe('ab');
    expect(shortened('a😀b', 2)).toBe('a…');
  });
});

describe('in pieces', () => {
  const whole = `${classes.map(([, text]) => text).join(' ')}\r\n${harmless}\r`;

  test.each([1, 2, 3, 7])('of %d chars: the same as in one', (size) => {
    const cleaner = createTextCleaner(visibleText);
    let shown = '';
    for (let at = 0; at < whole.length; at += size) shown += cleaner.push(whole.slice(at, at + size));
    expect(shown + cleaner.end()).toBe(visibleText(whole));
  });

  test('for a pipe nothing is changed, and no piece ends within a pair', () => {
    const cleaner = createTextCleaner();
    const pass = [...'a\u001b[2J😀\r'].flatMap((char) => char.split(''));
    expect(pass.map((unit) => cleaner.push(unit)).every((piece) => piece.isWellFormed())).toBe(true);
  });
});

describe('on a page and in rows', () => {
  const all = classes.map(([, text]) => text).join('|');

  test('a page marks each escape and keeps what it stands for', () => {
    expect(visibleParts('a\u202eb\r\n')).toEqual([{ text: 'a' }, { text: '⟦U+202E⟧', raw: '\u202e' }, { text: 'b\n' }]);
    expect(
      visibleParts(all)
        .map(({ text }) => text)
        .join(''),
    ).toBe(visibleText(all, 'page'));
    expect(
      visibleParts(all)
        .map(({ text, raw }) => raw ?? text)
        .join(''),
    ).toBe(all);
    expect(visibleParts(harmless)).toEqual([{ text: harmless }]);
  });

  test('neither spelling leaves a character that is not seen', () => {
    const unseen =
      /(?![\t\n])[\p{Cc}\p{Cs}\u00ad\u200b\u200e\u202a-\u202e\u2060-\u206f\ufeff\u3164\u{e0000}-\u{e007f}]/u;
    const some = Array.from({ length: 0x3200 }, (_, at) => String.fromCharCode(at)).join(' ');
    for (const spelling of ['terminal', 'page'] as const)
      expect(visibleText(`${all}${some}`, spelling)).not.toMatch(unseen);
  });

  test('variation selectors stay with emoji and scripts that have them, once', () => {
    expect(visibleText('❤\ufe0f 1\ufe0f 葛\u{e0100}')).toBe('❤\ufe0f 1\ufe0f 葛\u{e0100}');
    expect(visibleText('a\ufe01❤\ufe0f\ufe0e')).toBe('a\\ufe01❤\ufe0f\\ufe0e');
  });

  test('a row is one line, and says how much of it is cut', () => {
    expect(visibleRow('a\r\nb\u001b')).toBe('a⏎b\\x1b');
    expect(visibleRow('a\nb', { lineBreak: String.raw`\n`, spelling: 'page' })).toBe('a\\nb');
    expect(visibleRow(`${'x'.repeat(1_999)}😀tail`)).toBe(`${'x'.repeat(1_999)}… +6 chars`);
  });

  test('is shortened in the middle without cutting a pair', () => {
    expect(shortenedMiddle('abcdef', 6)).toBe('abcdef');
    expect(shortenedMiddle('abcdefgh', 5)).toBe('ab…gh');
    expect(shortenedMiddle('a😀bcd😀e', 5).isWellFormed()).toBe(true);
  });
});
