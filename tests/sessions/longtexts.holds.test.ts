/** A prompt of 25 MB and a Write of 8 MB do not hold the server's event loop. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startProcess, type DaemonProcess } from '../helpers/daemonprocess.js';

jest.setTimeout(120_000);

/** Maximum CPU time of the event loop between two ticks, in milliseconds, without the time of other processes. */
const longestHold = 250;

let home: string;
let cwd: string;
let daemon: DaemonProcess;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'agent-home-'));
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'agent-cwd-')));
  daemon = await startProcess({ home, cwd, steered: true });
});
afterAll(async () => {
  await daemon.stop();
  for (const folder of [home, cwd]) rmSync(folder, { recursive: true, force: true });
});

/** Sends a request; returns the size of the answer without parsing it, which would disturb the measurement. */
async function send(method: string, path: string, body?: Buffer): Promise<number> {
  const answer = await fetch(`${daemon.baseUrl}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  });
  expect(answer.status).toBe(200);
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).length;
  return bytes;
}

async function newSession(): Promise<string> {
  const body = JSON.stringify({ metadata: { cwd }, agent_config: { permission_mode: 'yolo' } });
  const answer = await fetch(`${daemon.baseUrl}/api/v1/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' },
    body,
  });
  return `/sessions/${((await answer.json()) as { data: { id: string } }).data.id}`;
}

async function isIdle(session: string): Promise<boolean> {
  const answer = await fetch(`${daemon.baseUrl}/api/v1${session}`, {
    headers: { authorization: `Bearer ${daemon.token}` },
  });
  return !((await answer.json()) as { data: { busy: boolean } }).data.busy;
}

const prompt = (text: string): Buffer => Buffer.from(JSON.stringify({ content: [{ type: 'text', text }] }));

async function turn(session: string, body: Buffer): Promise<void> {
  await send('POST', `${session}/prompts`, body);
  while (!(await isIdle(session))) await wait(20);
}

/** Runs parts in sequence; returns those that held the loop for too long, with the longest hold. */
async function holdsDuring(parts: Record<string, () => Promise<unknown>>): Promise<string[]> {
  const holds: string[] = [];
  for (const [name, part] of Object.entries(parts)) {
    await part();
    const { ownMax } = await daemon.loopDelays();
    if (ownMax > longestHold) holds.push(`${name}: ${ownMax.toFixed(0)} ms`);
  }
  return holds;
}

test('a prompt of 25 MB, its turn, and all that reads it', async () => {
  const session = await newSession();
  await turn(session, prompt('say hi'));
  const body = prompt(`say hi${' '.repeat(25_000_000)}`);
  const holds = await holdsDuring({
    turn: () => turn(session, body),
    transcript: () => send('GET', `${session}/transcript?agent_id=main`),
    messages: () => send('GET', `${session}/messages`),
    snapshot: () => send('GET', `${session}/snapshot`),
    fork: () => send('POST', `${session}:fork`, Buffer.from('{}')),
    export: () => send('POST', `${session}/export`),
  });
  expect(holds).toEqual([]);
  expect(await send('GET', `${session}/messages`)).toBeGreaterThan(25_000_000);
});

test('a Write of 8 MB, and one that replaces it', async () => {
  const session = await newSession();
  const write = (word: string) => () => {
    const input = JSON.stringify({ path: 'w.txt', content: `line of ${word}\n`.repeat(640_000) });
    return turn(session, prompt(`call Write ${input}`));
  };
  expect(await holdsDuring({ first: write('text'), second: write('Text') })).toEqual([]);
});
