/** The inbox in clients shows what waits in all sessions of the home, stays current, and takes answers. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { openInbox, type Inbox, type InboxState } from '../../client/session/inbox.js';
import type { Fetch } from '../../client/api/client.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { closeClients, losing, openClient } from './open.js';

let daemon: TestDaemon;
let inbox: Inbox;
beforeAll(async () => {
  daemon = await startTestDaemon();
});
afterAll(() => daemon.close());
beforeEach(() => {
  inbox = openInbox(openClient(daemon));
});
afterEach(async () => {
  inbox.close();
  closeClients();
  const { items } = await daemon.ok('listSessions', {});
  for (const { id } of items) await daemon.ok('deleteSession', daemon.session(id));
});

const stateOf = (what: string, fits: (state: InboxState) => boolean): Promise<InboxState> =>
  until(what, () => (fits(inbox.get()) ? inbox.get() : undefined));
const waiting = (count: number) =>
  stateOf(`${count} items`, ({ isLoaded, items }) => isLoaded && items.length === count);
/** Creates a session that waits for an approval or an answer. */
async function waitFor(text: string, title: string): Promise<string> {
  const { id } = await daemon.createSession({ title });
  await daemon.prompt(id, text);
  return id;
}

test('approvals and questions of all sessions come, the oldest first, and go', async () => {
  expect((await waiting(0)).total).toBe(0);
  const first = await waitFor('run echo one', 'First');
  await waiting(1);
  await waitFor('ask Which? A | B', 'Second');
  const state = await waiting(2);
  expect(state).toMatchObject({
    total: 2,
    items: [
      { kind: 'approval', session: { id: first, title: 'First' }, isAnswered: false },
      { kind: 'question', session: { title: 'Second' } },
    ],
  });
  await daemon.ok('updateSessionProfile', { ...daemon.session(first), body: { title: 'Named' } });
  const named = await stateOf('the title', ({ items }) => items[0]?.session.title === 'Named');
  expect(named.items[1]).toBe(state.items[1]);
  await daemon.ok('abortSession', daemon.session(first));
  expect((await waiting(1)).items[0]).toBe(state.items[1]);
});

test('an answer shows at once, and the item goes', async () => {
  const id = await waitFor('run echo one', 'First');
  const other = await waitFor('ask Which? A | B', 'Second');
  const { items } = await waiting(2);
  const [approval, question] = [
    items.find(({ kind }) => kind === 'approval'),
    items.find(({ kind }) => kind === 'question'),
  ];
  const decided = inbox.decide(approval?.id ?? '', { decision: 'approved' });
  expect(inbox.get().items.find(({ id: each }) => each === approval?.id)?.isAnswered).toBe(true);
  expect(await decided).toBe('done');
  await waiting(1);
  expect(await inbox.decide(approval?.id ?? '', { decision: 'approved' })).toBe('elsewhere');
  expect(await inbox.dismiss(question?.id ?? '')).toBe('done');
  await waiting(0);
  for (const each of [id, other]) await daemon.waitForEnd(each);
});

test('a decision made twice is sent once', async () => {
  let sent = 0;
  const calls: Fetch = (url, init) => {
    if (/\/questions\/[^/]+:dismiss$/.test(new URL(url).pathname)) sent += 1;
    return fetch(url, init);
  };
  const own = openInbox(openClient(daemon, { calls }));
  const id = await waitFor('ask Which? A | B', 'First');
  const item = await until('the item', () => own.get().items[0]);
  expect(await Promise.all([own.dismiss(item.id), own.dismiss(item.id)])).toEqual(['done', 'done']);
  await daemon.waitForEnd(id);
  expect(sent).toBe(1);
  own.close();
});

test('a question is answered from the inbox', async () => {
  const id = await waitFor('ask Which? A | B', 'Second');
  const [item] = (await waiting(1)).items;
  const asked = item?.question?.questions[0];
  const option = asked?.options[1]?.id ?? '';
  await inbox.answer(item?.id ?? '', { answers: { [asked?.id ?? '']: { kind: 'single', option_id: option } } });
  await waiting(0);
  await daemon.waitForEnd(id);
});

test('a refused answer is not shown as given any more', async () => {
  await waitFor('run echo one', 'First');
  const [item] = (await waiting(1)).items;
  await expect(inbox.decide(item?.id ?? '', { decision: 'approved', amend: { hunks: ['h1'] } })).rejects.toThrow();
  expect(inbox.get().items[0]).toMatchObject({ id: item?.id, isAnswered: false });
});

test('a lost answer is repeated, and counts once', async () => {
  let left = 1;
  const calls = losing((url, method) => method === 'POST' && /\/approvals\/[^/]+$/.test(url) && left-- > 0);
  const own = openInbox(openClient(daemon, { calls }));
  const id = await waitFor('run echo one', 'First');
  const item = await until('the item', () => own.get().items[0]);
  expect(await own.decide(item.id, { decision: 'approved' })).toBe('done');
  await daemon.waitForEnd(id);
  own.close();
});

test('what is beyond the limit counts, and the list is right after a restart', async () => {
  const short = openInbox({ ...openClient(daemon), limit: 1 });
  await waitFor('run echo one', 'First');
  await waitFor('run echo two', 'Second');
  await until('both', () => short.get().total === 2 || undefined);
  await short.settled();
  expect(short.get().items).toHaveLength(1);
  short.close();
  const before = (await waiting(2)).items.map(({ id }) => id);
  await daemon.restart();
  await inbox.settled();
  expect((await waiting(2)).items.map(({ id }) => id)).toEqual(before);
});
