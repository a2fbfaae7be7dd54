/** Opens agent.db: durability settings, the tables of a new database, and the migrations of an older one. */
import { closeSync, copyFileSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { tables } from '../../../schemas/generated/database.js';
import { errorCode } from '../../base/fs/errno.js';
import { reasonOf } from '../../home/paths.js';

export type Db = Database.Database;

/** The database cannot be used as it is; the message is for the user. */
class DatabaseError extends Error {}

/** Milliseconds between two attempts to enable write-ahead logging. */
const retryMs = 5;

export interface DatabaseOptions {
  /** absolute path of agent.db */
  path: string;
  /** milliseconds to wait for another process's write */
  busyTimeoutMs?: number;
  warn?(message: string): void;
}

/**
 * WAL with `synchronous = FULL`: every commit is on disk before it is acknowledged, so an accepted prompt
 * survives a power cut. Costs one fsync (0.1 to 0.3 ms on an SSD) per transaction; batches share it.
 */
export function openDatabase(options: DatabaseOptions): Db {
  try {
    return open(options);
  } catch (error) {
    // errors of SQLite and of the system have a code
    if (error instanceof DatabaseError || errorCode(error) === undefined) throw error;
    throw new DatabaseError(`cannot use the database ${options.path}: ${reasonOf(error)}`, { cause: error });
  }
}

/**
 * Opens a database read-only. With a write-ahead log, SQLite needs a file beside the database: where it cannot create
 * one, this opens a temporary copy, which no server changes.
 */
export function openToRead(path: string, timeoutMs = 10_000): Db {
  const options = { readonly: true, fileMustExist: true, timeout: timeoutMs };
  const db = new Database(path, options);
  try {
    db.pragma('user_version');
    return db;
  } catch (error) {
    db.close();
    if (!/^SQLITE_(?:CANTOPEN|READONLY)/.test(errorCode(error) ?? '')) throw error;
  }
  const folder = mkdtempSync(join(tmpdir(), 'agent-read-'));
  try {
    const copy = join(folder, 'agent.db');
    for (const end of ['', '-wal']) if (existsSync(`${path}${end}`)) copyFileSync(`${path}${end}`, `${copy}${end}`);
    const opened = new Database(copy, options);
    opened.pragma('user_version');
    return opened;
  } finally {
    // the open copy stays readable until it is closed
    rmSync(folder, { recursive: true, force: true });
  }
}

function open(options: DatabaseOptions): Db {
  const fresh = !existsSync(options.path);
  // conversations are private; SQLite gives its side files the same mode
  closeSync(openSync(options.path, 'a', 0o600));
  const timeout = options.busyTimeoutMs ?? 10_000;
  const db = new Database(options.path, { timeout });
  try {
    const mode = writeAhead(db, timeout);
    if (mode !== 'wal') {
      options.warn?.(
        `the database cannot use write-ahead logging here (mode ${String(mode)}): is this a network file system?`,
      );
    }
    db.pragma('synchronous = FULL');
    db.pragma('journal_size_limit = 67108864');
    db.pragma('cache_size = -8192');
    // otherwise SQLite creates a temporary file for the rollback data of each savepoint
    db.pragma('temp_store = MEMORY');
    migrate(db, options.path, fresh);
    prepareLate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Prepares each statement at its first use. A server has about 300 statements and a session needs only some of them;
 * preparing all would take a tenth of the time until the first answer.
 */
function prepareLate(db: Db): void {
  const prepare = db.prepare.bind(db) as (sql: string) => Database.Statement;
  db.prepare = ((sql: string) => lateStatement(() => prepare(sql))) as unknown as Db['prepare'];
}

/** The methods of a statement that the program uses. */
type UsedStatement = Pick<Database.Statement, 'run' | 'get' | 'all' | 'iterate' | 'pluck' | 'raw'>;

function lateStatement(prepare: () => Database.Statement): UsedStatement {
  let prepared: Database.Statement | undefined;
  const statement = (): Database.Statement => (prepared ??= prepare());
  return {
    run: (...values) => statement().run(...values),
    get: (...values) => statement().get(...values),
    all: (...values) => statement().all(...values),
    iterate: (...values) => statement().iterate(...values),
    // callers set both when they create the statement, before they use it
    pluck: (isOn = true) => lateStatement(() => prepare().pluck(isOn)) as Database.Statement,
    raw: (isOn = true) => lateStatement(() => prepare().raw(isOn)) as Database.Statement,
  };
}

/**
 * Enables write-ahead logging; returns the resulting journal mode. Retries, because SQLite does not wait for locks when
 * it changes the mode of a new file, and two servers may create a home at once.
 */
function writeAhead(db: Db, timeoutMs: number): unknown {
  for (const until = performance.now() + timeoutMs; ; pause(retryMs)) {
    try {
      return db.pragma('journal_mode = WAL', { simple: true });
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'SQLITE_BUSY' || performance.now() > until) throw error;
    }
  }
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** `user_version` of the first release; databases of development have a lower one. */
const firstVersion = 100;

/** Entry n upgrades `user_version` from `firstVersion` + n to the next one; a new database comes from the schema. */
const migrations: readonly string[] = [];

/** `user_version` of a database that this program reads. */
export const currentVersion = firstVersion + migrations.length;

function migrate(db: Db, path: string, fresh: boolean): void {
  const version = () => db.pragma('user_version', { simple: true }) as number;
  const found = version();
  if (found > currentVersion) {
    throw new DatabaseError(
      `${path} was written by a newer version of this program (schema ${found}, this program knows ${currentVersion}). Upgrade the program, or start it with another AGENT_CODE_HOME.`,
    );
  }
  if (found > 0 && found < firstVersion) {
    throw new DatabaseError(
      `${path} was written by a version before the first release (schema ${found}), which cannot be read. Move the file away, or start the program with another AGENT_CODE_HOME.`,
    );
  }
  if (found === currentVersion) return;
  if (!fresh && found > 0) backUp(db, `${path}.before-schema-${currentVersion}`);
  db.transaction(() => {
    // another process may have done this while this one waited for the lock
    const reached = version();
    if (reached === 0) db.exec(Object.values(tables).join('\n'));
    else for (const step of migrations.slice(reached - firstVersion)) db.exec(step);
    db.pragma(`user_version = ${currentVersion}`);
  }).immediate();
}

function backUp(db: Db, target: string): void {
  if (existsSync(target)) return;
  db.prepare('VACUUM INTO ?').run(target);
}
