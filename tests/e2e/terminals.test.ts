/** A server that is killed leaves nothing behind of what ran in its terminals. */
import { expect, jest, test } from '@jest/globals';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import { startProcess } from '../helpers/daemonprocess.js';
import { alive } from '../helpers/processes.js';

jest.setTimeout(60_000);

test('deaf programs and groups of their own included; the session goes on without them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-terminals-'));
  const [home, cwd, pids, shell] = ['home', 'work', 'pids', 'shell.sh'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  mkdirSync(cwd);
  writeFileSync(
    shell,
    `#!/bin/bash\ntrap '' HUP TERM\nset -m\nsleep 61 &\nnohup sleep 62 > /dev/null 2>&1 &\necho $$ $(jobs -p) > ${pids}.part\nmv ${pids}.part ${pids}\nwait\n`,
  );
  chmodSync(shell, 0o755);
  const options = { home, cwd };
  try {
    const first = await startProcess(options);
    const call = async (server: { baseUrl: string; token: string }, method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
      const response = await fetch(`${server.baseUrl}/api/v1/sessions${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await response.json()) as { code: number; data: { id: string; items: unknown[] } };
    };
    const { data: session } = await call(first, 'POST', '', { metadata: { cwd } });
    await call(first, 'POST', `/${session.id}/terminals`, { shell });
    await until('its processes', () => (existsSync(pids) ? true : undefined));
    const running = readFileSync(pids, 'utf8').trim().split(' ').map(Number);
    expect(running).toHaveLength(3);
    expect(running.every(alive)).toBe(true);
    await first.kill();
    await until('the end of what it left', () => (running.some(alive) ? undefined : true));
    const second = await startProcess(options);
    expect((await call(second, 'GET', `/${session.id}/terminals`)).data.items).toEqual([]);
    expect((await call(second, 'POST', `/${session.id}/terminals`, {})).code).toBe(0);
    expect(await second.stop()).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
