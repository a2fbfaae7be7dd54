/** Computes the figures for the overview of an export: turns, steps and calls as rows, from transcripts. */
import type { TranscriptItem, TranscriptStep, TranscriptToolFrame } from '../../../schemas/generated/types.js';

/** A turn, a step or a call. Absent figures are unknown. */
export interface Row {
  kind: 'turn' | 'step' | 'call';
  agentId: string;
  /** link target in the conversation */
  anchor: string;
  name: string;
  state: string;
  /** epoch ms */
  start?: number | undefined;
  ms?: number | undefined;
  /** milliseconds until the first token, and of the reply after it */
  firstTokenMs?: number | undefined;
  streamMs?: number | undefined;
  /** input tokens of the request */
  contextTokens?: number | undefined;
  outputTokens?: number | undefined;
  cost?: number | undefined;
  finishReason?: string | undefined;
  /** bytes of the result, and whether it was cut */
  bytes?: number | undefined;
  truncated?: boolean | undefined;
  /** the file that the call changed */
  path?: string | undefined;
}

export interface Compaction {
  agentId: string;
  at?: string | undefined;
}

export interface Figures {
  rows: Row[];
  compactions: Compaction[];
}

/** The link target of a turn, step or call in the document. */
export function anchorOf(agentId: string, id: string): string {
  return `${agentId}/${id}`;
}

export function figuresOf(agentId: string, items: readonly TranscriptItem[]): Figures {
  const rows: Row[] = [];
  const compactions: Compaction[] = [];
  for (const item of items) {
    if (item.kind === 'marker' && item.marker === 'compaction' && item.payload?.['phase'] === 'completed')
      compactions.push({ agentId, at: item.at });
    if (item.kind !== 'turn') continue;
    const start = timeOf(item.startedAt);
    rows.push({
      kind: 'turn',
      agentId,
      anchor: anchorOf(agentId, item.turnId),
      name: `turn ${item.ordinal}`,
      state: item.state,
      start,
      ms: item.durationMs ?? between(start, timeOf(item.endedAt)),
      cost: item.usage?.cost,
    });
    for (const step of item.steps) rows.push(...rowsOfStep(agentId, step));
  }
  return { rows, compactions };
}

function rowsOfStep(agentId: string, step: TranscriptStep): Row[] {
  const start = timeOf(step.startedAt);
  const { usage, timing } = step;
  const calls = step.frames.filter((frame) => frame.kind === 'tool');
  const replied = [timing?.llmFirstTokenLatencyMs, timing?.llmStreamDurationMs];
  // a call begins when the reply is complete
  const called = start === undefined ? undefined : start + replied.reduce<number>((sum, ms) => sum + (ms ?? 0), 0);
  return [
    {
      kind: 'step',
      agentId,
      anchor: anchorOf(agentId, step.stepId),
      name: `step ${step.ordinal}`,
      state: step.state,
      start,
      ms: between(start, timeOf(step.endedAt)),
      firstTokenMs: replied[0],
      streamMs: replied[1],
      contextTokens: usage && usage.inputOther + usage.inputCacheRead + usage.inputCacheCreation,
      outputTokens: usage?.output,
      cost: step.cost,
      finishReason: step.finishReason,
    },
    ...calls.map((call) => rowOfCall(agentId, call, called)),
  ];
}

function rowOfCall(agentId: string, call: TranscriptToolFrame, start: number | undefined): Row {
  const result = call.resultDisplay;
  const output = call.output;
  const text = typeof output === 'string' ? output : output && JSON.stringify(output);
  return {
    kind: 'call',
    agentId,
    anchor: anchorOf(agentId, call.frameId),
    name: call.name,
    state: call.state,
    start,
    ms: call.durationMs,
    bytes: text === undefined ? undefined : Buffer.byteLength(text),
    truncated: result !== undefined && 'truncated' in result && result.truncated === true,
    path: call.state === 'done' ? changedBy(call) : undefined,
  };
}

function changedBy({ display }: TranscriptToolFrame): string | undefined {
  if (display?.kind === 'diff') return display.path;
  return display?.kind === 'file_io' && ['write', 'edit'].includes(display.operation) ? display.path : undefined;
}

function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}

function between(from: number | undefined, to: number | undefined): number | undefined {
  return from === undefined || to === undefined ? undefined : Math.max(0, to - from);
}

/** The sum of the known values; undefined when none is known. */
export function sumOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0);
}

/** A percentile of sorted values; `share` is between 0 and 1. */
export function percentile(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];
}

/** Groups values by key, in order of appearance. */
export function groupsOf<Value, Key>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
