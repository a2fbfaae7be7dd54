/** Converts HTML to Markdown: the main text if found, else the whole page. Loads large libraries; runs in a thread. */
import type TurndownService from 'turndown';
import { later } from '../base/later.js';
import { parseUrl } from '../../schemas/url.js';

export interface Article {
  title: string;
  markdown: string;
  /** how well the main text was found: `whole`: not found, this is the whole page; `empty`: there is hardly any text */
  found: 'main' | 'whole' | 'empty';
}

/** Elements without readable content. */
const clutter =
  'script, style, noscript, template, iframe, object, embed, svg, canvas, audio, video, input, button, select, textarea, dialog, [hidden], [aria-hidden="true"]';
/** Characters; a shorter main text may be only a part of the real one. */
const shortArticle = 250;
/** Minimum share of a page's text that its main text must have. */
const smallestPart = 0.05;
/** Characters; a page with only scripts has about as many. */
const minChars = 80;

// the bundle has only the default exports of CommonJS packages
const loadParsers = later(() => Promise.all([import('linkedom'), import('@mozilla/readability')]));

/** `url` is the base of relative links. Throws any error of the libraries on unexpected pages. */
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
  // keep classes, which name the languages of code blocks
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
  if (main && size > 0 && !poor) return { title, markdown: turndown(main), found: size < minChars ? 'empty' : 'main' };
  return { title, markdown: turndown(open().body), found: whole < minChars ? 'empty' : 'whole' };
}

/** Adds the optional elements `html` and `body`, which the parser requires. */
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

/** Makes a reference absolute, or removes it when its target is not on the web. */
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

const loadTurndown = later(() => import('turndown'));

/** Creates the function that converts an element to Markdown. */
async function createTurndown(): Promise<(node: Node) => string> {
  const { default: Turndown } = await loadTurndown();
  const service = new Turndown({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
    hr: '---',
  });
  for (const [name, rule] of Object.entries(rules)) service.addRule(name, rule);
  return (node) => {
    markLayout(node as HTMLElement);
    return service
      .turndown(node as HTMLElement)
      .replace(/\n[ \t]+(?=\n)/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  };
}

/** Marks tables that only arrange other tables, since a Markdown table cannot contain one. */
function markLayout(element: HTMLElement): void {
  for (const inner of element.querySelectorAll('table table')) {
    inner.parentElement?.closest('table')?.setAttribute('role', 'presentation');
  }
}

const rules: Record<string, TurndownService.Rule> = {
  code: {
    filter: 'pre',
    replacement(_content, node) {
      const text = (node.textContent ?? '').replace(/^\n+/, '').trimEnd();
      const longest = Math.max(2, ...[...text.matchAll(/^`{3,}/gm)].map(([ticks]) => ticks.length));
      const fence = '`'.repeat(longest + 1);
      return text === '' ? '' : `\n\n${fence}${languageOf(node)}\n${text}\n${fence}\n\n`;
    },
  },
  image: {
    filter: 'img',
    replacement(_content, node) {
      const [alt, src] = ['alt', 'src'].map((name) => (node as Element).getAttribute(name)?.trim() ?? '');
      return alt && src ? `![${alt.replace(/[[\]\\]/g, '\\$&').replace(/\s+/g, ' ')}](${src})` : '';
    },
  },
  // a link to its own heading
  mark: {
    filter: (node) =>
      node.nodeName === 'A' && /^[#¶§🔗\s]*$/u.test(node.textContent ?? '') && node.querySelector('img') === null,
    replacement: () => '',
  },
  cell: {
    filter: (node) => (node.nodeName === 'TD' || node.nodeName === 'TH') && isData(node),
    replacement: (content) => ` ${oneLine(content).replaceAll('|', '\\|')} |`,
  },
  row: {
    filter: (node) => node.nodeName === 'TR' && isData(node),
    replacement(content, node) {
      const row = node as Element;
      const first = row.closest('table')?.querySelector('tr') === row;
      return `\n|${content}${first ? `\n|${' --- |'.repeat(row.children.length)}` : ''}`;
    },
  },
  rows: {
    filter: (node) => /^(?:THEAD|TBODY|TFOOT)$/.test(node.nodeName) && isData(node),
    replacement: (content) => content,
  },
};

function isData(node: Element): boolean {
  const table = node.closest('table');
  return table !== null && table.getAttribute('role') !== 'presentation';
}

function oneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

function languageOf(pre: Element): string {
  const classes = [pre.parentElement, pre, pre.querySelector('code')].map(
    (element) => element?.getAttribute('class') ?? '',
  );
  return (
    /(?:^|\s)(?:language|lang|highlight-source|highlight)-([\w+#-]{1,20})(?=\s|$)/.exec(
      classes.reverse().join(' '),
    )?.[1] ?? ''
  );
}
