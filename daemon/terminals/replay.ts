/** Keeps a terminal's recent output for later readers: numbered frames, limited in size (ws.md 3). */

/** `seq` counts from 1. */
export interface TerminalFrame {
  seq: number;
  data: string;
}

export interface Replay {
  add(data: string): TerminalFrame;
  /** frames after a number; `truncated` when some of them are no longer kept */
  since(seq: number): { frames: TerminalFrame[]; truncated: boolean };
}

const maxFrames = 2_000;
/** bytes in UTF-8 */
const maxBytes = 4 * 1024 * 1024;

export function createReplay(): Replay {
  let frames: (TerminalFrame & { bytes: number })[] = [];
  let begin = 0;
  let bytes = 0;
  let last = 0;

  function drop(): void {
    while (frames.length - begin > maxFrames || bytes > maxBytes) {
      bytes -= frames[begin]?.bytes ?? 0;
      begin += 1;
    }
    // compact the array only now and then, not for each frame
    if (begin <= maxFrames) return;
    frames = frames.slice(begin);
    begin = 0;
  }

  return {
    add(data) {
      const frame = { seq: (last += 1), data, bytes: Buffer.byteLength(data) };
      frames.push(frame);
      bytes += frame.bytes;
      drop();
      return frame;
    },
    since(seq) {
      const kept = frames.slice(begin);
      const first = kept[0]?.seq ?? last + 1;
      return {
        frames: kept.filter((frame) => frame.seq > seq).map(({ seq: number, data }) => ({ seq: number, data })),
        truncated: seq + 1 < first,
      };
    },
  };
}
