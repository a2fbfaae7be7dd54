/** Deletes text files that no row of a session names, left by a killed server, and links text files into copies. */
import { copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../base/fs/errno.js';
import type { SessionDeps } from '../deps.js';
import type { SessionRef } from '../log/log.js';
import { textsOf } from './texts.js';

/** Milliseconds for which a file that no row names may still be waiting for its row. */
const settleMs = 60_000;

export type TextCollector = (session: Pick<SessionRef, 'key' | 'id'>) => void;

/** Deletes the files of a session that none of its rows names; only the owner of the session may call it. */
export function createTextCollector({ db, now, logger }: Pick<SessionDeps, 'db' | 'now' | 'logger'>): TextCollector {
  const named = db.prepare<[number, string], number>('SELECT 1 FROM texts WHERE session_key = ? AND name = ?').pluck();

  async function collect({ key, id }: Pick<SessionRef, 'key' | 'id'>): Promise<void> {
    const texts = textsOf(db);
    const directory = texts.directory(id);
    for (const name of await namesIn(directory)) {
      if (!db.open || named.get(key, name) !== undefined || texts.isFresh(id, name)) continue;
      const file = path.join(directory, name);
      const found = await stat(file).catch(missing);
      if (found && Math.abs(now() - found.mtimeMs) > settleMs) await rm(file, { force: true });
    }
  }

  return (session) =>
    void collect(session).catch((error: unknown) =>
      logger.warn('texts that nothing names could not be deleted', { session_id: session.id, err: error }),
    );
}

/** Links the files that the rows of a copy name; original and copy share them, because they never change. */
export async function linkTexts(from: string, to: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of names) {
    const [source, target] = [path.join(from, name), path.join(to, name)];
    // a lost file affects only its message
    await link(source, target).catch((error: unknown) =>
      errorCode(error) === 'ENOENT' ? undefined : copyFile(source, target).catch(missing),
    );
  }
}

async function namesIn(directory: string): Promise<string[]> {
  return (await readdir(directory).catch(missing)) ?? [];
}

function missing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}
