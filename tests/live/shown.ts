/** What a client shows of a session by the contract alone (ws.md 5.2, 9.2, 10): events, and the text of each step. */
import type { EventFrame } from '../helpers/turns.js';

/** Applies a delta to a text; returns undefined for a gap. */
export type Align = (
  buffer: string,
  delta: { offset?: number; delta: string; recovered?: boolean },
) => string | undefined;

/** The table of ws.md 9.2. */
const alignByTable: Align = (buffer, { offset, delta, recovered }) => {
  const length = buffer.length;
  if (recovered) return delta;
  if (offset === undefined || offset === length) return buffer + delta;
  if (offset + delta.length <= length)
    return buffer.slice(offset, offset + delta.length) === delta ? buffer : undefined;
  if (offset > length || buffer.slice(offset) !== delta.slice(0, length - offset)) return undefined;
  return buffer + delta.slice(length - offset);
};

export interface Shown {
  /** applies a frame; `live`: it came after the ack of the connection's subscription */
  take(frame: EventFrame, live: boolean): void;
  /** durable frames as JSON, in the order they were applied */
  readonly events: string[];
  /** final texts of each step, by agent, turn and step: assistant, thinking */
  readonly steps: ReadonlyMap<string, readonly [string, string]>;
  /** number of characters of open steps on the screen */
  open(): number;
  cursor(): { seq: number; epoch?: string };
  readonly problems: string[];
  /** numbers of applied recovered frames, of durable frames that were already known, and of deltas */
  readonly counts: { recovered: number; repeated: number; deltas: number };
}

interface Stream {
  owner: string;
  buffer: string;
  gap: boolean;
}

export function createShown(name: string, align: Align = alignByTable): Shown {
  const events: string[] = [];
  const steps = new Map<string, readonly [string, string]>();
  const problems: string[] = [];
  const streams = new Map<string, Stream>();
  /** turns whose step waits for its next attempt */
  const retrying = new Set<string>();
  const counts = { recovered: 0, repeated: 0, deltas: 0 };
  let cursor: { seq: number; epoch?: string } = { seq: 0 };
  let volatileSeq = 0;

  const problem = (text: string, frame: EventFrame): void =>
    void problems.push(`${name}: ${text}: ${JSON.stringify(frame).slice(0, 400)}`);
  const ownerOf = ({ payload }: EventFrame): string => `${String(payload['agentId'])} ${String(payload['turnId'])}`;

  function forget(owner: string): void {
    for (const [key, stream] of streams) if (stream.owner === owner) streams.delete(key);
  }

  function delta(frame: EventFrame, live: boolean): void {
    const { type, offset, payload } = frame;
    const call = type === 'tool.call.delta';
    const owner = ownerOf(frame);
    const key = `${owner} ${call ? String(payload['toolCallId']) : type}`;
    const stream = streams.get(key) ?? { owner, buffer: '', gap: false };
    streams.set(key, stream);
    const recovered = payload['recovered'] === true;
    const text = String(payload[call ? 'argumentsPart' : 'delta'] ?? '');
    counts.deltas += 1;
    if (recovered) counts.recovered += 1;
    if (retrying.has(owner)) problem('text of a failed attempt', frame);
    if (stream.gap && !recovered) return;
    if (live && !recovered && offset !== stream.buffer.length)
      problem(`does not touch what is shown, ${stream.buffer.length} chars`, frame);
    if (/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(text)) problem('a pair of surrogates is split', frame);
    const next = align(stream.buffer, { offset, delta: text, recovered });
    if (next === undefined) problem(`a gap behind ${stream.buffer.length} chars`, frame);
    stream.gap = next === undefined;
    stream.buffer = next ?? stream.buffer;
  }

  function written(frame: EventFrame, live: boolean): void {
    const { payload } = frame;
    const message = payload['message'] as { role: string; content: Record<string, unknown>[] };
    if (message.role !== 'assistant' || payload['step'] === undefined) return;
    const owner = ownerOf(frame);
    const texts = (['text', 'thinking'] as const).map((kind) =>
      message.content.map((part) => (part['type'] === kind ? String(part[kind]) : '')).join(''),
    );
    const [assistant = '', thinking = ''] = texts;
    for (const [kind, final] of [
      ['assistant.delta', assistant],
      ['thinking.delta', thinking],
    ]) {
      const stream = streams.get(`${owner} ${kind}`);
      const buffer = stream?.buffer ?? '';
      const holds = live ? buffer === final : String(final).startsWith(buffer);
      if (!holds && !stream?.gap) problem(`${kind} was shown as ${JSON.stringify(buffer.slice(-80))}`, frame);
    }
    for (const part of message.content) {
      const stream = part['type'] === 'tool_use' ? streams.get(`${owner} ${String(part['tool_call_id'])}`) : undefined;
      if (!stream || !live) continue;
      if (JSON.stringify(JSON.parse(stream.buffer)) !== JSON.stringify(part['input']))
        problem(`arguments were shown as ${stream.buffer.slice(-80)}`, frame);
    }
    steps.set(`${owner} ${String(payload['step'])}`, [assistant, thinking]);
    forget(owner);
  }

  return {
    events,
    steps,
    problems,
    counts,
    cursor: () => cursor,
    open: () => [...streams.values()].reduce((sum, { buffer }) => sum + buffer.length, 0),
    take(frame, live) {
      if (frame.volatile) {
        if (live && frame.seq < cursor.seq) problem(`a volatile frame came behind ${cursor.seq}`, frame);
        volatileSeq = Math.max(volatileSeq, frame.seq);
        if (frame.type.endsWith('.delta')) delta(frame, live);
        return;
      }
      if (frame.seq <= cursor.seq) {
        counts.repeated += 1;
        return problem(`number ${frame.seq} came after ${cursor.seq}`, frame);
      }
      if (live && frame.seq <= volatileSeq)
        problem(`a durable frame came behind a volatile one of ${volatileSeq}`, frame);
      cursor = { seq: frame.seq, epoch: frame.epoch };
      events.push(JSON.stringify(frame));
      if (frame.type === 'turn.step.started' || frame.type === 'turn.step.retrying') forget(ownerOf(frame));
      if (frame.type === 'turn.step.retrying') retrying.add(ownerOf(frame));
      if (frame.type === 'turn.step.started' || frame.type === 'turn.ended') retrying.delete(ownerOf(frame));
      if (frame.type === 'message.appended') written(frame, live);
    },
  };
}
