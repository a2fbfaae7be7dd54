/** The waterfall: agents, turns, steps and calls as time bars; keys, wheel and pointer zoom (web.md 8.3). */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { visibleLine } from '../../../client/view/clean.js';
import { counted, text } from '../../live/text.js';
import { Button } from '../../parts/button.js';
import { Switch } from '../../parts/field.js';
import { useVirtual } from '../../parts/virtual.js';
import { choose, chosenSeq, filter, linkTo, setSpan } from '../place.js';
import type { Recording } from '../record.js';
import { contextOf, lengthOf, type Span } from '../spans.js';
import { createTimeScale, gapsOf, type TimeScale } from '../timescale.js';
import { words } from '../words.js';
import { Link } from '../../parts/link.js';
import { Overview } from './overview.js';
import { GapLengths, Lines, rowPx } from './timelinemarks.js';

const closest = 20;
const zoomStep = 1.5;
/** Number of steps and calls from which a session starts with its turns folded. */
const mostOpen = 400;

export function TimelineView({ record }: { record: Recording }) {
  const read = record.version.value;
  const { spans } = record;
  const { first = 0, last = 0 } = spans;
  const [isFolded, fold] = useState(true);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const { agents, from = first, to = Math.max(last, first + 1) } = filter.value;
  const gaps = useMemo(
    () => (isFolded ? gapsOf([...spans.steps, ...spans.calls, ...spans.waits, ...spans.tasks], first, last) : []),
    [isFolded, spans, read],
  );
  const scale = useMemo(() => createTimeScale(from, to, gaps), [from, to, gaps]);
  const isSmall = spans.steps.length + spans.calls.length < mostOpen;
  const isOpen = (span: Span): boolean => toggled.has(span.id) !== (span.kind === 'agent' || isSmall);
  const rows = useMemo(() => {
    const list: Span[] = [];
    const add = (span: Span): void => {
      list.push(span);
      if (isOpen(span)) span.children.forEach(add);
    };
    for (const agent of spans.agents.values()) if (agents.length === 0 || agents.includes(agent.id)) add(agent);
    return list;
  }, [spans, read, toggled, agents, isSmall]);

  function zoom(factor: number, around = 0.5): void {
    const middle = scale.time(around);
    const length = Math.max(closest, (to - from) * factor);
    const start = Math.max(first, middle - (middle - from) * (length / (to - from)));
    const end = Math.min(last, start + length);
    if (start <= first && end >= last) setSpan(undefined, undefined);
    else setSpan(start, end);
  }

  function shift(share: number): void {
    const by = Math.max(first - from, Math.min(last - to, (to - from) * share));
    if (by !== 0) setSpan(from + by, to + by);
  }

  const keys: Record<string, () => void> = {
    '+': () => zoom(1 / zoomStep),
    '=': () => zoom(1 / zoomStep),
    '-': () => zoom(zoomStep),
    w: () => zoom(1 / zoomStep),
    s: () => zoom(zoomStep),
    a: () => shift(-0.25),
    d: () => shift(0.25),
  };

  return (
    <>
      <div class="vis-filters">
        <Button onClick={() => zoom(1 / zoomStep)}>{text('vis.timeline.in')}</Button>
        <Button onClick={() => zoom(zoomStep)}>{text('vis.timeline.out')}</Button>
        <Button onClick={() => setSpan(undefined, undefined)}>{text('vis.timeline.fit')}</Button>
        <Switch label={text('vis.timeline.fold')} isOn={isFolded} onChange={fold} />
        <span class="dim small">{text('vis.timeline.keys')}</span>
      </div>
      <Overview spans={spans} read={read} from={from} to={to} onSpan={setSpan} />
      <Grid
        record={record}
        rows={rows}
        scale={scale}
        isOpen={isOpen}
        keys={keys}
        onToggle={({ id }) =>
          setToggled((known) => {
            const next = new Set(known);
            if (!next.delete(id)) next.add(id);
            return next;
          })
        }
        onZoom={zoom}
      />
      <Chosen record={record} />
    </>
  );
}

interface GridProps {
  record: Recording;
  rows: readonly Span[];
  scale: TimeScale;
  isOpen(span: Span): boolean;
  keys: Readonly<Record<string, () => void>>;
  onToggle(span: Span): void;
  onZoom(factor: number, around: number): void;
}

function Grid({ record, rows, scale, isOpen, keys, onToggle, onZoom }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const seq = chosenSeq.value;
  const found = seq === undefined ? -1 : rows.findIndex((row) => row.seq === seq);
  const [at, setAt] = useState(0);
  const active = found >= 0 ? found : Math.min(at, rows.length - 1);
  const virtual = useVirtual({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 10,
    // the header stays above the rows
    scrollPaddingEnd: rowPx,
  });
  useEffect(() => {
    if (found >= 0) virtual.scrollToIndex(found, { align: 'auto' });
  }, [found]);

  function go(index: number): void {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setAt(next);
    virtual.scrollToIndex(next, { align: 'auto' });
    choose(rows[next]?.seq);
  }

  function onKey(event: KeyboardEvent): void {
    const row = rows[active];
    const parent = (): number => rows.findLastIndex((each, index) => index < active && each.level < (row?.level ?? 0));
    const hasMore = row !== undefined && row.children.length > 0;
    const moves: Record<string, () => void> = {
      ...keys,
      ArrowDown: () => go(active + 1),
      ArrowUp: () => go(active - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => (hasMore && !isOpen(row) ? onToggle(row) : hasMore && go(active + 1)),
      ArrowLeft: () => (hasMore && isOpen(row) ? onToggle(row) : parent() >= 0 && go(parent())),
      Enter: () => choose(row?.seq),
    };
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : moves[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  useEffect(() => {
    const { current } = scroller;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const bars = current?.querySelector('.vis-bars')?.getBoundingClientRect();
      const around = bars ? Math.max(0, Math.min(1, (event.clientX - bars.left) / bars.width)) : 0.5;
      onZoom(event.deltaY < 0 ? 1 / 1.2 : 1.2, around);
    };
    current?.addEventListener('wheel', onWheel, { passive: false });
    return () => current?.removeEventListener('wheel', onWheel);
  });

  const { last = 0 } = record.spans;
  return (
    <div
      ref={scroller}
      class="vis-rows vis-timeline-grid"
      role="treegrid"
      aria-label={text('vis.view.timeline')}
      aria-rowcount={rows.length + 1}
      tabIndex={0}
      aria-activedescendant={rows[active] ? `span-${active}` : undefined}
      onKeyDown={onKey}
    >
      <div class="vis-span vis-row-head" role="row" aria-rowindex={1}>
        {(['what', 'bar', 'duration', 'tokens', 'cost'] as const).map((name) => (
          <span key={name} role="columnheader" class={`vis-cell-${name}`}>
            {text(`vis.timeline.${name}`)}
            {name === 'bar' && <GapLengths scale={scale} />}
          </span>
        ))}
      </div>
      <div role="rowgroup" class="vis-window" style={{ height: `${virtual.getTotalSize()}px` }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const span = rows[index];
          return (
            span && (
              <div
                key={key}
                id={`span-${index}`}
                class={`vis-span${index === active ? ' is-active' : ''}`}
                role="row"
                aria-level={span.level}
                aria-rowindex={index + 2}
                aria-selected={span.seq === seq}
                {...(span.children.length > 0 && { 'aria-expanded': isOpen(span) })}
                data-kind={span.kind}
                style={{ transform: `translateY(${start}px)` }}
                onClick={() => {
                  setAt(index);
                  choose(span.seq);
                }}
                onDblClick={() => onToggle(span)}
              >
                <span
                  role="gridcell"
                  class="vis-cell-what"
                  style={{ paddingInlineStart: `${(span.level - 1) * 0.9}rem` }}
                >
                  <span
                    class="vis-twist"
                    aria-hidden="true"
                    onClick={(event) => {
                      event.stopPropagation();
                      onToggle(span);
                    }}
                  >
                    {span.children.length === 0 ? '' : isOpen(span) ? '▾' : '▸'}
                  </span>
                  <span class="dim">{text(`vis.kind.${span.kind}`)}</span> {nameOf(span)}
                </span>
                <span role="gridcell" class="vis-bars vis-cell-bar">
                  <Bar span={span} scale={scale} last={last} />
                </span>
                <span role="gridcell" class="vis-cell-duration">
                  {words.duration(lengthOf(span, last))}
                </span>
                <span role="gridcell" class="vis-cell-tokens">
                  {span.tokens ? words.number(contextOf(span.tokens) + span.tokens.output) : ''}
                </span>
                <span role="gridcell" class="vis-cell-cost">
                  {span.cost === undefined ? '' : words.money(span.cost)}
                </span>
              </div>
            )
          );
        })}
        <Lines rows={rows} scale={scale} spans={record.spans} />
      </div>
    </div>
  );
}

function nameOf({ kind, name, subject = '', turnId }: Span): string {
  const line = visibleLine(`${name.split('\n', 1)[0] ?? ''} ${subject}`.trim()).slice(0, 120);
  return kind === 'turn' ? `${turnId ?? ''} ${line}` : line;
}

function Bar({ span, scale, last }: { span: Span; scale: TimeScale; last: number }) {
  const start = scale.place(span.start);
  const end = scale.place(span.end ?? last);
  if (end < 0 || start > 1) return null;
  const left = Math.max(0, start);
  const width = Math.min(1, end) - left;
  return (
    <span
      class={`vis-bar-mark is-${span.kind}${span.isError === true || span.state === 'failed' ? ' is-error' : ''}${span.end === undefined ? ' is-open' : ''}`}
      style={{ insetInlineStart: `${left * 100}%`, inlineSize: `max(2px, ${width * 100}%)` }}
    >
      {partsOf(span, scale).map(({ kind, from, to }) => (
        <span
          key={kind}
          class={`vis-part is-${kind}`}
          style={{
            insetInlineStart: `${share(from, left, width) * 100}%`,
            inlineSize: `${(share(to, left, width) - share(from, left, width)) * 100}%`,
          }}
        />
      ))}
    </span>
  );
}

const share = (place: number, left: number, width: number): number =>
  width <= 0 ? 0 : Math.max(0, Math.min(1, (place - left) / width));

/** Splits a step into the wait for the first token and the rest of the reply. */
function partsOf({ kind, start, firstTokenMs, streamMs }: Span, scale: TimeScale) {
  if (kind !== 'step' || firstTokenMs === undefined) return [];
  const token = start + firstTokenMs;
  return [
    { kind: 'first', from: scale.place(start), to: scale.place(token) },
    { kind: 'stream', from: scale.place(token), to: scale.place(token + (streamMs ?? 0)) },
  ];
}

/** Details of the chosen span. */
export function Chosen({ record: { spans, version } }: { record: Recording }) {
  void version.value;
  const seq = chosenSeq.value;
  if (seq === undefined) return null;
  const span = [spans.turns, spans.steps, spans.calls, spans.waits, spans.tasks]
    .flat()
    .find((each) => each.seq === seq);
  if (!span) return null;
  const facts = [
    text(`vis.kind.${span.kind}`),
    nameOf(span),
    span.state,
    span.model ?? '',
    words.duration(lengthOf(span, spans.last ?? 0)),
    span.firstTokenMs === undefined ? '' : text('vis.timeline.first', { t: words.duration(span.firstTokenMs) }),
    span.retries === undefined ? '' : counted('vis.timeline.retries', span.retries),
    span.bytes === undefined ? '' : words.size(span.bytes),
  ].filter((fact) => fact.trim() !== '');
  return (
    <p class="vis-chosen" data-testid="chosen">
      {facts.join(' · ')} <Link to={linkTo('events', seq)}>{text('vis.timeline.toEvents')}</Link>
    </p>
  );
}
