/** Processes of this machine: whether one is alive, its owner, and its command line. */
import { readFileSync, statSync } from 'node:fs';
import { systemCode } from './home.js';

export interface ProcessFacts {
  parent: number;
  user: number;
  /** its command line, in words */
  words: string[];
}

export function processAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // it is alive, but belongs to another user
    return systemCode(error) === 'EPERM';
  }
  return process.platform !== 'linux' || !hasEnded(pid);
}

/** Resolves with undefined when there is no such process, or the system hides it. */
export async function processFacts(pid: number): Promise<ProcessFacts | undefined> {
  return process.platform === 'linux' ? factsFromProc(pid) : await factsFromPs(pid);
}

/** Returns whether a process has ended; it keeps its id until its parent has collected it. */
function hasEnded(pid: number): boolean {
  try {
    return /^[ZX]/.test(statFields(pid)[0] ?? '');
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    // gone meanwhile; a hidden process counts as alive
    return systemCode(error) === 'ESRCH';
  }
}

/** Returns the fields after the name, which may contain blanks and brackets: state, parent and so on. */
function statFields(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function factsFromProc(pid: number): ProcessFacts | undefined {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
    return { parent: Number(statFields(pid)[1]), user: statSync(`/proc/${pid}`).uid, words };
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

async function factsFromPs(pid: number): Promise<ProcessFacts | undefined> {
  const { spawnSync } = await import('node:child_process');
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,uid=,command=', '-p', String(pid)], { encoding: 'utf8' });
  const [, parent, user, command] = /^\s*(\d+)\s+(\d+)\s+(.+)$/m.exec(stdout ?? '') ?? [];
  if (command === undefined) return undefined;
  return { parent: Number(parent), user: Number(user), words: command.trim().split(/\s+/) };
}
