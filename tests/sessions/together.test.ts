/** Each commit of a shared transaction is complete or absent, and readers are notified after it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openDatabase, type Db } from '../../daemon/sessions/log/database.js';
import { createHub } from '../../daemon/sessions/log/hub.js';
import { createLog, type Log } from '../../daemon/sessions/log/log.js';

let directory: string;
let db: Db;
let log: Log;
let commits: number;
let published: string[];
beforeEach(() => start(Infinity));

function start(togetherMs: number): void {
  directory = mkdtempSync(join(tmpdir(), 'agent-together-'));
  db = openDatabase({ path: join(directory, 'agent.db') });
  commits = 0;
  published = [];
  const hub = createHub();
  log = createLog({
    db,
    hub: { ...hub, publish: (frame) => void published.push(`${frame.sessionId} ${db.inTransaction}`) },
    serverId: 'me',
    now: () => 1_700_000_000_000,
    epoch: () => 'ep_0',
    verify: () => void (commits += 1),
    togetherMs,
  });
}

function stop(): void {
  db.close();
  rmSync(directory, { recursive: true });
}
afterEach(stop);

/** Creates a session with its first event. */
function make(key: number, more: () => void = () => undefined): Promise<number> {
  return log.commitTogether(() => {
    const ref = { key, id: `session_${key}`, epoch: 'ep_1' };
    db.prepare(
      `INSERT INTO sessions (key, id, epoch, owner, workspace_id, cwd, created_at, updated_at, permission_mode)
       VALUES (?, ?, ?, 'me', 'wd_1', '/w', 0, 0, 'auto')`,
    ).run(key, ref.id, ref.epoch);
    log.append(ref, [{ type: 'agent.created', agentId: 'main', agentKind: 'main' }]);
    more();
    return key;
  });
}

const keys = (): unknown[] => db.prepare('SELECT key FROM sessions WHERE key > 0 ORDER BY key').pluck().all();
const rows = (): unknown[] =>
  db.prepare('SELECT session_key FROM events WHERE session_key > 0 ORDER BY session_key').pluck().all();

test('those asked for at once share a transaction, and one that fails costs the others nothing', async () => {
  const failing = make(2, () => {
    throw new Error('no such model');
  });
  const results = await Promise.allSettled([make(1), failing, make(3)]);
  expect(results).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: new Error('no such model') },
    { status: 'fulfilled', value: 3 },
  ]);
  expect(commits).toBe(1);
  expect(keys()).toEqual([1, 3]);
  expect(rows()).toEqual([1, 3]);
  // published after the commit, and nothing of the failed one
  expect(published).toEqual(['session_1 false', 'session_3 false']);
});

test('those that take long are shared out among several', async () => {
  stop();
  start(4);
  const slow = (): void => {
    for (const until = performance.now() + 5; performance.now() < until;);
  };
  expect(await Promise.all([make(1, slow), make(2, slow), make(3)])).toEqual([1, 2, 3]);
  expect(commits).toBe(3);
});

test('all fail when the transaction as a whole does', async () => {
  // what SQLite does when the disk is full
  const lose = (): void => void db.exec('ROLLBACK');
  const results = await Promise.allSettled([make(1), make(2, lose), make(3)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(keys()).toEqual([3]);
  expect(published).toEqual(['session_3 false']);
});
