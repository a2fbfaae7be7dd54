/** The program's globals outside of jest's modules: `jest.spyOn(globalThis, …)` and jest's timers cannot reach them. */
import type { jest } from '@jest/globals';

type TimerNames = 'useFakeTimers' | 'useRealTimers' | 'advanceTimersByTime' | 'advanceTimersByTimeAsync';

interface Doors {
  programGlobal: typeof globalThis;
  /** `jest.useFakeTimers` and related functions */
  programTimers: Pick<typeof jest, TimerNames>;
}

export const { programGlobal, programTimers } = globalThis as unknown as Doors;
