/** The figures of a session and its notable findings. */
import { useState } from 'preact/hooks';
import { counted, formatNumber, text } from '../../live/text.js';
import { Button } from '../../parts/button.js';
import { Clean } from '../../parts/clean.js';
import { Link } from '../../parts/link.js';
import type { Figures, Finding } from '../figures.js';
import { linkTo } from '../place.js';
import type { Recording } from '../record.js';
import { words } from '../words.js';

const firstFindings = 50;

export const figureRows: readonly {
  name: string;
  value: (figures: Figures) => number | undefined;
  format: (value: number | undefined) => string;
}[] = [
  { name: 'duration', value: ({ durationMs }) => durationMs, format: words.duration },
  { name: 'working', value: ({ workingMs }) => workingMs, format: words.duration },
  { name: 'person', value: ({ personMs }) => personMs, format: words.duration },
  { name: 'model', value: ({ modelMs }) => modelMs, format: words.duration },
  { name: 'tools', value: ({ toolMs }) => toolMs, format: words.duration },
  { name: 'turns', value: ({ turns }) => turns, format: words.number },
  { name: 'steps', value: ({ steps }) => steps, format: words.number },
  { name: 'calls', value: ({ calls }) => calls, format: words.number },
  { name: 'errors', value: ({ errors }) => errors, format: words.number },
  { name: 'retries', value: ({ retries }) => retries, format: words.number },
  { name: 'input', value: ({ tokens }) => tokens?.input, format: words.number },
  { name: 'output', value: ({ tokens }) => tokens?.output, format: words.number },
  { name: 'cacheRead', value: ({ tokens }) => tokens?.cacheRead, format: words.number },
  { name: 'cacheWrite', value: ({ tokens }) => tokens?.cacheWrite, format: words.number },
  { name: 'cacheShare', value: ({ cacheShare }) => cacheShare, format: words.share },
  { name: 'cost', value: ({ cost }) => cost, format: words.money },
  { name: 'context', value: ({ largestContext }) => largestContext, format: words.number },
  { name: 'files', value: ({ filesChanged }) => filesChanged, format: words.number },
];

export function figureName(name: string): string {
  return text(`vis.figure.${name}` as 'vis.figure.turns');
}

export function SummaryView({ record: { figures, findings } }: { record: Recording }) {
  const shown = figures.value;
  return (
    <>
      <dl class="figures">
        {figureRows.map(({ name, value, format }) => (
          <div key={name} data-testid={`figure-${name}`}>
            <dt>{figureName(name)}</dt>
            <dd>{format(value(shown))}</dd>
          </div>
        ))}
        <div data-testid="figure-models">
          <dt>{text('vis.figure.models')}</dt>
          <dd class="vis-names">
            {shown.models.length === 0 ? text('vis.unknown') : <Clean text={shown.models.join(', ')} />}
          </dd>
        </div>
      </dl>
      <section aria-labelledby="findings">
        <h2 id="findings">{text('vis.findings')}</h2>
        <Findings findings={findings.value} />
      </section>
    </>
  );
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  const [isWhole, showAll] = useState(false);
  if (findings.length === 0) return <p class="empty">{text('vis.findings.none')}</p>;
  const shown = isWhole ? findings : findings.slice(0, firstFindings);
  return (
    <>
      <ul class="vis-findings plain-list" aria-label={text('vis.findings')}>
        {shown.map((finding, at) => (
          <li key={at} data-kind={finding.kind}>
            <Link to={linkTo('events', finding.seq)}>
              {text(`vis.finding.${finding.kind}`)}
              {finding.name !== '' && (
                <>
                  {': '}
                  <Clean text={finding.name.slice(0, 200)} />
                </>
              )}
            </Link>
            {finding.value !== undefined && <span class="dim"> {valueOf(finding.kind, finding.value)}</span>}
          </li>
        ))}
      </ul>
      {shown.length < findings.length && (
        <Button onClick={() => showAll(true)}>{text('vis.findings.all', { n: formatNumber(findings.length) })}</Button>
      )}
    </>
  );
}

function valueOf(kind: Finding['kind'], value: number): string {
  if (kind === 'slow' || kind === 'longWait') return words.duration(value);
  if (kind === 'retry' || kind === 'repeated') return counted('vis.times', value);
  return counted('vis.tokens', value);
}
