/** The open directories of a session, read when they open and again when their content changes. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { Client } from '../../../../client/api/client.js';
import type { FileEntry } from '../../../../schemas/generated/types.js';

export interface Directory {
  items: readonly FileEntry[];
  isTruncated: boolean;
}

export interface Directories {
  /** by path; `.` is the working directory */
  known: ReadonlySignal<ReadonlyMap<string, Directory>>;
  failure: ReadonlySignal<unknown>;
  /** Reads directories, even known ones; default: all known ones. */
  read(paths?: readonly string[]): Promise<void>;
}

const most = 1_000;
/** maximum number of paths in one call */
const perCall = 100;

export function createDirectories(client: Client, sessionId: string, isHiddenShown: boolean): Directories {
  const known = signal<ReadonlyMap<string, Directory>>(new Map());
  const failure = signal<unknown>(undefined);
  const params = { session_id: sessionId };
  const options = { show_hidden: isHiddenShown, include_git_status: true, limit: most };

  async function read(paths: readonly string[] = [...known.peek().keys()]): Promise<void> {
    const next = new Map<string, Directory | undefined>();
    for (let at = 0; at < paths.length; at += perCall) {
      const some = paths.slice(at, at + perCall);
      const { results, truncated_paths: cut = [] } = await client.listManyFiles({
        params,
        body: { ...options, paths: some },
      });
      for (const path of some) {
        const items = results[path];
        next.set(path, items && { items, isTruncated: cut.includes(path) });
      }
    }
    const merged = new Map(known.peek());
    for (const [path, directory] of next) {
      if (directory) merged.set(path, directory);
      else merged.delete(path);
    }
    known.value = merged;
  }

  return {
    known,
    failure,
    async read(paths) {
      try {
        await read(paths);
        failure.value = undefined;
      } catch (error) {
        failure.value = error;
      }
    },
  };
}

/** Returns the parent directory of a path. */
export function parentOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at < 0 ? '.' : path.slice(0, at);
}

/** Returns a path relative to the working directory; undefined when it lies outside. */
export function pathWithin(given: string, cwd: string): string | undefined {
  const root = cwd.replace(/\/+$/, '');
  if (given === root) return '.';
  if (given.startsWith(`${root}/`)) return given.slice(root.length + 1);
  return given.startsWith('/') ? undefined : given.replace(/^\.\//, '');
}
