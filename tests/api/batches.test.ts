/** Archiving and restoring many sessions at once (rest.md 25): ordered results, events, and a responsive server. */
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import type { SessionBatch } from '../../schemas/generated/types.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';

const daemons: TestDaemon[] = [];
async function start(options: Parameters<typeof startTestDaemon>[0] = {}): Promise<TestDaemon> {
  const daemon = await startTestDaemon(options);
  daemons.push(daemon);
  return daemon;
}
afterEach(async () => {
  for (const daemon of daemons.splice(0).reverse()) await daemon.close();
});

const make = async (daemon: TestDaemon, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await daemon.createSession()).id);
  return ids;
};
const short = ({ results }: SessionBatch) => results.map(({ ok, error }) => (ok ? 0 : error?.code));
const archive = (daemon: TestDaemon, ids: unknown) => daemon.ok('archiveSessions', { body: { ids } });
const restore = (daemon: TestDaemon, ids: unknown) => daemon.ok('restoreSessions', { body: { ids } });

function withDatabase<T>(daemon: TestDaemon, work: (db: Database.Database) => T): T {
  const db = new Database(join(daemon.home, 'agent.db'));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

describe('a batch', () => {
  test('of sessions in every state answers in the order they were named', async () => {
    const daemon = await start();
    const other = await start({ home: daemon.home });
    const [foreign = '', cold = ''] = await make(other, 2);
    const ids = await make(daemon, 6);
    const [plain = '', waits = '', asks = '', runs = '', away = '', chat = ''] = ids;
    await daemon.run(chat, 'say hi');
    await daemon.prompt(waits, 'run expr 1');
    await daemon.approval(waits);
    await daemon.prompt(asks, 'ask Sure?');
    await daemon.question(asks);
    await daemon.prompt(runs, 'slow 5000 a b c');
    await daemon.ok('archiveSession', daemon.session(away));
    await other.prompt(foreign, 'say hi');
    await other.ok('archiveSession', other.session(cold));
    await other.ok('restoreSession', other.session(cold));
    const socket = await daemon.socket();
    await socket.send('client_hello', { client_id: 'test', subscriptions: [] });
    const order = [plain, plain, 'session_none', waits, foreign, runs, away, asks, cold, chat, '', plain];
    const done = await archive(daemon, order);
    expect(done.results.map(({ id }) => id)).toEqual([...new Set(order)]);
    expect(short(done)).toEqual([0, 40401, 0, 40901, 40901, 0, 0, 0, 0, 40401]);
    expect(done).toMatchObject({ succeeded: 6, failed: 4 });
    const archived = await daemon.ok('listSessions', { query: { archived_only: true } });
    expect(archived.items.map(({ id }) => id).sort()).toEqual([plain, waits, asks, away, cold, chat].sort());
    // their waiting turns were cancelled first
    for (const id of [waits, asks])
      expect(await daemon.ok('getSession', daemon.session(id))).toMatchObject({
        busy: false,
        pending_interaction: 'none',
        last_turn_reason: 'cancelled',
      });
    await socket.until(
      'the last one',
      ({ type, payload }) => type === 'event.session.archived' && payload['sessionId'] === chat,
    );
    // events of the preparation may still arrive before these
    const told = socket.frames.filter(({ type }) => type === 'event.session.archived').slice(-5);
    expect(told.map(({ payload }) => payload['sessionId'])).toEqual([plain, waits, asks, cold, chat]);
    expect(told.every(({ session_id }) => session_id === '__global__')).toBe(true);

    const back = await restore(daemon, [chat, 'session_none', plain, runs]);
    expect(short(back)).toEqual([0, 40401, 0, 0]);
    await socket.until('both', ({ type, session_id }) => type === 'session.meta.updated' && session_id === plain);
    const metas = socket.frames.filter(
      ({ type, payload }) =>
        type === 'session.meta.updated' && (payload['patch'] as { archived?: boolean }).archived === false,
    );
    expect(metas.slice(-2).map(({ session_id }) => session_id)).toEqual([chat, plain]);
    await daemon.run(chat, 'say still here');
    await daemon.ok('abortSession', daemon.session(runs));
  });

  test('leaves sessions that are cold out of memory, and what it says twice changes nothing twice', async () => {
    const daemon = await start();
    const ids = await make(daemon, 30);
    await daemon.restart();
    const events = () =>
      withDatabase(daemon, (db) => db.prepare('SELECT count(*) FROM events WHERE session_key > 0').pluck().get());
    const owners = () =>
      withDatabase(daemon, (db) =>
        db.prepare('SELECT count(*) FROM sessions WHERE key > 0 AND owner IS NOT NULL').pluck().get(),
      );
    const before = Number(events());
    expect(short(await archive(daemon, ids))).toEqual(ids.map(() => 0));
    expect(Number(events())).toBe(before + 30);
    expect(short(await archive(daemon, ids))).toEqual(ids.map(() => 0));
    expect(Number(events())).toBe(before + 30);
    expect(short(await restore(daemon, ids))).toEqual(ids.map(() => 0));
    expect(Number(events())).toBe(before + 90);
    expect(owners()).toBe(0);
    const [workspace] = (await daemon.ok('listWorkspaces', {})).items;
    expect(workspace?.session_count).toBe(30);
    // the sequence numbers have no gap
    const [id = ''] = ids;
    const snapshot = await daemon.ok('getSessionSnapshot', daemon.session(id));
    expect(snapshot.as_of_seq).toBe(snapshot.session.last_seq);
    await daemon.run(id, 'say hi');
  });

  test('of one that cannot be written says so for it alone', async () => {
    const daemon = await start();
    const ids = await make(daemon, 9);
    await daemon.restart();
    withDatabase(daemon, (db) =>
      db.exec(
        `CREATE TRIGGER refused BEFORE UPDATE OF archived_at ON sessions WHEN new.id = '${ids[4] ?? ''}' BEGIN SELECT RAISE(ABORT, 'no'); END`,
      ),
    );
    const done = await archive(daemon, ids);
    expect(short(done)).toEqual(ids.map((_, index) => (index === 4 ? 50001 : 0)));
    expect(done.results[4]?.error?.message).not.toMatch(/RAISE|SQL|no$/);
    withDatabase(daemon, (db) => db.exec('DROP TRIGGER refused'));
    const listed = await daemon.ok('listSessions', {});
    expect(listed.items.map(({ id }) => id)).toEqual([ids[4]]);
  });

  test.each([
    ['nothing', {}],
    ['no list', { ids: 'session_x' }],
    ['an empty list', { ids: [] }],
    ['something else', { ids: [1] }],
    ['more than 5,000', { ids: Array.from({ length: 5_001 }, (_, n) => `session_${n}`) }],
  ])('of %s is refused', async (_, body) => {
    const daemon = await start();
    for (const name of ['archiveSessions', 'restoreSessions'] as const) {
      const answer = await daemon.fails(name, 'VALIDATION_FAILED', { body });
      expect((answer.details as { path: string }[])[0]?.path).toMatch(/^ids/);
    }
  });

  test('of 5,000 names, each twice, blocks no other work', async () => {
    const daemon = await start();
    const [id = ''] = await make(daemon, 1);
    await daemon.restart();
    withDatabase(daemon, (db) => {
      const columns = (db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all('sessions') as string[]).filter(
        (name) => name !== 'key' && name !== 'id',
      );
      db.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
         INSERT INTO sessions (id, ${columns.join(', ')}) SELECT id || '_' || i, ${columns.join(', ')} FROM sessions, n WHERE id = ?`,
      ).run(id);
    });
    const ids = [id, ...Array.from({ length: 4_999 }, (_, n) => `${id}_${n + 1}`)];
    let answered = 0;
    const batch = archive(daemon, [...ids, ...ids]);
    for (const over = batch.then(() => 'over'); ; answered += 1) {
      const first = await Promise.race([over, daemon.ok('getHealth', {})]);
      if (first === 'over') break;
    }
    expect(await batch).toMatchObject({ succeeded: 5_000, failed: 0 });
    // the server answered other requests all the time, not just before and after
    expect(answered).toBeGreaterThan(10);
    expect((await daemon.ok('listSessions', {})).items).toEqual([]);
  }, 60_000);
});

describe('one at a time', () => {
  test('a cold session is archived and restored without being loaded', async () => {
    const daemon = await start();
    const [id = ''] = await make(daemon, 1);
    await daemon.run(id, 'say hi');
    await daemon.restart();
    const owner = () =>
      withDatabase(daemon, (db) => db.prepare('SELECT owner FROM sessions WHERE id = ?').pluck().get(id));
    await daemon.ok('archiveSession', daemon.session(id));
    expect(owner()).toBeNull();
    expect(await daemon.ok('restoreSession', daemon.session(id))).toMatchObject({ id, archived: false, busy: false });
    expect(owner()).toBeNull();
    await daemon.run(id, 'say again');
  });

  test('one whose server died in the middle of a turn is repaired first', async () => {
    const daemon = await start();
    const other = await start({ home: daemon.home });
    const [id = ''] = await make(daemon, 1);
    await daemon.prompt(id, 'slow 5000 a b c');
    await until('the turn', () =>
      withDatabase(daemon, (db) => db.prepare('SELECT count(*) FROM turns').pluck().get()) === 1 ? true : undefined,
    );
    const server = (await daemon.ok('getMeta', {})).server_id;
    withDatabase(daemon, (db) => db.prepare('UPDATE servers SET pid = 2147483646 WHERE server_id = ?').run(server));
    const done = await archive(other, [id]);
    expect(short(done)).toEqual([0]);
    expect(await other.ok('getSession', other.session(id))).toMatchObject({
      archived: true,
      last_turn_reason: 'failed',
    });
  });
});
