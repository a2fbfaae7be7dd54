/** A session continues with its model when the alias changed because the provider was renamed. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { modelConfig, startTrial, type Talk, type Trial } from '../helpers/turns.js';

let model: ScriptedModel;
let trial: Trial;
beforeEach(async () => {
  model = await startModel();
  trial = await startTrial({ config: modelConfig(model.baseUrl) });
});
afterEach(async () => {
  await trial.close();
  await model.close();
});

const put = async (id: string, new_id: string): Promise<void> => {
  const models = [{ model: 'scripted', max_context_size: 100_000 }];
  const body = { type: 'openai', base_url: model.baseUrl, models, new_id };
  expect(await trial.call('PUT', `/api/v1/providers/${id}`, body)).toMatchObject({ code: 0 });
};
const runs = async (talk: Talk, text: string): Promise<unknown> => {
  await talk.run(text);
  return talk.frames.findLast(({ type }) => type === 'turn.ended')?.payload['reason'];
};
const modelOf = async ({ id }: Talk): Promise<unknown> =>
  (await trial.call<{ agent_config: { model: string } }>('GET', `/api/v1/sessions/${id}`)).data.agent_config.model;

test('between turns, over several names and a restart', async () => {
  const talk = await trial.talk();
  model.reply({ text: 'one' }, { text: 'two' }, { text: 'three' });
  expect(await runs(talk, 'first')).toBe('completed');
  expect(await modelOf(talk)).toBe('m');
  await put('p', 'q');
  expect(await runs(talk, 'second')).toBe('completed');
  expect(await modelOf(talk)).toBe('q/scripted');
  await put('q', 'r');
  await put('r', 'p');
  await trial.restart();
  const again = await trial.join(talk.id);
  expect(await runs(again, 'third')).toBe('completed');
  expect(await modelOf(again)).toBe('p/scripted');
});

test('in the middle of a turn, the next step already', async () => {
  const talk = await trial.talk();
  model.reply({ calls: [{ name: 'Bash', input: { command: 'true' } }] }, { text: 'done' });
  await talk.submit('work');
  const asked = await talk.until('event.approval.requested');
  await put('p', 'q');
  await talk.decide({ decision: 'approved' }, 0);
  expect(asked.type).toBe('event.approval.requested');
  expect((await talk.until('turn.ended')).payload['reason']).toBe('completed');
});

test('what is gone is not found again by an old name, and it cannot be chosen', async () => {
  const talk = await trial.talk();
  await put('p', 'q');
  expect(await talk.submit('x', { model: 'm' })).toMatchObject({ code: 40413 });
  await trial.call('POST', '/api/v1/config', { models: { 'q/scripted': null } });
  expect(await talk.submit('x')).toMatchObject({ code: 40113 });
});
