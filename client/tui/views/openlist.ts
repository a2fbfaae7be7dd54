/** Opens lists for commands immediately, and fills them when the server answers; a refusal becomes a notice. */
import type { Client } from '../../api/client.js';
import type { Stream } from '../../api/stream.js';
import type { App } from '../app.js';
import { attempt as attemptCall } from '../attempt.js';
import type { Conversation } from '../conversation.js';
import type { Keymap } from '../keys/actions.js';
import { createListPanel, type Carry, type ListItem } from '../panels/list.js';
import type { Panel } from '../panels/panel.js';
import { createAskPanels } from './askpanels.js';
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
  /** index of the row that is selected at first */
  start?: number;
  /** called when the selection moves; resolves with whether the rows have changed */
  moved?(value: Value | undefined): Promise<boolean> | void;
  /** called when the user leaves without a choice */
  left?(): void;
  carry?: Carry<Value>;
  /** the list is read again when this changes */
  follows?: { subscribe(listener: () => void): () => void };
}

export interface ListOpener {
  open<Value>(list: OpenList<Value>): void;
  /** Asks for a text in place of the list, which then returns. */
  askText(title: string, text: string): Promise<string | undefined>;
  /** Runs the action of a key; a refusal becomes a notice. */
  attempt(action: () => void | Promise<void>): Promise<void>;
}

export function createListOpener({ app, keymap }: Pick<ListsDeps, 'app' | 'keymap'>): ListOpener {
  const attempt = async (action: () => void | Promise<void>): Promise<void> => await attemptCall(action, app.notice);

  let list: Panel | undefined;
  const { askText } = createAskPanels(app, keymap, () => list);

  function open<Value>(options: OpenList<Value>): void {
    const { title, read, choose, keys = {}, hint, carry, follows, start, moved, left } = options;
    let items: readonly ListItem<Value>[] = [];
    let isLoading = true;
    let isClosed = false;
    const close = (): void => {
      leave?.();
      isClosed = true;
      list = undefined;
      app.show(undefined);
    };
    const refresh = (): Promise<void> =>
      attempt(async () => {
        items = await read();
        isLoading = false;
        app.changed();
      });
    const leave = follows?.subscribe(() => void (isClosed || refresh()));
    const own = Object.entries(keys).map(
      ([name, action]) =>
        [
          name,
          (value: Value | undefined) => value !== undefined && void attempt(() => action(value)).then(refresh),
        ] as const,
    );
    list = createListPanel<Value>({
      keymap,
      title,
      items: () => items,
      isLoading: () => isLoading,
      choose: (value) => void attempt(() => choose(value, close)).then(() => (isClosed ? undefined : refresh())),
      cancel() {
        close();
        left?.();
      },
      ...(start !== undefined && { start }),
      keys: Object.fromEntries(own),
      ...(hint !== undefined && { hint }),
      ...(carry && {
        carry: {
          ...carry,
          move: (value: Value, to: number) => void attempt(() => carry.move(value, to)).then(refresh),
          toggle(value: Value) {
            carry.toggle(value);
            void refresh();
          },
        },
      }),
      ...(moved && {
        moved: (value: Value | undefined) =>
          void attempt(async () => {
            if ((await moved(value)) === true && !isClosed) await refresh();
          }),
      }),
      changed: app.changed,
    });
    app.show(list);
    void refresh();
  }

  return { open, attempt, askText: (title, text) => askText({ title, text }) };
}

export function sessionParams(conversation: Conversation): { session_id: string } {
  return { session_id: conversation.session.get().id };
}
