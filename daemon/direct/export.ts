/** `agent export` without a server: one session to a file, from a snapshot of the database (acp-cli.md 2.1, 7.4). */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, open, realpath, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode, errorMessage } from '../base/fs/errno.js';
import { processAlive } from '../home/instances.js';
import { ApiError } from '../errors.js';
import { openStored } from '../files/stored.js';
import { textOf } from '../home/credentials.js';
import { homePaths, type HomePaths } from '../home/paths.js';
import { writeExport } from '../sessions/export/export.js';
import type { LeftOut } from '../sessions/export/files.js';
import { writeReadable } from '../sessions/export/readable.js';
import type { RecordsOptions } from '../sessions/export/records.js';
import type { OpenMedia } from '../sessions/prompts/mediaview.js';
import { currentVersion, openToRead, type Db } from '../sessions/log/database.js';
import { locateMedia } from '../workspace/media.js';
import type { ExportTarget, SessionBrief } from '../../schemas/host.js';
import { knownSecrets } from './crash.js';

export interface ExportOutcome {
  files: number;
  /** size of the file in bytes */
  size: number;
  leftOut: readonly LeftOut[];
}

/** Why there is no archive; the message is for the user. */
export class ExportProblem extends Error {
  override readonly name = 'ExportProblem';
}

/** Sessions whose id begins with `start`, including archived ones. Throws ExportProblem. */
export function sessionsNamed(home: string, start: string): SessionBrief[] {
  return reading(home, (db) =>
    db
      .prepare<[string, string], SessionBrief>(`${brief} AND substr(id, 1, length(?)) = ? ORDER BY updated_at DESC`)
      .all(start, start),
  );
}

/** The newest session of a directory that has a prompt and is not archived. Throws ExportProblem. */
export async function newestSessionOf(home: string, cwd: string): Promise<SessionBrief | undefined> {
  const here = await realpath(cwd);
  return reading(home, (db) =>
    db
      .prepare<[string], SessionBrief>(
        `${brief} AND cwd = ? AND archived_at IS NULL AND last_prompt IS NOT NULL
         AND json_extract(metadata, '$.parent_session_id') IS NULL ORDER BY updated_at DESC, id DESC LIMIT 1`,
      )
      .get(here),
  );
}

const brief = 'SELECT id, title, updated_at AS lastActivity FROM sessions WHERE forming = 0';

/** Throws ExportProblem; rejects when the signal aborts. */
export async function exportSession(target: ExportTarget): Promise<ExportOutcome> {
  const { path, home, env, version, program, format, signal } = target;
  const paths = homePaths(home);
  return writeNew(path, signal, async (file) => {
    let outcome: Omit<ExportOutcome, 'size'> = { files: 0, leftOut: [] };
    const common = {
      sessionId: target.sessionId,
      file,
      secrets: () => [...knownSecrets({ home, env }), ...mcpSecrets(paths)],
      leases: leasesIn(home),
      // only a server knows the context limits of models
      contextLimit: () => undefined,
      now: Date.now,
      signal,
    };
    const size =
      format === 'zip'
        ? await writeExport({
            ...common,
            paths,
            origin: { version, env, platform: process.platform, program },
            globalLog: target.globalLog,
            desktopLog: false,
            onFinish: (entries, leftOut) => (outcome = { files: entries.length, leftOut }),
          })
        : await writeReadable({
            ...common,
            database: paths.database,
            format,
            tools: target.tools,
            thinking: target.thinking,
            openMedia: (id, fileId) => openKept(paths.session(id).directory, fileId),
            version,
          });
    return { ...outcome, size };
  });
}

/** Writes a temporary file beside `path` and links it there. Throws ExportProblem; rejects when the signal aborts. */
export async function writeNew<Outcome>(
  path: string,
  signal: AbortSignal,
  write: (file: FileHandle) => Promise<Outcome>,
): Promise<Outcome> {
  await checkTarget(path);
  const part = join(dirname(path), `.${basename(path)}.${process.pid}.${randomUUID().slice(0, 8)}.part`);
  const file = await open(part, 'wx+', 0o600).catch(refused(dirname(path)));
  try {
    const outcome = await write(file);
    await file.sync();
    // a link never replaces a file that was created meanwhile
    await link(part, path).catch(refused(path));
    return outcome;
  } catch (error) {
    if (error instanceof ApiError) throw new ExportProblem(error.message, { cause: error });
    if (errorCode(error) !== undefined && !signal.aborted) return refused(path)(error);
    throw error;
  } finally {
    await file.close();
    await rm(part, { force: true });
  }
}

/** Opens a media file of the session itself; only a server can open uploads, so those are only named. */
async function openKept(directory: string, fileId: string): Promise<OpenMedia> {
  const media = locateMedia(directory, fileId);
  const stored = media && (await openStored(media.path));
  if (!stored) throw new ApiError('FILE_NOT_FOUND');
  return { stored, name: fileId, mediaType: media.media_type };
}

async function checkTarget(path: string): Promise<void> {
  const parent = await stat(dirname(path)).catch(refused(dirname(path)));
  if (!parent.isDirectory()) throw new ExportProblem(`${dirname(path)} is not a directory`);
  if (existsSync(path)) throw new ExportProblem(`${path} exists already; it stays as it is`);
}

function refused(path: string): (error: unknown) => never {
  return (error) => {
    const code = errorCode(error);
    if (code === undefined) throw error;
    const reason =
      { ENOENT: 'no such directory', EEXIST: 'it exists already', ENOSPC: 'the disk is full' }[code] ?? code;
    throw new ExportProblem(`cannot write ${path}: ${reason}`, { cause: error });
  };
}

function opened(database: string): Db {
  try {
    return openToRead(database);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw new ExportProblem(`cannot read the database ${database}: ${errorMessage(error)}`, { cause: error });
  }
}

/** Runs `read` with the database opened read-only. */
function reading<Result>(home: string, read: (db: Db) => Result): Result {
  const { database } = homePaths(home);
  if (!existsSync(database)) throw new ExportProblem(`no sessions in ${home}`);
  const db = opened(database);
  try {
    const found = db.pragma('user_version', { simple: true });
    if (found === 0) throw new ExportProblem(`${database} is no database of this program`);
    if (found !== currentVersion)
      throw new ExportProblem(
        `${database} was written by another version (schema ${String(found)}); upgrade the program`,
      );
    return read(db);
  } finally {
    db.close();
  }
}

/** The owners of sessions, judged by the processes of the registered servers. */
export function leasesIn(home: string): RecordsOptions['leases'] {
  type Server = { server_id: string; pid: number; base_url: string | null };
  const servers = reading(home, (db) => db.prepare<[], Server>('SELECT server_id, pid, base_url FROM servers').all());
  const living = servers.filter(({ pid }) => processAlive(pid));
  const find = (id: string | null): Server | undefined => living.find(({ server_id }) => server_id === id);
  const alive = (id: string | null): boolean => find(id) !== undefined;
  return {
    alive,
    present: () => ({
      alive,
      foreignOwner(id) {
        const { server_id, pid, base_url } = find(id) ?? {};
        return server_id === undefined || pid === undefined
          ? undefined
          : { server_id, pid, ...(base_url ? { base_url } : {}) };
      },
    }),
    living: () => living.map(({ server_id }) => server_id),
  };
}

/** Secrets in the configuration of MCP servers: values of variables and headers. */
export function mcpSecrets({ mcpFile }: Pick<HomePaths, 'mcpFile'>): string[] {
  const blocks = [...textOf(mcpFile).matchAll(/"(?:env|headers)"\s*:\s*\{([^}]*)\}/g)];
  const values = blocks.flatMap(([, block = '']) => [...block.matchAll(/:\s*"((?:[^"\\]|\\.)*)"/g)]);
  return values.map(([, value = '']) => value.replace(/^Bearer /, '')).filter((value) => value.length >= 6);
}
