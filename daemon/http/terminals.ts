/** The terminals that one socket follows, types into and ends (ws.md 3). */
import { terminalText } from './encode.js';
import type { Feed } from './feed.js';
import type { Outbound } from './outbound.js';

export interface Terminals {
  /** sends what is kept after a frame, then the end if there was one, and follows what comes; throws 40401, 40414 */
  attach(sessionId: string, terminalId: string, since: number): { replayed: number; truncated: boolean };
  detach(sessionId: string, terminalId: string): void;
  close(): void;
}

export function createTerminals({ feed, outbound, now }: { feed: Feed; outbound: Outbound; now(): number }): Terminals {
  /** ways out, by terminal */
  const followed = new Map<string, () => void>();

  function leave(terminalId: string): void {
    followed.get(terminalId)?.();
    followed.delete(terminalId);
  }

  return {
    attach(session_id, terminal_id, since) {
      const terminal = feed.terminals.find(session_id, terminal_id);
      const about = { session_id, terminal_id };
      const output = ({ seq, data }: { seq: number; data: string }) =>
        terminalText('terminal_output', now(), { seq, ...about }, { data });
      const exit = (code: number | null) =>
        outbound.text(terminalText('terminal_exit', now(), about, { exit_code: code }));
      leave(terminal_id);
      const { frames, truncated } = terminal.replay.since(since);
      for (const frame of frames) outbound.replay({ bytes: Buffer.from(output(frame)) });
      const over = terminal.exited();
      if (over) exit(over.code);
      else followed.set(terminal_id, terminal.read({ output: (frame) => outbound.sight(output(frame)), exit }));
      return { replayed: frames.length, truncated };
    },
    detach(sessionId, terminalId) {
      feed.terminals.find(sessionId, terminalId);
      leave(terminalId);
    },
    close() {
      for (const id of [...followed.keys()]) leave(id);
    },
  };
}
