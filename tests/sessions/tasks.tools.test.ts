/** Background commands and the tools for them: waiting, lists, output, stopping, limits (engine.md 4.9, 4.17). */
import { describe, expect, jest, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { alive, ends } from '../helpers/processes.js';
import { trial, useTrial } from '../helpers/trial.js';
import { eventually } from '../helpers/turns.js';
import { talk, withConfig, ended, fields, notices, results, started } from './tasks.fixture.js';

jest.setTimeout(60_000);
useTrial();

describe('nothing begins', () => {
  test('beyond the limit; the running ones are named', async () => {
    const session = await withConfig('[background]\nmax_running_tasks = 1\n');
    await session.run('run in background sleep 61');
    const { taskId } = await started(session);
    await session.run('run in background sleep 62');
    expect(results(session, 'Bash').at(-1)).toContain(
      `1 background tasks run already, and background.max_running_tasks is 1. Stop one or wait for one:\n- ${taskId}: sleep 61`,
    );
    await session.run(
      'call AskUserQuestion {"questions":[{"question":"Q?","options":[{"label":"a"},{"label":"b"}]}],"background":true}',
    );
    expect(session.lines().filter((line) => line === 'task.started')).toHaveLength(1);
  });

  test.each(['TaskList', 'TaskOutput', 'TaskStop'])('without %s', async (name) => {
    const session = await talk();
    await session.run('run in background true', { disabled_tools: [name] });
    expect(results(session, 'Bash')[0]).toContain(`these tools are not active: ${name}`);
    expect(session.lines()).not.toContain('task.started');
  });
});

describe('WaitFor', () => {
  test('gives the end of a task, which is not reported again', async () => {
    const session = await talk();
    await session.run('run in background sleep 0.3; echo done\nwait 20\nsay bye');
    const { taskId } = await started(session);
    const [text = ''] = results(session, 'WaitFor');
    expect(text).toMatch(/^wait_status: completed\n\n/);
    expect(fields(text)).toMatchObject({
      task_id: taskId,
      kind: 'command',
      status: 'completed',
      exit_code: '0',
      output_size_bytes: '5',
    });
    expect(text).toContain('[output]\ndone');
    expect(await ended(session, taskId)).toMatchObject({ terminalNotificationSuppressed: true });
    await wait(200);
    await session.run('say more');
    expect(notices(session)).toEqual([]);
    expect(session.lines()).not.toContain('task.notified');
    await trial.restart();
    const again = await trial.join(session.id);
    await again.run('say on');
    expect(notices(again)).toEqual([]);
  });

  test('gives at once what ended before and was not reported yet', async () => {
    const session = await talk();
    await session.run('run in background true\n+ run sleep 0.5\n+ wait 600\nsay bye');
    expect(results(session, 'WaitFor')[0]).toMatch(/^wait_status: completed/);
    expect(session.lines()).not.toContain('task.notified');
  });

  test.each<[string, string, RegExp]>([
    ['no task', 'wait 5', /^wait_status: no_tasks$/],
    ['an unknown one', 'wait 5 bash-nonenone', /There is no task "bash-nonenone"/],
    ['its time', 'run in background sleep 61\nwait 1', /^wait_status: timed_out$/],
  ])('%s', async (_, text, output) => {
    const session = await talk();
    await session.run(text);
    expect(results(session, 'WaitFor')[0]).toMatch(output);
  });

  test('waits for one of several, by its id', async () => {
    const session = await talk();
    await session.run('run in background sleep 0.2');
    const { taskId: quick } = await started(session);
    await session.run('run in background sleep 0.8; exit 4');
    const { taskId: slow } = await started(
      session,
      session.frames.findIndex(({ type }) => type === 'task.started') + 1,
    );
    await session.run(`wait 20 ${slow}`);
    const [text = ''] = results(session, 'WaitFor');
    expect(fields(text)).toMatchObject({ task_id: slow, status: 'failed', exit_code: '4' });
    expect(text).not.toContain(quick);
    expect(notices(session).join()).toContain(quick);
    expect(notices(session).join()).not.toContain(slow);
    await session.run(`wait 20 ${quick}`);
    expect(results(session, 'WaitFor').at(-1)).toMatch(/^wait_status: completed/);
  });

  test('a steer ends the wait', async () => {
    const session = await talk();
    await session.submit('run in background sleep 61\nwait 600');
    await session.until((frame) => frame.type === 'tool.call.started' && frame.payload['name'] === 'WaitFor');
    const queued = await session.submit('say steered');
    await session.call('POST', `/prompts/${queued.data.prompt_id}:steer`);
    await session.until('turn.ended completed');
    expect(results(session, 'WaitFor')[0]).toContain('wait_status: timed_out\n\n<system>The user sent a message');
  });

  test('an abort ends the wait; the task continues and is reported', async () => {
    const session = await talk();
    await session.submit('run in background sleep 1; echo over\nwait 600');
    await session.until((frame) => frame.type === 'tool.call.started' && frame.payload['name'] === 'WaitFor');
    await session.call('POST', ':abort');
    await session.until('turn.ended cancelled');
    expect(results(session, 'WaitFor')[0]).toContain('Interrupted by the user');
    await session.until('turn.started task');
  });
});

describe('TaskList, TaskOutput and TaskStop', () => {
  test('show and stop; the whole group is dead, and the end is not reported', async () => {
    const session = await talk();
    await session.run(
      'run in background echo $$ > pid; sleep 61 & echo $! > child; printf "\\\\033[1mhi\\\\033[0m\\\\n"; wait',
    );
    const { taskId, pid } = await started(session);
    await eventually(() => existsSync(join(trial.cwd, 'child')), 'the command runs');
    await session.until(({ type }) => type === 'task.output');
    await session.run(`tasks\noutput ${taskId}`);
    expect(fields(results(session, 'TaskList')[0] ?? '')).toMatchObject({
      task_id: taskId,
      kind: 'command',
      status: 'running',
      started_at: expect.stringMatching(/^\d{4}-/),
      duration: expect.stringMatching(/ s$/),
    });
    const shown = results(session, 'TaskOutput')[0] ?? '';
    expect(shown).toMatch(/\n\n\[output\]\nhi$/);
    expect(fields(shown)).toMatchObject({
      task_id: taskId,
      kind: 'command',
      status: 'running',
      started_at: expect.any(String),
      output_path: expect.stringContaining(taskId),
      output_size_bytes: '11',
    });
    const display = session.frames.find(
      ({ type, payload }) => type === 'tool.call.started' && payload['name'] === 'TaskOutput',
    )?.payload['display'];
    expect(display).toMatchObject({ kind: 'task', task_id: taskId, status: 'running', task_kind: 'command' });
    const child = Number(readFileSync(join(trial.cwd, 'child'), 'utf8'));
    expect([alive(pid), alive(child)]).toEqual([true, true]);
    await session.run(`stop ${taskId}`);
    expect(await Promise.all([ends(pid), ends(child)])).toEqual([true, true]);
    expect(fields(results(session, 'TaskStop')[0] ?? '')).toMatchObject({
      task_id: taskId,
      status: 'killed',
      stop_reason: 'Stopped by TaskStop',
      ended_at: expect.any(String),
    });
    expect(await ended(session, taskId)).toMatchObject({
      status: 'killed',
      stopReason: 'Stopped by TaskStop',
      terminalNotificationSuppressed: true,
    });
    await session.run(`stop ${taskId}\ntasks\ncall TaskList {"active_only":false}`);
    expect(fields(results(session, 'TaskStop')[1] ?? '')).toMatchObject({ status: 'killed' });
    expect(results(session, 'TaskList').slice(1)).toEqual([
      'No background task runs.',
      expect.stringContaining('status: killed'),
    ]);
    expect(notices(session)).toEqual([]);
  });

  test.each(['output bash-nonenone', 'stop bash-nonenone'])('%s', async (line) => {
    const session = await talk();
    await session.run(line);
    await session.until('tool.result error');
    expect(JSON.stringify(session.frames.find(({ type }) => type === 'tool.result'))).toContain('There is no task');
  });

  test('a stubborn command is killed after the grace period', async () => {
    const session = await withConfig('[background]\nkill_grace_period_ms = 300\n');
    await session.run("run in background trap '' TERM; while :; do sleep 0.05; done");
    const { taskId, pid } = await started(session);
    await session.run(`call TaskStop ${JSON.stringify({ task_id: taskId, reason: 'not needed' })}`);
    expect(await ended(session, taskId)).toMatchObject({ status: 'killed', stopReason: 'not needed' });
    expect(await ends(pid)).toBe(true);
  });

  test('the end of long output, with the number of bytes', async () => {
    const session = await talk();
    await session.run('run in background seq 1 20000');
    const { taskId } = await started(session);
    await ended(session, taskId);
    await session.run(`output ${taskId}`);
    const text = results(session, 'TaskOutput')[0] ?? '';
    expect(fields(text)).toMatchObject({ exit_code: '0', output_size_bytes: '108894' });
    expect(text.slice(text.indexOf('[output]')).length).toBeLessThanOrEqual(32 * 1024 + 30);
    expect(text).toMatch(/19999\n20000$/);
  });

  test('TaskStop asks in manual mode, the others do not', async () => {
    const session = await trial.talk();
    await session.submit('tasks\ncall TaskStop {"task_id":"bash-nonenone"}');
    await session.until('turn.ended');
    await session.call('POST', '/profile', { agent_config: { permission_mode: 'yolo' } });
    await session.run('run in background sleep 61');
    const { taskId } = await started(session);
    await session.call('POST', '/profile', { agent_config: { permission_mode: 'manual' } });
    const from = session.frames.length;
    await session.submit(`tasks\noutput ${taskId}\nstop ${taskId}`);
    const asked = await session.decide({ decision: 'approved' }, from);
    expect(asked.payload).toMatchObject({
      tool_name: 'TaskStop',
      tool_input_display: { kind: 'task_stop', task_id: taskId, task_description: 'sleep 61' },
    });
    await ended(session, taskId);
  });
});
