/** Cursors that the server cannot serve, and snapshots to continue from (ws.md 10). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, startTrial, type EventFrame, type Talk, type Trial } from '../helpers/turns.js';
import { createShown } from './shown.js';
import { openSocket, type LiveFrame, type LiveSocket } from './socket.js';

interface Snapshot {
  as_of_seq: number;
  epoch: string;
  messages: { items: { id: string; role: string }[]; has_more: boolean };
  in_flight_turn: { turn_id: number; step?: number; assistant_text: string; thinking_text: string } | null;
}

let trial: Trial;
let talk: Talk;
let epoch: string;
/** number of the newest event or record */
let last: number;
let socket: LiveSocket;

beforeAll(async () => {
  trial = await startTrial();
  const { id } = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
  talk = await trial.join(id, { cursors: { [id]: { seq: 0 } } });
  const watching = await openSocket(trial.daemon);
  await watching.call('subscribe', { session_ids: [id] });
  await talk.run('todo one; two\n+ list files\nsay done');
  // the turn's last status follows its end; a socket that subscribes earlier would get it after the ack
  const status = () => watching.frames.findLast(({ type }) => type === 'agent.status.updated')?.payload['phase'];
  await eventually(() => (status() as { kind?: string } | undefined)?.kind === 'ended', 'the status of the ended turn');
  watching.cut();
  const { data } = await talk.call<Snapshot>('GET', '/snapshot');
  epoch = data.epoch;
  last = data.as_of_seq;
});
afterEach(() => socket.cut());
afterAll(() => trial.close());

const numbers = (frames: readonly { seq?: number }[]): number[] => frames.map(({ seq }) => seq ?? 0);

describe('check 5: wrong epoch, seq ahead, max_replay too small each give their resync_required; snapshot + its cursor leaves no gap and no repeat', () => {
  type Row = [string, () => object | undefined, object, string | undefined, () => number[]];
  const none = (): number[] => [];
  const all = (): number[] => numbers(talk.frames.filter((frame) => !frame.volatile && frame.seq <= last));
  test.each<Row>([
    ['none', () => undefined, {}, undefined, none],
    ['{ seq: 0 }: everything', () => ({ seq: 0 }), {}, undefined, all],
    ['without an epoch', () => ({ seq: all()[3] }), {}, undefined, () => all().slice(4)],
    ['with its epoch', () => ({ seq: all()[3], epoch }), {}, undefined, () => all().slice(4)],
    ['at the end', () => ({ seq: last, epoch }), {}, undefined, none],
    ['a wrong epoch', () => ({ seq: 3, epoch: 'ep_other' }), {}, 'epoch_changed', none],
    ['ahead of the log', () => ({ seq: last + 1, epoch }), {}, 'epoch_changed', none],
    ['max_replay too small', () => ({ seq: 0 }), { max_replay: 3 }, 'buffer_overflow', none],
    ['max_replay 0 and something missing', () => ({ seq: all()[0] }), { max_replay: 0 }, 'buffer_overflow', none],
    ['max_replay 0 and nothing missing', () => ({ seq: last }), { max_replay: 0 }, undefined, none],
    [
      'max_replay just large enough',
      () => ({ seq: all().at(-4) }),
      { max_replay: 3 },
      undefined,
      () => all().slice(-3),
    ],
  ])('cursor: %s', async (_, cursor, more, reason, replayed) => {
    socket = await openSocket(trial.daemon);
    const given = cursor();
    const ack = await socket.call('subscribe', {
      session_ids: [talk.id],
      ...(given === undefined ? {} : { cursors: { [talk.id]: given } }),
      ...more,
    });
    const notices = socket.frames.filter(({ type }) => type === 'resync_required');
    expect(notices.map(({ payload }) => payload)).toEqual(
      reason === undefined ? [] : [{ session_id: talk.id, reason, current_seq: last, epoch }],
    );
    expect(ack.payload).toEqual({
      accepted: [talk.id],
      not_found: [],
      resync_required: reason === undefined ? [] : [talk.id],
      cursors: { [talk.id]: { seq: last, epoch } },
    });
    // replay, notice and one complete status of each agent precede the ack
    expect(socket.frames.at(-1)).toBe(ack);
    expect(numbers(socket.durable(talk.id))).toEqual(replayed());
    const statuses = socket.frames.filter(({ type }) => type === 'agent.status.updated');
    expect(statuses.map(({ payload }) => payload)).toMatchObject([
      { agentId: 'main', model: expect.any(String), phase: { kind: 'ended' } },
    ]);
  });

  test('a session that could not be replayed is live all the same; the socket says the same with client_hello', async () => {
    socket = await openSocket(trial.daemon);
    const ack = await socket.call('client_hello', {
      client_id: 'c',
      subscriptions: [talk.id],
      cursors: { [talk.id]: { seq: 1, epoch: 'ep_other' } },
    });
    expect(ack.payload).toMatchObject({ accepted_subscriptions: [talk.id], resync_required: [talk.id] });
    const other = await trial.talk();
    await other.run('say elsewhere');
    const mine = await trial.join(talk.id);
    await mine.run('say live');
    await socket.settle();
    const { data } = await talk.call<Snapshot>('GET', '/snapshot');
    expect(numbers(socket.durable(talk.id))).toEqual(numbers(mine.frames.filter((frame) => !frame.volatile)));
    last = data.as_of_seq;
  });

  test('at thirty moments of running turns: what a snapshot has and what its cursor brings is everything, once', async () => {
    const busy = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
    // the command runs until half of the clients have connected
    const enough = join(trial.home, 'enough');
    const asked = await busy.submit(
      [
        'think a good while about 😀 and more of it',
        `slow 4 ${Array.from({ length: 60 }, (_, n) => `word${n}😀`).join(' ')}`,
        `todo a; b\n+ run for i in 1 2 3 4; do echo $i; sleep 0.05; done; while [ ! -e ${enough} ]; do sleep 0.02; done`,
        'agent: slow 5 one two three four five',
        'say done',
      ].join('\n'),
    );
    const comers: { snapshot: Snapshot; seen: LiveSocket; acked: LiveFrame }[] = [];
    const isOver = (): boolean =>
      busy.frames.some(
        ({ type, payload }) => type === 'prompt.completed' && payload['promptId'] === asked.data.prompt_id,
      );
    while (!isOver() && comers.length < 30) {
      const { data: snapshot } = await busy.call<Snapshot>('GET', '/snapshot');
      const seen = await openSocket(trial.daemon);
      const acked = await seen.call('subscribe', {
        session_ids: [busy.id],
        cursors: { [busy.id]: { seq: snapshot.as_of_seq, epoch: snapshot.epoch } },
        resume_inflight: true,
      });
      comers.push({ snapshot, seen, acked });
      if (comers.length === 15) writeFileSync(enough, '');
    }
    await busy.until(
      ({ type, payload }) => type === 'prompt.completed' && payload['promptId'] === asked.data.prompt_id,
    );
    const durable = busy.frames.filter((frame) => !frame.volatile);
    const end = durable.at(-1)?.seq;
    expect(comers.length).toBeGreaterThan(10);
    for (const { snapshot, seen, acked } of comers) {
      await seen.until(({ seq, volatile }) => seq === end && !volatile);
      const rest = durable.filter(({ seq }) => seq > snapshot.as_of_seq);
      // global events between opening and subscribing arrive twice: first as every client gets them
      const from = seen.durable(busy.id).findIndex(({ seq }) => seq === rest[0]?.seq);
      expect(numbers(seen.durable(busy.id).slice(Math.max(0, from)))).toEqual(numbers(rest));
      expect(snapshot.messages.items.map(({ id }) => id)).toEqual(messagesUntil(durable, snapshot.as_of_seq));
      const shown = createShown('comer');
      const at = seen.frames.indexOf(acked);
      for (const frame of seen.frames.slice(0, at)) if (frame.volatile) shown.take(frame as never, false);
      for (const frame of seen.frames.slice(at)) if (frame.session_id === busy.id) shown.take(frame as never, true);
      expect(shown.problems).toEqual([]);
      seen.cut();
    }
  });

  test('without resume_inflight: subscribe, hold back, take the snapshot, align with its text', async () => {
    const busy = await trial.talk();
    const words = Array.from({ length: 50 }, (_, n) => `word${n}😀`).join(' ');
    let aligned = 0;
    for (let round = 0; round < 3; round += 1) {
      const before = busy.frames.length;
      await busy.submit(`slow 20 ${words}`);
      await busy.until('turn.step.started', before);
      socket = await openSocket(trial.daemon);
      await socket.call('subscribe', { session_ids: [busy.id] });
      const { data } = await busy.call<Snapshot>('GET', '/snapshot');
      const mine = socket;
      const flight = data.in_flight_turn;
      // the machine was too slow: nothing is left to align
      if (!flight) continue;
      aligned += 1;
      await mine.until(
        ({ type, payload }) =>
          type === 'message.appended' && (payload['message'] as { role: string }).role === 'assistant',
      );
      const shown = createShown('held');
      // the snapshot's texts are what was streamed before it
      for (const [type, delta] of [
        ['assistant.delta', flight.assistant_text],
        ['thinking.delta', flight.thinking_text],
      ])
        shown.take(
          {
            type,
            volatile: true,
            seq: data.as_of_seq,
            offset: 0,
            payload: { agentId: 'main', turnId: flight.turn_id, step: flight.step, delta },
          } as never,
          false,
        );
      for (const frame of mine.frames)
        if (frame.session_id === busy.id && (frame.volatile || (frame.seq ?? 0) > data.as_of_seq))
          shown.take(frame as never, false);
      expect(shown.problems).toEqual([]);
      expect([...shown.steps.values()].map(([text]) => text.trim())).toEqual([words]);
      mine.cut();
      await busy.until('prompt.completed', before);
    }
    expect(aligned).toBeGreaterThan(0);
  });
});

/** Ids of the messages in the conversation up to an event. */
function messagesUntil(frames: readonly EventFrame[], seq: number): unknown[] {
  return frames
    .filter((frame) => frame.seq <= seq && frame.payload['agentId'] === 'main')
    .flatMap(({ type, payload }) =>
      type === 'message.appended'
        ? [(payload['message'] as { id: string }).id]
        : type === 'tool.result'
          ? [payload['messageId']]
          : [],
    );
}
