/** One stretch of Markdown as blocks of plain data; `markdown/` reads its lines and the text in them. */
import { unescaped } from './markdown/escapes.js';
import { inlinesOf, withoutDefinitions } from './markdown/inline.js';
import { cellsOf, readLines, type LineBlock } from './markdown/lines.js';
import type { DefinedLinks, Inline, ListItem, MarkdownBlock } from './markdown/model.js';

export { normalLabel } from './markdown/inline.js';
export type { DefinedLinks, Inline, ListItem, MarkdownBlock } from './markdown/model.js';

export interface ReadBlocks {
  blocks: MarkdownBlock[];
  /** Up to here nothing changes whatever follows, given that the text ends with a line break; 0: nothing is certain. */
  settled: number;
  /** labels that were defined */
  labels: string[];
}

/** The cells that a table leaves empty, which may be many. */
const nothing: Inline[] = [];

/** Reads a text; definitions in it are added to `links`. */
export function blocksOf(text: string, links: DefinedLinks): ReadBlocks {
  const before = new Set(Object.keys(links));
  const { root, settled } = readLines(text, (paragraph) => withoutDefinitions(paragraph, links));
  define(root, links);
  const blocks = root.children.flatMap((block) => blockOf(block, text, links));
  return { blocks, settled, labels: Object.keys(links).filter((label) => !before.has(label)) };
}

/** Takes the definitions first, as a link may be above its own. */
function define(block: LineBlock, links: DefinedLinks): void {
  if (block.kind === 'paragraph') block.lines = [withoutDefinitions(block.lines.join('\n'), links).trimEnd()];
  for (const child of block.children) define(child, links);
}

function blockOf(block: LineBlock, text: string, links: DefinedLinks): MarkdownBlock[] {
  const { kind, children, lines, size } = block;
  const source = text.slice(block.from, block.to);
  const inlines = (words = ''): Inline[] => (words === '' ? nothing : inlinesOf(words, links));
  switch (kind) {
    case 'paragraph':
      return lines[0] ? [{ kind, source, children: inlines(lines[0]) }] : [];
    case 'heading':
      return [{ kind, source, level: size, children: inlines(lines.join('\n').trimEnd()) }];
    case 'code':
      return [codeOf(block, source)];
    case 'quote':
      return [{ kind, source, children: children.flatMap((child) => blockOf(child, text, links)) }];
    case 'list':
      return [
        {
          kind,
          source,
          ordered: block.info !== '',
          start: size,
          part: 0,
          items: children.map((item) => itemOf(item, text, links)),
        },
      ];
    case 'table': {
      const [header = [], rule = [], ...rows] = lines.map(cellsOf);
      return [
        {
          kind,
          source,
          align: rule.map(alignOf),
          header: header.map(inlines),
          rows: rows.map((cells) => header.map((_, at) => inlines(cells[at]))),
          part: 0,
        },
      ];
    }
    case 'rule':
      return [{ kind, source }];
    case 'html':
      return [{ kind, source, text: lines.join('\n').replace(/\n+$/, '') }];
    default:
      return [];
  }
}

function itemOf({ children }: LineBlock, text: string, links: DefinedLinks): ListItem {
  const [first] = children;
  const [mark, tick] = (first?.kind === 'paragraph' && /^\[([ x])\]\s+(?=\S)/i.exec(first.lines[0] ?? '')) || [];
  if (first && mark) first.lines = [(first.lines[0] ?? '').slice(mark.length)];
  return { ...(mark && { checked: tick !== ' ' }), children: children.flatMap((child) => blockOf(child, text, links)) };
}

function codeOf({ mark, info, lines, isClosed }: LineBlock, source: string): MarkdownBlock {
  const [language = ''] = unescaped(info).trim().split(/\s+/);
  if (mark === '') while (lines.at(-1)?.trim() === '') lines.pop();
  return { kind: 'code', source, language, text: lines.join('\n'), part: 0, closed: mark === '' || isClosed };
}

function alignOf(rule: string): 'left' | 'center' | 'right' | null {
  if (rule.endsWith(':')) return rule.startsWith(':') ? 'center' : 'right';
  return rule.startsWith(':') ? 'left' : null;
}
