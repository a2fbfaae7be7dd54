/** Stores contents by SHA-256 in a directory of the session, with a size limit: deletes the oldest first. */
import { createHash, randomBytes, webcrypto } from 'node:crypto';
import { rmSync } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { createPause, eachOf } from '../base/async/pieces.js';
import { errorCode } from '../base/fs/errno.js';

/**
 * Objects are written once to a temporary name and renamed, mode 0600 in directories of mode 0700. They are not synced
 * one by one: a power failure may lose the newest, and reading checks the hash.
 */
export interface Store {
  /** stores a content; false when it does not fit even after pruning */
  put(hash: string, content: Uint8Array): Promise<boolean>;
  /** notes that a record refers to it now, so that it is pruned last; false when it is gone */
  touch(hash: string): Promise<boolean>;
  /** the content; undefined when it is gone or damaged */
  read(hash: string): Promise<Buffer | undefined>;
  /** total bytes */
  size(): Promise<number>;
}

export interface StoreOptions {
  /** absolute; created with the first content */
  directory: string;
  /** maximum bytes; asked again each time */
  maxBytes(): number;
  now(): number;
  /** directory of a store that may have the same contents: they are hard-linked from there */
  neighbour?(): string | undefined;
  /** hashes that must not be pruned: current contents, and contents that are being restored */
  needed(): ReadonlySet<string>;
}

interface Kept {
  size: number;
  /** epoch milliseconds of the last record that refers to it */
  at: number;
}

/** Share of the limit that remains after pruning, so that it is not repeated for each content. */
const AFTER_PRUNING = 0.9;
/** hashing more bytes synchronously would block the event loop */
const HASHED_AT_ONCE = 256 * 1024;

export async function hashOf(content: Uint8Array): Promise<string> {
  if (content.length <= HASHED_AT_ONCE) return createHash('sha256').update(content).digest('hex');
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', content)).toString('hex');
}

export function createStore(options: StoreOptions): Store {
  const { directory } = options;
  let known: Promise<Map<string, Kept>> | undefined;
  let total = 0;
  let neighbour: string | undefined;
  const made = new Set<string>();
  /** running writes by hash: the same content of several files is written once */
  const writing = new Map<string, Promise<boolean>>();

  function objects(): Promise<Map<string, Kept>> {
    return (known ??= list().catch((error: unknown) => {
      known = undefined;
      throw error;
    }));
  }

  async function list(): Promise<Map<string, Kept>> {
    const found = new Map<string, Kept>();
    total = 0;
    for (const shard of await namesIn(directory)) {
      const names = await namesIn(join(directory, shard));
      await eachOf(names, async (name) => {
        const path = join(directory, shard, name);
        // leftover of an interrupted write
        if (!/^[0-9a-f]{62}$/.test(name)) return rm(path, { force: true });
        const facts = await stat(path).catch(missing);
        if (!facts) return;
        found.set(shard + name, { size: facts.size, at: facts.mtimeMs });
        total += facts.size;
      });
    }
    return found;
  }

  function pathOf(hash: string): string {
    return join(directory, hash.slice(0, 2), hash.slice(2));
  }

  async function write(hash: string, content: Uint8Array): Promise<boolean> {
    const kept = await objects();
    if (kept.has(hash)) return true;
    if (total + content.length > options.maxBytes()) await prune(kept, content.length);
    if (total + content.length > options.maxBytes()) return false;
    const path = pathOf(hash);
    const shard = join(directory, hash.slice(0, 2));
    if (!made.has(shard)) await mkdir(shard, { recursive: true, mode: 0o700 });
    made.add(shard);
    if (!(await share(hash, path, content.length))) await writeObject(shard, path, content);
    kept.set(hash, { size: content.length, at: options.now() });
    total += content.length;
    return true;
  }

  /** Links a content from the neighbour; sessions of one workspace keep much the same contents. */
  async function share(hash: string, path: string, size: number): Promise<boolean> {
    neighbour ??= options.neighbour?.() ?? '';
    if (neighbour === '') return false;
    try {
      await link(join(neighbour, hash.slice(0, 2), hash.slice(2)), path);
      if ((await stat(path)).size === size) return true;
      await rm(path, { force: true });
      return false;
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      // the neighbour lacks it, or is on another file system
      return errorCode(error) === 'EEXIST';
    }
  }

  async function writeObject(shard: string, path: string, content: Uint8Array): Promise<void> {
    const temporary = join(shard, `.${randomBytes(8).toString('hex')}.tmp`);
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(content);
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    } catch (error) {
      made.delete(shard);
      await rm(temporary, { force: true });
      throw error;
    }
  }

  /** Deletes the oldest contents that are not needed. */
  async function prune(kept: Map<string, Kept>, wanted: number): Promise<void> {
    const goal = options.maxBytes() * AFTER_PRUNING - wanted;
    const needed = options.needed();
    const oldest = [...kept].filter(([hash]) => !needed.has(hash)).sort(([, a], [, b]) => a.at - b.at);
    const pauseIfDue = createPause(16);
    for (const [hash, { size }] of oldest) {
      if (total <= goal) return;
      if (!kept.delete(hash)) continue;
      total -= size;
      // synchronously, so that the same content is not stored again in between
      rmSync(pathOf(hash), { force: true });
      await pauseIfDue();
    }
  }

  return {
    put(hash, content) {
      const started = writing.get(hash);
      if (started) return started;
      const written = write(hash, content).finally(() => writing.delete(hash));
      writing.set(hash, written);
      return written;
    },
    async touch(hash) {
      const kept = await objects();
      const entry = kept.get(hash);
      if (!entry) return false;
      entry.at = options.now();
      try {
        await utimes(pathOf(hash), entry.at / 1000, entry.at / 1000);
        return true;
      } catch (error) {
        missing(error);
        // the directory was emptied from outside, so it has to be listed again
        known = undefined;
        made.clear();
        return false;
      }
    },
    async read(hash) {
      if (!/^[0-9a-f]{64}$/.test(hash)) return undefined;
      const content = await readFile(pathOf(hash)).catch(missing);
      return content && (await hashOf(content)) === hash ? content : undefined;
    },
    async size() {
      await objects();
      return total;
    },
  };
}

/** Copies contents to another session as hard links, since they never change. */
export async function copyStore(from: string, to: string): Promise<void> {
  for (const shard of await namesIn(from)) {
    await mkdir(join(to, shard), { recursive: true, mode: 0o700 });
    const names = (await namesIn(join(from, shard))).filter((name) => !name.startsWith('.'));
    await eachOf(names, async (name) => {
      const [source, target] = [join(from, shard, name), join(to, shard, name)];
      await link(source, target).catch(async (error: unknown) => {
        if (errorCode(error) === 'EEXIST') return;
        const content = await readFile(source).catch(missing);
        if (content) await writeNew(target, content);
      });
    });
  }
}

async function writeNew(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
  } finally {
    await file.close();
  }
}

async function namesIn(directory: string): Promise<string[]> {
  return (await readdir(directory).catch(missing)) ?? [];
}

/** Ignores that a file is missing. */
function missing(error: unknown): undefined {
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  throw error;
}
