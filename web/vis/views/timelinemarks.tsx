/** Marks of the waterfall beside its bars: lengths of folded gaps, and lines from calls to the agents they started. */
import { useMemo } from 'preact/hooks';
import { text } from '../../live/text.js';
import type { Span, Spans } from '../spans.js';
import type { TimeScale } from '../timescale.js';
import { words } from '../words.js';

export const rowPx = 30;
const mostGaps = 200;
/** Minimum distance of two gap labels; closer gaps get no label. */
const labelShare = 0.09;

export function GapLengths({ scale }: { scale: TimeScale }) {
  let end = 0.06;
  const shown = scale.gaps.flatMap(({ from, to }) => {
    const at = (scale.place(from) + scale.place(to)) / 2;
    if (at - labelShare / 2 < end) return [];
    end = at + labelShare / 2;
    return [{ at, ms: to - from }];
  });
  return (
    <>
      {shown.map(({ at, ms }) => (
        <span key={at} class="vis-gap-length" style={{ insetInlineStart: `${at * 100}%` }}>
          {text('vis.timeline.gap', { t: words.duration(ms) })}
        </span>
      ))}
    </>
  );
}

/** Draws folded gaps, and lines from calls to the agents they started, over all rows. */
export function Lines({ rows, scale, spans }: { rows: readonly Span[]; scale: TimeScale; spans: Spans }) {
  const links = useMemo(() => linksOf(rows, spans), [rows, spans]);
  return (
    <div class="vis-span vis-lines" aria-hidden="true">
      <span />
      <span class="vis-bars">
        {scale.gaps.slice(0, mostGaps).map(({ from, to }) => (
          <span
            key={from}
            class="vis-gap"
            style={{
              insetInlineStart: `${scale.place(from) * 100}%`,
              inlineSize: `${(scale.place(to) - scale.place(from)) * 100}%`,
            }}
          />
        ))}
        {links.map(({ index, from, start }) => (
          <span
            key={index}
            class="vis-link"
            style={{
              insetInlineStart: `${scale.place(start) * 100}%`,
              insetBlockStart: `${(from + 0.5) * rowPx}px`,
              blockSize: `${(index - from) * rowPx}px`,
            }}
          />
        ))}
      </span>
    </div>
  );
}

/** Returns lines from the row of a call, or of its agent if that is folded, to the row of the started agent. */
function linksOf(rows: readonly Span[], { calls }: Spans): { index: number; from: number; start: number }[] {
  return rows.flatMap(({ kind, callId, start }, index) => {
    if (kind !== 'agent' || callId === undefined) return [];
    const caller = calls.find((call) => call.callId === callId);
    const own = rows.findIndex((row) => row === caller);
    const from = own >= 0 ? own : rows.findIndex(({ id }) => id === caller?.agentId);
    return from < 0 || from >= index ? [] : [{ index, from, start }];
  });
}
