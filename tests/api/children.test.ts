/** Children of sessions (rest.md 9.7): they are copies that name their parent, and a list returns them. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Session } from '../../schemas/generated/types.js';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';

let daemon: TestDaemon;
beforeEach(async () => {
  daemon = await startTestDaemon();
});
afterEach(() => daemon.close());

const child = (id: string, body: Record<string, unknown> = {}) =>
  daemon.ok('createChildSession', { ...daemon.session(id), body });
const list = (id: string, query: Record<string, string | number | boolean> = {}) =>
  daemon.ok('listChildSessions', { ...daemon.session(id), query });
const idsOf = ({ items }: { items: Session[] }) => items.map(({ id }) => id);

test('a child is a copy that names its parent', async () => {
  const parent = await daemon.createSession({ metadata: { cwd: daemon.cwd, color: 'red', size: 1 } });
  await daemon.run(parent.id, 'say hi');
  const socket = await daemon.socket();
  await socket.send('client_hello', { client_id: 'test', subscriptions: [] });
  const made = await child(parent.id, {
    metadata: {
      size: 2,
      cwd: '/elsewhere',
      parent_session_id: 'x',
      child_session_kind: 'y',
      forked_from: 'z',
      goal: 1,
      imported: 1,
    },
  });
  expect(made).toMatchObject({ title: 'Child: say hi', title_kind: 'custom', workspace_id: parent.workspace_id });
  expect(made.metadata).toEqual({
    cwd: daemon.cwd,
    color: 'red',
    size: 2,
    forked_from: parent.id,
    parent_session_id: parent.id,
    child_session_kind: 'child',
  });
  const created = await socket.until('the event', ({ type }) => type === 'event.session.created');
  expect(created.session_id).toBe(made.id);
  expect((created.payload['session'] as Session).metadata).toEqual(made.metadata);
  const texts = (await daemon.ok('listMessages', daemon.session(made.id))).items.map(({ role }) => role);
  expect(texts).toEqual(['assistant', 'user']);
  expect(await list(parent.id)).toEqual({ items: [made], has_more: false });
  // the list of all sessions includes it
  expect(idsOf(await daemon.ok('listSessions', {}))).toContain(made.id);
});

test('titles', async () => {
  const { id } = await daemon.createSession();
  expect((await child(id)).title).toBe(`Child: ${id}`);
  expect((await child(id, { title: 'My own' })).title).toBe('My own');
  await daemon.ok('updateSessionProfile', { ...daemon.session(id), body: { title: 'x'.repeat(200) } });
  expect((await child(id)).title).toBe(`Child: ${'x'.repeat(193)}`);
  for (const title of ['', ' \t', 'x'.repeat(201), 5])
    await daemon.fails('createChildSession', 'VALIDATION_FAILED', { ...daemon.session(id), body: { title } });
  expect((await list(id)).items).toHaveLength(3);
});

test('the list: order, cursors, what is busy, what is archived', async () => {
  const parent = await daemon.createSession();
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.unshift((await child(parent.id)).id);
  const [e = '', d = '', c = '', b = '', a = ''] = ids;
  await daemon.createSession();
  expect(idsOf(await list(parent.id))).toEqual(ids);
  const page = await list(parent.id, { page_size: 2 });
  expect([idsOf(page), page.has_more]).toEqual([[e, d], true]);
  const next = await list(parent.id, { page_size: 2, before_id: d });
  expect([idsOf(next), next.has_more]).toEqual([[c, b], true]);
  const back = await list(parent.id, { page_size: 2, after_id: a });
  expect([idsOf(back), back.has_more]).toEqual([[c, b], true]);
  // an id that is not in the list is ignored
  expect(idsOf(await list(parent.id, { page_size: 1, before_id: parent.id }))).toEqual([e]);
  await daemon.fails('listChildSessions', 'VALIDATION_FAILED', {
    ...daemon.session(parent.id),
    query: { before_id: a, after_id: b },
  });
  await daemon.prompt(c, 'ask Sure?');
  await daemon.question(c);
  expect(idsOf(await list(parent.id, { busy: true }))).toEqual([c]);
  expect(idsOf(await list(parent.id, { busy: false }))).toEqual([e, d, b, a]);
  const some = await list(parent.id, { busy: false, page_size: 3 });
  expect([idsOf(some), some.has_more]).toEqual([[e, d, b], true]);
  await daemon.ok('archiveSession', daemon.session(b));
  expect(idsOf(await list(parent.id))).toEqual([c, e, d, a]);
  expect(idsOf(await list(parent.id, { include_archive: true }))).toEqual([c, e, d, b, a]);
  await daemon.restart();
  expect(idsOf(await list(parent.id))).toEqual([c, e, d, a]);
});

test('a busy parent has none; an archived one may; a deleted one leaves its children', async () => {
  const { id } = await daemon.createSession();
  await daemon.prompt(id, 'ask Sure?');
  await daemon.question(id);
  await daemon.fails('createChildSession', 'SESSION_BUSY', daemon.session(id));
  expect((await list(id)).items).toEqual([]);
  await daemon.ok('archiveSession', daemon.session(id));
  const made = await child(id);
  expect(idsOf(await list(id))).toEqual([made.id]);
  await daemon.ok('deleteSession', daemon.session(id));
  await daemon.fails('listChildSessions', 'SESSION_NOT_FOUND', daemon.session(id));
  expect((await daemon.ok('getSession', daemon.session(made.id))).metadata['parent_session_id']).toBe(id);
  await daemon.run(made.id, 'say hi');
});

test('a fork of a child is no child, a child of a child is one of that', async () => {
  const parent = await daemon.createSession({ metadata: { cwd: daemon.cwd, color: 'red' } });
  const made = await child(parent.id);
  const fork = await daemon.ok('forkSession', daemon.session(made.id));
  expect(fork.metadata).toEqual({ cwd: daemon.cwd, color: 'red', forked_from: made.id });
  const grandchild = await child(made.id);
  expect(grandchild.metadata['parent_session_id']).toBe(made.id);
  expect(idsOf(await list(parent.id))).toEqual([made.id]);
  expect(idsOf(await list(made.id))).toEqual([grandchild.id]);
  // clients cannot turn another session into a child
  const changed = await daemon.ok('updateSessionProfile', {
    ...daemon.session(fork.id),
    body: { metadata: { parent_session_id: parent.id, child_session_kind: 'child' } },
  });
  expect(changed.metadata['parent_session_id']).toBeUndefined();
  await daemon.ok('updateSessionProfile', {
    ...daemon.session(made.id),
    body: { metadata: { parent_session_id: null } },
  });
  expect(idsOf(await list(parent.id))).toEqual([made.id]);
});
