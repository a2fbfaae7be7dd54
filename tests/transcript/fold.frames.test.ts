/** What each event does to the frames of a step (ws.md 12.4). */
import { describe, expect, test } from '@jest/globals';
import type { NewEvent } from '../../schemas/generated/events.js';
import {
  after,
  agentId,
  at,
  call,
  called,
  callFrame,
  frames,
  message,
  names,
  opened,
  started,
  step,
  when,
} from './fold.fixture.js';

const result = (toolCallId: string, more: object = {}): NewEvent => ({
  type: 'tool.result',
  agentId,
  turnId: 1,
  step: 1,
  toolCallId,
  messageId: 'msg_r',
  output: 'out',
  durationMs: 3,
  ...more,
});

describe('frames', () => {
  const delta = (
    type: 'assistant.delta' | 'thinking.delta',
    text: string,
    offset?: number,
  ): [NewEvent, ReturnType<typeof at>] => [{ type, agentId, turnId: 1, step: 1, delta: text }, at(2, offset)];

  test('text is begun empty, then appended; each change of kind begins another', () => {
    const fold = opened();
    expect(fold.take(...delta('thinking.delta', 'hm', 0))).toEqual([
      { op: 'frame.upsert', turnId: 't1', stepId: 't1.1', frame: { kind: 'thinking', frameId: 't1.1.f1', text: '' } },
      {
        op: 'append',
        target: { type: 'frame', turnId: 't1', stepId: 't1.1', frameId: 't1.1.f1' },
        offset: 0,
        text: 'hm',
      },
    ]);
    fold.take(...delta('assistant.delta', 'so 😀', 0));
    fold.take(...delta('assistant.delta', ' it is', 5));
    expect(fold.take(...delta('thinking.delta', 'wait', 2))[1]).toMatchObject({ offset: 0, text: 'wait' });
    expect(fold.take(...delta('assistant.delta', '.', 11))[1]).toMatchObject({ offset: 0, text: '.' });
    expect(frames(fold).map((frame) => ('text' in frame ? [frame.frameId, frame.kind, frame.text] : []))).toEqual([
      ['t1.1.f1', 'thinking', 'hm'],
      ['t1.1.f2', 'text', 'so 😀 it is'],
      ['t1.1.f3', 'thinking', 'wait'],
      ['t1.1.f4', 'text', '.'],
    ]);
  });

  test('pieces that came already, overlap or are missing', () => {
    const fold = opened();
    fold.take(...delta('assistant.delta', 'Hello wo', 0));
    expect(fold.take(...delta('assistant.delta', 'Hello', 0))).toEqual([]);
    expect(fold.take(...delta('assistant.delta', 'wor', 6))).toMatchObject([{ op: 'append', offset: 8, text: 'r' }]);
    expect(fold.take(...delta('assistant.delta', 'later', 20))).toEqual([]);
    fold.take(
      { type: 'assistant.delta', agentId, turnId: 1, step: 1, delta: 'Hello world', recovered: true },
      at(2, 0),
    );
    expect(frames(fold)).toMatchObject([{ text: 'Hello world' }]);
    fold.take(message('assistant', [{ type: 'text', text: 'Hello world, all of it' }]), at(3));
    expect(frames(fold)).toMatchObject([{ text: 'Hello world, all of it' }]);
    // a delta that comes after the whole text has no effect
    expect(fold.take(...delta('assistant.delta', '!', 11))).toEqual([]);
  });

  test('the message puts frames in their order, whole, with its calls', () => {
    const fold = opened();
    fold.take(...delta('assistant.delta', 'one', 0));
    fold.take(
      { type: 'tool.call.delta', agentId, turnId: 1, step: 1, toolCallId: 'c1', name: 'Bash', argumentsPart: '{"a":' },
      at(2, 0),
    );
    fold.take({ type: 'tool.call.delta', agentId, turnId: 1, step: 1, toolCallId: 'gone', name: 'Bash' }, at(2, 0));
    fold.take(...delta('thinking.delta', 'two', 0));
    const parts = [
      { type: 'text', text: 'one' },
      { type: 'thinking', thinking: 't' },
      { type: 'thinking', thinking: 'wo' },
      call('c1'),
    ];
    const ops = fold.take(message('assistant', parts), at(3));
    expect(names(ops)).toEqual(['frame.upsert', 'frame.upsert', 'frame.upsert', 'step.upsert']);
    expect(ops[3]).toMatchObject({ frameIds: ['t1.1.f1', 't1.1.f2', 't1.1.c1'] });
    expect(frames(fold)).toEqual([
      { kind: 'text', frameId: 't1.1.f1', role: 'assistant', text: 'one' },
      { kind: 'thinking', frameId: 't1.1.f2', text: 'two' },
      { kind: 'tool', frameId: 't1.1.c1', toolCallId: 'c1', name: 'Bash', state: 'running', input: { a: 1 } },
    ]);
  });

  test('streamed arguments are shown in steps that grow with them', () => {
    const fold = opened();
    const json = JSON.stringify({ content: 'x'.repeat(40_000) });
    let told = 0;
    for (let offset = 0; offset < json.length; offset += 20) {
      const argumentsPart = json.slice(offset, offset + 20);
      const ops = fold.take(
        { type: 'tool.call.delta', agentId, turnId: 1, step: 1, toolCallId: 'c', name: 'Write', argumentsPart },
        at(2, offset),
      );
      told += ops.length;
    }
    const shown = callFrame(fold).inputText ?? '';
    expect(json.startsWith(shown)).toBe(true);
    expect(shown.length).toBeGreaterThan(json.length * 0.85);
    expect(told).toBeLessThan(120);
  });

  test('a call runs, says how far it is, and gives its result', () => {
    const fold = called();
    const display = { kind: 'command', command: 'ls' } as const;
    fold.take(
      {
        type: 'tool.call.started',
        agentId,
        turnId: 1,
        step: 1,
        toolCallId: 'c1',
        name: 'Bash',
        args: { a: 2 },
        display,
      },
      at(4),
    );
    fold.take(
      { type: 'tool.progress', agentId, turnId: 1, toolCallId: 'c1', update: { kind: 'stdout', text: 'a' } },
      at(4),
    );
    fold.take(
      { type: 'tool.progress', agentId, turnId: 1, toolCallId: 'c1', update: { kind: 'progress', percent: 50 } },
      at(4),
    );
    expect(callFrame(fold)).toMatchObject({
      state: 'running',
      input: { a: 2 },
      display,
      progress: { kind: 'progress', percent: 50 },
    });
    fold.take(result('c1', { display: { kind: 'text', text: 'out' } }), at(5));
    expect(callFrame(fold)).toEqual({
      kind: 'tool',
      frameId: 't1.1.c1',
      toolCallId: 'c1',
      name: 'Bash',
      state: 'done',
      input: { a: 2 },
      display,
      output: 'out',
      resultDisplay: { kind: 'text', text: 'out' },
      durationMs: 3,
    });
  });

  test.each([
    [{ output: 'no such file' }, 'no such file'],
    [{ output: 'long', display: { kind: 'error', message: 'short' } }, 'short'],
    [{ output: [{ type: 'text', text: 'part' }] }, 'part'],
  ])('a call that fails: %j', (more, error) => {
    const fold = called();
    fold.take(result('c1', { ...more, isError: true }), at(4));
    expect(callFrame(fold)).toMatchObject({ state: 'error', error, output: more.output });
  });

  test('a todo write', () => {
    const fold = after(started(1), step(1), message('assistant', [call('c1', 'TodoList')]));
    const items = [{ title: 'a', status: 'pending' as const }];
    expect(fold.take({ type: 'todo.changed', agentId, todos: items }, at(4))).toEqual([
      { op: 'todo.upsert', todo: { todoId: 'todo', items, updatedAt: when(4) } },
    ]);
    expect(callFrame(fold).todoId).toBe('todo');
  });

  test('the notice of a task in a turn', () => {
    const fold = called();
    fold.take(
      {
        type: 'task.notified',
        agentId,
        notificationType: 'task.completed',
        title: 'over',
        body: 'exit code 0',
        severity: 'info',
        sourceKind: 'background_task',
        sourceId: 'bash-1',
      },
      at(4),
    );
    expect(frames(fold).at(-1)).toEqual({
      kind: 'text',
      frameId: 't1.1.f2',
      role: 'user',
      text: 'over\nexit code 0',
      taskId: 'bash-1',
    });
  });

  test('words that come before the first step are its first frames, also after a retry', () => {
    const notice: NewEvent = {
      type: 'task.notified',
      agentId,
      notificationType: 'task.completed',
      title: 'over',
      body: '',
      severity: 'info',
      sourceKind: 'background_task',
      sourceId: 'b',
    };
    const fold = after(started(1), notice, step(1));
    fold.take(...delta('assistant.delta', 'x', 0));
    fold.take(
      {
        type: 'turn.step.retrying',
        agentId,
        turnId: 1,
        step: 1,
        failedAttempt: 1,
        nextAttempt: 2,
        maxAttempts: 3,
        delayMs: 1,
        errorName: 'e',
        errorMessage: 'e',
      },
      at(4),
    );
    fold.take(step(1, 2), at(5));
    fold.take(message('assistant', [{ type: 'text', text: 'y' }]), at(6));
    expect(frames(fold).map(({ frameId }) => frameId)).toEqual(['t1.1.f1', 't1.1.f2']);
    expect(frames(fold)).toMatchObject([
      { role: 'user', text: 'over' },
      { role: 'assistant', text: 'y' },
    ]);
  });
});
