/** The list of sessions and the account as clients show them, kept current by a real daemon. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openAccount } from '../../client/session/account.js';
import { openSessionList, type SessionList } from '../../client/session/list.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { startRelay } from '../helpers/relay.js';
import { closeClients, openClient } from './open.js';

let daemon: TestDaemon;
let list: SessionList | undefined;
beforeEach(async () => {
  daemon = await startTestDaemon();
});
afterEach(async () => {
  list?.close();
  list = undefined;
  closeClients();
  await daemon.close();
});

const activities = () => list?.get().items.map(({ activity }) => activity.status) ?? [];

test('the list follows new sessions, titles, what they do and what waits, and restarts', async () => {
  const { id } = await daemon.createSession();
  list = openSessionList(openClient(daemon));
  await until('the list', () => list?.get().isLoaded || undefined);
  expect(list.get()).toMatchObject({ total: 1, waiting: 0, items: [{ id, activity: { status: 'idle' } }] });
  const other = await daemon.createSession({ title: 'Other' });
  await until('the new session', () => list?.get().total === 2 || undefined);
  const kept = list.get().items.find((item) => item.id === other.id);
  await daemon.prompt(id, 'run echo hi');
  await until('the approval', () => list?.get().waiting === 1 || undefined);
  expect(activities()).toContain('approval');
  await daemon.ok('updateSessionProfile', { ...daemon.session(id), body: { title: 'Named' } });
  await until('the title', () => list?.get().items.some(({ meta }) => meta.title === 'Named') || undefined);
  expect(list.get().items.find((item) => item.id === other.id)).toBe(kept);
  await daemon.ok('abortSession', daemon.session(id));
  await until('rest', () => list?.get().waiting === 0 || undefined);
  await daemon.restart();
  await daemon.ok('deleteSession', daemon.session(other.id));
  await until('the deletion', () => list?.get().total === 1 || undefined);
});

test('the list has what happened while a slow connection was replaced, which is reported as no loss', async () => {
  const { id } = await daemon.createSession();
  const relay = await startRelay(daemon.port);
  const server = { baseUrl: `http://127.0.0.1:${relay.port}`, token: daemon.token };
  const states: string[] = [];
  const client = openClient(server, { onState: (state) => states.push(state) });
  // calls do not pass the relay
  list = openSessionList({ stream: client.stream, client: openClient(daemon).client });
  await until('the connection', () => (list?.get().isLoaded && client.stream.state === 'live') || undefined);
  await list.settled();
  const release = relay.hold();
  relay.closeSockets(1013);
  await until('the end of the connection', () => client.stream.hello === undefined || undefined);
  await daemon.ok('updateSessionProfile', { ...daemon.session(id), body: { title: 'Missed' } });
  expect(list.get().items[0]?.meta.title).not.toBe('Missed');
  release();
  await until('the title', () => list?.get().items[0]?.meta.title === 'Missed' || undefined);
  expect(states).toEqual([]);
  await relay.close();
});

test('the list has further pages', async () => {
  for (let count = 0; count < 5; count += 1) await daemon.createSession();
  list = openSessionList({ ...openClient(daemon), pageSize: 2 });
  await until('the first page', () => list?.get().isLoaded || undefined);
  expect([list.get().items.length, list.get().hasMore]).toEqual([2, true]);
  await list.loadMore();
  await list.loadMore();
  expect([list.get().items.length, list.get().hasMore]).toEqual([5, false]);
  expect(new Set(list.get().items.map(({ id }) => id)).size).toBe(5);
});

test('the account follows the configuration', async () => {
  const account = openAccount(openClient(daemon));
  await until('the account', () => account.get().isLoaded || undefined);
  expect(account.get()).toMatchObject({
    auth: { models_ready: false, providers_count: 0 },
    server: { server_version: '1.2.3' },
    login: undefined,
  });
  await daemon.ok('updateConfig', {
    body: { providers: { p: { type: 'openai', base_url: 'http://127.0.0.1:9', api_key: 'sk-x' } } },
  });
  await until('the provider', () => account.get().auth?.providers_count === 1 || undefined);
  const { server } = account.get();
  await daemon.restart();
  await until('the new server', () => account.get().server?.server_id !== server?.server_id || undefined);
  account.close();
});
