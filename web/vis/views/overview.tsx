/** The strip above the waterfall: the whole session with the visible range; dragging selects another range. */
import { useMemo, useRef, useState } from 'preact/hooks';
import { text } from '../../live/text.js';
import type { Spans } from '../spans.js';

export interface OverviewProps {
  spans: Spans;
  /** changes with each read, because `spans` keeps its identity */
  read: number;
  from: number;
  to: number;
  onSpan(from: number | undefined, to: number | undefined): void;
}

const size = { width: 1_000, height: 36 };
/** Number of columns in the strip. */
const columns = 250;
/** A shorter drag counts as a click. */
const shortest = 4;

export function Overview({ spans, read, from, to, onSpan }: OverviewProps) {
  const { first = 0, last = 0 } = spans;
  const length = Math.max(1, last - first);
  const strip = useRef<SVGSVGElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | undefined>(undefined);
  const heights = useMemo(() => {
    const counts = new Array<number>(columns).fill(0);
    for (const { start } of [...spans.calls, ...spans.steps]) {
      const at = Math.min(columns - 1, Math.floor(((start - first) / length) * columns));
      counts[at] = (counts[at] ?? 0) + 1;
    }
    const most = counts.reduce((high, count) => Math.max(high, count), 1);
    return counts.map((count) => count / most);
  }, [spans, read]);

  const placeOf = ({ clientX }: PointerEvent): number => {
    const box = strip.current?.getBoundingClientRect();
    return box ? Math.max(0, Math.min(1, (clientX - box.left) / box.width)) * size.width : 0;
  };
  const timeAt = (x: number): number => first + (x / size.width) * length;
  const xOf = (at: number): number => ((at - first) / length) * size.width;
  const shown = drag ?? { from: xOf(from), to: xOf(to) };

  return (
    <svg
      ref={strip}
      class="vis-strip vis-overview"
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={text('vis.timeline.overview')}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const x = placeOf(event);
        setDrag({ from: x, to: x });
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: placeOf(event) })}
      onPointerUp={() => {
        if (!drag) return;
        const [left, right] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
        setDrag(undefined);
        if (right - left < shortest) onSpan(undefined, undefined);
        else onSpan(timeAt(left), timeAt(right));
      }}
    >
      {heights.map(
        (height, at) =>
          height > 0 && (
            <rect
              key={at}
              x={(at / columns) * size.width}
              y={size.height - height * (size.height - 4)}
              width={size.width / columns}
              height={height * (size.height - 4)}
            />
          ),
      )}
      <rect
        class="vis-window-mark"
        x={Math.min(shown.from, shown.to)}
        y={0}
        width={Math.max(2, Math.abs(shown.to - shown.from))}
        height={size.height}
      />
    </svg>
  );
}
