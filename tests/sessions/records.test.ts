/** Internal records: durable rows that are never sent and from which every view can be rebuilt (ws.md 5.2-2). */
import { mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventTable } from '../../schemas/generated/events.js';
import { storedEvents } from '../helpers/stored.js';
import { follow, modelConfig, startTrial, type Talk, type Trial } from '../helpers/turns.js';

let trial: Trial;
let talk: Talk;
let extra: string;
beforeEach(async () => {
  extra = realpathSync(mkdtempSync(join(tmpdir(), 'agent-extra-')));
  trial = await startTrial({ config: modelConfig('http://127.0.0.1:9/v1') });
  talk = await trial.talk({ agent_config: { model: 'm' } });
});
afterEach(async () => {
  await trial.close();
  rmSync(extra, { recursive: true, force: true });
});

const rows = (id: string) => storedEvents(trial.home, id);

test.each<[string, (talk: Talk) => Promise<unknown>]>([
  ['model.changed', (each) => each.call('POST', '/profile', { agent_config: { model: 'offline/echo' } })],
  ['permission.mode.changed', (each) => each.call('POST', '/profile', { agent_config: { permission_mode: 'yolo' } })],
  ['thinking.changed', (each) => each.call('POST', '/profile', { agent_config: { thinking: 'high' } })],
  ['plan.changed', (each) => each.call('POST', '/profile', { agent_config: { plan_mode: true } })],
  ['agent.bound', (each) => each.call('POST', '/profile', { agent_config: { system_prompt: 'Be kind.' } })],
  ['rules.changed', (each) => each.call('POST', '/profile', { permission_rules: [{ pattern: 'Bash(echo *)' }] })],
  ['directories.changed', (each) => each.call('POST', ':load', { launch: { additional_dirs: [extra] } })],
  [
    'launch.denials',
    (each) => each.call('POST', ':load', { launch: { rules: [{ pattern: 'Bash(touch *)', decision: 'deny' }] } }),
  ],
  ['tools.changed', (each) => each.run('say hi', { model: 'offline/echo', disabled_tools: ['Bash'] })],
  ['prompt.options', (each) => each.run('say hi', { model: 'offline/echo', metadata: { mine: 1 } })],
  ['step.usage', (each) => each.run('say hi', { model: 'offline/echo' })],
  ['goal.queue.changed', (each) => each.call('PUT', '/goal/queue', { objectives: ['later'] })],
  ['cron.scheduled', (each) => each.run('remind 0 9 * * *: look', { model: 'offline/echo', permission_mode: 'auto' })],
  ['context.copied', (each) => each.call('POST', ':btw')],
  ['session.archived', (each) => each.call('POST', ':archive')],
])('%s is kept and not sent', async (type, cause) => {
  expect(eventTable[type as keyof typeof eventTable].delivery).toBe('internal');
  const before = rows(talk.id).length;
  const answer = await cause(talk);
  if (typeof answer === 'object') expect(answer).toMatchObject({ code: 0 });
  const added = rows(talk.id).slice(before);
  expect(added.map((row) => row.type)).toContain(type);
  for (const row of added)
    expect(row.visibility === 0).toBe(eventTable[row.type as keyof typeof eventTable].delivery === 'internal');
  const all = await talk.follow({ cursors: { [talk.id]: { seq: 0 } } });
  expect(all.frames.map((frame) => frame.type)).not.toContain(type);
  expect(all.frames.filter((frame) => !frame.volatile).map(({ seq }) => seq)).toEqual(
    rows(talk.id)
      .filter(({ visibility }) => visibility > 0)
      .map(({ seq }) => seq),
  );
});

test('settings come back from the log after a restart', async () => {
  await talk.call('POST', '/profile', {
    agent_config: {
      model: 'offline/echo',
      permission_mode: 'yolo',
      thinking: 'high',
      plan_mode: true,
      system_prompt: 'Be kind.',
    },
    permission_rules: [{ pattern: 'Bash(echo *)' }],
  });
  await talk.call('POST', ':load', { launch: { additional_dirs: [extra] } });
  await talk.run('todo a; b', { disabled_tools: ['Bash'] });
  const look = async () => {
    const [session, status, dirs, todos] = await Promise.all(
      ['', '/status', '/dirs', '/todos'].map((path) => trial.call('GET', `/api/v1/sessions/${talk.id}${path}`)),
    );
    return [session?.data, status?.data, dirs?.data, todos?.data];
  };
  const before = await look();
  await trial.restart();
  const again = await trial.join(talk.id);
  expect(await look()).toEqual(before);
  await again.run('run echo hi');
  expect(again.frames.find(({ type }) => type === 'tool.call.started')).toBeUndefined();
});

test('an edited configuration file is reported to all clients: event.config.changed', async () => {
  const everywhere = await follow(trial.daemon, '__global__');
  const file = join(trial.home, 'config.toml');
  writeFileSync(file, 'default_permission_mode = "yolo"\n');
  utimesSync(file, new Date(), new Date(Date.now() + 2_000));
  await trial.call('GET', '/api/v1/config');
  const told = await everywhere.until('event.config.changed');
  expect(told).toMatchObject({
    session_id: '__global__',
    payload: { changedFields: expect.arrayContaining(['default_permission_mode']) },
  });
  expect(JSON.stringify(told)).not.toContain('sk-test');
  everywhere.close();
});

test('deny rules of a launch hold over a restart, until another launch brings its own', async () => {
  const verdict = async () => {
    const answer = await trial.call('POST', '/api/v1/permissions:explain', {
      tool: 'Bash',
      input: { command: 'touch x' },
      session_id: talk.id,
    });
    return (answer.data as { verdict: string }).verdict;
  };
  const load = (rules?: object[]) => talk.call('POST', ':load', { launch: { ...(rules && { rules }) } });
  await talk.call('POST', '/profile', { agent_config: { permission_mode: 'yolo' } });
  expect(await verdict()).toBe('allow');
  await load([{ pattern: 'Bash(touch *)', decision: 'deny' }]);
  expect(await verdict()).toBe('deny');
  await trial.restart();
  expect(await verdict()).toBe('deny');
  await load();
  expect(await verdict()).toBe('deny');
  await load([]);
  expect(await verdict()).toBe('allow');
});
