/** Terminals of sessions, attached again on each new connection where their output ended (ws.md 3, 4). */
import { ApiFailure, ConnectionFailure } from './failure.js';
import type { Link, Resident } from './link.js';
import type { LiveSocket, TerminalFrame } from './socket.js';

export interface TerminalOptions {
  sessionId: string;
  terminalId: string;
  onOutput(data: string): void;
  /** null: ended by a signal, or closed */
  onExit(exitCode: number | null): void;
  /** older output is gone: what follows does not continue what was shown */
  onTruncated(): void;
  /** a new connection does not find the terminal any more */
  onGone(failure: ApiFailure): void;
}

/** All of these reject with ApiFailure, or with ConnectionFailure while there is no connection. */
export interface AttachedTerminal {
  write(data: string): Promise<void>;
  resize(cols: number, rows: number): Promise<void>;
  /** ends what runs in it */
  end(): Promise<void>;
  /** It runs on, unseen. */
  detach(): void;
}

interface Attached extends TerminalOptions {
  /** number of the last output */
  seq: number;
  /** the connection it is attached on */
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
    async restore(live) {
      const lost = [...terminals].filter(([, { on }]) => on !== live);
      await Promise.all(
        lost.map(async ([key, terminal]) => {
          try {
            await begin(terminal, live);
          } catch (error) {
            if (!(error instanceof ApiFailure)) throw error;
            terminals.delete(key);
            terminal.onGone(error);
          }
        }),
      );
    },
    deliver(frame) {
      const terminal = terminals.get(`${frame.session_id} ${frame.terminal_id}`);
      if (!terminal) return;
      if (frame.type === 'terminal_exit') return terminal.onExit(frame.payload.exit_code);
      if (frame.seq <= terminal.seq) return;
      terminal.seq = frame.seq;
      terminal.onOutput(frame.payload.data);
    },
    async attach(options) {
      const key = `${options.sessionId} ${options.terminalId}`;
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

function named({ sessionId, terminalId }: TerminalOptions): { session_id: string; terminal_id: string } {
  return { session_id: sessionId, terminal_id: terminalId };
}
