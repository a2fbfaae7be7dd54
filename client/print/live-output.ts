/** Live output of running calls, put together to whole lines per call, so that parallel calls do not cut each other's. */
import type { ToolUpdate } from '../../schemas/generated/types.js';

/** An unfinished line that is longer is shown in parts. */
const LONGEST = 4_096;

export interface LiveOutput {
  add(callId: string, update: ToolUpdate): void;
  /** Shows what is left of a call. */
  end(callId: string): void;
  endAll(): void;
}

export function createLiveOutput(line: (text: string) => void): LiveOutput {
  const open = new Map<string, string>();

  function end(callId: string): void {
    const rest = open.get(callId);
    open.delete(callId);
    if (rest) line(rest);
  }

  return {
    add(callId, { kind, text }) {
      if (!text) return;
      if (kind !== 'stdout' && kind !== 'stderr') {
        for (const each of text.trimEnd().split('\n')) line(each);
        return;
      }
      const lines = ((open.get(callId) ?? '') + text).split(/\r?\n/);
      const rest = lines.pop() ?? '';
      lines.forEach(line);
      if (rest.length > LONGEST) line(rest);
      open.set(callId, rest.length > LONGEST ? '' : rest);
    },
    end,
    endAll: () => [...open.keys()].forEach(end),
  };
}
