/** A chart of context size by step, with several lines on top of each other. */
import { scaleLinear } from 'd3-scale';
import { text } from '../../live/text.js';
import { contextOf, type Span } from '../spans.js';
import { words } from '../words.js';

export interface Line {
  /** empty when there is only one line */
  name: string;
  steps: readonly Span[];
  /** event numbers of compactions */
  compactions: readonly number[];
}

const chart = { width: 900, height: 200 };
/** Maximum number of points; more are not distinguishable. */
const mostPoints = 900;

export function ContextCurve({ lines, limit }: { lines: readonly Line[]; limit: number | undefined }) {
  const sizes = lines.map(({ steps }) => drawn(thinned(steps).map(({ tokens }) => (tokens ? contextOf(tokens) : 0))));
  const largest = sizes.flat().reduce((most, size) => Math.max(most, size), 0);
  const y = scaleLinear(
    [0, Math.max(largest, limit !== undefined && limit < largest * 3 ? limit : 0, 1)],
    [chart.height - 1, 8],
  );
  const longest = Math.max(2, ...sizes.map(({ length }) => length));
  const x = scaleLinear([0, longest - 1], [0, chart.width]);
  return (
    <figure class="chart vis-curve">
      <svg
        viewBox={`0 0 ${chart.width} ${chart.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text('vis.context.chart', { n: words.number(largest) })}
      >
        {sizes.map((points, index) => (
          <g key={index} class={`vis-curve-${index}`}>
            <path
              class="vis-area"
              d={`M0 ${y(0)} ${points.map((size, at) => `L${x(at)} ${y(size)}`).join(' ')} L${x(Math.max(0, points.length - 1))} ${y(0)} Z`}
            />
            <path
              class="vis-curve-line"
              d={points.map((size, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(size)}`).join(' ')}
            />
          </g>
        ))}
        {limit !== undefined && limit <= y.domain()[1]! && (
          <line class="vis-limit" x1={0} x2={chart.width} y1={y(limit)} y2={y(limit)} />
        )}
        {lines.flatMap(({ steps, compactions }) =>
          compactions.map((seq) => {
            const at = thinned(steps).findIndex((step) => step.seq > seq);
            return at < 0 ? null : <line key={seq} class="vis-compaction" x1={x(at)} x2={x(at)} y1={8} y2={y(0)} />;
          }),
        )}
      </svg>
      <figcaption class="dim small">{text('vis.context.largest', { n: words.number(largest) })}</figcaption>
    </figure>
  );
}

/** Repeats a single point, so that one step is also drawn as a line. */
const drawn = (points: number[]): number[] => (points.length === 1 ? [...points, ...points] : points);

function thinned(steps: readonly Span[]): readonly Span[] {
  if (steps.length <= mostPoints) return steps;
  const every = steps.length / mostPoints;
  return Array.from({ length: mostPoints }, (_, at) => steps[Math.floor(at * every)] as Span);
}
