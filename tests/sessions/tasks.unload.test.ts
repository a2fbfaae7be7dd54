/** Running tasks keep a session in memory; waiting questions do not (engine.md 18). */
import { afterEach, expect, jest, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { alive } from '../helpers/processes.js';
import { startTrial, type Talk, type Trial } from '../helpers/turns.js';
import { started } from './tasks.fixture.js';
import { programGlobal } from '../helpers/programglobal.js';

jest.setTimeout(60_000);
let trial: Trial;
let ahead = 0;
/** runs the check of all sessions, which a timer runs once a minute */
let sweep: () => void;
afterEach(() => trial.close());

async function talk(): Promise<Talk> {
  ahead = 0;
  const timers = jest.spyOn(programGlobal, 'setInterval');
  trial = await startTrial({ now: () => Date.now() + ahead });
  const looks = timers.mock.calls.filter(([, ms]) => ms === 60_000).map(([look]) => look);
  timers.mockRestore();
  sweep = () => {
    for (const look of looks) look();
  };
  return trial.talk({ agent_config: { permission_mode: 'yolo' } });
}

/** Returns whether the server still owns the session after half an hour without a client. */
async function owned(session: Talk): Promise<boolean> {
  session.close();
  await wait(100);
  ahead += 30 * 60_000;
  sweep();
  const db = new Database(join(trial.home, 'agent.db'), { readonly: true });
  const row = db.prepare<[string], { owner: string | null }>('SELECT owner FROM sessions WHERE id = ?').get(session.id);
  db.close();
  return row?.owner !== null;
}

test('nothing runs', async () => {
  const session = await talk();
  await session.run('say hi');
  expect(await owned(session)).toBe(false);
});

test('a command in the background', async () => {
  const session = await talk();
  await session.run('run in background sleep 61');
  const { pid, taskId } = await started(session);
  expect(await owned(session)).toBe(true);
  expect(alive(pid)).toBe(true);
  await session.call('POST', `/tasks/${taskId}:cancel`);
});

test('a command that the user typed', async () => {
  const session = await talk();
  await session.call('POST', '/shell', { command: 'sleep 61' });
  expect(await owned(session)).toBe(true);
});

test('a question behind the turn', async () => {
  const session = await talk();
  const questions = [{ question: 'Which?', options: [{ label: 'a' }, { label: 'b' }] }];
  await session.run(`call AskUserQuestion ${JSON.stringify({ questions, background: true })}`);
  const asked = await session.until('event.question.requested');
  expect(await owned(session)).toBe(false);
  const again = await trial.join(session.id);
  const answers = { q_0: { kind: 'single', option_id: 'opt_0_0' } };
  const answer = await again.call('POST', `/questions/${String(asked.payload['question_id'])}`, { answers });
  expect(answer.code).toBe(0);
  await again.until('task.terminated');
  await again.until('turn.started task');
});
