/** Subagents that their caller waits for, as tasks over REST (rest.md 15). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Task } from '../../schemas/generated/types.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon();
});
afterAll(() => daemon.close());

const session = (mode = 'yolo'): Promise<string> =>
  daemon.createSession({ agent_config: { permission_mode: mode } }).then(({ id }) => id);
const list = async (id: string, status?: Task['status']): Promise<Task[]> =>
  (await daemon.ok('listTasks', { ...daemon.session(id), ...(status === undefined ? {} : { query: { status } }) }))
    .items;
const at = (session_id: string, task_id: string) => ({ params: { session_id, task_id } });

describe('an agent that its caller waits for', () => {
  const shown = async (id: string) =>
    (await daemon.ok('getTranscript', { ...daemon.session(id), query: { agent_id: 'main' } })).tasks;
  const running = (id: string): Promise<Task> =>
    until('the agent', async () => (await list(id, 'running')).find(({ kind }) => kind === 'subagent'));

  test('is a task under the id that the transcript shows, also from storage and in a copy', async () => {
    const id = await session();
    await daemon.run(id, 'agent explore: say found\nrun in background true');
    await daemon.waitForEnd(id);
    const [foreground] = (await shown(id)).filter(({ kind }) => kind === 'subagent');
    const task = await daemon.ok('getTask', at(id, foreground?.taskId ?? ''));
    expect(task).toEqual({
      run_in_background: false,
      id: foreground?.taskId,
      session_id: id,
      kind: 'subagent',
      description: expect.any(String),
      status: 'completed',
      engine_status: 'completed',
      created_at: foreground?.startedAt,
      started_at: foreground?.startedAt,
      completed_at: foreground?.endedAt,
      model: 'offline/echo',
      agent_id: 'agent_1',
      subagent_type: 'explore',
      parent_tool_call_id: expect.stringMatching(/^call_/),
    });
    const all = await list(id);
    expect(all.map(({ kind }) => kind)).toEqual(['bash', 'subagent']);
    expect(all[1]).toEqual(task);
    expect(await list(id, 'completed')).toContainEqual(task);
    expect(await daemon.fails('cancelTask', 'TASK_ALREADY_FINISHED', at(id, task.id))).toMatchObject({
      details: { current_status: 'completed' },
    });
    const { id: copy } = await daemon.ok('forkSession', { ...daemon.session(id), body: {} });
    expect((await list(copy)).map((each) => each.id)).toEqual((await shown(copy)).map(({ taskId }) => taskId));
    await daemon.restart();
    expect(await list(id)).toEqual(all);
  });

  test('is stopped like any other; its caller continues', async () => {
    const id = await session();
    await daemon.prompt(id, 'agent: run sleep 61\nsay went on');
    const task = await running(id);
    expect(await daemon.ok('getTask', at(id, task.id))).toEqual(task);
    expect((await shown(id)).map(({ taskId, state }) => [taskId, state])).toEqual([[task.id, 'running']]);
    expect(await daemon.ok('cancelTask', at(id, task.id))).toEqual({ cancelled: true });
    expect(await daemon.ok('getTask', at(id, task.id))).toMatchObject({ status: 'cancelled', engine_status: 'killed' });
    await daemon.fails('cancelTask', 'TASK_ALREADY_FINISHED', at(id, task.id));
    expect((await daemon.waitForEnd(id)).last_turn_reason).toBe('completed');
    const { items } = await daemon.ok('listMessages', daemon.session(id));
    expect(items[0]?.content).toMatchObject([{ text: expect.stringMatching(/^went on\n.*the user stopped it/s) }]);
  });

  test('is one task when it moves to the background', async () => {
    const id = await session();
    await daemon.prompt(id, 'agent: run sleep 61');
    const task = await running(id);
    const params = { session_id: id, tool_call_id: task.parent_tool_call_id ?? '' };
    expect(await daemon.ok('detachToolCall', { params })).toEqual({ detached: true, task_id: task.id });
    expect((await list(id)).map((each) => each.id)).toEqual([task.id]);
    await daemon.ok('cancelTask', at(id, task.id));
    expect(await list(id, 'cancelled')).toHaveLength(1);
  });

  test('that waits for the user keeps waiting without its server, and is stopped there', async () => {
    const id = await session('manual');
    await daemon.prompt(id, 'agent: run echo hi');
    const task = await running(id);
    await daemon.approval(id);
    await daemon.restart();
    expect(await list(id)).toEqual([task]);
    expect((await shown(id))[0]).toMatchObject({ taskId: task.id, state: 'running' });
    await daemon.ok('cancelTask', at(id, task.id));
    expect(await list(id, 'cancelled')).toMatchObject([{ id: task.id }]);
    await daemon.waitForEnd(id);
  });
});
