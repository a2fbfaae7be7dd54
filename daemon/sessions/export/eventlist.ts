/** The events of an export as rows of JSON for the script of the page, and what only events report: waits and retries. */
import { jsonInHtml } from './markup.js';
import type { Cleaner } from './cleaning.js';

/** What events add to the figures. */
export interface EventFigures {
  count: number;
  retries: number;
  /** how long each approval or question was open */
  waits: { id: string; ms: number }[];
}

export interface EventListOptions {
  /** lines of JSON in pieces */
  lines: AsyncIterable<Buffer>;
  cleaner: Pick<Cleaner, 'clean'>;
  /** what is shown of a text */
  shown(text: string): string;
  /** whether content is shown, and not only the facts of an event */
  payloads: boolean;
  write(text: string): void;
}

interface Line {
  seq: number;
  time: string;
  type: string;
  agent_id: string;
  payload: unknown;
}

/** Bytes of an event that is shown whole: the conversation has the text of longer ones. */
const maxShown = 64 * 1024;

/** Rows are `[seq, time, type, agent, bytes, payload]`; the payload of a long event is null. */
export async function writeEvents(options: EventListOptions): Promise<EventFigures> {
  const figures: EventFigures = { count: 0, retries: 0, waits: [] };
  const asked = new Map<string, number>();
  for await (const { text, bytes } of linesOf(options.lines)) {
    const line = await options.cleaner.clean(bytes > maxShown ? factsOf(text) : (JSON.parse(text) as Line));
    const { seq, time, type, agent_id: agent, payload } = line;
    note(figures, asked, line);
    const shown = options.payloads ? mapTexts(payload, options.shown) : null;
    const row = jsonInHtml([seq, time, type, agent, bytes, shown]);
    options.write(figures.count === 0 ? row : `,\n${row}`);
    figures.count += 1;
  }
  return figures;
}

function note(figures: EventFigures, asked: Map<string, number>, { type, time, payload }: Line): void {
  if (type === 'turn.step.retrying') figures.retries += 1;
  if (!/^event\.(?:approval|question)\./.test(type) || typeof payload !== 'object' || payload === null) return;
  const { approval_id, question_id } = payload as { approval_id?: unknown; question_id?: unknown };
  const id = approval_id ?? question_id;
  if (typeof id !== 'string') return;
  const since = asked.get(id);
  if (type.endsWith('.requested')) asked.set(id, Date.parse(time));
  else if (since !== undefined) {
    figures.waits.push({ id, ms: Math.max(0, Date.parse(time) - since) });
    asked.delete(id);
  }
}

/** Of a line that is too long to be read as a whole: what is in front of its payload. */
function factsOf(text: string): Line {
  const head = text.slice(0, text.indexOf(',"payload":'));
  return { ...(JSON.parse(`${head}}`) as Omit<Line, 'payload'>), payload: null };
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [change(name), mapTexts(field, change)]));
}

/** Whole lines with their bytes; of a line that is too long only the beginning is kept. */
async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<{ text: string; bytes: number }> {
  let kept: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      kept.push(piece.subarray(from, end));
      bytes += end - from;
      yield { text: Buffer.concat(kept).toString('utf8'), bytes };
      [kept, bytes] = [[], 0];
      from = end + 1;
    }
    if (from === piece.length) continue;
    if (bytes <= maxShown) kept.push(piece.subarray(from));
    bytes += piece.length - from;
  }
}
