/** Writes the events of an export as JSON rows for the page's script, and counts waits and retries. */
import { jsonInHtml } from './markup.js';
import type { Cleaner } from './cleaning.js';

/** Figures that only events provide. */
export interface EventFigures {
  count: number;
  retries: number;
  /** how long each approval or question was open */
  waits: { id: string; ms: number }[];
}

export interface EventListOptions {
  /** JSON lines, in pieces */
  lines: AsyncIterable<Buffer>;
  cleaner: Pick<Cleaner, 'clean'>;
  /** changes a text before it is shown, for example hides paths */
  shown(text: string): string;
  /** whether rows contain the payload of the event */
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

/** Maximum bytes of an event that is shown with its payload; the conversation has the text of longer ones. */
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

/** Parses what precedes the payload, for a line that is too long to parse as a whole. */
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

/** Yields lines with their size in bytes; keeps only the beginning of a line that is too long. */
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
