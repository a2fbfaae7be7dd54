/** Text streams: offsets, surrogates, and coming back in the middle of a step (ws.md 9). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { modelConfig, startTrial, type EventFrame, type Follower, type Talk, type Trial } from '../helpers/turns.js';

let trial: Trial;
let talk: Talk;
let model: ScriptedModel | undefined;
afterEach(async () => {
  await trial.close();
  await model?.close();
  model = undefined;
});

/** A client of ws.md 9.2; throws on a gap. */
function shown(frames: readonly EventFrame[], kind: 'assistant.delta' | 'thinking.delta', step = 1): string {
  let buffer = '';
  for (const { type, offset, payload } of frames) {
    if (type === 'turn.step.started' || type === 'turn.step.retrying') buffer = payload['step'] === step ? '' : buffer;
    if (type !== kind || payload['step'] !== step) continue;
    const delta = String(payload['delta']);
    if (payload['recovered']) buffer = delta;
    else if (offset === buffer.length) buffer += delta;
    else throw new Error(`a gap: ${String(offset)} is not ${buffer.length}`);
  }
  return buffer;
}

const textOf = (frame: EventFrame): string =>
  (frame.payload['message'] as { content: { text?: string }[] }).content.map(({ text }) => text ?? '').join('');
const final = (follower: Follower) =>
  follower.until(
    ({ type, payload }) => type === 'message.appended' && (payload['message'] as { role: string }).role === 'assistant',
  );

describe('offsets', () => {
  test('count UTF-16 units of the stream; no delta splits a surrogate pair', async () => {
    model = await startModel();
    trial = await startTrial({ config: modelConfig(model.baseUrl) });
    talk = await trial.talk();
    const text = 'a😀b👩‍👩‍👧‍👦c𝔘𝔫𝔦 ende 😀😀😀';
    model.reply({ text, thinking: 'hm 🤔🤔 so', chunkSize: 1, chunkDelayMs: 2 });
    await talk.run('go');
    expect(shown(talk.frames, 'assistant.delta')).toBe(text);
    expect(shown(talk.frames, 'thinking.delta')).toBe('hm 🤔🤔 so');
    expect(textOf(await final(talk))).toBe(text);
    for (const { type, payload } of talk.frames)
      if (type.endsWith('.delta')) expect(String(payload['delta'])).not.toMatch(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/);
  });

  test('arguments of a call have their own stream', async () => {
    trial = await startTrial();
    talk = await trial.talk();
    await talk.run(`todo ${Array.from({ length: 60 }, (_, n) => `item number ${n} 😀`).join('; ')}`);
    const deltas = talk.frames.filter(({ type }) => type === 'tool.call.delta');
    expect(deltas.length).toBeGreaterThan(1);
    let text = '';
    for (const { offset, payload } of deltas) {
      expect(offset).toBe(text.length);
      text += String(payload['argumentsPart']);
    }
    expect(deltas.map(({ payload }) => payload['name'])).toEqual(['TodoList', ...deltas.slice(1).map(() => undefined)]);
    expect(JSON.parse(text)).toEqual(talk.frames.find(({ type }) => type === 'tool.call.started')?.payload['args']);
  });
});

describe('coming back in the middle', () => {
  const words = Array.from({ length: 60 }, (_, n) => `word${n}😀`).join(' ');

  beforeEach(async () => {
    trial = await startTrial();
    talk = await trial.talk();
  });

  test('at twenty random points the shown text becomes the final one; without the flag nothing is recovered', async () => {
    await talk.submit(`slow 15 ${words}`);
    await talk.until('turn.step.started');
    const cursor = { seq: talk.frames.findLast((frame) => !frame.volatile)?.seq ?? 0 };
    const followers: Follower[] = [];
    for (let each = 0; each < 20; each += 1) {
      await wait(Math.floor(Math.random() * 20));
      followers.push(await talk.follow({ resume_inflight: true, cursors: { [talk.id]: cursor } }));
    }
    const bare = await talk.follow({ cursors: { [talk.id]: { seq: 0 } } });
    const text = textOf(await final(talk));
    expect(text.trim()).toBe(words);
    for (const follower of followers) {
      await final(follower);
      expect(shown(follower.frames, 'assistant.delta')).toBe(text);
      const recovered = follower.frames.filter(({ payload }) => payload['recovered']);
      expect(recovered.length).toBeLessThanOrEqual(1);
      for (const frame of recovered)
        expect(frame).toMatchObject({ offset: 0, volatile: true, payload: { step: 1, stepId: expect.any(String) } });
    }
    expect(followers.filter(({ frames }) => frames.some(({ payload }) => payload['recovered'])).length).toBeGreaterThan(
      3,
    );
    await final(bare);
    expect(bare.frames.some(({ payload }) => payload['recovered'])).toBe(false);
    expect(talk.frames.some(({ payload }) => payload['recovered'])).toBe(false);
  });

  test('the recovery frames come after the replay and before the ack', async () => {
    await talk.submit(`slow 15 ${words}`);
    await talk.until((frame) => frame.type === 'assistant.delta' && (frame.offset ?? 0) > 20);
    const late = await talk.follow({ resume_inflight: true, cursors: { [talk.id]: { seq: 0 } } });
    const at = late.frames.findIndex(({ payload }) => payload['recovered']);
    expect(late.frames.slice(0, at).every((frame) => !frame.volatile)).toBe(true);
    expect(late.frames[at]?.seq).toBe((late.ack.payload['cursors'] as Record<string, { seq: number }>)[talk.id]?.seq);
    await talk.call('POST', ':abort');
    await talk.until('prompt.aborted');
  });

  test('a running call: its newest progress; the snapshot shows it too', async () => {
    const free = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
    await free.submit('run for i in 1 2 3 4 5 6 7 8; do echo line $i; sleep 0.15; done');
    await free.until((frame) => frame.type === 'tool.progress');
    const late = await free.follow({ resume_inflight: true });
    expect(late.frames.map(({ type }) => type)).toContain('tool.progress');
    const { data } = await free.call<Record<string, unknown>>('GET', '/snapshot');
    expect(data).toMatchObject({
      in_flight_turn: {
        turn_id: 1,
        step: 1,
        assistant_text: '',
        running_tools: [{ name: 'Bash', last_progress: { kind: 'stdout' } }],
      },
    });
    await free.call('POST', ':abort');
    await free.until('prompt.aborted');
  });

  test('snapshot and its cursor leave no gap and no repeat', async () => {
    await talk.submit(`slow 6 ${words}`);
    await talk.until((frame) => frame.type === 'assistant.delta');
    const { data } = await talk.call<{ as_of_seq: number; epoch: string; in_flight_turn: { assistant_text: string } }>(
      'GET',
      '/snapshot',
    );
    expect(words.startsWith(data.in_flight_turn.assistant_text.trim())).toBe(true);
    const late = await talk.follow({
      cursors: { [talk.id]: { seq: data.as_of_seq, epoch: data.epoch } },
      resume_inflight: true,
    });
    await late.until('prompt.completed');
    const rest = talk.frames.filter((frame) => !frame.volatile && frame.seq > data.as_of_seq);
    await talk.until('prompt.completed');
    expect(late.frames.filter((frame) => !frame.volatile).map(({ seq }) => seq)).toEqual(rest.map(({ seq }) => seq));
  });
});
