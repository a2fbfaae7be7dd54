/** The scripted model catches what it is there to catch. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startModel, type ScriptedModel } from './model.js';

let model: ScriptedModel;
beforeEach(async () => {
  model = await startModel();
});
afterEach(() => model.close());

const ask = (messages: unknown[]): Promise<Response> =>
  fetch(`${model.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', stream: true, messages }),
  });
const user = { role: 'user', content: 'hi' };
const call = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'Read', arguments: '{}' } }],
};
const result = { role: 'tool', tool_call_id: 'a', content: 'x' };

test.each([
  ['a call without a result', [user, call, user], /no result/],
  ['a call at the end', [user, call], /no result/],
  ['a result without a call', [user, result], /without its call/],
  ['a result twice', [user, call, result, result], /without its call/],
  ['an empty message', [user, { role: 'assistant', content: '' }], /empty/],
  ['a secret', [{ role: 'user', content: 'sk-other' }], /secret/],
])('%s is caught', async (_name, messages, error) => {
  model.reply({ text: 'ok' });
  await (await ask(messages)).text();
  expect(() => model.checkInvariants({ secrets: ['sk-other'] })).toThrow(error);
});

test('answers come in order, and a request without one is refused', async () => {
  model.reply({ text: 'one' }, { text: 'two', delayMs: 150 });
  expect(await (await ask([user])).text()).toContain('one');
  const began = Date.now();
  expect(await (await ask([user, call, result])).text()).toContain('two');
  expect(Date.now() - began).toBeGreaterThanOrEqual(140);
  expect((await ask([user])).status).toBe(404);
  model.reply({ text: 'three' });
  model.reply({ text: 'four' });
  expect(await (await ask([user])).text()).toContain('three');
  expect(await (await ask([user])).text()).toContain('four');
  expect(model.requests).toHaveLength(5);
  model.checkInvariants();
});
