/** Live output of a background task for clients, at most five pieces a second (ws.md 7.5). */
import { tail } from '../../base/text/cut.js';

const intervalMs = 200;
/** chars that wait at most; of longer output the end is sent, and the offset shows the gap */
const maxWaiting = 16 * 1024;
/** chars of what was sent that are kept */
export const keptChars = 10_000;

export interface TaskFeed {
  push(text: string): void;
  /** counts chars that were shown before */
  passOver(chars: number): void;
  /** sends what is left */
  end(): void;
  /** the end of what was sent */
  sent(): string;
}

/** `offset`: chars that came before; `send` gets the chars before its text. */
export function createTaskFeed(offset: number, send: (text: string, offset: number) => void): TaskFeed {
  let waiting = '';
  let at = offset;
  let sent = '';
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    if (waiting === '') return;
    const text = waiting;
    waiting = '';
    send(text, at);
    at += text.length;
    sent = tail(sent + text, keptChars);
    timer = setTimeout(flush, intervalMs).unref();
  }

  return {
    push(text) {
      waiting += text;
      if (waiting.length > 4 * maxWaiting) {
        const left = waiting.slice(-maxWaiting);
        at += waiting.length - left.length;
        waiting = left;
      }
      if (!timer) flush();
    },
    passOver(chars) {
      at += chars;
    },
    end() {
      clearTimeout(timer);
      flush();
      clearTimeout(timer);
    },
    sent: () => sent,
  };
}
