/** Panels that replace the input for a while: a head, a body, numbered choices, and a text field (tui.md 3.9). */
import { counted } from '../../view/format.js';
import { createBuffer, type Buffer, type Motion } from '../input/buffer.js';
import { layoutInput, visibleRows } from '../input/rows.js';
import type { Keymap } from '../keys/actions.js';
import type { Key } from '../terminal/keynames.js';
import { type Line, cutLine, lineOf, markHidden, span, spread, wrapLine } from '../text/line.js';
import { own } from '../../view/glyphs.js';

export interface PanelSize {
  width: number;
  /** maximum number of rows */
  rows: number;
}

export interface PanelView {
  lines: Line[];
  caret?: { row: number; column: number };
}

export interface Panel {
  /** also receives keys that the screen itself handles otherwise */
  takesAll?: true;
  key(key: Key): void;
  paste(text: string): void;
  /** false: it has no field now, so a paste goes into the input behind it */
  takesPaste?(): boolean;
  /** returns the text typed into its field */
  unsent?(): string;
  /** `isReady`: it takes keys; until then the mark of the choice is `…` */
  view(size: PanelSize, isReady: boolean): PanelView;
  /** The content for a line-based UI. Without it `view` is printed, and a line is typed as a paste and Enter. */
  readonly form?: PanelForm;
}

/** The content of a panel without its layout (tui.md 3.24). */
export type PanelForm = ChoiceForm | ListForm | NoteForm;

export interface ChoiceForm {
  kind: 'choices';
  head(): readonly Line[];
  body(): readonly Line[];
  choices(): readonly PanelChoice[];
  choose(choice: PanelChoice, text: string): void;
  cancel(): void;
  /** toggles a choice, in a multiple choice */
  toggle?: ((choice: PanelChoice) => void) | undefined;
}

export interface ListForm {
  kind: 'list';
  title: string;
  isLoading(): boolean;
  /** explains the keys of `act` */
  hint: string;
  /** returns the rows that contain all words */
  rows(words: string): readonly ListRow[];
  /** Loads more items, if there are any. */
  more(): void;
  cancel(): void;
}

export interface ListRow {
  label: string;
  about?: string | undefined;
  right?: string | undefined;
  choose(): void;
  /** Runs the list's action for a key; returns false for other keys. */
  act(key: string): boolean;
}

export interface NoteForm {
  kind: 'note';
  lines(): readonly Line[];
  /** absent: there is no text to type */
  submit?: (text: string) => void;
  isSecret?: boolean;
  cancel(): void;
}

export interface PanelChoice {
  /** the number that the user types */
  number: number;
  label: string;
  about?: string;
  /** asks for the user's own words first */
  hasText?: boolean | undefined;
  /** initial text of the field */
  text?: string;
  /** shows `[x]` or `[ ]`, in a multiple choice */
  isChecked?: boolean;
}

export interface ChoicePanelDeps {
  keymap: Keymap;
  head: () => Line[];
  body: () => Line[];
  choices: () => readonly PanelChoice[];
  /** index of the choice that is selected first; default: the first one */
  preset?: number;
  /** `text`: the content of the choice's field, if it has one */
  choose(choice: PanelChoice, text: string): void;
  cancel(): void;
  /** called for Space, in a multiple choice */
  toggle?(choice: PanelChoice): void;
  /** called for Tab and the horizontal arrows, to switch between questions */
  turn?(step: 1 | -1): void;
  /** shows the whole body */
  preview?: (() => void) | undefined;
  /** opens the body in the user's editor */
  edit?: () => void;
  changed(): void;
}

/** Maximum rows of the body; the rest is shown on demand. */
const bodyRows = 10;

export function createChoicePanel(deps: ChoicePanelDeps): Panel {
  const { keymap } = deps;
  let selected = deps.preset ?? 0;
  let field: TextField | undefined;
  /** the text of a field that the user left */
  let left: { number: number; text: string } | undefined;

  function take(choice: PanelChoice): void {
    const { number, text: known = '' } = choice;
    const before = left?.number === number ? left.text : known;
    left = undefined;
    if (choice.hasText !== true) return deps.choose(choice, '');
    const opened = createTextField({
      text: before,
      submit(text) {
        field = undefined;
        deps.choose(choice, text);
      },
      cancel() {
        field = undefined;
        left = { number, text: opened.text() };
        deps.changed();
      },
    });
    field = opened;
  }

  function turn(step: 1 | -1): void {
    left = undefined;
    deps.turn?.(step);
  }

  function move(step: 1 | -1): void {
    const count = deps.choices().length;
    selected = (selected + step + count) % Math.max(1, count);
  }

  function act(key: Key): void {
    const choices = deps.choices();
    selected = Math.min(selected, choices.length - 1);
    const chosen = choices[selected];
    if (key.name === ' ' || key.name === 'space') return void (chosen && deps.toggle?.(chosen));
    if (key.name === 'tab' || key.name === 'right') return turn(1);
    if (key.name === 'shift+tab' || key.name === 'left') return turn(-1);
    if (key.name === 'ctrl+g') return deps.edit?.();
    switch (keymap.action('panel', key.name)) {
      case 'panel.previous':
        return move(-1);
      case 'panel.next':
        return move(1);
      case 'panel.accept':
        return void (chosen && take(chosen));
      case 'panel.cancel':
        return deps.cancel();
      case 'panel.preview':
        return deps.preview?.();
      case 'panel.choose': {
        const at = choices.findIndex(({ number }) => String(number) === key.name);
        const named = choices[at];
        if (!named) return;
        selected = at;
        return take(named);
      }
      default:
        if (key.name === 'ctrl+c' || key.name === 'ctrl+d') deps.cancel();
    }
  }

  return {
    form: {
      kind: 'choices',
      head: deps.head,
      body: deps.body,
      choices: deps.choices,
      choose: deps.choose,
      cancel: deps.cancel,
      toggle: deps.toggle && ((choice) => deps.toggle?.(choice)),
    },
    key(key) {
      if (field) field.key(key);
      else act(key);
      deps.changed();
    },
    takesPaste: () => field !== undefined,
    unsent: () => field?.text() ?? '',
    paste(text) {
      field?.paste(text);
      deps.changed();
    },
    view({ width, rows }, isReady) {
      const choices = deps.choices();
      selected = Math.min(selected, Math.max(0, choices.length - 1));
      const head = deps.head().flatMap((line) => wrapLine(line, { width, indent: [span('  ')] }));
      const listed = choices.map((choice, at) =>
        cutLine(choiceLine(choice, at === selected, isReady && !field), width),
      );
      const typed = field && labelled(field, choices[selected]?.label ?? '', width, rows - head.length);
      // the body takes precedence: rather hide choices that are not selected
      const content = deps.body();
      const least = Math.max(0, Math.min(2, content.length, rows - head.length - 1));
      const room = Math.max(least, rows - head.length - (typed ? typed.lines.length : listed.length));
      const body = shortBody(content, Math.min(bodyRows, room), width, deps.preview !== undefined);
      const above = [...head, ...body];
      if (typed)
        return {
          lines: [...above, ...typed.lines],
          caret: { row: above.length + typed.caret.row, column: typed.caret.column },
        };
      // a small screen shows the choices around the selected one
      const count = Math.max(1, rows - above.length);
      const first = Math.max(0, Math.min(listed.length - count, selected - count + 1));
      const shown = listed.slice(first, first + count);
      return { lines: [...above, ...markHidden(shown, first, listed.length - first - shown.length, width)] };
    },
  };
}

/** Draws a field below the name of its choice, with a hint how to leave it. */
function labelled(field: TextField, label: string, width: number, rows: number): ReturnType<TextField['view']> {
  const { lines, caret } = field.view(width, Math.max(1, Math.min(5, rows - 2)));
  if (rows < 2) return { lines, caret };
  const name = spread([span(label, { bold: true })], lineOf(own('Enter sends · Esc goes back'), 'textMuted'), width);
  return { lines: [name, ...lines], caret: { row: caret.row + 1, column: caret.column } };
}

function choiceLine({ number, label, about, isChecked }: PanelChoice, isSelected: boolean, isReady: boolean): Line {
  const box = isChecked === undefined ? '' : isChecked ? '[x] ' : '[ ] ';
  const mark = isSelected ? (isReady ? '> ' : own('…').padEnd(2)) : '  ';
  return [
    span(mark, 'primary'),
    span(`${number}. ${box}${label}`, isSelected ? { token: 'primary', bold: true } : undefined),
    ...(about === undefined || about === '' ? [] : [span(`   ${about}`, 'textMuted')]),
  ];
}

function shortBody(lines: readonly Line[], rows: number, width: number, hasPreview: boolean): Line[] {
  const laid = lines.flatMap((line) => wrapLine([span('  '), ...line], { width, indent: [span('    ')] }));
  if (laid.length <= rows) return laid;
  const shown = laid.slice(0, Math.max(0, rows - 1));
  const hidden = `+${counted(laid.length - shown.length, 'line')}${hasPreview ? ' (Ctrl-E)' : ''}`;
  return rows === 0 ? [] : [...shown, lineOf(`  ${hidden}`, 'textMuted')];
}

export interface TextField {
  text(): string;
  key(key: Key): void;
  paste(text: string): void;
  view(width: number, rows: number): { lines: Line[]; caret: { row: number; column: number } };
}

export interface TextFieldDeps {
  submit(text: string): void;
  cancel(): void;
  /** replaces every character of a secret */
  mask?: string;
  /** text before the field; default: two spaces */
  prefix?: string;
  text?: string;
}

const motions: Readonly<Record<string, Motion>> = {
  left: 'left',
  right: 'right',
  home: 'lineStart',
  end: 'lineEnd',
  'ctrl+a': 'lineStart',
  'ctrl+e': 'lineEnd',
  'ctrl+left': 'wordLeft',
  'ctrl+right': 'wordRight',
};
const deletions: Readonly<Record<string, Motion>> = {
  backspace: 'left',
  delete: 'right',
  'ctrl+w': 'wordLeft',
  'alt+backspace': 'wordLeft',
  'ctrl+u': 'lineStart',
  'ctrl+k': 'lineEnd',
};

/** A text field within a panel. */
export function createTextField({ submit, cancel, mask, prefix = '  ', text = '' }: TextFieldDeps): TextField {
  const buffer: Buffer = createBuffer();
  buffer.set(text);
  return {
    text: buffer.expanded,
    key({ name, text: typed }) {
      const motion = motions[name];
      const deletion = deletions[name];
      if (name === 'enter') submit(buffer.expanded());
      else if (name === 'esc' || name === 'ctrl+c') cancel();
      else if (name === 'shift+enter' || name === 'alt+enter' || name === 'ctrl+j') buffer.insert('\n');
      else if (motion !== undefined) buffer.move(motion);
      else if (deletion !== undefined) buffer.delete(deletion);
      else if (typed !== '') buffer.insert(typed);
    },
    paste: (pasted) =>
      buffer.insert(pasted.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')),
    view(width, rows) {
      const options = { width, prefix, ...(mask !== undefined && { mask }) };
      return visibleRows(layoutInput(buffer, options), rows);
    },
  };
}

/** Draws lines, and a field below them if there is one. */
export function notePanel(
  lines: () => readonly Line[],
  {
    key,
    paste,
    field,
    ...form
  }: Pick<Panel, 'key' | 'paste'> & Pick<NoteForm, 'submit' | 'isSecret' | 'cancel'> & { field?: TextField },
): Panel {
  return {
    form: { kind: 'note', lines, ...form },
    key,
    paste,
    view({ width, rows }) {
      const head = lines()
        .flatMap((line) => wrapLine(line, { width }))
        .slice(0, rows);
      if (!field) return { lines: head };
      const typed = field.view(width, Math.max(1, rows - head.length));
      return {
        lines: [...head, ...typed.lines.map((line) => cutLine(line, width))],
        caret: { row: head.length + typed.caret.row, column: typed.caret.column },
      };
    },
  };
}
