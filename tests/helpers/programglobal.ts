/** The program's globals: it runs outside of jest's modules, where `jest.spyOn(globalThis, …)` and jest's timers do not reach. */
import type { jest } from '@jest/globals';

type TimerNames = 'useFakeTimers' | 'useRealTimers' | 'advanceTimersByTime' | 'advanceTimersByTimeAsync';

interface Doors {
  programGlobal: typeof globalThis;
  /** `jest.useFakeTimers` and its kin */
  programTimers: Pick<typeof jest, TimerNames>;
}

export const { programGlobal, programTimers } = globalThis as unknown as Doors;
