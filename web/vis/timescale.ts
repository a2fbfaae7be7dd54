/** Maps times to positions between 0 and 1, with long idle gaps folded (web.md 8.3). */
import type { Span } from './spans.js';

export interface Gap {
  from: number;
  to: number;
}

export interface TimeScale {
  /** position of a time; below 0 or above 1 if it is outside of the range */
  place(at: number): number;
  time(place: number): number;
  gaps: readonly Gap[];
}

const foldedMs = 60_000;
/** width of a folded gap, as ms on the scale */
const gapMs = 2_000;

/** Returns gaps of more than a minute in which no span is open; `busy` excludes spans that contain others. */
export function gapsOf(busy: readonly Span[], first: number, last: number): Gap[] {
  const gaps: Gap[] = [];
  let until = first;
  for (const { start, end = last } of [...busy].sort((a, b) => a.start - b.start)) {
    if (start - until > foldedMs) gaps.push({ from: until, to: start });
    until = Math.max(until, end);
  }
  if (last - until > foldedMs) gaps.push({ from: until, to: last });
  return gaps;
}

export function createTimeScale(from: number, to: number, gaps: readonly Gap[]): TimeScale {
  const inside = gaps
    .map((gap) => ({ from: Math.max(from, gap.from), to: Math.min(to, gap.to) }))
    .filter((gap) => gap.to - gap.from > foldedMs);
  const folded = inside.reduce((sum, gap) => sum + gap.to - gap.from - gapMs, 0);
  const length = Math.max(1, to - from - folded);

  function drawn(at: number): number {
    let past = at - from;
    for (const gap of inside) {
      if (at <= gap.from) break;
      const part = Math.min(at, gap.to) - gap.from;
      past -= part - (part / (gap.to - gap.from)) * gapMs;
    }
    return past;
  }

  return {
    place: (at) => drawn(at) / length,
    time(place) {
      let [low, high] = [from, to];
      for (let round = 0; round < 40; round += 1) {
        const middle = (low + high) / 2;
        if (drawn(middle) / length < place) low = middle;
        else high = middle;
      }
      return (low + high) / 2;
    },
    gaps: inside,
  };
}
