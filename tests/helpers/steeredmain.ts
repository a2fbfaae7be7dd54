/** A daemon process that accepts orders of a test, one per line of stdin; answers each with a line. */
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import {
  createHistogram,
  monitorEventLoopDelay,
  type IntervalHistogram,
  type RecordableHistogram,
} from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import type { LoopDelays } from './daemonprocess.js';

/** Milliseconds between checks for freed descriptors. */
const refillMs = 2;

/** Milliseconds by which the clocks of the process jumped. */
let jumped = 0;

export const jumpedMs = (): number => jumped;

export function takeOrders(): void {
  const [all, last] = [monitorEventLoopDelay({ resolution: 1 }), monitorEventLoopDelay({ resolution: 1 })];
  all.enable();
  last.enable();
  const own = existsSync(threadTime) ? watchOwnWork() : all;
  const held: number[] = [];
  let refilling: NodeJS.Timeout | undefined;
  const orders: Record<string, (argument: string) => unknown> = {
    loop() {
      const delays: LoopDelays = {
        p99: all.percentile(99) / 1e6,
        max: all.max / 1e6,
        ownP99: own.percentile(99) / 1e6,
        ownMax: own.max / 1e6,
        lastMax: last.max / 1e6,
      };
      last.reset();
      return delays;
    },
    jump(ms) {
      jumped += Number(ms);
    },
    take() {
      fill(held);
      refilling = setInterval(() => fill(held), refillMs);
    },
    give() {
      clearInterval(refilling);
      for (const file of held.splice(0)) closeSync(file);
    },
  };
  createInterface(process.stdin).on('line', (line) => {
    const [name = '', argument = ''] = line.split(' ');
    console.log(JSON.stringify(orders[name]?.(argument) ?? 'done'));
  });
}

/** Returns the CPU time of the main thread in nanoseconds. */
const threadTime = `/proc/self/task/${process.pid}/schedstat`;

/** Milliseconds between samples; more samples would keep the server from idling. */
const ownMs = 10;

/** Measures CPU time of the main thread between event loop ticks. */
function watchOwnWork(): RecordableHistogram | IntervalHistogram {
  const own = createHistogram();
  // kept open, because there may be no descriptor left when it is read
  const file = openSync(threadTime, 'r');
  const bytes = Buffer.alloc(128);
  const read = (): number =>
    Number(bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0)).split(' ')[0]);
  let before = read();
  setInterval(() => {
    const now = read();
    // a histogram cannot record 0
    own.record(Math.max(1, now - before));
    before = now;
  }, ownMs).unref();
  return own;
}

function fill(held: number[]): void {
  try {
    for (;;) held.push(openSync('/dev/null', 'r'));
  } catch {
    // the limit is reached
  }
}
