/** Process groups: sends signals to a whole group, and ends one in steps. */
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { mapSome } from '../async/pieces.js';
import { errorCode } from '../fs/errno.js';

/** Milliseconds between two checks of a group that is ending. */
const checkMs = 25;
/** Checks between two readings of the process table. */
const checksPerReading = 4;

/** Sends SIGTERM, and SIGKILL after the grace period; returns false when the group ended before that. */
export async function endGroup(group: number, graceMs: number): Promise<boolean> {
  if (!signalGroup(group, 'SIGTERM')) return false;
  for (let checks = 0; checks * checkMs < graceMs; checks += 1) {
    await delay(checkMs);
    if (!signalGroup(group, 0) || (checks % checksPerReading === 0 && (await hasOnlyZombies(group)))) return false;
  }
  return signalGroup(group, 'SIGKILL');
}

/**
 * Whether all processes of a group are zombies. Where no init process reaps orphans, as in many containers, zombies can
 * still be signalled. Returns false on systems without /proc.
 */
async function hasOnlyZombies(group: number): Promise<boolean> {
  const names = await readdir('/proc').catch(() => []);
  const states = await mapSome(
    names.filter((name) => /^\d+$/.test(name)),
    async (name) => {
      const text = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '');
      // the program's name is in parentheses and may contain some itself
      const [state, , processGroup] = text.slice(text.lastIndexOf(')') + 2).split(' ');
      return Number(processGroup) === group ? state : undefined;
    },
  );
  const own = states.filter((state) => state !== undefined);
  return own.length > 0 && own.every((state) => state === 'Z' || state === 'X');
}

/** Signals a group; returns false when it has no process that this process may signal. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch (error) {
    // the group is gone, or this process may not signal it
    if (['ESRCH', 'EPERM'].includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}
