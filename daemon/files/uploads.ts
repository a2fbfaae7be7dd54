/** Files that clients upload: content below `<home>/files`, facts in rows shared by all servers (rest.md 21). */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Upload } from '../../schemas/generated/types.js';
import { errorCode } from '../base/fs/errno.js';
import { ApiError } from '../errors.js';
import { openStored, type StoredFile } from './stored.js';

/** Default lifetime of an upload, and how long the id of a deleted one is remembered, in milliseconds. */
const day = 24 * 60 * 60 * 1000;

const idPattern = /^f_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The facts of an upload; times in epoch milliseconds. */
export interface UploadRow {
  id: string;
  name: string;
  mediaType: string;
  /** bytes */
  size: number;
  createdAt: number;
  expiresAt: number;
  /** whether the client chose the expiry */
  chosen: boolean;
}

/** The storage of the facts. */
export interface UploadRows {
  add(row: UploadRow): void;
  get(id: string): UploadRow | undefined;
  /** false when there was no such row */
  remove(id: string): boolean;
  /** ids of all uploads that have not expired */
  present(now: number): string[];
  /** removes rows that expired before this time */
  forget(before: number): void;
}

/** An upload that has not expired. */
export interface FoundUpload extends UploadRow {
  /** absolute */
  path: string;
}

/** An upload in progress. */
export interface StagedUpload {
  write(bytes: Readable): Promise<void>;
  /** turns the written content into an upload */
  keep(facts: { name: string; mediaType: string; expiresInSec?: number }): Promise<Upload>;
  /** removes content that was not kept */
  discard(): Promise<void>;
}

export interface Uploads {
  stage(): StagedUpload;
  /** undefined when the id is unknown or expired */
  find(id: string): FoundUpload | undefined;
  /** throws FILE_NOT_FOUND, FILE_EXPIRED, PERSISTENCE_FAILURE */
  open(id: string): Promise<{ upload: UploadRow; stored: StoredFile }>;
  /** throws FILE_NOT_FOUND */
  remove(id: string): Promise<void>;
  /** removes expired uploads and leftovers of crashes, now and every hour */
  start(): void;
  close(): Promise<void>;
}

interface UploadDeps {
  /** absolute path of `<home>/files` */
  directory: string;
  rows: UploadRows;
  now(): number;
  warn(message: string, facts: object): void;
}

export function createUploads({ directory, rows, now, warn }: UploadDeps): Uploads {
  const staged = new Set<string>();
  const sweeper = createSweeper({ directory, rows, now, warn, remembered: day, isStaged: (path) => staged.has(path) });
  const pathOf = (id: string): string => join(directory, id);

  function rowOf(id: string): UploadRow {
    const row = idPattern.test(id) ? rows.get(id) : undefined;
    if (!row || row.expiresAt + day <= now()) throw new ApiError('FILE_NOT_FOUND');
    return row;
  }

  function stage(): StagedUpload {
    const id = `f_${randomUUID()}`;
    const temporary = join(directory, `.${id}.part`);
    let size: number | undefined;
    sweeper.sweepIfDue();
    return {
      async write(bytes) {
        staged.add(temporary);
        await mkdir(directory, { recursive: true, mode: 0o700 });
        size = await writeUpload(await open(temporary, 'wx', 0o600), bytes);
      },
      async keep({ name, mediaType, expiresInSec }) {
        if (size === undefined) throw new Error('nothing was written');
        const createdAt = now();
        const row: UploadRow = {
          id,
          name: name === '' ? 'upload' : name,
          mediaType,
          size,
          createdAt,
          expiresAt: createdAt + (expiresInSec === undefined ? day : expiresInSec * 1000),
          chosen: expiresInSec !== undefined,
        };
        await rename(temporary, pathOf(id));
        try {
          rows.add(row);
        } catch (error) {
          await rm(pathOf(id), { force: true });
          throw error;
        }
        return shown(row);
      },
      async discard() {
        await rm(temporary, { force: true });
        staged.delete(temporary);
      },
    };
  }

  return {
    stage,
    find(id) {
      const row = idPattern.test(id) ? rows.get(id) : undefined;
      return row && row.expiresAt > now() ? { ...row, path: pathOf(id) } : undefined;
    },
    async open(id) {
      const upload = rowOf(id);
      if (upload.expiresAt <= now()) throw new ApiError('FILE_EXPIRED');
      const stored = await openStored(pathOf(id));
      // another server may just have deleted it
      if (!stored) throw new ApiError('FILE_NOT_FOUND');
      return { upload, stored };
    },
    async remove(id) {
      if (rowOf(id).expiresAt <= now() || !rows.remove(id)) throw new ApiError('FILE_NOT_FOUND');
      await rm(pathOf(id), { force: true });
    },
    start: () => sweeper.start(),
    close: () => sweeper.close(),
  };
}

function shown({ id, name, mediaType, size, createdAt, expiresAt, chosen }: UploadRow): Upload {
  return {
    id,
    name,
    media_type: mediaType,
    size,
    created_at: new Date(createdAt).toISOString(),
    ...(chosen ? { expires_at: new Date(expiresAt).toISOString() } : {}),
  };
}

/** Writes all bytes, and closes the file; returns their number. */
async function writeUpload(file: FileHandle, bytes: Readable): Promise<number> {
  let size = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) size += await writeAll(file, chunk);
    // flush to disk, because the row that names the file is committed next
    await file.datasync();
    return size;
  } finally {
    await file.close();
  }
}

/** Writes a whole chunk; on a nearly full disk one write may take only a part. */
async function writeAll(file: FileHandle, chunk: Buffer): Promise<number> {
  for (let done = 0; done < chunk.length;) done += (await file.write(chunk, done)).bytesWritten;
  return chunk.length;
}

const hour = 60 * 60 * 1000;

/** Names of finished and unfinished uploads; other files in the directory are not ours. */
const ownName = /^(?:f_[0-9a-f-]{36}|\.f_[0-9a-f-]{36}\.part)$/;

/** Removes expired uploads and leftovers of crashes; several servers may do so at once. */
interface Sweeper {
  /** sweeps now and every hour */
  start(): void;
  /** sweeps if a sweep is due */
  sweepIfDue(): void;
  /** waits for a running sweep */
  close(): Promise<void>;
}

interface SweeperDeps extends UploadDeps {
  rows: UploadRows;
  /** milliseconds for which the row of an expired upload is kept */
  remembered: number;
  /** whether a path is an upload in progress in this process */
  isStaged(path: string): boolean;
}

function createSweeper({ directory, rows, now, warn, remembered, isStaged }: SweeperDeps): Sweeper {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let next = 0;
  let isClosed = false;

  async function sweep(): Promise<void> {
    rows.forget(now() - remembered);
    const names = (await readdir(directory)).filter((name) => ownName.test(name));
    for (const name of names) {
      if (isClosed) return;
      const row = rows.get(name);
      const path = join(directory, name);
      if (row ? row.expiresAt <= now() : await isLeftOver(path)) await rm(path, { force: true });
    }
    const files = new Set(names);
    for (const id of isClosed ? [] : rows.present(now())) {
      // an upload that arrived after the listing has a file, so check again
      if (!files.has(id) && (await ageOf(join(directory, id))) === undefined && !isClosed) rows.remove(id);
    }
  }

  /** Whether no process writes to a file any more, and no row was added for it. */
  async function isLeftOver(path: string): Promise<boolean> {
    const age = isStaged(path) ? undefined : await ageOf(path);
    return age !== undefined && age > hour;
  }

  /** Milliseconds since the last write; undefined when the file is missing. */
  async function ageOf(path: string): Promise<number | undefined> {
    try {
      return now() - (await stat(path)).mtimeMs;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  function run(): void {
    if (isClosed || running) return;
    next = now() + hour;
    running = sweep()
      .catch((error: unknown) => warn('uploads could not be swept', { err: error }))
      .finally(() => {
        running = undefined;
      });
  }

  return {
    start() {
      run();
      timer = setInterval(run, hour).unref();
    },
    sweepIfDue() {
      if (now() >= next) run();
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await running;
    },
  };
}
