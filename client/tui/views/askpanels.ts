/** Panels with one question: a text field, or a choice of a few rows; then the previous panel returns (tui.md 3.9). */
import type { App } from '../app.js';
import type { Keymap } from '../keys/actions.js';
import { createListPanel, type ListItem } from '../panels/list.js';
import { createTextField, notePanel, type Panel } from '../panels/panel.js';
import { lineOf, span, type Line } from '../text/line.js';
import { visibleRow } from '../../view/clean.js';
import { own } from '../../view/glyphs.js';

export interface AskedText {
  title: string;
  about?: string;
  text?: string;
  /** shown as dots, and never stored in a history */
  isSecret?: boolean;
}

export interface AskPanels {
  /** Resolves with undefined when the user cancels. */
  askText(asked: AskedText): Promise<string | undefined>;
  choose<Value>(
    title: string,
    items: readonly ListItem<Value>[],
    hint?: string,
    keys?: Readonly<Record<string, (value: Value) => void>>,
  ): Promise<Value | undefined>;
  /** Shows lines until the returned function is called; Esc calls `cancel`. */
  showNote(lines: () => readonly Line[], cancel: () => void, keys?: Readonly<Record<string, () => void>>): () => void;
}

export function createAskPanels(
  app: Pick<App, 'show' | 'changed'>,
  keymap: Keymap,
  before?: () => Panel | undefined,
): AskPanels {
  /** Shows a panel until it ends, and resolves with its value. */
  function shown<Value>(panelOf: (end: (value: Value | undefined) => void) => Panel): Promise<Value | undefined> {
    return new Promise((resolve) => {
      const end = (value: Value | undefined): void => {
        app.show(before?.());
        resolve(value);
      };
      app.show(panelOf(end));
    });
  }

  return {
    askText({ title, about = '', text = '', isSecret = false }) {
      return shown<string>((end) => {
        const field = createTextField({
          submit: (typed) => end(typed.trim()),
          cancel: () => end(undefined),
          prefix: '> ',
          text,
          ...(isSecret && { mask: own('•') }),
        });
        const head = [
          [span(visibleRow(title), { token: 'primary', bold: true })],
          ...(about === '' ? [] : [lineOf(visibleRow(about), 'textDim')]),
        ];
        return notePanel(() => head, {
          submit: (typed) => end(typed.trim()),
          cancel: () => end(undefined),
          isSecret,
          key(key) {
            field.key(key);
            app.changed();
          },
          paste(pasted) {
            field.paste(isSecret ? pasted.trim() : pasted);
            app.changed();
          },
          field,
        });
      });
    },

    choose: (title, items, hint, keys = {}) =>
      shown((end) =>
        createListPanel({
          keymap,
          title,
          items: () => items,
          choose: end,
          cancel: () => end(undefined),
          ...(hint !== undefined && { hint }),
          keys: Object.fromEntries(
            Object.entries(keys).map(([name, act]) => [
              name,
              (value: unknown) => {
                if (value === undefined) return;
                end(undefined);
                act(value as Parameters<typeof act>[0]);
              },
            ]),
          ),
          changed: app.changed,
        }),
      ),

    showNote(lines, cancel, keys = {}) {
      app.show(
        notePanel(lines, {
          cancel,
          key({ name }) {
            if (name === 'esc' || name === 'ctrl+c') cancel();
            else keys[name]?.();
          },
          paste: () => undefined,
        }),
      );
      return () => app.show(before?.());
    },
  };
}
