/** Marks of files that the user has viewed. A mark belongs to one content of a file, so a later change removes it. */
import { signal } from '@preact/signals';
import type { ShownFile } from './read.js';

export interface Viewed {
  has(file: ShownFile): boolean;
  set(file: ShownFile, isViewed: boolean): void;
}

const key = 'agent.viewed';
const mostSessions = 50;

/** session id → path → hash of the content; the newest session last */
type Marks = Readonly<Record<string, Readonly<Record<string, string>>>>;

const marks = signal<Marks>(read());
window.addEventListener('storage', (event) => {
  if (event.key === key) marks.value = read();
});

export function viewedIn(sessionId: string): Viewed {
  return {
    has: ({ path, sha256 }) => sha256 !== undefined && marks.value[sessionId]?.[path] === String(sha256),
    set({ path, sha256 }, isViewed) {
      const { [sessionId]: own = {}, ...others } = marks.peek();
      const { [path]: _, ...left } = own;
      const next = isViewed && sha256 !== undefined ? { ...left, [path]: String(sha256) } : left;
      marks.value = Object.fromEntries([...Object.entries(others), [sessionId, next] as const].slice(-mostSessions));
      try {
        localStorage.setItem(key, JSON.stringify(marks.peek()));
      } catch {
        // storage is full or switched off: the marks last as long as the tab
      }
    },
  };
}

function read(): Marks {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '{}') as Marks | null) ?? {};
  } catch {
    // damaged, or storage is switched off
    return {};
  }
}
