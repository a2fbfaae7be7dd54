/** Starts parts of the program in a separate process. */
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
 * Starts the program `name` beside a module. It gets `given` as JSON in its first argument, and nothing of this
 * process's environment, such as the daemon's secrets. The child ends with its channel, and neither keeps this process
 * running. `maxHeapMb`: megabytes; `serialization`: of messages, default `advanced`, which also carries bytes.
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
  // when no file descriptors are left, the child has no channel, and an error event follows
  const { send }: { send?: ChildProcess['send'] } = child;
  if (send === undefined) child.send = () => false;
  child.unref();
  child.channel?.unref();
  return child;
}
