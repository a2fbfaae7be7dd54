/** The directory's input history, shared with the terminal UI, which ↑ and ↓ in the message box browse (web.md 5.6). */
import { useRef } from 'preact/hooks';
import { showNote } from '../../live/notes.js';
import { server } from '../../live/server.js';
import { reasonOf } from '../../parts/failure.js';

export interface InputHistory {
  isBrowsing(): boolean;
  /** Moves to an older (1) or newer (-1) entry; resolves with the new text of the box, or undefined at the end. */
  step(by: 1 | -1, words: string): Promise<string | undefined>;
  /** Ends browsing, because the user types: the content of the box is now a draft of its own. */
  leave(): void;
  add(entry: string): void;
}

/** State of browsing: entries newest first, and the draft that returns after the newest one. */
interface Browsing {
  entries: readonly string[];
  at: number;
  draft: string;
}

export function useInputHistory(workspaceId: string | undefined): InputHistory {
  const browsing = useRef<Browsing | undefined>(undefined);
  const params = { workspace_id: workspaceId ?? '' };

  async function read(): Promise<readonly string[]> {
    const current = server.peek();
    if (!current || workspaceId === undefined) return [];
    return (await current.client.listInputHistory({ params })).items;
  }

  return {
    isBrowsing: () => browsing.current !== undefined,
    async step(by, words) {
      try {
        if (!browsing.current && by === 1) browsing.current = { entries: await read(), at: -1, draft: words };
      } catch (error) {
        showNote(reasonOf(error), { isError: true });
      }
      const { current } = browsing;
      if (!current) return undefined;
      const at = current.at + by;
      if (at >= current.entries.length) return undefined;
      if (at >= 0) {
        current.at = at;
        return current.entries[at];
      }
      browsing.current = undefined;
      return current.draft;
    },
    leave() {
      browsing.current = undefined;
    },
    add(content) {
      browsing.current = undefined;
      if (workspaceId === undefined || content.length > longestEntry) return;
      // the prompt is sent already: without its history entry nothing else is lost
      void server
        .peek()
        ?.client.addInputHistory({ params, body: { content } })
        .catch(() => undefined);
    },
  };
}

/** maximum length of an entry in the contract, in chars */
const longestEntry = 100_000;
