/** How long the parts of a model request took; the names are those of `turn.step.completed` (ws.md 7.1). */
import type { EventPayload } from '../../schemas/generated/events.js';

type Completed = Extract<EventPayload, { type: 'turn.step.completed' }>;

/** Milliseconds; absent for a reply without any content. */
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
  /** the request is put together; the provider is asked now */
  built(): void;
  /** something of the reply has come */
  received(): void;
  /** the next piece is waited for; what passed since `received` was ours */
  consumed(): void;
  /** the reply is over */
  read(): StepTimings;
}

/** Starts when a request begins to be put together. */
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

/** The timings in a record. */
export function timingsOf(record: StepTimings): StepTimings {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key.startsWith('llm')));
}
