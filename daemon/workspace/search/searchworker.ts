/** The process that holds the file indexes, so that reading and matching never block the server. */
import { createFileIndex, indexLimits, type FileIndex, type IndexLimits } from './fileindex.js';
import type { Answer, Question } from './query.js';

/** A request to the process. */
export interface Asked {
  id: number;
  /** canonical absolute directory */
  root: string;
  followIgnore: boolean;
  /** so large that only a part is read */
  broad: boolean;
  question: Question;
}

/** The answer; `answer` is absent when there is no such directory. */
export interface Answered {
  id: number;
  answer?: Answer;
}

export interface WorkerLimits extends IndexLimits {
  /** maximum number of indexes */
  maxIndexes: number;
  /** maximum number of names in all indexes */
  maxNames: number;
  /** maximum number of names below a broad root */
  maxBroad: number;
  /** milliseconds after which an unused index is dropped; the process ends without any index */
  idleMs: number;
}

const defaults: WorkerLimits = {
  ...indexLimits,
  maxIndexes: 4,
  maxNames: 2_000_000,
  maxBroad: 100_000,
  idleMs: 10 * 60_000,
};

interface Held {
  index: FileIndex;
  askedAt: number;
}

const limits: WorkerLimits = { ...defaults, ...(JSON.parse(process.argv[2] ?? '{}') as Partial<WorkerLimits>) };
/** The indexes, least recently used first. */
const held = new Map<string, Held>();

function indexOf({ root, followIgnore, broad }: Asked): FileIndex {
  const key = `${followIgnore} ${broad} ${root}`;
  const known = held.get(key);
  const maxEntries = broad ? limits.maxBroad : limits.maxEntries;
  const index = known?.index ?? createFileIndex({ root, followIgnore, oneDevice: broad }, { ...limits, maxEntries });
  held.delete(key);
  held.set(key, { index, askedAt: performance.now() });
  return index;
}

/** Drops the least recently used indexes while there are too many indexes or names. */
function makeRoom(): void {
  const sizes = [...held].map(([key, { index }]) => ({ key, size: index.size() }));
  let names = sizes.reduce((sum, { size }) => sum + size, 0);
  for (const { key, size } of sizes.slice(0, -1)) {
    if (held.size <= limits.maxIndexes && names <= limits.maxNames) return;
    names -= size;
    drop(key);
  }
}

function drop(key: string): void {
  held.get(key)?.index.close();
  held.delete(key);
}

function sweep(): void {
  const now = performance.now();
  for (const [key, { askedAt }] of [...held]) if (now - askedAt > limits.idleMs) drop(key);
  if (held.size === 0) process.disconnect();
}

async function answer(asked: Asked): Promise<void> {
  const found = await indexOf(asked).ask(asked.question);
  makeRoom();
  const answered: Answered = { id: asked.id, ...(found === undefined ? {} : { answer: found }) };
  process.send?.(answered);
}

// a query that crashes the process rejects for its caller
process.on('message', (asked) => void answer(asked as Asked));
process.on('disconnect', () => process.exit());
setInterval(sweep, Math.max(1_000, limits.idleMs / 10)).unref();
