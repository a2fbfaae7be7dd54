/** The transcript: windowed by block; follows its end until the user scrolls away (web.md 5.5). */
import { ArrowDown, ChevronDown, ChevronUp, ListTree } from 'lucide-preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isTurnActive } from '../../../client/session/working.js';
import { searchedSession } from '../../live/keys.js';
import { preferences } from '../../live/preferences.js';
import { isPrinting } from '../../live/printing.js';
import { route } from '../../live/routes.js';
import { createTabMap } from '../../live/tabmap.js';
import { text } from '../../live/text.js';
import { Button, IconButton } from '../../parts/button.js';
import { useNotesOver } from '../../parts/notes.js';
import { FindPlace, TurnOnTheWay } from './findplace.js';
import type { OpenSession } from './open.js';
import { openPrompts } from './prompts.js';
import { RowList, useRowWindow } from './rowlist.js';
import { createRows } from './rows.js';
import { useSessionPlace } from './sessionplace.js';
import { createToggles } from './toggles.js';

const endPx = 48;
const olderWithin = 2;
/** A scroll position that survives changed row heights and loaded pages. */
interface Position {
  /** key of the row at the upper edge */
  key: string;
  /** px of the row above the edge */
  offset: number;
}

/** session id → scroll position in its transcript; absent: at the end */
const positions = createTabMap<Position>('agent.positions', 50);
/** number of turns on a page on the way to a turn or a position */
const turnsOnTheWay = 100;
/** maximum number of pages to load in search of the row of a position */
const mostPages = 20;
/** maximum number of frames to restore a position while rows still change their heights */
const mostFrames = 20;

export function Transcript({ session }: { session: OpenSession }) {
  const { id, model, state } = session;
  const { timeline, outgoing, approvals, tasks } = state.value;
  const reader = useMemo(createRows, [id]);
  const toggles = useMemo(() => createToggles(id), [id]);
  const own = useSessionPlace(session);
  const rows = useMemo(() => reader.read(timeline, outgoing, tasks), [reader, timeline, outgoing, tasks]);
  const scroller = useRef<HTMLDivElement>(null);
  const [isFollowing, follow] = useState(preferences.peek().follow && !positions.get(id));
  const seenRows = useRef(rows.length);
  const firstRow = useRef(rows[0]?.key);
  const isLoading = useRef(false);
  const waitingCalls = useMemo(
    () => new Map(approvals.map((each) => [each.tool_call_id, each.tool_input_display])),
    [approvals],
  );

  const virtual = useRowWindow(rows, {
    getScrollElement: () => scroller.current,
    anchorTo: isFollowing ? 'start' : 'end',
  });
  const total = virtual.getTotalSize();

  useNotesOver(() => scroller.current);

  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current) return;
    if (isFollowing) {
      current.scrollTop = current.scrollHeight;
      seenRows.current = rows.length;
    }
  }, [isFollowing, total, rows]);

  // content below, an on-screen keyboard and window resizes reduce the height
  useEffect(() => {
    const { current } = scroller;
    if (!current || !isFollowing) return;
    const observer = new ResizeObserver(() => (current.scrollTop = current.scrollHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, [isFollowing]);

  /** the saved position, not overwritten while it is restored */
  const restoring = useRef(positions.get(id));
  const restored = restoring.current ? rows.findIndex(({ key }) => key === restoring.current?.key) : -1;
  const pages = useRef(0);
  useLayoutEffect(() => {
    const { current: wanted } = restoring;
    if (!wanted) return;
    if (restored >= 0) return restorePosition(restored, wanted.offset);
    if (timeline.hasOlder && pages.current < mostPages && !wasMoved.current) {
      if (loadOlder(turnsOnTheWay)) pages.current += 1;
    } else if (state.value.isLoaded) restoring.current = undefined;
  }, [restored, rows]);

  const isPrinted = isPrinting.value;
  const wasPrinted = useRef(false);
  useLayoutEffect(() => {
    if (isPrinted) return void (wasPrinted.current = true);
    if (!wasPrinted.current) return;
    wasPrinted.current = false;
    const left = positions.get(id);
    const at = left ? rows.findIndex(({ key }) => key === left.key) : -1;
    if (left && at >= 0) {
      restoring.current = left;
      return restorePosition(at, left.offset);
    }
    if (isFollowing && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [isPrinted]);

  /** Rows above get their heights only when they render, so the position takes some frames to settle. */
  function restorePosition(at: number, offset: number): () => void {
    let frames = 0;
    let frame = 0;
    const step = (): void => {
      const { current } = scroller;
      const top = (virtual.measurementsCache[at]?.start ?? 0) + offset;
      const isThere = current !== null && Math.abs(current.scrollTop - top) < 1;
      if (!current || wasMoved.current || frames >= mostFrames || (isThere && frames > 2)) {
        restoring.current = undefined;
        return;
      }
      frames += 1;
      current.scrollTo({ top, behavior: 'instant' });
      frame = requestAnimationFrame(step);
    };
    step();
    return () => cancelAnimationFrame(frame);
  }

  function onScroll(): void {
    const { current } = scroller;
    // paper does not scroll
    if (!current || isPrinting.peek()) return;
    const isAtEnd = current.scrollHeight - current.scrollTop - current.clientHeight <= endPx;
    if (!restoring.current) positions.set(id, isAtEnd ? undefined : placeAt(current.scrollTop));
    if (isAtEnd !== isFollowing && ((isAtEnd && !restoring.current) || wasMoved.current)) follow(isAtEnd);
    if (current.scrollTop < current.clientHeight * olderWithin) loadOlder();
  }

  function placeAt(top: number): Position | undefined {
    const item = virtual.getVirtualItemForOffset(top);
    const row = item && rows[item.index];
    return row && item ? { key: row.key, offset: top - item.start } : undefined;
  }

  /** Returns whether it requested a page. */
  function loadOlder(turns?: number): boolean {
    if (!timeline.hasOlder || isLoading.current) return false;
    isLoading.current = true;
    void model.loadOlder('main', turns).finally(() => (isLoading.current = false));
    return true;
  }

  /** only scrolling by the user ends following, not a layout that grows */
  const wasMoved = useRef(false);
  const moved = (): void => {
    wasMoved.current = true;
    setTimeout(() => (wasMoved.current = false), 300);
  };

  useEffect(() => {
    const onSelect = (): void => {
      const selection = document.getSelection();
      if (selection && !selection.isCollapsed && scroller.current?.contains(selection.anchorNode)) follow(false);
    };
    document.addEventListener('selectionchange', onSelect);
    return () => document.removeEventListener('selectionchange', onSelect);
  }, []);

  useEffect(() => () => void (searchedSession.value = undefined), [id]);
  function closeFind(): void {
    searchedSession.value = undefined;
    scroller.current?.focus();
  }

  /** Scrolls a row to the top of the view and keeps it there. */
  function showRow(at: number): void {
    wasMoved.current = true;
    follow(false);
    // again once the rows around it are measured
    virtual.scrollToIndex(at, { align: 'start' });
    requestAnimationFrame(() => virtual.scrollToIndex(at, { align: 'start' }));
  }

  function stepPrompt(by: 1 | -1): void {
    const top = scroller.current?.scrollTop ?? 0;
    const starts = virtual.measurementsCache;
    const turns = rows.flatMap(({ kind }, at) => (kind === 'turn' ? [at] : []));
    const next =
      by === 1
        ? turns.find((at) => (starts[at]?.start ?? 0) > top + 4)
        : turns.findLast((at) => (starts[at]?.start ?? 0) < top - 4);
    if (next !== undefined) showRow(next);
    else if (by === 1) follow(true);
    else loadOlder();
  }

  const wanted = route.value.query.get('turn');
  const found =
    wanted === null ? -1 : rows.findIndex((row) => row.kind === 'turn' && row.turn.ordinal === Number(wanted));
  const shownTurn = useRef<string | null>(null);
  const isTurnOnTheWay = wanted !== null && shownTurn.current !== wanted && found < 0 && timeline.hasOlder;
  useEffect(() => {
    if (wanted === null || shownTurn.current === wanted) return;
    if (found >= 0) {
      shownTurn.current = wanted;
      showRow(found);
    } else if (rows.length > 0) loadOlder(turnsOnTheWay);
  }, [wanted, found, rows]);

  // rows of older turns are not new
  if (rows[0]?.key !== firstRow.current) {
    seenRows.current += Math.max(
      0,
      rows.findIndex(({ key }) => key === firstRow.current),
    );
    firstRow.current = rows[0]?.key;
  }
  const fresh = isFollowing ? 0 : Math.max(0, rows.length - seenRows.current);
  const { attachments } = timeline;
  const isActive = isTurnActive(state.value);
  // the props of rows keep their identity, so that only changed rows render again
  const place = useMemo(
    () => ({ ...own, attachments, toggles, waitingCalls, isActive }),
    [own.actions, own.cwd, attachments, toggles, waitingCalls, isActive],
  );
  return (
    <div class="transcript-place">
      {searchedSession.value === id && (
        <FindPlace
          sessionId={id}
          rows={rows}
          toggles={toggles}
          scroller={() => scroller.current}
          firstVisible={() => virtual.getVirtualItemForOffset(scroller.current?.scrollTop ?? 0)?.index ?? 0}
          showRow={showRow}
          onClose={closeFind}
        />
      )}
      {isTurnOnTheWay && <TurnOnTheWay turn={wanted} />}
      <div
        ref={scroller}
        class="transcript"
        role="log"
        aria-label={text('transcript.name')}
        aria-live="off"
        tabIndex={0}
        data-testid="transcript"
        data-follow={String(isFollowing)}
        onScroll={onScroll}
        onWheel={moved}
        onTouchMove={moved}
        onPointerDown={moved}
        onKeyDown={(event) => {
          moved();
          if (event.key === 'End' && event.target === scroller.current) follow(true);
        }}
      >
        {rows.length === 0 && state.value.isLoaded && <p class="empty">{text('transcript.empty')}</p>}
        {/* the heading of a turn may not be rendered */}
        <h2 class="unseen">{text('transcript.name')}</h2>
        <RowList rows={rows} window={virtual} place={place} marked={found} />
      </div>
      {rows.some(({ kind }) => kind === 'turn') && (
        <div class="prompt-steps" role="group" aria-label={text('prompts.title')}>
          <IconButton
            data-key-action="previousPrompt"
            icon={ChevronUp}
            label={text('prompts.previous')}
            onClick={() => stepPrompt(-1)}
          />
          <IconButton
            data-key-action="nextPrompt"
            icon={ChevronDown}
            label={text('prompts.next')}
            onClick={() => stepPrompt(1)}
          />
          <IconButton
            data-key-action="prompts"
            icon={ListTree}
            label={text('prompts.title')}
            onClick={() => openPrompts(session)}
          />
        </div>
      )}
      {!isFollowing && (
        <Button icon={ArrowDown} class="jump" onClick={() => follow(true)}>
          {fresh > 0 ? text('transcript.jump.new', { n: fresh }) : text('transcript.jump')}
        </Button>
      )}
    </div>
  );
}
