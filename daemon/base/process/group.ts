/** Process groups: signals to all of one, and the sequence that ends it. */
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { mapSome } from '../async/pieces.js';
import { errorCode } from '../fs/errno.js';

/** Milliseconds between two looks at a group that is to end. */
const lookMs = 25;
/** Looks between two readings of the process table. */
const looksPerReading = 4;

/** SIGTERM, and SIGKILL after the grace period; false when the group was gone before that. */
export async function endGroup(group: number, graceMs: number): Promise<boolean> {
  if (!signalGroup(group, 'SIGTERM')) return false;
  for (let looks = 0; looks * lookMs < graceMs; looks += 1) {
    await delay(lookMs);
    if (!signalGroup(group, 0) || (looks % looksPerReading === 0 && (await hasOnlyZombies(group)))) return false;
  }
  return signalGroup(group, 'SIGKILL');
}

/**
 * Whether all processes of a group have exited and only wait to be reaped: where no init process reaps orphans, as in
 * many containers, they can still be signalled. False where there is no /proc.
 */
async function hasOnlyZombies(group: number): Promise<boolean> {
  const names = await readdir('/proc').catch(() => []);
  const states = await mapSome(
    names.filter((name) => /^\d+$/.test(name)),
    async (name) => {
      const text = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '');
      // the name of the program is between parentheses and may contain some
      const [state, , processGroup] = text.slice(text.lastIndexOf(')') + 2).split(' ');
      return Number(processGroup) === group ? state : undefined;
    },
  );
  const own = states.filter((state) => state !== undefined);
  return own.length > 0 && own.every((state) => state === 'Z' || state === 'X');
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
