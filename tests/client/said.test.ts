/** Text parts of a message as one text (rest.md 10). */
import { expect, test } from '@jest/globals';
import { joinTexts, promptText } from '../../schemas/folds/said.js';

test.each([
  [['one', 'two'], 'one\ntwo'],
  [['one ', ' two'], 'one \n two'],
  [['look at ', '@a.txt', ' please'], 'look at @a.txt please'],
  [['@a b.txt', ':10-20 and ', '@c', '.'], '@a b.txt:10-20 and @c.'],
  [['say hi', '@a.txt'], 'say hi\n@a.txt'],
  [['@a.txt', '@b.txt'], '@a.txt\n@b.txt'],
  [['see ', '@a.txt', ' ', 'next prompt'], 'see @a.txt \nnext prompt'],
  [['list:\n', '@a.txt', '\nend'], 'list:\n@a.txt\nend'],
  [['', 'one', ''], 'one'],
  [[], ''],
])('%j', (texts, joined) => {
  expect(joinTexts(texts)).toBe(joined);
});

test('a mention reads as its path; media are no text', () => {
  const image = { type: 'image', source: { kind: 'url', url: 'http://a/b.png' } } as const;
  expect(promptText([{ type: 'text', text: 'see ' }, { type: 'mention', path: 'a.ts' }, image])).toBe('see @a.ts');
});
