/** Whether a process lives: what all who share a home must agree on. */
import { readFileSync } from 'node:fs';
import { errorCode } from '../base/fs/errno.js';

/** False also for a process that has ended and that its parent has not collected yet, where the system reports it. */
export function processAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // a process of another user runs too
    return errorCode(error) === 'EPERM';
  }
  return process.platform !== 'linux' || !hasEnded(pid);
}

function hasEnded(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // the name before may hold blanks and brackets
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    // gone meanwhile; what is hidden from us lives
    return errorCode(error) === 'ESRCH';
  }
}
