/** Full-height texts on the alternate screen, with scrolling and search; they leave no trace (tui.md 3.19). */
import { visibleRow } from '../../view/clean.js';
import type { SessionModel } from '../../session/session.js';
import type { Key } from '../terminal/keynames.js';
import type { Screen, Size } from '../terminal/screen.js';
import type { Terminal } from '../terminal/terminal.js';
import { cutLine, hintRows, lineOf, plainLine, span, spread, wrapLine, type Line, type Painter } from '../text/line.js';

/** The content and keys of a view, read again after each key. */
export interface ViewContent {
  title: string;
  lines(columns: number): readonly Line[];
  /** range of lines, end exclusive, that the view scrolls to when it changes */
  current?(): { from: number; to: number };
  /** Returns true when the content handled the key. */
  key?(key: Key): boolean;
  hint?: string;
  /** keeps the end visible when lines are added while it is shown */
  follows?: boolean;
  closed?(): void;
}

/** A view that lays out the whole screen itself. */
export interface ScreenContent {
  screen(size: Size): { lines: readonly Line[]; caret?: { row: number; column: number } | undefined };
  key(key: Key): void;
  paste(text: string): void;
  closed(): void;
  /** the agent of the transcript, for a surface that does not draw */
  agent: FollowedAgent;
}

export interface FollowedAgent {
  title: string;
  agentId: string;
  session: SessionModel;
  /** Sends a question to it; resolves with the reason of a refusal. */
  ask?(text: string): Promise<string | undefined>;
}

export interface Pager {
  readonly isOpen: boolean;
  open(title: string, lines: readonly Line[] | ViewContent['lines']): void;
  show(content: ViewContent): void;
  showScreen(content: ScreenContent): void;
  key(key: Key): void;
  paste(text: string): void;
  changed(): void;
  /** Draws every row, for example after another program had the terminal. */
  redraw(): void;
  close(): void;
}

export interface PagerDeps {
  screen: Pick<Screen, 'hold' | 'release'>;
  terminal: Pick<Terminal, 'size' | 'send' | 'enterView' | 'leaveView'>;
  paint: Painter;
}

/** Makes the wheel send arrow keys, and hides the cursor. */
const viewModes = '\x1b[?1007h\x1b[?25l\x1b[2J';
const viewModesOff = '\x1b[?1007l\x1b[?25h';

export function createPager({ screen, terminal, paint }: PagerDeps): Pager {
  const { size, send } = terminal;
  let content: ViewContent | undefined;
  let whole: ScreenContent | undefined;
  let top = 0;
  let atEnd = false;
  /** the start of the range that the view last scrolled to */
  let scrolledTo: number | undefined;
  let hintHeight = 1;
  let words: string | undefined;
  let isTyping = false;
  /** the row that the search found last, with its text: later rows may take its place */
  let hit: { at: number; text: string } | undefined;
  let message = '';
  let drawn: string[] = [];
  let drawnSize: Size = { columns: 0, rows: 0 };
  let shownCaret = '';

  function rows(): Line[] {
    return wrapped().flat();
  }

  /** Returns the rows of each line. */
  function wrapped(): Line[][] {
    const { columns } = size();
    return (content?.lines(columns) ?? []).map((line) => wrapLine(line, { width: columns }));
  }

  function height(): number {
    return Math.max(1, size().rows - 1 - hintHeight);
  }

  function scrollIntoView(lines: readonly Line[][]): void {
    const current = content?.current?.();
    if (!current || current.from === scrolledTo) return;
    scrolledTo = current.from;
    const rowOf = (line: number): number => lines.slice(0, line).flat().length;
    top = Math.min(rowOf(current.from), Math.max(top, rowOf(current.to) - height()));
  }

  function draw(): void {
    if (whole) {
      const { lines, caret } = whole.screen(size());
      return put(lines, caret);
    }
    if (!content) return;
    const { columns } = size();
    const lines = wrapped();
    const typed = visibleRow(isTyping ? `/${words ?? ''}` : message);
    const hint =
      typed !== ''
        ? [cutLine(lineOf(typed, isTyping ? 'textMuted' : 'warning'), columns)]
        : hintRows(content.hint ?? '↑ ↓ scroll · / search · q back', columns, size().rows);
    hintHeight = hint.length;
    const all = lines.flat();
    const most = Math.max(0, all.length - height());
    if (content.follows && atEnd) top = most;
    scrollIntoView(lines);
    top = Math.max(0, Math.min(most, top));
    atEnd = top === most;
    const shown = all
      .slice(top, top + height())
      .map((row, at) => (isHit(row, top + at) ? lineOf(plainLine(row), { inverse: true }) : row));
    const place = most === 0 ? 'all' : atEnd ? 'end' : `${Math.round((top / most) * 100)}%`;
    const head = spread(
      [span(visibleRow(content.title), { token: 'primary', bold: true })],
      lineOf(place, 'textMuted'),
      columns,
    );
    put([head, ...shown, ...Array.from({ length: height() - shown.length }, (): Line => []), ...hint]);
  }

  /** Writes the rows that have changed. */
  function put(lines: readonly Line[], caret?: { row: number; column: number }): void {
    const { columns, rows: height } = size();
    // after a resize the terminal may have moved or cut rows
    if (drawnSize.columns !== columns || drawnSize.rows !== height) drawn = [];
    drawnSize = { columns, rows: height };
    const next = Array.from({ length: height }, (_, at) => paint(cutLine(lines[at] ?? [], columns)));
    let text = '';
    for (const [at, line] of next.entries()) if (drawn[at] !== line) text += `\x1b[${at + 1};1H\x1b[2K${line}`;
    drawn = next;
    const place = caret ? `\x1b[${caret.row + 1};${caret.column + 1}H\x1b[?25h` : '';
    if (text === '' && place === shownCaret) return;
    shownCaret = place;
    send(`\x1b[?2026h\x1b[?25l\x1b[?7l${text}\x1b[?7h${place}\x1b[?2026l`);
  }

  function enter(): void {
    if (content) content.closed?.();
    else if (whole) whole.closed();
    else {
      screen.hold();
      terminal.enterView();
      send(viewModes);
    }
    content = undefined;
    whole = undefined;
    scrolledTo = undefined;
    drawn = [];
  }

  function show(next: ViewContent): void {
    enter();
    content = next;
    top = next.follows ? Infinity : 0;
    atEnd = next.follows === true;
    words = undefined;
    hit = undefined;
    message = '';
    draw();
  }

  function close(): void {
    const before = content ?? whole;
    if (!before) return;
    content = undefined;
    whole = undefined;
    send(viewModesOff);
    terminal.leaveView();
    screen.release();
    before.closed?.();
  }

  function isHit(row: Line, at: number): boolean {
    return hit?.at === at && hit.text === plainLine(row);
  }

  /** Goes to the next row with the words, from the last one found if it is still shown; after the end at the start. */
  function find(step: 1 | -1): void {
    const wanted = words?.toLowerCase() ?? '';
    if (wanted === '') return;
    const all = rows();
    const isShown = hit !== undefined && hit.at >= top && hit.at < top + height();
    const from = hit && isShown ? hit.at : top - step;
    for (let count = 1; count <= all.length; count += 1) {
      const at = (from + step * count + all.length * 2) % all.length;
      const text = plainLine(all[at] ?? []);
      if (!text.toLowerCase().includes(wanted)) continue;
      hit = { at, text };
      top = at;
      atEnd = false;
      return;
    }
    hit = undefined;
    message = `Not found: ${words}`;
  }

  function typeSearch({ name, text }: Key): void {
    if (name === 'enter' || name === 'esc' || name === 'ctrl+c') {
      isTyping = false;
      if (name === 'enter') find(1);
    } else if (name === 'backspace') words = (words ?? '').slice(0, -1);
    else if (text !== '') words = (words ?? '') + text;
  }

  const moves: Readonly<Record<string, () => void>> = {
    up: () => (top -= 1),
    k: () => (top -= 1),
    down: () => (top += 1),
    j: () => (top += 1),
    pageup: () => (top -= height()),
    b: () => (top -= height()),
    pagedown: () => (top += height()),
    space: () => (top += height()),
    ' ': () => (top += height()),
    home: () => (top = 0),
    g: () => (top = 0),
    end: () => (top = Infinity),
    'shift+g': () => (top = Infinity),
    G: () => (top = Infinity),
    n: () => find(1),
    'shift+n': () => find(-1),
    N: () => find(-1),
    '/': () => {
      isTyping = true;
      words = '';
      hit = undefined;
    },
    q: close,
    esc: close,
    'ctrl+c': close,
    'ctrl+o': close,
  };

  return {
    get isOpen() {
      return content !== undefined || whole !== undefined;
    },
    open: (title, lines) => show({ title, lines: typeof lines === 'function' ? lines : () => lines }),
    show,
    showScreen(next) {
      enter();
      whole = next;
      draw();
    },
    key(key) {
      message = '';
      if (whole) whole.key(key);
      else if (isTyping) typeSearch(key);
      else if (!content?.key?.(key)) moves[key.name]?.();
      draw();
    },
    paste(text) {
      if (isTyping) words = (words ?? '') + (text.split('\n', 1)[0] ?? '');
      else whole?.paste(text);
      draw();
    },
    changed: draw,
    redraw() {
      if (!content && !whole) return;
      drawn = [];
      shownCaret = '';
      send(viewModes);
      draw();
    },
    close,
  };
}
