/** Gives memory back while the server rests: V8 by itself keeps what a large reply left until much more has come. */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface IdleMemory {
  close(): void;
}

export interface IdleMemoryParts {
  /** bytes that the heap occupies, with garbage and pages that are empty in part */
  used(): number;
  /** part of the time since the last call that the event loop worked */
  worked(): number;
  /** collects garbage */
  collect(): void;
  /** empties what can be read again, such as the cache of a database: its pages keep the system from getting theirs back */
  emptyCaches(): void;
  /** milliseconds between two looks */
  lookMs: number;
  /** milliseconds between the two collections, since what the first one frees is swept after it */
  againMs: number;
}

/** Garbage that is worth a collection: it holds the event loop for some 20 to 50 ms. */
const worthwhile = 24 * 1024 * 1024;
/** A server that works less than this rests. */
const resting = 0.05;
/** Milliseconds from a collection to the next one for what it left; twice as many after each that was in vain. */
const patienceMs = 10_000;
/** Milliseconds of work after which what a collection left may be garbage. */
const muchWork = 500;

export function createIdleMemory(parts: Partial<IdleMemoryParts> = {}): IdleMemory {
  const { used, worked, collect, emptyCaches, lookMs, againMs } = { ...ofThisProcess(), ...parts };
  /** bytes after the last collection, and the fewest ever seen */
  let floor = used();
  let least = floor;
  /** milliseconds since the last collection, and those of them with work */
  let passed = 0;
  let busy = 0;
  let patience = patienceMs;
  let again: NodeJS.Timeout | undefined;

  function collected(): void {
    emptyCaches();
    collect();
    floor = used();
    [passed, busy] = [0, 0];
  }

  const timer = setInterval(() => {
    const share = worked();
    passed += lookMs;
    busy += share * lookMs;
    const bytes = used();
    floor = Math.min(floor, bytes);
    least = Math.min(least, floor);
    const isNew = bytes - floor >= worthwhile;
    // the reply of a turn that ran while the floor was measured is garbage since that turn has ended
    const isOld = bytes - least >= worthwhile && passed >= (busy >= muchWork ? patienceMs : patience);
    if (share >= resting || !(isNew || isOld)) return;
    patience = isNew ? patienceMs : patience * 2;
    collected();
    clearTimeout(again);
    again = setTimeout(collected, againMs).unref();
  }, lookMs).unref();

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
    lookMs: 5_000,
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
      // half-empty pages count as used for the system
      setFlagsFromString('--compact-on-every-full-gc');
      gc();
      setFlagsFromString('--no-compact-on-every-full-gc');
    },
  };
}
