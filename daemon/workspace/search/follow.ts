/** Reports which directories of a tree changed: a watch for each on Linux, one for the whole tree where the system has that. */
import { watch, type FSWatcher } from 'node:fs';

/** A name in a watched directory came or went (`rename`), or its target changed; there may be a report too many. */
export type Notice = (folder: string, name: string | undefined, event: 'rename' | 'change') => void;

export interface Follower {
  /** `folder` is its path in the tree, `by` leads to it at this moment; false when there can be no more watches */
  add(folder: string, by: string): boolean;
  remove(folder: string): void;
  close(): void;
}

export interface FollowOptions {
  /** absolute directory */
  root: string;
  /** watches at most */
  limit: number;
  noticed: Notice;
  /** it can no longer follow changes */
  lost(): void;
}

export function followTree(options: FollowOptions): Follower | undefined {
  return process.platform === 'linux' ? followEach(options) : followWhole(options);
}

function followEach({ limit, noticed, lost }: FollowOptions): Follower {
  const watchers = new Map<string, FSWatcher>();
  return {
    add(folder, by) {
      watchers.get(folder)?.close();
      watchers.delete(folder);
      if (watchers.size >= limit) return false;
      try {
        const watcher = watch(by, { persistent: false }, (event, name) => noticed(folder, name ?? undefined, event));
        watcher.on('error', lost);
        watchers.set(folder, watcher);
        return true;
      } catch {
        // the system has no more of them, or the directory is gone, which the one above will report
        return false;
      }
    },
    remove(folder) {
      watchers.get(folder)?.close();
      watchers.delete(folder);
    },
    close() {
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}

function followWhole({ root, noticed, lost }: FollowOptions): Follower | undefined {
  try {
    const watcher = watch(root, { persistent: false, recursive: true }, (event, name) => {
      const path = (name ?? '').replaceAll('\\', '/');
      const slash = path.lastIndexOf('/');
      noticed(slash < 0 ? '' : path.slice(0, slash), path.slice(slash + 1) || undefined, event);
    });
    watcher.on('error', lost);
    return { add: () => true, remove: () => undefined, close: () => watcher.close() };
  } catch {
    // the tree is checked at each search instead
    return undefined;
  }
}
