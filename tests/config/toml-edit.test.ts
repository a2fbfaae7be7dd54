/** Editing a document: it says what it shall, and every line that is not about the change stays as it is. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { equal, parseToml } from '../../daemon/config/toml.js';
import { editToml } from '../../daemon/config/toml-edit.js';
import { createDrawing, isTable, type RandomDocument } from './tomldocuments.js';

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

/** Texts that must still be there, in this order: of values that stay, of tables that stay, and comments outside of what went. */
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

/** Names both in a failure. */
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
    { numRuns: Number(process.env['EDIT_RUNS'] ?? 400) },
  );
  expect(cases).toBeGreaterThanOrEqual(100);
});
