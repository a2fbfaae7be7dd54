/** Which failures of a model request are retried, when, and how the others are reported (engine.md 2.3). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startRawModel, type RawModel, type RawReply } from '../helpers/rawmodel.js';
import { hurried, modelConfig, startTrial, type Talk, type Trial } from '../helpers/turns.js';

let model: RawModel;
let trial: Trial;
let talk: Talk;

async function start(more = ''): Promise<void> {
  trial = await startTrial({ config: modelConfig(`${model.url}/v1`, more), sleep: hurried(2), random: () => 0 });
  talk = await trial.talk();
}
beforeEach(async () => {
  model = await startRawModel();
});
afterEach(async () => {
  await trial.close();
  await model.close();
});

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const good: RawReply = { body: [chunk({ content: 'made it' }), chunk({}, 'stop'), 'data: [DONE]\n\n'] };
const refusal = (
  status: number,
  message = 'no',
  more: object = {},
  headers: Record<string, string> = {},
): RawReply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: [JSON.stringify({ error: { message, ...more } })],
});
const delays = () =>
  talk.frames.filter(({ type }) => type === 'turn.step.retrying').map(({ payload }) => payload['delayMs']);
const ended = () =>
  talk.frames.find(({ type }) => type === 'turn.ended')?.payload as {
    reason: string;
    interruptReason?: string;
    error?: { code: string; message: string; retryable: boolean; details?: { code: string } };
  };

describe('tried again', () => {
  test.each<[string, RawReply]>([
    ...[408, 409, 425, 429, 500, 502, 503, 504, 529].map((status): [string, RawReply] => [
      `HTTP ${status}`,
      refusal(status),
    ]),
    ['a body that says overloaded', refusal(400, 'the server is overloaded', { type: 'overloaded_error' })],
    ['a stream that breaks off', { body: [chunk({ content: 'half' }), 'drop'] }],
    ['a stream without its end', { body: [chunk({ content: 'half' })] }],
    ['an empty reply', { body: [chunk({}, 'stop'), 'data: [DONE]\n\n'] }],
  ])('%s', async (_name, bad) => {
    await start();
    model.reply(bad, good);
    await talk.run('go');
    expect(ended().reason).toBe('completed');
    expect(delays()).toEqual([500]);
    expect(model.requests).toHaveLength(2);
    const texts = (await talk.messages())
      .filter(({ role }) => role === 'assistant')
      .map(({ content }) => content[0]?.['text']);
    expect(texts).toEqual(['made it']);
  });
});

describe('not tried again', () => {
  test.each<[string, RawReply, string]>([
    [
      'quota used up',
      refusal(429, 'You exceeded your current quota', { code: 'insufficient_quota', type: 'insufficient_quota' }),
      'provider.quota',
    ],
    ['HTTP 401', refusal(401), 'auth.token_unauthorized'],
    ['HTTP 403', refusal(403), 'auth.token_unauthorized'],
    ['another HTTP 400', refusal(400, 'temperature is out of range'), 'provider.api_error'],
    [
      'a context that is too long',
      refusal(400, "This model's maximum context length is 10 tokens", { code: 'context_length_exceeded' }),
      'context.overflow',
    ],
    ['Retry-After above ten minutes', refusal(429, 'slow down', {}, { 'retry-after': '601' }), 'provider.rate_limit'],
  ])('%s', async (_name, bad, code) => {
    await start();
    model.reply(bad);
    await talk.run('go');
    expect(model.requests).toHaveLength(1);
    expect(ended()).toMatchObject({ reason: 'failed', interruptReason: 'error', error: { code } });
    if (code === 'provider.rate_limit') expect(ended().error?.message).toMatch(/11 minutes/);
  });
});

test('delays double up to 32 s, ten attempts in all by default', async () => {
  await start();
  model.reply(refusal(500));
  await talk.run('go');
  expect(delays()).toEqual([500, 1000, 2000, 4000, 8000, 16000, 32000, 32000, 32000]);
  expect(model.requests).toHaveLength(10);
  expect(ended()).toMatchObject({ reason: 'failed', error: { retryable: true } });
});

test('up to a quarter is added by chance', async () => {
  trial = await startTrial({ config: modelConfig(`${model.url}/v1`), sleep: hurried(2), random: () => 1 });
  talk = await trial.talk();
  model.reply(refusal(500), good);
  await talk.run('go');
  expect(delays()).toEqual([625]);
});

test('Retry-After replaces the delay; loop_control limits the attempts', async () => {
  await start('[loop_control]\nmax_attempts_per_step = 3\n');
  model.reply(refusal(429, 'slow down', {}, { 'retry-after': '7' }), refusal(500), refusal(500));
  await talk.run('go');
  expect(delays()).toEqual([7000, 1000]);
  expect(model.requests).toHaveLength(3);
  expect(
    talk.frames
      .filter(({ type }) => type === 'turn.step.retrying')
      .map(({ payload }) => [payload['failedAttempt'], payload['nextAttempt'], payload['maxAttempts']]),
  ).toEqual([
    [1, 2, 3],
    [2, 3, 3],
  ]);
});

test('a complaint about structure: one resend, strict, then no more', async () => {
  await start();
  const complaint = refusal(
    400,
    "messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
  );
  model.reply(complaint, complaint);
  await talk.run('go');
  expect(model.requests).toHaveLength(2);
  expect(ended()).toMatchObject({ reason: 'failed', error: { code: 'provider.api_error' } });
});

test('the text of a failed attempt is nowhere in the next request', async () => {
  await start();
  model.reply({ body: [chunk({ content: 'half a thought' }), 20, 'drop'] }, good);
  await talk.run('go');
  expect(
    talk.frames
      .filter(({ type }) => type === 'assistant.delta')
      .map(({ payload, offset }) => [payload['delta'], offset]),
  ).toEqual([
    ['half a thought', 0],
    ['made it', 0],
  ]);
  expect(JSON.stringify(model.requests[1]?.body)).not.toContain('half a thought');
});

test('the request is torn down at once by an abort', async () => {
  await start();
  model.reply({ body: [chunk({ content: 'one ' }), 5_000, chunk({ content: 'two' })] });
  await talk.submit('go');
  await talk.until((frame) => frame.type === 'assistant.delta');
  const began = Date.now();
  await talk.call('POST', ':abort');
  await talk.until('prompt.aborted');
  expect(await model.requests[0]?.closed).toEqual({ early: true });
  expect(Date.now() - began).toBeLessThan(4_500);
});
