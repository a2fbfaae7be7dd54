/** Changes of files: several clients, two servers of one home, a server killed during a revert (additions.md A3). */
import { expect, jest, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Operations } from '../../schemas/generated/operations.js';
import type { ChangedFile, FileReversal } from '../../schemas/generated/types.js';
import { errorCode } from '../../daemon/base/fs/errno.js';
import type { DaemonProcess } from '../helpers/daemonprocess.js';
import {
  call,
  home,
  makeSession,
  promptEnd,
  submit,
  tryCall,
  useHome,
  type Heard,
  type Listener,
} from '../helpers/homes.js';
import { eventually } from '../helpers/turns.js';

jest.setTimeout(60_000);
useHome();

const yolo = { agent_config: { permission_mode: 'yolo' } };
const changed = ({ type }: Heard) => type === 'event.changes.changed';
const pathsOf = ({ payload }: Heard) => payload['paths'] as string[];
const at = (name: string) => join(home.cwd, name);

async function files(daemon: DaemonProcess, id: string): Promise<ChangedFile[]> {
  return (await call<Operations['listChanges']['data']>(daemon, 'GET', `/sessions/${id}/changes?hunks=true`)).files;
}
async function run(daemon: DaemonProcess, listener: Listener, id: string, text: string): Promise<void> {
  await listener.until(id, promptEnd(await submit(daemon, id, text)));
}
const revert = (daemon: DaemonProcess, id: string, { path, sha256 }: ChangedFile) =>
  call<FileReversal>(daemon, 'POST', `/sessions/${id}/changes:revert`, { path, sha256 });

test('two clients see what changes within a second, at most twice a second, and one sees what the other reverts', async () => {
  const daemon = await home.start();
  const [mine, theirs] = [await home.open(daemon), await home.open(daemon)];
  const id = await makeSession(daemon, home.cwd, yolo);
  for (const listener of [mine, theirs]) await listener.subscribe([id]);
  await run(daemon, mine, id, `write ${at('a.txt')}: by the agent`);
  const result = await theirs.until(id, 'tool.result');
  for (const listener of [mine, theirs]) {
    const event = await listener.until(id, changed);
    expect([pathsOf(event), event.volatile, event.payload['agentId']]).toEqual([[at('a.txt')], true, 'main']);
    expect(event.at - result.at).toBeLessThan(1_000);
  }
  const [file] = await files(daemon, id);
  expect(file).toMatchObject({ path: at('a.txt'), status: 'added', turns: [1] });

  let from = theirs.frames.length;
  const next = () => eventually(() => theirs.frames.slice(from).some(changed), 'one more event');
  const { revert_id } = await revert(daemon, id, file as ChangedFile);
  await next();
  expect(await files(daemon, id)).toEqual([]);
  from = theirs.frames.length;
  let reverted = await call<FileReversal>(daemon, 'POST', `/sessions/${id}/changes:unrevert`, { revert_id });
  expect(reverted.file).toEqual(file);
  for (let round = 0; round < 10; round += 1) {
    reverted = await call(daemon, 'POST', `/sessions/${id}/changes:unrevert`, { revert_id: reverted.revert_id });
    await wait(40);
  }
  await next();
  await run(daemon, mine, id, `run seq 120 | split -l 1 - ${at('many')}`);
  await eventually(() => theirs.frames.some((frame) => changed(frame) && frame.payload['truncated'] === true), 'many');
  const events = theirs.frames.filter(changed);
  const many = events.find(({ payload }) => payload['truncated'] === true) as Heard;
  expect(pathsOf(many)).toHaveLength(100);
  // by the server's timestamps, because frames may arrive late on a busy machine
  const times = events.map(({ raw }) => Date.parse((JSON.parse(raw) as { timestamp: string }).timestamp));
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(500);
});

test('another server reads the changes of a session, and leaves reverting to its owner', async () => {
  const [a, b] = [await home.start(), await home.start()];
  const listener = await home.open(a);
  const id = await makeSession(a, home.cwd, yolo);
  await listener.subscribe([id]);
  await run(a, listener, id, `write ${at('a.txt')}: by the agent`);
  const [file] = await files(b, id);
  expect([file]).toEqual(await files(a, id));
  const refused = await tryCall(b, 'POST', `/sessions/${id}/changes:revert`, {
    path: file?.path,
    sha256: file?.sha256,
  });
  expect(refused).toMatchObject({ code: 40901, data: { owner: { base_url: a.baseUrl } } });
  await revert(a, id, file as ChangedFile);
  expect(await files(b, id)).toEqual([]);
});

test('a server that is killed while it reverts leaves the one text or the other, as its log has it', async () => {
  const big = 'x'.repeat(60_000);
  const sha = createHash('sha256').update(big).digest('hex');
  let daemon = await home.start();
  const listener = await home.open(daemon);
  const id = await makeSession(daemon, home.cwd, yolo);
  await listener.subscribe([id]);
  await run(daemon, listener, id, `run head -c 60000 /dev/zero | tr '\\0' x > ${at('a.txt')}`);
  let last = (await revert(daemon, id, (await files(daemon, id))[0] as ChangedFile)).revert_id;
  for (const ms of [3, 11, 19, 27]) {
    const flipping = flip(daemon, id, last);
    await wait(ms);
    await daemon.kill();
    await flipping;
    daemon = await home.start();
    await call(daemon, 'POST', `/sessions/${id}:load`, {});
    await eventually(() => readdirSync(home.cwd).every((name) => !name.startsWith('.agent-')), 'the end of the revert');
    const listed = await files(daemon, id);
    if (readdirSync(home.cwd).includes('a.txt')) {
      expect(readFileSync(at('a.txt'), 'utf8')).toBe(big);
      expect(listed).toMatchObject([{ status: 'added', sha256: sha }]);
      expect(listed[0]).not.toHaveProperty('conflict');
    } else expect(listed).toEqual([]);
    last = lastRevert();
  }
});

/** Undoes the last revert again and again, until the server is gone. */
async function flip(daemon: DaemonProcess, id: string, first: string): Promise<void> {
  try {
    for (let last = first; ;) {
      const done = await call<FileReversal>(daemon, 'POST', `/sessions/${id}/changes:unrevert`, { revert_id: last });
      last = done.revert_id;
    }
  } catch (error) {
    // the server's death closed the connection
    if (!['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(errorCode(error) ?? '')) throw error;
  }
}

function lastRevert(): string {
  const db = new Database(join(home.home, 'agent.db'), { readonly: true });
  const last = db
    .prepare<[], string>(
      `SELECT json_extract(payload, '$.restoreId') FROM events WHERE type = 'files.changed'
         AND json_extract(payload, '$.cause') = 'revert' ORDER BY seq DESC LIMIT 1`,
    )
    .pluck()
    .get();
  db.close();
  return last ?? '';
}
