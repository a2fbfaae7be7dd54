/** The tool WebSearch: queries the configured search service (engine.md 4.10). */
import { WebFailure } from '../web/failure.js';
import type { Hit } from '../web/search.js';
import { plainName, plainText } from '../base/text/visible.js';
import { cutText, systemNote } from './text.js';
import type { BuiltinTool } from './tool.js';
import { ToolFailure } from './tool.js';

/** Maximum length of a title, a site and a date, in chars. */
const NAME_LIMIT = 300;
const URL_LIMIT = 2_000;
/** Maximum length of a snippet and of page text, in chars. */
const TEXT_LIMIT = 2_000;

export const webSearch: BuiltinTool<'WebSearch'> = {
  name: 'WebSearch',
  permission: 'allow',
  async plan(input) {
    return {
      subject: { kind: 'text', text: input.query },
      access: { kind: 'none' },
      display: { kind: 'search', query: input.query },
    };
  },
  async run(input, run) {
    const hits = await run.web.search(input.query, run.signal).catch((error: unknown) => {
      if (error instanceof WebFailure) throw new ToolFailure(error.message);
      throw error;
    });
    return {
      output:
        hits.length === 0
          ? systemNote('Nothing was found; try other words.')
          : `${hits.map(entryOf).join('\n---\n')}\n${systemNote('Cite the addresses you use.')}`,
      display: {
        kind: 'search_results',
        query: input.query,
        matches: hits.map(({ title, url }) => ({
          file: plainName(url, URL_LIMIT),
          line: 0,
          text: plainName(title, NAME_LIMIT),
        })),
      },
    };
  },
};

function entryOf({ title, url, site, date, snippet, text }: Hit): string {
  return [
    `Title: ${plainName(title, NAME_LIMIT)}`,
    ...(site === undefined ? [] : [`Site: ${plainName(site, NAME_LIMIT)}`]),
    ...(date === undefined ? [] : [`Date: ${plainName(date, NAME_LIMIT)}`]),
    `URL: ${plainName(url, URL_LIMIT)}`,
    ...(snippet === undefined ? [] : [`Snippet: ${shown(snippet)}`]),
    ...(text === undefined ? [] : ['', shown(text)]),
  ].join('\n');
}

function shown(text: string): string {
  return cutText(plainText(text), TEXT_LIMIT);
}
