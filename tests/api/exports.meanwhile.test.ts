/** An export of a session blocks no other work, and shows a single moment (rest.md 9.9). */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { until } from '../helpers/daemon.js';
import { exported, nameless, nothingLeft, post, read, start, withDatabase, closeDaemons } from './exports.fixture.js';

closeDaemons();

describe('while it is made', () => {
  test('the session continues; the records are of one moment', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession();
    for (let n = 0; n < 5; n += 1) await daemon.run(id, `say ${n}`);
    await daemon.prompt(id, `slow 20 ${'word '.repeat(60)}`);
    await until('the turn', async () =>
      (await daemon.ok('getSession', daemon.session(id))).main_turn_active ? true : undefined,
    );
    const several = await Promise.all([1, 2, 3].map(() => exported(daemon, id)));
    for (const { lines, text } of several) {
      const { session } = JSON.parse(text('session.json')) as { session: { last_seq: number; message_count: number } };
      expect(lines('events.jsonl').map(({ seq }) => seq)).toEqual(
        Array.from({ length: session.last_seq }, (_, n) => n + 1),
      );
      expect(lines('messages.jsonl')).toHaveLength(session.message_count);
    }
    expect((await daemon.waitForEnd(id)).last_turn_reason).toBe('completed');
    expect((await exported(daemon, id)).lines('messages.jsonl')).toHaveLength(12);
  });

  test('a client that goes away leaves nothing behind, before the first byte and after it', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession();
    const directory = join(daemon.home, 'sessions', id);
    mkdirSync(directory, { recursive: true });
    // noise, which compression cannot shrink
    for (let n = 0; n < 4; n += 1) {
      const file = await open(join(directory, `noise${n}`), 'w');
      for (let m = 0; m < 8; m += 1)
        await file.write(
          createHash('shake256', { outputLength: 1 << 20 })
            .update(`${n} ${m}`)
            .digest(),
        );
      await file.close();
    }
    const controller = new AbortController();
    const early = post(daemon, id, {}, controller.signal);
    await until('the file', () => (nameless(realpathSync(daemon.home)).length > 0 ? true : undefined));
    controller.abort();
    await expect(early).rejects.toThrow();
    await nothingLeft(daemon);
    await new Promise<void>((resolve, reject) => {
      const sent = request(
        `${daemon.baseUrl}/api/v1/sessions/${id}/export`,
        { method: 'POST', headers: { authorization: `Bearer ${daemon.token}` } },
        (response) => {
          response.once('data', () => {
            response.destroy();
            resolve();
          });
        },
      );
      sent.once('error', reject);
      sent.end();
    });
    await nothingLeft(daemon);
    expect(readdirSync(join(daemon.home, 'files'))).toEqual([]);
    const log = readFileSync(join(daemon.home, 'logs', 'agent-code.log'), 'utf8');
    expect(log).not.toContain('request failed unexpectedly');
    // at most two run in parallel; the others wait
    const all = await Promise.all([1, 2, 3, 4, 5].map(async () => (await post(daemon, id)).arrayBuffer()));
    expect(new Set(all.map((bytes) => bytes.byteLength > 32 << 20))).toEqual(new Set([true]));
  }, 120_000);

  test('fifty thousand events block no other work, and the log of the database can start again', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession();
    await daemon.run(id, 'say hi');
    withDatabase(daemon, (db) => {
      const { key, last_seq: last } = db.prepare('SELECT key, last_seq FROM sessions WHERE id = ?').get(id) as {
        key: number;
        last_seq: number;
      };
      db.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
         INSERT INTO events (session_key, seq, type, agent_id, visibility, time, payload)
         SELECT ?, ? + i, 'warning', 'main', 1, ?, json_object('message', printf('%.400c', 'x'), 'code', i) FROM n`,
      ).run(key, last, Date.now());
      db.prepare('UPDATE sessions SET last_seq = last_seq + 50000 WHERE key = ?').run(key);
    });
    await daemon.restart();
    const before = process.memoryUsage().rss;
    let answered = 0;
    const asked = post(daemon, id);
    for (const over = asked.then(() => 'over'); ; answered += 1) {
      const first = await Promise.race([over, daemon.ok('getHealth', {})]);
      if (first === 'over') break;
    }
    const grown = process.memoryUsage().rss - before;
    const bytes = new Uint8Array(await (await asked).arrayBuffer());
    // the server answered other requests all the time, not just before and after
    expect(answered).toBeGreaterThan(10);
    expect(grown).toBeLessThan(200 << 20);
    const { lines } = await read(bytes);
    const events = lines('events.jsonl');
    expect(events.length).toBeGreaterThan(50_000);
    expect(events.every(({ seq }, index) => seq === index + 1)).toBe(true);
    expect(withDatabase(daemon, (db) => db.pragma('wal_checkpoint(RESTART)'))).toMatchObject([{ busy: 0 }]);
  }, 120_000);

  test('a session that is deleted meanwhile is not found', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession();
    const asked = post(daemon, id);
    const answers = await Promise.all([asked, daemon.ask('deleteSession', daemon.session(id))]);
    expect([200]).toContain(answers[0].status);
    expect(answers[1].code).toBe(0);
  });
});
