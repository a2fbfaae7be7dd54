/** One stretch of Markdown as blocks of plain data, read with marked's lexer; no HTML is ever made of it. */
import { Lexer, type MarkedToken, type Token, type Tokens, type TokensList } from 'marked';

/** Text within a block. HTML is text; which schemes of links may be opened is up to who shows them. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'emphasis' | 'deleted'; children: Inline[] }
  | { kind: 'link'; href: string; title?: string; children: Inline[] }
  | { kind: 'image'; href: string; alt: string };

export interface ListItem {
  /** of a task list */
  checked?: boolean;
  children: MarkdownBlock[];
}

/** A long block is several: `part` is 0 for the first one, more for those that continue it. */
export type MarkdownBlock = {
  /** the Markdown it was made of */
  source: string;
} & (
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'heading'; level: number; children: Inline[] }
  /** `closed`: its end was seen */
  | { kind: 'code'; language: string; text: string; part: number; closed: boolean }
  /** `start`: number of the first item of this part */
  | { kind: 'list'; ordered: boolean; start: number; items: ListItem[]; part: number }
  | { kind: 'quote'; children: MarkdownBlock[] }
  | {
      kind: 'table';
      align: ('left' | 'center' | 'right' | null)[];
      header: Inline[][];
      rows: Inline[][][];
      part: number;
    }
  | { kind: 'rule' }
  | { kind: 'html'; text: string }
);

/** Link definitions by their labels. */
export type DefinedLinks = TokensList['links'];

export interface ReadBlocks {
  blocks: MarkdownBlock[];
  /** Up to here nothing changes whatever follows, given that the text ends with a line break; 0: nothing is certain. */
  settled: number;
  /** labels that were defined */
  labels: string[];
}

/** Nesting of quotes and lists that is read; what is deeper is text. */
const deepest = 40;
const tooDeep = new RegExp(
  String.raw`^[ \t>*+\-\d](?<=^(?=(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){${deepest}}).)`,
  'gm',
);
/** What stands for the first character of such a line: it marks nothing, and has the same length. */
const standIn = 0xf800;
const standIns = /^[\uf800-\uf87f]/gm;
/** A longer stretch of text without blocks is shown as it is: the search for its marks would take too long. */
const longestInline = 20_000;

/** Reads a text; definitions in it are added to `links`. */
export function blocksOf(text: string, links: DefinedLinks): ReadBlocks {
  const before = new Set(Object.keys(links));
  const lexer = new Lexer({ gfm: true });
  lexer.tokens.links = links;
  const flat = flattened(text);
  const reader: Reader = { lexer, plain: flat === text ? (part) => part : restored };
  const tokens = lexer.blockTokens(flat, []);
  const blocks: MarkdownBlock[] = [];
  let settled = 0;
  let at = 0;
  let blank = false;
  for (const token of tokens) {
    if (token.type !== 'space') {
      // a blank line in front, and a further block behind it: nothing joins them any more
      if (blank) settled = at;
      blocks.push(...blockOf(token, reader));
    }
    at += token.raw.length;
    blank = /\n[ \t]*\n[ \t]*$/.test(token.raw) || (token.type === 'space' && token.raw.includes('\n'));
  }
  return { blocks, settled, labels: Object.keys(links).filter((label) => !before.has(label)) };
}

interface Reader {
  lexer: Lexer;
  /** the text as it was before deep lines were made flat */
  plain(text: string): string;
}

export function normalLabel(label: string): string {
  return label.toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Lines of absurd depth begin with a character that marks nothing, so that no reader runs out of stack. */
function flattened(text: string): string {
  return text.replace(tooDeep, (char) => String.fromCharCode(standIn + char.charCodeAt(0)));
}

function restored(text: string): string {
  return text.replace(standIns, (char) => String.fromCharCode(char.charCodeAt(0) - standIn));
}

function blockOf(token: Token, reader: Reader): MarkdownBlock[] {
  const source = reader.plain(token.raw);
  const known = token as MarkedToken;
  switch (known.type) {
    case 'heading':
      return [{ kind: 'heading', source, level: known.depth, children: inlines(known.text, reader) }];
    case 'code':
      return [codeOf(known, source)];
    case 'blockquote':
      return [{ kind: 'quote', source, children: nested(known.tokens, reader) }];
    case 'list':
      return [
        {
          kind: 'list',
          source,
          ordered: known.ordered,
          start: known.start === '' ? 1 : known.start,
          part: 0,
          items: known.items.map((item) => ({
            ...(item.task && { checked: item.checked === true }),
            children: nested(item.tokens, reader),
          })),
        },
      ];
    case 'table':
      return [
        {
          kind: 'table',
          source,
          align: known.align,
          header: known.header.map(({ text }) => inlines(text, reader)),
          rows: known.rows.map((row) => row.map(({ text }) => inlines(text, reader))),
          part: 0,
        },
      ];
    case 'hr':
      return [{ kind: 'rule', source }];
    case 'html':
      return [{ kind: 'html', source, text: reader.plain(known.text).replace(/\n+$/, '') }];
    case 'paragraph':
    case 'text':
      return [{ kind: 'paragraph', source, children: inlines(known.text, reader) }];
    case 'def':
    case 'space':
    case 'checkbox':
      return [];
    default:
      return [{ kind: 'paragraph', source, children: [{ kind: 'text', text: reader.plain(token.raw) }] }];
  }
}

function nested(tokens: readonly Token[], reader: Reader): MarkdownBlock[] {
  return tokens.flatMap((token) => blockOf(token, reader));
}

function codeOf({ lang, text, raw, codeBlockStyle }: Tokens.Code, source: string): MarkdownBlock {
  const [language = ''] = (lang ?? '').trim().split(/\s+/);
  const closed = codeBlockStyle === 'indented' || /\n {0,3}(?:`{3,}|~{3,})[ \t]*\n*$/.test(raw);
  return { kind: 'code', source, language, text, part: 0, closed };
}

function inlines(text: string, { lexer, plain }: Reader): Inline[] {
  if (text.length > longestInline) return [{ kind: 'text', text: plain(text) }];
  return children(lexer.inlineTokens(text, []), plain);
}

function inlineOf(token: Token, plain: Reader['plain']): Inline[] {
  const known = token as MarkedToken;
  switch (known.type) {
    case 'text':
    case 'escape':
      return [{ kind: 'text', text: plain(known.text) }];
    case 'codespan':
      return [{ kind: 'code', text: known.text }];
    case 'br':
      return [{ kind: 'break' }];
    case 'html':
      return [/^<br\s*\/?>$/i.test(known.raw) ? { kind: 'break' } : { kind: 'text', text: known.raw }];
    case 'strong':
      return [{ kind: 'strong', children: children(known.tokens, plain) }];
    case 'em':
      return [{ kind: 'emphasis', children: children(known.tokens, plain) }];
    case 'del':
      return [{ kind: 'deleted', children: children(known.tokens, plain) }];
    case 'link':
      return [
        {
          kind: 'link',
          href: known.href,
          ...(known.title && { title: known.title }),
          children: children(known.tokens, plain),
        },
      ];
    case 'image':
      return [{ kind: 'image', href: known.href, alt: known.text }];
    default:
      return [{ kind: 'text', text: plain(token.raw) }];
  }
}

function children(tokens: readonly Token[], plain: Reader['plain']): Inline[] {
  return joined(tokens.flatMap((token) => inlineOf(token, plain)));
}

function joined(parts: readonly Inline[]): Inline[] {
  const found: Inline[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (part.kind === 'text' && last?.kind === 'text')
      found[found.length - 1] = { ...last, text: last.text + part.text };
    else found.push(part);
  }
  return found;
}
