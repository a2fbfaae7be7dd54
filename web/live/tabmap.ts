/** Maps that survive a reload of the page in the same tab (web.md 3.1). */

export interface TabMap<Value> {
  get(id: string): Value | undefined;
  /** undefined removes the entry */
  set(id: string, value: Value | undefined): void;
  clear(): void;
}

/** `key` names the storage entry. It keeps the newest `most` entries. `update` runs before they are stored. */
export function createTabMap<Value>(key: string, most: number, update?: () => void): TabMap<Value> {
  const entries = new Map<string, Value>(read(key));
  addEventListener('pagehide', () => {
    update?.();
    try {
      sessionStorage.setItem(key, JSON.stringify([...entries].slice(-most)));
    } catch {
      // storage is full or switched off: the map is lost with the page
    }
  });
  return {
    get: (id) => entries.get(id),
    set(id, value) {
      // moves the entry to the end, where the newest are
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
    // damaged, or storage is switched off
    return [];
  }
}
