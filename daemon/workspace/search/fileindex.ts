/** The index of the names below one directory: read at the first search, kept up to date from then on. */
import { waitAtMost } from '../../base/async/wait.js';
import { createCrawl, type Crawl, type CrawlLimits, type CrawlOptions } from './crawl.js';
import { askTree, type Answer, type Question } from './query.js';

export interface IndexLimits extends CrawlLimits {
  /** milliseconds that a search waits for the first read; then it uses what is there */
  waitMs: number;
  /** milliseconds after which a search starts to read a tree again that exceeds the limits */
  partialMs: number;
  /** milliseconds between checks for unreported changes: of an unwatched tree, and of a watched one */
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
  /** Returns undefined when the directory does not exist (any more). Throws BadGlob. */
  ask(question: Question): Promise<Answer | undefined>;
  /** number of names in the index */
  size(): number;
  close(): void;
}

/** Milliseconds that a search waits for pending changes to be read. */
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

  /** Reads everything again. Searches use the old tree in the meantime. */
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
      if (crawl.sinceCheck() > limits.watchedMs) void crawl.checkAll();
      await waitAtMost(crawl.settled(), freshMs);
    } else if (crawl.sinceCheck() > limits.unwatchedMs) await waitAtMost(crawl.checkAll(), freshMs);
    if (crawl.stale()) await waitAtMost(renew(), freshMs);
  }

  return {
    async ask(question) {
      if (current?.gone()) drop();
      current ??= begin();
      const crawl = current;
      if (!crawl.ready()) await waitAtMost(crawl.settled(), limits.waitMs);
      else await refresh(crawl);
      // another call may have replaced it in the meantime
      const latest = current ?? crawl;
      if (latest.gone()) return undefined;
      const answer = askTree(latest.root, question);
      return { ...answer, truncated: answer.truncated || !latest.complete() || !latest.ready() };
    },
    size: () => (current?.size() ?? 0) + (next?.size() ?? 0),
    close: drop,
  };
}
