/** Titles that the model generates (engine.md 18; rest.md 9.5). */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ChatCompletionRequest } from '@copilotkit/aimock';
import { startModel, type ScriptedModel, type ScriptedReply } from '../helpers/model.js';
import { eventually, hurried, modelConfig, startTrial, type Talk, type Trial } from '../helpers/turns.js';

jest.setTimeout(60_000);

let model: ScriptedModel;
let trial: Trial;
/** the reply to requests for a title */
let title: ScriptedReply;
let asked: ChatCompletionRequest[];

beforeEach(async () => {
  model = await startModel();
  title = { text: 'Port the parser', usage: { input: 50_000, output: 50_000 } };
  asked = [];
  model.answer((request) => {
    if (!JSON.stringify(request.messages[0]).includes('You name conversations'))
      return { text: 'Done as you said.', usage: { input: 100, output: 10 } };
    asked.push(request);
    return title;
  });
  trial = await startTrial({ config: modelConfig(model.baseUrl), sleep: hurried(5) });
});
afterEach(async () => {
  try {
    model.checkInvariants();
  } finally {
    await trial.close();
    await model.close();
  }
});

const plain = () => trial.talk({ title: undefined });
const session = async (talk: Talk) => (await talk.call<{ title: string; title_kind: string }>('GET', '')).data;
const generate = (talk: Talk, body?: Record<string, unknown>) =>
  talk.call<{ title: string }>('POST', '/title/generate', body);
const titles = (talk: Talk) =>
  talk.frames.filter(({ type, payload }) => type === 'session.meta.updated' && payload['title'] !== undefined);

describe('by itself', () => {
  test('after the first completed turn, in place of the first prompt', async () => {
    const talk = await plain();
    await talk.run('please   port the parser');
    expect(titles(talk)[0]?.payload).toMatchObject({ title: 'please port the parser' });
    await talk.until((frame) => frame.payload['title'] === 'Port the parser');
    expect(titles(talk)[1]?.payload).toMatchObject({
      title: 'Port the parser',
      patch: { title: 'Port the parser', isCustomTitle: false, titleKind: 'generated' },
    });
    expect(await session(talk)).toMatchObject({ title: 'Port the parser', title_kind: 'generated' });
    // the request is small, has no tools, and contains both sides of the turn
    expect(asked).toHaveLength(1);
    expect(asked[0]).not.toHaveProperty('tools');
    expect(JSON.stringify(asked[0])).toContain('please port the parser\\nAgent: Done as you said.');
    // neither the messages nor the counts of the conversation include it
    const before = await talk.messages();
    await talk.run('go on');
    expect(before.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(JSON.stringify(model.bodies.at(-1))).not.toContain('You name conversations');
    const { data } = await talk.call<{ usage: object }>('GET', '');
    expect(data.usage).toMatchObject({ input_tokens: 200, output_tokens: 20, turn_count: 2 });
    expect(asked).toHaveLength(1);
  });

  test('secrets are masked in what is sent and in what is stored', async () => {
    title = { text: 'Use sk-abcdefghijklmnop1234 for it' };
    const talk = await plain();
    await talk.run('my key is ghp_abcdefghijklmnopqrst1234');
    await eventually(async () => (await session(talk)).title_kind === 'generated', 'the title is there');
    expect((await session(talk)).title).toBe('Use sk-a*** for it');
    expect(JSON.stringify(asked[0])).not.toContain('ghp_abcdefghijklmnopqrst1234');
  });

  test.each<[string, ScriptedReply]>([
    ['a failure', { error: { status: 500, message: 'down' } }],
    ['an empty answer', { text: '' }],
    ['an answer that says nothing', { text: '---' }],
  ])('%s is silent, and not tried again', async (_name, answer) => {
    title = answer;
    const talk = await plain();
    await talk.run('please port the parser');
    await eventually(() => asked.length === 1, 'it was asked for');
    await talk.run('go on');
    expect(asked).toHaveLength(1);
    expect(await session(talk)).toMatchObject({ title: 'please port the parser', title_kind: 'replaceable' });
    expect(talk.lines().filter((line) => /^(warning|error)/.test(line))).toEqual([]);
  });

  test.each<[string, (talk: Talk) => Promise<unknown>]>([
    ['with a title of its own', async () => undefined],
    ['with the offline provider', (talk) => talk.run('say hi', { model: 'offline/echo' })],
    ['unattended', (talk) => talk.run('hello', { unattended: true })],
  ])('not %s', async (name, run) => {
    const talk = name.startsWith('with a title') ? await trial.talk() : await plain();
    await run(talk);
    await talk.run('more');
    await talk.run('and more');
    expect(asked).toEqual([]);
  });

  test('a title that was given meanwhile stays', async () => {
    title = { text: 'Port the parser' };
    const talk = await plain();
    const first = talk.run('please port the parser');
    await first;
    await talk.call('POST', '/profile', { title: 'Mine' });
    await eventually(() => asked.length === 1, 'it was asked for');
    await talk.run('go on');
    expect(await session(talk)).toMatchObject({ title: 'Mine', title_kind: 'custom' });
  });

  test('a stop does not wait for one', async () => {
    title = { text: 'Port the parser', delayMs: 4_000 };
    const talk = await plain();
    await talk.run('please port the parser');
    const begun = Date.now();
    await trial.restart();
    expect(Date.now() - begun).toBeLessThan(3_500);
    expect((await session(talk)).title_kind).not.toBe('custom');
  });
});

describe('on demand', () => {
  test('what the user calls it while the model is asked stays, forced or not', async () => {
    title = { text: 'Port the parser', delayMs: 300 };
    const talk = await trial.talk();
    await talk.run('please port the parser');
    const answer = generate(talk, { force: true });
    await eventually(() => asked.length === 1, 'it was asked for');
    await talk.call('POST', '/profile', { title: 'Mine' });
    expect((await answer).code).toBe(40923);
    expect(await session(talk)).toMatchObject({ title: 'Mine', title_kind: 'custom' });
    expect((await generate(talk, { force: true })).code).toBe(0);
  });

  test('from each source; force replaces what is there', async () => {
    const talk = await trial.talk();
    await talk.run('first prompt');
    await talk.run('second prompt');
    title = { text: 'From the prompts' };
    expect(await generate(talk, { force: true })).toMatchObject({ code: 0, data: { title: 'From the prompts' } });
    expect(JSON.stringify(asked.at(-1))).toContain('first prompt\\nsecond prompt');
    expect(await session(talk)).toMatchObject({ title: 'From the prompts', title_kind: 'generated' });
    expect(titles(talk).at(-1)?.payload).toMatchObject({ patch: { isCustomTitle: false } });
    await generate(talk, { force: true, source: 'first_turn' });
    expect(JSON.stringify(asked.at(-1))).toContain('User: first prompt\\nAgent: Done as you said.');
    expect(JSON.stringify(asked.at(-1))).not.toContain('second prompt');
    await generate(talk, { force: true, source: 'digest' });
    expect(JSON.stringify(asked.at(-1))).toContain('User: second prompt\\nAgent: Done as you said.');
    expect((await generate(talk, { source: 'something' })).code).toBe(40001);
  });

  test.each<[string, () => Promise<Talk>, Record<string, unknown> | undefined, RegExp]>([
    ['a custom title', () => trial.talk(), undefined, /force/],
    ['no prompt yet', plain, { force: true }, /no prompt/],
    [
      'the offline provider',
      () => trial.talk({ agent_config: { model: 'offline/echo' } }),
      { force: true },
      /offline provider/,
    ],
  ])('unavailable with %s', async (name, open, body, message) => {
    const talk = await open();
    if (!name.startsWith('no')) await talk.run('say hi');
    const answer = await generate(talk, body);
    expect(answer.code).toBe(40923);
    expect(answer.msg).toMatch(message);
    expect(asked).toEqual([]);
  });

  test('a generated title needs force too, and a failed request says why', async () => {
    const talk = await plain();
    await talk.run('please port the parser');
    await eventually(async () => (await session(talk)).title_kind === 'generated', 'the title is there');
    expect((await generate(talk)).code).toBe(40923);
    title = { error: { status: 500, message: 'the model is on holiday' } };
    const answer = await generate(talk, { force: true });
    expect(answer).toMatchObject({ code: 40923, msg: expect.stringContaining('on holiday') });
    expect(await session(talk)).toMatchObject({ title: 'Port the parser', title_kind: 'generated' });
  });
});
