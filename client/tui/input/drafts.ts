/** What is typed and not sent, kept by the server for each session: it is there again after any end (tui.md 3.6). */
import type { Client } from '../../api/client.js';
import { attempt } from '../attempt.js';

export interface Drafts {
  /** The text is different; it is kept a second later. */
  changed(text: string): void;
  /** Keeps it now. */
  flush(): Promise<void>;
  read(): Promise<string>;
}

const afterMs = 1_000;
const longest = 1024 * 1024;

export function createDrafts(
  client: Pick<Client, 'getGuiItem' | 'setGuiItem' | 'removeGuiItem'>,
  sessionId: string,
): Drafts {
  const key = `draft/${sessionId}`;
  let kept = '';
  let text = '';
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (text === kept || text.length > longest) return;
    kept = text;
    // without it the input works as well
    await attempt<unknown>(() =>
      kept === '' ? client.removeGuiItem({ body: { key } }) : client.setGuiItem({ body: { key, value: kept } }),
    );
  }

  return {
    changed(next) {
      if (next === text) return;
      text = next;
      timer ??= setTimeout(() => void flush(), afterMs);
    },
    flush,
    async read() {
      await attempt(async () => {
        const { value } = await client.getGuiItem({ query: { key } });
        kept = value ?? '';
      });
      return kept;
    },
  };
}
