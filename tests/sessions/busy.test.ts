/** A session is busy from the answer to a prompt until its turn ends, and not after its server died in between. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { startTrial, type Trial } from '../helpers/turns.js';

let trial: Trial;
beforeEach(async () => {
  trial = await startTrial();
});
afterEach(() => trial.close());

const slow = 'slow 40 one two three four five six';

test.each<[string, string, object]>([
  ['a prompt', '/prompts', { content: [{ type: 'text', text: slow }] }],
  ['a retry', ':retry', {}],
])('%s: a client that asks right after its answer sees the session at work', async (_what, call, body) => {
  const first = await trial.talk();
  await first.submit(slow);
  await first.until('turn.step.started');
  await first.call('POST', ':abort');
  await first.until('turn.ended');
  // a session that was just loaded takes longest to begin its turn
  await trial.restart();
  const talk = await trial.join(first.id);
  const from = talk.frames.length;
  const path = `/api/v1/sessions/${talk.id}`;
  expect((await trial.call('POST', `${path}${call}`, body)).code).toBe(0);
  expect((await trial.call('GET', path)).data).toMatchObject({ busy: true, main_turn_active: true });
  expect((await trial.call('GET', `${path}/status`)).data).toMatchObject({ busy: true });
  expect((await trial.call('GET', '/api/v1/sessions?busy=true')).data['items']).toHaveLength(1);
  expect((await trial.call('POST', `${path}:fork`, {})).code).toBe(40901);
  await talk.until('turn.ended', from);
  expect((await trial.call('GET', path)).data).toMatchObject({ busy: false, main_turn_active: false });
});

test('a server that died before the turn began leaves nothing busy', async () => {
  const talk = await trial.talk();
  await talk.run('say hi');
  await trial.restart();
  const db = new Database(join(trial.home, 'agent.db'));
  db.prepare(`UPDATE sessions SET busy = 1, main_turn_active = 1, owner = 'a dead server' WHERE id = ?`).run(talk.id);
  db.close();
  const again = await trial.join(talk.id);
  const idle = { busy: false, main_turn_active: false, last_turn_reason: 'completed' };
  expect((await again.call('GET', '')).data).toMatchObject(idle);
  const told = again.frames.filter(({ type }) => type === 'event.session.work_changed').at(-1);
  if (told) expect(told.payload).toMatchObject(idle);
  await again.run('say on');
  expect((await again.call('GET', '')).data).toMatchObject(idle);
});

test('the prompts of a server that died: none runs, the others wait for the user', async () => {
  const talk = await trial.talk();
  await talk.run('say hi', { prompt_id: 'ran' });
  await talk.run('say on', { prompt_id: 'waited' });
  await trial.restart();
  const db = new Database(join(trial.home, 'agent.db'));
  db.prepare(`UPDATE sessions SET owner = 'a dead server' WHERE id = ?`).run(talk.id);
  db.exec(`UPDATE prompts SET status = CASE prompt_id WHEN 'ran' THEN 'running' ELSE 'queued' END`);
  db.close();
  const path = `/api/v1/sessions/${talk.id}`;
  const expected = { active: null, queued: [{ prompt_id: 'waited', status: 'queued' }], paused: true };
  expect((await trial.call('GET', `${path}/prompts`)).data).toMatchObject(expected);
  expect((await trial.call('POST', `${path}:load`)).code).toBe(0);
  expect((await trial.call('GET', `${path}/prompts`)).data).toMatchObject(expected);
});
