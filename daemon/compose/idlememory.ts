/** Frees memory while the server is idle: V8 alone keeps the memory of a large reply until much more is allocated. */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface IdleMemory {
  close(): void;
}

export interface IdleMemoryParts {
  /** bytes of the heap, including garbage and partly empty pages */
  used(): number;
  /** share of the time since the last call in which the event loop was busy */
  worked(): number;
  /** collects garbage */
  collect(): void;
  /** empties refillable caches, such as the database's, whose pages keep the system from getting memory back */
  emptyCaches(): void;
  /** milliseconds between two checks */
  checkMs: number;
  /** milliseconds between the two collections: the memory that the first one frees is swept after it */
  againMs: number;
}

/** Bytes of garbage that justify a collection, which blocks the event loop for 20 to 50 ms. */
const worthwhile = 24 * 1024 * 1024;
/** Share of busy time below which the server counts as idle. */
const idleShare = 0.05;
/** Milliseconds before collecting what the last collection left; doubles after each collection without effect. */
const retryMs = 10_000;
/** Milliseconds of work after which remaining memory may have become garbage. */
const muchWork = 500;

export function createIdleMemory(parts: Partial<IdleMemoryParts> = {}): IdleMemory {
  const { used, worked, collect, emptyCaches, checkMs, againMs } = { ...ofThisProcess(), ...parts };
  /** bytes after the last collection, and the minimum so far */
  let floor = used();
  let least = floor;
  /** milliseconds since the last collection, and the busy part of them */
  let passed = 0;
  let busy = 0;
  let delayMs = retryMs;
  let again: NodeJS.Timeout | undefined;

  function collected(): void {
    emptyCaches();
    collect();
    floor = used();
    [passed, busy] = [0, 0];
  }

  const timer = setInterval(() => {
    const share = worked();
    passed += checkMs;
    busy += share * checkMs;
    const bytes = used();
    floor = Math.min(floor, bytes);
    least = Math.min(least, floor);
    const isNew = bytes - floor >= worthwhile;
    // if a turn was running while the floor was measured, its reply has become garbage since
    const isOld = bytes - least >= worthwhile && passed >= (busy >= muchWork ? retryMs : delayMs);
    if (share >= idleShare || !(isNew || isOld)) return;
    delayMs = isNew ? retryMs : delayMs * 2;
    collected();
    clearTimeout(again);
    again = setTimeout(collected, againMs).unref();
  }, checkMs).unref();

  return {
    close() {
      clearInterval(timer);
      clearTimeout(again);
    },
  };
}

function ofThisProcess(): IdleMemoryParts {
  let last = performance.eventLoopUtilization();
  let gc: (() => void) | undefined;
  return {
    checkMs: 5_000,
    againMs: 3_000,
    emptyCaches: () => undefined,
    used() {
      const { total_physical_size, external_memory } = getHeapStatistics();
      return total_physical_size + external_memory;
    },
    worked() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    collect() {
      if (!gc) {
        setFlagsFromString('--expose-gc');
        gc = runInNewContext('gc') as () => void;
        setFlagsFromString('--no-expose-gc');
      }
      // the system counts half-empty pages as used
      setFlagsFromString('--compact-on-every-full-gc');
      gc();
      setFlagsFromString('--no-compact-on-every-full-gc');
    },
  };
}
