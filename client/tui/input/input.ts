/** The input: text with its caret, history, search, completion, pasted texts, shell mode (tui.md 3.6). */
import { visibleRow } from '../../view/clean.js';
import type { Key } from '../terminal/keynames.js';
import { deletions, motions, type Action, type Keymap } from '../keys/actions.js';
import { cutLine, span, type Line } from '../text/line.js';
import type { ClipboardContent } from '../clipboard.js';
import { createPlaceholders } from './placeholders.js';
import { createBuffer, type Buffer, type Piece } from './buffer.js';
import { draftOf, withoutMark, type Draft } from './drafts.js';
import type { History } from './history.js';
import {
  chooseSuggestion,
  completionLines,
  isOwnWords,
  wordBefore,
  type Complete,
  type Completing,
} from './complete.js';
import type { Media, Medium } from './media.js';
import { layoutInput, placeAt, visibleRows, type InputLayoutOptions } from './rows.js';
import { cleanPaste } from './paste.js';
import { createHistorySearch } from './search.js';
import { createVim } from './vim.js';

/** The typed input when it is sent. */
export interface Submission {
  mode: 'prompt' | 'shell';
  /** the text with placeholders expanded */
  text: string;
  /** media that its placeholders name */
  media?: readonly Medium[];
}

export interface InputDeps {
  keymap: Keymap;
  history(): History | undefined;
  complete: Complete;
  media: Media;
  suggests(): boolean;
  /** whether vim keys are enabled */
  usesVim(): boolean;
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
  /** whether letters are vim commands */
  readonly isNormal: boolean;
  /** Whether the history search is open, which then receives keys first. */
  readonly isSearching: boolean;
  /** Returns false for a key that the input does not handle. */
  key(key: Key): boolean;
  paste(text: string): void;
  /** Inserts the content of the clipboard like a paste. */
  pasteClipboard(read: Promise<ClipboardContent | undefined>): Promise<void>;
  /** Replaces the text, for example by a returned prompt; `isEdited`: it is the current text with changes. */
  set(text: string, isEdited?: boolean): void;
  /** Returns the unsent input, to restore it later. */
  draft(): Draft;
  /** Restores input if the present one is empty; returns whether it did. */
  restore(pieces: readonly Piece[]): boolean;
  /** Empties the input and returns it; undefined while an upload is running. */
  take(): Submission | undefined;
  /** Closes what is open above the text; returns false when nothing was. */
  cancel(): boolean;
  view(size: { width: number; rows: number }): InputView;
}

export function createInput(deps: InputDeps): Input {
  const { keymap } = deps;
  const buffer = createBuffer();
  const vim = createVim(buffer);
  let mode: 'prompt' | 'shell' = 'prompt';
  /** position in the history; -1: the draft */
  let browsing = -1;
  let draft = { text: '', mode: 'prompt' as 'prompt' | 'shell' };
  let completing: Completing | undefined;
  let asked = 0;
  const placeholders = createPlaceholders({ ...deps, buffer, send });
  let layoutOptions: InputLayoutOptions = { width: 80, prefix: '> ' };

  const search = createHistorySearch({
    keymap,
    history: deps.history,
    changed: deps.changed,
    take: (entry) => show(entry),
    restore(text, caret) {
      buffer.set(text);
      buffer.moveTo(caret);
    },
  });

  function edited(): void {
    browsing = -1;
    placeholders.edited();
    void suggest();
    deps.changed();
  }

  async function suggest(): Promise<void> {
    asked += 1;
    const mine = asked;
    const found = mode === 'shell' ? undefined : wordBefore(buffer);
    if (!found) return void (completing = undefined);
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
    const submission = take();
    if (submission) deps.submit(submission);
  }

  function take(): Submission | undefined {
    const text = buffer.expanded();
    if (text.trim() === '') return { mode, text: '' };
    if (placeholders.waits()) return undefined;
    const submission: Submission = { mode, text, media: placeholders.media() };
    void deps.history()?.add(mode === 'shell' ? `!${text}` : text);
    placeholders.remember();
    buffer.set('');
    vim.reset();
    mode = 'prompt';
    browsing = -1;
    completing = undefined;
    return submission;
  }

  function browse(step: 1 | -1): void {
    const entries = deps.history()?.entries ?? [];
    if (browsing === -1) {
      draft = { text: buffer.text, mode };
      if (step === 1) void deps.history()?.refresh();
    }
    const next = browsing + step;
    if (next < -1 || next >= entries.length) return;
    browsing = next;
    if (next >= 0) return show(entries[next] ?? '');
    mode = draft.mode;
    buffer.set(draft.text);
  }

  function show(entry: string, isEdited = false): void {
    const isShell = entry.startsWith('!');
    mode = isShell ? 'shell' : 'prompt';
    placeholders.remember();
    buffer.set('');
    placeholders.insert(isShell ? entry.slice(1) : entry, isEdited);
    completing = undefined;
  }

  function paste(text: string): void {
    const clean = cleanPaste(text);
    if (clean === '') return;
    placeholders.paste(clean, mode === 'prompt');
    edited();
  }

  function vertical(step: 1 | -1): void {
    const layout = layoutInput(buffer, layoutOptions);
    const place = placeAt(buffer, layout, layout.caret.row + step, layoutOptions);
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
        if (completing && isOwnWords(completing)) send();
        else if (completing && completing.kind !== 'file' && completing.kind !== 'skill') takeSuggestion(true);
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
        if (completing) chooseSuggestion(completing, -1);
        else vertical(-1);
        return true;
      case 'input.next':
        if (completing) chooseSuggestion(completing, 1);
        else vertical(1);
        return true;
      case 'input.complete':
        if (completing) takeSuggestion(false);
        else placeholders.expand();
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
      default:
        return false;
    }
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
    get isSearching() {
      return search.isOpen;
    },
    get isNormal() {
      return deps.usesVim() && vim.mode === 'normal';
    },
    key(key) {
      const done = search.key(key) || (deps.usesVim() && vim.key(key)) || keyOfInput(key) || editKey(key);
      if (done) deps.changed();
      return done;
    },
    paste,
    async pasteClipboard(read) {
      const content = await read;
      if (!content) return deps.notice('The clipboard is empty, or no program reads it');
      if ('text' in content) return paste(content.text);
      placeholders.attach(content);
      edited();
    },
    set(text, isEdited) {
      show(text, isEdited);
      deps.changed();
    },
    take,
    draft: () => draftOf(buffer, mode === 'shell' ? '!' : ''),
    restore(pieces) {
      if (!buffer.isEmpty) return false;
      const typed = withoutMark(pieces, '!');
      mode = typed ? 'shell' : 'prompt';
      placeholders.restore(typed ?? pieces);
      deps.changed();
      return true;
    },
    cancel() {
      if (search.isOpen) search.leave();
      else if (completing) completing = undefined;
      else if (deps.usesVim() && vim.escape()) return true;
      else if (mode === 'shell' && buffer.isEmpty) mode = 'prompt';
      else return false;
      asked += 1;
      deps.changed();
      return true;
    },
    view({ width, rows }) {
      if (search.isOpen) return search.view(width);
      layoutOptions =
        mode === 'shell'
          ? { width, prefix: '! ', style: { token: 'shellMode', bold: true } }
          : { width, prefix: '> ', style: { token: 'primary', bold: true } };
      const layout = layoutInput(buffer, layoutOptions);
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
