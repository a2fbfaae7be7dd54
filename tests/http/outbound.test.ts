/** Frames that a peer does not read (ws.md 11), with a simulated wire and a real stalled socket. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDroppable } from '../../daemon/http/outbound.js';
import { createOutbound, type Message, type Outbound } from '../../daemon/http/outbound.js';
import type { Frame } from '../../daemon/sessions/log/frames.js';
import { eventTable, type NewEvent } from '../../schemas/generated/events.js';
import { delta, pause, progress, startLive, status, warning, type Live, type Seen } from './live.js';

const KiB = 1024;
const MiB = 1024 * KiB;

describe('queue', () => {
  let sent: { message: Message; taken(): void }[];
  let held: number;
  let overflows: number;
  let out: Outbound;
  let seq: number;

  beforeEach(() => {
    sent = [];
    held = 0;
    overflows = 0;
    seq = 0;
    out = createOutbound({
      wire: {
        send(message, taken) {
          held += message.bytes.length;
          sent.push({ message, taken });
        },
        buffered: () => held,
      },
      overflow: () => void (overflows += 1),
    });
  });

  /** the peer reads everything sent so far */
  function take(): void {
    for (const { message, taken } of sent.splice(0)) {
      held -= message.bytes.length;
      taken();
    }
  }

  /** returns everything that is sent once the peer reads again */
  function rest(): Seen[] {
    const frames: Seen[] = [];
    while (sent.length > 0) {
      frames.push(...sent.map(({ message }) => JSON.parse(message.bytes.toString()) as Seen));
      take();
    }
    return frames;
  }

  function frame(event: NewEvent, offset?: number, sessionId = 'session_a'): Frame {
    const { delivery, scope } = eventTable[event.type];
    const durable = delivery === 'durable';
    if (durable) seq += 1;
    const { type: _type, ...stored } = event;
    return {
      type: event.type,
      scope,
      durable,
      seq,
      epoch: 'ep',
      sessionId,
      agentId: event.agentId,
      time: 0,
      payload: { ...event, sessionId },
      ...(durable ? { stored: JSON.stringify(stored) } : {}),
      ...(offset === undefined ? {} : { offset }),
    };
  }

  /** sends durable frames until the socket is full and about `bytes` more wait here */
  function stall(bytes: number): void {
    for (let left = 256 * KiB + bytes; left > 0; left -= 64 * KiB)
      out.frame(frame(warning('x'.repeat(64 * KiB - 150))));
  }

  test('a reader that keeps up gets everything at once', () => {
    out.frame(frame(warning('1')));
    out.frame(frame(delta('a'), 0));
    out.text('{"type":"ack"}');
    out.frame(frame(delta('b'), 1));
    expect(sent.map(({ message }) => message.seq)).toEqual([1, undefined, undefined, undefined]);
    expect(rest().map(({ type }) => type)).toEqual(['warning', 'assistant.delta', 'ack', 'assistant.delta']);
  });

  test('waiting frames leave in order as the socket drains, never more at once than it holds', () => {
    stall(2 * MiB);
    out.text('{"type":"ack"}');
    expect(held).toBeLessThan(321 * KiB);
    const frames = rest();
    expect(frames.at(-1)?.type).toBe('ack');
    expect(frames.slice(0, -1).map((each) => each.seq)).toEqual(Array.from({ length: seq }, (_, i) => i + 1));
  });

  test('below 1 MiB nothing is merged', () => {
    stall(256 * KiB);
    for (let i = 0; i < 3; i += 1) out.frame(frame(delta('a'), i));
    for (let i = 0; i < 3; i += 1) out.frame(frame(progress(`p${i}`)));
    expect(
      rest()
        .slice(-6)
        .map(({ type }) => type),
    ).toEqual([...Array<string>(3).fill('assistant.delta'), ...Array<string>(3).fill('tool.progress')]);
  });

  test('from 1 MiB on neighbouring text is joined, never across another frame, stream or session, and shared frames stay whole', () => {
    stall(MiB);
    const first = frame(delta('one '), 0);
    out.frame(first);
    out.frame(frame(delta('two "quoted" '), 4));
    out.frame(frame(delta('three'), 17));
    out.frame(frame(delta('late'), 99));
    out.frame(frame(delta('else', { turnId: 2 }), 0));
    out.frame(frame(delta('other', { turnId: 2 }), 4, 'session_b'));
    out.frame(frame(warning('between')));
    out.frame(frame(delta('after'), 22));
    out.frame(frame({ ...delta('recovered'), recovered: true } as NewEvent, 0));
    out.frame(frame(delta('behind'), 9));
    const texts = rest()
      .slice(-8)
      .map((each) => each.payload.delta ?? each.payload.message);
    expect(texts).toEqual([
      'one two "quoted" three',
      'late',
      'else',
      'other',
      'between',
      'after',
      'recovered',
      'behind',
    ]);
    expect(first.payload).toMatchObject({ delta: 'one ' });
  });

  test('from 1 MiB on only the newest progress of a call and a merged status of an agent wait, at the place of the newest', () => {
    stall(MiB);
    out.frame(frame(progress('1')));
    out.frame(frame(status({ model: 'm', contextTokens: 1 })));
    out.frame(frame(progress('other call', 'call_2')));
    out.frame(frame(status({ model: 'h' }, 'helper')));
    out.frame(frame(warning('between')));
    out.frame(frame(progress('2')));
    out.frame(frame(status({ contextTokens: 2 })));
    out.frame(frame(status({ planMode: true })));
    const last = rest().slice(-5);
    expect(last.map((each) => each.type)).toEqual([
      'tool.progress',
      'agent.status.updated',
      'warning',
      'tool.progress',
      'agent.status.updated',
    ]);
    expect(last.map((each) => (each.payload.update as { text?: string } | undefined)?.text)).toEqual([
      'other call',
      undefined,
      undefined,
      '2',
      undefined,
    ]);
    expect(last[4]).toMatchObject({ seq, payload: { model: 'm', contextTokens: 2, planMode: true, agentId: 'main' } });
  });

  const lost: NewEvent[] = [
    delta('lost'),
    { type: 'thinking.delta', agentId: 'main', turnId: 1, step: 1, stepId: 's1', delta: 'lost' },
    { type: 'tool.call.delta', agentId: 'main', turnId: 1, step: 1, toolCallId: 'c', argumentsPart: 'lost' },
    progress('lost'),
    { type: 'task.output', agentId: 'main', taskId: 't', text: 'lost' },
    { type: 'shell.output', agentId: 'main', commandId: 'c', update: { kind: 'stdout', text: 'lost' } },
  ];
  const kept: NewEvent[] = [
    { type: 'shell.started', agentId: 'main', commandId: 'c', taskId: 't' },
    { type: 'shell.completed', agentId: 'main', commandId: 'c', isError: false },
    status({ model: 'm' }),
    { type: 'event.session.deleted', agentId: 'main' },
    { type: 'event.changes.changed', agentId: 'main', paths: ['/a'] },
    { type: 'event.inbox.changed', agentId: 'main', kind: 'question', id: 'q', change: 'removed', total: 0 },
  ];

  test('no other volatile event is kept far behind', () => {
    const types = Object.keys(eventTable) as NewEvent['type'][];
    const volatile = types.filter((type) => eventTable[type].delivery === 'volatile');
    const others = volatile.filter((type) => !isDroppable({ ...frame(delta('x')), type }));
    expect(others.filter((type) => type !== ('transcript.reset' as string)).sort()).toEqual(
      kept.map(({ type }) => type).sort(),
    );
  });

  test.each(lost.map((event): [string, NewEvent] => [event.type, event]))('from 4 MiB on %s is dropped', (_, event) => {
    stall(4 * MiB);
    out.frame(frame(event, event.type.endsWith('delta') ? 0 : undefined));
    out.sendDroppable(Buffer.from('{"type":"terminal_output"}'));
    out.frame(frame(warning('kept')));
    expect(new Set(rest().map(({ type }) => type))).toEqual(new Set(['warning']));
  });

  test.each(kept.map((event): [string, NewEvent] => [event.type, event]))(
    'from 4 MiB on %s is kept, though it is volatile',
    (_, event) => {
      stall(4 * MiB);
      out.frame(frame(event));
      expect(rest().at(-1)?.type).toBe(event.type);
    },
  );

  test('from 4 MiB on statuses are merged, and what has room again flows again', () => {
    stall(4 * MiB);
    out.frame(frame(status({ model: 'm' })));
    out.frame(frame(status({ planMode: true })));
    out.frame(frame({ type: 'event.session.deleted', agentId: 'main' }));
    out.frame(frame(warning('kept')));
    out.text('{"type":"ack"}');
    const frames = rest();
    expect(frames.slice(-5).map(({ type }) => type)).toEqual([
      'warning',
      'agent.status.updated',
      'event.session.deleted',
      'warning',
      'ack',
    ]);
    expect(frames.at(-4)?.payload).toMatchObject({ model: 'm', planMode: true });
    out.frame(frame(delta('again'), 0));
    expect(rest()).toMatchObject([{ type: 'assistant.delta' }]);
  });

  test('at 8 MiB the queue is thrown away, once, and everything later ignored', async () => {
    stall(8 * MiB - 257 * KiB - 64 * KiB);
    expect(overflows).toBe(0);
    const sentBefore = sent.length;
    stall(512 * KiB);
    expect(overflows).toBe(1);
    out.text('late');
    out.frame(frame(warning('late')));
    out.replay({ bytes: Buffer.from('late') });
    await out.ready();
    expect(sent).toHaveLength(sentBefore);
    take();
    expect(sent).toEqual([]);
  });

  test('who waits for the peer waits for what is there now, not for what comes later', async () => {
    stall(MiB);
    let isReady = false;
    void out.ready().then(() => (isReady = true));
    const waited = seq;
    out.frame(frame(warning('later')));
    while (!isReady) {
      const before = sent.at(-1)?.message.seq ?? 0;
      expect(before).toBeLessThanOrEqual(waited);
      take();
      // the terminal never stops producing output
      out.frame(frame(warning('x'.repeat(64 * KiB))));
      await nextTurn();
    }
    expect(held).toBeLessThan(321 * KiB);
  });

  test('of many who wait for the peer each has its turn', async () => {
    const page = Buffer.from(`{"type":"page","text":"${'x'.repeat(512 * KiB)}"}`);
    let pages = 0;
    const all = Array.from({ length: 20 }, async () => {
      for (let count = 0; count < 3; count += 1) {
        await out.ready();
        out.replay({ bytes: page });
        pages += 1;
      }
    });
    while (pages < 60 || sent.length > 0) {
      expect(held).toBeLessThan(2 * page.length);
      await nextTurn();
      take();
    }
    await Promise.all(all);
  });

  test('before the end everything that waits is handed over', () => {
    stall(MiB);
    out.text('{"type":"ack"}');
    out.drain();
    out.text('{"type":"late"}');
    expect(rest().map((each) => each.seq ?? each.type)).toEqual([
      ...Array.from({ length: seq }, (_, i) => i + 1),
      'ack',
    ]);
  });

  test('joined text counts for what it is', () => {
    stall(MiB);
    for (let at = 0; at < 4 * MiB; at += 100 * KiB) out.frame(frame(delta('x'.repeat(100 * KiB)), at));
    const bytes = rest()
      .filter((each) => each.type === 'assistant.delta')
      .reduce((sum, each) => sum + (each.payload.delta as string).length, 0);
    expect(bytes).toBeGreaterThan(2.5 * MiB);
    expect(bytes).toBeLessThan(3.1 * MiB);
  });

  test('replay does not count, waits for the socket, and live frames stay behind it', async () => {
    await out.ready();
    for (let i = 0; i < 20; i += 1)
      out.replay({ bytes: Buffer.from(JSON.stringify({ type: 'r', seq: i, text: 'x'.repeat(MiB) })) });
    let isReady = false;
    void out.ready().then(() => (isReady = true));
    out.frame(frame(delta('a'), 0));
    out.frame(frame(delta('b'), 1));
    await nextTurn();
    expect([isReady, overflows, sent.length]).toEqual([false, 0, 20]);
    expect(
      rest()
        .slice(-2)
        .map((each) => each.payload?.delta),
    ).toEqual(['a', 'b']);
    await nextTurn();
    expect(isReady).toBe(true);
  });
});

describe('a stalled socket', () => {
  let live: Live;
  beforeEach(async () => void (live = await startLive()));
  afterEach(() => live.stop());

  test('a long replay waits for its reader in pages instead of filling memory', async () => {
    const a = live.session();
    for (let i = 0; i < 30; i += 1)
      live.log.append(
        a,
        Array.from({ length: 100 }, () => warning('x'.repeat(10_000))),
      );
    const client = await live.connect();
    client.socket.pause();
    let read = 0;
    const { log } = live;
    const original = log.page;
    log.page = (...args) => {
      const page = original(...args);
      read += page.rows.length;
      return page;
    };
    const ack = client.call('subscribe', { session_ids: ['session_a'], cursors: { session_a: { seq: 0 } } });
    await pause(300);
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(1500);
    client.socket.resume();
    await ack;
    expect(client.events().map((frame) => frame.seq)).toEqual(Array.from({ length: 3000 }, (_, i) => i + 1));
  });
});
