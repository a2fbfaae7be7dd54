/** All clients of a transcript end with the same one, whether they follow it live, from a page, or from the log. */
import { describe, expect, test } from '@jest/globals';
import { applyInflight } from '../../daemon/sessions/facts/inflight.js';
import type { LiveAgent } from '../../daemon/sessions/live/state.js';
import { streamedEvents } from '../../daemon/sessions/transcript/running.js';
import { eventTable } from '../../schemas/generated/events.js';
import type { TranscriptBatch, TranscriptOp } from '../../schemas/generated/types.js';
import { applyBatches, applyOp } from '../../schemas/folds/transcript-apply.js';
import { createTranscriptFold } from '../../schemas/folds/transcript-fold.js';
import { emptyTranscript, entitiesOf, transcriptOf, type Transcript } from '../../schemas/folds/transcript.js';
import { createRandom, type Random } from '../chaos/random.js';
import { rounds } from '../helpers/rounds.js';
import { historyIn, ofTheLog, randomStream, type Told } from './streams.js';

const seeds = Array.from({ length: rounds(20, 500) }, (_, seed) => seed + 1);

/** Returns a transcript as a client receives it, without `agent`, which is volatile. */
function seen(transcript: Transcript): unknown {
  const { meta, ...entities } = entitiesOf(transcript);
  const { agent: _agent, ...rest } = meta;
  return JSON.parse(JSON.stringify({ items: transcript.items, ...entities, meta: rest })) as unknown;
}

function travelled<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Folds events; returns the transcript and the batches for its readers. */
function live(told: readonly Told[]) {
  const fold = createTranscriptFold({ history: historyIn(told) });
  const batches: TranscriptBatch[] = [];
  let seq = 100;
  for (const { event, at } of told) {
    const ops = fold.take(event, at);
    if (ops.length > 0) batches.push(travelled({ seq: (seq += 1), ops }));
  }
  return { transcript: fold.transcript, batches };
}

/** Returns the page that the server would send after `count` events: rows of the log, and what is streaming. */
function pageAt(told: readonly Told[], count: number): Transcript {
  const past = told.slice(0, count);
  const fold = ofTheLog(past);
  const agent = { id: 'main' } as LiveAgent;
  for (const { event, at } of past) applyInflight(agent, event, at.time);
  for (const { event, offset } of streamedEvents(agent)) fold.take(event, { seq: 0, time: 0, offset });
  // a page reads the output of tasks from memory
  const known = live(past).transcript;
  for (const [id, task] of fold.transcript.tasks)
    fold.transcript.tasks.set(id, { ...task, outputTail: known.tasks.get(id)?.outputTail ?? '' });
  return transcriptOf(travelled({ items: fold.transcript.items, ...entitiesOf(fold.transcript) }));
}

const stream = (seed: number): { random: Random; told: Told[] } => {
  const random = createRandom(seed);
  return { random, told: randomStream(random, random.between(1, 8)) };
};

describe.each(seeds)('stream %d', (seed) => {
  const { random, told } = stream(seed);
  const { transcript, batches } = live(told);

  test('the log says the same as who was there', () => {
    expect(seen(transcript)).toEqual(seen(ofTheLog(told).transcript));
  });

  test('operations from the beginning make the same', () => {
    const client = emptyTranscript();
    expect(applyBatches(client, batches)).toBe(true);
    expect(seen(client)).toEqual(seen(transcript));
  });

  test('those that are not appended can be applied twice, and whole batches too', () => {
    const client = emptyTranscript();
    for (const batch of batches) {
      applyBatches(client, [batch]);
      applyBatches(client, [batch]);
      for (const op of batch.ops) if (op.op !== 'append' && op.op !== 'frame.upsert') applyOp(client, op);
    }
    expect(seen(client)).toEqual(seen(transcript));
  });

  test('without pieces of text the whole texts come in the end', () => {
    const client = emptyTranscript();
    const whole = (op: TranscriptOp) => op.op !== 'append';
    for (const { ops } of batches) for (const op of ops.filter(whole)) applyOp(client, op);
    const { tasks: _tasks, ...rest } = seen(client) as { tasks: unknown };
    expect(seen(transcript)).toMatchObject(rest);
  });

  test('a page at any moment and what came after it', () => {
    for (let trial = 0; trial < 4; trial += 1) {
      const count = random.between(0, told.length);
      const client = pageAt(told, count);
      expect(seen(client)).toEqual(seen(live(told.slice(0, count)).transcript));
      client.seq = 100 + live(told.slice(0, count)).batches.length;
      for (let left = batches.slice(); left.length > 0;) {
        // the client asks again for what it lost, and gets some batches twice
        const from = random.between(0, 2);
        const some = left.slice(from, from + random.between(1, 5));
        if (applyBatches(client, some)) left = batches.filter(({ seq }) => seq > (client.seq ?? 0));
      }
      expect(seen(client)).toEqual(seen(transcript));
    }
  });
});

test('the streams hold every kind of event that a transcript is made of', () => {
  const types = new Set(seeds.flatMap((seed) => stream(seed).told.map(({ event }) => event.type)));
  const volatile = [...types].filter((type) => eventTable[type].delivery === 'volatile').sort();
  expect(volatile).toEqual([
    'agent.status.updated',
    'assistant.delta',
    'task.output',
    'thinking.delta',
    'tool.call.delta',
    'tool.progress',
  ]);
  expect(types.size).toBeGreaterThan(30);
});
