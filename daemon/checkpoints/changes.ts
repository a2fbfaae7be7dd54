/** Computes the differences between two scans of the workspace, in the form of records. */
import type { EventPayloads } from '../../schemas/generated/events.js';
import type { FileChange, FileState } from '../../schemas/generated/types.js';
import { sameState, stateOf } from './contents.js';
import type { Known, Seen } from './known.js';
import { factsOf } from './stamps.js';

/** Changes of files and directories. */
export type Changes = Pick<EventPayloads['files.changed'], 'changes' | 'directories'>;

const none: FileState = { kind: 'none' };

/** The changes that a scan found; undefined when there are none. */
export function changesOf(seen: Seen): Changes | undefined {
  const changes: FileChange[] = [];
  const sources = movable(seen);
  for (const { path, was, is } of seen.fresh) {
    if (seen.silent.has(path)) continue;
    const after = stateOf(is);
    if (was === undefined) {
      const movedFrom = sources.take(is);
      changes.push({
        path,
        change: 'created',
        before: none,
        after,
        ...(movedFrom === undefined ? {} : { movedFrom }),
      });
      continue;
    }
    const before = stateOf(was);
    if (!sameState(before, after)) changes.push({ path, change: 'modified', before, after });
  }
  for (const { path, was } of seen.gone) changes.push({ path, change: 'deleted', before: stateOf(was), after: none });
  const { made, gonePlaces: gone } = seen;
  if (changes.length === 0 && made.length === 0 && gone.length === 0) return undefined;
  return { changes, ...(made.length + gone.length > 0 ? { directories: { made, gone } } : {}) };
}

/** Finds moved files: matches a new file with a missing one, by file identity first, then by content. */
function movable({ gone }: Seen): { take(is: Known): string | undefined } {
  const places = new Map<string, string[]>();
  const add = (key: string, path: string): void => void places.set(key, [...(places.get(key) ?? []), path]);
  for (const { path, was } of gone) {
    add(fileKey(was), path);
    const content = contentKey(was);
    if (content !== undefined) add(content, path);
  }
  const taken = new Set<string>();
  return {
    take(is) {
      for (const key of [fileKey(is), contentKey(is)]) {
        const found = key === undefined ? undefined : places.get(key)?.find((path) => !taken.has(path));
        if (found === undefined) continue;
        taken.add(found);
        return found;
      }
      return undefined;
    },
  };
}

function fileKey({ kind, ino, size, mtimeMs }: Known): string {
  return `${kind} ${ino} ${size} ${mtimeMs}`;
}

function contentKey({ kind, hash, target, size }: Known): string | undefined {
  if (kind === 'link') return target === undefined ? undefined : `link ${target}`;
  return hash === undefined || size === 0 ? undefined : hash;
}

/** The change of one file, with the directories created for it; undefined when nothing changed. */
export function writtenChanges(
  path: string,
  before: FileState,
  after: FileState,
  missing: readonly string[],
): Changes | undefined {
  const made = missing.filter((directory) => factsOf(directory)?.isDirectory());
  const isSame = sameState(before, after);
  if (isSame && made.length === 0) return undefined;
  const change = before.kind === 'none' ? 'created' : after.kind === 'none' ? 'deleted' : 'modified';
  return {
    changes: isSame ? [] : [{ path, change, before, after }],
    ...(made.length === 0 ? {} : { directories: { made, gone: [] } }),
  };
}
