/** When the owner of a session counts as gone: clocks that jump take nothing from a living owner (engine.md 18). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openDatabase, type Db } from '../../daemon/sessions/log/database.js';
import { createLeases, type Leases } from '../../daemon/sessions/peers/leases.js';

const hour = 3_600_000;
let folder: string;
let databases: Db[];
let wall: number;
let monotonic: number;
let alive: boolean;
let owner: Leases;
let observer: Leases;

const open = (serverId: string, pid: number): Leases => {
  const db = openDatabase({ path: join(folder, 'agent.db') });
  databases.push(db);
  return createLeases({ db, serverId, pid, now: () => wall, monotonic: () => monotonic, processAlive: () => alive });
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-leases-'));
  [databases, wall, monotonic, alive] = [[], 1_000_000, 0, true];
  owner = open('owner', 1);
  observer = open('observer', 2);
});
afterEach(() => {
  for (const leases of [owner, observer]) leases.close();
  for (const db of databases) db.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a wall clock that jumps by hours, forth or back, takes nothing from a living owner', () => {
  for (const jump of [8 * hour, -16 * hour]) {
    wall += jump;
    expect(observer.foreignOwner('owner')).toMatchObject({ server_id: 'owner' });
    expect(observer.orphaned('owner')).toBe(false);
  }
});

test('a monotonic clock that continues while the machine sleeps takes nothing at the wake-up', () => {
  monotonic += 8 * hour;
  expect(observer.orphaned('owner')).toBe(false);
  owner.announce('http://127.0.0.1:1');
  wall += 1;
  owner.announce('http://127.0.0.1:1');
  monotonic += 8 * hour;
  expect(observer.orphaned('owner')).toBe(false);
});

test('an owner whose heartbeat does not move while it is watched for 45 s counts as gone, and is back with a beat', () => {
  for (let beat = 1; beat <= 3; beat += 1) {
    monotonic += 15_000;
    expect(observer.orphaned('owner')).toBe(false);
  }
  monotonic += 1_000;
  expect(observer.orphaned('owner')).toBe(true);
  wall += 1;
  owner.announce('http://127.0.0.1:1');
  expect(observer.orphaned('owner')).toBe(false);
});

test('an owner whose process is gone is gone at once', () => {
  alive = false;
  expect(observer.orphaned('owner')).toBe(true);
});
