/** Costs and token usage: totals, by day, by model and by session (web.md 5.16). */
import { scaleBand, scaleLinear } from 'd3-scale';
import { Download } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import type { Operations } from '../../schemas/generated/operations.js';
import type { Spending } from '../../schemas/generated/types.js';
import { isOnline, server } from '../live/server.js';
import { counted, formatNumber, language, text } from '../live/text.js';
import { Button } from '../parts/button.js';
import { Clean } from '../parts/clean.js';
import { Failure } from '../parts/failure.js';
import { Choice, Field, Switch } from '../parts/field.js';
import { Link } from '../parts/link.js';
import { Screen } from '../parts/screen.js';
import { Skeleton } from '../parts/skeleton.js';

type Report = Operations['getUsage']['data'];
type Range = '7' | '30' | '90' | 'all' | 'own';
type Measure = 'cost' | 'tokens';

const dayMs = 86_400_000;
const mostEmpty = 92;

/** Returns today as `YYYY-MM-DD`, the Swedish date format; default: in the browser's time zone. */
function today(timeZone?: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.now());
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

export function Usage() {
  const [range, setRange] = useState<Range>('30');
  const [own, setOwn] = useState(() => ({ from: addDays(today(), -6), to: today() }));
  const [answer, setAnswer] = useState<{ report: Report; from?: string; to?: string } | undefined>(undefined);
  const [failure, setFailure] = useState<unknown>(undefined);
  const isLive = isOnline.value;
  // days begin in the server's time zone, which the first report contains
  const now = today(answer?.report.time_zone);
  const { from, to }: { from?: string; to?: string } =
    range === 'all' ? {} : range === 'own' ? own : { from: addDays(now, 1 - Number(range)) };

  function read(): () => void {
    let isLatest = true;
    setFailure(undefined);
    server
      .peek()
      ?.client.getUsage({ query: { from, to, limit: 1_000 } })
      .then(
        (report) => isLatest && setAnswer({ report, from, to }),
        (error: unknown) => isLatest && setFailure(error),
      );
    // an answer for another range never replaces the one for this range
    return () => void (isLatest = false);
  }
  useEffect(read, [from, to, isLive]);

  return (
    <Screen title={text('nav.usage')}>
      <div class="row">
        <Choice<Range>
          label={text('usage.range')}
          value={range}
          options={[
            { value: '7', name: counted('usage.days', 7) },
            { value: '30', name: counted('usage.days', 30) },
            { value: '90', name: counted('usage.days', 90) },
            { value: 'all', name: text('usage.all') },
            { value: 'own', name: text('usage.own') },
          ]}
          onChoose={setRange}
        />
        {range === 'own' &&
          (['from', 'to'] as const).map((edge) => (
            <Field key={edge} label={text(`usage.${edge}`)}>
              {(bound) => (
                <input
                  {...bound}
                  type="date"
                  value={own[edge]}
                  onChange={(event) => setOwn({ ...own, [edge]: event.currentTarget.value })}
                />
              )}
            </Field>
          ))}
      </div>
      {failure !== undefined && <Failure error={failure} onRetry={read} />}
      {!answer && failure === undefined && <Skeleton />}
      {answer && <Figures {...answer} to={answer.to ?? now} />}
    </Screen>
  );
}

function Figures({ report, from, to }: { report: Report; from?: string; to: string }) {
  const { total, models, sessions, days, budget } = report;
  if (total.requests === 0) return <p class="empty">{text('usage.none')}</p>;
  // omits the days before the first request in a long range
  const isShort = from !== undefined && from > addDays(to, -mostEmpty);
  return (
    <>
      <dl class="figures">
        {totals(total).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {total.unknown_tokens > 0 && (
        <p class="dim small">{text('usage.unknown', { n: formatNumber(total.unknown_tokens) })}</p>
      )}
      {budget?.day_usd !== undefined && (
        <div class="field">
          <span id="usage-budget">{text('usage.budget')}</span>
          <meter min={0} max={budget.day_usd} value={budget.day_spent_usd} aria-labelledby="usage-budget" />
          <small class="dim small">
            {money(budget.day_spent_usd)} / {money(budget.day_usd)}
          </small>
        </div>
      )}
      <Days days={days} from={isShort ? from : (days.at(-1)?.day ?? to)} to={to} />
      <Rows
        name={text('usage.models')}
        rows={models.map(({ model, spending }) => ({ key: model, name: <Clean text={model} />, spending }))}
      />
      <Rows
        name={text('usage.sessions')}
        rows={sessions.map(({ session_id: id, title, spending }) => ({
          key: id,
          name:
            title === undefined ? (
              <span class="dim">{text('usage.deleted')}</span>
            ) : (
              <Link to={`/sessions/${id}`}>
                <Clean text={title === '' ? text('session.untitled') : title} />
              </Link>
            ),
          spending,
        }))}
      />
      <Button icon={Download} onClick={() => downloadCsv(report)}>
        {text('usage.csv')}
      </Button>
    </>
  );
}

function money(value: number): string {
  return new Intl.NumberFormat(language.value, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: value < 1 ? 4 : 2,
  }).format(value);
}

const tokensOf = (spending: Spending): number =>
  spending.input_tokens + spending.output_tokens + spending.cache_read_tokens + spending.cache_creation_tokens;

/** Returns the cost; for models without a price it is unknown, not zero. */
function costOf({ cost_usd: cost, unknown_tokens: unknown }: Spending): string {
  return cost === 0 && unknown > 0 ? text('usage.noPrice') : money(cost);
}

function totals(total: Spending): [string, string][] {
  return [
    [text('usage.cost'), costOf(total)],
    [text('usage.requests'), formatNumber(total.requests)],
    [text('usage.input'), formatNumber(total.input_tokens)],
    [text('usage.output'), formatNumber(total.output_tokens)],
    [text('usage.cached'), formatNumber(total.cache_read_tokens)],
  ];
}

/** A bar for each day, even without requests, or a table if the user prefers one. */
function Days({ days, from, to }: { days: Report['days']; from: string; to: string }) {
  const isFree = days.every(({ spending }) => spending.cost_usd === 0);
  const [measure, setMeasure] = useState<Measure>(isFree ? 'tokens' : 'cost');
  const [isTable, setTable] = useState(false);
  const byDay = new Map(
    days.map(({ day, spending }) => [day, measure === 'cost' ? spending.cost_usd : tokensOf(spending)]),
  );
  const format = (value: number): string => (measure === 'cost' ? money(value) : formatNumber(value));
  const bars: Bar[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const value = byDay.get(day) ?? 0;
    bars.push({ day, value, label: format(value) });
  }
  const highest = bars.reduce<Bar | undefined>(
    (most, bar) => (most && most.value >= bar.value ? most : bar),
    undefined,
  );
  return (
    <section aria-labelledby="usage-days">
      <div class="section-head">
        <h2 id="usage-days">{text('usage.perDay')}</h2>
        <span class="row">
          <Switch
            label={text('usage.tokens')}
            isOn={measure === 'tokens'}
            onChange={(isOn) => setMeasure(isOn ? 'tokens' : 'cost')}
          />
          <Button aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {text('usage.asTable')}
          </Button>
        </span>
      </div>
      {isTable ? (
        <Rows
          name={text('usage.perDay')}
          rows={days.toReversed().map(({ day, spending }) => ({ key: day, name: day, spending }))}
        />
      ) : (
        <Bars
          name={text('usage.chart', {
            days: counted('usage.days', bars.length),
            day: highest?.day ?? '',
            value: highest?.label ?? '',
          })}
          bars={bars}
        />
      )}
    </section>
  );
}

interface Bar {
  day: string;
  value: number;
  label: string;
}

/** stretches to its container */
const chart = { width: 720, height: 160, widest: 40 };

/** A bar chart; arrow keys and the pointer show the value of a day. */
function Bars({ name, bars }: { name: string; bars: readonly Bar[] }) {
  const [at, setAt] = useState<number | undefined>(undefined);
  const x = scaleBand(
    bars.map(({ day }) => day),
    [0, chart.width],
  ).padding(0.2);
  const y = scaleLinear([0, Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE)], [0, chart.height]);
  const width = Math.min(x.bandwidth(), chart.widest);
  const chosen = at === undefined ? undefined : bars[at];
  const choose = (index: number): void => setAt(Math.max(0, Math.min(bars.length - 1, index)));
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${chart.width} ${chart.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={name}
        // SVG attributes are case-sensitive
        tabindex={0}
        onPointerMove={({ currentTarget, clientX }) => {
          const { left, width: shown } = currentTarget.getBoundingClientRect();
          choose(Math.floor(((clientX - left) / shown) * bars.length));
        }}
        onPointerLeave={() => setAt(undefined)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight') choose((at ?? -1) + 1);
          else if (event.key === 'ArrowLeft') choose((at ?? bars.length) - 1);
          else return;
          event.preventDefault();
        }}
      >
        {bars.map(({ day, value }, index) => (
          <rect
            key={day}
            class={`bar${index === at ? ' chosen' : ''}`}
            x={(x(day) ?? 0) + (x.bandwidth() - width) / 2}
            width={width}
            y={chart.height - Math.max(1, y(value))}
            height={Math.max(1, y(value))}
          />
        ))}
      </svg>
      <div class="chart-axis" aria-hidden="true">
        {[...new Set([bars[0], bars.at(-1)])].map((bar) => bar && <span key={bar.day}>{bar.day}</span>)}
      </div>
      <figcaption aria-live="polite">{chosen ? `${chosen.day}: ${chosen.label}` : ' '}</figcaption>
    </figure>
  );
}

interface RowsProps {
  name: string;
  rows: readonly { key: string; name: preact.ComponentChild; spending: Spending }[];
}

function Rows({ name, rows }: RowsProps) {
  if (rows.length === 0) return null;
  return (
    <section>
      <div class="table-frame" role="group" tabIndex={0} aria-label={name}>
        <table>
          <caption>{name}</caption>
          <thead>
            <tr>
              <th scope="col">{text('models.name')}</th>
              {(['cost', 'requests', 'input', 'output', 'cached'] as const).map((column) => (
                <th scope="col" class="number" key={column}>
                  {text(`usage.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name: title, spending }) => (
              <tr key={key}>
                <th scope="row">{title}</th>
                {totals(spending).map(([column, value]) => (
                  <td class="number" key={column}>
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Returns a CSV value; prefixes a value that a spreadsheet would run as a formula. */
function csvValue(value: string | number): string {
  const plain = String(value);
  const safe = /^[=+\-@\t\r]/.test(plain) && typeof value === 'string' ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function downloadCsv({ days, models, sessions }: Report): void {
  const rows: (string | number)[][] = [
    [
      'kind',
      'name',
      'cost_usd',
      'requests',
      'input_tokens',
      'output_tokens',
      'cache_read_tokens',
      'cache_creation_tokens',
    ],
    ...days.map(({ day, spending }) => ['day', day, ...valuesOf(spending)]),
    ...models.map(({ model, spending }) => ['model', model, ...valuesOf(spending)]),
    ...sessions.map(({ session_id: id, spending }) => ['session', id, ...valuesOf(spending)]),
  ];
  const file = new Blob([rows.map((row) => row.map(csvValue).join(',')).join('\r\n')], { type: 'text/csv' });
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: 'usage.csv' });
  link.click();
  URL.revokeObjectURL(address);
}

function valuesOf(spending: Spending): number[] {
  const { cost_usd, requests, input_tokens, output_tokens, cache_read_tokens, cache_creation_tokens } = spending;
  return [cost_usd, requests, input_tokens, output_tokens, cache_read_tokens, cache_creation_tokens];
}
