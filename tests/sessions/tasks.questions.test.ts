/** Questions in the background, for which no call waits (engine.md 4.15, ws.md 8.4). */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { trial, useTrial } from '../helpers/trial.js';
import { eventually, type Follower, type Talk } from '../helpers/turns.js';
import { ended, fields, notices, results, started } from './tasks.fixture.js';

jest.setTimeout(60_000);
let ahead: number;
beforeEach(() => {
  ahead = 0;
});
useTrial({ now: () => Date.now() + ahead });

const ask =
  'call AskUserQuestion {"questions":[{"question":"Which?","options":[{"label":"Red"},{"label":"Blue"}]}],"background":true}';
/** Creates a session whose question waits while no turn is open. */
async function asked(): Promise<{ session: Talk; questionId: string; taskId: string }> {
  const session = await trial.talk();
  await session.run(`${ask}\nsay on`);
  const request = await session.until('event.question.requested');
  return { session, questionId: String(request.payload['question_id']), taskId: (await started(session)).taskId };
}
const answer = (session: Talk, questionId: string) =>
  session.call('POST', `/questions/${questionId}`, { answers: { q_0: { kind: 'single', option_id: 'opt_0_1' } } });
const endReported = (follower: Follower) => eventually(() => notices(follower).length > 0, 'the end is reported');

test('the turn continues; the answer comes as a notification', async () => {
  const { session, questionId, taskId } = await asked();
  const lines = session.lines();
  const at = lines.indexOf('tool.call.started AskUserQuestion');
  expect(lines.slice(at, at + 5)).toEqual([
    'tool.call.started AskUserQuestion',
    'task.started',
    'event.question.requested',
    'event.session.work_changed busy question',
    'tool.result ok',
  ]);
  expect(fields(results(session, 'AskUserQuestion')[0] ?? '')).toMatchObject({ task_id: taskId, status: 'running' });
  const info = await started(session);
  expect(info).toMatchObject({ kind: 'question', description: 'Which?', questionCount: 1, status: 'running' });
  expect(taskId).toMatch(/^question-[0-9a-z]{8}$/);
  expect(lines.slice(-3)).toEqual([
    'turn.ended completed',
    'event.session.work_changed busy question completed',
    'prompt.completed completed',
  ]);
  const { data } = await session.call<{ items: unknown[] }>('GET', '/questions?status=pending');
  expect(data.items).toMatchObject([{ question_id: questionId, background: true }]);
  const from = lines.length;
  await answer(session, questionId);
  await endReported(session);
  expect(session.lines().slice(from, from + 5)).toEqual([
    'event.question.answered',
    'event.session.work_changed busy none completed',
    'task.terminated',
    'event.session.work_changed idle none completed',
    'turn.started task',
  ]);
  expect(await ended(session, taskId)).toMatchObject({ kind: 'question', status: 'completed' });
  expect(notices(session)[0]).toContain('[output]\n{"answers":{"Which?":"Blue"}}');
});

test('an abort of the turn leaves it open', async () => {
  const session = await trial.talk();
  await session.submit(`${ask}\nslow 100 a b c d e f g h`);
  await session.until((frame) => frame.type === 'assistant.delta');
  await session.call('POST', ':abort');
  await session.until('turn.ended cancelled');
  expect((await session.call<{ items: unknown[] }>('GET', '/questions?status=pending')).data.items).toHaveLength(1);
});

test('dismissed: the model is notified and decides itself', async () => {
  const { session, questionId, taskId } = await asked();
  await session.call('POST', `/questions/${questionId}:dismiss`);
  await endReported(session);
  expect(await ended(session, taskId)).toMatchObject({ status: 'completed' });
  expect(notices(session)[0]).toContain('dismissed');
});

test('no user answers within a day', async () => {
  const { session, questionId, taskId } = await asked();
  ahead = 24 * 60 * 60_000 + 1;
  expect((await answer(session, questionId)).code).toBe(41002);
  expect(await ended(session, taskId)).toMatchObject({ status: 'timed_out' });
  await endReported(session);
});

test('TaskStop closes the question', async () => {
  const { session, questionId, taskId } = await asked();
  await session.submit(`stop ${taskId}`);
  await session.decide({ decision: 'approved' });
  expect(await ended(session, taskId)).toMatchObject({ status: 'killed', stopReason: 'Stopped by TaskStop' });
  await session.until('event.question.dismissed abort');
  expect((await answer(session, questionId)).code).toBe(40902);
  expect(notices(session)).toEqual([]);
});

test('so does the archive', async () => {
  const { session } = await asked();
  expect((await session.call('POST', ':archive')).code).toBe(0);
  await session.until('event.question.dismissed abort');
  const { data } = await session.call<{ items: unknown[] }>('GET', '/tasks');
  expect(data.items).toMatchObject([{ kind: 'tool', status: 'cancelled', description: 'Which?' }]);
});

describe('over a restart', () => {
  test('it waits on; the answer opens a turn', async () => {
    const { session, questionId, taskId } = await asked();
    await trial.restart();
    const again = await trial.join(session.id);
    expect((await again.call<{ items: unknown[] }>('GET', '/tasks')).data.items).toMatchObject([
      { id: taskId, status: 'running' },
    ]);
    expect(await answer(again, questionId)).toMatchObject({ code: 0 });
    await endReported(again);
    expect(await ended(again, taskId)).toMatchObject({ status: 'completed' });
    await again.until('turn.started task');
    expect(notices(again)[0]).toContain('"Which?":"Blue"');
  });

  test('a prompt continues beside it', async () => {
    const { session, questionId } = await asked();
    await trial.restart();
    const again = await trial.join(session.id);
    await again.run('say hi');
    expect((await again.call<{ items: unknown[] }>('GET', '/questions?status=pending')).data.items).toHaveLength(1);
    await answer(again, questionId);
    await endReported(again);
  });
});

test('no user can answer in auto mode', async () => {
  const session = await trial.talk({ agent_config: { permission_mode: 'auto' } });
  await session.run(ask);
  await wait(50);
  expect(session.lines()).not.toContain('task.started');
  expect(results(session, 'AskUserQuestion')[0]).toContain('auto mode');
});
