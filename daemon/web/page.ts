/** Converts an answer to text: HTML to Markdown, other text unchanged; a hostile page still yields plain text. */
import { later } from '../base/later.js';
import { WebFailure } from './failure.js';
import { unreadable, type Page } from './get.js';
import { decodeText, kindOfBytes, kindOfType, isBinary, mediaType } from './media.js';

/** An answer as text. */
export interface PageText {
  /** title of an HTML page */
  title?: string;
  text: string;
  /** a note for the reader about how the text was obtained */
  note?: string;
}

const notes = {
  main: undefined,
  whole: 'The main text could not be separated from the rest, so the whole page is given.',
  empty: 'The page holds hardly any text; it may be made by scripts, which are not run.',
};

const loadReader = later(() => import('./html.js'));

/** Maximum characters of Markdown; only pages made for that purpose exceed it. */
const textLimit = 10 * 1024 * 1024;

/** Whether an answer should be converted in a thread: anything beyond a short text. */
export function isHeavy(page: Pick<Page, 'bytes' | 'contentType'>): boolean {
  return page.bytes.byteLength > 65_536 || kindOf(page) === 'html';
}

/** Yields the plain text first, then the better conversion of HTML; throws WebFailure for content that is not text. */
export async function* readPage(page: Page): AsyncGenerator<PageText> {
  const kind = kindOf(page);
  if (kind === 'other') throw unreadable(mediaType(page.contentType), page.bytes.byteLength);
  const text = decodeText(page.bytes, page.contentType, kind);
  if (kind === 'text') {
    yield { text };
    return;
  }
  const plain = plainPage(text);
  yield { ...plain, note: 'The page could not be turned into Markdown; this is its plain text.' };
  const { readArticle } = await loadReader();
  const { title, markdown, found } = await readArticle(text, page.url);
  // Markdown larger than any page may be is not its text
  if (markdown.length > textLimit) throw new WebFailure('the Markdown is too large');
  // the parser can lose the text of a broken page
  if (found === 'empty' && plain.text.length > 200 + 10 * markdown.length) return;
  const note = notes[found];
  yield { title, text: markdown, ...(note === undefined ? {} : { note }) };
}

function kindOf({ bytes, contentType }: Pick<Page, 'bytes' | 'contentType'>): 'html' | 'text' | 'other' {
  const kind = kindOfType(mediaType(contentType)) ?? kindOfBytes(bytes);
  return kind === 'text' && isBinary(bytes, contentType) ? 'other' : kind;
}

/** Elements without readable content. */
const skipped = ['script', 'style', 'noscript', 'template', 'iframe', 'svg', 'math', 'title'];
const breaking =
  /^(?:address|article|aside|blockquote|br|dd|div|dl|dt|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|option|p|pre|section|table|tbody|td|th|thead|tr|ul)$/;
/** Characters per piece; a character reference across a boundary stays unchanged. */
const pieceLength = 100_000;
const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  middot: '·',
  bull: '•',
  rarr: '→',
  laquo: '«',
  raquo: '»',
};

/** HTML as plain text in one pass over its characters: the fallback when no better conversion works. */
interface PlainPage {
  title: string;
  text: string;
}

/** Takes time proportional to the length. */
export function plainPage(html: string): PlainPage {
  const ends = createEnds(html);
  const pieces: string[] = [];
  let title = '';
  let at = 0;
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    pieces.push(html.slice(at, open));
    const comment = html.startsWith('<!--', open);
    const end = comment ? ends.after('-->', open + 4) : ends.after('>', open);
    const [, closing, name = ''] = /^(\/)?([a-z][a-z0-9]*)/i.exec(html.slice(open + 1, open + 20).toLowerCase()) ?? [];
    if (end === undefined || (name === '' && !/[!?/]/.test(html[open + 1] ?? ''))) {
      pieces.push('<');
      at = open + 1;
      continue;
    }
    at = end;
    if (breaking.test(name)) pieces.push('\n');
    const close = closing === undefined && skipped.includes(name) ? ends.after(`</${name}`, end) : undefined;
    if (close === undefined) continue;
    if (name === 'title' && title === '') title = clean(html.slice(end, close - '</title'.length));
    at = ends.after('>', close) ?? close;
  }
  pieces.push(html.slice(at));
  return { title: title.replaceAll('\n', ' '), text: clean(pieces.join('')) };
}

/** Finds ends of texts; does not repeat a failed search, so that many open tags take no quadratic time. */
function createEnds(html: string): { after(text: string, from: number): number | undefined } {
  const missing = new Set<string>();
  const expressions = new Map<string, RegExp>();
  return {
    after(text, from) {
      if (missing.has(text)) return undefined;
      const expression = expressions.get(text) ?? new RegExp(text, 'gi');
      expressions.set(text, expression);
      expression.lastIndex = from;
      if (expression.test(html)) return expression.lastIndex;
      missing.add(text);
      return undefined;
    },
  };
}

function clean(text: string): string {
  return decoded(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Decodes in pieces: the engine takes much memory for millions of replacements in one text. */
function decoded(text: string): string {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += pieceLength) {
    pieces.push(
      text.slice(at, at + pieceLength).replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, character),
    );
  }
  return pieces.join('');
}

function character(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole;
  const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? '\ufffd' : String.fromCodePoint(code);
}
