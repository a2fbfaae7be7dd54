/** Giving tables another name where their headers stand, so that what stands in and beside them keeps its text. */
import { parseDocument, type Path, type TomlDocument, TomlSyntaxError } from './toml.js';
import { keyText } from './toml-values.js';

/** A table, and everything below it, gets another name. */
export interface Move {
  from: Path;
  to: Path;
}

/**
 * The document with the headers of moved tables rewritten; tables without a header of their own stay as they are, and
 * all do when the new names are taken.
 */
export function withMoves(
  text: string,
  document: TomlDocument,
  moves: readonly Move[],
): { text: string } & TomlDocument {
  const unchanged = { text, ...document };
  let result = text;
  // from the end, so that places stay true
  for (const node of document.nodes.toReversed()) {
    if (node.type !== 'ObjectPath' && node.type !== 'ArrayPath') continue;
    const move = moves.find(({ from }) => from.every((key, index) => node.value[index] === key));
    const end = move && endOf(result, node.offset);
    if (move === undefined || end === undefined) continue;
    const path = [...move.to, ...node.value.slice(move.from.length)].map(keyText).join('.');
    const brackets = node.type === 'ArrayPath' ? 2 : 1;
    const header = `${'['.repeat(brackets)}${path}${']'.repeat(brackets)}`;
    result = result.slice(0, node.offset) + header + result.slice(end + brackets);
  }
  if (result === text) return unchanged;
  try {
    return { text: result, ...parseDocument(result) };
  } catch (error) {
    if (!(error instanceof TomlSyntaxError)) throw error;
    // somebody has the name: the tables are taken away and written anew
    return unchanged;
  }
}

/** Where the first closing bracket of a header stands; undefined when the offset is none of a header. */
function endOf(text: string, offset: number): number | undefined {
  if (text[offset] !== '[') return undefined;
  const found = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\]"'\n])*/.exec(text.slice(offset, offset + 2000))?.[0].length ?? 0;
  return text[offset + found] === ']' ? offset + found : undefined;
}
