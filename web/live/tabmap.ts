/** Maps that last over a reload of the page in its tab (web.md 3.1). */

export interface TabMap<Value> {
  get(id: string): Value | undefined;
  /** undefined removes the entry */
  set(id: string, value: Value | undefined): void;
  clear(): void;
}

/** `key`: of the storage. It takes the `most` entries that were set last. `update` sets what is known when the page is left. */
export function createTabMap<Value>(key: string, most: number, update?: () => void): TabMap<Value> {
  const entries = new Map<string, Value>(read(key));
  addEventListener('pagehide', () => {
    update?.();
    try {
      sessionStorage.setItem(key, JSON.stringify([...entries].slice(-most)));
    } catch {
      // storage is full or switched off: the map ends with the page
    }
  });
  return {
    get: (id) => entries.get(id),
    set(id, value) {
      // the one that was set last is at the end
      entries.delete(id);
      if (value !== undefined) entries.set(id, value);
    },
    clear: () => entries.clear(),
  };
}

function read<Value>(key: string): [string, Value][] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '[]') as unknown;
    return Array.isArray(stored) ? (stored as [string, Value][]) : [];
  } catch {
    // torn, or storage is switched off
    return [];
  }
}
