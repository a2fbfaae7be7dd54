/** HTML as Markdown: the main text where it can be found, else the whole page. Loads heavy libraries; meant for a thread. */
import { later } from '../base/later.js';
import { createTurndown } from './markdown.js';
import { parseUrl } from '../../schemas/url.js';

export interface Article {
  title: string;
  markdown: string;
  /** how well the main text was found: `whole`: not at all, all of the page is given; `empty`: there is hardly any text */
  found: 'main' | 'whole' | 'empty';
}

/** Elements that are nothing to read. */
const clutter =
  'script, style, noscript, template, iframe, object, embed, svg, canvas, audio, video, input, button, select, textarea, dialog, [hidden], [aria-hidden="true"]';
/** Chars below which a main text may well be a part of the page that was taken for it. */
const shortArticle = 250;
/** The smallest part of a page's text that can be its main text. */
const smallestPart = 0.05;
/** Chars; a page of scripts alone has about as much. */
const hardlyAny = 80;

// of packages without modules the bundle knows the default export only
const loadParsers = later(() => Promise.all([import('linkedom'), import('@mozilla/readability')]));

/** `url` is where links start from. Throws whatever the libraries throw on unexpected pages. */
export async function readArticle(html: string, url: string): Promise<Article> {
  const [{ parseHTML }, { default: readability }] = await loadParsers();
  const turndown = await createTurndown();
  const open = (): Document => {
    const document = parsed(html, (text) => parseHTML(text).document);
    prepare(document, url);
    return document;
  };
  const document = open();
  const whole = length(document.body);
  const ownTitle = titleOf(document);
  // classes name the languages of code
  const reader = new readability.Readability<Node>(document, {
    keepClasses: true,
    disableJSONLD: true,
    serializer: (node) => node,
  });
  const article = reader.parse();
  const main = article?.content;
  const title = (ownTitle || (article?.title ?? '')).replace(/\s+/g, ' ').trim();
  const size = main ? length(main) : 0;
  const poor = size < whole * smallestPart || (size < shortArticle && size < whole / 2);
  if (main && size > 0 && !poor) return { title, markdown: turndown(main), found: size < hardlyAny ? 'empty' : 'main' };
  return { title, markdown: turndown(open().body), found: whole < hardlyAny ? 'empty' : 'whole' };
}

/** The parser takes the first element for the document's own, and leaves out what a page may leave out. */
function parsed(html: string, parse: (html: string) => Document): Document {
  const start = html.slice(0, 4_096);
  const document = parse(/<html[\s>]/i.test(start) ? html : `<html><body>${html}</body></html>`);
  const root = document.documentElement;
  if (![...root.children].some(({ tagName }) => tagName === 'BODY')) {
    const body = document.createElement('body');
    for (const child of [...root.childNodes]) if (child.nodeName !== 'HEAD') body.append(child);
    root.append(body);
  }
  return document;
}

function prepare(document: Document, url: string): void {
  for (const element of document.querySelectorAll(clutter)) element.remove();
  for (const element of document.querySelectorAll('[style]')) {
    if (/display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0[^.\d]/i.test(`${element.getAttribute('style')};`))
      element.remove();
  }
  const base = absolute(document.querySelector('base[href]')?.getAttribute('href'), url) ?? url;
  for (const link of document.querySelectorAll('a[href]')) point(link, 'href', base);
  for (const image of document.querySelectorAll('img')) point(image, 'src', base);
}

/** Makes a reference whole, or takes it away when it leads nowhere on the web. */
function point(element: Element, attribute: string, base: string): void {
  const given = element.getAttribute(attribute);
  const target = given?.startsWith('#') ? undefined : absolute(given, base);
  if (target === undefined) element.removeAttribute(attribute);
  else element.setAttribute(attribute, target);
}

function absolute(reference: string | null | undefined, base: string): string | undefined {
  const url = reference == null ? undefined : parseUrl(reference, base);
  if (!url) return undefined;
  const { protocol, href } = url;
  return /^(?:https?|mailto):$/.test(protocol) ? href : undefined;
}

function titleOf(document: Document): string {
  return (document.querySelector('title') ?? document.querySelector('h1'))?.textContent?.trim() ?? '';
}

function length(node: Node): number {
  return (node.textContent ?? '').replace(/\s+/g, ' ').length;
}
