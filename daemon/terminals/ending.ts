/** Ends all processes of a terminal session, those included that left its process groups. */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Time between the hang-up and the end by force. */
const graceMs = 2_000;
const lookMs = 50;

/** Hangs up, waits up to two seconds, and kills what is left. `leader`: process that leads the session. Never throws. */
export async function endSession(leader: number): Promise<void> {
  const until = performance.now() + graceMs;
  for (const pid of await members(leader)) signal(pid, 'SIGHUP');
  let left = await members(leader);
  while (left.length > 0 && performance.now() < until) {
    await delay(lookMs);
    left = await members(leader);
  }
  // processes started between a scan and its kill are found by the next scan
  while (left.length > 0) {
    for (const pid of left) signal(pid, 'SIGKILL');
    await delay(lookMs);
    left = await members(leader);
    if (performance.now() > until + graceMs) return;
  }
}

/** Processes of the session; where the system does not list them, the leader's process group as a negative number. */
async function members(leader: number): Promise<number[]> {
  let names: string[];
  try {
    names = await readdir('/proc');
  } catch {
    // no such file system here: what is left of the group is all that can be met
    return signal(-leader, 0) ? [-leader] : [];
  }
  const found = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((name) => memberOf(leader, name)));
  return found.filter((pid) => pid !== undefined);
}

async function memberOf(leader: number, name: string): Promise<number | undefined> {
  try {
    const stat = await readFile(`/proc/${name}/stat`, 'latin1');
    // the name of the program may hold anything; behind it: state, parent, group, session
    const [state, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(session) === leader && state !== 'Z' ? Number(name) : undefined;
  } catch {
    // it ended meanwhile
    return undefined;
  }
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    // it is gone, or its id belongs to another process by now
    return false;
  }
}
