/** What the user unfolded or folded in a session; kept until the user changes it, also across a reload in the tab. */
import { signal } from '@preact/signals';

export interface Toggles {
  isOpen(id: string, atFirst: boolean): boolean;
  set(id: string, isOpen: boolean): void;
}

/** The id that unfolds all long texts of a call. */
export const wholeOf = (frameId: string): string => `${frameId}/all`;

export function createToggles(sessionId: string): Toggles {
  const key = `agent.open.${sessionId}`;
  const chosen = signal(read(key));
  return {
    isOpen: (id, atFirst) => chosen.value[id] ?? atFirst,
    set(id, isOpen) {
      chosen.value = { ...chosen.peek(), [id]: isOpen };
      try {
        sessionStorage.setItem(key, JSON.stringify(chosen.peek()));
      } catch {
        // storage is full or switched off: the state lasts until the page is left
      }
    },
  };
}

function read(key: string): Readonly<Record<string, boolean>> {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, boolean> | null) ?? {};
  } catch {
    // damaged, or storage is switched off
    return {};
  }
}
