/** Pseudoterminals for the user, in a separate process that lives while there are terminals. */
import type { ChildProcess } from 'node:child_process';
import { forkBeside } from '../base/process/fork.js';
import type { FromHost, TerminalRequest, ToHost } from './host.js';
import { createReplay, type Replay, type TerminalFrame } from './replay.js';

export interface TerminalReader {
  output(frame: TerminalFrame): void;
  /** `code` null: ended by a signal, or unknown */
  exit(code: number | null): void;
}

/** A terminal whose program has started. */
export interface Terminal {
  replay: Pick<Replay, 'since'>;
  /** exit code once the program has ended; null when none was reported */
  exited(): { code: number | null } | undefined;
  /** delivers output from now on; returns a function that unsubscribes */
  read(reader: TerminalReader): () => void;
  write(data: string): void;
  resize(cols: number, rows: number): void;
  /** ends the program and everything that it started; resolves when all of it is gone */
  close(): Promise<void>;
}

export interface TerminalHost {
  /** rejects with the reason when the program cannot be started */
  open(id: string, request: TerminalRequest): Promise<Terminal>;
}

/** Milliseconds that the process stays without a terminal. */
const idleMs = 10_000;

interface Opening {
  resolve(terminal: Terminal): void;
  reject(error: Error): void;
}

interface Known {
  output(data: string): void;
  exit(code: number | null): void;
}

export function createTerminalHost(): TerminalHost {
  let host: ChildProcess | undefined;
  let stopTimer: NodeJS.Timeout | undefined;
  const opening = new Map<string, Opening>();
  const known = new Map<string, Known>();

  function start(): ChildProcess {
    clearTimeout(stopTimer);
    if (host?.connected) return host;
    const child = forkBeside(import.meta.url, 'host', { serialization: 'json' });
    child.on('message', (message: FromHost) => receive(message));
    child.on('error', () => lose(child));
    child.on('exit', () => lose(child));
    return (host = child);
  }

  function receive(message: FromHost): void {
    const { id } = message;
    if (message.type === 'output') return known.get(id)?.output(message.data);
    if (message.type === 'exit') known.get(id)?.exit(message.code);
    const waiting = opening.get(id);
    opening.delete(id);
    if (message.type === 'failed') waiting?.reject(new Error(message.reason));
    if (message.type === 'opened') waiting?.resolve(join(id));
    rest();
  }

  function lose(child: ChildProcess): void {
    if (host !== child) return;
    host = undefined;
    for (const { reject } of opening.values()) reject(new Error('the process that holds the terminals ended'));
    opening.clear();
    for (const each of [...known.values()]) each.exit(null);
  }

  /** Ends the process, and frees its memory, when there are no terminals. */
  function rest(): void {
    if (known.size > 0 || opening.size > 0 || !host) return;
    const child = host;
    clearTimeout(stopTimer);
    stopTimer = setTimeout(() => {
      if (known.size === 0 && opening.size === 0 && child.connected) child.disconnect();
    }, idleMs).unref();
  }

  function send(message: ToHost): void {
    if (host?.connected) host.send(message);
  }

  function join(id: string): Terminal {
    const replay = createReplay();
    const readers = new Set<TerminalReader>();
    let over: { code: number | null } | undefined;
    let ended: () => void = () => undefined;
    const end = new Promise<void>((resolve) => (ended = resolve));
    known.set(id, {
      output(data) {
        // a copy, so that data which readers attach to a frame is not kept with it
        const frame = { ...replay.add(data) };
        for (const reader of readers) reader.output(frame);
      },
      exit(code) {
        known.delete(id);
        over = { code };
        for (const reader of readers) reader.exit(code);
        ended();
      },
    });
    return {
      replay,
      exited: () => over,
      read(reader) {
        readers.add(reader);
        return () => readers.delete(reader);
      },
      write: (data) => send({ type: 'input', id, data }),
      resize: (cols, rows) => send({ type: 'resize', id, cols, rows }),
      close() {
        if (!over) send({ type: 'close', id });
        return end;
      },
    };
  }

  return {
    open(id, request) {
      const child = start();
      return new Promise((resolve, reject) => {
        opening.set(id, { resolve, reject });
        child.send({ type: 'open', id, request } satisfies ToHost, (error) => {
          if (error) lose(child);
        });
      });
    },
  };
}
