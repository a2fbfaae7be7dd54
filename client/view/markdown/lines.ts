/** The blocks of Markdown, found line by line: each line continues the blocks that are open, begins others, or closes them.
 *
 * A reader of our own, as a page loads it: a library is three times as large and makes HTML, which nothing here needs, and
 * what streams asks where nothing changes any more. The time for a text grows with its length alone.
 */
import { closingTag, openTag } from './inline.js';

/** A block with its lines of text; the content of quotes, lists and items is nested in it. */
export interface LineBlock {
  kind: 'root' | 'quote' | 'list' | 'item' | 'paragraph' | 'heading' | 'code' | 'html' | 'table' | 'rule';
  /** start of its first line and end of its last line in the text */
  from: number;
  to: number;
  children: LineBlock[];
  lines: string[];
  /** level of a heading, first number of a list, or the indent that the lines of other blocks lose */
  size: number;
  /** bullet of a list or the character after its numbers, or the fence of code */
  mark: string;
  /** info string of code, or the first number of an ordered list */
  info: string;
  /** end condition of HTML */
  end?: RegExp;
  /** whether the closing fence or the end of HTML was found */
  isClosed: boolean;
}

export interface ReadLines {
  root: LineBlock;
  /** Length of the text that stays the same regardless of what follows, if the text ends with a line break. */
  settled: number;
}

/** Maximum nesting of quotes, lists and items; deeper content is text. */
const deepest = 80;
/** Maximum length of a parsed line; a longer one is text, since parsing would take too much memory. */
const longest = 20_000;
/** Maximum number of columns of a table. */
const mostColumns = 100;

/** The row of dashes below the head of a table. */
export const tableRule = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const ruleLine = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const marker = /^(?:([-+*])|(\d{1,9})([.)]))(?=[ \t]|$)/;
const fence = /^( {0,3})(`{3,}|~{3,})(.*)$/;
const htmlNames =
  'address|article|aside|base|blockquote|body|caption|col|colgroup|dd|details|dialog|div|dl|dt|fieldset|' +
  'figcaption|figure|footer|form|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|nav|' +
  'ol|optgroup|option|p|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';
const blank = /^[ \t]*$/;
/** Patterns for the start and the end of HTML; the last kind cannot interrupt a paragraph. */
const htmlKinds: readonly (readonly [RegExp, RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [new RegExp(`^</?(?:${htmlNames})(?:\\s|/?>|$)`, 'i'), blank],
  [new RegExp(`^(?:${openTag}|${closingTag})\\s*$`, 'i'), blank],
];

/** The text of a footnote, which is shown in place as a line of its own. */
const footnote = /^\[\^[^\]]+\]:/;

/** `rest` removes the link definitions from the lines of a paragraph. */
export function readLines(text: string, rest: (paragraph: string) => string): ReadLines {
  const root = blockOf('root', 0);
  /** open blocks, outermost first; the current line does not continue those from `depth` on */
  const open = [root];
  let depth = 1;
  let settled = 0;
  let isBelowBlank = false;
  let start = 0;
  let lineBefore = 0;
  let line = '';
  /** read position in the line and its column; start of the next word, and the blank columns before it */
  let at = 0;
  let column = 0;
  let next = 0;
  let indent = 0;

  function readIndent(): void {
    indent = 0;
    for (next = at; ; next += 1) {
      if (line[next] === ' ') indent += 1;
      else if (line[next] === '\t') indent += 4 - ((column + indent) % 4);
      else return;
    }
  }

  /** Consumes columns of the line; the rest of a wider tab becomes blanks. */
  function skip(columns: number): void {
    const goal = column + columns;
    while (column < goal && at < line.length) {
      const width = line[at] === '\t' ? 4 - (column % 4) : 1;
      if (column + width > goal) line = line.slice(0, at) + ' '.repeat(width) + line.slice(at + 1);
      else [at, column] = [at + 1, column + width];
    }
  }

  const isBlank = (): boolean => next >= line.length;

  function skipQuote(): void {
    skip(indent + 1);
    readIndent();
    if (indent > 0) skip(1);
  }

  /** Returns whether an open block continues on this line; if so, consumes its marks. */
  function continues(block: LineBlock): boolean {
    readIndent();
    switch (block.kind) {
      case 'quote':
        if (indent > 3 || line[next] !== '>') return false;
        skipQuote();
        return true;
      case 'item':
        if (isBlank() ? block.children.length === 0 : indent < block.size) return false;
        skip(Math.min(indent, block.size));
        return true;
      case 'code':
        if (block.mark === '' && indent < 4 && !isBlank()) return false;
        skip(Math.min(indent, block.size));
        return true;
      case 'html':
        return block.end !== blank || !isBlank();
      case 'paragraph':
      case 'table':
        return !isBlank();
      default:
        return true;
    }
  }

  function add(kind: LineBlock['kind'], from = start): LineBlock {
    let parent = open[depth - 1];
    while (parent && !(kind === 'item' ? parent.kind !== 'paragraph' : holdsBlocks(parent))) parent = open[--depth - 1];
    open.length = depth;
    const block = blockOf(kind, from);
    parent?.children.push(block);
    if (depth === 1 && isBelowBlank) settled = from;
    open.push(block);
    depth += 1;
    return block;
  }

  /** Adds a block of one line. */
  function addLeaf(kind: 'heading' | 'rule', words = '', size = 0): void {
    const block = add(kind);
    if (kind === 'heading') block.lines.push(words);
    block.size = size;
  }

  /** Opens the blocks that begin here; returns true when no text is left on the line. */
  function begin(): boolean {
    for (;;) {
      const container = open[depth - 1] ?? root;
      if (container.kind === 'code' || container.kind === 'html') return false;
      readIndent();
      if (isBlank()) return false;
      const isParagraph = container.kind === 'paragraph';
      if (indent > 3) {
        if (open.at(-1)?.kind === 'paragraph') return false;
        add('code').size = 4;
        skip(4);
        return false;
      }
      const words = line.slice(next);
      const first = words[0] ?? '';
      if (first === '>' && depth < deepest) {
        add('quote');
        skipQuote();
        continue;
      }
      if (words.length > longest) return false;
      if (first === '#') {
        const [marks] = /^#{1,6}(?=[ \t]|$)/.exec(words) ?? [];
        if (marks === undefined) return false;
        addLeaf('heading', withoutMarks(words.slice(marks.length).trim()), marks.length);
        return true;
      }
      const fenced = fenceOf(words);
      if (fenced) {
        Object.assign(add('code'), fenced, { size: indent });
        return true;
      }
      if (first === '<') {
        const kind = htmlKinds.findIndex(([starts]) => starts.test(words));
        if (kind < 0 || (kind === htmlKinds.length - 1 && open.at(-1)?.kind === 'paragraph')) return false;
        add('html').end = htmlKinds[kind]?.[1] ?? blank;
        return false;
      }
      if (isParagraph && endsParagraph(container, words)) return true;
      if (ruleLine.test(words)) {
        addLeaf('rule');
        return true;
      }
      if (!beginItem(words, isParagraph)) return false;
    }
  }

  /** Returns whether the line turns the paragraph above into a heading or a table head. */
  function endsParagraph(paragraph: LineBlock, words: string): boolean {
    if (/^(?:=+|-+)[ \t]*$/.test(words)) {
      const left = rest(paragraph.lines.join('\n'));
      paragraph.lines = left === '' ? [] : [left];
      if (left === '') return false;
      paragraph.kind = 'heading';
      paragraph.size = words.startsWith('=') ? 1 : 2;
      return true;
    }
    if (!tableRule.test(words) || !/[|:]/.test(words)) return false;
    const head = paragraph.lines.at(-1) ?? '';
    const columns = cellsOf(head).length;
    if (columns > mostColumns || columns !== cellsOf(words).length) return false;
    if (paragraph.lines.length > 1) {
      paragraph.lines.pop();
      paragraph.to = lineBefore - 1;
      add('table', lineBefore).lines.push(head, words);
    } else {
      paragraph.kind = 'table';
      paragraph.lines.push(words);
    }
    return true;
  }

  function beginItem(words: string, isParagraph: boolean): boolean {
    const item = itemMarkOf(words);
    if (!item || depth >= deepest) return false;
    const { mark, number } = item;
    if (isParagraph && (item.isEmpty || (number !== '' && Number(number) !== 1))) return false;
    const width = indent + item.width;
    skip(width);
    readIndent();
    const gap = isBlank() || indent > 4 ? 1 : indent;
    skip(gap);
    const above = open[isParagraph ? depth - 2 : depth - 1];
    if (above?.kind === 'list' && above.mark !== mark) depth = open.indexOf(above);
    if (above?.kind !== 'list' || above.mark !== mark) {
      const list = add('list');
      list.mark = mark;
      list.info = number;
      list.size = Number(number || 1);
    }
    add('item').size = width + gap;
    return true;
  }

  /** Adds the rest of the line as text. */
  function addText(hasBegun: boolean): void {
    readIndent();
    const tip = open.at(-1);
    // a lazy continuation line of the paragraph in a quote or item
    if (open.length > depth && !hasBegun && !isBlank() && tip?.kind === 'paragraph') {
      depth = open.length;
      tip.lines.push(line.slice(next));
      return;
    }
    open.length = depth;
    const last = open[depth - 1] ?? root;
    if (last.kind === 'code') last.lines.push(line.slice(at));
    else if (last.kind === 'html') {
      last.lines.push(line.slice(at));
      last.isClosed = last.end !== blank && last.end?.test(line.slice(at)) === true;
    } else if (!isBlank())
      (last.kind === 'table' || (last.kind === 'paragraph' && !footnote.test(line.slice(next)))
        ? last
        : add('paragraph')
      ).lines.push(line.slice(next));
  }

  for (let end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    line = text.slice(start, end);
    [at, column] = [0, 0];
    const isLineBlank = blank.test(line);
    depth = 1;
    while (depth < open.length) {
      const block = open[depth];
      if (!block || !continues(block)) break;
      depth += 1;
    }
    const last = open[depth - 1] ?? root;
    readIndent();
    if (last.kind === 'code' && indent < 4 && closesFence(last.mark, line.slice(next))) {
      last.isClosed = true;
      for (const block of open) block.to = end;
      open.length = depth - 1;
    } else {
      const before = depth;
      const isRead = begin();
      if (!isRead) addText(depth !== before || last !== open[depth - 1]);
      const tip = open.at(-1);
      if (!isLineBlank || (tip?.kind === 'code' && tip.mark !== '')) for (const block of open) block.to = end;
      // these blocks have one line
      if (tip?.kind === 'heading' || tip?.kind === 'rule' || (tip?.kind === 'html' && tip.isClosed)) open.pop();
    }
    isBelowBlank = isLineBlank;
    lineBefore = start;
  }
  return { root, settled };
}

/** Returns the cells of a table row; cuts off cells far above the maximum. */
export function cellsOf(row: string): string[] {
  const cells = row.trim().split(/(?<!\\)\|/, mostColumns + 3);
  if (cells[0] === '') cells.shift();
  if (cells.at(-1)?.trim() === '') cells.pop();
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function blockOf(kind: LineBlock['kind'], from: number): LineBlock {
  return { kind, from, to: from, children: [], lines: [], size: 0, mark: '', info: '', isClosed: false };
}

function holdsBlocks({ kind }: LineBlock): boolean {
  return kind === 'root' || kind === 'quote' || kind === 'item';
}

/** Returns the fence that begins code, and the info string after it. */
export function fenceOf(line: string): { indent: number; mark: string; info: string } | undefined {
  const [, { length: indent } = '', mark = '', info = ''] = fence.exec(line) ?? [];
  return mark === '' || (mark.startsWith('`') && info.includes('`')) ? undefined : { indent, mark, info };
}

export function closesFence(mark: string, line: string): boolean {
  const closing = fenceOf(line);
  return mark !== '' && closing?.mark.startsWith(mark) === true && blank.test(closing.info);
}

/** Returns the bullet or number of a list item with its delimiter, and the rest of the line. */
export function itemMarkOf(
  words: string,
): { mark: string; number: string; width: number; isEmpty: boolean } | undefined {
  const [whole = '', bullet, number = '', delimiter] = ruleLine.test(words) ? [] : (marker.exec(words) ?? []);
  const mark = bullet ?? delimiter;
  return mark === undefined
    ? undefined
    : { mark, number, width: whole.length, isEmpty: blank.test(words.slice(whole.length)) };
}

/** Returns a heading without its closing marks. */
function withoutMarks(words: string): string {
  let end = words.length;
  while (words[end - 1] === '#') end -= 1;
  return end === 0 || /[ \t]/.test(words[end - 1] ?? '') ? words.slice(0, end).trimEnd() : words;
}
