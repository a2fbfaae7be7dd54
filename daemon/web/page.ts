/** What of an answer is read: text as it is, HTML as Markdown; in two stages, so that a hostile page leaves something. */
import { later } from '../base/later.js';
import { WebFailure } from './failure.js';
import { unreadable, type Page } from './get.js';
import { decodeText, kindOfBytes, kindOfType, looksBinary, mediaType } from './media.js';

/** An answer as text. */
export interface PageText {
  /** of HTML */
  title?: string;
  text: string;
  /** what the reader should know about how the text came about */
  note?: string;
}

const notes = {
  main: undefined,
  whole: 'The main text could not be separated from the rest, so the whole page is given.',
  empty: 'The page holds hardly any text; it may be made by scripts, which are not run.',
};

const loadReader = later(() => import('./html.js'));

/** Chars of a Markdown text; more comes only of pages made for it. */
const textLimit = 10 * 1024 * 1024;

/** Whether an answer is better read in a thread: everything that is more than passing on a little text. */
export function isHeavy(page: Pick<Page, 'bytes' | 'contentType'>): boolean {
  return page.bytes.byteLength > 65_536 || kindOf(page) === 'html';
}

/** Emits the plain text first, then the better one of HTML; throws WebFailure for what is no text. */
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
  // more of a text than the page has letters for is no text of it
  if (markdown.length > textLimit) throw new WebFailure('the Markdown is too large');
  // a broken page can lose its text in the parser
  if (found === 'empty' && plain.text.length > 200 + 10 * markdown.length) return;
  const note = notes[found];
  yield { title, text: markdown, ...(note === undefined ? {} : { note }) };
}

function kindOf({ bytes, contentType }: Pick<Page, 'bytes' | 'contentType'>): 'html' | 'text' | 'other' {
  const kind = kindOfType(mediaType(contentType)) ?? kindOfBytes(bytes);
  return kind === 'text' && looksBinary(bytes, contentType) ? 'other' : kind;
}

/** Elements whose content is nothing to read. */
const skipped = ['script', 'style', 'noscript', 'template', 'iframe', 'svg', 'math', 'title'];
const breaking =
  /^(?:address|article|aside|blockquote|br|dd|div|dl|dt|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|option|p|pre|section|table|tbody|td|th|thead|tr|ul)$/;
/** Chars; a character reference across the border of two pieces stays as it is. */
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

/** HTML as plain text, in one pass over its characters: what is left when nothing better can be made of a page. */
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

/** Where texts end; what is not found once is not looked for again, or many open tags would take the square of their number. */
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

/** In pieces: the library of the language takes a lot of memory for millions of replacements in one text. */
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
