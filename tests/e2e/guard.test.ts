/** A process that dies while it starts commands leaves none of them behind. */
import { jest, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildEntry } from '../helpers/daemonentry.js';
import { processesOf } from '../helpers/processes.js';
import { rounds } from '../helpers/rounds.js';
import { eventually } from '../helpers/turns.js';
import { available } from '../runtimes/machine.js';

jest.setTimeout(rounds(60_000, 300_000));

test.each(available ? ['plain', 'sandbox'] : ['plain'])('whatever the moment: %s commands', async (kind) => {
  const entry = await buildEntry('command');
  const home = mkdtempSync(join(tmpdir(), 'agent-guard-'));
  const last = rounds(8, 100);
  try {
    for (let round = 0; round <= last; round += 1) {
      const child = spawn(process.execPath, [entry, home, kind], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(child.stdout, 'data');
      // kills in the last round only while commands run
      if (round === last) await eventually(() => processesOf(home).length > 0, 'a command runs');
      else await delay((round * 32) / last + Math.random());
      child.kill('SIGKILL');
      await once(child, 'exit');
      await eventually(() => processesOf(home).length === 0, `round ${round}: the commands end with their parent`);
    }
  } finally {
    for (const pid of processesOf(home)) process.kill(pid, 'SIGKILL');
    rmSync(home, { recursive: true, force: true });
  }
});
