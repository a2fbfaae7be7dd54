/** Texts that need the whole height: on the alternate screen, scrolled and searched by keys, gone without a trace (tui.md 3.19). */
import type { OpenApproval } from '../../session/state.js';
import { hunksDecision, selectHunks, toggleHunk } from '../../view/approvals.js';
import { counted } from '../../view/format.js';
import type { Key } from '../terminal/keynames.js';
import type { Screen } from '../terminal/screen.js';
import type { Terminal } from '../terminal/terminal.js';
import { hunkLines } from '../text/calls.js';
import { cutLine, lineOf, plainLine, span, spread, wrapLine, type Line, type Painter } from '../text/line.js';

/** What a view shows and does; it is read again after each key. */
export interface ViewContent {
  title: string;
  lines(): readonly Line[];
  /** a row that the view keeps on the screen */
  current?(): number;
  /** Returns true when the key was meant for the content. */
  key?(key: Key): boolean;
  hint?: string;
  /** new lines at the end stay in sight while the end is shown */
  follows?: boolean;
  closed?(): void;
}

export interface Pager {
  readonly isOpen: boolean;
  open(title: string, lines: readonly Line[]): void;
  show(content: ViewContent): void;
  /** Single hunks of an edit are taken or dropped; `decide` gets those that are taken. */
  hunks(approval: OpenApproval, decide: (ids: readonly string[]) => void): void;
  key(key: Key): void;
  changed(): void;
  close(): void;
}

export interface PagerDeps {
  screen: Pick<Screen, 'hold' | 'release'>;
  terminal: Pick<Terminal, 'size' | 'send' | 'enterView' | 'leaveView'>;
  paint: Painter;
}

/** The wheel moves as the arrows do; the cursor stands at no text. */
const viewModes = '\x1b[?1007h\x1b[?25l\x1b[2J';
const viewModesOff = '\x1b[?1007l\x1b[?25h';

export function createPager({ screen, terminal, paint }: PagerDeps): Pager {
  const { size, send } = terminal;
  let content: ViewContent | undefined;
  let top = 0;
  let atEnd = false;
  let words: string | undefined;
  let isTyping = false;
  let drawn: string[] = [];

  function rows(): Line[] {
    const { columns } = size();
    return (content?.lines() ?? []).flatMap((line) => wrapLine(line, { width: columns }));
  }

  function height(): number {
    return Math.max(1, size().rows - 2);
  }

  function draw(): void {
    if (!content) return;
    const { columns } = size();
    const all = rows();
    const most = Math.max(0, all.length - height());
    if (content.follows && atEnd) top = most;
    const current = content.current?.();
    if (current !== undefined) {
      if (current < top) top = current;
      if (current >= top + height()) top = current - height() + 1;
    }
    top = Math.max(0, Math.min(most, top));
    atEnd = top === most;
    const shown = all.slice(top, top + height());
    const place = most === 0 ? 'all' : atEnd ? 'end' : `${Math.round((top / most) * 100)}%`;
    const head = spread([span(content.title, { token: 'primary', bold: true })], lineOf(place, 'textMuted'), columns);
    const keys = isTyping ? `/${words ?? ''}` : (content.hint ?? '↑ ↓ scroll · / search · q back');
    const lines = [
      head,
      ...shown,
      ...Array.from({ length: height() - shown.length }, (): Line => []),
      cutLine(lineOf(keys, 'textMuted'), columns),
    ];
    const next = lines.map((line) => paint(cutLine(line, columns)));
    let text = '';
    for (const [at, line] of next.entries()) if (drawn[at] !== line) text += `\x1b[${at + 1};1H\x1b[2K${line}`;
    drawn = next;
    if (text !== '') send(`\x1b[?2026h\x1b[?7l${text}\x1b[?7h\x1b[?2026l`);
  }

  function show(next: ViewContent): void {
    if (content) content.closed?.();
    else {
      screen.hold();
      terminal.enterView();
      send(viewModes);
    }
    content = next;
    top = next.follows ? Infinity : 0;
    atEnd = next.follows === true;
    words = undefined;
    drawn = [];
    draw();
  }

  function close(): void {
    if (!content) return;
    const before = content;
    content = undefined;
    send(viewModesOff);
    terminal.leaveView();
    screen.release();
    before.closed?.();
  }

  function find(step: 1 | -1): void {
    const wanted = words?.toLowerCase() ?? '';
    if (wanted === '') return;
    const all = rows();
    for (let at = top + step; at >= 0 && at < all.length; at += step)
      if (
        plainLine(all[at] ?? [])
          .toLowerCase()
          .includes(wanted)
      ) {
        top = at;
        atEnd = false;
        return;
      }
  }

  function typeSearch({ name, text }: Key): void {
    if (name === 'enter' || name === 'esc') {
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
    },
    q: close,
    esc: close,
    'ctrl+c': close,
    'ctrl+o': close,
  };

  return {
    get isOpen() {
      return content !== undefined;
    },
    open: (title, lines) => show({ title, lines: () => lines }),
    show,
    hunks(approval, decide) {
      const hunks = approval.edit?.hunks ?? [];
      let selection = selectHunks(approval);
      let at = 0;
      const starts: number[] = [];
      show({
        title: `Edit ${approval.edit?.path ?? ''}`,
        hint: 'n p hunk · Space take or drop · a all · Enter approve what is taken · Esc back',
        lines() {
          const lines: Line[] = [];
          hunks.forEach((hunk, index) => {
            starts[index] = lines.length;
            const isTaken = selection.taken.has(hunk.id);
            const name = `${index === at ? '> ' : '  '}[${isTaken ? 'x' : ' '}] hunk ${index + 1} of ${hunks.length}`;
            lines.push(
              lineOf(name, index === at ? { token: 'primary', bold: true } : 'textDim'),
              ...hunkLines(hunk),
              [],
            );
          });
          lines.push(lineOf(`${counted(selection.taken.size, 'hunk')} taken`, 'textDim'));
          return lines;
        },
        current: () => starts[at] ?? 0,
        key({ name }) {
          const shown = hunks[at];
          if (name === 'n' || name === 'down') at = Math.min(hunks.length - 1, at + 1);
          else if (name === 'p' || name === 'up') at = Math.max(0, at - 1);
          else if ((name === ' ' || name === 'space') && shown) selection = toggleHunk(selection, shown.id);
          else if (name === 'a') selection = selectHunks(approval);
          else if (name === 'enter') {
            if (!hunksDecision(approval, selection)) return true;
            const ids = hunks.map(({ id }) => id).filter((id) => selection.taken.has(id));
            close();
            decide(ids);
          } else return false;
          return true;
        },
      });
    },
    key(key) {
      if (isTyping) typeSearch(key);
      else if (!content?.key?.(key)) moves[key.name]?.();
      draw();
    },
    changed: draw,
    close,
  };
}
