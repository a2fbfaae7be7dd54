/** Parts of the program that run in a separate thread. */
import { extname } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Megabytes of its own heap, and of the part of it for what is new. */
export interface ThreadMemory {
  heapMb: number;
  youngMb: number;
}

/** The module `name` beside another, in the sources as in the build, where it is a module of node and not a bundle. */
export function beside(moduleUrl: string, name: string): URL {
  return new URL(`./${name}${extname(moduleUrl) === '.ts' ? '.ts' : '.js'}`, moduleUrl);
}

/** Starts a thread that runs a module. It gets nothing of this process's environment, such as the daemon's secrets. */
export function startThread(
  module: URL,
  { heapMb, youngMb }: ThreadMemory,
  more: Pick<WorkerOptions, 'workerData' | 'transferList' | 'stdout' | 'stderr'> = {},
): Worker {
  const options: WorkerOptions = {
    ...more,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
  };
  if (extname(module.pathname) !== '.ts') return new Worker(module, options);
  // from the sources (tests, development) the thread needs what reads TypeScript
  const url = JSON.stringify(module.href);
  return new Worker(`import('tsx/esm/api').then(({ tsImport }) => tsImport(${url}, ${url}))`, {
    ...options,
    eval: true,
  });
}
