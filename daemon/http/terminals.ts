/** The terminals that one socket follows, writes to and closes (ws.md 3). */
import type { TerminalFrame } from '../terminals/replay.js';
import type { Terminal } from '../terminals/terminals.js';
import { exitText, outputBytes } from './encode.js';
import type { Feed } from './feed.js';
import type { Outbound } from './outbound.js';

export interface Attached {
  replayed: number;
  truncated: boolean;
}

export interface Terminals {
  /** sends the kept output after frame `since` and the exit if there was one, then follows; throws 40401, 40414 */
  attach(sessionId: string, terminalId: string, since: number): Promise<Attached>;
  detach(sessionId: string, terminalId: string): void;
  close(): void;
}

/** Bytes of kept output to send before waiting for the peer. */
const pageBytes = 256 * 1024;

export function createTerminals({ feed, outbound, now }: { feed: Feed; outbound: Outbound; now(): number }): Terminals {
  /** functions that stop following, by terminal */
  const followed = new Map<string, () => void>();
  let closed = false;

  function leave(terminalId: string): void {
    followed.get(terminalId)?.();
    followed.delete(terminalId);
  }

  /** Sends kept output at the peer's speed: it is large, and a client may request it repeatedly. */
  async function replay(frames: readonly TerminalFrame[], encode: (frame: TerminalFrame) => Buffer): Promise<void> {
    let page = 0;
    await outbound.ready();
    for (const frame of frames) {
      if (closed) return;
      const bytes = encode(frame);
      outbound.replay({ bytes });
      page += bytes.length;
      if (page < pageBytes) continue;
      page = 0;
      await outbound.ready();
    }
  }

  function follow(terminal: Terminal, terminalId: string, reader: Parameters<Terminal['read']>[0]): void {
    const over = terminal.exited();
    if (over) reader.exit(over.code);
    else followed.set(terminalId, terminal.read(reader));
  }

  return {
    async attach(session_id, terminal_id, since) {
      const terminal = feed.terminals.find(session_id, terminal_id);
      const place = { session_id, terminal_id };
      const encode = (frame: TerminalFrame) => outputBytes(frame, place, now());
      leave(terminal_id);
      const { frames, truncated } = terminal.replay.since(since);
      await replay(frames, encode);
      if (closed) return { replayed: 0, truncated };
      // A terminal that never pauses could not be caught up with, so send its newer output as if it were live.
      const meanwhile = terminal.replay.since(frames.at(-1)?.seq ?? since).frames;
      for (const frame of meanwhile) outbound.sendDroppable(encode(frame));
      follow(terminal, terminal_id, {
        output: (frame) => outbound.sendDroppable(encode(frame)),
        exit: (code) => outbound.text(exitText(code, place, now())),
      });
      return { replayed: frames.length + meanwhile.length, truncated };
    },
    detach(sessionId, terminalId) {
      feed.terminals.find(sessionId, terminalId);
      leave(terminalId);
    },
    close() {
      closed = true;
      for (const id of [...followed.keys()]) leave(id);
    },
  };
}
