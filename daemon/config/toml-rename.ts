/** Renames tables in headers and keys; the rest of the text stays the same. */
import { parseDocument, type Path, type TomlDocument, TomlSyntaxError } from '../../schemas/toml/document.js';
import { layoutOf } from '../../schemas/toml/layout.js';
import { keyText } from '../../schemas/toml/values.js';

/** A rename of a table and everything below it; the paths differ only in their last part. */
export interface Move {
  from: Path;
  to: Path;
}

/**
 * Renames moved tables in headers, and in keys before their dot or inline table. Tables within an inline table stay,
 * and everything stays when the new names are taken.
 */
export function withMoves(
  text: string,
  document: TomlDocument,
  moves: readonly Move[],
): { text: string } & TomlDocument {
  const unchanged = { text, ...document };
  let result = text;
  // from the end, so that positions stay valid
  for (const { path, nameAt, texts } of names(text, document).toReversed()) {
    const move = moves.find(({ from }) => from.every((key, index) => path[index] === key));
    // the rest of the name is in a header of the table above
    const place = move && texts[move.from.length - 1 - nameAt];
    if (place) result = result.slice(0, place.start) + keyText(move.to.at(-1) ?? '') + result.slice(place.end);
  }
  if (result === text) return unchanged;
  try {
    return { text: result, ...parseDocument(result) };
  } catch (error) {
    if (!(error instanceof TomlSyntaxError)) throw error;
    // the name is taken: the caller removes the tables and writes them again
    return unchanged;
  }
}

/** The names in one header or before one value. */
interface Names {
  /** from the top of the document */
  path: Path;
  /** index in the path of the first of these names */
  nameAt: number;
  texts: { start: number; end: number }[];
}

/** Names in the order of the text; skips headers and keys that cannot be parsed. */
function names(text: string, { nodes }: TomlDocument): Names[] {
  return layoutOf(text, nodes).flatMap(({ path, start, headerEnd, entries }) => {
    const header = path.length === 0 ? [] : [{ path, nameAt: 0, texts: textsOf(text, start, headerEnd) }];
    const keys = entries.map((entry) => ({
      path: entry.path,
      nameAt: entry.path.length - entry.key.length,
      texts: textsOf(text, entry.start, entry.value.offset),
    }));
    return [...header, ...keys];
  });
}

/** The position of each name in a dotted key. */
function textsOf(text: string, start: number, end: number): { start: number; end: number }[] {
  const name = /[\s[]*("(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+)[ \t]*(\.?)/dy;
  const found: { start: number; end: number }[] = [];
  name.lastIndex = start;
  for (let isOver = false; !isOver && name.lastIndex < end;) {
    const match = name.exec(text);
    const place = match?.indices?.[1];
    if (place) found.push({ start: place[0], end: place[1] });
    isOver = match?.[2] !== '.';
  }
  return found;
}
