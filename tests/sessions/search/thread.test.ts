/** The search thread as the server uses it: its failures, and searches whose caller no longer waits. */
import { existsSync, renameSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createLeases, type Leases } from '../../../daemon/sessions/peers/leases.js';
import { createSearch, type Search } from '../../../daemon/sessions/search/search.js';
import { until } from '../../helpers/daemon.js';
import { openLibrary, type Library } from './library.js';

let library: Library;
/** Id of a process that does not run. */
const ended = 2_147_483_646;
let leases: Leases;
let search: Search;
const said: string[] = [];
const say = (message: string): void => void said.push(message);
const logger = { debug: say, info: say, warn: say, error: say, module: () => logger };

beforeEach(() => {
  said.length = 0;
  library = openLibrary();
  library.add('a needle');
  const { db } = library;
  leases = createLeases({ db, serverId: 'me', pid: process.pid, now: Date.now, processAlive: (pid) => pid !== ended });
  search = createSearch({ db, leases, serverId: 'me', logger, againMs: 300 });
});
afterEach(async () => {
  await search.close();
  leases.close();
  library.close();
});

const never = new AbortController().signal;
const ask = (signal = never) =>
  search.search({ query: 'needle', mode: 'terms', op: 'AND', sort: 'score', page_size: 20 }, signal);

test('the states of its life', async () => {
  expect(search.feature()).toEqual({ name: 'search', state: 'Pending', meta: {} });
  search.start();
  expect(search.feature().state).toBe('Active');
  library.db.exec('UPDATE search_index SET built = 0');
  expect(search.feature().state).toBe('Activating');
  library.db.exec('ALTER TABLE search_index RENAME TO away');
  expect(search.feature()).toEqual({
    name: 'search',
    state: 'Failed',
    meta: { error: expect.stringMatching(/no such/) },
  });
  library.db.exec('ALTER TABLE away RENAME TO search_index');
  await search.close();
  expect(search.feature().state).toBe('Unloading');
});

test('when it cannot start, those who ask hear of it, and it is tried again', async () => {
  search.start();
  renameSync(library.path, `${library.path}.away`);
  await expect(ask()).rejects.toThrow(/open|exist/i);
  expect(search.feature()).toEqual({ name: 'search', state: 'Failed', meta: { error: expect.any(String) } });
  expect(said).toContain('the thread of the search failed');
  renameSync(`${library.path}.away`, library.path);
  await until('the next try', () => (search.feature().state === 'Active' ? true : undefined));
  expect((await ask()).items).toHaveLength(1);
  expect(existsSync(library.path)).toBe(true);
});

test('who goes away is not answered, before and while the question waits', async () => {
  await expect(ask(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  const ends = new AbortController();
  const asked = ask(ends.signal);
  ends.abort(new Error('gone, too'));
  await expect(asked).rejects.toThrow('gone, too');
  expect((await ask()).items).toHaveLength(1);
});

test('only one server writes; the place of one that died is free', async () => {
  library.db.exec(`UPDATE search_index SET writer = 'another'`);
  library.db.exec(`INSERT INTO servers (server_id, pid, heartbeat_at) VALUES ('another', 1, ${Date.now()})`);
  expect(await ask()).toMatchObject({ items: [], index_state: { state: 'readonly', stale: true } });
  library.db.exec(`UPDATE servers SET pid = ${ended} WHERE server_id = 'another'`);
  expect(await ask()).toMatchObject({ items: [{ snippet: 'a needle' }], index_state: { state: 'ready' } });
  await search.close();
  expect(library.db.prepare('SELECT writer FROM search_index').pluck().get()).toBeNull();
});
