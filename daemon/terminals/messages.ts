/** The messages between the server and the process that holds its terminals. */

/** What a terminal is made from. */
export interface TerminalWish {
  /** absolute path of the program */
  program: string;
  args: string[];
  /** absolute */
  cwd: string;
  env: Record<string, string>;
  /** characters */
  cols: number;
  rows: number;
}

/** To the process; `id` is the server's name of the terminal. */
export type ToHost =
  | { type: 'open'; id: string; wish: TerminalWish }
  | { type: 'input'; id: string; data: string }
  | { type: 'resize'; id: string; cols: number; rows: number }
  | { type: 'close'; id: string };

/** From the process: `opened` or `failed` once, then any number of `output`, then `exit`. */
export type FromHost =
  | { type: 'opened'; id: string }
  | { type: 'failed'; id: string; reason: string }
  | { type: 'output'; id: string; data: string }
  | { type: 'exit'; id: string; code: number | null };
