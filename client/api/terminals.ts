/** Terminals of sessions; each new connection attaches them again where their output ended (ws.md 3, 4). */
import { ConnectionFailure, type ApiFailure } from './failure.js';
import { beginAgain, type Link, type Resident } from './link.js';
import type { LiveSocket, TerminalFrame } from './socket.js';

export interface TerminalOptions {
  sessionId: string;
  terminalId: string;
  onOutput(data: string): void;
  /** null: a signal ended the process, or the terminal was closed */
  onExit(exitCode: number | null): void;
  /** older output is lost: the next output does not continue the previous one */
  onTruncated(): void;
  /** the terminal no longer exists on a new connection */
  onGone(failure: ApiFailure): void;
}

/** An attached terminal. Its methods reject with ApiFailure, or with ConnectionFailure while there is no connection. */
export interface AttachedTerminal {
  write(data: string): Promise<void>;
  resize(cols: number, rows: number): Promise<void>;
  /** ends the process in the terminal */
  end(): Promise<void>;
  /** Detaches; the process keeps running. */
  detach(): void;
}

interface Attached extends TerminalOptions {
  /** number of the last output */
  seq: number;
  /** the connection on which it is attached */
  on: LiveSocket | undefined;
}

export interface Terminals extends Resident {
  deliver(frame: TerminalFrame): void;
  attach(options: TerminalOptions): Promise<AttachedTerminal>;
}

export function createTerminals(link: () => Link): Terminals {
  const terminals = new Map<string, Attached>();

  async function begin(terminal: Attached, live: LiveSocket): Promise<void> {
    terminal.on = live;
    const ack = await live.request('terminal_attach', { ...named(terminal), since_seq: terminal.seq });
    if (ack.truncated) terminal.onTruncated();
  }

  function connection(): LiveSocket {
    const { live } = link();
    if (!live) throw new ConnectionFailure('there is no connection');
    return live;
  }

  return {
    restore: (live) =>
      beginAgain(terminals.values(), live, begin, (terminal, failure) => {
        terminals.delete(keyOf(named(terminal)));
        terminal.onGone(failure);
      }),
    deliver(frame) {
      const terminal = terminals.get(keyOf(frame));
      if (!terminal) return;
      if (frame.type === 'terminal_exit') return terminal.onExit(frame.payload.exit_code);
      if (frame.seq <= terminal.seq) return;
      terminal.seq = frame.seq;
      terminal.onOutput(frame.payload.data);
    },
    async attach(options) {
      const key = keyOf(named(options));
      if (terminals.has(key)) throw new TypeError(`${options.terminalId} is attached already`);
      const terminal: Attached = { ...options, seq: 0, on: undefined };
      const live = await link().connected();
      terminals.set(key, terminal);
      try {
        await begin(terminal, live);
      } catch (error) {
        terminals.delete(key);
        throw error;
      }
      return {
        write: async (data) => void (await connection().request('terminal_input', { ...named(options), data })),
        resize: async (cols, rows) =>
          void (await connection().request('terminal_resize', { ...named(options), cols, rows })),
        end: async () => void (await connection().request('terminal_close', named(options))),
        detach() {
          // attachments end with their connection
          if (terminals.delete(key))
            link()
              .live?.request('terminal_detach', named(options))
              .catch(() => undefined);
        },
      };
    },
  };
}

function keyOf({ session_id, terminal_id }: ReturnType<typeof named>): string {
  return `${session_id} ${terminal_id}`;
}

function named({ sessionId, terminalId }: TerminalOptions): { session_id: string; terminal_id: string } {
  return { session_id: sessionId, terminal_id: terminalId };
}
