/** The first process that opens the database of a new home creates it, and others wait. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openDatabase } from '../../daemon/sessions/log/database.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-database-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program that begins to write a new database and commits after `ms`. */
const writer = (path: string, ms: number): string => `
  const db = new (require('better-sqlite3'))(${JSON.stringify(path)});
  db.exec('BEGIN IMMEDIATE');
  console.log('writing');
  setTimeout(() => { db.exec('COMMIT'); db.close(); }, ${ms});
`;

test('a process that creates it at the same moment is waited for', async () => {
  const path = join(folder, 'agent.db');
  const other = spawn(process.execPath, ['-e', writer(path, 300)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(other, 'exit');
  await once(other.stdout, 'data');
  const db = openDatabase({ path });
  expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
  db.close();
  expect(await ended).toEqual([0, null]);
});

test('not for longer than is said', async () => {
  const path = join(folder, 'agent.db');
  const other = spawn(process.execPath, ['-e', writer(path, 60_000)], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(other.stdout, 'data');
  expect(() => openDatabase({ path, busyTimeoutMs: 100 })).toThrow('database is locked');
  other.kill('SIGKILL');
  await once(other, 'exit');
});
