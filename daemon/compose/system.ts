/** Reads the surrounding system for the composition: environment, shells, processes, time. */
import { existsSync } from 'node:fs';
import type { Logger } from '../home/logs.js';
import { isOrigin } from '../http/origins.js';

export type Environment = Readonly<Record<string, string | undefined>>;

const shells = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash', '/bin/sh'];

export function shellOf(env: Environment): string {
  const shell = env['AGENT_SHELL_PATH'];
  if (shell) return shell;
  return shells.find((path) => existsSync(path)) ?? '/bin/sh';
}

export function definedOf(env: Environment): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined));
}

export function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

export function corsOriginsOf(env: Environment, logger: Logger): string[] {
  return listOf(env['AGENT_CODE_CORS_ORIGINS']).filter((entry) => {
    if (isOrigin(entry)) return true;
    logger.warn(`AGENT_CODE_CORS_ORIGINS: ${entry} is not an origin such as https://host:port and is ignored`);
    return false;
  });
}

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const timer = setTimeout(done, ms);
    function done(): void {
      signal?.removeEventListener('abort', stop);
      resolve();
    }
    function stop(): void {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    }
    signal?.addEventListener('abort', stop, { once: true });
  });
}

export function sleepFor(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
