/** Renames tables in their headers and keys, so that everything in and beside them keeps its text. */
import { parseDocument, type Path, type TomlDocument, TomlSyntaxError } from '../../schemas/toml/document.js';
import { layoutOf } from '../../schemas/toml/layout.js';
import { keyText } from '../../schemas/toml/values.js';

/** A table, and everything below it, gets another name; only the last parts differ. */
export interface Move {
  from: Path;
  to: Path;
}

/**
 * The document with the names of moved tables rewritten in headers, and in keys before their dot or inline table;
 * tables within an inline table stay as they are, and all do when the new names are taken.
 */
export function withMoves(
  text: string,
  document: TomlDocument,
  moves: readonly Move[],
): { text: string } & TomlDocument {
  const unchanged = { text, ...document };
  let result = text;
  // from the end, so that places stay true
  for (const { path, nameAt, texts } of names(text, document).toReversed()) {
    const move = moves.find(({ from }) => from.every((key, index) => path[index] === key));
    // a header of the table above it has the rest
    const place = move && texts[move.from.length - 1 - nameAt];
    if (place) result = result.slice(0, place.start) + keyText(move.to.at(-1) ?? '') + result.slice(place.end);
  }
  if (result === text) return unchanged;
  try {
    return { text: result, ...parseDocument(result) };
  } catch (error) {
    if (!(error instanceof TomlSyntaxError)) throw error;
    // the name is taken: the tables are removed and written again
    return unchanged;
  }
}

/** The names in one header or in front of one value. */
interface Names {
  /** from the top of the document */
  path: Path;
  /** which part of the path the first of them is */
  nameAt: number;
  texts: { start: number; end: number }[];
}

/** In the order of the text; a header or key that cannot be understood is left out. */
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

/** The position of each name of a dotted key. */
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
