/** The live region as the terminal currently shows it, and the output that changes it (tui.md 1.1, 1.2). */
import type { Capabilities } from './capabilities.js';
import { visibleWidth } from './width.js';

/** Rows of the live region and the caret's position in them; rows contain no sequences but SGR. */
export interface Frame {
  readonly rows: readonly string[];
  readonly caret: { row: number; column: number } | null;
}

export interface Region {
  /** Returns the output that prints `committed` above the region and then shows `frame`; empty if nothing changes. */
  change(committed: readonly string[], frame: Frame): string;
  /** Returns the output that removes the region; the cursor ends in the first column of its first row. */
  erase(committed: readonly string[]): string;
  /** Called when the terminal has taken the output. */
  settle(): void;
  /** Called after a resize that began at `since`; `wasLower`: there were fewer rows meanwhile. Redraws everything. */
  resize(columns: number, wasLower: boolean, since: number): void;
  /** Makes the next change draw everything. */
  invalidate(): void;
}

const reset = '\x1b[0m';
const startFrame = '\x1b[?2026h';
const endFrame = '\x1b[?2026l';

type Known = Pick<Capabilities, 'rewraps' | 'shiftsCursor' | 'sizeDelay'>;

export function createRegion(terminal: Known, now: () => number): Region {
  let columns = Infinity;
  let shown: readonly string[] = [];
  /** when the terminal took each row; undefined while it is being sent */
  let taken: (number | undefined)[] = [];
  let cursor = { row: 0, column: 0 };
  let isHidden = false;
  /** rows from the cursor up to the first of the region, when the region must be redrawn */
  let above: number | undefined;

  /** Moves to the first row, and erases everything below. */
  const clear = (): string => {
    const up = above ?? cursor.row;
    const text = (up > 0 ? `\x1b[${up}A` : '') + '\r\x1b[J';
    [shown, taken, cursor, above] = [[], [], { row: 0, column: 0 }, undefined];
    return text;
  };
  const isEmpty = (): boolean => shown.length === 0 && above === undefined;
  const print = (rows: readonly string[]): string => rows.map((row) => `${closed(row)}\r\n`).join('');

  /** Moves to a row; line feeds create rows that do not exist yet. */
  const moveTo = (row: number, height: number): string => {
    const last = Math.max(0, Math.min(row, height - 1));
    const distance = last - cursor.row;
    cursor = { row, column: cursor.column };
    const vertical = distance === 0 ? '' : `\x1b[${Math.abs(distance)}${distance < 0 ? 'A' : 'B'}`;
    return vertical + (row > last ? '\r' + '\n'.repeat(row - last) : '');
  };

  /** Returns the output for the rows that differ. */
  const drawRows = (rows: readonly string[]): string => {
    let text = '';
    let height = Math.max(1, shown.length);
    rows.forEach((row, at) => {
      const old = shown[at];
      if (old === row) return;
      // erased first: after a full row, erasing would remove its last character
      text += `${moveTo(at, height)}\r${old === undefined || old === '' ? '' : '\x1b[K'}${closed(row)}`;
      height = Math.max(height, at + 1);
      taken[at] = undefined;
    });
    if (rows.length < shown.length) text += `${moveTo(rows.length, height)}\r\x1b[J`;
    taken.length = rows.length;
    shown = [...rows];
    return text;
  };

  const placeCaret = ({ rows, caret }: Frame, isMoved: boolean): string => {
    const row = Math.max(0, Math.min(caret?.row ?? Infinity, rows.length - 1));
    const column = Math.max(0, Math.min(caret?.column ?? 0, columns - 1));
    let text = moveTo(row, Math.max(1, rows.length));
    if (isMoved || column !== cursor.column) text += column === 0 ? '\r' : `\x1b[${column + 1}G`;
    cursor = { row, column };
    if (isHidden !== (caret === null)) text += caret === null ? '\x1b[?25l' : '\x1b[?25h';
    isHidden = caret === null;
    return text;
  };

  return {
    change(committed, frame) {
      const isCleared = above !== undefined || (committed.length > 0 && !isEmpty());
      let text = (isCleared ? clear() : '') + print(committed);
      const drawn = drawRows(frame.rows);
      if (drawn !== '') text += `\x1b[?7l${drawn}\x1b[?7h`;
      text += placeCaret(frame, text !== '');
      return text === '' ? '' : startFrame + text + endFrame;
    },
    erase(committed) {
      const text = (isEmpty() ? '' : clear()) + print(committed) + (isHidden ? '\x1b[?25h' : '');
      isHidden = false;
      return text === '' ? '' : startFrame + text + endFrame;
    },
    settle() {
      const time = now();
      taken = taken.map((each) => each ?? time);
    },
    resize(next, wasLower, since) {
      // Counts only rows that certainly belong to the region, so that no other row is erased: a row sent shortly before
      // a resize may have arrived after it.
      const heights = shown.map((row, at) => {
        const time = taken[at];
        const isCertain = terminal.rewraps && time !== undefined && since - time >= terminal.sizeDelay;
        return isCertain ? Math.max(1, Math.ceil(visibleWidth(row) / next)) : 1;
      });
      // a lower terminal drops the rows below the cursor before it rewraps them
      const isShifted =
        terminal.shiftsCursor && !wasLower && heights.slice(cursor.row + 1).some((height) => height > 1);
      if (shown.length > 0) above = heights.slice(0, cursor.row).reduce((sum, each) => sum + each, isShifted ? 1 : 0);
      columns = next;
    },
    invalidate() {
      if (shown.length > 0) above ??= cursor.row;
    },
  };
}

const closed = (row: string): string => (row.includes('\x1b') ? row + reset : row);
