/** Measures the parts of a model request, with the names of `turn.step.completed` (ws.md 7.1). */
import type { EventPayload } from '../../schemas/generated/events.js';

type Completed = Extract<EventPayload, { type: 'turn.step.completed' }>;

/** In milliseconds; absent for a reply without any content. */
export type StepTimings = Pick<
  Completed,
  | 'llmFirstTokenLatencyMs'
  | 'llmStreamDurationMs'
  | 'llmRequestBuildMs'
  | 'llmServerFirstTokenMs'
  | 'llmServerDecodeMs'
  | 'llmClientConsumeMs'
>;

export interface Stopwatch {
  /** called when the request is complete and about to be sent */
  built(): void;
  /** called when a part of the reply arrives */
  received(): void;
  /** called before waiting for the next part; the time since `received` is this program's own */
  consumed(): void;
  /** called at the end of the reply; returns the timings */
  read(): StepTimings;
}

/** Starts when the program begins to build a request. */
export function startStopwatch(now: () => number): Stopwatch {
  const started = now();
  let asked = started;
  let first: number | undefined;
  let last = started;
  let consume = 0;
  const since = (from: number, to: number): number => Math.max(0, to - from);
  return {
    built() {
      asked = now();
    },
    received() {
      last = now();
      first ??= last;
    },
    consumed() {
      consume += since(last, now());
    },
    read() {
      if (first === undefined) return {};
      const whole = since(first, now());
      return {
        llmFirstTokenLatencyMs: since(started, first),
        llmStreamDurationMs: whole,
        llmRequestBuildMs: since(started, asked),
        llmServerFirstTokenMs: since(asked, first),
        llmServerDecodeMs: since(consume, whole),
        llmClientConsumeMs: consume,
      };
    },
  };
}

/** Returns the timings in a record. */
export function timingsOf(record: StepTimings): StepTimings {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key.startsWith('llm')));
}
