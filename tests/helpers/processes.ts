/** Finds the processes a daemon of a test started. */
import { readdirSync, readFileSync } from 'node:fs';

/** Ids of processes whose environment names the data directory; empty where the system does not tell. */
export function processesOf(home: string): number[] {
  return processIds().filter((pid) => read(`/proc/${pid}/environ`).split('\0').includes(`HOME=${home}`));
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
