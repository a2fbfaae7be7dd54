/** Random numbers from a seed, so that a run can be repeated. */
export interface Random {
  /** 0 to below 1 */
  next(): number;
  /** an integer, both ends included */
  between(from: number, to: number): number;
  chance(of: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** A small generator (mulberry32); good enough for choosing moments. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (of) => next() < of,
    pick: (from) => from[Math.floor(next() * from.length)] as never,
  };
}
