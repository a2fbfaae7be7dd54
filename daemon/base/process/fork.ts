/** Parts of the program that run in a separate process. */
import { fork, type ChildProcess } from 'node:child_process';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beside } from './thread.js';

interface ForkOptions {
  given?: object;
  maxHeapMb?: number;
  serialization?: 'advanced' | 'json';
}

/**
 * Starts the program `name` beside a module, with `given` as JSON for its first argument and with none of this
 * process's environment, such as the daemon's secrets. It ends with its channel, and neither keeps this process from
 * ending. `maxHeapMb`: megabytes; `serialization`: of messages, default `advanced`, which also carries bytes.
 */
export function forkBeside(
  moduleUrl: string,
  name: string,
  { given = {}, maxHeapMb, serialization = 'advanced' }: ForkOptions = {},
): ChildProcess {
  const file = fileURLToPath(beside(moduleUrl, name));
  const child = fork(file, [JSON.stringify(given)], {
    cwd: dirname(file),
    env: {},
    execArgv: [
      ...(maxHeapMb === undefined ? [] : [`--max-old-space-size=${maxHeapMb}`]),
      ...(extname(file) === '.ts' ? ['--import', 'tsx'] : []),
    ],
    serialization,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // without file descriptors there is no channel, and an error event follows
  const { send }: { send?: ChildProcess['send'] } = child;
  if (send === undefined) child.send = () => false;
  child.unref();
  child.channel?.unref();
  return child;
}
