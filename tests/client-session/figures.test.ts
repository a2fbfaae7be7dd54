/** What the model of a session may take, with room for a busy machine; `npm run bench -- --only states` measures it. */
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

jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'agent-figures-'));
const bundle = join(folder, 'client.mjs');
let daemon: DaemonProcess | undefined;
beforeAll(() => bundleClient(bundle));
afterAll(async () => {
  await daemon?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a measurement in a process of its own. */
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
  const { cpuMs, heapMb, turns } = await measure({ task: 'open', baseUrl, token, warm: short, sessionId: long });
  expect(turns).toBe(20);
  expect(cpuMs).toBeLessThanOrEqual(50);
  expect(heapMb).toBeLessThanOrEqual(20);
});

test('5,000 deltas a second, shown as Markdown 60 times a second, take little of a core', async () => {
  const { share } = await measure({ task: 'deltas', perSecond: 5_000, seconds: 2, frameMs: 16, isShown: true });
  // 0.15 on a machine that does nothing else
  expect(share).toBeLessThanOrEqual(0.3);
});
