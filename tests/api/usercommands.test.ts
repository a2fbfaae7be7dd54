/** Commands that users type, over REST (rest.md 15, 28), run without a turn and enter the context. */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { ends } from '../helpers/processes.js';
import { taskCalls } from './taskcalls.js';

jest.setTimeout(60_000);
let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon({ config: '[permission]\ndeny = ["Bash(forbidden *)"]\n', shellLimitMs: 1_000 });
});
afterAll(() => daemon.close());

const { session, list, over, messages } = taskCalls(() => daemon);

describe('what a user types', () => {
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
    // a slow machine may report the output in several pieces
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
    // the next prompt includes it, and the offline provider does not run it as a command
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

  test('continues in the background at its limit, and its end begins no turn', async () => {
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
    expect(await ends(pid)).toBe(true);
    writeFileSync(path, '');
    const other = await session();
    await shell(other, 'echo $$ > shellpid; exec sleep 61');
    await until('its number', () => readFileSync(path, 'utf8') || undefined);
    const second = Number(readFileSync(path, 'utf8'));
    await daemon.restart();
    expect(await ends(second)).toBe(true);
    expect((await messages(other)).at(-1)).toContain('The command was stopped');
  });
});
