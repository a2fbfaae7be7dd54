/** A conversation of another assistant in a neutral form, as its reader gives it. */

/** The directory of a source holds no sessions; the message is for the user. */
export class MigrationProblem extends Error {
  override readonly name = 'MigrationProblem';
}

/** Something that was said or done, in the order of the file. */
export type Item =
  | { kind: 'user'; time: number; parts: Part[] }
  /** pieces of one reply have the same `reply` */
  | { kind: 'assistant'; time: number; reply: string; text: string; model?: string }
  | {
      kind: 'call';
      time: number;
      reply: string;
      id: string;
      name: string;
      input: Record<string, unknown>;
      model?: string;
    }
  | { kind: 'result'; time: number; id: string; output: string; isError: boolean };

export type Part = { type: 'text'; text: string } | { type: 'image'; mediaType: string; data: string };

export interface Conversation {
  id: string;
  /** empty: the file names none */
  cwd: string;
  /** empty: none was given */
  title: string;
  items: Item[];
  /** lines that could not be read */
  bad: number;
  lines: number;
  /** what is not carried over, by kind */
  leftOut: Record<string, number>;
}

export function createConversation(id: string): Conversation {
  return { id, cwd: '', title: '', items: [], bad: 0, lines: 0, leftOut: {} };
}

export function leaveOut({ leftOut }: Conversation, kind: string): void {
  leftOut[kind] = (leftOut[kind] ?? 0) + 1;
}

export type Row = Record<string, unknown>;

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textAt(row: Row | undefined, key: string): string {
  const value = row?.[key];
  return typeof value === 'string' ? value : '';
}

export function rowAt(row: Row | undefined, key: string): Row | undefined {
  const value = row?.[key];
  return isRow(value) ? value : undefined;
}

export function rowsIn(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter(isRow) : [];
}

/** The year 10000: neither ids nor texts of dates reach further. */
const endOfTime = Date.UTC(10_000, 0);

/** Epoch milliseconds, which are a number or a text there; `otherwise` for what is no time. */
export function timeAt(row: Row, key: string, otherwise: number): number {
  const value = row[key];
  const time = typeof value === 'number' ? Math.floor(value) : Date.parse(textAt(row, key));
  return time >= 0 && time < endOfTime ? time : otherwise;
}

/** The image of `data:<type>;base64,<data>`. */
export function dataUrl(url: string): Part | undefined {
  const [, mediaType, data] = /^data:(image\/[\w.+-]+);base64,([A-Za-z0-9+/=]+)$/.exec(url) ?? [];
  return mediaType === undefined || data === undefined ? undefined : { type: 'image', mediaType, data };
}

/** What a call gave: a text, or blocks of which the texts count. */
export function outputText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return value === undefined || value === null ? '' : JSON.stringify(value);
  return value
    .map((block) =>
      isRow(block) ? textAt(block, 'text') || (block['type'] === 'text' ? '' : `[${textAt(block, 'type')}]`) : '',
    )
    .filter((text) => text !== '')
    .join('\n');
}
