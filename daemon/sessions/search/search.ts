/** The search of all sessions (rest.md 23): checks queries, has a thread answer them, and keeps the index updated. */
import type { Meta } from '../../../schemas/generated/types.js';
import { invalid } from '../../errors.js';
import type { Logger } from '../../home/logs.js';
import type { Db } from '../log/database.js';
import type { Leases } from '../peers/leases.js';
import { type Query, readQuery, type SearchAnswer, type SearchRequest } from './query.js';
import { beside, startThread } from '../../base/process/thread.js';
import { createWorker, threadRunner } from '../../base/process/worker.js';
import type { Outcome } from './answer.js';
import type { ThreadData, ThreadOrder, ThreadWord } from './indexworker.js';

type Feature = Meta['features'][number];

export interface Search {
  /** throws VALIDATION_FAILED */
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer>;
  /** starts the maintenance of the index */
  start(): void;
  feature(): Feature;
  close(): Promise<void>;
}

export interface SearchDeps {
  db: Db;
  leases: Leases;
  serverId: string;
  logger: Logger;
  /** milliseconds without work after which the thread ends */
  idleMs?: number;
  /** milliseconds after a failure of the thread until it is started again */
  againMs?: number;
}

/** Milliseconds from the start to the first check, since requests of clients come first. */
const firstCheckMs = 3_000;
const checkMs = 60_000;
const usualAgainMs = 30_000;
const usualIdleMs = 30_000;
/** Texts that a search can index before it answers without being slow; more than these are indexed in advance. */
const maxBehind = 200;

export function createSearch(deps: SearchDeps): Search {
  const { db, leases, serverId, logger, idleMs = usualIdleMs, againMs = usualAgainMs } = deps;
  const writer = db.prepare<[], string | null>('SELECT writer FROM search_index').pluck();
  const setWriter = db.prepare('UPDATE search_index SET writer = ?');
  const giveUp = db.prepare('UPDATE search_index SET writer = NULL WHERE writer = ?');
  const built = db.prepare<[], number>('SELECT built FROM search_index').pluck();
  const behind = db.prepare<[], number>(`SELECT count(*) FROM (SELECT 1 FROM search_queue LIMIT ${maxBehind})`).pluck();
  let phase: 'before' | 'on' | 'over' = 'before';
  let failure: string | undefined;
  const timers = new Set<NodeJS.Timeout>();

  const thread = createSearchThread(
    { database: db.name, idleMs },
    {
      failed: (message) => logger.warn('the search index could not be brought up to date', { error: message }),
      damaged: (message) => logger.warn('the search index is damaged and is built again', { error: message }),
      ended(error) {
        if (phase !== 'over') release();
        if (error === undefined) return;
        failure = error.message;
        logger.error('the thread of the search failed', { err: error });
        later(againMs, () => {
          failure = undefined;
          check();
        });
      },
    },
  );

  function later(ms: number, work: () => void): void {
    if (phase === 'over') return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer.unref());
  }

  /** Makes this server the writer of the index, unless another live server is. */
  const claim = db.transaction((): boolean => {
    const now = writer.get() ?? null;
    if (now === serverId) return true;
    if (now !== null && leases.alive(now)) return false;
    setWriter.run(serverId);
    return true;
  });

  function writes(): boolean {
    if (writer.get() === serverId) return true;
    try {
      return claim.immediate();
    } catch (error) {
      // the search still finds what is in the index
      logger.warn('the search index cannot be claimed', { err: error });
      return false;
    }
  }

  function release(): void {
    try {
      giveUp.run(serverId);
    } catch (error) {
      // other servers detect that this server is gone
      logger.warn('the search index cannot be released', { err: error });
    }
  }

  function check(): void {
    try {
      if (thread.runs() || (built.get() === 1 && (behind.get() ?? 0) < maxBehind)) return;
      if (writes()) thread.index();
    } catch (error) {
      logger.warn('the search index cannot be read', { err: error });
    }
  }

  function checkAgain(): void {
    check();
    later(checkMs, checkAgain);
  }

  function state(): Feature {
    const is = (now: Feature['state'], meta: Feature['meta'] = {}): Feature => ({ name: 'search', state: now, meta });
    if (phase !== 'on') return is(phase === 'before' ? 'Pending' : 'Unloading');
    if (failure !== undefined) return is('Failed', { error: failure });
    try {
      return is(built.get() === 1 ? 'Active' : 'Activating');
    } catch (error) {
      return is('Failed', { error: error instanceof Error ? error.message : String(error) });
    }
  }

  return {
    async search(request, signal) {
      const query = readQuery(request);
      const outcome = await thread.ask(query, writes(), signal);
      if ('answer' in outcome) return outcome.answer;
      throw invalid(
        'page_token',
        'is not one of this search: it is damaged, its conditions differ, or the index is new',
      );
    },
    start() {
      phase = 'on';
      later(firstCheckMs, checkAgain);
    },
    feature: state,
    async close() {
      phase = 'over';
      for (const timer of timers) clearTimeout(timer);
      await thread.close();
      release();
    },
  };
}

interface SearchThread {
  /** rejects when the thread fails, and with the signal's reason when the caller aborts */
  ask(query: Query, writes: boolean, signal: AbortSignal): Promise<Outcome>;
  /** updates the index */
  index(): void;
  runs(): boolean;
  /** ends the thread; after some time by force */
  close(): Promise<void>;
}

interface ThreadEvents {
  failed(message: string): void;
  damaged(message: string): void;
  /** `error`: why the thread failed; undefined when it ended normally */
  ended(error: Error | undefined): void;
}

const memory = { heapMb: 256, youngMb: 4 };

function createSearchThread(data: ThreadData, events: ThreadEvents): SearchThread {
  const worker = createWorker<ThreadWord>({
    name: 'the thread of the search',
    start: () => threadRunner(startThread(beside(import.meta.url, 'indexworker'), memory, { workerData: data })),
    receive(word, asked) {
      if (word.kind === 'trouble') events.failed(word.message);
      else if (word.kind === 'damaged') events.damaged(word.message);
      else if (word.kind === 'answer') asked(word.id)?.resolve(word.outcome);
      else asked(word.id)?.reject(Object.assign(new Error(word.message), { code: word.code }));
    },
    // an order that arrived while the thread was ending goes to the next thread
    again: (_, { error, code }) => error === undefined && code === 0,
    ended({ error, code }) {
      events.ended(error ?? (code === 0 ? undefined : new Error(`the thread of the search ended with ${code}`)));
    },
    closeMessage: { kind: 'end' } satisfies ThreadOrder,
  });

  return {
    ask: (query, writes, signal) =>
      worker.ask<Outcome>((id): ThreadOrder => ({ kind: 'search', id, query, writes }), {
        signal,
        cancel: (id): ThreadOrder => ({ kind: 'cancel', id }),
      }),
    index: () => worker.post({ kind: 'index' } satisfies ThreadOrder),
    runs: () => worker.isRunning(),
    close: () => worker.close(),
  };
}
