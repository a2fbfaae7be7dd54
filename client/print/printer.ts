/** The interface that turns the events of one session into output, and helpers to write it; one printer per run. */
import type { Message } from '../../schemas/generated/types.js';
import type { EventFrame } from '../api/stream.js';

export interface Printer {
  /** Prints one frame of the main agent, in stream order; call again only after the promise has resolved. */
  frame(frame: EventFrame): Promise<void>;
  /** Ends what is still open; no call follows. */
  end(): void;
}

export interface PrinterOptions {
  stdout: Sink;
  stderr: Sink;
  /** Reads the full message for a frame that was cut (ws.md 1.5). */
  readMessage(id: string): Promise<Message>;
}

/** Breaks a text into lines of at most `columns` columns. */
export type Wrap = (text: string, columns: number, options: { hard: boolean; trim: boolean }) => string;

/** The destination of text; only a terminal has `columns` and `wrap`. */
export interface Sink {
  write(text: string): unknown;
  /** Resolves when the reader has caught up; undefined: it already has. */
  ready?(): Promise<void> | undefined;
  isTTY?: boolean;
  columns?: number;
  wrap?: Wrap;
}

/** Number of chars written before waiting for the reader. */
const pieceLength = 65_536;

/** Splits a long text, so that a slow reader delays the printer instead of filling memory. */
export function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength);
}
