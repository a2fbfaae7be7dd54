/** Records which client watches which paths of a tree, and derives the directories to check. */

/** A watched path. */
export interface Want {
  /** relative to the root of its tree, `/` between names; "" for the root */
  path: string;
  /** the name in reports, a prefix for the names below it; `.` for the root of the report */
  shown: string;
  /** true: everything below it is watched; false: only what is directly in it */
  recursive: boolean;
}

export interface Wants {
  /** replaces the paths of a watcher; returns whether the set of directories to check has changed */
  set(id: number, wants: readonly Want[]): boolean;
  of(id: number): readonly Want[];
  /** returns all watchers */
  ids(): number[];
  /** whether a directory is to be checked; `hidden` as in `Facts` */
  covers(path: string, hidden: number): boolean;
  /** returns the names of a path in a watcher's report; none when it does not watch the path */
  namesOf(id: number, path: string, hidden: number): string[];
}

type ByPath = ReadonlyMap<string, readonly Want[]>;

export function createWants(): Wants {
  const owners = new Map<number, { list: readonly Want[]; byPath: ByPath }>();
  /** watchers per path: recursive, only of its direct contents, and of a path below it */
  const [deep, flat, passages] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];

  function count(list: readonly Want[], by: 1 | -1): boolean {
    let differs = false;
    for (const { path, recursive } of list) {
      differs = change(recursive ? deep : flat, path, by) || differs;
      for (let at = path; at !== '';) {
        at = above(at);
        differs = change(passages, at, by) || differs;
      }
    }
    return differs;
  }

  return {
    set(id, list) {
      const added = count(list, 1);
      const removed = count(owners.get(id)?.list ?? [], -1);
      if (list.length === 0) owners.delete(id);
      else owners.set(id, { list, byPath: groupOf(list) });
      return added || removed;
    },
    of: (id) => owners.get(id)?.list ?? [],
    ids: () => [...owners.keys()],
    covers(path, hidden) {
      if (deep.has(path) || flat.has(path) || passages.has(path)) return true;
      for (let at = path; at !== '';) {
        at = above(at);
        if (deep.has(at) && isWanted(hidden, at)) return true;
      }
      return false;
    },
    namesOf(id, path, hidden) {
      const byPath = owners.get(id)?.byPath;
      if (!byPath) return [];
      const names = new Set<string>();
      for (const { shown } of byPath.get(path) ?? []) names.add(shown);
      let isDirect = true;
      for (let at = path; at !== ''; isDirect = false) {
        at = above(at);
        const rest = at === '' ? path : path.slice(at.length + 1);
        for (const { shown, recursive } of byPath.get(at) ?? []) {
          if (recursive ? isWanted(hidden, at) : isDirect) names.add(shown === '.' ? rest : `${shown}/${rest}`);
        }
      }
      return [...names];
    },
  };
}

function groupOf(list: readonly Want[]): ByPath {
  const groups = new Map<string, Want[]>();
  for (const want of list) {
    const group = groups.get(want.path);
    if (group) group.push(want);
    else groups.set(want.path, [want]);
  }
  return groups;
}

/** Whether a watcher of `from` gets a path: an ignored one only if the watcher asked for something in that part. */
function isWanted(hidden: number, from: string): boolean {
  return hidden === 0 || hidden <= (from === '' ? 0 : from.split('/').length);
}

function above(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Returns true when the path had no watcher before, or has none any more. */
function change(counts: Map<string, number>, path: string, by: 1 | -1): boolean {
  const count = (counts.get(path) ?? 0) + by;
  if (count === 0) counts.delete(path);
  else counts.set(path, count);
  return count === 0 || (count === 1 && by === 1);
}
