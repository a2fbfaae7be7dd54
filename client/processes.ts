/** Processes of this machine as the system shows them: whether one lives, whose it is and what it runs. */
import { readFileSync, statSync } from 'node:fs';
import { systemCode } from './home.js';

export interface ProcessFacts {
  parent: number;
  user: number;
  /** the words it was started with */
  words: string[];
}

export function processAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // it runs, but belongs to another user
    return systemCode(error) === 'EPERM';
  }
  return process.platform !== 'linux' || !hasEnded(pid);
}

/** Undefined when there is no such process, or the system does not show it. */
export async function processFacts(pid: number): Promise<ProcessFacts | undefined> {
  return process.platform === 'linux' ? factsFromProc(pid) : await factsFromPs(pid);
}

/** One that has ended keeps its number until its parent has collected it. */
function hasEnded(pid: number): boolean {
  try {
    return /^[ZX]/.test(statFields(pid)[0] ?? '');
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    // gone meanwhile; what is hidden from us lives
    return systemCode(error) === 'ESRCH';
  }
}

/** The fields after the name, which may hold blanks and brackets: state, parent and so on. */
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
