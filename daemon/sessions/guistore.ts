/** Key-value strings that all graphical clients of a home directory share (rest.md 22). */
import { ApiError } from '../errors.js';
import type { Db } from './log/database.js';

const maxKeys = 1_000;
/** Maximum bytes of a value in UTF-8. */
const maxValueBytes = 1024 * 1024;

export interface GuiStore {
  count(): number;
  get(key: string): string | null;
  /** throws FILE_TOO_LARGE beyond 1,000 keys or 1 MiB */
  set(key: string, value: string): void;
  remove(key: string): void;
  clear(): void;
}

export function createGuiStore(db: Db): GuiStore {
  const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM gui_items');
  const one = db.prepare<[string], { value: string }>('SELECT value FROM gui_items WHERE key = ?');
  const put = db.prepare<[string, string]>(
    'INSERT INTO gui_items (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  const remove = db.prepare<[string]>('DELETE FROM gui_items WHERE key = ?');
  const clear = db.prepare('DELETE FROM gui_items');
  const counted = () => count.get()?.n ?? 0;
  const set = db.transaction((key: string, value: string) => {
    if (!one.get(key) && counted() >= maxKeys)
      throw new ApiError('FILE_TOO_LARGE', { message: `the store is full: it holds ${maxKeys} keys` });
    put.run(key, value);
  });
  return {
    count: counted,
    get: (key) => one.get(key)?.value ?? null,
    set(key, value) {
      if (Buffer.byteLength(value) > maxValueBytes)
        throw new ApiError('FILE_TOO_LARGE', { message: 'a value may have at most 1 MiB' });
      set.immediate(key, value);
    },
    remove: (key) => void remove.run(key),
    clear: () => void clear.run(),
  };
}
