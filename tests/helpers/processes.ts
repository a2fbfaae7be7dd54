/** Finds the processes a daemon of a test started. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Ids of processes whose environment names the data directory; empty where the system does not report. */
export function processesOf(home: string): number[] {
  return processIds().filter((pid) => read(`/proc/${pid}/environ`).split('\0').includes(`HOME=${home}`));
}

/** Ids of processes whose command line fits; its words end with NUL. */
export function processesRunning(fits: (line: string) => boolean): number[] {
  return processIds().filter((pid) => fits(read(`/proc/${pid}/cmdline`)));
}

/** Ids of the children of a process, this one by default, whose command line holds a word. */
export function childrenRunning(word: string, parent = process.pid): number[] {
  return processesRunning((line) => line.includes(word)).filter((pid) => {
    const found = /^PPid:\s+(\d+)$/m.exec(read(`/proc/${pid}/status`))?.[1];
    return Number(found) === parent;
  });
}

/** Whether a process is there and not only waiting to be collected. */
export function alive(pid: number): boolean {
  const state = /^State:\s+(\w)$/m.exec(read(`/proc/${pid}/status`).replace(/ \(.*\)$/m, ''))?.[1];
  return state !== undefined && state !== 'Z';
}

/** Whether a process ends at once: one that was sent a signal still needs the processor, which others may have. */
export async function ends(pid: number): Promise<boolean> {
  for (const end = performance.now() + 2_000; alive(pid) && performance.now() < end;) await pause(10);
  return !alive(pid);
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    // no such directory: not this system
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // it has ended meanwhile
    return '';
  }
}
