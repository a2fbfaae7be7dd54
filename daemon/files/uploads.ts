/** Files that clients send: their bytes below `<home>/files`, the facts in rows that all servers of a home share (rest.md 21). */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Upload } from '../../schemas/generated/types.js';
import { errorCode } from '../base/fs/errno.js';
import { ApiError } from '../errors.js';
import { openStored, type StoredFile } from './stored.js';

/** How long an upload stays by default, and how long the id of a deleted one is remembered (ms). */
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
  /** the client chose when it goes */
  chosen: boolean;
}

/** Where the facts are kept. */
export interface UploadRows {
  add(row: UploadRow): void;
  get(id: string): UploadRow | undefined;
  /** false when there was none */
  remove(id: string): boolean;
  /** ids of all that have not expired */
  present(now: number): string[];
  /** removes what expired before */
  forget(before: number): void;
}

/** An upload that may be used. */
export interface FoundUpload extends UploadRow {
  /** absolute */
  path: string;
}

/** One upload on its way. */
export interface StagedUpload {
  /** takes the bytes */
  write(bytes: Readable): Promise<void>;
  /** what was written becomes an upload */
  keep(facts: { name: string; mediaType: string; expiresInSec?: number }): Promise<Upload>;
  /** removes what was not kept */
  discard(): Promise<void>;
}

export interface Uploads {
  stage(): StagedUpload;
  /** undefined when it is unknown or expired */
  find(id: string): FoundUpload | undefined;
  /** throws FILE_NOT_FOUND, FILE_EXPIRED, PERSISTENCE_FAILURE */
  open(id: string): Promise<{ upload: UploadRow; stored: StoredFile }>;
  /** throws FILE_NOT_FOUND */
  remove(id: string): Promise<void>;
  /** removes what expired, and what crashes left over, now and every hour */
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
    sweeper.hurry();
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

/** Takes all of the bytes, and closes the file; returns how many they were. */
async function writeUpload(file: FileHandle, bytes: Readable): Promise<number> {
  let size = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) size += await writeAll(file, chunk);
    // the row that names it is committed next and must not outlive it
    await file.datasync();
    return size;
  } finally {
    await file.close();
  }
}

/** A nearly full disk may take a part only. */
async function writeAll(file: FileHandle, chunk: Buffer): Promise<number> {
  for (let done = 0; done < chunk.length;) done += (await file.write(chunk, done)).bytesWritten;
  return chunk.length;
}

const hour = 60 * 60 * 1000;

/** Finished and unfinished uploads; whatever else is in the directory is not ours. */
const ownName = /^(?:f_[0-9a-f-]{36}|\.f_[0-9a-f-]{36}\.part)$/;

/** Removes uploads whose time is over and what a crash left half done; several servers may do so at once. */
interface Sweeper {
  /** sweeps now and every hour */
  start(): void;
  /** sweeps when that is due */
  hurry(): void;
  /** waits for a sweep that runs */
  close(): Promise<void>;
}

interface SweeperDeps extends UploadDeps {
  rows: UploadRows;
  /** milliseconds that the row of an expired upload is kept */
  remembered: number;
  /** an upload of this process that is on its way */
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
      // one that was sent after the look into the directory is there
      if (!files.has(id) && (await ageOf(join(directory, id))) === undefined && !isClosed) rows.remove(id);
    }
  }

  /** No process writes to it any more, and no row came for it. */
  async function isLeftOver(path: string): Promise<boolean> {
    const age = isStaged(path) ? undefined : await ageOf(path);
    return age !== undefined && age > hour;
  }

  /** Milliseconds since it was written to; undefined when it is not there. */
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
    hurry() {
      if (now() >= next) run();
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await running;
    },
  };
}
