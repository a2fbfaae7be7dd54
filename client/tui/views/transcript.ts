/** The full-height transcript of an agent: live, with blocks to open, copy and search (tui.md 3.19). */
import type { SessionModel } from '../../session/session.js';
import type { SessionState, Timeline } from '../../session/state.js';
import { visibleRow } from '../../view/clean.js';
import { own } from '../../view/glyphs.js';
import { attempt } from '../attempt.js';
import type { Key } from '../terminal/keynames.js';
import type { Size } from '../terminal/screen.js';
import { cutLine, hintRows, lineOf, plainLine, span, spread, wrapLine, type Line } from '../text/line.js';
import { createBlocks, type Block } from '../transcript/blocks.js';
import type { TranscriptLayout } from '../transcript/forms.js';
import type { Pager, ScreenContent } from './pager.js';

export interface TranscriptViewDeps {
  title: string;
  agentId: string;
  session: SessionModel;
  pager: Pager;
  layout(): TranscriptLayout;
  copy(text: string): Promise<string>;
  edit(text: string): Promise<string | undefined>;
  /** further keys with their actions */
  keys?: Readonly<Record<string, () => void | Promise<string | undefined>>>;
  hint?: string;
  closed?(): void;
}

interface Row {
  line: Line;
  /** index of its block */
  block: number;
}

const ownHint = 'Enter open · Tab block · [ ] prompt · / search · y copy · ? keys · q back';
const keyHelp = [
  '↑ ↓ j k          row up, down',
  'PgUp PgDn Space b  page up, down',
  'Home g  End G    first row, last row',
  '[ ]              prompt before, next prompt',
  'Tab Shift-Tab    next block, block before',
  'Enter            open or close the block',
  'e                open or close all',
  '/ n N            search, next hit, hit before',
  'y                copy the source of the block',
  'o                open the source of the block in the editor',
  '?                these keys',
  'q Esc            back',
];

export function openTranscript(deps: TranscriptViewDeps): void {
  const { session, agentId, pager } = deps;
  const blocksOf = createBlocks();
  const opened = new Set<string>();
  let blocks: readonly Block[] = [];
  let rows: Row[] = [];
  /** ids of the blocks in the current rows */
  let ids: readonly string[] = [];
  let current = -1;
  let top = 0;
  let page = 1;
  let follows = true;
  let opensAll = false;
  /** id of the newest block that was on the screen */
  let seen: string | undefined;
  /** number of walks back so far; the newest one continues */
  let walks = 0;
  let words = '';
  let isTyping = false;
  let showsKeys = false;
  let message = '';
  /** rows of blocks whose appearance has not changed */
  const drawn = new WeakMap<Block, { key: string; lines: Line[] }>();
  let shown: { timeline: Timeline | undefined; tasks: unknown } | undefined;

  function isOpen({ id }: Block): boolean {
    return opensAll !== opened.has(id);
  }

  function timelineOf(state: SessionState): Timeline | undefined {
    return agentId === 'main' ? state.timeline : state.agents.find((agent) => agent.agentId === agentId)?.timeline;
  }

  /** Reads the blocks again when the timeline has changed; visible rows stay in place. */
  function read(): void {
    const state = session.get();
    const timeline = timelineOf(state);
    if (shown?.timeline === timeline && shown?.tasks === state.tasks) return;
    shown = { timeline, tasks: state.tasks };
    const id = blocks[current]?.id;
    if (timeline) blocks = blocksOf({ timeline, tasks: state.tasks, interaction: (each) => session.interaction(each) });
    if (id !== undefined) current = blocks.findIndex((block) => block.id === id);
    if (follows) seen = blocks.at(-1)?.id;
  }

  function hasOlder(): boolean {
    return timelineOf(session.get())?.hasOlder === true;
  }

  function loadOlder(): void {
    void attempt(() => session.loadOlder(agentId)).then(pager.changed);
  }

  /**
   * Loads older turns page by page, until `finds` returns true for the first `count` blocks. Resolves with whether it
   * did; undefined: a key or a failure has ended the walk.
   */
  async function walkBack(finds: (count: number) => boolean): Promise<boolean | undefined> {
    const walk = (walks += 1);
    message = own('Looking through older turns…');
    let isFound = false;
    while (!isFound && hasOlder()) {
      const [first] = blocks;
      const before = shown;
      await attempt(() => session.loadOlder(agentId));
      if (walk !== walks) return undefined;
      read();
      if (shown === before) {
        message = 'Older turns could not be loaded';
        return undefined;
      }
      const count = blocks.findIndex(({ id }) => id === first?.id);
      isFound = finds(count < 0 ? blocks.length : count);
    }
    message = '';
    return isFound;
  }

  function linesOf(block: Block, width: number): Line[] {
    const key = `${width} ${isOpen(block)}`;
    const known = drawn.get(block);
    if (known?.key === key) return known.lines;
    const lines = block
      .lines(isOpen(block), { ...deps.layout(), width: width - 2, isWrapped: true })
      .flatMap((line) => wrapLine(line, { width: width - 2 }));
    drawn.set(block, { key, lines });
    return lines;
  }

  function layOut(width: number): void {
    const first = rows[top];
    const anchor = first && { id: ids[first.block], offset: offsetIn(top) };
    read();
    rows = [];
    for (const [at, block] of blocks.entries()) {
      if (at > 0 && !(block.isTight && blocks[at - 1]?.isTight)) rows.push({ line: [], block: at });
      for (const line of linesOf(block, width)) rows.push({ line, block: at });
    }
    const place = anchor === undefined ? -1 : blocks.findIndex(({ id }) => id === anchor.id);
    if (place >= 0 && anchor && !follows) top = firstRow(place) + anchor.offset;
    ids = blocks.map(({ id }) => id);
  }

  function offsetIn(row: number): number {
    let first = row;
    while (first > 0 && rows[first - 1]?.block === rows[row]?.block) first -= 1;
    return row - first;
  }

  function firstRow(block: number): number {
    return Math.max(
      0,
      rows.findIndex((row) => row.block === block),
    );
  }

  function scrollTo(to: number): void {
    const most = Math.max(0, rows.length - page);
    top = Math.max(0, Math.min(most, to));
    follows = top === most;
    if (follows) seen = blocks.at(-1)?.id;
    if (top < page && hasOlder()) loadOlder();
    // keeps the mark visible
    const last = rows[Math.min(rows.length, top + page) - 1]?.block ?? 0;
    const first = rows[top]?.block ?? 0;
    if (current !== -1 && (current < first || current > last)) current = current < first ? first : last;
  }

  function select(block: number): void {
    if (block < 0 || block >= blocks.length) return;
    current = block;
    const at = firstRow(block);
    if (at < top || at >= top + page) scrollTo(at);
    else if (block === blocks.length - 1) scrollTo(rows.length);
  }

  function selectPrompt(step: 1 | -1): void {
    const from = current === -1 ? (rows[top]?.block ?? 0) : current;
    for (let at = from + step; at >= 0 && at < blocks.length; at += step)
      if (blocks[at]?.kind === 'prompt') {
        current = at;
        return scrollTo(firstRow(at));
      }
    if (step === -1) scrollTo(0);
  }

  /** Goes to the first of `count` blocks from `from` on that has the words; returns false without one. */
  function search(from: number, step: 1 | -1, count: number): boolean {
    const wanted = words.toLowerCase();
    const { width } = deps.layout();
    const has = (line: Line): boolean => plainLine(line).toLowerCase().includes(wanted);
    for (let each = 0; each < count; each += 1) {
      const at = (from + step * each + blocks.length * 2) % blocks.length;
      const block = blocks[at];
      if (!block) continue;
      const isShown = linesOf(block, width).some(has);
      if (!isShown && !block.source.toLowerCase().includes(wanted)) continue;
      if (!isShown && !isOpen(block)) toggle(block);
      layOut(width);
      const row = rows.findIndex(({ block: of, line }) => of === at && has(line));
      current = at;
      follows = false;
      scrollTo(Math.max(0, (row < 0 ? firstRow(at) : row) - 2));
      return true;
    }
    return false;
  }

  function find(step: 1 | -1): void {
    if (words === '') return;
    const from = current === -1 ? (rows[top]?.block ?? 0) - (step === 1 ? 1 : 0) : current;
    // what is before the first loaded turn comes before the last one
    if (search(from + step, step, step === -1 && hasOlder() ? from : blocks.length)) return;
    void walkBack((count) => search(count - 1, -1, count)).then((isFound) => {
      if (isFound === false && !search(blocks.length - 1, -1, blocks.length)) message = `Not found: ${words}`;
      pager.changed();
    });
  }

  /** Goes to the first row of the session. */
  function scrollToFirst(): void {
    scrollTo(0);
    void walkBack(() => false).then((isFound) => {
      if (isFound === false) scrollTo(0);
      pager.changed();
    });
  }

  function toggle({ id, isFoldable }: Block): void {
    if (!isFoldable) return;
    if (!opened.delete(id)) opened.add(id);
  }

  function act(action: () => Promise<string | undefined>): void {
    void action().then((outcome) => {
      message = outcome ?? '';
      pager.redraw();
    });
  }

  const chosen = (): Block | undefined => blocks[current] ?? blocks[rows[top]?.block ?? -1];

  const moves: Readonly<Record<string, () => void>> = {
    up: () => scrollTo(top - 1),
    k: () => scrollTo(top - 1),
    down: () => scrollTo(top + 1),
    j: () => scrollTo(top + 1),
    pageup: () => scrollTo(top - page),
    b: () => scrollTo(top - page),
    pagedown: () => scrollTo(top + page),
    space: () => scrollTo(top + page),
    ' ': () => scrollTo(top + page),
    home: scrollToFirst,
    g: scrollToFirst,
    end: () => scrollTo(rows.length),
    'shift+g': () => scrollTo(rows.length),
    G: () => scrollTo(rows.length),
    '[': () => selectPrompt(-1),
    ']': () => selectPrompt(1),
    tab: () => select(current === -1 ? (rows[top]?.block ?? 0) : current + 1),
    'shift+tab': () => select(current === -1 ? (rows[top]?.block ?? 0) : current - 1),
    enter() {
      const block = chosen();
      if (block) toggle(block);
    },
    e() {
      opensAll = !opensAll;
      opened.clear();
    },
    n: () => find(1),
    'shift+n': () => find(-1),
    N: () => find(-1),
    '/': () => {
      isTyping = true;
      words = '';
    },
    y() {
      const block = chosen();
      if (block) act(() => deps.copy(block.source));
    },
    o() {
      const block = chosen();
      if (block)
        act(async () => ((await deps.edit(block.source)) === undefined ? 'No editor is set: see /editor' : undefined));
    },
    '?': () => (showsKeys = true),
    q: pager.close,
    esc: pager.close,
    'ctrl+c': pager.close,
    'ctrl+o': pager.close,
  };

  function type({ name, text }: Key): void {
    if (name === 'esc' || name === 'ctrl+c') isTyping = false;
    else if (name === 'backspace') words = words.slice(0, -1);
    else if (name === 'enter') {
      isTyping = false;
      find(1);
    } else if (text !== '') words += text;
  }

  const content: ScreenContent = {
    agent: { title: deps.title, agentId, session },
    key(key) {
      message = '';
      walks += 1;
      if (isTyping) return type(key);
      if (showsKeys) return void (showsKeys = false);
      const own = deps.keys?.[key.name];
      if (own) {
        const outcome = own();
        if (outcome) act(() => outcome);
      } else moves[key.name]?.();
    },
    paste(text) {
      if (isTyping) words += text.split('\n', 1)[0] ?? '';
    },
    screen({ columns, rows: height }: Size) {
      const shown = visibleRow(isTyping ? `/${words}` : message);
      const hint =
        shown !== ''
          ? [cutLine(lineOf(shown, message === '' ? 'textMuted' : 'warning'), columns)]
          : hintRows(deps.hint ?? ownHint, columns, height);
      page = Math.max(1, height - 1 - hint.length);
      const title = [span(visibleRow(deps.title), { token: 'primary', bold: true })];
      if (showsKeys) return { lines: [title, ...keyHelp.map((row) => lineOf(`  ${row}`))] };
      layOut(columns);
      const most = Math.max(0, rows.length - page);
      top = follows ? most : Math.max(0, Math.min(most, top));
      if (top < page && hasOlder()) loadOlder();
      const newest = blocks.findLastIndex(({ id }) => id === seen);
      const fresh = newest < 0 ? 0 : blocks.length - 1 - newest;
      const place = most === 0 ? 'all' : follows ? 'end' : `${Math.round((top / most) * 100)}%`;
      const right = lineOf(fresh > 0 && !follows ? `${fresh} new below` : place, fresh > 0 ? 'warning' : 'textMuted');
      const first = current === -1 ? -1 : firstInk(current);
      const listed = rows
        .slice(top, top + page)
        .map(({ line }, at): Line => [span(top + at === first ? '> ' : '  ', 'primary'), ...line]);
      const empty: Line[] = timelineOf(session.get()) ? [lineOf('  Nothing yet.', 'textDim')] : [lineOf('  loading…')];
      const body = rows.length === 0 ? empty : listed;
      return {
        lines: [
          spread(title, right, columns),
          ...body,
          ...Array.from({ length: Math.max(0, page - body.length) }, (): Line => []),
          ...hint,
        ],
      };
    },
    closed() {
      walks += 1;
      leave();
      if (agentId !== 'main') session.showAgent(agentId, false);
      deps.closed?.();
    },
  };

  /** Returns the first non-empty row of a block. */
  function firstInk(block: number): number {
    const at = firstRow(block);
    return (rows[at]?.line.length ?? 0) === 0 ? at + 1 : at;
  }

  const leave = session.subscribe(pager.changed);
  if (agentId !== 'main') session.showAgent(agentId, true);
  pager.showScreen(content);
}
