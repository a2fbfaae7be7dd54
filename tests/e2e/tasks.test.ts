/** Background work of a daemon that is killed or stopped, and how the next daemon continues (engine.md 17.3, 19). */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { alive, ends, processesOf } from '../helpers/processes.js';
import type { DaemonProcess } from '../helpers/daemonprocess.js';
import { eventually, request, type Follower } from '../helpers/turns.js';
import { ended, notices, started } from '../sessions/tasks.fixture.js';
import {
  reconnect,
  begin,
  brokenTurnEnd,
  call,
  cwd,
  daemon,
  expectHistory,
  home,
  start,
  submit,
  useDaemonProcess,
} from './revival.js';

jest.setTimeout(60_000);
const pids: number[] = [];
// registered before `useDaemonProcess`, whose hook expects that no process is left
afterEach(() => {
  for (const pid of pids.splice(0)) if (alive(pid)) process.kill(-pid, 'SIGKILL');
});
useDaemonProcess();

/** Starts a background command in a new session, and waits for the end of its turn. */
async function running(
  command: string,
  more = '',
): Promise<{ id: string; seen: Follower; taskId: string; pid: number }> {
  const { id, seen } = await begin(`run in background ${command}${more}`, 'yolo');
  const { taskId, pid } = await started(seen);
  pids.push(pid);
  await seen.until('prompt.completed');
  return { id, seen, taskId, pid };
}
const logOf = (id: string, taskId: string): string => join(home, 'sessions', id, 'tasks', `${taskId}.log`);
const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

describe('a daemon that is killed', () => {
  test('takes its commands along; they are lost, and that is reported with the next prompt', async () => {
    const { id, seen, taskId, pid } = await running('echo on; sleep 61');
    await seen.until((frame) => frame.type === 'task.output' || frame.type === 'tool.progress');
    await daemon?.kill();
    await eventually(() => !alive(pid), 'the command ends with its daemon');
    await eventually(() => processesOf(home).length === 0, 'nothing is left');
    await start();
    const cold = await call<{ items: Record<string, unknown>[] }>('GET', `/${id}/tasks`);
    expect(cold.data.items).toMatchObject([{ id: taskId, status: 'failed', engine_status: 'lost' }]);
    const again = await reconnect(id, seen);
    expect(again.lines()).toEqual(['task.terminated', 'event.session.work_changed idle none completed']);
    expect(await ended(again, taskId)).toMatchObject({ status: 'lost', exitCode: null });
    await wait(200);
    expect(again.lines()).not.toContain('turn.started task');
    await submit(id, 'say hi');
    await again.until('prompt.completed completed');
    expect(notices(again)).toEqual([expect.stringContaining('was lost')]);
    await daemon?.kill();
    await start();
    const third = await reconnect(id, again);
    await submit(id, 'say on');
    await third.until('prompt.completed completed');
    expect(notices(third)).toEqual([]);
    await expectHistory(id, seen, again, third);
  });

  test('in the middle of a turn: the task is over before the turn is', async () => {
    const { id, seen } = await begin('run in background sleep 61\nrun sleep 62', 'yolo');
    await seen.until(
      (frame) => frame.type === 'tool.call.started' && JSON.stringify(frame.payload).includes('sleep 62'),
    );
    await daemon?.kill();
    await start();
    const again = await reconnect(id, seen);
    expect(again.lines()).toEqual(['tool.result error synthetic', 'task.terminated', ...brokenTurnEnd]);
  });

  test('between the end of a command and its notification: it is reported once', async () => {
    const { id, seen } = await begin('run in background echo over\nrun sleep 61', 'yolo');
    const { taskId } = await started(seen);
    await ended(seen, taskId);
    await daemon?.kill();
    await start();
    const again = await reconnect(id, seen);
    expect(again.lines()).toEqual(['tool.result error synthetic', ...brokenTurnEnd]);
    await submit(id, 'say hi');
    await again.until('prompt.completed completed');
    expect(notices(again)).toEqual([expect.stringContaining('[output]\nover')]);
  });

  test('a command of the user is recorded as killed', async () => {
    const { id, seen } = await begin('say hi', 'yolo');
    await seen.until('prompt.completed');
    const { data } = await call<{ command_id: string }>('POST', `/${id}/shell`, { command: 'sleep 61' });
    await daemon?.kill();
    await eventually(() => processesOf(home).length === 0, 'nothing is left');
    await start();
    const again = await reconnect(id, seen);
    const texts = again.frames.map(({ payload }) => JSON.stringify(payload['message'] ?? ''));
    expect(texts.at(-1)).toContain('<bash-stderr>The program ended while it ran.</bash-stderr>');
    expect(await call('POST', `/${id}/shell/${data.command_id}:cancel`)).toMatchObject({
      code: 40904,
      details: { current_status: 'cancelled' },
    });
  });
});

describe('commands that may outlive their daemon', () => {
  beforeEach(async () => {
    writeFileSync(join(home, 'config.toml'), '[background]\nkeep_alive_on_exit = true\n');
    await eventually(async () => {
      const answer = await request<{ background: object }>(daemon as DaemonProcess, 'GET', '/api/v1/config');
      return JSON.stringify(answer.data.background).includes('"keepAliveOnExit":true');
    }, 'the configuration is read');
  });
  /** Prints a number every 50 ms. */
  const counting = 'i=0; while :; do i=$((i+1)); echo $i; sleep 0.05; done';

  test.each<[string, () => Promise<unknown>]>([
    ['killed', async () => daemon?.kill()],
    ['stopped', async () => daemon?.stop()],
  ])('continue when it is %s, and are found again', async (_, end) => {
    const { id, seen, taskId, pid } = await running(counting);
    const log = logOf(id, taskId);
    await eventually(() => textOf(log).split('\n').length > 5, 'it writes');
    await end();
    const size = statSync(log).size;
    await eventually(() => statSync(log).size > size, 'it writes on alone');
    expect(alive(pid)).toBe(true);
    await start();
    const cold = await call<{ items: Record<string, unknown>[] }>('GET', `/${id}/tasks`);
    expect(cold.data.items).toMatchObject([{ id: taskId, status: 'running' }]);
    const again = await reconnect(id, seen);
    expect(again.lines()).toEqual([]);
    await call('POST', `/${id}:load`, {});
    const output = await again.until((frame) => frame.type === 'task.output');
    const whole = textOf(log);
    expect(whole.slice(output.offset)).toMatch(new RegExp(`^${String(output.payload['text']).trimEnd()}\n`));
    expect(await call('POST', `/${id}/tasks/${taskId}:cancel`)).toMatchObject({ code: 0 });
    expect(await ends(pid)).toBe(true);
    expect(await ended(again, taskId)).toMatchObject({ status: 'killed', pid });
    await eventually(() => processesOf(home).length === 1, 'nothing but the daemon is left');
    const lines = textOf(log).trimEnd().split('\n');
    expect(lines).toEqual(Array.from({ length: lines.length }, (__, at) => String(at + 1)));
  });

  test('end by themselves: the successor knows how, seen or not', async () => {
    const { id, seen, taskId } = await running(`sleep 1; echo over; exit 7`);
    await daemon?.kill();
    await start();
    const again = await reconnect(id, seen);
    expect(await ended(again, taskId)).toMatchObject({ status: 'failed', exitCode: 7 });
    expect(again.lines()).not.toContain('turn.started task');
    await submit(id, 'run in background sleep 0.3; exit 3');
    const next = await started(again);
    pids.push(next.pid);
    await again.until('prompt.completed');
    expect(notices(again)[0]).toContain('over');
    await daemon?.kill();
    await wait(600);
    await start();
    const third = await reconnect(id, again);
    expect(await ended(third, next.taskId)).toMatchObject({ status: 'failed', exitCode: 3 });
    await eventually(() => !existsSync(logOf(id, next.taskId).replace('.log', '.exit')), 'its note is gone');
  });

  test('are lost when they were killed meanwhile', async () => {
    const { id, seen, taskId, pid } = await running('sleep 61');
    await daemon?.stop();
    expect(alive(pid)).toBe(true);
    process.kill(-pid, 'SIGKILL');
    await start();
    await call('POST', `/${id}:load`, {});
    const again = await reconnect(id, seen);
    expect(await ended(again, taskId)).toMatchObject({ status: 'lost' });
  });

  test('are stopped at their limit, which counts on', async () => {
    const given = { command: 'sleep 61', run_in_background: true, description: 'it', timeout: 2 };
    const { id, seen } = await begin(`call Bash ${JSON.stringify(given)}`, 'yolo');
    const { taskId, pid } = await started(seen);
    pids.push(pid);
    await seen.until('prompt.completed');
    await daemon?.kill();
    await start();
    await call('POST', `/${id}:load`, {});
    const again = await reconnect(id, seen);
    expect(await ended(again, taskId)).toMatchObject({ status: 'timed_out' });
    expect(await ends(pid)).toBe(true);
  });

  test('write no more than a task may, also alone', async () => {
    const { id, taskId, pid } = await running('sleep 0.5; yes 0123456789abcdef');
    await daemon?.kill();
    await eventually(() => !alive(pid), 'it ends at the limit', 20_000);
    const { size } = statSync(logOf(id, taskId));
    expect(size).toBeGreaterThan(64 * 1024 * 1024);
    expect(size).toBeLessThan(65 * 1024 * 1024);
    await start();
  });

  test('a command in the foreground is none of them', async () => {
    const { seen } = await begin('run echo here; sleep 61', 'yolo');
    await seen.until((frame) => frame.type === 'tool.progress');
    await daemon?.kill();
    await eventually(() => processesOf(home).length === 0, 'it ends with its daemon');
    await start();
  });

  test('what runs in the foreground leaves nothing behind', async () => {
    const { id, seen } = await begin('run echo out; echo err >&2; exit 3', 'yolo');
    await seen.until('prompt.completed');
    const result = seen.frames.find(({ type }) => type === 'tool.result')?.payload;
    expect(result).toMatchObject({ output: 'out\nerr\nfailed with exit code 3', isError: true });
    expect(existsSync(join(home, 'sessions', id, 'tasks'))).toBe(true);
    expect(processesOf(home)).toHaveLength(1);
    expect(cwd).not.toBe('');
  });
});
