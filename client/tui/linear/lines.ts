/** Line output and input without ESC bytes: output waits while the user types, and nothing is redrawn (tui.md 3.24). */
import { visibleText } from '../../view/clean.js';
import { createBuffer, type Buffer, type Piece } from '../input/buffer.js';
import { draftOf, piecesOf, type Draft } from '../input/drafts.js';
import type { Media, Medium } from '../input/media.js';
import { cleanPaste, insertText } from '../input/paste.js';
import type { Key } from '../terminal/keynames.js';
import { visibleWidth } from '../terminal/width.js';

/** The question that the next line answers. */
export interface Asking {
  label: string;
  /** typed characters are hidden */
  isSecret?: boolean;
  /** it was not requested: the user may be typing something else */
  opensByItself?: boolean;
  /** `media`: images and videos that the line names */
  take(line: string, media: readonly Medium[]): void;
}

export interface LinesDeps {
  write(text: string): void;
  columns(): number;
  now(): number;
  /** whether something runs: then the prompt is printed only when the user begins to type */
  isBusy(): boolean;
  /** earlier entries, newest first */
  history(): readonly string[];
  /** called for Ctrl-C and Ctrl-D on an empty line, and for Ctrl-Z */
  onInterrupt(): void;
  onEnd(): void;
  onSuspend(): void;
  media: Media;
}

export interface Lines {
  print(rows: readonly string[]): void;
  /** Asks for the next line; a line begun for the prompt returns when the prompt is asked for again. */
  ask(asking: Asking): void;
  key(key: Key): void;
  paste(text: string): void;
  /** returns the unsent line of the prompt */
  draft(): Draft;
  /** Puts a text into the prompt if that is empty; returns whether it did. */
  prefill(text: string): boolean;
  restore(pieces: readonly Piece[]): boolean;
  /** Holds back output while another program has the terminal. */
  hold(): void;
  release(): void;
  /** Prints what waits, and ends the line. */
  close(): void;
}

/** Output waits this long after the last key, in milliseconds. */
const typingMs = 2_000;
/** A question that was not requested waits this long after the last key on an empty line, in milliseconds. */
const quietMs = 500;
/** A label is printed after this time without output, in milliseconds. */
const settleMs = 80;
/** Maximum number of held lines while another program has the terminal. */
const mostHeld = 20_000;

export function createLines(deps: LinesDeps): Lines {
  const { now } = deps;
  const nothing: Asking = { label: '', take: () => undefined };
  /** the main prompt: the first thing that is asked for */
  let prompt = nothing;
  let current = nothing;
  let wanted = nothing;
  let buffer: Buffer = createBuffer();
  /** the unsent line of the prompt while a panel asks */
  let kept: Buffer | undefined;
  let isOpen = false;
  let waiting: string[] = [];
  let lastKeyAt = -Infinity;
  let lastOutputAt = -Infinity;
  let isHeld = false;
  /** whether a submitted line is being handled */
  let isTaking = false;
  let browsing = -1;
  let pasted = 0;
  /** uploads by their names in the line */
  const uploads = new Map<string, Medium>();
  /** number of running uploads */
  let uploading = 0;
  let isSentLater = false;
  let begun = '';
  let timer: NodeJS.Timeout | undefined;

  /** Writes text without any other control character. */
  function write(text: string): void {
    deps.write(text.replace(/[^\P{Cc}\n\b\x07]/gu, ''));
  }

  function typed(): string {
    const units = /[\u{f0000}-\u{ffffd}]/gu;
    const text = buffer.text.replace(units, (char) => buffer.unit(char)?.label ?? '');
    if (current.isSecret) return '*'.repeat([...text].length);
    return visibleText(text).replaceAll('\t', '    ').replaceAll('\n', '\n');
  }

  function isPrompt(asking: Asking): boolean {
    return asking === prompt;
  }

  function openLine(): void {
    write(current.label + typed());
    isOpen = true;
  }

  function later(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(flush, Math.max(1, ms));
    timer.unref();
  }

  /** Returns how long output has to wait for the user, in milliseconds. */
  function waits(): number {
    const since = now() - lastKeyAt;
    if (!buffer.isEmpty && isOpen) return typingMs - since;
    return wanted.opensByItself && isPrompt(current) ? quietMs - since : 0;
  }

  function switchTo(): void {
    if (isPrompt(current)) {
      kept = buffer;
      buffer = createBuffer();
    } else if (isPrompt(wanted)) {
      buffer = kept ?? createBuffer();
      kept = undefined;
    } else buffer = createBuffer();
    current = wanted;
    browsing = -1;
  }

  function flush(): void {
    clearTimeout(timer);
    if (isHeld || isTaking) return;
    const hasNews = waiting.length > 0 || current !== wanted;
    if (hasNews) {
      const wait = waits();
      if (wait > 0) return later(wait);
      if (isOpen) write('\n');
      isOpen = false;
      const rows = waiting;
      waiting = [];
      if (rows.length > 0) {
        write(rows.map((row) => `${row}\n`).join(''));
        lastOutputAt = now();
      }
      if (current !== wanted) switchTo();
    }
    if (isOpen || current.label === '') return;
    if (isPrompt(current) && buffer.isEmpty && deps.isBusy()) return;
    const settled = lastOutputAt + settleMs - now();
    if (settled > 0 && buffer.isEmpty) return later(settled);
    openLine();
  }

  /** Applies a change to the line, and prints the difference. */
  function shownAfter(change: () => void): void {
    if (!isOpen) openLine();
    const before = typed();
    change();
    const after = typed();
    if (after.startsWith(before)) return write(after.slice(before.length));
    const start = commonStart(before, after);
    const removed = before.slice(start);
    const row = current.label + before.slice(before.lastIndexOf('\n') + 1);
    // backspaces cannot reach another row
    if (removed.includes('\n') || visibleWidth(row) >= deps.columns()) return write(`\n${current.label}${after}`);
    const width = visibleWidth(removed);
    write('\b'.repeat(width) + ' '.repeat(width) + '\b'.repeat(width) + after.slice(start));
  }

  function browse(step: 1 | -1): void {
    const entries = deps.history();
    const next = browsing + step;
    if (!isPrompt(current) || next < -1 || next >= entries.length) return;
    if (browsing === -1) begun = buffer.expanded();
    browsing = next;
    shownAfter(() => buffer.set(entries[next] ?? begun));
  }

  function enter(): void {
    if (isPrompt(current) && buffer.text.endsWith('\\') && buffer.caret === buffer.text.length) {
      buffer.delete('left');
      buffer.insert('\n');
      return write('\n');
    }
    if (isPrompt(current) && uploading > 0) {
      isSentLater = true;
      return void waiting.push('Sent as soon as the upload is finished.');
    }
    if (!isOpen) openLine();
    const line = buffer.expanded();
    const media = buffer.pieces().flatMap((piece) => (typeof piece === 'string' ? [] : (piece.media ?? [])));
    buffer.set('');
    browsing = -1;
    isOpen = false;
    write('\n');
    lastKeyAt = -Infinity;
    // output caused by the line precedes the next prompt
    lastOutputAt = now() + settleMs;
    isTaking = true;
    current.take(line, media);
    isTaking = false;
    flush();
  }

  /** Uploads a file, and names it in the line when it is done. */
  async function upload(path: string): Promise<void> {
    uploading += 1;
    const outcome = await deps.media.attach({ path }, () => undefined);
    uploading -= 1;
    const piece = typeof outcome === 'object' ? { label: outcome.label, media: outcome } : path;
    if (typeof outcome === 'object') uploads.set(outcome.label, outcome);
    if (outcome === 'refused') isSentLater = false;
    else putInPrompt([piece]);
    if (!isSentLater || uploading > 0) return;
    isSentLater = false;
    enter();
  }

  function putInPrompt(pieces: readonly Piece[]): void {
    const target = isPrompt(current) ? buffer : (kept ??= createBuffer());
    const put = (): void => {
      for (const piece of pieces) {
        if (typeof piece === 'string') target.insert(piece);
        else target.insertUnit(piece);
      }
    };
    if (target === buffer && isOpen) shownAfter(put);
    else put();
    flush();
  }

  function promptIsEmpty(): boolean {
    return (isPrompt(current) ? buffer : kept)?.isEmpty ?? true;
  }

  const edits: Readonly<Record<string, () => void>> = {
    backspace: () => shownAfter(() => buffer.delete('left')),
    'ctrl+w': () => shownAfter(() => buffer.delete('wordLeft')),
    'alt+backspace': () => shownAfter(() => buffer.delete('wordLeft')),
    'ctrl+u': () => shownAfter(() => buffer.set('')),
    up: () => browse(1),
    down: () => browse(-1),
    'ctrl+p': () => browse(1),
    'ctrl+n': () => browse(-1),
    'ctrl+j': () => shownAfter(() => buffer.insert('\n')),
    'shift+enter': () => shownAfter(() => buffer.insert('\n')),
    'alt+enter': () => shownAfter(() => buffer.insert('\n')),
    enter,
    esc: () => {
      if (deps.isBusy()) deps.onInterrupt();
    },
    'ctrl+z': () => deps.onSuspend(),
    'ctrl+d': () => {
      if (buffer.isEmpty) deps.onEnd();
    },
    'ctrl+c': () => {
      if (buffer.isEmpty) return deps.onInterrupt();
      buffer.set('');
      isOpen = false;
      write('\n');
    },
  };

  return {
    print(rows) {
      if (rows.length === 0) return;
      waiting.push(...rows.map((row) => row.replaceAll('\t', '    ').trimEnd()));
      if (waiting.length > mostHeld)
        waiting = [`(${waiting.length - mostHeld / 2} lines left out: /transcript)`, ...waiting.slice(-mostHeld / 2)];
      flush();
    },
    ask(asking) {
      if (prompt === nothing) prompt = asking;
      wanted = asking;
      flush();
    },
    key(key) {
      lastKeyAt = now();
      const edit = edits[key.name];
      if (edit) edit();
      else if (key.text !== '') shownAfter(() => buffer.insert(key.text));
      flush();
    },
    paste(text) {
      lastKeyAt = now();
      const paths = isPrompt(current) ? deps.media.pathsIn(cleanPaste(text)) : undefined;
      if (paths) return paths.forEach((path) => void upload(path));
      shownAfter(() => {
        // Enter arrived together with the text after it
        if (text.startsWith('\n') && buffer.text.endsWith('\\')) buffer.delete('left');
        if (insertText(buffer, cleanPaste(text), { isPaste: !current.isSecret, count: pasted })) pasted += 1;
      });
    },
    draft: () => draftOf(isPrompt(current) ? buffer : (kept ?? createBuffer())),
    prefill(text) {
      if (!promptIsEmpty()) return false;
      putInPrompt(piecesOf(text, [...uploads.values()]));
      return true;
    },
    restore(pieces) {
      if (!promptIsEmpty()) return false;
      for (const piece of pieces) if (typeof piece !== 'string' && piece.media) deps.media.reserve(piece.media);
      putInPrompt(pieces);
      return true;
    },
    hold: () => void (isHeld = true),
    release() {
      isHeld = false;
      flush();
    },
    close() {
      clearTimeout(timer);
      if (isOpen) write('\n');
      if (waiting.length > 0) write(waiting.map((row) => `${row}\n`).join(''));
      isOpen = false;
      waiting = [];
    },
  };
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  // never splits a surrogate pair
  return /[\ud800-\udbff]/.test(a[at - 1] ?? '') ? at - 1 : at;
}
