/** Live output of a command in pieces that clients can keep up with (engine.md 4.9). */
import type { ToolUpdate } from '../../schemas/generated/types.js';
import { CUT } from './text.js';

/** eight a second and one at the end stay below ten */
const INTERVAL_MS = 125;
const MAX_BYTES = 16 * 1024;

export interface LiveOutput {
  push(text: string): void;
  /** sends what is left */
  end(): void;
}

/** Sends text on at a bounded rate; of more than fits in between, the end is sent. */
export function createLiveOutput(send: (update: ToolUpdate) => void): LiveOutput {
  let waiting = '';
  let cut = false;
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    if (waiting === '') return;
    send({ kind: 'stdout', text: bounded(waiting, cut) });
    waiting = '';
    cut = false;
    timer = setTimeout(flush, INTERVAL_MS);
  }

  return {
    push(text) {
      waiting += text;
      if (waiting.length > 4 * MAX_BYTES) {
        waiting = waiting.slice(-MAX_BYTES);
        cut = true;
      }
      if (!timer) flush();
    },
    end() {
      clearTimeout(timer);
      flush();
      clearTimeout(timer);
    },
  };
}

function bounded(text: string, cut: boolean): string {
  const mark = `${CUT}\n`;
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= MAX_BYTES - mark.length) return cut ? mark + text : text;
  let start = bytes.length - (MAX_BYTES - mark.length);
  // not into the middle of a character
  while (((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return mark + bytes.toString('utf8', start);
}
