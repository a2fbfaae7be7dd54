/** Search over REST: building the index, and the thread that answers. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, jest, test } from '@jest/globals';
import { startTestDaemon, until } from '../helpers/daemon.js';
import { startProcess, type DaemonProcess } from '../helpers/daemonprocess.js';
import { type Body, type Answer, daemon, others, search, lines, ready, useSearchDaemon } from './search.fixture.js';

jest.setTimeout(60_000);

useSearchDaemon();

/** Works on the daemon's database over a second connection. */
function inDatabase<T>(work: (db: Database.Database) => T, home = daemon.home): T {
  const db = new Database(join(home, 'agent.db'));
  try {
    // SQLite protects the tables behind an index otherwise
    return work(db.unsafeMode(true));
  } finally {
    db.close();
  }
}

const featureOf = async (at = daemon) => (await at.ok('getMeta', {})).features.find(({ name }) => name === 'search');

/** Adds texts to the newest session, as its messages would. */
function addTexts(db: Database.Database, count: number, text: (at: number) => string): void {
  const { key, seq } = db
    .prepare<[], { key: number; seq: number }>('SELECT max(key) AS key, 1000000 AS seq FROM sessions')
    .get() as { key: number; seq: number };
  const add = db.prepare(
    `INSERT INTO search_text (session_key, seq, agent_id, role, turn_id, time, text) VALUES (?, ?, 'main', 'user', 1, ?, ?)`,
  );
  db.transaction(() => {
    for (let at = 0; at < count; at += 1) add.run(key, seq + at, 1_700_000_000_000 + at, text(at));
  })();
}

/** Puts the database into the state before the index existed. */
function forgetIndex(db: Database.Database): void {
  db.exec('DELETE FROM search_queue; UPDATE search_index SET built = 0, generation = lower(hex(randomblob(8)))');
}

describe('the index', () => {
  test('is built behind for an old database; until then nothing is found, and that is said', async () => {
    const { id } = await daemon.createSession({ title: 'Satsuma' });
    expect(await featureOf()).toEqual({ name: 'search', state: 'Active', meta: {} });
    await daemon.restart();
    inDatabase((db) => {
      addTexts(db, 3_000, (at) => `satsuma number ${at}`);
      forgetIndex(db);
    });
    expect((await featureOf())?.state).toBe('Activating');
    const during = await search({ query: 'satsuma' });
    expect(during).toMatchObject({ items: [], has_more: false, index_state: { state: 'building', stale: true } });
    const { index_state } = await ready();
    expect(index_state).toEqual({ state: 'ready', indexed_sessions: 1, total_sessions: 1, documents: 3_001 });
    expect((await search({ query: 'satsuma', role: 'title' })).items).toHaveLength(1);
    expect((await search({ query: 'number 2999' })).items).toMatchObject([{ session_id: id }]);
    expect((await featureOf())?.state).toBe('Active');
  });

  test('is built in the background without a search', async () => {
    await daemon.createSession({ title: 'Tamarind' });
    inDatabase(forgetIndex);
    const state = (): unknown => inDatabase((db) => db.prepare('SELECT built FROM search_index').pluck().get());
    await until('the index', () => (state() === 1 ? true : undefined));
    expect(await lines('tamarind')).toEqual(['title: Tamarind']);
  });

  test('continues where it was when the server is killed while it is built', async () => {
    const { home, cwd } = daemon;
    await daemon.createSession({ title: 'x' });
    // the old home stays, but no daemon maintains its index
    await daemon.restart({ home: join(daemon.folder, 'elsewhere') });
    const total = 6_000;
    inDatabase((db) => {
      addTexts(db, total, (at) => `ugli fruit ${at} 柚子`);
      forgetIndex(db);
    }, home);
    const ask = async ({ baseUrl, token }: DaemonProcess): Promise<Answer> => {
      const response = await fetch(`${baseUrl}/api/v1/search`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: 'ugli 5999' }),
      });
      return ((await response.json()) as { data: Answer }).data;
    };
    let documents = 0;
    for (let kills = 0; kills < 3; kills += 1) {
      const victim = await startProcess({ home, cwd });
      const before = documents;
      await until('some progress', async () => {
        const { index_state } = await ask(victim);
        ({ documents } = index_state);
        return index_state.state !== 'building' || documents > before ? true : undefined;
      });
      await victim.kill();
    }
    expect(documents).toBeGreaterThan(0);
    const last = await startProcess({ home, cwd });
    const answer = await until('the index', async () => {
      const now = await ask(last);
      return now.index_state.state === 'ready' && !now.index_state.stale ? now : undefined;
    });
    expect(answer.index_state.documents).toBe(total + 1);
    expect(answer.items).toHaveLength(1);
    await last.stop();
    const counts = inDatabase(
      (db) =>
        ['search_documents', 'search_words_docsize', 'search_grams_docsize', 'search_queue'].map((table) =>
          db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
        ),
      home,
    );
    expect(counts).toEqual([total + 1, total + 1, total + 1, 0]);
  });

  /** the damage, and its SQL */
  const damages: [string, string][] = [
    ['a table is gone', 'DROP TABLE search_words'],
    ['the other one, too', 'DROP TABLE search_words; DROP TABLE search_grams'],
    ['the list of texts is gone', 'DROP TABLE search_documents'],
    ['a part of a table is gone', 'DROP TABLE search_words_data'],
    ['its version is gone', 'DELETE FROM search_words_config'],
    ['its structure is gone', 'DELETE FROM search_words_data WHERE id = 10'],
    ['its content is gone', 'DELETE FROM search_words_data WHERE id > 10'],
    ['its content is nonsense', `UPDATE search_words_data SET block = randomblob(length(block)) WHERE id >= 10`],
  ];
  test.each(damages)('is built again when %s', async (_, sql) => {
    const { id } = await daemon.createSession({ title: 'x' });
    for (const number of [1, 2]) await daemon.run(id, `say vanilla ${number}`);
    const { page_token } = await search({ query: 'vanilla', page_size: 3 });
    await daemon.restart();
    inDatabase((db) => db.exec(sql));
    const answer = await search({ query: 'vanilla' });
    expect(answer).toMatchObject({ items: [], index_state: { state: 'building', stale: true } });
    expect((await ready()).index_state).toMatchObject({ state: 'ready', documents: 5 });
    expect((await search({ query: 'vanilla' })).items).toHaveLength(4);
    expect(await lines('VANILLA 2', { mode: 'literal' })).toHaveLength(2);
    await daemon.fails('searchSessions', 'VALIDATION_FAILED', {
      body: { query: 'vanilla', page_size: 3, ...(page_token && { page_token }) },
    });
    // and new messages are found as before
    await daemon.run(id, 'say vanilla 3');
    expect((await search({ query: 'vanilla' })).items).toHaveLength(6);
  });

  test('answers from what it has while it cannot be written', async () => {
    const { id } = await daemon.createSession({ title: 'x' });
    await daemon.run(id, 'say watermelon');
    expect(await lines('watermelon')).toHaveLength(2);
    inDatabase((db) =>
      db.exec(
        `CREATE TRIGGER no_index BEFORE INSERT ON search_documents BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
      ),
    );
    await daemon.run(id, 'say watermelon again');
    const answer = await until('trouble', async () => {
      const now = await search({ query: 'watermelon' });
      return now.index_state.degraded ? now : undefined;
    });
    expect(answer.items).toHaveLength(2);
    expect(answer.index_state).toMatchObject({ state: 'ready', stale: true, degraded: true, indexed_sessions: 0 });
    inDatabase((db) => db.exec('DROP TRIGGER no_index'));
    await until('the end of it', async () => {
      const { index_state } = await search({ query: 'watermelon' });
      return index_state.degraded || index_state.stale ? undefined : true;
    });
    expect(await lines('watermelon')).toHaveLength(4);
  });

  test('is left alone by a damaged row of the log', async () => {
    const { id } = await daemon.createSession({ title: 'x' });
    await daemon.run(id, 'say walnut');
    inDatabase((db) => {
      db.prepare(`UPDATE events SET payload = '{"torn' WHERE type = 'message.appended'`).run();
      forgetIndex(db);
    });
    await ready();
    expect(await lines('walnut')).toEqual(['main user: say walnut', 'main assistant: walnut']);
  });

  test('has one writer; the thread of the other server only answers, and takes over later', async () => {
    const { id } = await daemon.createSession({ title: 'x' });
    await daemon.run(id, 'say yam');
    expect((await search({ query: 'yam' })).index_state.state).toBe('ready');
    const second = await startTestDaemon({ home: daemon.home });
    others.push(second);
    expect(await lines('yam', {}, second)).toHaveLength(2);
    expect((await search({ query: 'yam' }, second)).index_state.state).toBe('readonly');
    // messages of the second server enter the index through the first one
    const own = await second.createSession({ title: 'y' });
    await second.run(own.id, 'say zucchini');
    await until('the index', async () => ((await lines('zucchini', {}, second)).length === 2 ? true : undefined));
    await daemon.restart();
    expect((await search({ query: 'zucchini' }, second)).index_state).toMatchObject({ state: 'ready', documents: 6 });
    expect((await search({ query: 'zucchini' })).index_state.state).toBe('readonly');
  });
});

describe('the thread', () => {
  const writer = (): unknown => inDatabase((db) => db.prepare('SELECT writer FROM search_index').pluck().get());

  test('ends when no client searches, and starts again', async () => {
    await daemon.restart({ searchIdleMs: 100 });
    await daemon.createSession({ title: 'Apricot' });
    expect(writer()).toBeNull();
    for (let round = 0; round < 2; round += 1) {
      expect(await lines('apricot')).toEqual(['title: Apricot']);
      expect(writer()).not.toBeNull();
      await until('its end', () => (writer() === null ? true : undefined));
    }
  });

  test('answers many at once, each with its own', async () => {
    const { id } = await daemon.createSession({ title: 'x' });
    for (let number = 0; number < 5; number += 1) await daemon.run(id, `say only${number}`);
    const asked = Array.from({ length: 50 }, (_, at) => `only${at % 6}`);
    const found = await Promise.all(asked.map((query) => lines(query, { role: 'user' })));
    expect(found).toEqual(asked.map((query) => (query === 'only5' ? [] : [`main user: say ${query}`])));
  });

  test('works while everything else is answered: a long search blocks no other work', async () => {
    const { id } = await daemon.createSession({ title: 'x' });
    const text = 'ünbelievably long täxt '.repeat(800);
    inDatabase((db) => addTexts(db, 1_200, (at) => `${text} ${at}`));
    // this query does not use the index: it compares all texts of the session
    const body: Body = { query: 'nowhere to be found', mode: 'literal', container: { session_id: id } };
    await search({ query: 'warm' });
    let over = false;
    const from = performance.now();
    const answer = search(body).finally(() => (over = true));
    let answered = 0;
    const begun = await daemon.createSession({ title: 'y' });
    const turn = daemon.run(begun.id, 'say meanwhile');
    for (; !over; answered += over ? 0 : 1) await daemon.ok('getMeta', {});
    const took = performance.now() - from;
    const { items, index_state } = await answer;
    expect([items, index_state.state]).toEqual([[], 'ready']);
    await turn;
    // each answer takes a few milliseconds; if they waited for the search, only one would arrive
    expect({ took, answered: answered > 5 }).toEqual({ took: expect.any(Number), answered: true });
    expect(took).toBeGreaterThan(50);
  });

  test('forgets a question that no caller waits for', async () => {
    await daemon.createSession({ title: 'Blackberry' });
    const ends = new AbortController();
    const gone = fetch(`${daemon.baseUrl}/api/v1/search`, {
      method: 'POST',
      signal: ends.signal,
      headers: { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'blackberry' }),
    });
    ends.abort();
    await expect(gone).rejects.toThrow();
    expect(await lines('blackberry')).toEqual(['title: Blackberry']);
  });
});
