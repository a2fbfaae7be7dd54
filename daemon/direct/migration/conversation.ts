/** A conversation of another assistant in a neutral form, as the parsers return it. */
import { errorCode } from '../../base/fs/errno.js';

/** The source directory has no sessions; the message is for the user. */
export class MigrationProblem extends Error {
  override readonly name = 'MigrationProblem';
}

/** Returns the problem of a path that cannot be read; rethrows an error that is not one of the system. */
export function unreadable(path: string, error: unknown): MigrationProblem {
  const code = errorCode(error);
  if (code === undefined) throw error;
  return new MigrationProblem(`${path} cannot be read (${code})`, { cause: error });
}

/** A message, call or result, in the order of the file. */
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
  /** empty when the file has none */
  cwd: string;
  /** empty when the session has none */
  title: string;
  items: Item[];
  /** number of lines that could not be parsed */
  bad: number;
  lines: number;
  /** number of parts that are not imported, by kind */
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

/** The year 10000: ids and date texts cannot represent later times. */
const endOfTime = Date.UTC(10_000, 0);

/** The time in a field, a number or a text, as epoch milliseconds; `otherwise` when it is invalid. */
export function timeAt(row: Row, key: string, otherwise: number): number {
  const value = row[key];
  const time = typeof value === 'number' ? Math.floor(value) : Date.parse(textAt(row, key));
  return time >= 0 && time < endOfTime ? time : otherwise;
}

/** Parses the image in `data:<type>;base64,<data>`. */
export function dataUrl(url: string): Part | undefined {
  const [, mediaType, data] = /^data:(image\/[\w.+-]+);base64,([A-Za-z0-9+/=]+)$/.exec(url) ?? [];
  return mediaType === undefined || data === undefined ? undefined : { type: 'image', mediaType, data };
}

/** The output of a call: a text, or the texts of its blocks. */
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
