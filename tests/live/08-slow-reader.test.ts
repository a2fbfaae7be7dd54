/** A reader that stops, on a server in a separate process whose memory the test measures (ws.md 11, 17). */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startProcess, type DaemonProcess } from '../helpers/daemonprocess.js';
import { request } from '../helpers/turns.js';
import { openClient, type Client } from '../http/live.js';

jest.setTimeout(120_000);

const MiB = 1024 * 1024;
let folder: string;
let server: DaemonProcess;
let clients: Client[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agent-slow-'));
  const [home, cwd] = [join(folder, 'home'), join(folder, 'work')];
  mkdirSync(cwd);
  clients = [];
  server = await startProcess({ home, cwd });
});
afterEach(async () => {
  for (const { socket } of clients) socket.terminate();
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const { code, msg, data } = await request<T>(server, method, `/api/v1${path}`, body);
  if (code !== 0) throw new Error(`${method} ${path}: ${msg}`);
  return data;
}
const createSession = async (): Promise<string> =>
  (await call<{ id: string }>('POST', '/sessions', { metadata: { cwd: join(folder, 'work') } })).id;

async function open(): Promise<Client> {
  const client = openClient(Number(new URL(server.baseUrl).port), {
    headers: { authorization: `Bearer ${server.token}` },
  });
  clients.push(client);
  await client.opened;
  return client;
}
async function follow(sessionId: string, more: object = {}): Promise<Client> {
  const client = await open();
  await client.call('subscribe', { session_ids: [sessionId], ...more });
  return client;
}
/** Resident memory of the server, in bytes. */
const memory = (): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1024;
const durable = (client: Client, id: string) =>
  client.events(id).filter((frame) => frame.volatile !== true && frame.type !== 'session.meta.updated');
/** Runs a turn; returns the milliseconds until the reader has received its end. */
async function turn(reader: Client, id: string, text: string): Promise<number> {
  const from = performance.now();
  const { prompt_id } = await call<{ prompt_id: string }>('POST', `/sessions/${id}/prompts`, {
    content: [{ type: 'text', text }],
  });
  await reader.until(({ type, payload }) => type === 'prompt.completed' && payload['promptId'] === prompt_id);
  return performance.now() - from;
}
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

describe('check 8: a reader that stops: memory of the server stays bounded, others are not slowed, close 1013, cursors restore everything', () => {
  test('of three readers that stop each is given up, and comes back with its cursor to all of it', async () => {
    const id = await createSession();
    const fast = await follow(id);
    const large = `say ${'x'.repeat(300_000)}`;
    const run = async (turns: number): Promise<number[]> => {
      const times: number[] = [];
      for (let count = 0; count < turns; count += 1) times.push(await turn(fast, id, large));
      return times;
    };
    await run(3);
    const alone = await run(7);
    const before = memory();
    const slow = await Promise.all([follow(id), follow(id), follow(id)]);
    for (const { socket } of slow) socket.pause();
    const told = fast.events(id).length;
    const open = async (): Promise<number> =>
      (await call<{ connections: unknown[] }>('GET', '/connections')).connections.length;
    let most = 0;
    const beside: number[] = [];
    while ((await open()) > 1 && beside.length < 80) {
      beside.push(...(await run(1)));
      most = Math.max(most, memory());
    }
    expect(await open()).toBe(1);
    // no connection was closed before a lot of data waited for it
    expect(JSON.stringify(fast.events(id).slice(told)).length).toBeGreaterThan(8 * MiB);
    expect(median(beside)).toBeLessThan(3 * median(alone) + 100);
    const bound = 150 * MiB;
    expect(most - before).toBeLessThan(bound);
    beside.push(...(await run(10)));
    expect(memory() - before).toBeLessThan(bound);
    const all = durable(fast, id).map(({ seq }) => seq);
    for (const client of slow) {
      client.socket.resume();
      expect(await client.closed).toEqual({ code: 1013, reason: 'slow consumer' });
      const seen = durable(client, id);
      const seq = seen.at(-1)?.seq ?? 0;
      const back = await follow(id, { cursors: { [id]: { seq, epoch: seen.at(-1)?.epoch } } });
      const numbers = [...seen, ...durable(back, id)].map((frame) => frame.seq);
      expect(numbers).toEqual(all.slice(all.indexOf(numbers[0])));
      back.socket.terminate();
    }
  });

  test('far behind it loses volatile frames only, and sees by their offsets that it did', async () => {
    const id = await createSession();
    const [fast, slow] = [await follow(id), await follow(id)];
    slow.socket.pause();
    // deltas of much text, and few durable events
    const words = 'word '.repeat(60_000);
    for (let count = 0; count < 12; count += 1) await turn(fast, id, `say ${words}`);
    slow.socket.resume();
    const last = durable(fast, id).at(-1)?.seq;
    const end = await Promise.race([slow.until(({ seq, volatile }) => seq === last && !volatile), slow.closed]);
    // if the server closed the connection, the cursor brings the rest
    const rest =
      'code' in end && end.code === 1013
        ? durable(await follow(id, { cursors: { [id]: { seq: durable(slow, id).at(-1)?.seq ?? 0 } } }), id)
        : [];
    expect([...durable(slow, id), ...rest].map(({ seq }) => seq)).toEqual(durable(fast, id).map(({ seq }) => seq));
    // every delta that arrived fits its offset
    const texts = new Map<unknown, string>();
    for (const { type, payload, offset } of fast.events(id))
      if (type === 'assistant.delta')
        texts.set(payload['stepId'], (texts.get(payload['stepId']) ?? '').slice(0, offset) + String(payload['delta']));
    for (const { type, payload, offset = 0 } of slow.events(id)) {
      if (type !== 'assistant.delta') continue;
      const delta = String(payload['delta']);
      expect(texts.get(payload['stepId'])?.slice(offset, offset + delta.length)).toBe(delta);
    }
  });

  test('a replay of much waits for its readers', async () => {
    const id = await createSession();
    const fast = await follow(id);
    for (let count = 0; count < 20; count += 1) await turn(fast, id, `say ${'x'.repeat(300_000)}`);
    const before = memory();
    const asking = await Promise.all(Array.from({ length: 20 }, () => open()));
    for (const client of asking) {
      client.send({ type: 'subscribe', id: 'all', payload: { session_ids: [id], cursors: { [id]: { seq: 0 } } } });
      client.socket.pause();
    }
    await wait(1_000);
    expect(memory() - before).toBeLessThan(100 * MiB);
    const all = durable(fast, id).map(({ seq }) => seq);
    const [first] = asking as [Client];
    first.socket.resume();
    await first.until((frame) => frame.id === 'all');
    expect(durable(first, id).map(({ seq }) => seq)).toEqual(expect.arrayContaining(all));
  });

  test('what a terminal has kept waits for its reader too, however often it is asked for', async () => {
    const session_id = await createSession();
    const shell = join(folder, 'program.sh');
    writeFileSync(shell, '#!/bin/bash\nstty -echo\nyes 0123456789abcdef | head -c 5000000\necho done\nread -r line\n');
    chmodSync(shell, 0o755);
    const { id } = await call<{ id: string }>('POST', `/sessions/${session_id}/terminals`, { shell });
    const place = { session_id, terminal_id: id };
    const reader = await open();
    await reader.call('terminal_attach', place);
    await reader.until(({ type, payload }) => type === 'terminal_output' && String(payload['data']).includes('done'));
    const before = memory();
    const greedy = await open();
    greedy.socket.pause();
    for (let count = 0; count < 60; count += 1)
      greedy.send({ type: 'terminal_attach', id: `a${count}`, payload: { ...place, since_seq: 0 } });
    await wait(1_500);
    expect(memory() - before).toBeLessThan(60 * MiB);
    greedy.socket.resume();
    // 60 MB, while other suites run
    const ack = await greedy.until((frame) => frame.id === 'a59', 30_000);
    expect(ack).toMatchObject({ code: 0, payload: { attached: true, truncated: true } });
    const numbers = greedy.frames.filter(({ type }) => type === 'terminal_output').map(({ seq }) => seq ?? 0);
    const once = numbers.length / 60;
    expect(numbers.slice(0, once)).toEqual(numbers.slice(-once));
    expect(once).toBe(ack.payload['replayed']);
    await reader.call('terminal_close', place);
  });
});
