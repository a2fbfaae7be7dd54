/** Lists that a command opens: at once, and filled when the server has answered; a refusal is a notice. */
import type { Client } from '../../api/client.js';
import type { Stream } from '../../api/stream.js';
import type { App } from '../app.js';
import { attempt as attemptCall } from '../attempt.js';
import type { Conversation } from '../conversation.js';
import type { Keymap } from '../keys/actions.js';
import { createListPanel, type ListItem } from '../panels/list.js';
import type { Pager } from './pager.js';

export interface ListsDeps {
  app: App;
  keymap: Keymap;
  pager: Pager;
  client: Client;
  stream: Stream;
  cwd: string;
  userHome: string;
  now(): number;
}

export interface OpenList<Value> {
  title: string;
  read(): Promise<readonly ListItem<Value>[]>;
  choose(value: Value, close: () => void): void | Promise<void>;
  keys?: Readonly<Record<string, (value: Value) => void | Promise<void>>>;
  hint?: string;
}

export interface ListOpener {
  open<Value>(list: OpenList<Value>): void;
  /** Runs what a key asks for; a refusal is a notice. */
  attempt(action: () => void | Promise<void>): Promise<void>;
}

export function createListOpener({ app, keymap }: Pick<ListsDeps, 'app' | 'keymap'>): ListOpener {
  const attempt = async (action: () => void | Promise<void>): Promise<void> => await attemptCall(action, app.notice);

  function open<Value>({ title, read, choose, keys = {}, hint }: OpenList<Value>): void {
    let items: readonly ListItem<Value>[] = [];
    let isLoading = true;
    const close = (): void => app.show(undefined);
    const refresh = (): Promise<void> =>
      attempt(async () => {
        items = await read();
        isLoading = false;
        app.changed();
      });
    const own = Object.entries(keys).map(
      ([name, action]) =>
        [
          name,
          (value: Value | undefined) => value !== undefined && void attempt(() => action(value)).then(refresh),
        ] as const,
    );
    app.show(
      createListPanel<Value>({
        keymap,
        title,
        items: () => items,
        isLoading: () => isLoading,
        choose: (value) => void attempt(() => choose(value, close)),
        cancel: close,
        keys: Object.fromEntries(own),
        ...(hint !== undefined && { hint }),
        changed: app.changed,
      }),
    );
    void refresh();
  }

  return { open, attempt };
}

export function sessionParams(conversation: Conversation): { session_id: string } {
  return { session_id: conversation.session.get().id };
}
