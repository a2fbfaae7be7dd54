/** Background tasks over REST (rest.md 15, 28). */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Task } from '../../schemas/generated/types.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { alive } from '../helpers/processes.js';
import { taskCalls } from './taskcalls.js';

jest.setTimeout(60_000);
let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon();
});
afterAll(() => daemon.close());

const { session, list, at, over, messages } = taskCalls(() => daemon);
/** Runs commands in the background and waits for the turn's end. */
async function start(id: string, ...commands: string[]): Promise<Task[]> {
  await daemon.prompt(id, commands.map((command) => `run in background ${command}`).join('\n'));
  await until('the turn', async () =>
    (await daemon.ok('listPrompts', daemon.session(id))).active === null ? true : undefined,
  );
  return list(id);
}

describe('tasks', () => {
  test('are listed newest first, by status, with what each kind has', async () => {
    const id = await session();
    const all = await start(id, 'echo one', 'sleep 61');
    expect(all.map(({ command }) => command)).toEqual(['sleep 61', 'echo one']);
    expect(all[0]).toEqual({
      id: expect.stringMatching(/^bash-[0-9a-z]{8}$/),
      session_id: id,
      kind: 'bash',
      description: 'sleep 61',
      command: 'sleep 61',
      runtime_id: 'local',
      status: 'running',
      engine_status: 'running',
      created_at: expect.stringMatching(/Z$/),
      started_at: expect.stringMatching(/Z$/),
    });
    expect(await over(id, all[1]?.id ?? '')).toMatchObject({
      status: 'completed',
      engine_status: 'completed',
      exit_code: 0,
      completed_at: expect.stringMatching(/Z$/),
    });
    for (const status of ['running', 'completed', 'failed', 'cancelled'] as const)
      expect((await list(id, status)).map(({ command }) => command)).toEqual(
        { running: ['sleep 61'], completed: ['echo one'], failed: [], cancelled: [] }[status],
      );
    await daemon.ok('cancelTask', at(id, all[0]?.id ?? ''));
    expect((await list(id, 'cancelled')).map(({ command }) => command)).toEqual(['sleep 61']);
    expect(await list(await session())).toEqual([]);
  });

  test.each<[string, string, string, string]>([
    ['exit 2', 'failed', 'failed', 'failed'],
    ['true', 'completed', 'completed', 'completed'],
  ])('%s is %s', async (command, status, engine) => {
    const id = await session();
    const [task] = await start(id, command);
    expect(await over(id, task?.id ?? '')).toMatchObject({ status, engine_status: engine });
  });

  test('show the end of their output, from the start of a character', async () => {
    const id = await session();
    const [task] = await start(id, 'printf äöü; sleep 61');
    const get = (query: Record<string, string | number | boolean>) =>
      daemon.ok('getTask', { ...at(id, task?.id ?? ''), query });
    await until('output', async () => ((await get({ with_output: true })).output_preview === 'äöü' ? true : undefined));
    expect(await get({ with_output: true })).toMatchObject({ output_preview: 'äöü', output_bytes: 6 });
    expect(await get({ with_output: true, output_bytes: 3 })).toMatchObject({ output_preview: 'ü', output_bytes: 2 });
    const silenced: Record<string, number | boolean>[] = [
      { with_output: false },
      { with_output: true, output_bytes: 0 },
    ];
    for (const query of silenced) {
      const answer = await get(query);
      expect([answer.output_preview, answer.output_bytes]).toEqual([undefined, undefined]);
    }
    for (const output_bytes of [-1, 1_048_577, 'x'])
      await daemon.fails('getTask', 'VALIDATION_FAILED', { ...at(id, task?.id ?? ''), query: { output_bytes } });
    await daemon.ok('cancelTask', at(id, task?.id ?? ''));
    // in a new session, because the first task of this one is the cancelled one
    const other = await session();
    const [silent] = await start(other, 'true');
    await over(other, silent?.id ?? '');
    expect(
      (await daemon.ok('getTask', { ...at(other, silent?.id ?? ''), query: { with_output: true } })).output_preview,
    ).toBe(undefined);
  });

  test('are stopped once; the agent is notified', async () => {
    const id = await session();
    const [task] = await start(id, 'sleep 61 & echo $! > child; wait');
    await until('the child', () => (existsSync(join(daemon.cwd, 'child')) ? true : undefined));
    await until('its number', () => readFileSync(join(daemon.cwd, 'child'), 'utf8') || undefined);
    const child = Number(readFileSync(join(daemon.cwd, 'child'), 'utf8'));
    expect(alive(child)).toBe(true);
    expect(await daemon.ok('cancelTask', at(id, task?.id ?? ''))).toEqual({ cancelled: true });
    // its parent is gone, so the system reaps it a moment later
    await until('the end of the child', () => (alive(child) ? undefined : true), 2_000);
    expect(await daemon.fails('cancelTask', 'TASK_ALREADY_FINISHED', at(id, task?.id ?? ''))).toMatchObject({
      data: { cancelled: false },
      details: { current_status: 'cancelled' },
    });
    await until('the notification', async () => (await messages(id)).find((line) => line.startsWith('user task ')));
    expect((await daemon.waitForEnd(id)).busy).toBe(false);
  });

  test('of one session are unknown in another', async () => {
    const id = await session();
    const [task] = await start(id, 'true');
    const other = await session();
    await daemon.fails('getTask', 'TASK_NOT_FOUND', at(other, task?.id ?? ''));
    await daemon.fails('cancelTask', 'TASK_NOT_FOUND', at(other, task?.id ?? ''));
  });

  test('are there after a restart, and their ends too', async () => {
    const id = await session();
    const [task] = await start(id, 'echo kept; exit 3');
    await over(id, task?.id ?? '');
    await daemon.waitForEnd(id);
    await daemon.restart();
    const query = { with_output: true };
    expect(await daemon.ok('getTask', { ...at(id, task?.id ?? ''), query })).toMatchObject({
      status: 'failed',
      exit_code: 3,
      output_preview: 'kept\n',
    });
    await daemon.fails('cancelTask', 'TASK_ALREADY_FINISHED', at(id, task?.id ?? ''));
  });

  test('are not copied by a fork', async () => {
    const id = await session();
    await start(id, 'sleep 61');
    const { id: fork } = await daemon.ok('forkSession', { ...daemon.session(id), body: {} });
    expect(await list(fork)).toEqual([]);
    expect((await daemon.ok('getSession', daemon.session(fork))).busy).toBe(false);
    const stream = await fetch(`${daemon.baseUrl}/api/v1/sessions/${fork}/events`, {
      headers: { authorization: `Bearer ${daemon.token}` },
    });
    expect(await stream.text()).not.toContain('task.started');
  });
});

describe('a call', () => {
  const of = (session_id: string, tool_call_id: string) => ({ params: { session_id, tool_call_id } });
  const callOf = async (id: string, name: string): Promise<string> =>
    until(`a call of ${name}`, async () => {
      const { items } = await daemon.ok('listMessages', daemon.session(id));
      const parts = items.flatMap(({ content }) => content);
      return parts.flatMap((part) =>
        part.type === 'tool_use' && part.tool_name === name ? [part.tool_call_id] : [],
      )[0];
    });

  test('that is over, waits for the user, or is no command cannot be moved', async () => {
    const id = await session('manual');
    await daemon.run(id, 'list files');
    await daemon.fails('detachToolCall', 'TASK_ALREADY_FINISHED', of(id, await callOf(id, 'Glob')));
    await daemon.prompt(id, 'run echo hi');
    await daemon.approval(id);
    await daemon.fails('detachToolCall', 'VALIDATION_FAILED', of(id, await callOf(id, 'Bash')));
    const asking = await session();
    await daemon.prompt(asking, 'ask Sure?');
    await daemon.question(asking);
    await daemon.fails('detachToolCall', 'VALIDATION_FAILED', of(asking, await callOf(asking, 'AskUserQuestion')));
  });

  test('can be moved as soon as it is shown, before its command has started', async () => {
    const cwd = join(daemon.cwd, 'many');
    mkdirSync(cwd);
    // so many files delay the command, because the first look at them comes before it
    for (let file = 0; file < 4_000; file += 1) writeFileSync(join(cwd, `${file}`), '');
    const { id } = await daemon.createSession({ metadata: { cwd }, agent_config: { permission_mode: 'yolo' } });
    await daemon.prompt(id, 'run sleep 60');
    let call: { tool_call_id: string } | undefined;
    while (!call) {
      const { in_flight_turn: turn } = await daemon.ok('getSessionSnapshot', daemon.session(id));
      call = turn?.running_tools[0];
    }
    const { task_id } = await daemon.ok('detachToolCall', of(id, call.tool_call_id));
    expect((await list(id, 'running')).map((task) => task.id)).toEqual([task_id]);
    await daemon.ok('cancelTask', at(id, task_id));
  });

  test('cannot be moved when nothing may run there', async () => {
    const id = await session();
    await daemon.prompt(id, 'run echo on; sleep 2', { disabled_tools: ['TaskStop'] });
    const call = await until('output', async () =>
      (await daemon.ok('getSessionSnapshot', daemon.session(id))).in_flight_turn?.running_tools.find(
        ({ last_progress }) => last_progress,
      ),
    );
    const refused = await daemon.fails('detachToolCall', 'VALIDATION_FAILED', of(id, call.tool_call_id));
    expect(refused.msg).toContain('TaskStop');
    expect((await daemon.waitForEnd(id)).last_turn_reason).toBe('completed');
  });
});
