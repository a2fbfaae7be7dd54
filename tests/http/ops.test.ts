/** Batches of transcripts: serialized once for equal readers, joined for slow ones, dropped for very slow ones. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { opsOf } from '../../daemon/http/grades.js';
import { opsBytes, opsFrame, resetText } from '../../daemon/http/ops.js';
import { createOutbound, type Message, type Outbound } from '../../daemon/http/outbound.js';
import type { FreshBatch } from '../../daemon/sessions/transcript/journal.js';
import type { TranscriptOp } from '../../schemas/generated/types.js';
import type { Seen } from './live.js';

const KiB = 1024;
const MiB = 1024 * KiB;
const target = { type: 'frame', turnId: 't1', stepId: 't1.1', frameId: 't1.1.f1' } as const;
const append = (offset: number, text: string): TranscriptOp => ({ op: 'append', target, offset, text });
const idle: TranscriptOp = { op: 'meta.merge', meta: { activity: 'idle' } };
const batch = (seq: number, ...ops: TranscriptOp[]): FreshBatch => ({ seq, ops, eventSeq: 7, epoch: 'ep' });
const about = { sessionId: 'session_a', agentId: 'main', grade: 'delta', time: 0 } as const;

test('readers who had the same before share one frame and its bytes', () => {
  const fresh = batch(5, append(0, 'a'), idle);
  const first = opsFrame(fresh, { ...about, prevSeq: 4 });
  expect(first).toBeDefined();
  expect(opsFrame(fresh, { ...about, prevSeq: 4 })).toBe(first);
  if (first) expect(opsBytes(first)).toBe(opsBytes(first));
  const reset = opsFrame(fresh, { ...about, prevSeq: 3 });
  expect(reset).toMatchObject({ seq: 5, prevSeq: 3 });
  // a batch that is sent whole is not copied
  expect(reset?.ops).toBe(first?.ops);
  expect(opsFrame(fresh, { ...about, grade: 'block', prevSeq: 4 })?.ops).toEqual([idle]);
  expect(opsFrame(batch(6, append(1, 'b')), { ...about, grade: 'block', prevSeq: 5 })).toBeUndefined();
});

test('what each grade gets', () => {
  const step = { kind: 'step', stepId: 't1.1', turnId: 't1', ordinal: 1, state: 'running' } as const;
  const frame = { kind: 'thinking', frameId: 't1.1.f1', text: '' } as const;
  const ops: TranscriptOp[] = [
    { op: 'step.upsert', turnId: 't1', step },
    { op: 'frame.upsert', turnId: 't1', stepId: 't1.1', frame },
    append(0, 'x'),
    idle,
    { op: 'items.remove', ids: ['t1'] },
  ];
  const names = (grade: 'off' | 'turn' | 'block' | 'delta') => opsOf(ops, grade).map(({ op }) => op);
  expect(names('turn')).toEqual(['meta.merge', 'items.remove']);
  expect(names('block')).toEqual(['step.upsert', 'frame.upsert', 'meta.merge', 'items.remove']);
  expect(opsOf(ops, 'delta')).toBe(ops);
});

describe('a slow reader', () => {
  let sent: { message: Message; taken(): void }[];
  let held: number;
  let out: Outbound;
  let last: number;

  beforeEach(() => {
    sent = [];
    held = 0;
    last = 0;
    out = createOutbound({
      wire: {
        send(message, taken) {
          held += message.bytes.length;
          sent.push({ message, taken });
        },
        buffered: () => held,
      },
      overflow: () => undefined,
    });
  });

  /** fills the socket, until so many more bytes wait here */
  function stall(bytes: number): void {
    for (let left = 256 * KiB + bytes; left > 0; left -= 64 * KiB) out.text(JSON.stringify('x'.repeat(64 * KiB)));
  }

  function ops(seq: number, some: TranscriptOp[], agentId = 'main'): void {
    const frame = opsFrame(batch(seq, ...some), { ...about, agentId, prevSeq: agentId === 'main' ? last : 0 });
    if (agentId === 'main') last = seq;
    if (frame) out.ops(frame);
  }

  function rest(): Seen[] {
    const frames: unknown[] = [];
    while (sent.length > 0) {
      frames.push(...sent.map(({ message }) => JSON.parse(message.bytes.toString()) as unknown));
      for (const { message, taken } of sent.splice(0)) {
        held -= message.bytes.length;
        taken();
      }
    }
    return (frames as Seen[]).filter((frame) => typeof frame === 'object');
  }

  const payloads = () => rest().map(({ payload: { seq, prev_seq, ops: some } }) => ({ seq, prev_seq, ops: some }));

  test('below 1 MiB each batch is a frame', () => {
    stall(512 * KiB);
    ops(1, [append(0, 'a')]);
    ops(2, [append(1, 'b')]);
    expect(payloads()).toMatchObject([{ seq: 1 }, { seq: 2, prev_seq: 1 }]);
  });

  test('from 1 MiB on neighbours are joined, and text that continues too; never across something else', () => {
    stall(MiB + 128 * KiB);
    ops(1, [idle, append(0, 'one ')]);
    ops(2, [append(4, 'two "quoted" ')]);
    ops(3, [append(17, 'three'), idle]);
    ops(4, [append(22, '!')]);
    ops(9, [idle], 'agent_1');
    ops(5, [append(23, '?')]);
    expect(payloads()).toEqual([
      { seq: 4, prev_seq: 0, ops: [idle, append(0, 'one two "quoted" three'), idle, append(22, '!')] },
      { seq: 9, prev_seq: 0, ops: [idle] },
      { seq: 5, prev_seq: 4, ops: [append(23, '?')] },
    ]);
  });

  test('from 4 MiB on they are dropped, which the next one shows; a reset is not', () => {
    stall(MiB);
    ops(1, [idle]);
    stall(3 * MiB);
    ops(2, [idle]);
    const snapshot = { items: [], tasks: [], interactions: [], attachments: [], todos: [], prompts: [], meta: {} };
    const place = { sessionId: 'session_a', epoch: 'ep', eventSeq: 7, time: 0 };
    out.text(resetText(place, { agent_id: 'main', snapshot, has_more_older: true, seq: 2 }));
    const frames = rest();
    ops(3, [idle]);
    expect([...frames, ...rest()].map(({ type, payload: { seq, prev_seq } }) => [type, seq, prev_seq])).toEqual([
      ['transcript.ops', 1, 0],
      ['transcript.reset', 2, undefined],
      ['transcript.ops', 3, 2],
    ]);
  });
});
