/** Sessions that lack something they need still load, name what is missing, and work again once it is back. */
import { expect, test } from '@jest/globals';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { model, trial, useScriptedTrial } from '../helpers/trial.js';
import { modelConfig } from '../helpers/turns.js';

useScriptedTrial();

test('its directory was deleted', async () => {
  const talk = await trial.talk({ title: 't', agent_config: { permission_mode: 'auto' } });
  model.reply({ text: 'hi' });
  await talk.run('hi');
  rmSync(trial.cwd, { recursive: true });
  await trial.restart();
  const again = await trial.join(talk.id);
  expect((await again.call('GET', '')).code).toBe(0);
  model.reply(
    {
      calls: [
        { name: 'Bash', input: { command: 'pwd' } },
        { name: 'Glob', input: { pattern: '*' } },
      ],
    },
    { text: 'gone' },
  );
  const from = again.frames.length;
  await again.run('still there?');
  const news = () => again.frames.slice(from);
  expect(news().find(({ type }) => type === 'warning')?.payload).toMatchObject({
    code: 'directory-missing',
    message: expect.stringContaining(trial.cwd),
  });
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('does not exist any more');
  const results = () => news().filter(({ type }) => type === 'tool.result');
  expect(results().map(({ payload }) => payload['isError'])).toEqual([true, true]);
  mkdirSync(trial.cwd);
  model.reply({ calls: [{ name: 'Bash', input: { command: 'pwd' } }] }, { text: 'back' });
  await again.run('and now?');
  expect(results().at(-1)?.payload['output']).toBe(trial.cwd);
  expect(news().filter(({ type }) => type === 'warning')).toHaveLength(1);
});

test.each([
  ['its key is gone', (config: string) => config.replace(/api_key = .*\n/, ''), 40111],
  [
    'its model is gone',
    (config: string) =>
      config.replaceAll('[models.m]', '[models.other]').replace('default_model = "m"', 'default_model = "other"'),
    40113,
  ],
  ['its provider is gone', () => '', 40113],
])('%s', async (_what, broken, code) => {
  const file = join(trial.home, 'config.toml');
  // on loopback, servers of type `openai` need no key
  const whole = modelConfig(model.hostUrl).replace('type = "openai"', 'type = "anthropic"');
  writeFileSync(file, whole);
  await trial.restart();
  const talk = await trial.talk({ title: 't' });
  model.reply({ text: 'hi' });
  await talk.run('hi');
  writeFileSync(file, broken(whole));
  await trial.restart();
  const again = await trial.join(talk.id);
  expect(await again.call('GET', '')).toMatchObject({ code: 0, data: { agent_config: { model: 'm' } } });
  const refused = await again.submit('still there?');
  expect(refused.code).toBe(code);
  expect(refused.msg).toMatch(/\S/);
  expect((await again.messages()).length).toBe(2);
  writeFileSync(file, whole);
  await trial.restart();
  const mended = await trial.join(talk.id);
  model.reply({ text: 'back' });
  await mended.run('and now?');
  expect(mended.frames.findLast(({ type }) => type === 'turn.ended')?.payload['reason']).toBe('completed');
});
