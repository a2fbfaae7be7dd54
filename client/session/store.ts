/** A state that readers see as one immutable value, and hear of once for many changes. */

/** When readers hear of changes: at the next microtask, or at the next frame of a screen (`requestAnimationFrame`). */
export type Schedule = (notify: () => void) => void;

export interface Readable<State> {
  /** The same value until something changed. */
  get(): State;
  /** Calls the listener after changes; returns what ends it. */
  subscribe(listener: () => void): () => void;
}

export interface Store<State> extends Readable<State> {
  /** Something that `derive` looks at is different now. */
  changed(): void;
}

/** `derive` is called at most once per change, and gives the same value back when nothing that shows is different. */
export function createStore<State>(
  derive: (previous: State | undefined) => State,
  schedule: Schedule = queueMicrotask,
): Store<State> {
  const listeners = new Set<() => void>();
  let state: State | undefined;
  let isStale = true;
  let shown: State | undefined;
  let isScheduled = false;

  function get(): State {
    if (isStale) state = derive(state);
    isStale = false;
    return state as State;
  }

  function notify(): void {
    isScheduled = false;
    const now = get();
    if (now === shown) return;
    shown = now;
    for (const listener of [...listeners]) listener();
  }

  return {
    get,
    subscribe(listener) {
      shown ??= get();
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    changed() {
      isStale = true;
      if (isScheduled) return;
      isScheduled = true;
      schedule(notify);
    },
  };
}

/** The new fields as a value; the old value when none is different. */
export function sameFields<State extends object>(previous: State | undefined, next: State): State {
  if (!previous) return next;
  const keys = Object.keys(next) as (keyof State)[];
  return keys.every((key) => previous[key] === next[key]) && Object.keys(previous).length === keys.length
    ? previous
    : next;
}

/** The new entries as a list; the old list when it has the same ones. */
export function sameList<Item>(old: readonly Item[] | undefined, now: readonly Item[]): readonly Item[] {
  return old?.length === now.length && now.every((each, at) => each === old[at]) ? old : now;
}

/** The list of what is made of each item, with what was made of the item of that id before; `old` itself when nothing changed. */
export function sameItems<Item, Made>(
  old: readonly Made[] | undefined,
  items: readonly Item[],
  idOf: (item: Item | Made) => string,
  make: (item: Item, before: Made | undefined) => Made,
): readonly Made[] {
  const before = new Map(old?.map((each) => [idOf(each), each]));
  return sameList(
    old,
    items.map((item) => make(item, before.get(idOf(item)))),
  );
}
