/** The screen of the terminal UI: committed rows, which are printed once, and the live region below them (tui.md 1). */
import { createRegion, type Frame } from './region.js';
import type { Capabilities } from './capabilities.js';

export type { Frame } from './region.js';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Writes text to the terminal and calls `done` when the terminal has taken it. */
export type Writer = (text: string, done: () => void) => void;

export interface Screen {
  /** Prints rows above the live region; each is a logical line that the terminal wraps itself. */
  commit(rows: readonly string[]): void;
  /** Replaces the live region at the end of this tick, or when the terminal is ready; only the last frame counts. */
  draw(frame: Frame): void;
  /** Takes the terminal's new size. The caller draws a frame for it immediately; it appears when the size is final. */
  resize(size: Size): void;
  /** Draws the live region again. */
  redraw(): void;
  /** Whether the terminal has not taken the last frame for a while; nothing new is laid out until it reads again. */
  readonly isStalled: boolean;
  /** Calls the listener when a stalled terminal reads again. */
  onReady(listener: () => void): void;
  /** Erases the live region and holds back commits until `release`, called as often: for views, editors, suspension. */
  hold(): void;
  release(): void;
  /** Prints what is left, erases the live region, and puts the cursor in the first column below. Leave views first. */
  close(): void;
}

export interface ScreenDeps {
  write: Writer;
  size: Size;
  /** Queries the terminal's size and calls `resize` on a change, since the resize signal arrives later. */
  checkSize?: () => void;
  terminal: Pick<Capabilities, 'rewraps' | 'shiftsCursor' | 'sizeDelay' | 'unicode'>;
}

/** At most sixty frames per second, in milliseconds. */
const frameTime = 1000 / 60;
/** A size is final when it has not changed for this time, in milliseconds. */
const settleTime = 60;
/** Time in milliseconds without progress after which the terminal counts as stalled. */
const stallTime = 500;
/** Maximum text of committed rows in one frame. */
const frameText = 64 * 1024;
const heldText = 4 * 1024 * 1024;
/** Maximum text that waits while a terminal does not read. */
const stalledText = 32 * 1024 * 1024;

export function createScreen({ write, size: initial, checkSize, terminal }: ScreenDeps): Screen {
  const now = () => performance.now();
  const region = createRegion(terminal, now);
  const backlog = createBacklog(terminal);
  let size = initial;
  let wanted: Frame = { rows: [], caret: null };
  let isSending = false;
  /** whether there is something to send since the last frame */
  let isAsked = false;
  let isScheduled = false;
  let isClosed = false;
  let listener: (() => void) | undefined;
  let holds = 0;
  let lastFrame = -Infinity;
  let settling: NodeJS.Timeout | undefined;
  /** when the size began to change, if it is not final yet */
  let changedAt = 0;
  /** the lowest number of rows since the last frame, and that of the last frame */
  let rows = { fewest: size.rows, drawn: size.rows };
  region.resize(size.columns, false, now());

  /** Schedules a frame; what prevents one calls this again when it is over. */
  const schedule = (): void => {
    if (isScheduled || isSending || isClosed || holds > 0 || settling) return;
    isScheduled = true;
    // timers use whole milliseconds
    const wait = Math.ceil(lastFrame + frameTime - now());
    if (wait <= 0) queueMicrotask(sendFrame);
    else setTimeout(sendFrame, wait);
  };
  const sendFrame = (): void => {
    isScheduled = false;
    if (isSending || isClosed || holds > 0 || settling) return;
    // rows for another width would wrap, and be counted wrongly when they are erased
    checkSize?.();
    if (settling) return;
    isAsked = false;
    const text = region.change(backlog.take(frameText), fitFrame(wanted, size));
    if (text === '') return;
    lastFrame = now();
    isSending = true;
    write(text, () => {
      const wasStalled = now() - lastFrame > stallTime;
      isSending = false;
      region.settle();
      if (wasStalled) listener?.();
      if (isAsked || !backlog.isEmpty()) schedule();
    });
  };
  const request = (): void => {
    isAsked = true;
    schedule();
  };
  const applySize = (): void => {
    if (settling) region.resize(size.columns, rows.fewest < rows.drawn, changedAt);
    rows = { fewest: size.rows, drawn: size.rows };
    clearTimeout(settling);
    settling = undefined;
  };
  /** Erases the live region after a frame that may still be in transit. */
  const leave = (limit: number): void => {
    applySize();
    const text = region.erase(backlog.take(limit));
    if (text !== '') write(text, () => region.settle());
  };

  return {
    commit(added) {
      backlog.add(added, holds > 0 ? heldText : stalledText);
      request();
    },
    draw(frame) {
      wanted = frame;
      request();
    },
    resize(next) {
      if (next.columns === size.columns && next.rows === size.rows) return;
      size = next;
      rows.fewest = Math.min(rows.fewest, next.rows);
      if (!settling) changedAt = now();
      clearTimeout(settling);
      settling = setTimeout(() => {
        applySize();
        request();
      }, settleTime);
    },
    get isStalled() {
      return isSending && now() - lastFrame > stallTime;
    },
    onReady(given) {
      listener = given;
    },
    redraw() {
      region.invalidate();
      request();
    },
    hold() {
      holds += 1;
      if (holds === 1 && !isClosed) leave(frameText);
    },
    release() {
      holds = Math.max(0, holds - 1);
      request();
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      leave(Infinity);
    },
  };
}

/** Cuts a frame to the available room: never the whole terminal; in a very small one only the row of the caret. */
function fitFrame({ rows, caret }: Frame, size: Size): Frame {
  const isSmall = size.columns < 20 || size.rows < 5;
  const room = isSmall ? 1 : size.rows - 1;
  if (rows.length <= room) return { rows, caret };
  const last = rows.length - room;
  const first = caret === null ? last : isSmall ? caret.row : Math.min(last, caret.row);
  return {
    rows: rows.slice(first, first + room),
    caret: caret && { row: caret.row - first, column: caret.column },
  };
}

/** Rows that wait to be printed; too many are replaced, oldest first, by their number (tui.md 4.2). */
function createBacklog(terminal: Pick<Capabilities, 'unicode'>) {
  let rows: string[] = [];
  let first = 0;
  let length = 0;
  let dropped = 0;
  const shift = (): string => {
    const row = rows[first] ?? '';
    rows[first] = '';
    first += 1;
    length -= row.length;
    if (first > 1000 && first * 2 > rows.length) [rows, first] = [rows.slice(first), 0];
    return row;
  };
  return {
    isEmpty: () => first >= rows.length && dropped === 0,
    add(added: readonly string[], limit: number): void {
      for (const row of added) {
        rows.push(row);
        length += row.length;
      }
      for (; length > limit && first < rows.length; dropped += 1) shift();
    },
    take(limit: number): string[] {
      const mark = `${terminal.unicode ? '…' : '...'} ${dropped} lines (Ctrl-O)`;
      const taken = dropped > 0 ? [mark] : [];
      dropped = 0;
      for (let sum = 0; first < rows.length && sum < limit;) {
        const row = shift();
        sum += row.length;
        taken.push(row);
      }
      return taken;
    },
  };
}
