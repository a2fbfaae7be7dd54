/** An edit of a TOML document makes the change and leaves every unrelated line as it is. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { equal, parseToml } from '../../schemas/toml/document.js';
import { editToml } from '../../schemas/toml/edit.js';
import { rounds, seedOf } from '../helpers/rounds.js';
import { createDrawing, isTable, type RandomDocument } from '../config/tomldocuments.js';

type Table = Record<string, unknown>;

const parse = (text: string): Table => parseToml(text.replace(/^\uFEFF/, ''));

function at(values: unknown, path: readonly string[]): unknown {
  let found = values;
  for (const key of path) {
    if (Array.isArray(found)) found = found[Number(key)];
    else found = isTable(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }
  return found;
}

/** Returns the texts that an edit must keep, in order: unchanged values, tables, and comments outside removed parts. */
function lasting({ pieces }: RandomDocument, before: Table, after: Table): string[] {
  const isList = (path: readonly string[]): boolean => Array.isArray(at(before, path.slice(0, 1)));
  const stays = (path: readonly string[]): boolean =>
    isList(path)
      ? equal(before[path[0] ?? ''], after[path[0] ?? ''])
      : path.length === 0 ||
        (isTable(at(before, path)) &&
          isTable(at(after, path)) &&
          path.every((_, i) => isTable(at(after, path.slice(0, i + 1)))));
  return pieces.flatMap(({ text, path, table, header }) => {
    if (text.trim() === '') return [];
    if (header) return stays(table) ? [text] : [];
    if (path) {
      const top = isList(table) ? path.slice(0, 1) : path;
      return stays(table) && equal(at(before, top), at(after, top)) ? [text] : [];
    }
    return table[0] === 'free' || stays(table) ? [text] : [];
  });
}

function expectLasting(text: string, expected: readonly string[]): void {
  let from = 0;
  for (const piece of expected) {
    const found = text.indexOf(piece, from);
    if (found < 0) throw new Error(`lost or moved: ${JSON.stringify(piece)}\n${text}`);
    from = found + piece.length;
  }
}

/** Edits a document; an error contains the document and the intended values. */
function edit(text: string, after: Table): string {
  try {
    return editToml(text, after);
  } catch (error) {
    throw new Error(`${String(error)}\n${text}\n=>\n${JSON.stringify(after)}`, { cause: error });
  }
}

const empty = (value: unknown): unknown => {
  if (!isTable(value)) return value;
  const members = Object.entries(value).map(([key, item]) => [key, empty(item)] as const);
  return Object.fromEntries(members.filter(([, item]) => !isTable(item) || Object.keys(item).length > 0));
};

test('random documents, random changes: what stays keeps its text', () => {
  let cases = 0;
  fc.assert(
    fc.property(fc.gen(), (gen) => {
      const drawing = createDrawing(gen);
      const document = drawing.document();
      const before = parse(document.text);
      const after = drawing.changed(before);
      const edited = edit(document.text, after);
      expect(equal(empty(parse(edited)), empty(after))).toBe(true);
      const newline = document.text.includes('\r\n') ? '\r\n' : '\n';
      if (newline === '\r\n') expect(edited.replaceAll('\r\n', '')).not.toContain('\n');
      expect(edited.startsWith('\uFEFF')).toBe(document.text.startsWith('\uFEFF'));
      expectLasting(
        edited,
        lasting(document, before, after).map((piece) => piece.replaceAll('\n', newline)),
      );
      expect(editToml(document.text, before)).toBe(document.text);
      expect(editToml(edited, after)).toBe(edited);
      cases += 1;
    }),
    { seed: seedOf(1), numRuns: rounds(400, 10_000) },
  );
  expect(cases).toBeGreaterThanOrEqual(100);
});

type Row = [name: string, before: string, change: (document: Document) => void, after: string];
// values nested as deeply as the tests need
type Document = Record<string, Record<string, Record<string, unknown>> & Record<string, unknown>>;

describe('in the form that is there', () => {
  const rows: Row[] = [
    ['a value', 'a = 1 # one\n', (d) => set(d, ['a'], 2), 'a = 2 # one\n'],
    [
      'dotted keys',
      'a.b.c = 1\na.d = 2 # d\n[x]\ny = 1\n',
      (d) => set(d, ['a', 'b', 'e'], 3),
      'a.b.c = 1\na.b.e = 3\na.d = 2 # d\n[x]\ny = 1\n',
    ],
    ['a dotted key goes', 'a.b.c = 1\na.d = 2 # d\n', (d) => set(d, ['a', 'b']), 'a.d = 2 # d\n'],
    [
      'an inline table',
      't = { a = 1, b = { c = 2 } } # t\n',
      (d) => set(d, ['t', 'b', 'd'], [1]),
      't = { a = 1, b = { c = 2, d = [1] } } # t\n',
    ],
    ['an inline table loses a key', 't = {a = 1, b = 2}\n', (d) => set(d, ['t', 'a']), 't = {b = 2}\n'],
    ['an inline table loses all', 't = { a = 1 }\n', (d) => set(d, ['t', 'a']), 't = {}\n'],
    [
      'a list on lines of its own',
      'l = [\n    "a", # first\n    # about b\n    "b" # last\n]\n',
      (d) => set(d, ['l'], ['a', 'b', 'c']),
      'l = [\n    "a", # first\n    # about b\n    "b", # last\n    "c"\n]\n',
    ],
    ['a list loses its first item', "l = ['a', 'b', 'c']\n", (d) => set(d, ['l'], ['b', 'c']), "l = ['b', 'c']\n"],
    [
      'a list of inline tables',
      'l = [\n  { a = 1 }, # one\n  { a = 2 },\n]\n',
      (d) => set(d, ['l'], [{ a: 1 }, { a: 3 }]),
      'l = [\n  { a = 1 }, # one\n  { a = 3 },\n]\n',
    ],
    [
      'a list of tables: one comes between',
      '[[h]]\n# first\nx = 1\n\n# second\n[[h]]\nx = 3\n',
      (d) => set(d, ['h'], [{ x: 1 }, { x: 2 }, { x: 3 }]),
      '[[h]]\n# first\nx = 1\n\n[[h]]\nx = 2\n\n# second\n[[h]]\nx = 3\n',
    ],
    [
      'a list of tables: one goes',
      '[[h]]\nx = 1\n\n[[h]]\nx = 2 # two\n\n[[h]]\nx = 3\n',
      (d) => set(d, ['h'], [{ x: 1 }, { x: 3 }]),
      '[[h]]\nx = 1\n\n[[h]]\nx = 3\n',
    ],
    [
      'a table below a list of tables',
      '[[h]]\nx = 1\n[h.sub]\ny = 1 # y\n[[h]]\nx = 2\n[h.sub]\ny = 2\n',
      (d) =>
        set(
          d,
          ['h'],
          [
            { x: 1, sub: { y: 1 } },
            { x: 2, sub: { y: 3, z: 4 } },
          ],
        ),
      '[[h]]\nx = 1\n[h.sub]\ny = 1 # y\n[[h]]\nx = 2\n[h.sub]\ny = 3\nz = 4\n',
    ],
    [
      'quoted names with dots and slashes',
      '[models."a/b.c"]\nmodel = "x"\n\n# next\n[models.\'d"e\']\nmodel = "y"\n',
      (d) => {
        set(d, ['models', 'a/b.c', 'size'], 1);
        set(d, ['models', 'd"e'], undefined);
        set(d, ['models', 'f/g'], { model: 'z' });
      },
      '[models."a/b.c"]\nmodel = "x"\nsize = 1\n\n[models."f/g"]\nmodel = "z"\n\n# next\n',
    ],
    [
      'Windows line ends',
      'a = 1\r\n\r\n[t]\r\nb = 2',
      (d) => set(d, ['t', 'c'], 'x\ny'),
      'a = 1\r\n\r\n[t]\r\nb = 2\r\nc = "x\\ny"\r\n',
    ],
    ['a byte order mark', '\uFEFF# c\n[t]\n', (d) => set(d, ['a'], 1), '\uFEFFa = 1\n\n# c\n[t]\n'],
    ['no line end at the end', '[t]\nb = 2', (d) => set(d, ['u'], { c: 3 }), '[t]\nb = 2\n\n[u]\nc = 3\n'],
    [
      'a long string',
      'a = """\nx\\"""" # "\n\nb = \'\'\'\n#\'\'\'\'\n',
      (d) => set(d, ['b'], 'y'),
      'a = """\nx\\"""" # "\n\nb = "y"\n',
    ],
    [
      'what only looks like a comment',
      "a = '''\n# mode = 1'''\n# c\n[[h]]\nx = 2\n",
      (d) => {
        set(d, ['mode'], 1);
        set(d, ['h'], [{ x: 1 }, { x: 2 }]);
      },
      "a = '''\n# mode = 1'''\nmode = 1\n\n[[h]]\nx = 1\n\n# c\n[[h]]\nx = 2\n",
    ],
    ['indented keys', '[t]\n  a = 1\n', (d) => set(d, ['t', 'b'], 2), '[t]\n  a = 1\n  b = 2\n'],
    [
      'comments at the end of a table',
      '[t]\na = 1\n# b = 2\n\n# ---\n[u]\nc = 1\n',
      (d) => set(d, ['t', 'c'], 3),
      '[t]\na = 1\nc = 3\n# b = 2\n\n# ---\n[u]\nc = 1\n',
    ],
    [
      'a default that stands in a comment',
      '# mode = "a" # or b\n\n# other = 1\n\n[t]\n',
      (d) => set(d, ['mode'], 'b'),
      '# mode = "a" # or b\nmode = "b"\n\n# other = 1\n\n[t]\n',
    ],
    [
      'a key of a table that only its subtables name',
      '[p.a]\nx = 1\n\n[q]\n',
      (d) => set(d, ['p', 'y'], 2),
      '[p.a]\nx = 1\n\n[p]\ny = 2\n\n[q]\n',
    ],
    ['a table becomes a value', 'a = 1\n\n[t]\nx = 1\n\n[t.u]\ny = 1\n', (d) => set(d, ['t'], 5), 'a = 1\nt = 5\n'],
    ['unsafe whole numbers', '', (d) => set(d, ['n'], 2 ** 60), 'n = 1152921504606847000.0\n'],
    ['nothing', '', (d) => set(d, ['t'], { a: { b: { c: { d: [] } } } }), '[t.a]\nb = { c = { d = [] } }\n'],
  ];
  test.each(rows)('%s', (_name, before, change, after) => {
    const document = parse(before) as Document;
    change(document);
    expect(editToml(before, document)).toBe(after);
    expect(equal(empty(parse(after)), empty(document))).toBe(true);
  });
});

function set(document: Record<string, unknown>, path: string[], value?: unknown): void {
  const [key = '', ...rest] = path;
  if (rest.length > 0) {
    const inner = isTable(document[key]) ? document[key] : (document[key] = {});
    set(inner, rest, value);
  } else if (value === undefined) delete document[key];
  else document[key] = value;
}

describe('what was added and is taken away again leaves no trace', () => {
  const provider = { type: 'openai' };
  const models = { 'p/a': { provider: 'p' }, 'p/b': { provider: 'p' } };
  test.each([
    ['nothing', ''],
    ['a comment', '# mine\n'],
    ['keys', 'a = 1\n'],
    ['a comment and a table', '# mine\n\n[thinking] # t\neffort = "high"\n'],
    ['a line without an end', '[thinking]\neffort = "high"'],
    [
      'other providers',
      '[providers.q]\ntype = "openai"\n\n[models.q]\nprovider = "q"\n\n# end\n[thinking]\nkeep = "all"\n',
    ],
    ['lines of another system', '# mine\r\n\r\n[thinking]\r\neffort = "high"\r\n'],
  ])('%s', (_, text) => {
    const before = parse(text);
    const after = {
      default_model: 'p/a',
      ...before,
      providers: { ...(before['providers'] as Table | undefined), p: provider },
      models: { ...(before['models'] as Table | undefined), ...models },
    };
    const longer = editToml(text, after);
    const newline = text.includes('\r') ? '\r\n' : '\n';
    // one blank line before each new table, and never two
    expect(longer).not.toMatch(/\n\r?\n\r?\n/);
    expect(longer.match(/[^\r\n]\r?\n\[(?:providers\.p|models\."p)/)).toBeNull();
    const ended = text === '' || text.endsWith('\n') ? text : text + newline;
    expect(editToml(longer, before)).toBe(ended);
  });
});
