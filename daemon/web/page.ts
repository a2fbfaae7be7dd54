/** What of an answer is read: text as it is, HTML as Markdown; in two stages, so that a hostile page leaves something. */
import { later } from '../base/later.js';
import { WebFailure } from './failure.js';
import { unreadable, type Page } from './get.js';
import { decodeText, kindOfBytes, kindOfType, looksBinary, mediaType } from './media.js';
import { plainPage } from './plain.js';

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
