/** A reply is cut at 8 MiB and counts as cut at its output limit (engine.md 2.2); a step runs at most 128 calls. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { maxCallsPerStep } from '../../daemon/agent/calls.js';
import { until } from '../helpers/daemon.js';
import { chatReply, startRawModel, type RawModel } from '../helpers/rawmodel.js';
import { modelConfig, startTrial, type Trial } from '../helpers/turns.js';

const limit = 8 * 1024 * 1024;
let model: RawModel;
let trial: Trial;

beforeAll(async () => {
  model = await startRawModel();
  trial = await startTrial({ config: modelConfig(`${model.url}/v1`) });
});

afterAll(async () => {
  await trial.close();
  await model.close();
});

const event = (delta: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;
const call = (args: string, id = 'w') =>
  event({ tool_calls: [{ index: 0, id, type: 'function', function: { name: 'TodoList', arguments: args } }] });

test.each([
  ['in many events', Array.from({ length: 160 }, () => event({ content: 'é'.repeat(32 * 1024) }))],
  ['in one event', [event({ content: 'é'.repeat(5 * 1024 * 1024) })]],
])(
  'text over 8 MiB %s is broken off there; the step counts as max_tokens',
  async (_name, body) => {
    model.reply({ body: [...body, 60_000] }, chatReply({ text: 'done' }));
    const talk = await trial.talk();
    await talk.submit('go');
    // such a large burst closes a connection (ws.md 11), so the test reads the events from the log afterwards
    await until('the end of the turn', async () => {
      const { data } = await talk.call<{ busy: boolean; message_count: number }>('GET', '');
      return (!data.busy && data.message_count > 2) || undefined;
    });
    const replay = await talk.follow({ cursors: { [talk.id]: { seq: 0 } } });
    const texts = (await talk.messages())
      .filter(({ role }) => role === 'assistant')
      .map(({ content }) => content[0]?.['text']);
    const step = await replay.until('turn.step.completed');
    expect(step.payload['finishReason']).toBe('max_tokens');
    expect(texts).toHaveLength(2);
    // compared as a boolean, because a failure would print the whole text
    expect(texts.includes('é'.repeat(limit / 2))).toBe(true);
  },
  60_000,
);

test('a call that is cut off is dropped; the model is notified', async () => {
  model.reply(
    { body: [call('{"todos":"'), ...Array.from({ length: 140 }, () => call('x'.repeat(64 * 1024), '')), 60_000] },
    chatReply({ text: 'done' }),
  );
  const talk = await trial.talk();
  await talk.run('go');
  expect(talk.lines().join('\n')).not.toContain('tool.call.started');
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('cut off at the output limit');
}, 60_000);

test(`of more than ${maxCallsPerStep} calls the others get an error result that names the limit`, async () => {
  const calls = Array.from({ length: 150 }, (_, at) => ({ id: `c${at}`, name: 'TodoList', arguments: `{"n":${at}}` }));
  model.reply(chatReply({ calls }), chatReply({ text: 'done' }));
  const talk = await trial.talk();
  await talk.run('go');
  const results = talk.frames.filter(({ type }) => type === 'tool.result').map(({ payload }) => payload);
  expect(results).toHaveLength(150);
  const refused = results.filter(({ isError }) => isError);
  expect(refused.map(({ toolCallId }) => toolCallId)).toEqual(calls.slice(maxCallsPerStep).map(({ id }) => id));
  expect(refused.every(({ output }) => String(output).includes(`at most ${maxCallsPerStep} calls`))).toBe(true);
}, 60_000);
