/** Terminals of a server in a separate process: they delay no other client, and end with their session and server. */
import { describe, expect, jest, test } from '@jest/globals';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import { startProcess } from '../helpers/daemonprocess.js';
import { alive } from '../helpers/processes.js';
import { request } from '../helpers/turns.js';
import { openClient, type Client, type Seen } from '../http/live.js';

jest.setTimeout(60_000);

test('deaf programs and groups of their own included; the session continues without them', async () => {
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

/** Starts a server with a session and a terminal. */
async function startWithTerminal(script: string) {
  const folder = mkdtempSync(join(tmpdir(), 'agent-terminals-'));
  const [home, cwd, shell] = ['home', 'work', 'shell.sh'].map((name) => join(folder, name)) as [string, string, string];
  mkdirSync(cwd);
  writeFileSync(shell, `#!/bin/bash\n${script}\n`);
  chmodSync(shell, 0o755);
  const server = await startProcess({ home, cwd });
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const { code, msg, data } = await request<T>(server, method, `/api/v1/sessions${path}`, body);
    if (code !== 0) throw new Error(`${method} ${path}: ${msg}`);
    return data;
  };
  const createSession = async () => (await call<{ id: string }>('POST', '', { metadata: { cwd } })).id;
  const session_id = await createSession();
  const { id: terminal_id } = await call<{ id: string }>('POST', `/${session_id}/terminals`, { shell });
  const clients: Client[] = [];
  return {
    folder,
    server,
    call,
    createSession,
    place: { session_id, terminal_id },
    async open(): Promise<Client> {
      const headers = { authorization: `Bearer ${server.token}` };
      const client = openClient(Number(new URL(server.baseUrl).port), { headers });
      clients.push(client);
      await client.opened;
      return client;
    },
    memory: () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024,
    async close(): Promise<void> {
      for (const { socket } of clients) socket.terminate();
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describe('a terminal that never rests', () => {
  const line = 'zażółć 日本語 🎉🎉🎉🎉🎉🎉🎉🎉';

  test('starves no other session and fills no memory, whether its readers read or not, and parts no character', async () => {
    const here = await startWithTerminal(`exec yes '${line}'`);
    try {
      const other = await here.createSession();
      const watcher = await here.open();
      await watcher.call('subscribe', { session_ids: [other] });
      const [reading, still] = [await here.open(), await here.open()];
      for (const client of [reading, still]) await client.call('terminal_attach', here.place);
      let said = 0;
      let broken = 0;
      reading.socket.on('message', (data) => {
        const { type, payload } = JSON.parse((data as Buffer).toString()) as Seen;
        if (type !== 'terminal_output') return;
        const text = String(payload['data']);
        said += Buffer.byteLength(text);
        if (/\p{Surrogate}|\uFFFD/u.test(text)) broken += 1;
        // discarded, because the test measures the memory of the server
        reading.frames.length = 0;
      });
      still.socket.pause();
      const look = async (): Promise<number> => {
        const from = performance.now();
        const seen = watcher.frames.length;
        await here.call('POST', `/${other}/prompts`, {
          content: [{ type: 'text', text: `say ${'word '.repeat(50)}` }],
        });
        await until('its first words', () =>
          watcher.frames.slice(seen).some(({ type }) => type === 'assistant.delta') ? true : undefined,
        );
        const took = performance.now() - from;
        await until('its end', () =>
          watcher.frames.slice(seen).some(({ type }) => type === 'prompt.completed') ? true : undefined,
        );
        return took;
      };
      await look();
      // after this much output, the server's buffers for the terminal are full
      await until('a flood', () => (said > 10_000_000 ? true : undefined));
      const before = here.memory();
      const times: number[] = [];
      for (let count = 0; count < 15; count += 1) times.push(await look());
      await until('more of it', () => (said > 30_000_000 ? true : undefined), 30_000);
      expect(times.toSorted((a, b) => a - b)[7]).toBeLessThan(500);
      expect(here.memory() - before).toBeLessThan(80);
      expect(broken).toBe(0);
      // the server keeps a client that does not read; gaps in its sequence numbers show what it missed
      const numbers: number[] = [];
      still.socket.on('message', (data) => {
        const { type, seq } = JSON.parse((data as Buffer).toString()) as Seen;
        if (type === 'terminal_output') numbers.push(seq ?? 0);
      });
      still.socket.resume();
      await until('a gap', () =>
        numbers.some((seq, at) => at > 0 && seq > (numbers[at - 1] ?? 0) + 1) ? true : undefined,
      );
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      expect((await still.call('terminal_close', here.place)).code).toBe(0);
    } finally {
      await here.close();
    }
  });
});

describe('programs of a terminal end', () => {
  const script = "trap '' HUP TERM\necho $$ > pid\nsleep 63 & echo $! >> pid\nwait";

  test.each<[string, (here: Awaited<ReturnType<typeof startWithTerminal>>) => Promise<unknown>]>([
    ['when the session is deleted', ({ call, place }) => call('DELETE', `/${place.session_id}`)],
    ['when the session is archived', ({ call, place }) => call('POST', `/${place.session_id}:archive`)],
    ['when the server stops', ({ server }) => server.stop()],
    ['when the server is killed', ({ server }) => server.kill()],
  ])('%s', async (_name, end) => {
    const here = await startWithTerminal(script);
    try {
      const file = join(here.folder, 'work', 'pid');
      const pids = await until('its processes', () => {
        const found = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
        return found.length === 2 ? found : undefined;
      });
      expect(pids.every(alive)).toBe(true);
      await end(here);
      await until('their end', () => (pids.some(alive) ? undefined : true));
    } finally {
      await here.close();
    }
  });
});
