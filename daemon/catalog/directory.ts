/** The public catalog for this server: fetched and cached for ten minutes, else an older copy or the built-in one. */
import { ApiError } from '../errors.js';
import { parseDocument, type CatalogDocument, type CatalogEntry } from './document.js';
import { documentUrl, download } from './download.js';
import type { Snapshot } from './snapshot.js';

export interface Known {
  document: CatalogDocument;
  /** day of the built-in copy, if that is used */
  date?: string;
  /** why the catalog could not be fetched, if a fallback replaces it */
  failure?: string;
}

export interface Directory {
  /** Throws ApiError CATALOG_UNAVAILABLE when there is no copy at all. */
  read(): Promise<Known>;
  /** like `read`, but always fetches the catalog */
  refetch(): Promise<Known>;
  /** returns an entry by id; throws ApiError CATALOG_ENTRY_NOT_FOUND and the errors of `read` */
  entry(id: string): Promise<CatalogEntry>;
}

export interface DirectoryOptions {
  /** address of the catalog; absent: uses only the built-in copy, without the network */
  url?: string;
  fetch: typeof fetch;
  /** epoch milliseconds */
  now(): number;
  loadSnapshot(): Promise<Snapshot>;
}

const fetchMs = 10_000;
const keepMs = 10 * 60_000;
/** Milliseconds without another attempt after a failure, so that not every reader waits for the same timeout. */
const retryMs = 60_000;

export function createDirectory({ url, fetch, now, loadSnapshot }: DirectoryOptions): Directory {
  let kept: { document: CatalogDocument; at: number } | undefined;
  let failed: { reason: string; at: number } | undefined;
  let fetching: Promise<void> | undefined;
  let snapshot: Promise<Snapshot> | undefined;

  /** A clock that was set back does not keep a value for longer. */
  const isWithin = (at: number, ms: number): boolean => now() >= at && now() - at < ms;

  async function refetch(from: string): Promise<void> {
    try {
      const text = await download({ url: documentUrl(from, { files: true }), fetch, timeoutMs: fetchMs });
      kept = { document: parseDocument(text), at: now() };
      failed = undefined;
    } catch (error) {
      failed = { reason: error instanceof Error ? error.message : String(error), at: now() };
    }
  }

  async function readKnown(isNeeded: boolean): Promise<Known> {
    if (url !== undefined && isNeeded) {
      fetching ??= refetch(url).finally(() => (fetching = undefined));
      await fetching;
    }
    const failure = failed === undefined ? {} : { failure: failed.reason };
    if (kept !== undefined) return { document: kept.document, ...failure };
    try {
      const { document, date } = await (snapshot ??= loadSnapshot());
      return { document, date, ...failure };
    } catch (error) {
      snapshot = undefined;
      throw new ApiError('CATALOG_UNAVAILABLE', { cause: error });
    }
  }

  function read(): Promise<Known> {
    const isFresh = kept !== undefined && isWithin(kept.at, keepMs);
    const isPutOff = failed !== undefined && isWithin(failed.at, retryMs);
    return readKnown(!isFresh && !isPutOff);
  }

  return {
    read,
    refetch: () => readKnown(true),
    async entry(id) {
      const { document } = await read();
      const entry = document.entries.find((each) => each.id === id);
      if (!entry) throw new ApiError('CATALOG_ENTRY_NOT_FOUND');
      return entry;
    },
  };
}
