/** Limits the rate of a command's live output for clients (engine.md 4.9). */
import type { ToolUpdate } from '../../schemas/generated/types.js';
import { CUT } from './text.js';

/** Milliseconds between two updates: eight per second and one at the end stay below ten. */
const INTERVAL_MS = 125;
const MAX_BYTES = 16 * 1024;

export interface LiveOutput {
  push(text: string): void;
  /** sends the rest */
  end(): void;
}

/** Forwards text at a limited rate. When too much text arrives in between, sends the end of it. */
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
  // do not start inside a character
  while (((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return mark + bytes.toString('utf8', start);
}
