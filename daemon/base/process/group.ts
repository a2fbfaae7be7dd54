/** Process groups: signals to all of one, and the sequence that ends it. */
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../fs/errno.js';

/** Milliseconds between two looks at a group that is to end. */
const lookMs = 25;

/** SIGTERM, and SIGKILL after the grace period; false when the group was gone before that. */
export async function endGroup(group: number, graceMs: number): Promise<boolean> {
  if (!signalGroup(group, 'SIGTERM')) return false;
  for (let waited = 0; waited < graceMs; waited += lookMs) {
    await delay(lookMs);
    if (!signalGroup(group, 0)) return false;
  }
  return signalGroup(group, 'SIGKILL');
}

/** False when no process of the group is left that may be signalled. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch (error) {
    // none is there, or none that this process may signal
    if (['ESRCH', 'EPERM'].includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}
