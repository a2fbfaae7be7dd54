/** The history search (Ctrl-R): every word must occur; the newest entry is first (tui.md 3.6). */
import { visibleRow } from '../../view/clean.js';
import type { Keymap } from '../keys/actions.js';
import type { Key } from '../terminal/keynames.js';
import { cutLine, lineOf, lineWidth, span, type Line } from '../text/line.js';
import type { History } from './history.js';

export interface HistorySearch {
  readonly isOpen: boolean;
  /** Begins a search; the present text returns when the user cancels. */
  begin(text: string, caret: number): void;
  leave(): void;
  /** Returns false when the search is closed, or when the key closes it and has another meaning. */
  key(key: Key): boolean;
  view(width: number): { lines: Line[]; caret: { row: number; column: number } };
}

export interface HistorySearchDeps {
  keymap: Keymap;
  history(): History | undefined;
  changed(): void;
  /** takes the chosen entry */
  take(entry: string): void;
  restore(text: string, caret: number): void;
}

export function createHistorySearch({ keymap, history, changed, take, restore }: HistorySearchDeps): HistorySearch {
  let open: { words: string; at: number; before: { text: string; caret: number } } | undefined;

  function hits(words: string): readonly string[] {
    return history()?.search(words) ?? [];
  }

  function step(by: 1 | -1): void {
    if (open) open.at = Math.max(0, Math.min(hits(open.words).length - 1, open.at + by));
  }

  function leave(): void {
    const before = open?.before;
    open = undefined;
    if (before) restore(before.text, before.caret);
  }

  /** Without a hit, everything stays unchanged. */
  function accept(): void {
    const hit = open && hits(open.words)[open.at];
    if (hit === undefined) return leave();
    open = undefined;
    take(hit);
  }

  return {
    get isOpen() {
      return open !== undefined;
    },
    begin(text, caret) {
      void history()?.refresh().then(changed);
      open = { words: '', at: 0, before: { text, caret } };
    },
    leave,
    key(key) {
      if (!open) return false;
      if (key.name === 'enter') accept();
      else if (key.name === 'esc' || key.name === 'ctrl+c') leave();
      else if (key.name === 'ctrl+s') step(-1);
      else if (keymap.action('input', key.name) === 'input.search') step(1);
      else if (key.name === 'backspace') open = { ...open, words: open.words.slice(0, -1), at: 0 };
      else if (key.text !== '') open = { ...open, words: open.words + key.text, at: 0 };
      else {
        accept();
        return false;
      }
      return true;
    },
    view(width) {
      const { words, at } = open ?? { words: '', at: 0 };
      const hit = hits(words)[at];
      const head: Line = [span('history: ', 'primary'), span(visibleRow(words))];
      const below = hit === undefined ? lineOf('  No match', 'textMuted') : lineOf(`  ${visibleRow(hit)}`, 'textDim');
      return { lines: [head, cutLine(below, width)], caret: { row: 0, column: lineWidth(head) } };
    },
  };
}
