/** Memory, event loop and database of this process in figures. */
import { statSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { DebugMemoryData } from '../../schemas/generated/types.js';
import type { Db } from '../sessions/log/database.js';

type Memory = Omit<DebugMemoryData, 'sessions_loaded' | 'connections'>;

/** The event loop is watched from the first call on, so that a server without such calls pays nothing. */
export function createMemory(db: Db, path: string): () => Memory {
  let delay: ReturnType<typeof monitorEventLoopDelay> | undefined;
  return () => {
    if (!delay) (delay = monitorEventLoopDelay({ resolution: 10 })).enable();
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    const lag = delay.count === 0 ? 0 : delay.max / 1e6;
    delay.reset();
    return {
      rss,
      heap_used: heapUsed,
      heap_total: heapTotal,
      external,
      event_loop_lag_ms: Math.max(0, lag),
      db: {
        page_count: Number(db.pragma('page_count', { simple: true })),
        page_size: Number(db.pragma('page_size', { simple: true })),
        wal_bytes: statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0,
      },
    };
  };
}
