/** What turns the events of one session into output; one printer per run. */
import type { Message } from '../../schemas/generated/types.js';
import type { EventFrame } from '../api/stream.js';

export interface Printer {
  /** One frame of the main agent, in the order of the stream; the next one only after the promise has resolved. */
  frame(frame: EventFrame): Promise<void>;
  /** Ends what is still open; nothing follows. */
  end(): void;
}

export interface PrinterOptions {
  stdout: Sink;
  stderr: Sink;
  /** A message in full, for one whose frame was cut (ws.md 1.5). */
  readMessage(id: string): Promise<Message>;
}

/** Breaks a text into lines of at most so many columns. */
export type Wrap = (text: string, columns: number, options: { hard: boolean; trim: boolean }) => string;

/** Where text goes; `columns` and `wrap` only when it is a terminal. */
export interface Sink {
  write(text: string): unknown;
  /** Resolves when the reader has caught up; undefined: it has. */
  ready?(): Promise<void> | undefined;
  isTTY?: boolean;
  columns?: number;
  wrap?: Wrap;
}

/** Chars that are written before the reader is waited for. */
const pieceLength = 65_536;

/** A long text in pieces, so that a slow reader holds up the printer and not the memory. */
export function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength);
}
