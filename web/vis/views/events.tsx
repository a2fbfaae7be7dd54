/** The log row by row, with filters and the JSON of the chosen event (web.md 8.3). */
import { Copy } from 'lucide-preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { VisEvent } from '../../../schemas/generated/types.js';
import { visibleLine } from '../../../client/view/clean.js';
import { copyText } from '../../live/clipboard.js';
import { formatNumber, text } from '../../live/text.js';
import { Button } from '../../parts/button.js';
import { JsonTree } from '../../parts/json.js';
import { useVirtual } from '../../parts/virtual.js';
import { choose, chosenSeq, filter, setFilter, setSpan, type Filter } from '../place.js';
import type { Recording } from '../record.js';
import { clockTime, words } from '../words.js';
import { AgentFilter, Select, TextFilter } from './filters.js';

const columns = ['seq', 'time', 'type', 'agent', 'bytes', 'content'] as const;
const rowPx = 28;
const lineChars = 300;
/** maximum ms of filtering before the page may render */
const sliceMs = 12;

export function EventsView({ record }: { record: Recording }) {
  const shown = useShown(record);
  const seq = chosenSeq.value;
  return (
    <>
      <Filters record={record} count={shown.length} />
      <div class="vis-split">
        <Rows record={record} shown={shown} />
        {seq !== undefined && <Detail key={seq} record={record} seq={seq} />}
      </div>
    </>
  );
}

function fits({ time, agent_id: agent, type }: VisEvent, { from, to, agents, types }: Filter): boolean {
  return (
    (from === undefined || time >= from) &&
    (to === undefined || time <= to) &&
    (agents.length === 0 || agents.includes(agent)) &&
    (types.length === 0 || types.includes(type))
  );
}

/** Returns the indexes of events that match the filter; filters a long log in slices. */
function useShown({ events, version }: Recording): readonly number[] {
  const read = version.value;
  const wanted = filter.value;
  const [shown, setShown] = useState<readonly number[]>([]);
  useEffect(() => {
    let isOver = false;
    void (async () => {
      const words = wanted.text.toLowerCase();
      const found: number[] = [];
      let since = performance.now();
      for (const [at, event] of events.entries()) {
        if (fits(event, wanted) && (words === '' || textOf(event).includes(words))) found.push(at);
        if (performance.now() - since < sliceMs) continue;
        await new Promise((resolve) => setTimeout(resolve));
        if (isOver) return;
        since = performance.now();
      }
      if (!isOver) setShown(found);
    })();
    return () => void (isOver = true);
  }, [events, read, wanted]);
  return shown;
}

const textOf = ({ type, payload }: VisEvent): string => `${type} ${JSON.stringify(payload)}`.toLowerCase();

function Filters({ record, count }: { record: Recording; count: number }) {
  const { events, version } = record;
  const read = version.value;
  const { from, to, types } = filter.value;
  const known = useMemo(() => [...new Set(events.map(({ type }) => type))].sort(), [events, read]);
  const options = [
    { value: '', name: text('vis.all') },
    ...(types.length > 1 ? [{ value: types.join(','), name: types.join(', ') }] : []),
    ...known.map((type) => ({ value: type, name: type })),
  ];
  return (
    <div class="vis-filters">
      <TextFilter label={text('vis.events.filter')} />
      <Select
        label={text('vis.events.type')}
        value={types.join(',')}
        options={options}
        onChoose={(type) => setFilter({ types: type })}
      />
      <AgentFilter record={record} atFirst="" />
      {(from !== undefined || to !== undefined) && (
        <Button onClick={() => setSpan(undefined, undefined)}>{text('vis.events.allTime')}</Button>
      )}
      <span class="dim small" role="status" data-testid="event-count">
        {text('vis.events.count', { n: formatNumber(count), m: formatNumber(events.length) })}
      </span>
    </div>
  );
}

function Rows({ record, shown }: { record: Recording; shown: readonly number[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const seq = chosenSeq.value;
  const virtual = useVirtual({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (at) => record.events[shown[at] ?? 0]?.seq ?? at,
    overscan: 12,
    // the header stays above the rows
    scrollPaddingEnd: rowPx,
  });
  const at = seq === undefined ? -1 : shown.findIndex((index) => record.events[index]?.seq === seq);
  useEffect(() => {
    if (at < 0) return;
    // the detail reduces the height of the rows once it renders
    const frame = requestAnimationFrame(() => virtual.scrollToIndex(at, { align: 'auto' }));
    return () => cancelAnimationFrame(frame);
  }, [at]);

  function move(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 1);
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: shown.length - 1,
    };
    const next = moves[event.key];
    if (next === undefined || shown.length === 0) return;
    event.preventDefault();
    choose(record.events[shown[Math.max(0, Math.min(shown.length - 1, next))] ?? 0]?.seq);
  }

  return (
    <div
      ref={scroller}
      class="vis-rows"
      role="table"
      aria-label={text('vis.view.events')}
      aria-rowcount={shown.length + 1}
      tabIndex={0}
      onKeyDown={move}
    >
      <div class="vis-row vis-row-head" role="row" aria-rowindex={1}>
        {columns.map((name) => (
          <span key={name} role="columnheader">
            {text(`vis.events.${name}`)}
          </span>
        ))}
      </div>
      <div role="rowgroup" class="vis-window" style={{ height: `${virtual.getTotalSize()}px` }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const event = record.events[shown[index] ?? -1];
          return event && <Row key={key} event={event} index={index} start={start} isChosen={event.seq === seq} />;
        })}
      </div>
    </div>
  );
}

interface RowProps {
  event: VisEvent;
  index: number;
  start: number;
  isChosen: boolean;
}

function Row({ event, index, start, isChosen }: RowProps) {
  const { seq, time, type, agent_id: agent, bytes, internal, damaged } = event;
  return (
    <div
      class={`vis-row${isChosen ? ' is-chosen' : ''}${internal ? ' is-internal' : ''}`}
      role="row"
      aria-rowindex={index + 2}
      aria-current={isChosen ? 'true' : undefined}
      data-seq={seq}
      style={{ transform: `translateY(${start}px)` }}
      onClick={() => choose(seq)}
    >
      <span role="cell">{seq}</span>
      <span role="cell">{clockTime(time)}</span>
      <span role="cell">{type}</span>
      <span role="cell">{visibleLine(agent)}</span>
      <span role="cell">{bytes}</span>
      <span role="cell" class="vis-line">
        {damaged === true ? text('vis.events.damaged') : contentOf(event)}
      </span>
    </div>
  );
}

const contentOf = ({ payload }: VisEvent): string => visibleLine((JSON.stringify(payload) ?? '').slice(0, lineChars));

function Detail({ record, seq }: { record: Recording; seq: number }) {
  void record.version.value;
  const event = record.events[record.indexOf(seq)];
  const [whole, setWhole] = useState<VisEvent | undefined>(undefined);
  if (event?.seq !== seq) return null;
  const shown = whole ?? event;
  const name = text('vis.events.title', { n: seq });
  return (
    <section class="vis-detail" aria-label={name}>
      <div class="section-head">
        <h2>{name}</h2>
        <span class="row">
          <Neighbour record={record} event={event} step={-1} />
          <Neighbour record={record} event={event} step={1} />
          <Button icon={Copy} onClick={() => copyText(JSON.stringify(shown, undefined, 2))}>
            {text('vis.events.copy')}
          </Button>
          <Button kind="quiet" onClick={() => choose(undefined)}>
            {text('vis.close')}
          </Button>
        </span>
      </div>
      <p class="dim small">
        {event.type} · {visibleLine(event.agent_id)} · {words.size(event.bytes)}
        {event.internal && ` · ${text('vis.events.internal')}`}
      </p>
      {event.cut === true && !whole && (
        <p>
          {text('vis.events.cut')}{' '}
          <Button onClick={() => void record.source.events(seq - 1, 1).then(({ items: [full] }) => setWhole(full))}>
            {text('vis.events.whole')}
          </Button>
        </p>
      )}
      <JsonTree name={name} value={shown.payload} />
    </section>
  );
}

/** A link to the previous or next event of the same call, or of the same turn. */
function Neighbour({ record: { events, indexOf }, event, step }: { record: Recording; event: VisEvent; step: 1 | -1 }) {
  const find = (): number | undefined => {
    const key = keyOf(event);
    for (let at = indexOf(event.seq) + step; at >= 0 && at < events.length; at += step) {
      const other = events[at];
      if (other && keyOf(other) === key) return other.seq;
    }
    return undefined;
  };
  const target = useMemo(find, [event, events.length]);
  return (
    <Button off={target === undefined ? text('vis.events.noOther') : undefined} onClick={() => choose(target)}>
      {text(step === 1 ? 'vis.events.next' : 'vis.events.previous')}
    </Button>
  );
}

function keyOf({ agent_id: agent, payload }: VisEvent): string {
  const { toolCallId, tool_call_id: other, turnId, turn_id: otherTurn } = payload ?? {};
  const call = toolCallId ?? other;
  return call === undefined ? `${agent}/turn/${String(turnId ?? otherTurn)}` : `${agent}/call/${call as string}`;
}
