/** A list in place of the input: typing filters it, Enter takes a row (tui.md 3.16). */
import { visibleRow } from '../../view/clean.js';
import type { Keymap } from '../keys/actions.js';
import type { Key } from '../terminal/keynames.js';
import { cutLine, lineOf, lineWidth, span, spread, type Line } from '../text/line.js';
import type { Panel } from './panel.js';

export interface ListItem<Value> {
  value: Value;
  label: string;
  /** dimmed behind the label */
  about?: string;
  /** at the right */
  right?: string;
}

export interface ListDeps<Value> {
  keymap: Keymap;
  title: string;
  /** of all that is known now, before the filter */
  items(): readonly ListItem<Value>[];
  isLoading?(): boolean;
  choose(value: Value): void;
  cancel(): void;
  /** other keys of the list, by their names */
  keys?: Readonly<Record<string, (value: Value | undefined) => void>>;
  /** what these keys do, in one row */
  hint?: string;
  /** the end of the list is shown: more may be read */
  more?(): void;
  changed(): void;
}

export function createListPanel<Value>(deps: ListDeps<Value>): Panel {
  const { keymap } = deps;
  let words = '';
  let selected = 0;
  let page = 5;

  function found(): readonly ListItem<Value>[] {
    const wanted = words
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    if (wanted.length === 0) return deps.items();
    return deps.items().filter(({ label, about = '' }) => {
      const text = `${label} ${about}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
  }

  function filter(next: string): void {
    words = next;
    selected = 0;
  }

  function act(key: Key): void {
    const items = found();
    const last = Math.max(0, items.length - 1);
    const own = deps.keys?.[key.name];
    if (own) return own(items[selected]?.value);
    switch (keymap.action('list', key.name)) {
      case 'list.previous':
        selected = Math.max(0, selected - 1);
        return;
      case 'list.next':
        selected = Math.min(last, selected + 1);
        return;
      case 'list.page-up':
        selected = Math.max(0, selected - page);
        return;
      case 'list.page-down':
        selected = Math.min(last, selected + page);
        return;
      case 'list.first':
        selected = 0;
        return;
      case 'list.last':
        selected = last;
        return;
      case 'list.accept': {
        const chosen = items[selected];
        if (chosen) deps.choose(chosen.value);
        return;
      }
      case 'list.cancel':
        if (words === '') deps.cancel();
        else filter('');
        return;
      default:
        if (key.name === 'ctrl+c' || key.name === 'ctrl+d') deps.cancel();
        else if (key.name === 'backspace') filter(words.slice(0, -1));
        else if (key.text !== '') filter(words + key.text);
    }
  }

  return {
    key(key) {
      act(key);
      deps.changed();
    },
    paste(text) {
      filter(words + text.split('\n', 1)[0]);
      deps.changed();
    },
    view({ width, rows }) {
      const items = found();
      selected = Math.max(0, Math.min(selected, items.length - 1));
      const head: Line = [span(deps.title, { token: 'primary', bold: true }), span('  '), span(visibleRow(words))];
      const count = lineOf(deps.isLoading?.() ? 'loading…' : String(items.length), 'textMuted');
      const hint = deps.hint === undefined ? [] : [cutLine(lineOf(`  ${deps.hint}`, 'textMuted'), width)];
      page = Math.max(1, rows - 1 - hint.length);
      const first = Math.max(0, Math.min(items.length - page, selected - Math.floor(page / 2)));
      if (first + page >= items.length) deps.more?.();
      const listed = items.slice(first, first + page).map((item, at) => rowOf(item, first + at === selected, width));
      const empty = deps.isLoading?.() ? [] : [lineOf('  No match', 'textMuted')];
      return {
        lines: [spread(head, count, width), ...(items.length === 0 ? empty : listed), ...hint],
        caret: { row: 0, column: lineWidth(head) },
      };
    },
  };
}

function rowOf<Value>({ label, about, right }: ListItem<Value>, isSelected: boolean, width: number): Line {
  const end = lineOf(visibleRow(right ?? ''), 'textMuted');
  const line: Line = [
    span(isSelected ? '> ' : '  ', 'primary'),
    span(visibleRow(label), isSelected ? { token: 'primary', bold: true } : undefined),
    ...(about === undefined || about === '' ? [] : [span(`   ${visibleRow(about)}`, 'textMuted')]),
  ];
  return spread(cutLine(line, Math.max(10, width - lineWidth(end) - 2)), end, width);
}
