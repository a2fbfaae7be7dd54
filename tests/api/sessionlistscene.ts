/** Daemons for lists of sessions, with times that the test sets (rest.md 25). */
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import Database from 'better-sqlite3';
import type { Operations } from '../../schemas/generated/operations.js';
import { startTestDaemon, type Request, type TestDaemon } from '../helpers/daemon.js';

export type Data = Operations['querySessions']['data'];
export type Flat = Extract<Data, { items: unknown }>;
export type Grouped = Extract<Data, { groups: unknown }>;
export type Query = NonNullable<Request['query']>;

const daemons: TestDaemon[] = [];
export async function start(options: Parameters<typeof startTestDaemon>[0] = {}): Promise<TestDaemon> {
  const daemon = await startTestDaemon(options);
  daemons.push(daemon);
  return daemon;
}
afterAll(async () => {
  for (const daemon of daemons.reverse()) await daemon.close();
});

export const flatOf = async (daemon: TestDaemon, query: Query = {}) =>
  (await daemon.ok('querySessions', { query })) as Flat;
export const groupsOf = async (daemon: TestDaemon, query: Query = {}) =>
  (await daemon.ok('querySessions', { query: { view: 'by_workspace', ...query } })) as Grouped;
export const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

export function edit(daemon: TestDaemon, work: (db: Database.Database) => void): void {
  const db = new Database(join(daemon.home, 'agent.db'));
  try {
    work(db);
  } finally {
    db.close();
  }
}

/** Sets the times of sessions, as if they had been used then. */
export function setTimes(daemon: TestDaemon, times: Record<string, { created?: number; updated?: number }>): void {
  edit(daemon, (db) => {
    for (const [id, { created, updated }] of Object.entries(times))
      db.prepare(
        'UPDATE sessions SET created_at = coalesce(?, created_at), updated_at = coalesce(?, updated_at) WHERE id = ?',
      ).run(created ?? null, updated ?? null, id);
  });
}
