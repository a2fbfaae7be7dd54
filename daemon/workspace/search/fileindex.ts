/** The names below one directory: read at the first search, kept up to date from then on. */
import { waitAtMost } from '../../base/async/wait.js';
import { createCrawl, type Crawl, type CrawlLimits, type CrawlOptions } from './crawl.js';
import { askTree, type Answer, type Question } from './query.js';

export interface IndexLimits extends CrawlLimits {
  /** milliseconds that a question waits for the first reading; then it is answered from what is there */
  waitMs: number;
  /** milliseconds after which a tree that is too large to be read is read again at a search */
  partialMs: number;
  /** the same for checking a tree without reported changes, and one of which the system should report everything */
  unwatchedMs: number;
  watchedMs: number;
}

export const indexLimits: IndexLimits = {
  maxEntries: 1_000_000,
  maxWatched: 30_000,
  maxReadMs: 60_000,
  waitMs: 10_000,
  partialMs: 60_000,
  unwatchedMs: 2_000,
  watchedMs: 30_000,
};

export interface FileIndex {
  /** Undefined when there is no such directory (any more). Throws BadGlob. */
  ask(question: Question): Promise<Answer | undefined>;
  /** names held */
  size(): number;
  close(): void;
}

/** Milliseconds that a question waits for changes that are being read. */
const freshMs = 500;

export function createFileIndex(options: Omit<CrawlOptions, 'limits'>, limits: IndexLimits): FileIndex {
  let current: Crawl | undefined;
  let next: Crawl | undefined;
  let began = 0;

  function begin(): Crawl {
    began = performance.now();
    const crawl = createCrawl({ ...options, limits });
    void crawl.settled();
    return crawl;
  }

  /** Reads everything again; meanwhile searches use the old state. */
  function renew(): Promise<void> {
    if (next) return next.settled();
    const crawl = (next = begin());
    return crawl.settled().then(() => {
      if (next !== crawl) return;
      current?.close();
      [current, next] = [crawl, undefined];
    });
  }

  function drop(): void {
    current?.close();
    next?.close();
    current = next = undefined;
  }

  async function refresh(crawl: Crawl): Promise<void> {
    const age = performance.now() - began;
    if (!crawl.complete()) {
      if (age > limits.partialMs) void renew();
      return;
    }
    if (crawl.watched()) {
      if (crawl.sinceLook() > limits.watchedMs) void crawl.look();
      await waitAtMost(crawl.settled(), freshMs);
    } else if (crawl.sinceLook() > limits.unwatchedMs) await waitAtMost(crawl.look(), freshMs);
    if (crawl.stale()) await waitAtMost(renew(), freshMs);
  }

  return {
    async ask(question) {
      if (current?.gone()) drop();
      current ??= begin();
      const crawl = current;
      if (!crawl.ready()) await waitAtMost(crawl.settled(), limits.waitMs);
      else await refresh(crawl);
      // it may have been replaced meanwhile
      const latest = current ?? crawl;
      if (latest.gone()) return undefined;
      const answer = askTree(latest.root, question);
      return { ...answer, truncated: answer.truncated || !latest.complete() || !latest.ready() };
    },
    size: () => (current?.size() ?? 0) + (next?.size() ?? 0),
    close: drop,
  };
}
