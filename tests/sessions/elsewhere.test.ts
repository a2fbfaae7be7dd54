/** What a server sends its readers about commits of another server (ws.md 5.3): two logs on one database file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { openDatabase, type Db } from '../../daemon/sessions/log/database.js';
import { followOthers, type Others } from '../../daemon/sessions/peers/elsewhere.js';
import type { Frame } from '../../daemon/sessions/log/frames.js';
import { createHub, type Hub } from '../../daemon/sessions/log/hub.js';
import { createLog, type Log, type SessionRef } from '../../daemon/sessions/log/log.js';
import type { NewEvent } from '../../schemas/generated/events.js';
import { eventually } from '../helpers/turns.js';

interface Server {
  db: Db;
  hub: Hub;
  log: Log;
  others: Others;
  written: string[];
  /** sessions for which `written` throws */
  broken: Set<string>;
  failures: unknown[];
  /** SQL statements that ran */
  ran: string[];
}

let folder: string;
const servers: Server[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-elsewhere-'));
});
afterEach(() => {
  for (const { others, db } of servers.splice(0)) {
    others.close();
    db.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

function start(serverId: string, localized = (payload: Frame['payload']) => payload): Server {
  const path = join(folder, 'agent.db');
  openDatabase({ path }).close();
  const ran: string[] = [];
  const db = new Database(path, { verbose: (text) => void ran.push(String(text)) });
  const hub = createHub();
  const log = createLog({ db, hub, serverId, now: Date.now, epoch: () => 'ep_global' });
  const written: string[] = [];
  const broken = new Set<string>();
  const failures: unknown[] = [];
  const others = followOthers({
    db,
    hub,
    log,
    now: Date.now,
    localized,
    written(id) {
      if (broken.has(id)) throw new Error(id);
      written.push(id);
    },
    failed: (error) => void failures.push(error),
  });
  const server = { db, hub, log, others, written, broken, failures, ran };
  servers.push(server);
  return server;
}

function session({ db }: Server, id: string, owner: string, epoch = `ep_${id}`): SessionRef {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO sessions (id, epoch, owner, workspace_id, cwd, created_at, updated_at) VALUES (?, ?, ?, 'w', '/', 0, 0)`,
    )
    .run(id, epoch, owner);
  return { key: Number(lastInsertRowid), id, epoch };
}

const warning = (message: string): NewEvent => ({ type: 'warning', agentId: 'main', message });
const renamed = (title: string): NewEvent => ({ type: 'session.meta.updated', agentId: 'main', title });
const gone = (root: string): NewEvent => ({
  type: 'event.workspace.deleted',
  agentId: 'main',
  workspace_id: 'w',
  root,
});

/** Collects the frames of one session as its reader gets them. */
function read({ hub }: Server, id: string): Frame[] {
  const frames: Frame[] = [];
  hub.join(id, (frame) => frames.push(frame));
  return frames;
}

/** Collects the global frames of all sessions. */
function listen({ hub }: Server): Frame[] {
  const frames: Frame[] = [];
  hub.joinGlobal((frame) => frames.push(frame));
  return frames;
}

const seqs = (frames: readonly Frame[]) => frames.map(({ seq }) => seq);
const count = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('commits of another server', () => {
  test('reach readers as they are, without being asked for', async () => {
    const [a, b] = [start('a'), start('b')];
    const ref = session(a, 's', 'a');
    const [there, here] = [read(a, 's'), read(b, 's')];
    a.log.append(ref, [
      warning('one'),
      renamed('two'),
      { type: 'reminder.noted', agentId: 'main', variant: 'v', key: 'k' },
    ]);
    await eventually(() => here.length === 2, 'both frames');
    for (const [index, frame] of here.entries()) expect(frame).toEqual(there[index]);
    expect(b.written).toEqual(['s']);
    expect(b.failures).toEqual([]);
  });

  test('a session whose news cannot be taken keeps nothing back', async () => {
    const [a, b] = [start('a'), start('b')];
    const refs = ['s', 'u'].map((id) => session(a, id, 'a'));
    const here = [read(b, 's'), read(b, 'u')];
    b.broken.add('s');
    for (const ref of refs) a.log.append(ref, [warning(ref.id)]);
    await eventually(() => here.every(({ length }) => length === 1), 'both frames');
    expect(b.written).toEqual(['u']);
    expect(b.failures).toEqual([new Error('s')]);
  });

  test('internal records go to watchers only', async () => {
    const [a, b] = [start('a'), start('b')];
    const ref = session(a, 's', 'a');
    const here = read(b, 's');
    const watched: Frame[] = [];
    b.hub.watch('s', (frame) => watched.push(frame));
    a.log.append(ref, [{ type: 'reminder.noted', agentId: 'main', variant: 'v', key: 'k' }, warning('seen')]);
    await eventually(() => here.length === 1, 'the frame');
    expect(watched.map(({ type, internal }) => [type, internal])).toEqual([
      ['reminder.noted', true],
      ['warning', undefined],
    ]);
  });

  test('come before what is written here after them, at once', () => {
    const [a, b] = [start('a'), start('b')];
    const ref = session(a, 's', 'a');
    const [here, global] = [read(b, 's'), listen(b)];
    a.log.append(ref, [warning('1'), warning('2')]);
    a.log.appendGlobal(gone('/1'));
    // b takes the session over before it has looked at the new events
    a.db.prepare(`UPDATE sessions SET owner = 'b'`).run();
    b.log.append(ref, [warning('3')]);
    b.log.appendGlobal(gone('/2'));
    expect(seqs(here)).toEqual([1, 2, 3]);
    expect(seqs(global)).toEqual([1, 2]);
    a.log.appendGlobal(gone('/3'));
    b.log.appendGlobal(gone('/4'));
    expect(seqs(global)).toEqual([1, 2, 3, 4]);
  });

  test('come once, in order and whole while both write, also with readers in between', async () => {
    const [a, b] = [start('a'), start('b')];
    const refs = ['x', 'y', 'z'].map((id) => session(a, id, 'a'));
    const mine = session(b, 'mine', 'b');
    const all = ['x', 'y', 'z', 'mine', '__global__'].map((id) => [id, [] as Frame[], [] as Frame[]] as const);
    for (const [id, there, here] of all) {
      a.hub.join(id, (frame) => there.push(frame));
      b.hub.join(id, (frame) => here.push(frame));
    }
    for (let round = 0; round < 2_000; round += 1) {
      const dice = Math.random();
      const ref = refs[round % 3] as SessionRef;
      if (dice < 0.5) a.log.append(ref, [warning('w'), renamed('r')].slice(0, 1 + (round % 2)));
      else if (dice < 0.7) b.log.append(mine, [warning('w')]);
      else if (dice < 0.8) a.log.appendGlobal(gone('/a'));
      else if (dice < 0.9) b.log.appendGlobal(gone('/b'));
      else if (dice < 0.95) b.others.caughtUp(() => undefined);
      else await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
    }
    for (const [id, there, here] of all) {
      const key = a.db.prepare<[string], number>('SELECT last_seq FROM sessions WHERE id = ?').pluck().get(id) ?? 0;
      await eventually(() => here.length >= key && there.length >= key, `all of ${id}`);
      expect(seqs(here)).toEqual(count(1, key));
      expect(seqs(there)).toEqual(count(1, key));
    }
  });

  test('are reported whole however many they are and however long ago', async () => {
    const [a, b] = [start('a'), start('b')];
    const ref = session(a, 's', 'a');
    const here = read(b, 's');
    a.log.commit(() => {
      for (let part = 0; part < 40; part += 1)
        a.log.append(
          ref,
          Array.from({ length: 100 }, () => warning('w')),
        );
      a.db.prepare('UPDATE events SET time = time - 3600000').run();
    });
    const from = performance.now();
    await eventually(() => here.length === 4_000, 'all of them');
    expect(performance.now() - from).toBeLessThan(3_000);
    expect(seqs(here)).toEqual(count(1, 4_000));
  });

  test('are reported at the moment that is asked for', () => {
    const [a, b] = [start('a'), start('b')];
    const ref = session(a, 's', 'a');
    const here = read(b, 's');
    a.log.append(
      ref,
      Array.from({ length: 1_200 }, () => warning('w')),
    );
    expect(b.others.caughtUp(() => b.log.lastSeq(ref.key))).toBe(1_200);
    expect(here).toHaveLength(1_200);
  });

  test('of a writer that failed leave no hole', async () => {
    const [a, b] = [start('a'), start('b')];
    const [ref, mine] = [session(a, 's', 'a'), session(b, 'mine', 'b')];
    const here = read(b, 's');
    expect(() =>
      b.log.commit(() => {
        b.log.append(mine, [warning('w'), warning('w'), warning('w')]);
        throw new Error('disk');
      }),
    ).toThrow('disk');
    // these events get the row ids of those that were rolled back
    a.log.append(ref, [warning('1'), warning('2'), warning('3')]);
    await eventually(() => here.length === 3, 'all three');
  });
});

describe('what is no plain row', () => {
  test('a type that this program does not know, and a damaged payload, do not affect other clients', async () => {
    const [a, b] = [start('a'), start('b')];
    const ref = session(a, 's', 'a');
    const here = read(b, 's');
    a.log.commit(() => {
      a.log.append(ref, [warning('1'), warning('2'), warning('3'), warning('4')]);
      a.db.prepare(`UPDATE events SET type = 'event.of.tomorrow' WHERE seq = 2`).run();
      a.db.prepare(`UPDATE events SET payload = '{"message":' WHERE seq = 3`).run();
    });
    await eventually(() => here.length === 3, 'the others');
    expect(seqs(here)).toEqual([1, 2, 4]);
    expect(b.failures).toEqual([]);
  });

  test('a payload that this server cannot translate is reported as it is', async () => {
    const a = start('a');
    const b = start('b', () => {
      throw new Error('no');
    });
    const ref = session(a, 's', 'a');
    const here = read(b, 's');
    a.log.append(ref, [warning('1'), warning('2')]);
    await eventually(() => here.length === 2, 'both');
    expect(b.failures).toHaveLength(2);
  });

  test('a deletion is reported, between what was before and what comes after under the same id', async () => {
    const [a, b] = [start('a'), start('b')];
    const ref = session(a, 's', 'a');
    const here = read(b, 's');
    a.log.append(ref, [warning('1'), warning('2')]);
    await eventually(() => here.length === 2, 'both');
    remove(a, ref);
    const again = session(a, 's', 'a', 'ep_new');
    a.log.append(again, [warning('1')]);
    await eventually(() => here.length === 4, 'the end and the beginning');
    expect(
      here.slice(2).map(({ type, durable, seq, epoch, sessionId }) => [type, durable, seq, epoch, sessionId]),
    ).toEqual([
      ['event.session.deleted', false, 2, 'ep_s', 's'],
      ['warning', true, 1, 'ep_new', 's'],
    ]);
    expect(b.written).toEqual(['s', 's']);
  });

  test('rows that take the places of deleted ones are reported', async () => {
    const [a, b] = [start('a'), start('b')];
    const [keep, ref] = [session(a, 'keep', 'a'), session(a, 's', 'a')];
    const here = read(b, 'keep');
    a.log.append(
      ref,
      Array.from({ length: 50 }, () => warning('w')),
    );
    await eventually(() => b.written.includes('s'), 'a look');
    remove(a, ref);
    a.log.append(
      keep,
      Array.from({ length: 60 }, () => warning('w')),
    );
    await eventually(() => here.length === 60, 'all of them');
  });

  test('what a fork copies is no news, neither there nor here', async () => {
    const [a, b] = [start('a'), start('b')];
    const ref = session(a, 's', 'a');
    const [there, here] = [listen(a), listen(b)];
    a.db.prepare('UPDATE sessions SET copied = 2, last_seq = 2 WHERE id = ?').run('s');
    const copy = a.db.prepare(
      `INSERT INTO events (session_key, seq, type, agent_id, visibility, time, payload) VALUES (?, ?, 'session.meta.updated', 'main', 2, ?, ?)`,
    );
    for (const seq of [1, 2]) copy.run(ref.key, seq, Date.now(), '{"agentId":"main","title":"old"}');
    b.log.appendGlobal(gone('/'));
    a.log.append(ref, [renamed('new')]);
    await eventually(() => here.length === 2 && there.length === 2, 'what happened');
    expect(seqs(here.filter(({ sessionId }) => sessionId === 's'))).toEqual([3]);
    expect(seqs(there.filter(({ sessionId }) => sessionId === 's'))).toEqual([3]);
  });
});

describe('the cost', () => {
  test('of an idle home is nothing; of own commits a question or two; of others one look, however many sessions are read', async () => {
    const [a, b] = [start('a'), start('b')];
    const refs = Array.from({ length: 200 }, (_, index) => session(a, `s${index}`, 'a'));
    for (const { id } of refs) b.hub.join(id, () => undefined);
    b.others.caughtUp(() => undefined);
    await settle();
    // the clock may cause one check
    const asked = () => b.ran.filter((text) => text !== 'PRAGMA data_version');
    b.ran.length = 0;
    await settle();
    expect(asked()).toEqual([]);
    expect(b.ran.length).toBeLessThan(2);

    const mine = session(b, 'mine', 'b');
    await settle();
    b.ran.length = 0;
    b.log.append(mine, [warning('w')]);
    await settle();
    const writing = /^(BEGIN|COMMIT|INSERT|UPDATE)|time FROM events/;
    expect(asked().filter((text) => !writing.test(text))).toEqual([]);
    expect(b.ran.length - asked().length).toBeLessThan(4);

    b.ran.length = 0;
    a.log.append(refs[7] as SessionRef, [warning('w'), warning('w')]);
    await settle();
    const reads = b.ran.filter((text) => text.includes('FROM events'));
    expect(reads.filter((text) => text.includes('CROSS JOIN'))).toHaveLength(1);
    expect(reads.filter((text) => text.startsWith('SELECT payload'))).toHaveLength(2);
    expect(reads.length).toBeLessThanOrEqual(4);
  });

  test('of rows without readers the payload is not read', async () => {
    const [a, b] = [start('a'), start('b')];
    const ref = session(a, 's', 'a');
    a.log.append(ref, [warning('w')]);
    await eventually(() => b.written.length === 1, 'a look');
    expect(b.ran.filter((text) => text.startsWith('SELECT payload'))).toEqual([]);
  });
});

function remove({ log, db }: Server, ref: SessionRef): void {
  log.commit(() => {
    const lastSeq = log.lastSeq(ref.key);
    log.appendGlobal({ type: 'session.removed', agentId: 'main', id: ref.id, epoch: ref.epoch, lastSeq });
    db.prepare('DELETE FROM events WHERE session_key = ?').run(ref.key);
    db.prepare('DELETE FROM sessions WHERE key = ?').run(ref.key);
  });
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 200));
