/** Watching the files of sessions, as sockets ask for it. */
import type { ApiDeps } from '../api/deps.js';
import { reachOf } from '../api/reach.js';
import type { Feed } from '../http/feed.js';
import { watchedPath } from '../workspace/watch/paths.js';
import { createFileWatches } from '../workspace/watch/watches.js';
import type { WatchLimits } from '../workspace/watch/watchworker.js';

export function openFileWatches(
  stored: Pick<ApiDeps, 'sessions' | 'store'>,
  limits: Partial<WatchLimits> = {},
  logger: { warn(message: string): void },
): Feed['files'] & { close(): Promise<void> } {
  const watches = createFileWatches({ limits, warn: (message) => logger.warn(message) });
  return {
    watch: watches.open,
    locate: async (id, path) => watchedPath(reachOf(stored, id, 'local'), path),
    close: watches.close,
  };
}
