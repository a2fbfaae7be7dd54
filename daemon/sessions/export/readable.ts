/** Writes the conversation of a session as one HTML, Markdown or JSON file to read and share (acp-cli.md 7.4). */
import type { FileHandle } from 'node:fs/promises';
import type {
  ContentPart,
  TranscriptAgent,
  TranscriptAttachment,
  TranscriptFrame,
  TranscriptItem,
  TranscriptToolFrame,
} from '../../../schemas/generated/types.js';
import { ApiError } from '../../errors.js';
import type { ReadableFormat } from '../../../schemas/host.js';
import type { OpenMedia } from '../prompts/mediaview.js';
import { createCleaner } from './cleaning.js';
import { createConversation, lineOf, type ConversationPage } from './conversation.js';
import { style } from './documentparts.js';
import { createMarkup } from './markup.js';
import { keyOf, loadMedia } from './mediahtml.js';
import type { AgentPage } from './pages.js';
import { openRecords, type RecordsOptions } from './records.js';

export interface ReadableOptions extends RecordsOptions {
  /** the file to write to, from its start */
  file: FileHandle;
  format: ReadableFormat;
  /** what the file contains besides the texts of the user and the model */
  tools: boolean;
  thinking: boolean;
  secrets(cwd: string): readonly string[];
  /** throws ApiError when there is no such medium */
  openMedia(sessionId: string, fileId: string): Promise<OpenMedia>;
  version: string;
  signal: AbortSignal;
}

/** An agent's page without secrets. */
type Page = AgentPage & { agent: TranscriptAgent };

interface Facts {
  title: string;
  session: unknown;
  /** name and value */
  lines: [string, string][];
  todos: readonly { title: string; status: string }[];
}

/** Writes a session in one format. The pages of an agent come in order. */
interface Writer {
  head(facts: Facts): string;
  agent(agent: TranscriptAgent, isFirst: boolean): string;
  page(page: Page, isFirst: boolean): Promise<string>;
  agentEnd: string;
  end(facts: Facts): string;
}

const maxBytes = 256 * 1024 * 1024;
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** Writes the file; resolves with its size in bytes. Throws SESSION_NOT_FOUND, FILE_TOO_LARGE; rejects if aborted. */
export async function writeReadable(options: ReadableOptions): Promise<number> {
  const { sessionId, format, tools, thinking, signal, file } = options;
  const records = openRecords(options);
  try {
    const { row, summary } = records;
    const cleaner = createCleaner(options.secrets(row.cwd));
    const writer = { html: () => htmlWriter(options, cleaner.cleanBytes), markdown: markdownWriter, json: jsonWriter }[
      format
    ]();
    const parts: string[] = [];
    let used = 0;
    const taken = (text: string): string => {
      used += text.length;
      if (used > maxBytes)
        throw new ApiError('FILE_TOO_LARGE', {
          message: 'the file would be larger than 256 MiB: leave the tools out with --no-tools, or export a ZIP',
        });
      return text;
    };
    const pages = records.pages();
    for (const [index, agent] of pages.agents.entries()) {
      const texts: string[] = [];
      const read: Page[] = [];
      for await (const page of pages.of(agent)) {
        signal.throwIfAborted();
        read.push(await cleaner.clean({ ...kept(page, options), agent }));
      }
      for (const [at, page] of read.reverse().entries()) texts.push(taken(await writer.page(page, at === 0)));
      parts.push(writer.agent(await cleaner.clean(agent), index === 0), ...texts, writer.agentEnd);
    }
    const session = await cleaner.clean(summary.session);
    const holds = ['the words of the user and the model', ...(tools ? ['calls of tools with their output'] : [])];
    const facts: Facts = {
      title: session.title || sessionId,
      session,
      lines: [
        ['Session', sessionId],
        ['Directory', await cleaner.clean(row.cwd)],
        ['Created', session.created_at],
        ['Last change', session.updated_at],
        ['Exported', `${new Date(options.now()).toISOString()} by agent ${options.version}`],
        ['Contains', [...holds, ...(thinking ? ['thinking'] : [])].join(', ')],
        ['Left out', [...(tools ? [] : ['tools']), ...(thinking ? [] : ['thinking'])].join(', ') || 'nothing'],
        ['Masked secrets', String(cleaner.masked())],
      ],
      todos: await cleaner.clean(summary.todos ?? []),
    };
    for (const text of [writer.head(facts), ...parts, writer.end(facts)]) {
      signal.throwIfAborted();
      await file.appendFile(text);
    }
    return (await file.stat()).size;
  } finally {
    records.close();
  }
}

/** Removes the parts that the request leaves out. */
function kept(page: AgentPage, { tools, thinking }: Pick<ReadableOptions, 'tools' | 'thinking'>): AgentPage {
  const items = page.items.flatMap((item): TranscriptItem[] => {
    if (item.kind === 'taskref') return tools ? [item] : [];
    if (item.kind !== 'turn') return [item];
    const steps = item.steps.map((step) => ({
      ...step,
      frames: step.frames.filter(({ kind }) => (kind !== 'tool' || tools) && (kind !== 'thinking' || thinking)),
    }));
    return [{ ...item, steps }];
  });
  return { ...page, items, ...(tools ? {} : { tasks: [], interactions: [] }) };
}

function markdownWriter(): Writer {
  return {
    head: ({ title, lines }) =>
      `# ${inline(title)}\n\n${lines.map(([name, value]) => `- ${name}: ${inline(value)}\n`).join('')}\n`,
    agent: ({ agentId, label }, isFirst) => (isFirst ? '' : `# Agent ${inline(label ?? agentId)}\n\n`),
    page: async ({ agent, ...page }) => markdownOf({ agentId: agent.agentId, ...page }),
    agentEnd: '',
    end: ({ todos }) =>
      todos.length === 0
        ? ''
        : `# Todo list\n\n${todos.map(({ title, status }) => `- [${status === 'done' ? 'x' : ' '}] ${inline(title)}\n`).join('')}`,
  };
}

function jsonWriter(): Writer {
  return {
    head: ({ session, lines, todos }) => {
      const facts = Object.fromEntries(lines.map(([name, value]) => [name.toLowerCase().replaceAll(' ', '_'), value]));
      return `{"version":1,"about":${JSON.stringify(facts)},"session":${JSON.stringify(session)},"todos":${JSON.stringify(todos)},"agents":[`;
    },
    agent: (agent, isFirst) => `${isFirst ? '' : ','}\n${JSON.stringify(agent).slice(0, -1)}`,
    // the first page contains what belongs to the whole agent
    page: async ({ items, attachments, interactions, tasks }, isFirst) => {
      const opening = JSON.stringify({ attachments, interactions, tasks }).slice(1, -1);
      const listed = items.map((item) => JSON.stringify(item)).join(',\n');
      return isFirst ? `,${opening},"items":[\n${listed}` : `${listed === '' ? '' : `,\n${listed}`}`;
    },
    agentEnd: '\n]}',
    end: () => ']}\n',
  };
}

function htmlWriter(
  { sessionId, openMedia }: Pick<ReadableOptions, 'sessionId' | 'openMedia'>,
  cleanBytes: (bytes: Uint8Array) => Buffer,
): Writer {
  const html = createMarkup((text) => text);
  const everything = { toolOutput: true, thinking: true, fileContents: true };
  return {
    head: ({ title, lines }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${html`${title}`.html}</title>
<style>${style}</style>
</head>
<body>
<header><h1>${html`${title}`.html}</h1>
<dl>${lines
      .map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`.html,
      )
      .join('\n')}</dl></header>
<main>
`,
    agent: ({ agentId, label }, isFirst) =>
      `<section>${isFirst ? '' : html`<h2>Agent ${label ?? agentId}</h2>`.html}\n`,
    async page({ agent, ...page }) {
      const media = await loadMedia(page, { open: (id) => openMedia(sessionId, id), cleanBytes, onlyImages: true });
      const { render } = createConversation(html, everything, (source) => media.get(keyOf(source)));
      return `${render({ agentId: agent.agentId, ...page })
        .map((each) => each.html)
        .join('\n')}\n`;
    },
    agentEnd: '</section>\n',
    end({ todos }) {
      const items = todos.map(({ title, status }) => html`<li>${title} <small class="note">${status}</small></li>`);
      const list = html`<section>
        <h2>Todo list</h2>
        <ul>
          ${items}
        </ul>
      </section>`;
      return `${todos.length === 0 ? '' : list.html}</main></body></html>\n`;
    },
  };
}

/** A page of an agent's conversation as Markdown: turns with prompts, answers and folded calls (acp-cli.md 7.4). */
function markdownOf({ items, attachments, tasks }: Omit<ConversationPage, 'interactions'>): string {
  const attached = new Map(attachments.map((each) => [each.attachmentId, each]));
  const named = (ids: readonly string[] = []) => ids.flatMap((id) => attachmentLine(attached.get(id)));

  function blocksOf(item: TranscriptItem): string[] {
    if (item.kind === 'taskref') {
      const task = tasks.find(({ taskId }) => taskId === item.taskId);
      return task ? [`*Background task: ${inline(task.description ?? task.kind)} (${task.state})*`] : [];
    }
    if (item.kind === 'marker') return [`*— ${inline(item.marker)} —*`];
    return [
      `## Turn ${item.ordinal} (${[item.state, item.startedAt].filter(Boolean).join(', ')})`,
      ...(item.prompt === undefined ? [] : [quoted(item.prompt)]),
      ...named(item.attachmentIds),
      ...item.steps.flatMap(({ frames, endMessage }) => [
        ...frames.flatMap(frameBlocks),
        ...(endMessage === undefined ? [] : [`*${inline(endMessage)}*`]),
      ]),
      ...(item.error === undefined ? [] : [`**Error:** ${inline(item.error)}`]),
    ];
  }

  function frameBlocks(frame: TranscriptFrame): string[] {
    switch (frame.kind) {
      case 'text':
        return [frame.role === 'user' ? quoted(frame.text) : frame.text.trim(), ...named(frame.attachmentIds)];
      case 'thinking':
        return [folded('Thinking', [fenced(frame.text)])];
      case 'notice':
        return [`*${inline([frame.message, frame.detail ?? ''].join(' ').trim())}*`];
      case 'tool':
        return [callBlock(frame)];
    }
  }

  return items
    .flatMap(blocksOf)
    .filter((block) => block !== '')
    .map((block) => `${block}\n\n`)
    .join('');
}

function callBlock({
  name,
  state,
  durationMs,
  display,
  input,
  output,
  resultDisplay,
  error,
}: TranscriptToolFrame): string {
  const time = durationMs === undefined ? '' : `, ${durationMs} ms`;
  const command = typeof input === 'object' ? input['command'] : undefined;
  const diff = resultDisplay?.kind === 'diff' ? resultDisplay.unified : undefined;
  return folded(`<b>${escaped(name)}</b> ${escaped(inline(lineOf(display) ?? ''))} (${state}${time})`, [
    ...(input === undefined ? [] : [argumentsOf(input, name === 'Bash' ? command : undefined)]),
    ...(diff === undefined ? [] : [fenced(diff, 'diff')]),
    ...(output === undefined ? [] : [fenced(typeof output === 'string' ? output : output.map(partText).join('\n'))]),
    ...(error === undefined ? [] : [`**Error:** ${inline(error)}`]),
  ]);
}

function argumentsOf(input: NonNullable<TranscriptToolFrame['input']>, command: unknown): string {
  if (typeof command === 'string') return fenced(command, 'sh');
  return typeof input === 'string' ? fenced(input) : fenced(JSON.stringify(input, undefined, 2), 'json');
}

function partText(part: ContentPart): string {
  return part.type === 'text' ? part.text : `[${part.type}, not contained]`;
}

function attachmentLine(attachment: TranscriptAttachment | undefined): string[] {
  if (!attachment) return [];
  const { mediaType, name, placeholder } = attachment;
  return [`*Attachment: ${inline(name ?? placeholder ?? 'without a name')} (${mediaType}), not contained*`];
}

function folded(summary: string, blocks: readonly string[]): string {
  return `<details>\n<summary>${summary}</summary>\n\n${blocks.join('\n\n')}\n\n</details>`;
}

/** A code block with a fence that does not occur in the text. */
function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

function quoted(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

function inline(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
