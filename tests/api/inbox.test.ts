/** The inbox over REST and its events: what waits for the user in all sessions of one server (additions.md A2). */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { InboxItem } from '../../schemas/generated/types.js';
import { startTestDaemon, until, type Seen, type TestDaemon, type TestSocket } from '../helpers/daemon.js';

let daemon: TestDaemon;
let socket: TestSocket;
beforeEach(async () => {
  daemon = await startTestDaemon();
  socket = await daemon.socket();
});
afterEach(() => daemon.close());

const inBackground =
  'call AskUserQuestion {"questions":[{"question":"Which?","options":[{"label":"Red"},{"label":"Blue"}]}],"background":true}';

const inbox = (query: Record<string, number> = {}) => daemon.ok('listInbox', { query });
const idOf = ({ approval, question }: InboxItem) => approval?.approval_id ?? question?.question_id;

async function asked(title = 'x'): Promise<{ session: string; id: string }> {
  const { id: session } = await daemon.createSession({ title });
  await daemon.prompt(session, 'ask Sure?');
  return { session, id: (await daemon.question(session)).question_id };
}
async function approvable(): Promise<{ session: string; id: string }> {
  const { id: session } = await daemon.createSession();
  await daemon.prompt(session, 'run expr 1');
  return { session, id: (await daemon.approval(session)).approval_id };
}

const changes = () => socket.frames.filter(({ type }) => type === 'event.inbox.changed');
const short = ({ session_id, payload }: Seen) => [payload['change'], payload['kind'], session_id, payload['total']];
/** Returns all changes so far, after this one arrived. */
async function changesUntil(id: string, change: string): Promise<unknown[]> {
  await socket.until(
    `${id} ${change}`,
    ({ type, payload }) => type === 'event.inbox.changed' && payload['id'] === id && payload['change'] === change,
  );
  return changes().map(short);
}

test('items of all sessions, oldest first, each with its session and as its session lists it', async () => {
  expect(await inbox()).toEqual({ items: [], total: 0 });
  const first = await asked('the first');
  const second = await approvable();
  const third = await asked();
  const { items, total } = await inbox();
  expect([items.map(idOf), total]).toEqual([[first.id, second.id, third.id], 3]);
  expect(items.map(({ kind }) => kind)).toEqual(['question', 'approval', 'question']);
  const { workspace_id } = await daemon.ok('getSession', daemon.session(first.session));
  expect(items[0]).toEqual({
    kind: 'question',
    session: { id: first.session, title: 'the first', workspace_id, cwd: daemon.cwd },
    question: await daemon.question(first.session),
  });
  expect(items[1]?.approval).toEqual(await daemon.approval(second.session));
  expect(await inbox({ limit: 2 })).toEqual({ items: items.slice(0, 2), total: 3 });
  for (const limit of [0, 501, 1.5]) await daemon.fails('listInbox', 'VALIDATION_FAILED', { query: { limit } });
});

test('each change is an event with the number of items after it, behind the events of its cause', async () => {
  const one = await asked();
  const two = await approvable();
  await daemon.ok('answerQuestion', {
    params: { session_id: one.session, question_id: one.id },
    body: { answers: { q_0: { kind: 'single', option_id: 'opt_0_0' } } },
  });
  await daemon.ok('resolveApproval', {
    params: { session_id: two.session, approval_id: two.id },
    body: { decision: 'rejected' },
  });
  expect(await changesUntil(two.id, 'removed')).toEqual([
    ['added', 'question', one.session, 1],
    ['added', 'approval', two.session, 2],
    ['removed', 'question', one.session, 1],
    ['removed', 'approval', two.session, 0],
  ]);
  expect((await inbox()).total).toBe(0);
  for (const { volatile, payload } of changes()) expect([volatile, payload['agentId']]).toEqual([true, 'main']);
  // the session's own event comes first, and the change has the same number
  const [added] = changes();
  const waits = socket.frames.findIndex(
    ({ type, session_id, payload }) =>
      type === 'event.session.work_changed' &&
      session_id === one.session &&
      payload['pending_interaction'] === 'question',
  );
  expect(socket.frames.indexOf(added as Seen)).toBeGreaterThan(waits);
  expect(added?.seq).toBe(socket.frames[waits]?.seq);
});

test.each([
  ['a cancelled turn', 'abortSession'],
  ['an archived session', 'archiveSession'],
  ['a deleted session', 'deleteSession'],
] as const)('%s leaves nothing in the inbox', async (_, name) => {
  const kept = await asked();
  const { session, id } = await approvable();
  await daemon.ok(name, daemon.session(session));
  expect(await changesUntil(id, 'removed')).toEqual([
    ['added', 'question', kept.session, 1],
    ['added', 'approval', session, 2],
    ['removed', 'approval', session, 1],
  ]);
  expect((await inbox()).items.map(idOf)).toEqual([kept.id]);
  if (name === 'archiveSession') {
    await daemon.ok('restoreSession', daemon.session(session));
    expect((await inbox()).total).toBe(1);
  }
});

test('after an undo the inbox has what the session still waits for', async () => {
  const { id: session } = await daemon.createSession();
  await daemon.prompt(session, inBackground);
  const { question_id } = await daemon.question(session);
  await until('the end of the turn', async () =>
    (await daemon.ok('getSession', daemon.session(session))).main_turn_active ? undefined : true,
  );
  const { id: waits } = await daemon.createSession();
  await daemon.run(waits, 'say hi');
  await daemon.prompt(waits, 'run expr 1');
  const { approval_id } = await daemon.approval(waits);
  expect((await inbox()).items.map(idOf)).toEqual([question_id, approval_id]);
  for (const id of [session, waits]) await daemon.ask('undoSession', { ...daemon.session(id), body: {} });
  const left = [session, waits].map(async (id) => ({
    ...(await daemon.ok('listQuestions', { ...daemon.session(id), query: { status: 'pending' } })),
    approvals: (await daemon.ok('listApprovals', { ...daemon.session(id), query: { status: 'pending' } })).items,
  }));
  const ids = (await Promise.all(left)).flatMap(({ items, approvals }) => [
    ...items.map((each) => each.question_id),
    ...approvals.map((each) => each.approval_id),
  ]);
  expect((await inbox()).items.map(idOf)).toEqual(ids);
  expect(changes().at(-1)?.payload['total']).toBe(ids.length);
});

test('sessions that are not in memory are listed and stay where they are', async () => {
  const { session, id } = await asked();
  await daemon.restart({ debugEndpoints: true });
  const { items, total } = await inbox();
  expect([items.map(idOf), total]).toEqual([[id], 1]);
  expect(items[0]?.session).not.toHaveProperty('owner');
  expect((await daemon.ok('debugMemory', {})).sessions_loaded).toBe(0);
  socket = await daemon.socket();
  await daemon.ok('dismissQuestion', { params: { session_id: session, question_id: id } });
  expect(await changesUntil(id, 'removed')).toEqual([['removed', 'question', session, 0]]);
});
