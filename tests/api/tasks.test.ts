/** Background tasks and commands that users type, over REST (rest.md 15, 28). */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Task } from '../../schemas/generated/types.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { alive } from '../helpers/processes.js';

jest.setTimeout(60_000);
let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon({ config: '[permission]\ndeny = ["Bash(forbidden *)"]\n', shellLimitMs: 1_000 });
});
afterAll(() => daemon.close());

const session = (mode = 'yolo'): Promise<string> =>
  daemon.createSession({ agent_config: { permission_mode: mode } }).then(({ id }) => id);
/** Runs commands in the background and waits for the turn's end. */
async function start(id: string, ...commands: string[]): Promise<Task[]> {
  await daemon.prompt(id, commands.map((command) => `run in background ${command}`).join('\n'));
  await until('the turn', async () =>
    (await daemon.ok('listPrompts', daemon.session(id))).active === null ? true : undefined,
  );
  return list(id);
}
const list = async (id: string, status?: Task['status']): Promise<Task[]> =>
  (await daemon.ok('listTasks', { ...daemon.session(id), ...(status === undefined ? {} : { query: { status } }) }))
    .items;
const at = (session_id: string, task_id: string) => ({ params: { session_id, task_id } });
const over = (id: string, taskId: string): Promise<Task> =>
  until('the end of a task', async () => {
    const task = await daemon.ok('getTask', at(id, taskId));
    return task.status === 'running' ? undefined : task;
  });
const messages = async (id: string): Promise<string[]> =>
  (await daemon.ok('listMessages', daemon.session(id))).items
    .toReversed()
    .map(({ role, content, metadata }) => `${role} ${metadata?.origin?.kind ?? ''} ${JSON.stringify(content)}`);

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
    const [silent] = await start(id, 'true');
    await over(id, silent?.id ?? '');
    expect(
      (await daemon.ok('getTask', { ...at(id, silent?.id ?? ''), query: { with_output: true } })).output_preview,
    ).toBe(undefined);
  });

  test('are stopped once; the agent is told', async () => {
    const id = await session();
    const [task] = await start(id, 'sleep 61 & echo $! > child; wait');
    await until('the child', () => (existsSync(join(daemon.cwd, 'child')) ? true : undefined));
    await until('its number', () => readFileSync(join(daemon.cwd, 'child'), 'utf8') || undefined);
    const child = Number(readFileSync(join(daemon.cwd, 'child'), 'utf8'));
    expect(alive(child)).toBe(true);
    expect(await daemon.ok('cancelTask', at(id, task?.id ?? ''))).toEqual({ cancelled: true });
    // its parent is gone: the system takes it away a moment later
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

  test('that is over, waits for a person, or is no command cannot be moved', async () => {
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
    // the first look at them is before the command
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

describe('what a person types', () => {
  const shell = (session_id: string, command: string) =>
    daemon.ok('runShell', { params: { session_id }, body: { command } });
  const of = (session_id: string, command_id: string) => ({ params: { session_id, command_id } });
  const said = (id: string, count: number): Promise<string[]> =>
    until(`${count} messages`, async () => {
      const all = await messages(id);
      return all.length >= count ? all : undefined;
    });

  test('runs without a turn; input and output enter the context', async () => {
    const id = await session('manual');
    const socket = await daemon.socket();
    await socket.send('subscribe', { session_ids: [id] });
    const { command_id, task_id } = await shell(id, 'echo out; echo err >&2; exit 3');
    const done = await socket.until('the end', ({ type }) => type === 'shell.completed');
    expect(done.payload).toMatchObject({ commandId: command_id, taskId: task_id, isError: true });
    expect(await daemon.ok('getTask', { params: { session_id: id, task_id } })).toMatchObject({
      status: 'failed',
      exit_code: 3,
      completed_at: expect.any(String),
    });
    const told = socket.frames.map(({ type }) => type).filter((type) => /^(shell|turn|task|tool|message)/.test(type));
    // a slow machine tells the output in pieces
    expect(told.filter((type, index) => type !== told[index - 1])).toEqual([
      'message.appended',
      'shell.started',
      'shell.output',
      'message.appended',
      'shell.completed',
    ]);
    expect(socket.frames.find(({ type }) => type === 'shell.output')?.payload).toMatchObject({
      commandId: command_id,
      taskId: task_id,
      update: { kind: 'stdout', text: expect.stringContaining('out\n') },
    });
    expect(await messages(id)).toEqual([
      'user shell_command [{"type":"text","text":"<bash-input>echo out; echo err >&2; exit 3</bash-input>"}]',
      'user shell_command [{"type":"text","text":"<bash-stdout>out\\nerr</bash-stdout><bash-stderr>failed with exit code 3</bash-stderr>"}]',
    ]);
    const { items } = await daemon.ok('listMessages', daemon.session(id));
    expect(items.map(({ metadata }) => metadata?.origin)).toEqual([
      { kind: 'shell_command', phase: 'output', isError: true },
      { kind: 'shell_command', phase: 'input' },
    ]);
    expect(await list(id)).toEqual([]);
    expect(existsSync(join(daemon.home, 'sessions', id, 'tasks', `${task_id}.log`))).toBe(false);
    // the model sees it with the next prompt, and the offline provider takes none of it for a command
    await daemon.run(id, 'say hi');
    expect((await messages(id)).at(-1)).toContain('hi');
    socket.close();
  });

  test('goes by the id of its task from the start', async () => {
    const id = await session();
    const { task_id } = await shell(id, 'sleep 61');
    const of = { params: { session_id: id, task_id } };
    expect(await daemon.ok('getTask', of)).toMatchObject({ kind: 'bash', status: 'running', command: 'sleep 61' });
    expect(await daemon.ok('cancelTask', of)).toEqual({ cancelled: true });
    expect(await daemon.ok('getTask', of)).toMatchObject({ status: 'cancelled', engine_status: 'killed' });
    expect(await daemon.fails('cancelTask', 'TASK_ALREADY_FINISHED', of)).toMatchObject({
      details: { current_status: 'cancelled' },
    });
    expect(await list(id)).toEqual([]);
  });

  test('is cut to 10,000 chars a part, and cannot pass for the end of its tag', async () => {
    const id = await session();
    await shell(id, 'seq 1 9000; echo "</bash-stdout>"');
    const [, output = ''] = await said(id, 2);
    const text = /<bash-stdout>(.*?)<\/bash-stdout>/s.exec(output)?.[1]?.replaceAll('\\n', '\n') ?? '';
    expect(text.length).toBeLessThanOrEqual(10_000);
    expect(text).toMatch(/^1\n2\n[\s\S]*\[\.\.\.truncated\][\s\S]*9000\n&lt;\/bash-stdout>$/);
  });

  test.each([
    ['a deny rule', 'forbidden thing', {}],
    ['a tool that is switched off', 'echo hi', { disabled_tools: ['Bash'] }],
  ])('is refused by %s', async (_, command, more) => {
    const id = await session();
    await daemon.run(id, 'say hi', more);
    const before = await messages(id);
    await daemon.fails('runShell', 'TOOL_NOT_AVAILABLE', { params: { session_id: id }, body: { command } });
    expect(await messages(id)).toEqual(before);
  });

  test.each([{}, { command: '' }, { command: ' \n' }, { command: 5 }])('is refused as %j', async (body) => {
    await daemon.fails('runShell', 'VALIDATION_FAILED', { params: { session_id: await session() }, body });
  });

  test('waits for a turn, and for another one', async () => {
    const id = await session();
    await daemon.prompt(id, 'ask Sure?');
    const { question_id } = await daemon.question(id);
    await daemon.fails('runShell', 'SESSION_BUSY', { params: { session_id: id }, body: { command: 'true' } });
    await daemon.ok('dismissQuestion', { params: { session_id: id, question_id } });
    await daemon.waitForEnd(id);
    const { command_id, task_id } = await shell(id, 'sleep 61');
    await daemon.fails('runShell', 'SESSION_BUSY', { params: { session_id: id }, body: { command: 'true' } });
    expect(await daemon.ok('cancelShell', of(id, command_id))).toEqual({ cancelled: true });
    expect((await messages(id)).at(-1)).toContain('<bash-stderr>The command was stopped.</bash-stderr>');
    const stopped = await daemon.ok('getTask', { params: { session_id: id, task_id } });
    expect(stopped).toMatchObject({ status: 'cancelled', completed_at: expect.any(String) });
    expect(stopped).not.toHaveProperty('exit_code');
    expect(await daemon.fails('cancelShell', 'TASK_ALREADY_FINISHED', of(id, command_id))).toMatchObject({
      details: { current_status: 'cancelled' },
    });
    await daemon.fails('cancelShell', 'RESOURCE_NOT_FOUND', of(id, 'shell_none'));
    await daemon.ok('archiveSession', daemon.session(id));
    await daemon.fails('runShell', 'SESSION_BUSY', { params: { session_id: id }, body: { command: 'true' } });
  });

  test('goes on in the background at its limit, and its end begins no turn', async () => {
    const id = await session();
    const socket = await daemon.socket();
    await socket.send('subscribe', { session_ids: [id] });
    const { task_id } = await shell(id, 'echo begun; sleep 1.4; echo over');
    const [, output] = await said(id, 2);
    expect(output).toContain(
      `<bash-stdout>begun</bash-stdout><bash-stderr>It continues in the background as task ${task_id}.</bash-stderr>`,
    );
    expect(await over(id, task_id)).toMatchObject({
      status: 'completed',
      description: 'echo begun; sleep 1.4; echo over',
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const types = socket.frames.map(({ type }) => type);
    expect(types).toContain('task.terminated');
    expect(types.filter((type) => type.startsWith('turn.') || type === 'shell.completed')).toEqual([]);
    await daemon.run(id, 'say hi');
    expect((await messages(id)).find((line) => line.startsWith('user task '))).toContain('[output]\\nbegun\\nover');
    socket.close();
  });

  test('is moved there by the user, by its command_id, and stopped there', async () => {
    const id = await session();
    const { command_id, task_id } = await shell(id, 'sleep 61');
    const params = { session_id: id, tool_call_id: command_id };
    expect(await daemon.ok('detachToolCall', { params })).toEqual({ detached: true, task_id });
    expect(await list(id, 'running')).toMatchObject([{ id: task_id, command: 'sleep 61' }]);
    await daemon.fails('detachToolCall', 'TOOL_CALL_NOT_FOUND', { params: { ...params, tool_call_id: 'shell_none' } });
    expect(await daemon.ok('cancelShell', of(id, command_id))).toEqual({ cancelled: true });
    expect(await over(id, task_id)).toMatchObject({ status: 'cancelled' });
    for (const [name, of] of [
      ['cancelShell', { params: { session_id: id, command_id } }],
      ['cancelTask', { params: { session_id: id, task_id } }],
    ] as const)
      expect(await daemon.fails(name as 'cancelTask', 'TASK_ALREADY_FINISHED', of as never)).toMatchObject({
        data: { cancelled: false },
        details: { current_status: 'cancelled' },
      });
  });

  test('runs beside a turn that begins later', async () => {
    const id = await session();
    await shell(id, 'sleep 0.5; echo late');
    await daemon.run(id, 'say hi');
    const all = await said(id, 4);
    expect(all.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'user shell_command',
      'user user',
      'assistant ',
      'user shell_command',
    ]);
    await daemon.run(id, 'say more');
  });

  test('ends with its session', async () => {
    const id = await session();
    await shell(id, 'echo $$ > shellpid; exec sleep 61');
    const path = join(daemon.cwd, 'shellpid');
    await until('its number', () => (existsSync(path) && readFileSync(path, 'utf8')) || undefined);
    const pid = Number(readFileSync(path, 'utf8'));
    await daemon.ok('archiveSession', daemon.session(id));
    expect(alive(pid)).toBe(false);
    writeFileSync(path, '');
    const other = await session();
    await shell(other, 'echo $$ > shellpid; exec sleep 61');
    await until('its number', () => readFileSync(path, 'utf8') || undefined);
    const second = Number(readFileSync(path, 'utf8'));
    await daemon.restart();
    expect(alive(second)).toBe(false);
    expect((await messages(other)).at(-1)).toContain('The command was stopped');
  });
});
