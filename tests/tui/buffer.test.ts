/** The text of the input: what each key does to text, caret, kill ring and undo (tui.md 3.4, 3.6). */
import { describe, expect, test } from '@jest/globals';
import { createBuffer, type Buffer } from '../../client/tui/input/buffer.js';
import { insertText } from '../../client/tui/input/paste.js';

/** Returns the text with `|` at the caret. */
function shown({ text, caret }: Buffer): string {
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

function at(marked: string): Buffer {
  const buffer = createBuffer();
  buffer.set(marked.replace('|', ''));
  buffer.moveTo(marked.indexOf('|'));
  return buffer;
}

describe('the caret moves', () => {
  test.each([
    ['by graphemes, to the left', 'left', 'ab👩‍👩‍👧|c', 'ab|👩‍👩‍👧c'],
    ['by graphemes, to the right', 'right', 'x|e\u0301y', 'xe\u0301|y'],
    ['over a line break', 'left', 'a\n|b', 'a|\nb'],
    ['to the start of its line', 'lineStart', 'one\ntwo th|ree', 'one\n|two three'],
    ['to the end of its line', 'lineEnd', 'o|ne\ntwo', 'one|\ntwo'],
    ['to the end of a word', 'wordRight', '|one, two', 'one|, two'],
    ['to the start of a word', 'wordLeft', 'one, two| ', 'one, |two '],
    ['by words of Chinese', 'wordRight', '|你好世界', '你好|世界'],
    ['not beyond the start', 'left', '|a', '|a'],
    ['not beyond the end', 'right', 'a|', 'a|'],
  ] as const)('%s', (_, motion, before, after) => {
    const buffer = at(before);
    buffer.move(motion);
    expect(shown(buffer)).toBe(after);
  });
});

describe('deleting', () => {
  test.each([
    ['a grapheme before', 'left', 'a👍🏽|b', 'a|b'],
    ['a grapheme behind', 'right', 'a|👍🏽b', 'a|b'],
    ['the word before', 'wordLeft', 'one two| three', 'one | three'],
    ['the word behind', 'wordRight', 'one |two three', 'one | three'],
    ['to the start of the line', 'lineStart', 'a\nb c|d', 'a\n|d'],
    ['to the end of the line', 'lineEnd', 'a|b\nc', 'a|\nc'],
    ['the line break at the end of a line', 'lineEnd', 'a|\nc', 'a|c'],
  ] as const)('%s', (_, motion, before, after) => {
    const buffer = at(before);
    buffer.delete(motion);
    expect(shown(buffer)).toBe(after);
  });

  test('words that were deleted one after the other come back as one, and older ones behind them', () => {
    const buffer = at('one two three|');
    buffer.delete('wordLeft');
    buffer.delete('wordLeft');
    buffer.move('textStart');
    buffer.delete('wordRight');
    buffer.yank();
    expect(shown(buffer)).toBe('one| ');
    buffer.yankPop();
    expect(shown(buffer)).toBe('two three| ');
  });
});

test('undo takes back what was typed in one go, and what was deleted', () => {
  const buffer = createBuffer();
  for (const char of 'one') buffer.insert(char);
  buffer.insert(' ');
  for (const char of 'two') buffer.insert(char);
  buffer.delete('wordLeft');
  expect(buffer.text).toBe('one ');
  buffer.undo();
  expect(buffer.text).toBe('one two');
  buffer.undo();
  expect(buffer.text).toBe('one ');
  buffer.undo();
  buffer.undo();
  expect(buffer.text).toBe('');
});

describe('a unit', () => {
  test('is one step for the caret and for Backspace, and is sent in full', () => {
    const buffer = at('see | please');
    buffer.insertUnit({ label: '[Pasted text #1 +20 lines]', text: 'twenty\nlines' });
    expect(buffer.expanded()).toBe('see twenty\nlines please');
    buffer.move('left');
    expect(buffer.caret).toBe(4);
    buffer.move('right');
    buffer.delete('left');
    expect(shown(buffer)).toBe('see | please');
    buffer.undo();
    expect(buffer.expanded()).toBe('see twenty\nlines please');
  });

  test('is nothing that a user can type or paste', () => {
    const buffer = createBuffer();
    buffer.insertUnit({ label: '[secret]', text: 'kept' });
    const { text } = buffer;
    buffer.insert(text);
    expect(buffer.expanded()).toBe('kept');
    buffer.insert('\u{f0007}x');
    expect(buffer.expanded()).toBe('keptx');
  });
});

test('a key costs the same in a long text', () => {
  const buffer = createBuffer();
  for (let line = 0; line < 2_000; line += 1) buffer.insert(`${'wörd '.repeat(20)}\n`);
  const before = process.cpuUsage();
  for (let key = 0; key < 100; key += 1) {
    buffer.insert('x');
    buffer.move('left');
    buffer.move('wordLeft');
  }
  const { user } = process.cpuUsage(before);
  // 200 kB of text; tui.md 3.6 allows 30 ms per key
  expect(user / 1_000 / 300).toBeLessThan(5);
});

test.each([
  [11, '\n', '[Pasted text #1 +11 lines]'],
  [11, '', '[Pasted text #1 +11 lines]'],
  [10, '\n', ''],
])('a paste of %p lines that ends with %j is shown as %p', (count, end, label) => {
  let said = '';
  const buffer: Buffer = { ...createBuffer(), insertUnit: (unit) => (said = unit.label) };
  const text = Array.from({ length: count }, () => 'x').join('\n') + end;
  expect(insertText(buffer, text, { isPaste: true, count: 0 })).toBe(label !== '');
  expect(said).toBe(label);
});
