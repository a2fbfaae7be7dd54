/** The keys of vim in the input: counts, and operators with motions (tui.md 3.6). */
import { describe, expect, test } from '@jest/globals';
import { createBuffer } from '../../client/tui/input/buffer.js';
import { createVim } from '../../client/tui/input/vim.js';

/** Types keys in normal mode; `|` marks the caret before and after, `<esc>` leaves insert mode. */
function typed(before: string, keys: string): string {
  const buffer = createBuffer();
  const vim = createVim(buffer);
  buffer.set(before.replace('|', ''));
  buffer.moveTo(before.indexOf('|'));
  vim.escape();
  buffer.moveTo(before.indexOf('|'));
  for (const [key] of keys.matchAll(/<esc>|[^]/gu)) {
    if (key === '<esc>') vim.escape();
    else if (!vim.key({ name: key, text: key })) buffer.insert(key);
  }
  const mode = vim.mode === 'insert' ? ' (insert)' : '';
  return `${buffer.text.slice(0, buffer.caret)}|${buffer.text.slice(buffer.caret)}${mode}`;
}

const motions = [
  ['one |two', 'h', 'one| two'],
  ['|one', 'h', '|one'],
  ['one t|wo', '9h', '|one two'],
  ['|one', 'l', 'o|ne'],
  ['|one', '9l', 'on|e'],
  ['|日本語', '2l', '日本|語'],
  ['on|e\ntwo', 'j', 'one\ntw|o'],
  ['one\ntw|o', 'k', 'on|e\ntwo'],
  ['|a\nb\nc', '2j', 'a\nb\n|c'],
  ['|a\nb', '5j', '|a\nb'],
  ['|one two', 'w', 'one |two'],
  ['|a.b c', 'w', 'a|.b c'],
  ['|one two three', '2w', 'one two |three'],
  ['|one\n  two', 'w', 'one\n  |two'],
  ['one tw|o', 'b', 'one |two'],
  ['one two |three', '2b', '|one two three'],
  ['|one two', 'e', 'on|e two'],
  ['on|e two', 'e', 'one tw|o'],
  ['|one two three', '3e', 'one two thre|e'],
  ['  on|e', '0', '|  one'],
  ['  on|e', '^', '  |one'],
  ['|one\ntwo', '$', 'on|e\ntwo'],
  ['|one\ntwo', '2$', 'one\ntw|o'],
  ['one\n  tw|o', 'gg', '|one\n  two'],
  ['|a\nb\n  c', 'G', 'a\nb\n  |c'],
  ['|a\nb\nc', '2G', 'a\n|b\nc'],
  ['a\nb\n|c', '2gg', 'a\n|b\nc'],
  ['|one two', 'fo', 'one tw|o'],
  ['|one two', 'ft', 'one |two'],
  ['|one two', 'tt', 'one| two'],
  ['|a-b-c-d', '2f-', 'a-b|-c-d'],
  ['|a-b-c', 'f-;', 'a-b|-c'],
  ['|a-b-c', 't-;', 'a-|b-c'],
  ['|a-b-c-d', 'f-2;', 'a-b-c|-d'],
  ['|one', 'fx', '|one'],
] as const;

test.each(motions)('%j %s leads to %j', (before, keys, expected) => expect(typed(before, keys)).toBe(expected));

const changes = [
  ['|one', 'x', '|ne'],
  ['|one two', '3x', '| two'],
  ['on|e', 'x', 'o|n'],
  ['on|e', 'X', 'o|e'],
  ['on|e', '9X', '|e'],
  ['one |two\nthree', 'D', 'one| \nthree'],
  ['one |two', 'C', 'one | (insert)'],
  ['one |two', 'Cx<esc>', 'one |x'],
  ['a\n|b\nc', 'dd', 'a\n|c'],
  ['a\n|b', 'dd', '|a'],
  ['|a', 'dd', '|'],
  ['|a\nb\nc', '2dd', '|c'],
  ['a\n|b\nc', 'cc', 'a\n|\nc (insert)'],
  ['|one two three', 'dw', '|two three'],
  ['|one two three', 'd2w', '|three'],
  ['|one two three', '2dw', '|three'],
  ['|a b c d e f g', '2d3w', '|g'],
  ['one |two', 'dw', 'one| '],
  ['one |two\nthree', 'dw', 'one| \nthree'],
  ['|one two', 'cw', '| two (insert)'],
  ['|one two', 'cwx y<esc>', 'x |y two'],
  ['|one two', 'de', '| two'],
  ['one t|wo', 'db', 'one |wo'],
  ['one |two', 'd0', '|two'],
  ['one |two', 'd$', 'one| '],
  ['|one two', 'dft', '|wo'],
  ['|one two', 'dtt', '|two'],
  ['one t|wo', 'dh', 'one |wo'],
  ['|one', 'd2l', '|e'],
  ['|a\nb\nc', 'dj', '|c'],
  ['a\nb\n|c', 'dk', '|a'],
  ['a\n|b\nc', 'dG', '|a'],
  ['a\nb\n|c', 'dgg', '|'],
  ['|one', 'dz', '|one'],
  ['|one two', 'ywP', 'one| one two'],
  ['|one two', 'yep', 'oon|ene two'],
  ['|one', 'yyp', 'one\n|one'],
  ['|one', 'yyP', '|one\none'],
  ['|one', 'yy2p', 'one\n|one\none'],
  ['|ab', 'x2p', 'ba|a'],
  ['|a\nb', 'ddp', 'b\n|a'],
  ['on|e', 'i', 'on|e (insert)'],
  ['  on|e', 'I', '  |one (insert)'],
  ['o|ne', 'a', 'on|e (insert)'],
  ['|one', 'A', 'one| (insert)'],
  ['o|ne\ntwo', 'o', 'one\n|\ntwo (insert)'],
  ['one\nt|wo', 'O', 'one\n|\ntwo (insert)'],
  ['|one', 'ix<esc>', '|xone'],
  ['|one two', 'dwu', '|one two'],
  ['|one', 'xx2u', '|one'],
  ['|one', 'q', '|one'],
] as const;

test.each(changes)('%j %s becomes %j', (before, keys, expected) => expect(typed(before, keys)).toBe(expected));

describe('modes', () => {
  test('it begins with text; Esc once leads to commands, once more is for others', () => {
    const buffer = createBuffer();
    const vim = createVim(buffer);
    expect(vim.key({ name: 'x', text: 'x' })).toBe(false);
    buffer.insert('ab');
    expect([vim.escape(), vim.mode, buffer.caret]).toEqual([true, 'normal', 1]);
    expect(vim.escape()).toBe(false);
  });

  test('Esc drops a command that is not finished', () => {
    expect(typed('|one two', '2d<esc>w')).toBe('one |two');
  });

  test('keys that are not text are passed to the input', () => {
    const vim = createVim(createBuffer());
    vim.escape();
    expect([vim.key({ name: 'enter', text: '' }), vim.key({ name: 'ctrl+c', text: '' })]).toEqual([false, false]);
    vim.reset();
    expect(vim.mode).toBe('insert');
  });
});
