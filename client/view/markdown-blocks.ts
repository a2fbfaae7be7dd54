/** Parses a stretch of Markdown into blocks of plain data; `markdown/` reads its lines and their inline text. */
import { unescaped } from './markdown/escapes.js';
import { inlinesOf, withoutDefinitions } from './markdown/inline.js';
import { cellsOf, readLines, type LineBlock } from './markdown/lines.js';
import type { DefinedLinks, Inline, ListItem, MarkdownBlock } from './markdown/model.js';

export { normalLabel } from './markdown/inline.js';
export type { DefinedLinks, Inline, ListItem, MarkdownBlock } from './markdown/model.js';

export interface ReadBlocks {
  blocks: MarkdownBlock[];
  /** Length of the text that stays the same regardless of what follows, if the text ends with a line break; 0: none. */
  settled: number;
  /** labels defined in the text */
  labels: string[];
}

/** Shared by the empty cells of a table, which may be many. */
const nothing: Inline[] = [];

/** Parses a text; adds its definitions to `links`. */
export function blocksOf(text: string, links: DefinedLinks): ReadBlocks {
  const before = new Set(Object.keys(links));
  const { root, settled } = readLines(text, (paragraph) => withoutDefinitions(paragraph, links));
  define(root, links);
  const blocks = root.children.flatMap((block) => blockOf(block, text, links));
  return { blocks, settled, labels: Object.keys(links).filter((label) => !before.has(label)) };
}

/** Collects the definitions first, since a link may precede its own. */
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
