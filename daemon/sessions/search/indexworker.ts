/** The search thread: answers one query after the other, and updates the index between them. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { waitAtMost } from '../../base/async/wait.js';
import { errorCode, errorMessage } from '../../base/fs/errno.js';
import type { Db } from '../log/database.js';
import { createAnswerer, readIndexState, type Answerer, type Outcome } from './answer.js';
import { createIndexer, type Indexer } from './indexer.js';
import type { Query } from './query.js';
import { discardIndex } from './tables.js';

/** Requests to the thread. */
export type ThreadOrder =
  /** `writes`: this server updates the index */
  | { kind: 'search'; id: number; query: Query; writes: boolean }
  /** the caller no longer waits for the answer */
  | { kind: 'cancel'; id: number }
  | { kind: 'index' }
  | { kind: 'end' };

/** Messages of the thread. */
export type ThreadWord =
  | { kind: 'answer'; id: number; outcome: Outcome }
  | { kind: 'failure'; id: number; message: string; code?: string }
  /** the index could not be updated */
  | { kind: 'trouble'; message: string }
  /** the index is damaged and is being rebuilt */
  | { kind: 'damaged'; message: string };

export interface ThreadData {
  /** path of agent.db */
  database: string;
  /** milliseconds without an order after which the thread ends */
  idleMs: number;
}

/** Milliseconds that a query waits until the index has the latest messages. */
const catchUpMs = 150;
/** Milliseconds between two checks for texts of other servers of this home that are not indexed. */
const checkMs = 1_000;
const busyMs = 5_000;
const cacheKb = 4_096;

const { database, idleMs } = workerData as ThreadData;
const db = openTables();

const post = (word: ThreadWord): void => parentPort?.postMessage(word);
const orders: ThreadOrder[] = [];
let wake: () => void = () => undefined;
let answerer: Answerer | undefined;
let indexer: Indexer | undefined;
let indexing: Promise<void> | undefined;
let degraded = false;
let renewed = false;
let writer = false;

parentPort?.on('message', (order: ThreadOrder) => {
  const at = order.kind === 'cancel' ? orders.findIndex((each) => each.kind === 'search' && each.id === order.id) : -1;
  if (at >= 0) orders.splice(at, 1);
  if (order.kind !== 'cancel') orders.push(order);
  wake();
});

/** The next order; undefined when none arrived for a while. */
async function nextOrder(): Promise<ThreadOrder | undefined> {
  if (orders.length === 0) await waitAtMost(new Promise<void>((resolve) => (wake = resolve)), checkMs);
  return orders.shift();
}

function openTables(): Db {
  try {
    const opened = new Database(database, { fileMustExist: true, timeout: busyMs });
    // index changes that a power cut loses are rebuilt; commits of other connections stay durable
    opened.pragma('synchronous = NORMAL');
    opened.pragma(`cache_size = -${cacheKb}`);
    return opened;
  } catch (error) {
    throw plain(error);
  }
}

/** Errors of SQLite lose their message on the way to another thread, so this makes a plain error. */
function plain(error: unknown): Error {
  return Object.assign(new Error(errorMessage(error)), { code: errorCode(error) });
}

/** Whether the index is damaged, and not its texts; corrupt sizes in it may exceed the memory. */
function isDamage(error: unknown): boolean {
  return (
    errorCode(error)?.startsWith('SQLITE_CORRUPT') === true ||
    errorCode(error) === 'SQLITE_NOMEM' ||
    /fts5|search_(?:documents|words|grams)/i.test(errorMessage(error))
  );
}

/** Updates the index, even after the last query has stopped waiting. Never rejects. */
function update(): Promise<void> {
  indexing ??= tryUpdate()
    .catch((error: unknown) => {
      degraded = true;
      post({ kind: 'trouble', message: errorMessage(error) });
    })
    .finally(() => {
      indexing = undefined;
    });
  return indexing;
}

async function tryUpdate(): Promise<void> {
  try {
    indexer ??= createIndexer(db);
    await indexer.run();
  } catch (error) {
    // if the rebuilt index fails again, something else is wrong
    if (!isDamage(error) || renewed) throw error;
    giveUp(error);
    await indexer?.run();
  }
  degraded = false;
}

/** Rebuilds a damaged index from the texts. */
function giveUp(error: unknown): void {
  renewed = true;
  post({ kind: 'damaged', message: errorMessage(error) });
  discardIndex(db);
}

function answer(query: Query): Outcome {
  const condition = { readonly: !writer, degraded };
  try {
    answerer ??= createAnswerer(db);
    return answerer(query, condition);
  } catch (error) {
    if (!isDamage(error)) throw error;
    answerer = undefined;
    if (writer && !renewed) giveUp(error);
    if (writer) void update();
    const index_state = readIndexState(db)({ ...condition, degraded: true });
    return { answer: { items: [], has_more: false, index_state, source: 'index' } };
  }
}

async function search({ id, query, writes }: ThreadOrder & { kind: 'search' }): Promise<void> {
  writer = writes;
  if (writes) {
    void update();
    await waitAtMost(indexer?.caughtUp() ?? Promise.resolve(), catchUpMs);
  }
  try {
    post({ kind: 'answer', id, outcome: answer(query) });
  } catch (error) {
    const code = errorCode(error);
    post({ kind: 'failure', id, message: errorMessage(error), ...(code !== undefined && { code }) });
  }
}

/** Whether texts arrived without an order, from other servers of this home. */
function isBehind(): boolean {
  return db.prepare('SELECT 1 FROM search_queue LIMIT 1').get() !== undefined;
}

async function serve(): Promise<void> {
  let restedSince = performance.now();
  for (let ends = false; !ends;) {
    const order = await nextOrder();
    if (order || indexing) restedSince = performance.now();
    if (order?.kind === 'search') await search(order);
    else if (order?.kind === 'index') {
      writer = true;
      void update();
    } else if (!order && writer && !degraded && isBehind()) void update();
    ends = order?.kind === 'end' || performance.now() - restedSince > idleMs;
  }
  indexer?.stop();
  await indexing;
}

try {
  await serve();
} catch (error) {
  throw plain(error);
} finally {
  db.close();
  parentPort?.close();
}
