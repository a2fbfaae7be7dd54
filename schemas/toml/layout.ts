/** Positions in a TOML text: the blocks under its headers, their keys, and the range of each value. */
import type { TomlMember, TomlValue } from 'toml/lib/parser.js';
import { insideLists, noteListItem, type Path, type TomlDocument } from './document.js';

/** A line `key = value`, including the further lines of its value. Positions are offsets into the text. */
export interface Entry {
  /** from the top of the document */
  path: Path;
  /** as written in its block; a dotted key has several parts */
  key: Path;
  value: TomlValue;
  valueEnd: number;
  /** start of its first line */
  start: number;
  /** after the line break of its last line */
  end: number;
}

/** A header with the keys below it; a document's first block has no header. */
export interface Block {
  /** for a `[[list]]`, ends with the position in the list */
  path: Path;
  /** start of the header's line */
  start: number;
  /** after the line break of the header */
  headerEnd: number;
  entries: Entry[];
  /** after the line break of the last key, or of the header */
  end: number;
}

/** Blocks in the order of the text. */
export function layoutOf(text: string, nodes: TomlDocument['nodes']): Block[] {
  const counts = new Map<string, number>();
  let block: Block = { path: [], start: 0, headerEnd: 0, entries: [], end: 0 };
  const blocks = [block];
  for (const node of nodes) {
    const start = text.lastIndexOf('\n', node.offset - 1) + 1;
    if ('key' in node) {
      const valueEnd = endOfValue(text, node.value);
      const end = nextLine(text, valueEnd);
      block.entries.push({
        path: [...block.path, ...node.key],
        key: node.key,
        value: node.value,
        valueEnd,
        start,
        end,
      });
      block.end = end;
    } else {
      const path = node.type === 'ObjectPath' ? insideLists(node.value, counts) : noteListItem(node.value, counts);
      const headerEnd = nextLine(text, node.offset);
      block = { path, start, headerEnd, entries: [], end: headerEnd };
      blocks.push(block);
    }
  }
  return blocks;
}

/** Keys of all blocks, in the order of the text. */
export function entriesOf(blocks: readonly Block[]): Entry[] {
  return blocks.flatMap((block) => block.entries);
}

/** The first item of each path, by `keyOf`. */
export function byPath<Item extends { path: Path }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.toReversed().map((item) => [keyOf(item.path), item]));
}

/** A path as the key of a map. */
export function keyOf(path: Path): string {
  return JSON.stringify(path);
}

/** The position after the next line break, or the end of the text. */
function nextLine(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  return at < 0 ? text.length : at + 1;
}

/** Members of an inline table or items of a list, with the range of each. */
export function partsOf(
  text: string,
  value: TomlValue,
): Array<{ start: number; end: number; node: TomlMember | TomlValue }> {
  const nodes = value.value as Array<TomlMember | TomlValue>;
  return nodes.map((node) => ({
    start: node.offset,
    end: endOfValue(text, 'key' in node ? node.value : node),
    node,
  }));
}

/** The position after the last character of a value. */
function endOfValue(text: string, value: TomlValue): number {
  if (Array.isArray(value.value)) {
    const last = partsOf(text, value).at(-1);
    return skipBetween(text, last?.end ?? value.offset + 1) + 1;
  }
  const quotes = /("""|'''|"|')?/y;
  quotes.lastIndex = value.offset;
  const quote = quotes.exec(text)?.[1];
  if (quote !== undefined) return endOfString(text, value.offset, quote);
  const word = value.type === 'Date' || value.type === 'LocalDateTime' ? dateTime : bare;
  word.lastIndex = value.offset;
  return value.offset + (word.exec(text)?.[0].length ?? 0);
}

const bare = /[^\s,\]}#]+/y;
/** a space may separate day and time */
const dateTime = /[^\s,\]}#]+(?: \d[^\s,\]}#]*)?/y;

function endOfString(text: string, start: number, quote: string): number {
  for (let at = start + quote.length; at < text.length; at++) {
    if (text[at] === '\\' && quote.startsWith('"')) at++;
    else if (text.startsWith(quote, at)) {
      let end = at + quote.length;
      // a multi-line string may end with up to two quotes of its content
      if (quote.length === 3) while (text[end] === quote[0] && end < at + 5) end++;
      return end;
    }
  }
  return text.length;
}

/** Skips whitespace, comments and commas. */
function skipBetween(text: string, offset: number): number {
  const between = /(?:[\s,]|#[^\n]*)*/y;
  between.lastIndex = offset;
  return offset + (between.exec(text)?.[0].length ?? 0);
}
