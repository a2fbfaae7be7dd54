/** Two sessions side by side: figures, turns, tools and contexts (web.md 8.4). */
import { ArrowLeftRight } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { visibleText } from '../../client/view/clean.js';
import type { Session } from '../../schemas/generated/types.js';
import { route, setQuery } from '../live/routes.js';
import { counted, formatNumber, text } from '../live/text.js';
import { Button } from '../parts/button.js';
import { Clean } from '../parts/clean.js';
import { Failure } from '../parts/failure.js';
import { Field, Switch } from '../parts/field.js';
import { Table } from '../parts/table.js';
import { useRecord, type Recording } from './record.js';
import { contextOf, lengthOf, type Span } from './spans.js';
import { listSessions, opened, sourceOf } from './source.js';
import { useTitle } from './title.js';
import { ContextCurve, type Line } from './views/contextcurve.js';
import { figureName, figureRows } from './views/summary.js';
import { words } from './words.js';

const listed = 100;

export function Compare() {
  useTitle(text('vis.compare'));
  return (
    <>
      <h1>{text('vis.compare')}</h1>
      <Comparison />
    </>
  );
}

/** Compares the two sessions of the address. */
export function Comparison() {
  const { query } = route.value;
  const [a, b] = [query.get('a') ?? '', query.get('b') ?? ''];
  const [sessions, setSessions] = useState<readonly Session[]>([]);
  useEffect(() => {
    listSessions({ page_size: listed }).then(
      ({ items }) => setSessions(items),
      () => undefined,
    );
  }, []);
  const older = useChosen(a, b);
  const known = [...[...opened.value.values()].map(({ session }) => session), ...sessions, ...older];
  return (
    <>
      <div class="vis-filters">
        <Pick name="a" label={text('vis.compare.a')} value={a} sessions={known} />
        <Pick name="b" label={text('vis.compare.b')} value={b} sessions={known} />
        <Button icon={ArrowLeftRight} onClick={() => setQuery({ a: b || undefined, b: a || undefined })}>
          {text('vis.compare.swap')}
        </Button>
      </div>
      {a !== '' && b !== '' ? (
        <Both key={`${a} ${b}`} a={a} b={b} />
      ) : (
        <p class="empty">{text('vis.compare.choose')}</p>
      )}
    </>
  );
}

/** Returns the sessions of the address, because the list contains only the newest ones. */
function useChosen(a: string, b: string): readonly Session[] {
  const [chosen, setChosen] = useState<readonly Session[]>([]);
  useEffect(() => {
    let isOver = false;
    const ids = [a, b].filter((id) => id !== '');
    // the comparison reports sessions that cannot be read
    void Promise.allSettled(ids.map((id) => sourceOf(id).facts())).then((read) => {
      const found = read.flatMap((each) => (each.status === 'fulfilled' ? [each.value.session] : []));
      if (!isOver) setChosen(found);
    });
    return () => void (isOver = true);
  }, [a, b]);
  return chosen;
}

interface PickProps {
  name: 'a' | 'b';
  label: string;
  value: string;
  sessions: readonly Session[];
}

function Pick({ name, label, value, sessions }: PickProps) {
  const unique = [...new Map(sessions.map((session) => [session.id, session])).values()];
  return (
    <Field label={label}>
      {(bound) => (
        <select
          {...bound}
          value={value}
          onChange={(event) => setQuery({ [name]: event.currentTarget.value || undefined })}
        >
          <option value="">{text('vis.compare.none')}</option>
          {value !== '' && !unique.some(({ id }) => id === value) && <option value={value}>{value}</option>}
          {unique.map(({ id, title }) => (
            <option key={id} value={id}>
              {title === '' ? id : `${visibleText(title, 'page')} (${id.slice(-6)})`}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Both({ a, b }: { a: string; b: string }) {
  const [left, right] = [useRecord(a), useRecord(b)];
  for (const record of [left, right]) {
    const failure = record?.failure.value;
    if (failure !== undefined) return <Failure error={failure} onRetry={() => record?.retry()} />;
  }
  if (!left?.isComplete.value || !right?.isComplete.value) return <p role="status">{text('vis.compare.reading')}</p>;
  return (
    <>
      <FigureTable left={left} right={right} />
      <TurnTable left={left} right={right} />
      <ToolTable left={left} right={right} />
      <Curves left={left} right={right} />
    </>
  );
}

interface Pair {
  left: Recording;
  right: Recording;
}

function FigureTable({ left, right }: Pair) {
  const columns = ['figure', 'a', 'b', 'difference', 'percent'] as const;
  return (
    <Table label={text('vis.compare.figures')} columns={columns.map((name) => text(`vis.compare.${name}`))}>
      {figureRows.map(({ name, value, format }) => {
        const [a, b] = [value(left.figures.value), value(right.figures.value)];
        return (
          <tr key={name}>
            <th scope="row">{figureName(name)}</th>
            <td class="number">{format(a)}</td>
            <td class="number">{format(b)}</td>
            <td class="number">{differenceOf(a, b, format)}</td>
            <td class="number">{percentOf(a, b)}</td>
          </tr>
        );
      })}
    </Table>
  );
}

function differenceOf(a: number | undefined, b: number | undefined, format: (value: number) => string): string {
  if (a === undefined || b === undefined) return text('vis.unknown');
  return `${b < a ? '−' : b > a ? '+' : ''}${format(Math.abs(b - a))}`;
}

function percentOf(a: number | undefined, b: number | undefined): string {
  if (a === undefined || b === undefined || a === 0) return '';
  const change = Math.round(((b - a) / a) * 100);
  return `${change > 0 ? '+' : change < 0 ? '−' : ''}${formatNumber(Math.abs(change))} %`;
}

const mostTurns = 500;

function TurnTable({ left, right }: Pair) {
  const own = ({ spans }: Recording): Span[] => spans.turns.filter(({ agentId }) => agentId === 'main');
  const pairs = alignTurns(own(left).slice(0, mostTurns), own(right).slice(0, mostTurns));
  const columns = ['turn', 'a', 'b'] as const;
  return (
    <Table label={text('vis.compare.turns')} columns={columns.map((name) => text(`vis.compare.${name}`))}>
      {pairs.map(([a, b], at) => (
        <tr key={at}>
          <th scope="row">
            <Clean text={((a ?? b)?.name || text('vis.unknown')).slice(0, 160)} />
          </th>
          <td>{turnWords(a, left)}</td>
          <td>{turnWords(b, right)}</td>
        </tr>
      ))}
    </Table>
  );
}

function turnWords(turn: Span | undefined, { spans }: Recording): string {
  if (!turn) return '–';
  const steps = turn.children.filter(({ kind }) => kind === 'step');
  const calls = steps.reduce((sum, { children }) => sum + children.filter(({ kind }) => kind === 'call').length, 0);
  const used = steps.flatMap(({ tokens }) => tokens ?? []);
  const tokens = used.length === 0 ? undefined : used.reduce((sum, own) => sum + contextOf(own) + own.output, 0);
  return text('vis.compare.turnWords', {
    steps: counted('vis.compare.steps', steps.length),
    calls: counted('vis.compare.calls', calls),
    tokens: words.number(tokens),
    cost: words.money(turn.cost),
    time: words.duration(lengthOf(turn, spans.last ?? 0)),
  });
}

function ToolTable({ left, right }: Pair) {
  const [a, b] = [left, right].map(({ tools }) => new Map(tools.value.map((tool) => [tool.name, tool])));
  const names = [...new Set([...(a?.keys() ?? []), ...(b?.keys() ?? [])])].sort();
  const columns = ['tool', 'callsA', 'callsB', 'errorsA', 'errorsB', 'timeA', 'timeB'] as const;
  return (
    <Table label={text('vis.compare.tools')} columns={columns.map((name) => text(`vis.compare.${name}`))}>
      {names.map((name) => (
        <tr key={name}>
          <th scope="row">
            <Clean text={name} />
          </th>
          {(['calls', 'errors'] as const).flatMap((key) =>
            [a, b].map((tools, at) => (
              <td class="number" key={`${key}${at}`}>
                {words.number(tools?.get(name)?.[key] ?? 0)}
              </td>
            )),
          )}
          {[a, b].map((tools, at) => (
            <td class="number" key={at}>
              {words.duration(tools?.get(name)?.totalMs ?? 0)}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

function Curves({ left, right }: Pair) {
  const [isSame, setSame] = useState(true);
  const [isTable, setTable] = useState(false);
  const lines = [left, right].map(({ spans, facts }) => ({
    name: facts.value?.session.title ?? '',
    steps: spans.steps.filter(({ agentId, tokens }) => agentId === 'main' && tokens !== undefined),
    compactions: [],
  }));
  return (
    <section aria-labelledby="curves">
      <div class="section-head">
        <h2 id="curves">{text('vis.context.sizes')}</h2>
        <span class="row">
          <Switch label={text('vis.compare.same')} isOn={isSame} onChange={setSame} />
          <Button aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {text('vis.asTable')}
          </Button>
        </span>
      </div>
      {isTable ? (
        <SizeTable lines={lines} />
      ) : isSame ? (
        <ContextCurve lines={lines} limit={undefined} />
      ) : (
        lines.map((line, at) => <ContextCurve key={at} lines={[line]} limit={undefined} />)
      )}
    </section>
  );
}

const mostSteps = 1_000;

function SizeTable({ lines }: { lines: readonly Line[] }) {
  const length = lines.reduce((most, { steps }) => Math.max(most, steps.length), 0);
  const columns = [text('vis.context.step'), text('vis.compare.a'), text('vis.compare.b')];
  return (
    <Table label={text('vis.context.sizes')} columns={columns}>
      {Array.from({ length: Math.min(length, mostSteps) }, (_, at) => (
        <tr key={at}>
          <th scope="row">{formatNumber(at + 1)}</th>
          {lines.map(({ steps }, index) => {
            const tokens = steps[at]?.tokens;
            return (
              <td class="number" key={index}>
                {tokens ? words.number(contextOf(tokens)) : ''}
              </td>
            );
          })}
        </tr>
      ))}
    </Table>
  );
}

/** Pairs the turns of two sessions by the longest common sequence of their prompts. */
function alignTurns<Turn extends { name: string }>(
  a: readonly Turn[],
  b: readonly Turn[],
): [Turn | undefined, Turn | undefined][] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (row: number, column: number): number => lengths[row]?.[column] ?? 0;
  for (let row = a.length - 1; row >= 0; row -= 1)
    for (let column = b.length - 1; column >= 0; column -= 1) {
      const isSame = a[row]?.name === b[column]?.name;
      (lengths[row] as Uint16Array)[column] = isSame
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  const pairs: [Turn | undefined, Turn | undefined][] = [];
  let [row, column] = [0, 0];
  while (row < a.length || column < b.length) {
    if (row < a.length && column < b.length && a[row]?.name === b[column]?.name) pairs.push([a[row++], b[column++]]);
    else if (column >= b.length || (row < a.length && at(row + 1, column) >= at(row, column + 1)))
      pairs.push([a[row++], undefined]);
    else pairs.push([undefined, b[column++]]);
  }
  return pairs;
}
