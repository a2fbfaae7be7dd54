/** An observable state: one immutable value, and one notification for many changes. */

/** When listeners run: at the next microtask, or at the next frame of a screen (`requestAnimationFrame`). */
export type Schedule = (notify: () => void) => void;

export interface Readable<State> {
  /** Returns the same value until something changes. */
  get(): State;
  /** Calls the listener after changes; returns a function that ends it. */
  subscribe(listener: () => void): () => void;
}

export interface Store<State> extends Readable<State> {
  /** Marks the inputs of `derive` as changed. */
  changed(): void;
}

/** Calls `derive` at most once per change; it returns the previous value when nothing visible has changed. */
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

/** Returns the new value, or the old one when all fields are equal. */
export function sameFields<State extends object>(previous: State | undefined, next: State): State {
  if (!previous) return next;
  const keys = Object.keys(next) as (keyof State)[];
  return keys.every((key) => previous[key] === next[key]) && Object.keys(previous).length === keys.length
    ? previous
    : next;
}

/** Returns the new list, or the old one when its entries are the same. */
export function sameList<Item>(old: readonly Item[] | undefined, now: readonly Item[]): readonly Item[] {
  return old?.length === now.length && now.every((each, at) => each === old[at]) ? old : now;
}

/** Maps items to a list, passing the earlier result for the same id; returns `old` itself when nothing changed. */
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
