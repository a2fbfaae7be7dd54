/** The inbox is read from indexes, in order and without gaps, and its changes are noticed (additions.md A2). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Statement } from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createInbox, waitingRows } from '../../daemon/sessions/interactions/inbox.js';
import { createInboxChanges } from '../../daemon/sessions/interactions/inboxchanges.js';
import { openDatabase, type Db } from '../../daemon/sessions/log/database.js';
import type { Frame } from '../../daemon/sessions/log/frames.js';
import { createHub } from '../../daemon/sessions/log/hub.js';
import { createLog, type SessionRef } from '../../daemon/sessions/log/log.js';
import type { NewEvent } from '../../schemas/generated/events.js';

let folder: string;
let db: Db;
const statements = new Map<string, Statement<unknown[]>>();
beforeEach(() => {
  statements.clear();
  folder = mkdtempSync(join(tmpdir(), 'agent-inbox-'));
  db = openDatabase({ path: join(folder, 'agent.db') });
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const foreignOwner = (owner: string | null) => (owner === 'other' ? { server_id: owner, pid: 1 } : undefined);
const newInbox = () => createInbox({ db, leases: { present: () => ({ foreignOwner, alive: () => false }) } });

/** Reuses statements, since preparing one takes ten times as long as running it. */
function prepared(sql: string) {
  const statement = statements.get(sql) ?? db.prepare<unknown[]>(sql);
  statements.set(sql, statement);
  return statement;
}

function addSession(id: string, owner: string | null = null): SessionRef {
  const { lastInsertRowid } = prepared(
    `INSERT INTO sessions (id, epoch, owner, workspace_id, cwd, title, created_at, updated_at) VALUES (?, ?, ?, 'w', '/', ?, 0, 0)`,
  ).run(id, `ep_${id}`, owner, `title of ${id}`);
  return { key: Number(lastInsertRowid), id, epoch: `ep_${id}` };
}

function addQuestion(key: number, id: string, at: number, text = 'Sure?'): void {
  prepared(
    `INSERT INTO interactions (session_key, id, seq, kind, agent_id, status, request, created_at, expires_at)
     VALUES (?, ?, 1, 'question', 'main', 'pending', ?, ?, ?)`,
  ).run(key, id, JSON.stringify({ question_id: id, questions: [{ question: text }] }), at, at + 1);
}
const resolve = (id: string) => db.prepare(`UPDATE interactions SET status = 'dismissed' WHERE id = ?`).run(id);
const archive = (ref: SessionRef, at: number | null) =>
  db.prepare('UPDATE sessions SET archived_at = ? WHERE key = ?').run(at, ref.key);

const ids = async (limit = 500) => (await newInbox().list(limit)).items.map(({ question }) => question?.question_id);

test('the order is that of the times, then of the ids; archived sessions are left out', async () => {
  const [a, b, c] = [addSession('a'), addSession('b', 'other'), addSession('c')];
  addQuestion(b.key, 'q3', 7);
  addQuestion(a.key, 'q2', 7);
  addQuestion(c.key, 'q1', 8);
  addQuestion(c.key, 'q9', 1);
  addQuestion(a.key, 'q4', 2);
  expect(await ids()).toEqual(['q9', 'q4', 'q2', 'q3', 'q1']);
  resolve('q4');
  archive(c, 5);
  const { items, total } = await newInbox().list(1);
  expect([items.map(({ session }) => session.id), total]).toEqual([['a'], 2]);
  expect((await newInbox().list(2)).items[1]?.session).toEqual({
    id: 'b',
    title: 'title of b',
    workspace_id: 'w',
    cwd: '/',
    owner: { server_id: 'other', pid: 1 },
  });
  archive(c, null);
  expect(await ids()).toEqual(['q9', 'q2', 'q3', 'q1']);
});

test('many and long requests are read in pieces that fit together', async () => {
  const { key } = addSession('a');
  const text = 'x'.repeat(300 * 1024);
  db.transaction(() => {
    for (let n = 0; n < 250; n += 1) addQuestion(key, `q${String(n).padStart(3, '0')}`, n % 3, n % 40 ? '' : text);
  })();
  const all = await ids();
  expect(all).toHaveLength(250);
  expect(new Set(all).size).toBe(250);
  const rows = db.prepare<[], { id: string }>('SELECT id FROM interactions ORDER BY created_at, id').all();
  expect(all).toEqual(rows.map(({ id }) => id));
  expect(await ids(120)).toEqual(all.slice(0, 120));
});

test('ten thousand sessions cost what five hundred do: nothing but what waits is read', async () => {
  const add = (from: number, to: number) =>
    db.transaction(() => {
      for (let n = from; n < to; n += 1) {
        const { key } = addSession(`s${n}`);
        if (n < 500) addQuestion(key, `q${n}`, n);
        const resolved = prepared(
          `INSERT INTO interactions (session_key, id, seq, kind, agent_id, status, request, created_at, expires_at)
           VALUES (?, ?, 1, 'question', 'main', 'answered', '{}', ?, 1)`,
        );
        for (let old = 0; old < 3; old += 1) resolved.run(key, `old${n}_${old}`, old);
      }
    })();
  const median = async (): Promise<number> => {
    const inbox = newInbox();
    const times: number[] = [];
    for (let n = 0; n < 31; n += 1) {
      const from = process.cpuUsage();
      expect((await inbox.list(500)).items).toHaveLength(500);
      times.push(process.cpuUsage(from).user / 1_000);
    }
    return times.sort((x, y) => x - y)[15] ?? NaN;
  };
  add(0, 500);
  const few = await median();
  add(500, 10_000);
  const many = await median();
  process.stderr.write(`500 items: ${few.toFixed(1)} ms among 500 sessions, ${many.toFixed(1)} ms among 10,000\n`);
  expect(many).toBeLessThan(6 * few + 2);
  const plan = (sql: string) =>
    db
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => detail);
  expect(
    plan(
      `SELECT i.request FROM ${waitingRows} AND (i.created_at, i.id) > (1, 'q') ORDER BY i.created_at, i.id LIMIT 9`,
    ),
  ).toEqual([
    'SEARCH i USING INDEX interactions_inbox ((created_at,id)>(?,?))',
    'SEARCH s USING INTEGER PRIMARY KEY (rowid=?)',
  ]);
  expect(plan(`SELECT count(*) FROM ${waitingRows}`)).toEqual([
    'SCAN i USING COVERING INDEX interactions_inbox',
    'SEARCH s USING INTEGER PRIMARY KEY (rowid=?)',
  ]);
});

/** Collects the changes of the inbox that a server sends its clients. */
function listen(): { publishNew(): void; seen: unknown[][]; failures: unknown[]; log: ReturnType<typeof createLog> } {
  const hub = createHub();
  const log = createLog({ db, hub, serverId: 'a', now: Date.now, epoch: () => 'ep_global' });
  const seen: unknown[][] = [];
  const failures: unknown[] = [];
  hub.joinGlobal(({ payload, seq, epoch, sessionId, durable }: Frame) => {
    if (payload.type !== 'event.inbox.changed') return;
    expect(durable).toBe(false);
    seen.push([payload.change, payload.id, payload.total, sessionId, epoch, seq]);
  });
  const { publishNew } = createInboxChanges({ db, log, failed: (error) => void failures.push(error) });
  return { publishNew, seen, failures, log };
}

test('every way into the inbox and out of it is a change, with the number of items after it', () => {
  const [a, b] = [addSession('a'), addSession('b')];
  addQuestion(a.key, 'q0', 0);
  const { publishNew, seen, failures } = listen();
  publishNew();
  expect(seen).toEqual([]);
  addQuestion(b.key, 'q2', 2);
  addQuestion(b.key, 'q1', 1);
  publishNew();
  archive(b, 5);
  archive(b, 6);
  // not in the inbox, since its session is archived
  resolve('q2');
  publishNew();
  archive(b, null);
  resolve('q0');
  db.prepare('DELETE FROM interactions WHERE session_key = ?').run(b.key);
  publishNew();
  publishNew();
  expect(seen.map((each) => each.slice(0, 4))).toEqual([
    ['added', 'q2', 2, 'b'],
    ['added', 'q1', 3, 'b'],
    ['removed', 'q1', 2, 'b'],
    ['removed', 'q2', 1, 'b'],
    ['added', 'q1', 2, 'b'],
    ['removed', 'q0', 1, 'a'],
    ['removed', 'q1', 0, 'b'],
  ]);
  expect(failures).toEqual([]);
});

test('a commit of this server is followed by its changes, which carry the number of its last event', () => {
  const ref = addSession('a', 'a');
  const { seen, log } = listen();
  const at = new Date(5).toISOString();
  const question: NewEvent = {
    type: 'event.question.requested',
    agentId: 'main',
    question_id: 'q',
    session_id: 'a',
    questions: [],
    created_at: at,
    expires_at: at,
    background: false,
  };
  log.append(ref, [question, { type: 'warning', agentId: 'main', message: 'x' }]);
  log.append(ref, [
    { type: 'event.question.dismissed', agentId: 'main', question_id: 'q', dismissed_at: at, by: 'client' },
  ]);
  expect(seen).toEqual([
    ['added', 'q', 1, 'a', 'ep_a', 2],
    ['removed', 'q', 0, 'a', 'ep_a', 3],
  ]);
});

test('a server that was away for more changes than are kept counts again', () => {
  const { key } = addSession('a');
  addQuestion(key, 'early', 0);
  const { publishNew, seen } = listen();
  addQuestion(key, 'next', 0);
  publishNew();
  db.transaction(() => {
    for (let n = 0; n < 1_500; n += 1) addQuestion(key, `q${n}`, n);
  })();
  publishNew();
  expect(seen).toHaveLength(1_001);
  expect(seen.at(1)?.slice(0, 3)).toEqual(['added', 'q500', 503]);
  expect(seen.at(-1)?.slice(0, 3)).toEqual(['added', 'q1499', 1_502]);
  expect(db.prepare('SELECT count(*) FROM inbox_changes').pluck().get()).toBe(1_000);
});
