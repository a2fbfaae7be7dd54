/** Summarizes a conversation for the offline provider, and continues from such a summary (engine.md 11). */
import type { ModelMessage } from './provider.js';
import { readMessage, readSummary } from './summaries.js';

/** Maximum characters of the user's last text in a summary, and maximum number of files in it. */
const textLength = 20_000;
const maxFiles = 50;

/** Writes a summary: number of messages, files in calls, the user's last text, and the number of finished steps. */
export function summarise(messages: readonly ModelMessage[]): string {
  const written = messages.flatMap(({ content }) =>
    content.flatMap((part) => (part.type === 'text' ? (readMessage(part.text) ?? []) : [])),
  );
  const last = written.findLastIndex(({ role }) => role === 'user');
  const earlier = written.findLastIndex(({ role }) => role === 'summary');
  const before = earlier < 0 ? undefined : readBody(written[earlier]?.body ?? '');
  // without a newer text the steps belong to the text in the earlier summary
  const known = before !== undefined && last < earlier;
  const steps = written.slice(Math.max(last, earlier) + 1).filter(({ role }) => role === 'assistant').length;
  return [
    `Messages: ${written.filter(({ role }) => role !== 'summary').length + (before?.messages ?? 0)}`,
    `Files: ${filesOf(
      written.map(({ body }) => body),
      before?.files ?? [],
    )}`,
    `Steps since the last text: ${steps + (known ? before.steps : 0)}`,
    `Last text of the user:\n${known ? before.text : (written[last]?.body ?? '').slice(0, textLength)}`,
  ].join('\n');
}

export interface OwnSummary {
  messages: number;
  files: string[];
  steps: number;
  text: string;
}

/** Parses the offline provider's summary in a text; undefined when the text has none. */
export function readOwnSummary(text: string): OwnSummary | undefined {
  const body = readSummary(text);
  return body === undefined ? undefined : readBody(body);
}

const form = /^Messages: (\d+)\nFiles: (.*)\nSteps since the last text: (\d+)\nLast text of the user:\n([\s\S]*)$/;

function readBody(body: string): OwnSummary | undefined {
  const [, messages, files, steps, text] = form.exec(body) ?? [];
  if (messages === undefined || files === undefined || steps === undefined || text === undefined) return undefined;
  return {
    messages: Number(messages),
    files: files === 'none' ? [] : files.split(', '),
    steps: Number(steps),
    text: text.replaceAll('&lt;', '<'),
  };
}

function filesOf(bodies: readonly string[], known: readonly string[]): string {
  const files = new Set(known);
  for (const body of bodies) {
    for (const [, input = ''] of body.matchAll(/<call tool="\w+">(.*?)<\/call>/g)) {
      const path = /"path":"((?:[^"\\]|\\.)+)"/.exec(input)?.[1];
      if (path !== undefined && files.size < maxFiles) files.add(path);
    }
  }
  return files.size === 0 ? 'none' : [...files].join(', ');
}
