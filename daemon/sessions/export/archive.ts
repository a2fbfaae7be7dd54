/** Writes a ZIP archive into an open file: masks and hashes each entry, with only a few pieces in memory. */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { later } from '../../base/later.js';
import type { createMasks } from '../../home/mask.js';

/** An entry as the manifest lists it. */
export interface Entry {
  path: string;
  /** bytes, after masking */
  size: number;
  /** hex, of the masked content */
  sha256: string;
}

export interface EntryOptions {
  /** default: that of the archive */
  mtime?: Date;
  /** not text: masks only known values, and does not compress */
  binary?: boolean;
}

export interface Archive {
  /** adds a file with the content of the source; rejects when the source fails or the archive cannot be written */
  add(path: string, source: AsyncIterable<Uint8Array>, options?: EntryOptions): Promise<void>;
  /** the added entries, in order */
  readonly entries: readonly Entry[];
  /** completes the archive; resolves with its size in bytes */
  finish(): Promise<number>;
  /** stops writing; pending calls reject */
  abort(): void;
}

export interface ArchiveOptions {
  file: FileHandle;
  masks: ReturnType<typeof createMasks>;
  /** for entries without their own time */
  mtime: Date;
  signal?: AbortSignal | undefined;
}

/** Readable and writable for the owner only. */
const mode = 0o100600;

// uses the default export: in a bundle, a CommonJS package has no named exports
const loadYazl = later(() => import('yazl'));

export async function createArchive({ file, masks, mtime, signal }: ArchiveOptions): Promise<Archive> {
  const { default: yazl } = await loadYazl();
  const zip = new yazl.ZipFile();
  const entries: Entry[] = [];
  const stopped = new AbortController();
  const all = signal ? AbortSignal.any([signal, stopped.signal]) : stopped.signal;
  // its declared type, a plain readable stream, has no way to end it
  const output = zip.outputStream as Readable;
  const written = pipeline(output, (pieces: AsyncIterable<Buffer>) => writeAll(file, pieces), { signal: all });
  const failed = new Promise<never>((_, reject) => {
    zip.once('error', reject);
    written.catch(reject);
  });
  // `add` and `finish` report the failure; without a pending call, the rejection would be unhandled
  failed.catch(() => undefined);

  async function* masked(source: AsyncIterable<Uint8Array>, entry: Entry, binary: boolean): AsyncGenerator<Buffer> {
    const mask = masks({ shapes: !binary });
    const hash = createHash('sha256');
    const count = (piece: Buffer): Buffer => {
      hash.update(piece);
      entry.size += piece.length;
      return piece;
    };
    for await (const chunk of source) {
      all.throwIfAborted();
      const piece = mask.push(chunk);
      if (piece.length > 0) yield count(piece);
      // a source that is always ready must not block other work
      await new Promise((resolve) => setImmediate(resolve));
    }
    const rest = mask.end();
    if (rest.length > 0) yield count(rest);
    entry.sha256 = hash.digest('hex');
  }

  return {
    entries,
    async add(path, source, { mtime: own = mtime, binary = false } = {}) {
      const entry: Entry = { path, size: 0, sha256: '' };
      const content = Readable.from(masked(source, entry, binary), { objectMode: false });
      const read = new Promise<void>((resolve, reject) => {
        content.once('error', reject);
        content.once('close', resolve);
      });
      const compress = binary ? { compress: false } : { compressionLevel: 6 };
      zip.addReadStreamLazy(path, { mtime: own, mode, ...compress }, (give) => give(null, content));
      try {
        await Promise.race([read, failed]);
      } finally {
        content.destroy();
      }
      entries.push(entry);
    },
    async finish() {
      zip.end();
      await Promise.race([written, failed]);
      return (await file.stat()).size;
    },
    abort: () => stopped.abort(),
  };
}

async function writeAll(file: FileHandle, pieces: AsyncIterable<Buffer>): Promise<void> {
  for await (const piece of pieces)
    for (let at = 0; at < piece.length;) at += (await file.write(piece, at, piece.length - at)).bytesWritten;
}
