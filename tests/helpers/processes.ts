/** Finds processes that a test's daemon started, and what processes of this machine may do. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Returns ids of processes whose environment names the data directory; empty on systems without `/proc`. */
export function processesOf(home: string): number[] {
  return processIds().filter((pid) => read(`/proc/${pid}/environ`).split('\0').includes(`HOME=${home}`));
}

/** Returns ids of processes whose command line matches; NUL terminates its words. */
export function processesRunning(fits: (line: string) => boolean): number[] {
  return processIds().filter((pid) => fits(read(`/proc/${pid}/cmdline`)));
}

/** Returns ids of a process's children (default: this process) whose command line contains a word. */
export function childrenRunning(word: string, parent = process.pid): number[] {
  return processesRunning((line) => line.includes(word)).filter((pid) => {
    const found = /^PPid:\s+(\d+)$/m.exec(read(`/proc/${pid}/status`))?.[1];
    return Number(found) === parent;
  });
}

/** Whether a process runs and is not a zombie. */
export function alive(pid: number): boolean {
  const state = /^State:\s+(\w)$/m.exec(read(`/proc/${pid}/status`).replace(/ \(.*\)$/m, ''))?.[1];
  return state !== undefined && state !== 'Z';
}

/** Whether a process ends within 2 s: after a signal it still needs CPU time, which others may use. */
export async function ends(pid: number): Promise<boolean> {
  for (const end = performance.now() + 2_000; alive(pid) && performance.now() < end;) await pause(10);
  return !alive(pid);
}

/** Whether a process may create a mount namespace and mount file systems in it. */
export function canMount(): boolean {
  return spawnSync('unshare', ['--map-root-user', '--mount', 'true']).status === 0;
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    // this system has no such directory
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // the process has ended meanwhile
    return '';
  }
}
