/** Failed attempts, and characters at the border of two deltas (ws.md 8.6, 9.1). */
import { afterEach, describe, expect, test } from '@jest/globals';
import { startRawModel, type RawModel } from '../helpers/rawmodel.js';
import { hurried, modelConfig, startTrial, type EventFrame, type Talk, type Trial } from '../helpers/turns.js';
import { createShown } from './shown.js';
import { breaking, callPart, say, think, whole } from './streamed.js';

let trial: Trial;
let model: RawModel;
let talk: Talk;
afterEach(async () => {
  await trial.close();
  await model.close();
});

/** Starts a daemon and a raw model, whose replies are pieces of text and pauses in milliseconds. */
async function begin(): Promise<void> {
  model = await startRawModel();
  trial = await startTrial({ config: modelConfig(`${model.url}/v1`), sleep: hurried(150) });
  talk = await trial.talk();
}

/** Applies all frames as a client does; returns what it shows. */
function play(frames: readonly EventFrame[]) {
  const shown = createShown('client');
  for (const frame of frames) shown.take(frame, true);
  expect(shown.problems).toEqual([]);
  return shown;
}

describe("check 7: a failed attempt's text is gone after turn.step.retrying; emoji across delta borders keep offset right", () => {
  test('offsets begin at 0 in each attempt, and nothing of the failed ones comes back', async () => {
    await begin();
    model.reply(
      breaking(think('wrong thought'), say('first '), 30, say('attempt'), 30),
      breaking(say('second attempt'), 30),
      whole(think('right '), say('third '), 30, say('attempt')),
    );
    await talk.submit('go');
    // a client connects between the attempts, with a cursor before the first one
    await talk.until('turn.step.retrying');
    const between = await talk.follow({ cursors: { [talk.id]: { seq: 0 } }, resume_inflight: true });
    const { data } = await talk.call<{ in_flight_turn: object }>('GET', '/snapshot');
    await talk.until('prompt.completed');
    await between.until('prompt.completed');

    const { steps } = play(talk.frames);
    expect([...steps.values()]).toEqual([['third attempt', 'right ']]);
    expect(data.in_flight_turn).toMatchObject({ assistant_text: '', thinking_text: '', step: 1 });
    expect(talk.lines().filter((line) => line.startsWith('turn.step'))).toEqual([
      'turn.step.started 1',
      'turn.step.retrying 1 1',
      'turn.step.started 1 attempt 2',
      'turn.step.retrying 1 2',
      'turn.step.started 1 attempt 3',
      'turn.step.completed 1 end_turn',
    ]);
    const ids = talk.frames.filter(({ type }) => type === 'turn.step.started').map(({ payload }) => payload['stepId']);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) {
      const deltas = talk.frames.filter(({ type, payload }) => type === 'assistant.delta' && payload['stepId'] === id);
      expect(deltas[0]?.offset).toBe(0);
    }
    const recovered = between.frames.filter(({ payload }) => payload['recovered']);
    for (const { payload } of recovered) expect(payload['stepId']).not.toBe(ids[0]);
    for (const { type, payload } of between.frames)
      if (type.endsWith('.delta')) expect(String(payload['delta'])).not.toMatch(/wrong|first/);
    expect(JSON.stringify(await talk.messages())).not.toMatch(/wrong|first attempt|second attempt/);
  });

  test('a turn that fails for good shows nothing of its step to those who come', async () => {
    await begin();
    model.reply(breaking(say('lost')));
    await talk.submit('go');
    await talk.until('prompt.completed failed');
    const late = await talk.follow({ cursors: { [talk.id]: { seq: 0 } }, resume_inflight: true });
    expect(late.frames.some(({ type }) => type.endsWith('.delta'))).toBe(false);
    const { data } = await talk.call('GET', '/snapshot');
    expect(data).toMatchObject({
      in_flight_turn: null,
      agent_status: { main: { phase: { kind: 'interrupted', reason: 'error' } } },
    });
  });

  test('a pair of surrogates that the model splits comes whole; halves that stay alone become one letter each', async () => {
    await begin();
    const [high = '', low = ''] = '😀'.split('');
    model.reply(whole(say(`a${high}`), 30, say(`${low}b`), 30, say(`${high}c`), 30, say(`${low}d${high}`), think('x')));
    await talk.run('go');
    const { steps } = play(talk.frames);
    expect([...steps.values()]).toEqual([['a😀b\ufffdc\ufffdd\ufffd', 'x']]);
    const deltas = talk.frames.filter(({ type }) => type === 'assistant.delta');
    let length = 0;
    for (const { offset, payload } of deltas) {
      expect(offset).toBe(length);
      length += String(payload['delta']).length;
    }
    expect(length).toBe(9);
  });

  test('several blocks of text and thinking in one step share one counter per kind', async () => {
    await begin();
    model.reply(whole(think('one '), 30, say('A '), 30, think('two '), 30, say('B '), 30, think('three'), say('C')));
    await talk.run('go');
    const { steps } = play(talk.frames);
    expect([...steps.values()]).toEqual([['A B C', 'one two three']]);
    const firsts = (type: string) => talk.frames.filter((frame) => frame.type === type).map(({ offset }) => offset);
    expect(firsts('assistant.delta')).toEqual([0, 2, 4]);
    expect(firsts('thinking.delta')).toEqual([0, 4, 8]);
  });

  test('arguments of a call have their own stream', async () => {
    await begin();
    const todos = Array.from({ length: 60 }, (_, n) => ({ title: `item ${n} 😀`, status: 'pending' }));
    const text = JSON.stringify({ todos });
    const parts = Array.from({ length: Math.ceil(text.length / 50) }, (_, n) => text.slice(n * 50, n * 50 + 50));
    model.reply(
      whole(
        say('so'),
        callPart(0, { id: 'call_a', name: 'TodoList', arguments: '' }),
        ...parts.flatMap((part, n) =>
          n % 8 === 0 ? [callPart(0, { arguments: part }), 20] : [callPart(0, { arguments: part })],
        ),
      ),
      whole(say('done')),
    );
    await talk.run('go');
    play(talk.frames);
    const deltas = talk.frames.filter(({ type }) => type === 'tool.call.delta');
    expect(deltas.length).toBeGreaterThan(1);
    let length = 0;
    for (const { offset, payload } of deltas) {
      expect(offset).toBe(length);
      length += String(payload['argumentsPart']).length;
    }
    expect(length).toBe(text.length);
    expect(deltas.map(({ payload }) => payload['name'])).toEqual(['TodoList', ...deltas.slice(1).map(() => undefined)]);
    expect(talk.frames.find(({ type }) => type === 'tool.call.started')?.payload['args']).toEqual({ todos });
  });
});
