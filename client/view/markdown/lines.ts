/** The blocks of Markdown, found line by line: each line continues the blocks that are open, begins others, or closes them.
 *
 * A reader of our own, as a page loads it: a library is three times as large and makes HTML, which nothing here needs, and
 * what streams asks where nothing changes any more. The time for a text grows with its length alone.
 */
import { closingTag, openTag } from './inline.js';

/** A block with the lines of its text; what is in quotes, lists and items is below it. */
export interface LineBlock {
  kind: 'root' | 'quote' | 'list' | 'item' | 'paragraph' | 'heading' | 'code' | 'html' | 'table' | 'rule';
  /** where its first line begins in the text, and where its last one ends */
  from: number;
  to: number;
  children: LineBlock[];
  lines: string[];
  /** of a heading its level, of a list the number of its first item, of other blocks the columns that their lines lose */
  size: number;
  /** of a list what follows its numbers or its bullet, of code its fence */
  mark: string;
  /** of code what follows its fence; of an ordered list its first number */
  info: string;
  /** of HTML: where it ends */
  end?: RegExp;
  /** the fence of code or the mark of HTML that ends it was seen */
  isClosed: boolean;
}

export interface ReadLines {
  root: LineBlock;
  /** Up to here nothing changes whatever follows, given that the text ends with a line break. */
  settled: number;
}

/** Nesting of quotes, lists and items that is read; what is deeper is text. */
const deepest = 80;
/** A line that is longer is text: what could mark it would take too much memory to find. */
const longest = 20_000;
/** Columns of a table; what has more is no table for a reader. */
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
/** How HTML begins, and how it ends; the last kind interrupts no paragraph. */
const htmlKinds: readonly (readonly [RegExp, RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [new RegExp(`^</?(?:${htmlNames})(?:\\s|/?>|$)`, 'i'), blank],
  [new RegExp(`^(?:${openTag}|${closingTag})\\s*$`, 'i'), blank],
];

/** The text of a footnote: it is shown where it stands, each with a line of its own. */
const footnote = /^\[\^[^\]]+\]:/;

/** `rest`: removes what belongs to no block from the lines of a paragraph, its link definitions. */
export function readLines(text: string, rest: (paragraph: string) => string): ReadLines {
  const root = blockOf('root', 0);
  /** the blocks that are open, each in the one before it; those from `depth` on do not continue with this line */
  const open = [root];
  let depth = 1;
  let settled = 0;
  let isBelowBlank = false;
  let start = 0;
  let lineBefore = 0;
  let line = '';
  /** what is read of the line, and its columns; where its next word begins, and the blank columns before that */
  let at = 0;
  let column = 0;
  let next = 0;
  let indent = 0;

  function look(): void {
    indent = 0;
    for (next = at; ; next += 1) {
      if (line[next] === ' ') indent += 1;
      else if (line[next] === '\t') indent += 4 - ((column + indent) % 4);
      else return;
    }
  }

  /** Takes columns of the line; of a tab that is wider the rest stays as blanks. */
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
    look();
    if (indent > 0) skip(1);
  }

  /** Whether an open block continues with the line, of which its own marks are read then. */
  function continues(block: LineBlock): boolean {
    look();
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

  /** A block of one line. */
  function addLeaf(kind: 'heading' | 'rule', words = '', size = 0): void {
    const block = add(kind);
    if (kind === 'heading') block.lines.push(words);
    block.size = size;
  }

  /** Adds the blocks that begin at this place of the line; true when nothing of the line is left for a text. */
  function begin(): boolean {
    for (;;) {
      const container = open[depth - 1] ?? root;
      if (container.kind === 'code' || container.kind === 'html') return false;
      look();
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

  /** The line below a paragraph that makes a heading or the head of a table of it. */
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
    look();
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
    look();
    const tip = open.at(-1);
    // a line that only continues the paragraph in a quote or item
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
    look();
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
      // these have one line
      if (tip?.kind === 'heading' || tip?.kind === 'rule' || (tip?.kind === 'html' && tip.isClosed)) open.pop();
    }
    isBelowBlank = isLineBlank;
    lineBefore = start;
  }
  return { root, settled };
}

/** The cells of a row of a table; a few more than a table may have are cut off. */
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

/** The fence that begins code, and what is behind it. */
export function fenceOf(line: string): { indent: number; mark: string; info: string } | undefined {
  const [, { length: indent } = '', mark = '', info = ''] = fence.exec(line) ?? [];
  return mark === '' || (mark.startsWith('`') && info.includes('`')) ? undefined : { indent, mark, info };
}

export function closesFence(mark: string, line: string): boolean {
  const closing = fenceOf(line);
  return mark !== '' && closing?.mark.startsWith(mark) === true && blank.test(closing.info);
}

/** Bullet of a list item, or its number and what follows it, and the rest of the line. */
export function itemMarkOf(
  words: string,
): { mark: string; number: string; width: number; isEmpty: boolean } | undefined {
  const [whole = '', bullet, number = '', delimiter] = ruleLine.test(words) ? [] : (marker.exec(words) ?? []);
  const mark = bullet ?? delimiter;
  return mark === undefined
    ? undefined
    : { mark, number, width: whole.length, isEmpty: blank.test(words.slice(whole.length)) };
}

/** A heading without the marks at its end. */
function withoutMarks(words: string): string {
  let end = words.length;
  while (words[end - 1] === '#') end -= 1;
  return end === 0 || /[ \t]/.test(words[end - 1] ?? '') ? words.slice(0, end).trimEnd() : words;
}
