/** What a session's model may cost; `npm run bench -- --only states` measures its share of an idle machine's core. */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repeatTurns } from '../bench/generate.js';
import { bundleClient, statesMain } from '../bench/statesbundle.js';
import { startProcess, type DaemonProcess } from '../helpers/daemonprocess.js';
import { eventually, request } from '../helpers/turns.js';

jest.setTimeout(180_000);

const folder = mkdtempSync(join(tmpdir(), 'agent-figures-'));
const bundle = join(folder, 'client.mjs');
let daemon: DaemonProcess | undefined;
beforeAll(() => bundleClient(bundle));
afterAll(async () => {
  await daemon?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a measurement in a separate process. */
async function measure(task: object): Promise<Record<string, number>> {
  const args = ['--expose-gc', statesMain, JSON.stringify({ bundle, ...task })];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Record<string, number>;
}

test('a session of 50,000 events is opened in 50 ms of processor time and with 20 MB', async () => {
  const home = join(folder, 'home');
  const start = () => startProcess({ home, cwd: folder });
  daemon = await start();
  const create = async (): Promise<string> =>
    (await request<{ id: string }>(daemon!, 'POST', '/api/v1/sessions', { metadata: { cwd: folder } })).data.id;
  const [long, short] = [await create(), await create()];
  for (const text of ['say words', 'think hard\nsay more', 'todo one; two\nlist files\nsay done']) {
    await request(daemon, 'POST', `/api/v1/sessions/${long}/prompts`, { content: [{ type: 'text', text }] });
    const isIdle = async () =>
      !(await request<{ busy: boolean }>(daemon!, 'GET', `/api/v1/sessions/${long}`)).data.busy;
    await eventually(isIdle, 'the end of the turn');
  }
  await daemon.stop();
  const { events } = repeatTurns(home, long, 50_000);
  expect(events).toBeGreaterThan(49_000);
  daemon = await start();
  const { baseUrl, token } = daemon;
  const { leastCpuMs, heapMb, turns } = await measure({ task: 'open', baseUrl, token, warm: short, sessionId: long });
  expect(turns).toBe(20);
  // other work on the machine can only add to it
  expect(leastCpuMs).toBeLessThanOrEqual(50);
  expect(heapMb).toBeLessThanOrEqual(20);
});

test('5,000 deltas a second, shown as Markdown 60 times a second, take little of a core, however long the reply is', async () => {
  const task = { task: 'work', deltas: 12_000, perNotification: 83, tries: 6, isShown: true };
  const { growth, timesParsing } = await measure(task);
  // 1.0 to 1.1 on an idle machine: the last 4,000 of 12,000 deltas, compared with the first 4,000
  expect(growth).toBeLessThanOrEqual(2);
  // 15 on an idle machine, which is a tenth of a core at 5,000 per second
  expect(timesParsing).toBeLessThanOrEqual(35);
});
