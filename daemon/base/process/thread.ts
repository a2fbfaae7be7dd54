/** Starts parts of the program in a separate thread. */
import { extname } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Limits of a thread's heap, and of its young generation, in megabytes. */
export interface ThreadMemory {
  heapMb: number;
  youngMb: number;
}

/** The URL of the module `name` beside another, both in the sources and in the build, where modules are not bundled. */
export function beside(moduleUrl: string, name: string): URL {
  return new URL(`./${name}${extname(moduleUrl) === '.ts' ? '.ts' : '.js'}`, moduleUrl);
}

/** Starts a thread that runs a module. It inherits none of this process's environment, such as the daemon's secrets. */
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
  // from the sources (tests, development) the thread needs tsx to load TypeScript
  const url = JSON.stringify(module.href);
  return new Worker(`import('tsx/esm/api').then(({ tsImport }) => tsImport(${url}, ${url}))`, {
    ...options,
    eval: true,
  });
}
