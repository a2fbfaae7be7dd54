/** What turns the events of one session into output; one printer per run. */
import type { EventFrame } from '../api/stream.js';

export interface Printer {
  /** One frame of the main agent, in the order of the stream. */
  frame(frame: EventFrame): void;
  /** Ends what is still open; nothing follows. */
  end(): void;
}

/** Breaks a text into lines of at most so many columns. */
export type Wrap = (text: string, columns: number, options: { hard: boolean; trim: boolean }) => string;

/** Where text goes; `columns` and `wrap` only when it is a terminal. */
export interface Sink {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
  wrap?: Wrap;
}

/** A terminal must not obey what a model or a command wrote; other readers get the text as it is. */
export function printable(text: string, sink: Sink): string {
  return sink.isTTY ? text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '') : text;
}
