/** The inbox of a home with two servers, one of which is killed (additions.md A2). */
import { expect, jest, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import type { Operations } from '../../schemas/generated/operations.js';
import type { DaemonProcess } from '../helpers/daemonprocess.js';
import { call, home, makeSession, submit, useHome, type Heard, type Listener } from '../helpers/homes.js';
import { eventually } from '../helpers/turns.js';

jest.setTimeout(60_000);
useHome();

const inbox = (daemon: DaemonProcess) => call<Operations['listInbox']['data']>(daemon, 'GET', '/inbox');
const changed = ({ type }: Heard) => type === 'event.inbox.changed';
const short = ({ session_id, payload }: Heard) => [payload['change'], session_id, payload['total']];
/** Waits for so many changes and returns all of them. */
async function changes({ frames }: Listener, count: number): Promise<Heard[]> {
  await eventually(() => frames.filter(changed).length >= count, `${count} changes`);
  return frames.filter(changed);
}

test('both servers show everything; changes at the one reach clients of the other within a second', async () => {
  const [a, b] = [await home.start(), await home.start()];
  const [atA, atB] = [await home.open(a), await home.open(b)];
  const mine = await makeSession(a, home.cwd);
  const theirs = await makeSession(b, home.cwd);
  await submit(a, mine, 'run expr 1');
  await changes(atB, 1);
  await submit(b, theirs, 'ask Sure?');
  const [there, here] = [await changes(atB, 2), await changes(atA, 2)];
  for (const list of [there, here])
    expect(list.map(short)).toEqual([
      ['added', mine, 1],
      ['added', theirs, 2],
    ]);
  for (const [index, frame] of here.entries()) expect(Math.abs(frame.at - (there[index]?.at ?? 0))).toBeLessThan(1_000);

  const [ofA, ofB] = [await inbox(a), await inbox(b)];
  expect(ofA.total).toBe(2);
  const owners = ({ items }: typeof ofA) => items.map(({ session }) => [session.id, session.owner?.base_url]);
  expect(owners(ofA)).toEqual([
    [mine, undefined],
    [theirs, b.baseUrl],
  ]);
  expect(owners(ofB)).toEqual([
    [mine, a.baseUrl],
    [theirs, undefined],
  ]);
  expect(ofA.items[1]?.session.owner).toMatchObject({ pid: b.pid, server_id: expect.any(String) });
  expect(ofA.items.map(({ approval, question }) => approval ?? question)).toEqual(
    ofB.items.map(({ approval, question }) => approval ?? question),
  );

  await call(a, 'POST', `/sessions/${mine}:archive`);
  expect((await changes(atB, 3)).map(short).at(-1)).toEqual(['removed', mine, 1]);
  expect((await inbox(b)).items.map(({ session }) => session.id)).toEqual([theirs]);
});

test('what a killed server asked waits on, without an owner, and is answered at the one that is left', async () => {
  const [a, b] = [await home.start(), await home.start()];
  const atB = await home.open(b);
  const id = await makeSession(a, home.cwd);
  const running = await makeSession(a, home.cwd, { agent_config: { permission_mode: 'yolo' } });
  await submit(a, id, 'run expr 40 + 2');
  await submit(a, running, 'run sleep 61');
  await changes(atB, 1);
  expect((await inbox(b)).items[0]?.session.owner?.pid).toBe(a.pid);
  await a.kill();
  await wait(100);
  const { items, total } = await inbox(b);
  expect([items.map(({ session }) => session.id), total]).toEqual([[id], 1]);
  expect(items[0]?.session).not.toHaveProperty('owner');
  expect(atB.frames.filter(changed)).toHaveLength(1);
  await call(b, 'POST', `/sessions/${id}/approvals/${items[0]?.approval?.approval_id ?? ''}`, { decision: 'approved' });
  expect((await changes(atB, 2)).map(short).at(-1)).toEqual(['removed', id, 0]);
  await atB.until(id, 'event.session.work_changed');
  expect((await inbox(b)).total).toBe(0);
});

test('what the turn of a killed server can no longer use is removed with its repair', async () => {
  const [a, b] = [await home.start(), await home.start()];
  const atB = await home.open(b);
  const id = await makeSession(a, home.cwd);
  await submit(a, id, 'run expr 1');
  await changes(atB, 1);
  await a.kill();
  await call(b, 'POST', `/sessions/${id}:abort`);
  expect((await changes(atB, 2)).map(short).at(-1)).toEqual(['removed', id, 0]);
});
