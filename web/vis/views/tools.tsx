/** The tools with figures of their calls, and all calls over time. */
import { useMemo } from 'preact/hooks';
import { counted, text } from '../../live/text.js';
import { Clean } from '../../parts/clean.js';
import { Table } from '../../parts/table.js';
import { choose } from '../place.js';
import type { Recording } from '../record.js';
import { words } from '../words.js';
import { Chosen } from './timeline.js';

const columns = ['tool', 'calls', 'errors', 'p50', 'p95', 'longest', 'total', 'bytes'] as const;
const strip = { width: 1_000, height: 48 };
/** Number of positions in the strip; calls at the same position share one mark. */
const marks = 1_000;

export function ToolsView({ record }: { record: Recording }) {
  const rows = record.tools.value;
  if (rows.length === 0) return <p class="empty">{text('vis.tools.none')}</p>;
  return (
    <>
      <Strip record={record} />
      <Chosen record={record} />
      <Table label={text('vis.view.tools')} columns={columns.map((name) => text(`vis.tools.${name}`))}>
        {rows.map((tool) => (
          <tr key={tool.name}>
            <th scope="row">
              <Clean text={tool.name} />
            </th>
            <td class="number">{words.number(tool.calls)}</td>
            <td class="number">{words.number(tool.errors)}</td>
            <td class="number">{words.duration(tool.p50)}</td>
            <td class="number">{words.duration(tool.p95)}</td>
            <td class="number">{words.duration(tool.longest)}</td>
            <td class="number">{words.duration(tool.totalMs)}</td>
            <td class="number">{words.size(tool.bytes)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function Strip({ record: { spans, version } }: { record: Recording }) {
  const read = version.value;
  const shown = useMemo(() => {
    const { first = 0, last = 0, calls } = spans;
    const length = Math.max(1, last - first);
    const places = new Map<number, { seq: number; isError: boolean }>();
    for (const { start, seq, isError = false } of calls) {
      const at = Math.round(((start - first) / length) * marks);
      const known = places.get(at);
      places.set(at, { seq: known?.seq ?? seq, isError: isError || known?.isError === true });
    }
    return [...places];
  }, [spans, read]);
  return (
    <svg
      class="vis-strip"
      viewBox={`0 0 ${strip.width} ${strip.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={counted('vis.tools.strip', spans.calls.length)}
    >
      {shown.map(([at, { seq, isError }]) => (
        <rect
          key={at}
          class={isError ? 'is-error' : ''}
          x={(at / marks) * (strip.width - 3)}
          y={isError ? 4 : 12}
          width={3}
          height={isError ? strip.height - 8 : strip.height - 24}
          onClick={() => choose(seq)}
        />
      ))}
    </svg>
  );
}
