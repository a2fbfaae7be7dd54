/** A list in place of the input: typing filters it, Enter selects a row (tui.md 3.16). */
import { visibleRow } from '../../view/clean.js';
import type { Keymap } from '../keys/actions.js';
import type { Key } from '../terminal/keynames.js';
import { cutLine, hintRows, lineOf, lineWidth, span, spread, type Line } from '../text/line.js';
import type { Panel } from './panel.js';
import { own } from '../../view/glyphs.js';

export interface ListItem<Value> {
  value: Value;
  label: string;
  /** dimmed text after the label */
  about?: string;
  /** text at the right edge */
  right?: string;
  /** the server's search found it for the filter, so it stays in the list */
  isFound?: boolean;
}

export interface Carry<Value> {
  isMoved(value: Value): boolean;
  toggle(value: Value): void;
  move(value: Value, to: number): void | Promise<void>;
}

export interface ListDeps<Value> {
  keymap: Keymap;
  title: string;
  /** returns all known items, unfiltered */
  items(): readonly ListItem<Value>[];
  isLoading?(): boolean;
  choose(value: Value): void;
  cancel(): void;
  /** index of the row that is selected at first */
  start?: number;
  /** called when the selection has changed; undefined: no row */
  moved?(value: Value | undefined): void;
  /** other keys of the list, by name; Backspace only when it does not change the filter */
  keys?: Readonly<Record<string, (value: Value | undefined) => void>>;
  /** rows that the user can reorder: Space picks a row up and puts it down, the arrows move it */
  carry?: Carry<Value>;
  /** one row that explains these keys */
  hint?: string;
  /** called when the filter has changed */
  filtered?(words: string): void;
  /** returns whether there are items that are not loaded yet */
  hasMore?(): boolean;
  /** called when the end of the loaded items is visible */
  more?(): void;
  changed(): void;
}

export function createListPanel<Value>(deps: ListDeps<Value>): Panel {
  const { keymap } = deps;
  let words = '';
  let selected = deps.start ?? 0;
  let page = 5;
  /** whether the last key changed the filter */
  let isTyping = false;
  /** the selected value in the last call of `moved` */
  let marked: Value | undefined;

  function found(given = words): readonly ListItem<Value>[] {
    const wanted = given
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    if (wanted.length === 0) return deps.items();
    return deps.items().filter(({ label, about = '', isFound }) => {
      if (isFound === true) return true;
      const text = `${label} ${about}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
  }

  function report(): void {
    const now = found()[selected]?.value;
    if (now === marked) return;
    marked = now;
    deps.moved?.(now);
  }

  function filter(next: string): void {
    words = next;
    selected = 0;
    deps.filtered?.(words);
  }

  function act(key: Key): void {
    const items = found();
    const last = Math.max(0, items.length - 1);
    const own = deps.keys?.[key.name];
    const edits = key.name === 'backspace' && isTyping && words !== '';
    isTyping = edits || key.text !== '';
    // a letter is a command only when it cannot be part of a filter
    if (own && !edits && (key.text === '' || words === '')) return own(items[selected]?.value);
    const { carry } = deps;
    const chosen = items[selected];
    if (carry && chosen && words === '') {
      if (key.name === ' ' || key.name === 'space') return carry.toggle(chosen.value);
      const action = keymap.action('list', key.name);
      const step = action === 'list.previous' ? -1 : action === 'list.next' ? 1 : 0;
      const to = selected + step;
      if (step !== 0 && carry.isMoved(chosen.value)) {
        if (to < 0 || to > last) return;
        selected = to;
        return void carry.move(chosen.value, to);
      }
    }
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
    form: {
      kind: 'list',
      title: deps.title,
      hint: own(deps.hint ?? ''),
      isLoading: () => deps.isLoading?.() === true,
      rows: (given) =>
        found(given).map(({ value, label, about, right }) => ({
          label,
          about,
          right,
          choose: () => deps.choose(value),
          act(name) {
            const own = deps.keys?.[name];
            own?.(value);
            return own !== undefined;
          },
        })),
      more: () => void (deps.hasMore?.() === true && deps.more?.()),
      cancel: deps.cancel,
    },
    key(key) {
      act(key);
      report();
      deps.changed();
    },
    paste(text) {
      filter(words + text.split('\n', 1)[0]);
      deps.changed();
    },
    view({ width, rows }) {
      const items = found();
      // the initial row is kept until something is loaded
      if (items.length > 0) selected = Math.min(selected, items.length - 1);
      if (items.length > 0) report();
      const head: Line = [span(deps.title, { token: 'primary', bold: true }), span('  '), span(visibleRow(words))];
      const hint = (deps.hint === undefined ? [] : hintRows(deps.hint, width - 2, rows)).map((row) => [
        span('  '),
        ...row,
      ]);
      page = Math.max(1, rows - 1 - hint.length);
      const first = Math.max(0, Math.min(items.length - page, selected - Math.floor(page / 2)));
      const hasMore = deps.hasMore?.() === true;
      const isAtEnd = first + page >= items.length;
      if (hasMore && isAtEnd) deps.more?.();
      const listed = items.slice(first, first + page).map((item, at) => rowOf(item, first + at === selected, width));
      const isWaiting = deps.isLoading?.() === true || (hasMore && isAtEnd);
      const count = lineOf(isWaiting ? own('loading…') : `${items.length}${hasMore ? '+' : ''}`, 'textMuted');
      const empty = isWaiting ? [] : [lineOf('  No match', 'textMuted')];
      return {
        lines: [spread(head, count, width), ...(items.length === 0 ? empty : listed), ...hint],
        caret: { row: 0, column: lineWidth(head) },
      };
    },
  };
}

function rowOf<Value>({ label, about, right }: ListItem<Value>, isSelected: boolean, width: number): Line {
  const end = lineOf(visibleRow(right ?? ''), 'textMuted');
  const room = Math.max(10, width - lineWidth(end) - 2);
  const behind = lineOf(about === undefined || about === '' ? '' : `   ${visibleRow(about)}`, 'textMuted');
  const name: Line = [
    span(isSelected ? '> ' : '  ', 'primary'),
    span(visibleRow(label), isSelected ? { token: 'primary', bold: true } : undefined),
  ];
  // a long name leaves a quarter of the row for its facts: whether it waits, how old it is
  const named = cutLine(name, Math.max(Math.ceil((room * 3) / 4), room - lineWidth(behind)));
  return spread(cutLine([...named, ...behind], room), end, width);
}
