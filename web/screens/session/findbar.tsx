/** Search in the shown session, beside its field: loaded rows locally, older turns through the server (web.md 5.14). */
import { ChevronDown, ChevronUp, X } from 'lucide-preact';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { setQuery } from '../../live/routes.js';
import { server } from '../../live/server.js';
import { text } from '../../live/text.js';
import { IconButton } from '../../parts/button.js';
import { comparable, rangesIn, wordsOf } from './findwords.js';
import type { Row } from './rows.js';
import { wholeOf, type Toggles } from './toggles.js';

export interface FindBarProps {
  sessionId: string;
  /** content of the search field */
  words: string;
  /** receives the function that goes to the next or previous hit */
  stepBy: RefObject<((step: 1 | -1) => void) | undefined>;
  rows: readonly Row[];
  toggles: Toggles;
  scroller: () => HTMLElement | null;
  /** index of the first visible row */
  firstVisible: () => number;
  showRow(at: number): void;
  onClose(): void;
}

/** A loaded row, or a turn that is not loaded. */
type Hit = { key: string } | { turn: number };

const waitMs = 250;
const mostTurns = 50;

/** Ids of the folds that hide content of a row, in the order in which to open them. */
function foldsOf(row: Row, wanted: string): string[][] {
  switch (row.kind) {
    case 'call':
      return [[row.frame.frameId], [wholeOf(row.frame.frameId)]];
    case 'lookups': {
      const found = row.frames.filter((frame) => comparable(wordsOf({ ...row, frames: [frame] })).includes(wanted));
      const ids = found.map(({ frameId }) => frameId);
      return [[row.key, ...ids], ids.map(wholeOf)];
    }
    case 'thinking':
      return [[row.key]];
    case 'marker':
      return [[row.marker.markerId]];
    case 'turn':
      return [[`${row.turn.turnId}/prompt`]];
    case 'steered':
      return [[`${row.key}/prompt`]];
    case 'shell':
      return [[`shell/${row.task.taskId}`]];
    default:
      return [];
  }
}

export function FindBar(props: FindBarProps) {
  const { sessionId, words, stepBy, rows, toggles, scroller, firstVisible, showRow, onClose } = props;
  const [older, setOlder] = useState<readonly number[]>([]);
  const [chosen, choose] = useState<Hit | undefined>(undefined);
  const wanted = comparable(words.trim());

  // a row's text is computed once per row object
  const texts = useMemo(() => new WeakMap<Row, string>(), []);
  const here = useMemo(() => {
    if (wanted === '') return [];
    return rows.flatMap((row, at) => {
      let known = texts.get(row);
      if (known === undefined) texts.set(row, (known = comparable(wordsOf(row))));
      return known.includes(wanted) ? [at] : [];
    });
  }, [rows, wanted]);
  const firstTurn = rows.find((row) => row.kind === 'turn')?.turn.ordinal ?? 1;
  const above = older.filter((turn) => turn < firstTurn);
  const hits: readonly Hit[] = [
    ...above.map((turn) => ({ turn })),
    ...here.flatMap((at) => (rows[at] ? [{ key: rows[at].key }] : [])),
  ];
  const place = hits.findIndex((hit) => chosen && isSame(hit, chosen));

  useEffect(() => {
    setOlder([]);
    choose(undefined);
    if (wanted.length < 2) return;
    let isOver = false;
    const timer = setTimeout(() => {
      const body = {
        query: wanted,
        mode: 'literal' as const,
        container: { session_id: sessionId, agent_id: 'main' },
        sort: 'time_asc' as const,
        page_size: mostTurns,
      };
      server
        .peek()
        ?.client.searchSessions({ body })
        .then(
          ({ items }) => {
            const turns = new Set(items.flatMap(({ turn }) => (turn === undefined ? [] : [turn])));
            if (!isOver) setOlder([...turns].sort((a, b) => a - b));
          },
          // the loaded part is searched without the server
          () => undefined,
        );
    }, waitMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [wanted, sessionId]);

  useMarks(scroller, wanted);

  // scrolls to the rows of a turn once they are loaded
  useEffect(() => {
    if (!chosen || !('turn' in chosen)) return;
    const turnId = rows.find((row) => row.kind === 'turn' && row.turn.ordinal === chosen.turn)?.turnId;
    const at = turnId === undefined ? undefined : here.find((each) => rows[each]?.turnId === turnId);
    if (at !== undefined) show(at);
  }, [chosen, here]);

  const latest = useRef(rows);
  latest.current = rows;
  const stopReveal = useRef<() => void>(undefined);
  useEffect(() => () => stopReveal.current?.(), []);

  function show(at: number): void {
    const row = rows[at];
    if (!row) return;
    choose({ key: row.key });
    showRow(at);
    stopReveal.current?.();
    const place = (): number => latest.current.findIndex(({ key }) => key === row.key);
    stopReveal.current = reveal({ place, wanted, scroller, folds: foldsOf(row, wanted), toggles });
  }

  function go(step: 1 | -1): void {
    if (hits.length === 0) return;
    const first = firstVisible();
    const ahead = above.length + here.findIndex((at) => at >= first);
    const start = ahead < above.length ? hits.length - 1 : ahead;
    const next = place < 0 ? start : (place + step + hits.length) % hits.length;
    const hit = hits[next];
    if (!hit) return;
    if ('key' in hit) return show(rows.findIndex(({ key }) => key === hit.key));
    choose(hit);
    setQuery({ turn: String(hit.turn) }, { replace: true });
  }

  useLayoutEffect(() => void (stepBy.current = go));

  return (
    <>
      <span class="dim small" role="status">
        {wanted === ''
          ? ''
          : hits.length === 0
            ? text('find.none')
            : text('find.count', { n: place < 0 ? '–' : place + 1, m: hits.length })}
      </span>
      <IconButton icon={ChevronUp} label={text('find.previous')} onClick={() => go(-1)} />
      <IconButton icon={ChevronDown} label={text('find.next')} onClick={() => go(1)} />
      <IconButton icon={X} label={text('find.close')} onClick={onClose} />
    </>
  );
}

function isSame(a: Hit, b: Hit): boolean {
  return 'turn' in a ? 'turn' in b && a.turn === b.turn : 'key' in b && a.key === b.key;
}

/** Highlights the words in the rendered rows without changing the DOM. */
function useMarks(scroller: () => HTMLElement | null, wanted: string): void {
  useLayoutEffect(() => {
    const root = scroller();
    // browsers without the Highlight API search the same way and highlight nothing
    if (!root || wanted === '' || !('highlights' in CSS)) return;
    const mark = (): void => void CSS.highlights.set('find', new Highlight(...rangesIn(root, wanted)));
    mark();
    const observer = new MutationObserver(mark);
    observer.observe(root, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      CSS.highlights.delete('find');
    };
  }, [wanted]);
}

interface Revealed {
  /** current index of the row; it changes when older rows load above */
  place(): number;
  wanted: string;
  scroller: () => HTMLElement | null;
  folds: string[][];
  toggles: Toggles;
}

/** frames until a row is rendered and measured, and frames after which to give up */
const settledFrames = 4;
const mostFrames = 60;

/** Opens the folds that hide the words in a row, and scrolls to the words. Returns a function that cancels it. */
function reveal({ place, wanted, scroller, folds, toggles }: Revealed): () => void {
  let frame = 0;
  let settled = 0;
  let count = 0;
  const step = (): void => {
    const root = scroller();
    const row = root?.querySelector<HTMLElement>(`[data-index="${place()}"]`);
    count += 1;
    if (count < mostFrames && (!row || settled++ < settledFrames)) frame = requestAnimationFrame(step);
    if (!root || !row || settled <= settledFrames) return;
    const range = rangesIn(row, wanted).find(isShown);
    const ids = folds.shift();
    if (range) bringIntoView(root, range);
    else if (ids) {
      for (const id of ids) toggles.set(id, true);
      settled = 0;
      frame = requestAnimationFrame(step);
    }
  };
  step();
  return () => cancelAnimationFrame(frame);
}

const isShown = (range: Range): boolean => {
  const { width, height } = range.getBoundingClientRect();
  return width > 0 && height > 0 && range.startContainer.parentElement?.closest('.unseen') === null;
};

/** Scrolls a range to the upper third, below the search bar, unless it is visible already. */
function bringIntoView(root: HTMLElement, range: Range): void {
  const place = range.getBoundingClientRect();
  const { top, bottom } = root.getBoundingClientRect();
  const bar = root.parentElement?.querySelector('.find-bar')?.getBoundingClientRect();
  const upper = Math.max(top, bar?.bottom ?? top);
  if (place.top >= upper && place.bottom <= bottom) return;
  root.scrollBy({ top: place.top - upper - (bottom - upper) / 4, behavior: 'instant' });
}
