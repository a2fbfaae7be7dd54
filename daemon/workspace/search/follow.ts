/** Reports which directories of a tree changed. Linux needs a watch per directory, other systems one for the tree. */
import { watch, type FSWatcher } from 'node:fs';

/** Reports that a name in a watched directory came or went (`rename`) or its target changed. May report too often. */
export type Notice = (folder: string, name: string | undefined, event: 'rename' | 'change') => void;

export interface Follower {
  /** `folder`: the path in the tree; `by`: leads to it right now. Returns false when no more watches are possible. */
  add(folder: string, by: string): boolean;
  remove(folder: string): void;
  close(): void;
}

export interface FollowOptions {
  /** absolute directory */
  root: string;
  /** maximum number of watches */
  limit: number;
  noticed: Notice;
  /** called when it can no longer follow changes */
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
        // out of watches, or the directory is gone, which the watch of its parent reports
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
    // every search checks the tree instead
    return undefined;
  }
}
