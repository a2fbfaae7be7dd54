/** Exports in tests: daemons that are closed afterwards, and archives checked against their manifest. */
import { createHash } from 'node:crypto';
import { readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect } from '@jest/globals';
import Database from 'better-sqlite3';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { unzip } from '../helpers/unzip.js';

const daemons: TestDaemon[] = [];
export async function start(options: Parameters<typeof startTestDaemon>[0] = {}): Promise<TestDaemon> {
  const daemon = await startTestDaemon(options);
  daemons.push(daemon);
  return daemon;
}

export function post(daemon: TestDaemon, id: string, body: unknown = {}, signal?: AbortSignal): Promise<Response> {
  return fetch(`${daemon.baseUrl}/api/v1/sessions/${id}/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
}

interface Manifest extends Record<string, unknown> {
  files: { path: string; size: number; sha256: string }[];
  leftOut?: { path: string; reason: string }[];
}

/** Returns the entries of an export after checking its manifest. */
export async function exported(daemon: TestDaemon, id: string, body: unknown = {}) {
  const response = await post(daemon, id, body);
  expect(response.headers.get('content-type')).toBe('application/zip');
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  return read(bytes);
}

export async function read(bytes: Uint8Array) {
  const files = await unzip(bytes);
  const manifest = JSON.parse(String(files.get('manifest.json'))) as Manifest;
  const names = [...files.keys()];
  expect(names.at(-1)).toBe('manifest.json');
  expect(manifest.files.map(({ path }) => path)).toEqual(names.slice(0, -1));
  for (const { path, size, sha256 } of manifest.files) {
    const content = files.get(path) ?? Buffer.alloc(0);
    expect([path, size]).toEqual([path, content.length]);
    expect([path, sha256]).toEqual([path, createHash('sha256').update(content).digest('hex')]);
  }
  const text = (path: string) => String(files.get(path));
  const lines = (path: string) =>
    text(path)
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { files, manifest, names, text, lines };
}

export function withDatabase<T>(daemon: TestDaemon, work: (db: Database.Database) => T): T {
  const db = new Database(join(daemon.home, 'agent.db'));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Returns the open files of this process that are already deleted. */
export function nameless(home: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.startsWith(home) && target.endsWith('(deleted)') ? [target] : [];
    } catch {
      // closed in between
      return [];
    }
  });
}
export const nothingLeft = (daemon: TestDaemon) =>
  until('the temporary file to go', () => (nameless(realpathSync(daemon.home)).length === 0 ? true : undefined));

/** Registers a hook that closes all started daemons. */
export function closeDaemons(): void {
  afterEach(async () => {
    for (const daemon of daemons.splice(0).reverse()) await daemon.close();
  });
}
