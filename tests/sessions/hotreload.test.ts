/** A changed configuration takes effect at the next step or call; changed modes only in new sessions. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { follow, modelConfig, startTrial, type Talk, type Trial } from '../helpers/turns.js';

let first: ScriptedModel;
let second: ScriptedModel;
let trial: Trial;
beforeEach(async () => {
  [first, second] = await Promise.all([startModel(), startModel()]);
  trial = await startTrial({ config: `# mine\n${modelConfig(first.baseUrl)}` });
});
afterEach(async () => {
  await trial.close();
  await Promise.all([first.close(), second.close()]);
});

async function patch(body: Record<string, unknown>): Promise<void> {
  const answer = await trial.call('POST', '/api/v1/config', body);
  if (answer.code !== 0) throw new Error(`not taken: ${answer.msg}`);
}

/** Starts a turn that waits for the approval of a call. */
async function waiting(): Promise<Talk> {
  first.reply({ calls: [{ name: 'Bash', input: { command: 'echo one' } }] });
  const talk = await trial.talk();
  await talk.submit('go');
  await talk.until('event.approval.requested');
  return talk;
}

async function goOn(talk: Talk): Promise<void> {
  await talk.decide({ decision: 'approved' });
  await talk.until('prompt.completed');
}

const toolNames = (model: ScriptedModel, index: number): string[] =>
  (model.bodies[index]?.tools ?? []).map((tool) => tool.function.name);

test('a provider: the next step of a turn that runs goes to its new address', async () => {
  const talk = await waiting();
  second.reply({ text: 'from the second' });
  await patch({ providers: { p: { baseUrl: second.baseUrl } } });
  await goOn(talk);
  expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
  expect(JSON.stringify(await talk.messages())).toContain('from the second');
});

test('a model: the next step asks for it by its new name', async () => {
  const talk = await waiting();
  first.reply({ text: 'done' });
  await patch({ models: { m: { model: 'scripted-2' } } });
  await goOn(talk);
  expect(first.bodies.map(({ model }) => model)).toEqual(['scripted', 'scripted-2']);
});

test('a provider and a model that were not there: a prompt can name it at once, and an edit by hand too', async () => {
  const talk = await trial.talk();
  second.reply({ text: 'hi' }, { text: 'hi again' });
  await patch({
    providers: { q: { type: 'openai', base_url: second.baseUrl, api_key: 'sk-second' } },
    models: { 'q/new': { provider: 'q', model: 'new', maxContextSize: 1000 } },
  });
  await talk.run('hello', { model: 'q/new' });
  expect(second.requests).toHaveLength(1);
  const everywhere = await follow(trial.daemon, '__global__');
  const file = join(trial.home, 'config.toml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('model = "new"', 'model = "newer"'));
  await everywhere.until('event.config.changed');
  await talk.run('hello');
  expect(second.bodies.map(({ model }) => model)).toEqual(['new', 'newer']);
  everywhere.close();
});

test('a rule: the next call is refused', async () => {
  const talk = await waiting();
  first.reply({ calls: [{ name: 'Bash', input: { command: 'echo two' } }] }, { text: 'done' });
  await patch({ permission: { deny: ['Bash(echo two)'] } });
  await goOn(talk);
  const results = talk.frames.filter(({ type }) => type === 'tool.result').map(({ payload }) => payload);
  expect(results).toHaveLength(2);
  expect(results[0]).not.toMatchObject({ isError: true });
  expect(results[1]).toMatchObject({ isError: true });
  expect(talk.frames.filter(({ type }) => type === 'event.approval.requested')).toHaveLength(1);
});

test('an approved pattern: the next call is not asked about', async () => {
  const talk = await waiting();
  first.reply({ calls: [{ name: 'Bash', input: { command: 'echo two' } }] }, { text: 'done' });
  await patch({ permission: { allow: ['Bash(echo *)'] } });
  await goOn(talk);
  expect(talk.frames.filter(({ type }) => type === 'tool.result')).toHaveLength(2);
  expect(talk.frames.filter(({ type }) => type === 'event.approval.requested')).toHaveLength(1);
});

test('a hook: it runs at the next call', async () => {
  const talk = await waiting();
  first.reply({ calls: [{ name: 'Read', input: { path: 'note.txt' } }] }, { text: 'done' });
  writeFileSync(join(trial.cwd, 'note.txt'), 'x');
  await patch({ hooks: [{ event: 'PreToolUse', matcher: 'Read', command: 'echo ran > hook.txt' }] });
  await goOn(talk);
  expect(existsSync(join(trial.cwd, 'hook.txt'))).toBe(true);
});

test('a service: its tool is offered at the next step', async () => {
  const talk = await waiting();
  first.reply({ text: 'done' });
  await patch({ services: { search: { baseUrl: 'http://127.0.0.1:9/search' } } });
  await goOn(talk);
  expect(toolNames(first, 0)).not.toContain('WebSearch');
  expect(toolNames(first, 1)).toContain('WebSearch');
});

test('the modes: sessions that are there keep theirs', async () => {
  const old = await trial.talk();
  await patch({ yolo: true, plan_mode: true });
  const fresh = await trial.talk();
  const configOf = async (talk: Talk) =>
    (await talk.call<{ agent_config: Record<string, unknown> }>('GET', '')).data.agent_config;
  expect(await configOf(old)).toMatchObject({ permission_mode: 'manual', plan_mode: false });
  expect(await configOf(fresh)).toMatchObject({ permission_mode: 'yolo', plan_mode: true });
});
