/** Renamed tables keep their text, wherever and however their headers are written. */
import { expect, test } from '@jest/globals';
import { parseDocument } from '../../schemas/toml/document.js';
import { withMoves } from '../../daemon/config/toml-rename.js';

const moved = (text: string, from = 'a', to = 'b c'): string =>
  withMoves(text, parseDocument(text), [{ from: ['p', from], to: ['p', to] }]).text;

const rows: [string, string, string][] = [
  ['a header', '[p.a] # mine\nx = 1\n', '[p."b c"] # mine\nx = 1\n'],
  ['tables below', '[p.a.q]\nx = 1\n[p.a]\ny = 1\n', '[p."b c".q]\nx = 1\n[p."b c"]\ny = 1\n'],
  ['blanks and quotes', '[ p . "a" ]\nx = 1\n', '[ p . "b c" ]\nx = 1\n'],
  ['lists of tables', '[[p.a]]\nx = 1\n[[p.a]]\n', '[[p."b c"]]\nx = 1\n[[p."b c"]]\n'],
  ['others', '[p.ab]\n[q.a]\n[p]\n', '[p.ab]\n[q.a]\n[p]\n'],
  ['keys with dots', 'p.a.x = 1 # one\np . "a" . y = 2\n', 'p."b c".x = 1 # one\np . "b c" . y = 2\n'],
  ['keys below a header', '[p]\n  a.x = 1\n  a.y = { p = 1 }\n', '[p]\n  "b c".x = 1\n  "b c".y = { p = 1 }\n'],
  ['inline tables', 'p.a = { x = 1 } # one\n[q]\np.a = 1\n', 'p."b c" = { x = 1 } # one\n[q]\np.a = 1\n'],
  ['inline tables below a header', "[p]\n'a' = { x = 1 } # one\nb = 1\n", '[p]\n"b c" = { x = 1 } # one\nb = 1\n'],
  ['a table within an inline table', 'p = { a = { x = 1 } }\n', 'p = { a = { x = 1 } }\n'],
  ['a key in a table of another name', '[p.a]\na = 1\np.a = 2\n', '[p."b c"]\na = 1\np.a = 2\n'],
  ['a dotted name that is taken', 'p.a.x = 1\np."b c" = { y = 1 }\n', 'p.a.x = 1\np."b c" = { y = 1 }\n'],
  ['a name that is taken', '[p.a]\nx = 1\n[p."b c"]\ny = 1\n', '[p.a]\nx = 1\n[p."b c"]\ny = 1\n'],
];
test.each(rows)('%s', (_, before, after) => {
  expect(moved(before)).toBe(after);
});

test('names with brackets, quotes and lines that look like headers', () => {
  expect(moved('[p."a]b"] # [p.a]\nx = """\n[p."a]b"]\n"""\n', 'a]b', 'n"]')).toBe(
    '[p."n\\"]"] # [p.a]\nx = """\n[p."a]b"]\n"""\n',
  );
});
