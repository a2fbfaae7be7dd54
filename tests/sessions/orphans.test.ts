/** What a server does with sessions that it follows when their owner dies (ws.md 5.3, 8.12). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openDatabase, type Db } from '../../daemon/sessions/log/database.js';
import { createLeases, type Leases } from '../../daemon/sessions/peers/leases.js';
import { watchOwners } from '../../daemon/sessions/recovery/orphans.js';
import { eventually } from '../helpers/turns.js';

let folder: string;
let db: Db;
let other: Db;
let monotonic: number;
let beats: number;
let leases: Leases;
let owner: Leases;
let followed: string[];
let repaired: string[];
let failures: unknown[];
let stop: () => void;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-orphans-'));
  db = openDatabase({ path: join(folder, 'agent.db') });
  other = openDatabase({ path: join(folder, 'agent.db') });
  [beats, monotonic] = [0, 0];
  const clocks = { now: () => (beats += 1), monotonic: () => monotonic, processAlive: () => true };
  owner = createLeases({ db: other, serverId: 'owner', pid: 1, ...clocks });
  leases = createLeases({ db, serverId: 'me', pid: 2, ...clocks });
  [followed, repaired, failures] = [[], [], []];
  stop = watchOwners({
    db,
    hub: { followed: () => followed },
    leases,
    repair: (id) => {
      if (repaired.length === 0 && id === 'stubborn') {
        repaired.push('refused');
        throw new Error('locked');
      }
      repaired.push(id);
    },
    failed: (error) => void failures.push(error),
    checkMs: 100,
  });
});
afterEach(() => {
  stop();
  leases.close();
  owner.close();
  db.close();
  other.close();
  rmSync(folder, { recursive: true, force: true });
});

function session(id: string, busy: number): void {
  const { lastInsertRowid } = other
    .prepare(
      `INSERT INTO sessions (id, epoch, workspace_id, cwd, created_at, updated_at, busy) VALUES (?, 'ep', 'w', '/', 0, 0, ?)`,
    )
    .run(id, busy);
  owner.claim(Number(lastInsertRowid));
}

/** Lets the owner's heartbeat stay unchanged for longer than its lease. */
function outlast(): void {
  for (let looks = 0; looks < 4; looks += 1) {
    monotonic += 12_000;
    leases.dead();
  }
}

test('a lease that runs out is noticed; what works there and is followed here is taken over, once', async () => {
  session('followed', 1);
  session('idle', 0);
  session('unseen', 1);
  followed = ['followed', 'idle'];
  expect(leases.dead()).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(repaired).toEqual([]);
  outlast();
  expect(leases.dead()).toEqual(['owner']);
  await eventually(() => repaired.length > 0, 'the repair');
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(repaired).toEqual(['followed']);
});

test('what could not be repaired is tried again', async () => {
  session('stubborn', 1);
  followed = ['stubborn'];
  outlast();
  await eventually(() => repaired.includes('stubborn'), 'the second try');
  expect(repaired).toEqual(['refused', 'stubborn']);
  expect(failures).toHaveLength(1);
});

test('a server that comes back to life is watched again', async () => {
  session('one', 1);
  followed = ['one'];
  outlast();
  await eventually(() => repaired.length === 1, 'the first end');
  owner.announce('http://127.0.0.1:1');
  await eventually(() => leases.dead().length === 0, 'its return');
  await new Promise((resolve) => setTimeout(resolve, 400));
  outlast();
  await eventually(() => repaired.length === 2, 'the second end');
});
