/** The figures of a session and its notable findings, computed from spans (web.md 8.3). */
import { contextOf, lengthOf, type Span, type Spans, type Tokens } from './spans.js';

/** Undefined means unknown, never 0. */
export interface Figures {
  durationMs: number;
  /** time during which at least one turn ran */
  workingMs: number;
  personMs: number;
  modelMs: number;
  toolMs: number;
  turns: number;
  steps: number;
  calls: number;
  errors: number;
  retries: number;
  tokens: Tokens | undefined;
  /** share of the input tokens that came from a cache */
  cacheShare: number | undefined;
  cost: number | undefined;
  models: string[];
  largestContext: number | undefined;
  filesChanged?: number | undefined;
}

export interface ToolFigures {
  name: string;
  calls: number;
  errors: number;
  p50: number | undefined;
  p95: number | undefined;
  longest: number | undefined;
  totalMs: number;
  bytes: number;
}

export type FindingKind =
  | 'failed'
  | 'failedTurn'
  | 'slow'
  | 'truncated'
  | 'retry'
  | 'repeated'
  | 'compaction'
  | 'cut'
  | 'longWait'
  | 'fullContext';

export interface Finding {
  kind: FindingKind;
  seq: number;
  name: string;
  /** ms, tokens or a count, depending on the kind */
  value?: number;
}

const longWaitMs = 60_000;
const slowFromCalls = 5;
const fullShare = 0.8;

export function figuresOf(spans: Spans): Figures {
  const { turns, steps, calls, waits, otherRequests, first = 0, last = 0 } = spans;
  const used = [...steps.flatMap(({ tokens }) => tokens ?? []), ...otherRequests.map(({ tokens }) => tokens)];
  const tokens = used.length === 0 ? undefined : used.reduce(added);
  const costs = [...steps, ...otherRequests].flatMap(({ cost }) => cost ?? []);
  const contexts = steps.flatMap(({ tokens: own }) => (own ? [contextOf(own)] : []));
  const input = tokens && contextOf(tokens);
  return {
    durationMs: last - first,
    workingMs: covered(turns, last),
    personMs: covered(waits, last),
    modelMs: steps.reduce((sum, step) => sum + (step.firstTokenMs ?? 0) + (step.streamMs ?? 0), 0),
    toolMs: calls.reduce((sum, { runMs = 0 }) => sum + runMs, 0),
    turns: turns.length,
    steps: steps.length,
    calls: calls.length,
    errors: spans.errors,
    retries: spans.retries,
    tokens,
    cacheShare: tokens && input ? tokens.cacheRead / input : undefined,
    cost: costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0),
    models: [...new Set([...steps.flatMap(({ model }) => model || []), ...otherRequests.map(({ model }) => model)])],
    largestContext: contexts.length === 0 ? undefined : contexts.reduce((most, each) => Math.max(most, each), 0),
    filesChanged: spans.files.size,
  };
}

function added(a: Tokens, b: Tokens): Tokens {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
  };
}

/** Returns the ms that at least one of the spans covers. */
function covered(spans: readonly Span[], last: number): number {
  let [sum, until] = [0, -Infinity];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const end = span.start + lengthOf(span, last);
    if (end <= until) continue;
    sum += end - Math.max(span.start, until);
    until = end;
  }
  return sum;
}

export function toolsOf({ calls }: Pick<Spans, 'calls'>): ToolFigures[] {
  const groups = new Map<string, Span[]>();
  for (const call of calls) {
    const group = groups.get(call.name);
    if (group) group.push(call);
    else groups.set(call.name, [call]);
  }
  return [...groups]
    .map(([name, own]) => {
      const times = own.flatMap(({ runMs }) => runMs ?? []).sort((a, b) => a - b);
      return {
        name,
        calls: own.length,
        errors: own.filter(({ isError }) => isError).length,
        p50: percentile(times, 0.5),
        p95: percentile(times, 0.95),
        longest: times.at(-1),
        totalMs: times.reduce((sum, ms) => sum + ms, 0),
        bytes: own.reduce((sum, { bytes = 0 }) => sum + bytes, 0),
      };
    })
    .sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1));
}

function percentile(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];
}

/** Returns findings in log order. `limit`: maximum context size in tokens; undefined: unknown. */
export function findingsOf(spans: Spans, limit?: number): Finding[] {
  const { turns, calls, steps, waits, compactions, last = 0 } = spans;
  const findings: Finding[] = [];
  const slowFrom = new Map(
    toolsOf(spans).flatMap(({ name, p95, calls: count }) =>
      count >= slowFromCalls && p95 !== undefined ? [[name, p95] as const] : [],
    ),
  );
  const asked = new Map<string, Finding>();
  for (const { seq, name: tool, subject = '', isError, isTruncated, runMs, args } of calls) {
    const name = `${tool} ${subject}`.trim();
    if (isError) findings.push({ kind: 'failed', seq, name });
    if (isTruncated) findings.push({ kind: 'truncated', seq, name });
    if (runMs !== undefined && runMs > (slowFrom.get(tool) ?? Infinity))
      findings.push({ kind: 'slow', seq, name, value: runMs });
    if (args === undefined) continue;
    // one finding for all equal calls, at the last one
    const { value: before = 0 } = asked.get(`${tool} ${args}`) ?? {};
    asked.set(`${tool} ${args}`, { kind: 'repeated', seq, name, value: before + 1 });
  }
  findings.push(...[...asked.values()].filter(({ value = 0 }) => value > 1));
  for (const { seq, name, state } of turns)
    if (state === 'failed') findings.push({ kind: 'failedTurn', seq, name: name.split('\n', 1)[0] ?? '' });
  for (const { seq, retries, finishReason, model = '', tokens } of steps) {
    if (retries !== undefined) findings.push({ kind: 'retry', seq, name: model, value: retries });
    if (finishReason === 'max_tokens') findings.push({ kind: 'cut', seq, name: model });
    if (limit !== undefined && tokens && contextOf(tokens) > limit * fullShare)
      findings.push({ kind: 'fullContext', seq, name: model, value: contextOf(tokens) });
  }
  for (const wait of waits)
    if (lengthOf(wait, last) >= longWaitMs)
      findings.push({ kind: 'longWait', seq: wait.seq, name: wait.name, value: lengthOf(wait, last) });
  for (const { seq, before } of compactions)
    findings.push({ kind: 'compaction', seq, name: '', ...(before === undefined ? {} : { value: before }) });
  return findings.sort((a, b) => a.seq - b.seq);
}
