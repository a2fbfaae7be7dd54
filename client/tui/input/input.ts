/** The input: text with its caret, history, search, completion, pasted texts, shell mode (tui.md 3.6). */
import { visibleRow } from '../../view/clean.js';
import { counted } from '../../view/format.js';
import type { Key } from '../terminal/keynames.js';
import type { Action, Keymap } from '../keys/actions.js';
import { cutLine, span, type Line } from '../text/line.js';
import { createBuffer, type Buffer, type Motion } from './buffer.js';
import type { History } from './history.js';
import { completionLines, type Complete, type Completing, type CompletionKind } from './complete.js';
import { layoutInput, placeAt, visibleRows, type InputLook } from './rows.js';
import { createHistorySearch } from './search.js';

/** What was typed, when it is sent. */
export interface Submission {
  mode: 'prompt' | 'shell';
  /** with what placeholders stand for */
  text: string;
}

export interface InputDeps {
  keymap: Keymap;
  history(): History | undefined;
  complete: Complete;
  suggests(): boolean;
  submit(submission: Submission): void;
  changed(): void;
  notice(text: string): void;
}

export interface InputView {
  lines: Line[];
  caret: { row: number; column: number };
}

export interface Input {
  readonly buffer: Buffer;
  readonly mode: 'prompt' | 'shell';
  /** Returns false when the key is none of the input's. */
  key(key: Key): boolean;
  paste(text: string): void;
  /** Replaces the text, as for a prompt that comes back. */
  set(text: string): void;
  /** Closes what is open above the text; returns false when nothing was. */
  cancel(): boolean;
  view(size: { width: number; rows: number }): InputView;
}

/** Beyond these a pasted text is a placeholder. */
const pastedLines = 10;
const pastedChars = 1_000;
const longestLine = 2_000;

export function createInput(deps: InputDeps): Input {
  const { keymap } = deps;
  const buffer = createBuffer();
  let mode: 'prompt' | 'shell' = 'prompt';
  let pasted = 0;
  /** place in the history; -1: the draft */
  let browsing = -1;
  let draft = '';
  let completing: Completing | undefined;
  let asked = 0;
  let look: InputLook = { width: 80, prefix: '> ' };

  const search = createHistorySearch({
    keymap,
    history: deps.history,
    changed: deps.changed,
    take: show,
    restore(text, caret) {
      buffer.set(text);
      buffer.moveTo(caret);
    },
  });

  function edited(): void {
    browsing = -1;
    void suggest();
    deps.changed();
  }

  /** The word before the caret that may be completed. */
  function wordBefore(): { kind: CompletionKind; from: number; word: string } | undefined {
    const before = buffer.text.slice(Math.max(0, buffer.caret - 500), buffer.caret);
    const offset = buffer.caret - before.length;
    if (offset === 0 && /^\/\S*$/.test(before)) return { kind: 'command', from: 0, word: before };
    if (offset === 0 && /^\/\S+ [^\n]*$/.test(before)) return { kind: 'argument', from: 0, word: before };
    const skill = /\s(\/\S+)$/.exec(before)?.[1];
    if (skill !== undefined) return { kind: 'skill', from: buffer.caret - skill.length, word: skill };
    const file = /(?:^|\s)@(?:"([^"\n]*)|([^\s"]*))$/.exec(before);
    if (!file) return undefined;
    const from = before.length - file[0].trimStart().length;
    return { kind: 'file', from: offset + from, word: file[1] ?? file[2] ?? '' };
  }

  async function suggest(): Promise<void> {
    asked += 1;
    const mine = asked;
    const found = mode === 'shell' ? undefined : wordBefore();
    if (!found) {
      completing = undefined;
      return;
    }
    const items = await deps.complete(found.kind, found.word);
    if (mine !== asked) return;
    completing = items.length === 0 ? undefined : { ...found, items, selected: 0 };
    deps.changed();
  }

  function takeSuggestion(runs: boolean): void {
    if (!completing) return;
    const { from, items, selected, kind } = completing;
    const chosen = items[selected];
    if (!chosen) return;
    completing = undefined;
    asked += 1;
    buffer.replace(from, buffer.caret, chosen.insert);
    if (chosen.stays) void suggest();
    else if ((kind === 'command' || kind === 'argument') && runs) send();
    deps.changed();
  }

  function send(): void {
    const text = buffer.expanded();
    if (text.trim() === '') return deps.submit({ mode, text: '' });
    const submission: Submission = { mode, text };
    void deps.history()?.add(mode === 'shell' ? `!${text}` : text);
    buffer.set('');
    mode = 'prompt';
    browsing = -1;
    completing = undefined;
    deps.submit(submission);
  }

  function browse(step: 1 | -1): void {
    const entries = deps.history()?.entries ?? [];
    if (browsing === -1) {
      draft = (mode === 'shell' ? '!' : '') + buffer.text;
      if (step === 1) void deps.history()?.refresh();
    }
    const next = browsing + step;
    if (next < -1 || next >= entries.length) return;
    browsing = next;
    show(next === -1 ? draft : (entries[next] ?? ''));
  }

  /** Texts that are too long for a line become placeholders, whatever way they come. */
  function show(entry: string): void {
    const isShell = entry.startsWith('!');
    mode = isShell ? 'shell' : 'prompt';
    buffer.set('');
    insertText(isShell ? entry.slice(1) : entry, false);
    completing = undefined;
  }

  function insertText(text: string, isPaste: boolean): void {
    const lines = text.split('\n');
    const isLong = lines.some((line) => line.length > longestLine);
    if (isLong || (isPaste && (lines.length > pastedLines || text.length > pastedChars))) {
      pasted += 1;
      const more = lines.length > 1 ? ` +${counted(lines.length, 'line')}` : ` ${text.length} chars`;
      buffer.insertUnit({ label: `[Pasted text #${pasted}${more}]`, text });
    } else buffer.insert(text);
  }

  function vertical(step: 1 | -1): void {
    const layout = layoutInput(buffer, look);
    const place = placeAt(buffer, layout, layout.caret.row + step, look);
    if (place === undefined) browse(step === -1 ? 1 : -1);
    else buffer.moveTo(place);
  }

  function suggestion(): string | undefined {
    if (!deps.suggests() || buffer.caret !== buffer.text.length || completing || search.isOpen) return undefined;
    const typed = (mode === 'shell' ? '!' : '') + buffer.text;
    const found = deps.history()?.suggestion(typed);
    const rest = found?.slice(typed.length);
    return rest === undefined || rest.includes('\n') ? undefined : rest;
  }

  const motions: Partial<Record<Action, Motion>> = {
    'input.line-start': 'lineStart',
    'input.line-end': 'lineEnd',
    'input.word-left': 'wordLeft',
    'input.word-right': 'wordRight',
  };
  const deletions: Partial<Record<Action, Motion>> = {
    'input.delete-word-left': 'wordLeft',
    'input.delete-word-right': 'wordRight',
    'input.delete-to-start': 'lineStart',
    'input.delete-to-end': 'lineEnd',
  };

  function act(action: Action): boolean {
    const motion = motions[action];
    if (motion !== undefined) {
      const rest = action === 'input.line-end' ? suggestion() : undefined;
      if (rest !== undefined) buffer.insert(rest);
      else buffer.move(motion);
      return true;
    }
    const deletion = deletions[action];
    if (deletion !== undefined) {
      buffer.delete(deletion);
      edited();
      return true;
    }
    switch (action) {
      case 'input.submit':
        if (completing && completing.kind !== 'file' && completing.kind !== 'skill') takeSuggestion(true);
        else if (completing) takeSuggestion(false);
        else if (buffer.text.slice(0, buffer.caret).endsWith('\\') && buffer.caret === buffer.text.length)
          buffer.replace(buffer.caret - 1, buffer.caret, '\n');
        else send();
        return true;
      case 'input.newline':
        buffer.insert('\n');
        edited();
        return true;
      case 'input.previous':
        if (completing) completing.selected = Math.max(0, completing.selected - 1);
        else vertical(-1);
        return true;
      case 'input.next':
        if (completing) completing.selected = Math.min(completing.items.length - 1, completing.selected + 1);
        else vertical(1);
        return true;
      case 'input.complete':
        if (completing) takeSuggestion(false);
        else expandUnit();
        return true;
      case 'input.search':
        search.begin(buffer.text, buffer.caret);
        return true;
      case 'input.accept': {
        const rest = suggestion();
        if (rest === undefined) buffer.move('right');
        else buffer.insert(rest);
        return true;
      }
      case 'input.yank':
        buffer.yank();
        edited();
        return true;
      case 'input.yank-pop':
        buffer.yankPop();
        edited();
        return true;
      case 'input.undo':
        buffer.undo();
        edited();
        return true;
      case 'input.page-up':
        buffer.move('textStart');
        return true;
      case 'input.page-down':
        buffer.move('textEnd');
        return true;
      default:
        return false;
    }
  }

  /** The text of the placeholder before the caret, where it is short enough to be edited. */
  function expandUnit(): void {
    const char = /[\u{f0000}-\u{ffffd}]$/u.exec(buffer.text.slice(0, buffer.caret))?.[0];
    const text = char === undefined ? undefined : buffer.unit(char)?.text;
    if (char === undefined || text === undefined) return;
    const lines = text.split('\n');
    if (lines.length > 200 || lines.some((line) => line.length > longestLine))
      return deps.notice('This text is too long to be shown here: open it in the editor.');
    buffer.replace(buffer.caret - char.length, buffer.caret, text);
  }

  function editKey(key: Key): boolean {
    switch (key.name) {
      case 'left':
        buffer.move('left');
        return true;
      case 'right':
        return act('input.accept');
      case 'backspace':
        if (buffer.isEmpty && mode === 'shell') mode = 'prompt';
        else buffer.delete('left');
        edited();
        return true;
      case 'delete':
        buffer.delete('right');
        edited();
        return true;
      default:
        if (key.text === '') return false;
        if (key.text === '!' && buffer.isEmpty && mode === 'prompt') mode = 'shell';
        else buffer.insert(key.text);
        edited();
        return true;
    }
  }

  return {
    buffer,
    get mode() {
      return mode;
    },
    key(key) {
      const done = search.key(key) || keyOfInput(key) || editKey(key);
      if (done) deps.changed();
      return done;
    },
    paste(text) {
      const clean = text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
      if (clean === '') return;
      insertText(clean, true);
      edited();
    },
    set(text) {
      show(text);
      deps.changed();
    },
    cancel() {
      if (search.isOpen) search.leave();
      else if (completing) completing = undefined;
      else if (mode === 'shell' && buffer.isEmpty) mode = 'prompt';
      else return false;
      asked += 1;
      deps.changed();
      return true;
    },
    view({ width, rows }) {
      if (search.isOpen) return search.view(width);
      look =
        mode === 'shell'
          ? { width, prefix: '! ', style: { token: 'shellMode', bold: true } }
          : { width, prefix: '> ', style: { token: 'primary', bold: true } };
      const layout = layoutInput(buffer, look);
      const { lines, caret } = visibleRows(layout, rows);
      const rest = suggestion();
      const last = lines.at(-1);
      if (rest !== undefined && last && caret.row === lines.length - 1)
        lines[lines.length - 1] = cutLine([...last, span(visibleRow(rest), 'textMuted')], width);
      return { lines: [...lines, ...(completing ? completionLines(completing, width) : [])], caret };
    },
  };

  function keyOfInput(key: Key): boolean {
    const action = keymap.action('input', key.name);
    return action !== undefined && act(action);
  }
}
