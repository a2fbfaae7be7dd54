/** Prompts sent earlier from this directory: browsing, searching, suggestions (tui.md 3.6). */
import type { Client } from '../../api/client.js';
import { attempt } from '../attempt.js';

export interface History {
  /** Reads the history from the server; called when browsing begins. */
  refresh(): Promise<void>;
  add(entry: string): Promise<void>;
  /** newest first */
  readonly entries: readonly string[];
  /** Returns the newest entry that the text is a proper prefix of. */
  suggestion(text: string): string | undefined;
  /** Returns the entries that contain every word, newest first. */
  search(words: string): readonly string[];
}

/** Minimum length of a text for a suggestion. */
const shortestStart = 3;

export function createHistory(
  client: Pick<Client, 'listInputHistory' | 'addInputHistory'>,
  workspaceId: string,
): History {
  const params = { workspace_id: workspaceId };
  let entries: readonly string[] = [];
  let hasRead = false;

  async function refresh(): Promise<void> {
    // the input works without history
    await attempt(async () => {
      entries = (await client.listInputHistory({ params })).items;
      hasRead = true;
    });
  }

  return {
    refresh,
    async add(content) {
      if (content.trim() === '') return;
      if (entries[0] !== content) entries = [content, ...entries];
      await attempt(async () => void (await client.addInputHistory({ params, body: { content } })));
      if (!hasRead) await refresh();
    },
    get entries() {
      return entries;
    },
    suggestion(text) {
      if (text.length < shortestStart) return undefined;
      return entries.find((entry) => entry.length > text.length && entry.startsWith(text));
    },
    search(words) {
      const wanted = words
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '');
      return entries.filter((entry) => {
        const text = entry.toLowerCase();
        return wanted.every((word) => text.includes(word));
      });
    },
  };
}
