/** The tool FetchURL: reads a web page (engine.md 4.11). */
import { STATUS_CODES } from 'node:http';
import { later } from '../base/later.js';
import { head } from '../base/text/cut.js';
import { webAddress } from '../web/address.js';
import { WebFailure } from '../web/failure.js';
import type { Page } from '../web/get.js';
import { isHeavy, readPage, type PageText } from '../web/page.js';
import { cutText, systemNote } from './text.js';
import type { BuiltinTool, ToolResult, ToolRun } from './tool.js';
import { ToolFailure } from './tool.js';

/** Maximum length of the text of an error page, in chars. */
const ERROR_LIMIT = 1_000;
/** Maximum length of the text that clients show, in chars. */
const PREVIEW_LIMIT = 1_000;

export const fetchUrl: BuiltinTool<'FetchURL'> = {
  name: 'FetchURL',
  permission: 'allow',
  async plan(input) {
    const url = await named(async () => webAddress(input.url));
    return {
      // a fragment is never sent, so it must not prevent a rule from matching
      subject: { kind: 'url', url: input.url.trim().replace(/#.*$/s, '') },
      access: { kind: 'none' },
      display: { kind: 'url_fetch', url: url.href, method: 'GET' },
    };
  },
  async run(input, run) {
    return await named(async () => {
      const url = webAddress(input.url);
      const page = await run.web.fetchPage(url.href, {
        signal: run.signal,
        denied: (target) => run.denied({ kind: 'url', url: target }),
      });
      if (page.status < 200 || page.status > 299) return await errorResult(page, run);
      const read = await textOf(page, run);
      const moved = page.url === url.href ? [] : [`Redirected to ${page.url}`];
      const notes = [...moved, ...(read.note === undefined ? [] : [read.note])];
      const body = withTitle(read) || systemNote('The page is empty.');
      return {
        output: notes.length === 0 ? body : `${systemNote(notes.join('\n'))}\n${body}`,
        display: displayOf(page, read.text),
      };
    });
  },
};

/** Converts failures of the web into results of the call. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WebFailure) throw new ToolFailure(error.message);
    throw error;
  }
}

// loads the libraries that read pages
const loadPageWork = later(() => import('./pagework.js'));

async function textOf(page: Page, run: ToolRun): Promise<PageText> {
  const { readInThread, shownText } = await loadPageWork();
  if (isHeavy(page)) return await readInThread(page, run.web.convertMs, run.signal);
  for await (const text of readPage(page)) return shownText(text);
  return { text: '' };
}

async function errorResult(page: Page, run: ToolRun): Promise<ToolResult> {
  const text = await textOf(page, run).catch((error: unknown) => {
    // the status alone is enough
    if (error instanceof WebFailure) return { text: '' };
    throw error;
  });
  const status = `HTTP ${page.status} ${STATUS_CODES[page.status] ?? ''}`.trim();
  return {
    output: [`${page.url} answered ${status}.`, cutText(text.text.trim(), ERROR_LIMIT)].join('\n').trim(),
    isError: true,
    display: displayOf(page, text.text),
  };
}

function withTitle({ title = '', text }: PageText): string {
  const body = text.trim();
  return title === '' || body.startsWith(`# ${title}`) ? body : `# ${title}\n\n${body}`;
}

function displayOf(page: Page, text: string): ToolResult['display'] {
  return {
    kind: 'url_content',
    url: page.url,
    status: page.status,
    preview: head(text.trim(), PREVIEW_LIMIT),
    ...(page.contentType === undefined ? {} : { content_type: page.contentType.slice(0, 200) }),
  };
}
