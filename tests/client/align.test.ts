/** Deltas that arrive twice, late or with gaps add up to the exact text (ws.md 9.2). */
import { describe, expect, test } from '@jest/globals';
import { alignDelta, replaced } from '../../schemas/folds/text.js';

describe('alignDelta (ws.md 9.2)', () => {
  test.each([
    ['continues', 'Hello', { offset: 5, delta: ' wo' }, 'append', 'Hello wo', ' wo'],
    ['no offset: append', 'Hello', { delta: '!' }, 'append', 'Hello!', '!'],
    ['first', '', { offset: 0, delta: 'H' }, 'append', 'H', 'H'],
    ['whole duplicate', 'Hello wo', { offset: 0, delta: 'Hello' }, 'duplicate', 'Hello wo', ''],
    ['duplicate at the end', 'Hello wo', { offset: 6, delta: 'wo' }, 'duplicate', 'Hello wo', ''],
    ['overlap', 'Hello wo', { offset: 6, delta: 'wor' }, 'append', 'Hello wor', 'r'],
    ['overlap that differs', 'Hello wo', { offset: 6, delta: 'xor' }, 'gap', 'Hello wo', ''],
    ['duplicate that differs', 'Hello wo', { offset: 0, delta: 'Hallo' }, 'gap', 'Hello wo', ''],
    ['hole', 'Hello wo', { offset: 20, delta: 'x' }, 'gap', 'Hello wo', ''],
    ['recovered, continuing', 'Hel', { offset: 0, delta: 'Hello', recovered: true }, 'append', 'Hello', 'lo'],
    ['recovered, the same', 'Hello', { offset: 0, delta: 'Hello', recovered: true }, 'duplicate', 'Hello', ''],
    ['recovered, something else', 'Jello', { offset: 0, delta: 'Hello', recovered: true }, 'replace', 'Hello', 'Hello'],
    ['surrogates count as two', '😀', { offset: 2, delta: '😀' }, 'append', '😀😀', '😀'],
  ])('%s', (_, buffer, frame, kind, after, added) => {
    expect(alignDelta(buffer, frame)).toEqual({ kind, buffer: after, added });
  });

  test('any cut of a text, with repeats, gives the text', () => {
    const text = 'one two three four five';
    let buffer = '';
    for (let at = 0; at < text.length; at += 3)
      buffer = alignDelta(buffer, {
        offset: Math.max(0, at - 2),
        delta: text.slice(Math.max(0, at - 2), at + 3),
      }).buffer;
    expect(buffer).toBe(text);
  });

  test('the final text heals a gap', () => {
    expect(replaced('Hello wo', 'Hello world')).toEqual({ kind: 'append', buffer: 'Hello world', added: 'rld' });
  });
});
