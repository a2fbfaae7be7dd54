/** The searchable text of a transcript row, and the ranges of hits in the rendered row. */
import type { Inline, MarkdownBlock } from '../../../client/view/markdown-blocks.js';
import type { Row } from './rows.js';

/** Lower case, with every blank as a space. Positions are those of the original text. */
export function comparable(words: string): string {
  // `İ` is the only capital letter that gets longer in lower case
  return words.replaceAll('\u0130', 'i').toLowerCase().replace(/\s/g, ' ');
}

/** Returns the searchable text of a row, as it reads when unfolded. */
export function wordsOf(row: Row): string {
  switch (row.kind) {
    case 'turn':
      return row.turn.prompt ?? '';
    case 'block':
      // the source too: it has the addresses of links, which are not shown
      return `${shownOf(row.block)}\n${row.block.source}`;
    case 'thinking':
      return row.frame.text;
    case 'call':
    case 'lookups': {
      const frames = row.kind === 'call' ? [row.frame] : row.frames;
      return frames
        .map(({ name, input, output, error = '' }) => [name, plain(input), plain(output), error].join('\n'))
        .join('\n');
    }
    case 'steered':
      return row.text;
    case 'notice':
      return `${row.message} ${row.detail}`;
    case 'error':
      return row.turn.error ?? '';
    case 'shell':
      return `${row.task.description ?? ''}\n${row.task.outputTail}`;
    case 'outgoing':
      return row.prompt.content.map((part) => (part.type === 'text' ? part.text : '')).join(' ');
    case 'marker':
      return plain(row.marker.payload);
    case 'retry':
    case 'footer':
      return '';
  }
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(plain).join('\n');
}

/** Returns the text of a block without Markdown syntax. */
function shownOf(block: MarkdownBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return inlineOf(block.children);
    case 'code':
    case 'html':
      return block.text;
    case 'quote':
      return block.children.map(shownOf).join('\n');
    case 'list':
      return block.items.flatMap(({ children }) => children.map(shownOf)).join('\n');
    case 'table':
      return [block.header, ...block.rows].flatMap((cells) => cells.map(inlineOf)).join('\n');
    case 'rule':
      return '';
  }
}

function inlineOf(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if ('children' in part) return inlineOf(part.children);
      if ('text' in part) return part.text;
      return part.kind === 'break' ? '\n' : part.alt;
    })
    .join('');
}

const inlineElements = new Set(['A', 'BDI', 'CODE', 'DEL', 'EM', 'SPAN', 'STRONG']);

/** Returns the block element around a text; words may continue across inline elements within it. */
function blockAround(node: Node): Element | null {
  let element = node.parentElement;
  while (element && inlineElements.has(element.tagName)) element = element.parentElement;
  return element;
}

export function rangesIn(root: HTMLElement, wanted: string): Range[] {
  const ranges: Range[] = [];
  let around: Element | null = null;
  let words = '';
  /** text nodes of the current block, each with its offset in `words` */
  let texts: { node: Node; from: number }[] = [];
  const placeOf = (at: number): [Node, number] => {
    const { node, from } = texts.findLast((each) => each.from <= at) ?? { node: root, from: at };
    return [node, at - from];
  };
  const take = (): void => {
    for (let at = words.indexOf(wanted); at >= 0; at = words.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(...placeOf(at));
      const [last, end] = placeOf(at + wanted.length - 1);
      range.setEnd(last, end + 1);
      ranges.push(range);
    }
    words = '';
    texts = [];
  };
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node instanceof Element) {
      if (node.tagName === 'BR') take();
      continue;
    }
    const next = blockAround(node);
    if (next !== around) take();
    around = next;
    texts.push({ node, from: words.length });
    words += comparable(node.textContent ?? '');
  }
  take();
  return ranges;
}
