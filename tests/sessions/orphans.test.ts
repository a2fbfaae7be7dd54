/** What a server does about others that die while their sessions are followed here (ws.md 5.3, 8.12). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openDatabase, type Db } from '../../daemon/sessions/database.js';
import { createLeases, type Leases } from '../../daemon/sessions/leases.js';
import { watchOwners } from '../../daemon/sessions/orphans.js';
import { eventually } from '../helpers/turns.js';

let folder: string;
let db: Db;
let other: Db;
let now: number;
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
  now = 1_000_000;
  const clock = () => now;
  owner = createLeases({ db: other, serverId: 'owner', pid: 1, now: clock, processAlive: () => true });
  leases = createLeases({ db, serverId: 'me', pid: 2, now: clock, processAlive: () => true });
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
    lookMs: 100,
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

const beat = 45_001;

test('a lease that runs out is noticed; what works there and is followed here is taken over, once', async () => {
  session('followed', 1);
  session('idle', 0);
  session('unseen', 1);
  followed = ['followed', 'idle'];
  expect(leases.dead()).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(repaired).toEqual([]);
  now += beat;
  expect(leases.dead()).toEqual(['owner']);
  await eventually(() => repaired.length > 0, 'the repair');
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(repaired).toEqual(['followed']);
});

test('what could not be repaired is tried again', async () => {
  session('stubborn', 1);
  followed = ['stubborn'];
  now += beat;
  await eventually(() => repaired.includes('stubborn'), 'the second try');
  expect(repaired).toEqual(['refused', 'stubborn']);
  expect(failures).toHaveLength(1);
});

test('a server that comes back to life is watched again', async () => {
  session('one', 1);
  followed = ['one'];
  now += beat;
  await eventually(() => repaired.length === 1, 'the first end');
  owner.announce('http://127.0.0.1:1');
  await eventually(() => leases.dead().length === 0, 'its return');
  await new Promise((resolve) => setTimeout(resolve, 400));
  now += beat;
  await eventually(() => repaired.length === 2, 'the second end');
});
