/** Background commands and the end of their session, settings, the log, and who sees them (engine.md 17.3). */
import { describe, expect, jest, test } from '@jest/globals';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { alive } from '../helpers/processes.js';
import { trial, useTrial } from '../helpers/trial.js';
import { eventually, type Talk } from '../helpers/turns.js';
import { talk, configure, withConfig, ended, infoOf, notices, results, started } from './tasks.fixture.js';

jest.setTimeout(60_000);
useTrial();

describe('tasks end with their session', () => {
  test.each<[string, (session: Talk) => Promise<unknown>]>([
    ['is archived', (session) => session.call('POST', ':archive')],
    ['is deleted', (session) => session.call('DELETE', '')],
    ['loses its server', () => trial.daemon.close()],
  ])('that %s', async (what, put) => {
    const session = await talk();
    await session.run('run in background sleep 61\nrun in background sleep 62');
    const pids = session.frames.filter(({ type }) => type === 'task.started').map((frame) => infoOf(frame).pid);
    expect(pids.map(alive)).toEqual([true, true]);
    await put(session);
    expect(pids.map(alive)).toEqual([false, false]);
    if (what === 'is deleted') return;
    if (what === 'loses its server') await trial.restart();
    else await session.call('POST', ':restore');
    const { data } = await session.call<{ items: Record<string, unknown>[] }>('GET', '/tasks');
    expect(data.items.map(({ status, engine_status }) => [status, engine_status])).toEqual([
      ['cancelled', 'killed'],
      ['cancelled', 'killed'],
    ]);
    const again = await trial.join(session.id);
    await again.run('say hi');
    expect(notices(again)).toEqual([]);
  });

  test('but one that ended before without being reported is reported with the next prompt, once', async () => {
    const session = await withConfig('[background]\nprint_background_mode = "exit"\n');
    await session.run('run in background echo gone', { unattended: true });
    const { taskId } = await started(session);
    await ended(session, taskId);
    await trial.restart();
    const again = await trial.join(session.id);
    await again.call('POST', ':load', {});
    await wait(300);
    expect(again.lines()).not.toContain('turn.started task');
    await again.run('say hi');
    expect(notices(again)).toEqual([expect.stringContaining('[output]\ngone')]);
    await again.run('say more');
    await trial.restart();
    const third = await trial.join(session.id);
    await third.run('say on');
    expect(notices(third)).toEqual([]);
  });
});

test('settings that change count for what begins later', async () => {
  const session = await talk();
  configure('[background]\nmax_running_tasks = 1\n');
  await eventually(async () => {
    const { data } = await trial.call<{ background: { maxRunningTasks?: number } }>('GET', '/api/v1/config');
    return data.background.maxRunningTasks === 1;
  }, 'the file is read');
  await session.run('run in background sleep 61\nrun in background sleep 62');
  expect(session.lines().filter((line) => line === 'task.started')).toHaveLength(1);
});

test('the log says what only the engine needs to know', async () => {
  const session = await talk();
  await session.call('POST', '/shell', { command: 'echo typed' });
  await eventually(async () => (await session.messages()).length === 2, 'the command is over');
  await session.run('run in background true');
  const { taskId } = await started(session);
  await session.until('turn.started task');
  await session.until(
    'turn.ended',
    session.frames.findIndex(({ type }) => type === 'task.terminated'),
  );
  const db = new Database(join(trial.home, 'agent.db'), { readonly: true });
  const rows = db
    .prepare<[], { type: string; visibility: number; payload: string }>('SELECT type, visibility, payload FROM events')
    .all();
  db.close();
  const payloads = (type: string) =>
    rows
      .filter((row) => row.type === type)
      .map(({ visibility, payload }) => [visibility, JSON.parse(payload) as object]);
  expect(payloads('task.facts')).toEqual([[0, expect.objectContaining({ taskId, toolCallId: expect.any(String) })]]);
  expect(payloads('task.told')).toEqual([[0, expect.objectContaining({ taskIds: [taskId] })]]);
  expect(payloads('shell.run')).toEqual([
    [0, expect.objectContaining({ command: 'echo typed', status: 'running', endedAt: null })],
    [0, expect.objectContaining({ command: 'echo typed', status: 'completed', exitCode: 0, output: 'typed' })],
  ]);
});

test('a subagent sees only its own tasks, and the main agent all', async () => {
  const session = await talk();
  await session.run('run in background sleep 61\nagent coder: run in background sleep 62\\ntasks');
  const tasks = session.frames.filter(({ type }) => type === 'task.started');
  expect(tasks.map(({ payload }) => payload['agentId'])).toEqual(['main', 'agent_1']);
  const [main, child] = tasks.map((frame) => infoOf(frame).taskId);
  await session.run(`tasks\noutput ${child ?? ''}\nagent coder: tasks\\noutput ${main ?? ''}\\nstop ${main ?? ''}`);
  const ids = results(session, 'TaskList').map((text) =>
    [...text.matchAll(/^task_id: (.*)$/gm)].map((match) => match[1]),
  );
  // the lists of the first child, of main, and of the second child
  expect(ids).toEqual([[child], [child, main], []]);
  expect(results(session, 'TaskOutput')).toEqual([
    expect.stringContaining(`task_id: ${child ?? ''}`),
    expect.stringContaining('There is no task'),
  ]);
  expect(results(session, 'TaskStop')).toEqual([expect.stringContaining('There is no task')]);
  // stopping another agent's task needs an approval, although nothing else does here
  const from = session.frames.length;
  await session.submit(`stop ${main ?? ''}\nstop ${child ?? ''}`);
  const asked = await session.decide({ decision: 'approved' }, from);
  expect(asked.payload).toMatchObject({ tool_name: 'TaskStop', tool_input_display: { task_id: child } });
  await ended(session, child ?? '');
  await session.until('turn.ended', from);
});
