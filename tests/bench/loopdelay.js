/** Preloaded into a server (`--import`): on SIGUSR2, writes the event loop delays since the previous signal. */
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Returns node arguments that make the server write its delays into a file. */
export const watchLoop = (file) => ['--import', `${import.meta.url}?file=${encodeURIComponent(file)}`];

const file = new URL(import.meta.url).searchParams.get('file');
// processes and threads of the server inherit the argument
if (file !== null && isMainThread && process.argv.includes('web')) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  process.on('SIGUSR2', () => {
    const ms = (nanoseconds) => nanoseconds / 1e6;
    const { min, max, mean } = delays;
    const figures = { p50: ms(delays.percentile(50)), p99: ms(delays.percentile(99)), min, max: ms(max), mean };
    writeFileSync(file, JSON.stringify(figures));
    delays.reset();
  });
}
