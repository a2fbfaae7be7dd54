/** Writes a session as one HTML file that opens from the disk and requests nothing (web.md 8.5). */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { ApiError } from '../../errors.js';
import type { OpenMedia } from '../prompts/mediaview.js';
import type { Transcripts } from '../transcript/transcripts.js';
import { createCleaner } from './cleaning.js';
import { createConversation, type Shown } from './conversation.js';
import { script, style } from './documentparts.js';
import { writeEvents } from './eventlist.js';
import { figuresOf, type Compaction, type Row } from './figures.js';
import { createPathHider } from '../../../schemas/pathhider.js';
import { createMarkup, type Html } from './markup.js';
import { keyOf, loadMedia } from './mediahtml.js';
import { createOverview, type OverviewFacts } from './overview.js';
import { openRecords, type RecordsOptions } from './records.js';

export interface DocumentOptions extends RecordsOptions {
  /** the file to write to, from its start */
  file: FileHandle;
  /** values that an export must not contain, for a session in this directory */
  secrets(cwd: string): readonly string[];
  transcripts(): Pick<Transcripts, 'page'>;
  /** throws ApiError when there is no such medium */
  openMedia(sessionId: string, fileId: string): Promise<OpenMedia>;
  userHome: string;
  version: string;
  include: Shown & { paths: boolean };
  signal?: AbortSignal;
}

const maxBytes = 50 * 1024 * 1024;
/** Number of turns in a page. */
const pageTurns = 50;

/** Encodes texts for the document; throws FILE_TOO_LARGE when their total exceeds the maximum. */
function createRoom() {
  let used = 0;
  return (text: string): Buffer => {
    const bytes = Buffer.from(text, 'utf8');
    used += bytes.length;
    if (used > maxBytes)
      throw new ApiError('FILE_TOO_LARGE', {
        message:
          'the file would be larger than 50 MiB: leave tool output, thinking or file contents out, or export a ZIP',
      });
    return bytes;
  };
}

/** Writes the document; resolves with its bytes. Throws SESSION_NOT_FOUND and FILE_TOO_LARGE; rejects if aborted. */
export async function writeDocument(options: DocumentOptions): Promise<number> {
  const { sessionId, include, signal, file } = options;
  const records = openRecords(options);
  try {
    const { cwd } = records.row;
    const cleaner = createCleaner(options.secrets(cwd));
    const shown = include.paths ? (text: string) => text : createPathHider({ cwd, userHome: options.userHome });
    const summary = await cleaner.clean(records.summary);
    const take = createRoom();

    const events: Buffer[] = [];
    const eventFigures = await writeEvents({
      lines: aborting(records.events(), signal),
      cleaner,
      shown,
      payloads: include.toolOutput && include.thinking && include.fileContents,
      write: (text) => void events.push(take(text)),
    });
    records.close();

    const html = createMarkup(shown);
    const rows: Row[] = [];
    const compactions: Compaction[] = [];
    const conversations: Buffer[] = [];
    for (const agent of summary.agents) {
      const pages: { rows: Row[]; compactions: Compaction[]; bytes: Buffer }[] = [];
      for (let before: number | undefined, more = true; more;) {
        signal?.throwIfAborted();
        const request = { size: pageTurns, ...(before === undefined ? {} : { before }) };
        const read = await options.transcripts().page(sessionId, agent.agentId, request);
        const { items, attachments, interactions, tasks } = read;
        const media = include.fileContents
          ? await loadMedia(read, { open: (id) => options.openMedia(sessionId, id), cleanBytes: cleaner.cleanBytes })
          : new Map<string, Html>();
        const { render } = createConversation(html, include, (source) => media.get(keyOf(source)));
        const page = await cleaner.clean({ agentId: agent.agentId, items, attachments, interactions, tasks });
        pages.push({ ...figuresOf(agent.agentId, page.items), bytes: take(htmlOf(render(page))) });
        before = items.find((item) => item.kind === 'turn')?.ordinal;
        more = read.has_more && before !== undefined;
      }
      pages.reverse();
      rows.push(...pages.flatMap((page) => page.rows));
      compactions.push(...pages.flatMap((page) => page.compactions));
      conversations.push(
        take(
          `<section id="${html`agent/${agent.agentId}`.html}">${html`<h3>${agent.label ?? agent.agentId}</h3>`.html}`,
        ),
        ...pages.map(({ bytes }) => bytes),
        take('</section>'),
      );
    }

    const overview: OverviewFacts = {
      summary,
      agents: summary.agents,
      rows,
      compactions,
      events: eventFigures,
      exportedAt: new Date(options.now()).toISOString(),
      version: options.version,
      masked: cleaner.masked(),
      leftOut: leftOutOf(include),
    };
    const title = summary.session.title || sessionId;
    const pieces = [
      take(headOf(html`${title}`)),
      take(htmlOf(createOverview(html, overview).sections())),
      take('<section id="conversation"><h2>Conversation</h2>'),
      ...conversations,
      take(`</section>${eventSection}<script type="application/json" id="event-data">[`),
      ...events,
      take(`]</script><script>${script}</script></main></body></html>\n`),
    ];
    for (const piece of pieces) {
      signal?.throwIfAborted();
      await file.appendFile(piece);
    }
    return (await file.stat()).size;
  } finally {
    records.close();
  }
}

function leftOutOf({ toolOutput, thinking, fileContents, paths }: DocumentOptions['include']): string[] {
  return [
    ...(toolOutput ? [] : ['tool output']),
    ...(thinking ? [] : ['thinking']),
    ...(fileContents ? [] : ['file contents']),
    ...(paths ? [] : ['paths']),
  ];
}

async function* aborting(pieces: AsyncIterable<Buffer>, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    yield piece;
  }
}

function htmlOf(parts: readonly Html[]): string {
  return parts.map(({ html }) => html).join('\n');
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The content security policy: the page may load only its own style, its own script, and embedded media. */
const policyOf = (): string =>
  [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    'img-src data:',
    'media-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

const sections = ['Summary', 'Timeline', 'Context sizes', 'Tools', 'Agents', 'Conversation', 'Events'];

function headOf(title: Html): string {
  const links = sections.map((name) => `<a href="#${name.split(' ', 1)[0]?.toLowerCase()}">${name}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title.html}</title>
<style>${style}</style>
</head>
<body>
<header><h1>${title.html}</h1></header>
<nav>${links.join('')}</nav>
<main>
`;
}

const eventSection = `<section id="events">
<h2>Events</h2>
<p id="event-tools"><input id="event-filter" type="search" aria-label="Filter events" placeholder="Filter events">
<button id="event-before" type="button">Previous</button> <button id="event-after" type="button">Next</button> <span id="event-count" role="status"></span></p>
<noscript><p>The list of events needs JavaScript.</p></noscript>
<div class="scroll"><table><thead><tr><th>Number</th><th>Time</th><th>Type</th><th>Agent</th><th>Bytes</th><th>Content</th></tr></thead><tbody id="event-rows"></tbody></table></div>
</section>
`;
