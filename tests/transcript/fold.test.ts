/** What each event does to a transcript (ws.md 12.4), and what each operation does to the one that gets it (12.3). */
import { describe, expect, test } from '@jest/globals';
import type { NewEvent } from '../../schemas/generated/events.js';
import type { Origin, TranscriptOp, TranscriptToolFrame } from '../../schemas/generated/types.js';
import { addOlderItems, applyBatches, applyOp } from '../../schemas/folds/transcript-apply.js';
import { createTranscriptFold, type TranscriptFold } from '../../schemas/folds/transcript-fold.js';
import { emptyTranscript, entitiesOf, itemId, transcriptOf } from '../../schemas/folds/transcript.js';

const agentId = 'main';
const at = (seq: number, offset?: number) => ({
  seq,
  time: 1_772_352_000_000 + seq,
  ...(offset === undefined ? {} : { offset }),
});
const when = (seq: number) => new Date(1_772_352_000_000 + seq).toISOString();
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const names = (ops: TranscriptOp[]) => ops.map(({ op }) => op);

const usage = { inputOther: 5, output: 7, inputCacheRead: 11, inputCacheCreation: 13 };
const started = (turnId: number, origin: Origin = { kind: 'user' }): NewEvent => ({
  type: 'turn.started',
  agentId,
  turnId,
  origin,
  prompt: 'do it',
});
const step = (number: number, attempt = 1): NewEvent => ({
  type: 'turn.step.started',
  agentId,
  turnId: 1,
  step: number,
  stepId: `opaque${number}${attempt}`,
  attempt,
  model: 'm',
});
const message = (role: 'assistant' | 'user', content: object[], more: object = {}): NewEvent => ({
  type: 'message.appended',
  agentId,
  turnId: 1,
  ...(role === 'assistant' ? { step: 1 } : {}),
  message: { id: 'msg_1', session_id: 's', role, created_at: when(0), content: content as never, ...more },
});
const call = (toolCallId: string, tool_name = 'Bash') => ({
  type: 'tool_use',
  tool_call_id: toolCallId,
  tool_name,
  input: { a: 1 },
});
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

/** A fold after some events, numbered from 1. */
function after(...events: NewEvent[]): TranscriptFold {
  const fold = createTranscriptFold();
  events.forEach((event, index) => fold.take(event, at(index + 1)));
  return fold;
}

const opened = () => after(started(1), step(1));
const called = () => after(started(1), step(1), message('assistant', [{ type: 'text', text: 'look' }, call('c1')]));
const turnIn = (fold: TranscriptFold) => {
  const [turn] = fold.transcript.items;
  if (turn?.kind !== 'turn') throw new Error('no turn');
  return plain(turn) as typeof turn;
};
const frames = (fold: TranscriptFold) => turnIn(fold).steps.at(-1)?.frames ?? [];
const callFrame = (fold: TranscriptFold) => frames(fold).find(({ kind }) => kind === 'tool') as TranscriptToolFrame;

describe('turns', () => {
  test.each<[Origin, string]>([
    [{ kind: 'user' }, 'user'],
    [{ kind: 'skill_activation', activationId: 'a', skillName: 's', trigger: 'user-slash' }, 'other'],
    [{ kind: 'task', taskId: 'bash-1', status: 'completed', notificationId: 'n' }, 'task'],
    [{ kind: 'cron_job', jobId: 'j', cron: '* * * * *', recurring: true, coalescedCount: 0, stale: false }, 'cron'],
    [{ kind: 'cron_missed', count: 2 }, 'cron'],
    [{ kind: 'system_trigger', name: 'goal_continuation' }, 'other'],
    [{ kind: 'hook_result', event: 'Stop' }, 'hook'],
    [{ kind: 'retry' }, 'other'],
    [{ kind: 'compaction_summary' }, 'compaction'],
  ])('origin %j is %s', (origin, kind) => {
    const fold = after(started(4, origin));
    expect(turnIn(fold)).toEqual({
      kind: 'turn',
      turnId: 't4',
      ordinal: 4,
      state: 'running',
      origin: { kind, payload: origin, ...(origin.kind === 'task' ? { taskId: 'bash-1' } : {}) },
      prompt: 'do it',
      startedAt: when(1),
      steps: [],
    });
    expect(fold.transcript.meta.activity).toBe('turn');
  });

  test('of a side agent', () => {
    const fold = createTranscriptFold();
    fold.take({ type: 'agent.created', agentId, agentKind: 'independent' }, at(1));
    fold.take(started(1), at(2));
    expect(turnIn(fold).origin.kind).toBe('side');
  });

  test.each([
    ['completed', 'completed', undefined, false],
    ['cancelled', 'cancelled', 'user_cancelled', true],
    ['cancelled', 'cancelled', 'aborted', false],
    ['failed', 'failed', 'error', false],
    ['blocked', 'failed', 'blocked', false],
  ] as const)('end %s is %s (%s)', (reason, state, interruptReason, marked) => {
    const fold = opened();
    const error = { code: 'x', message: 'y', retryable: false };
    fold.take({ type: 'turn.ended', agentId, turnId: 1, reason, interruptReason, usage, durationMs: 9, error }, at(3));
    expect(turnIn(fold)).toMatchObject({
      state,
      endedAt: when(3),
      durationMs: 9,
      error,
      usage: { inputTokens: 18, outputTokens: 7, cachedTokens: 11 },
      steps: [{ state: 'interrupted', endedAt: when(3) }],
    });
    const markers = fold.transcript.items.filter(({ kind }) => kind === 'marker');
    expect(markers).toEqual(
      marked
        ? [
            {
              kind: 'marker',
              markerId: 'm3',
              marker: 'interruption',
              payload: { turnId: 1, reason: 'user_cancelled' },
              at: when(3),
            },
          ]
        : [],
    );
    expect(fold.transcript.meta.activity).toBe('idle');
  });

  test('prompt text and attachments come from the prompt that opened it', () => {
    const content = [
      { type: 'text', text: 'look' },
      { type: 'image', source: { kind: 'url', url: 'https://example.org/a.png' } },
      { type: 'video', source: { kind: 'session_media', file_id: 'media_1' } },
      { type: 'file', file_id: 'f_1', name: 'a.pdf', media_type: 'application/pdf', size: 4 },
    ] as never;
    const fold = after({
      type: 'prompt.submitted',
      agentId,
      promptId: 'p',
      userMessageId: 'msg_1',
      status: 'queued',
      content,
      createdAt: when(0),
    });
    const ops = fold.take({ ...started(1), promptId: 'p' } as NewEvent, at(2));
    expect(names(ops)).toEqual([
      'attachment.upsert',
      'attachment.upsert',
      'attachment.upsert',
      'prompt.upsert',
      'turn.upsert',
      'meta.merge',
    ]);
    expect(turnIn(fold).attachmentIds).toEqual(['t1.att1', 't1.att2', 't1.att3']);
    expect(plain([...fold.transcript.attachments.values()])).toEqual([
      { attachmentId: 't1.att1', mediaType: 'image/*', source: { kind: 'url', url: 'https://example.org/a.png' } },
      { attachmentId: 't1.att2', mediaType: 'video/*', source: { kind: 'session_media', fileId: 'media_1' } },
      {
        attachmentId: 't1.att3',
        mediaType: 'application/pdf',
        name: 'a.pdf',
        size: 4,
        source: { kind: 'file', fileId: 'f_1' },
      },
    ]);
    expect(fold.transcript.prompts.get('p')?.status).toBe('running');
    // its own message is no frame, what is steered in later is
    fold.take(message('user', content as object[], { metadata: { origin: { kind: 'user' } } }), at(3));
    fold.take(step(1), at(4));
    expect(frames(fold)).toEqual([]);
    const steered = message('user', [{ type: 'text', text: 'also' }, (content as object[])[1] as object], {
      id: 'msg_2',
      metadata: { origin: { kind: 'user' } },
    });
    expect(names(fold.take(steered, at(5)))).toEqual(['attachment.upsert', 'frame.upsert']);
    expect(frames(fold)).toEqual([
      { kind: 'text', frameId: 't1.1.f1', role: 'user', text: 'also', attachmentIds: ['t1.att4'] },
    ]);
  });

  test.each([
    ['cron_job', '<cron-fire jobId="j" cron="* * * * *">\nwater the plants\n</cron-fire>', 'water the plants'],
    ['system_trigger', 'look around', 'look around'],
  ])('the prompt of a turn of kind %s stands in its message', (kind, text, prompt) => {
    const origin = (kind === 'system_trigger' ? { kind, name: 'subagent' } : { kind, jobId: 'j' }) as unknown as Origin;
    const { prompt: _none, ...begin } = started(1, origin) as { prompt?: string } & NewEvent;
    const fold = after(begin as NewEvent, message('user', [{ type: 'text', text }], { metadata: { origin } }));
    expect(turnIn(fold).prompt).toBe(prompt);
  });
});

describe('steps', () => {
  test('begin and are completed', () => {
    const fold = opened();
    expect(turnIn(fold).steps).toEqual([
      { kind: 'step', stepId: 't1.1', turnId: 't1', ordinal: 1, state: 'running', startedAt: when(2), frames: [] },
    ]);
    const timing = { llmFirstTokenLatencyMs: 3, llmStreamDurationMs: 4 };
    fold.take(
      { type: 'turn.step.completed', agentId, turnId: 1, step: 1, usage, finishReason: 'end_turn', ...timing },
      at(3),
    );
    expect(turnIn(fold).steps[0]).toMatchObject({
      state: 'completed',
      endedAt: when(3),
      usage,
      finishReason: 'end_turn',
      timing,
    });
  });

  test.each([
    ['aborted', 'interrupted'],
    ['max_steps', 'interrupted'],
    ['error', 'failed'],
  ] as const)('broken off: %s is %s', (reason, state) => {
    const fold = called();
    const record = {
      agentId,
      turnId: 1,
      step: 1,
      stepId: 'x',
      usage,
      finishReason: 'tool_use',
      model: 'm',
      family: 'f',
      messageId: 'm',
    } as const;
    fold.take({ type: 'step.usage', ...record, llmStreamDurationMs: 4 }, at(4));
    fold.take({ type: 'turn.step.interrupted', agentId, turnId: 1, step: 1, reason, message: 'why' }, at(5));
    expect(turnIn(fold).steps[0]).toMatchObject({
      state,
      endedAt: when(5),
      endReason: reason,
      endMessage: 'why',
      usage,
      timing: { llmStreamDurationMs: 4 },
    });
    expect(turnIn(fold).steps[0]?.finishReason).toBeUndefined();
    // its reply stands in the log
    expect(frames(fold)).toHaveLength(2);
  });

  test('a retry shows while it is pending, and what was streamed is gone', () => {
    const fold = opened();
    fold.take({ type: 'assistant.delta', agentId, turnId: 1, step: 1, delta: 'half' }, at(2, 0));
    fold.take(
      { type: 'tool.call.delta', agentId, turnId: 1, step: 1, toolCallId: 'c', name: 'Bash', argumentsPart: '{' },
      at(2, 0),
    );
    const retry = {
      failedAttempt: 1,
      nextAttempt: 2,
      maxAttempts: 5,
      delayMs: 7,
      errorName: 'e',
      errorMessage: 'm',
      statusCode: 529,
    };
    const ops = fold.take({ type: 'turn.step.retrying', agentId, turnId: 1, step: 1, ...retry }, at(3));
    // other clients are left with an empty text and a call that failed
    expect(ops.slice(0, 2)).toMatchObject([
      { op: 'frame.upsert', frame: { frameId: 't1.1.f1', text: '' } },
      { op: 'frame.upsert', frame: { frameId: 't1.1.c', state: 'error' } },
    ]);
    expect(ops[2]).toMatchObject({ op: 'step.upsert', frameIds: [] });
    expect(turnIn(fold).steps[0]).toMatchObject({ state: 'running', retry, frames: [] });
    fold.take(step(1, 2), at(4));
    expect(turnIn(fold).steps[0]).toEqual({
      kind: 'step',
      stepId: 't1.1',
      turnId: 't1',
      ordinal: 1,
      state: 'running',
      startedAt: when(2),
      frames: [],
    });
  });
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
    // what comes after the whole text is too late
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

describe('entities', () => {
  const requested: NewEvent = {
    type: 'event.approval.requested',
    agentId,
    approval_id: 'a1',
    session_id: 's',
    turn_id: 1,
    tool_call_id: 'c1',
    tool_name: 'Bash',
    action: 'Run: ls',
    tool_input_display: { kind: 'command', command: 'ls' },
    created_at: when(0),
    expires_at: when(9),
    reason: 'why',
    danger: ['it bites'],
    session_scope: true,
    scope_rule: 'Bash(ls)',
    agent_type: 'coder',
  };

  test('an approval, and its call', () => {
    const fold = called();
    fold.take(requested, at(4));
    expect(plain(fold.transcript.interactions.get('a1'))).toEqual({
      interactionId: 'a1',
      interactionKind: 'approval',
      toolCallId: 'c1',
      state: 'pending',
      request: {
        toolCallId: 'c1',
        toolName: 'Bash',
        action: 'Run: ls',
        display: { kind: 'command', command: 'ls' },
        agentId,
        reason: 'why',
        danger: ['it bites'],
        expiresAt: when(9),
        turnId: 1,
        sessionScope: true,
        scopeRule: 'Bash(ls)',
        agentType: 'coder',
      },
    });
    expect(callFrame(fold).approvalId).toBeUndefined();
    const ops = fold.take(
      {
        type: 'event.approval.resolved',
        agentId,
        approval_id: 'a1',
        decision: 'rejected',
        feedback: 'no',
        selected_label: 'Reject',
        scope: 'session',
        resolved_at: when(5),
        by: 'client',
      },
      at(5),
    );
    expect(names(ops)).toEqual(['interaction.upsert', 'frame.upsert']);
    expect(fold.transcript.interactions.get('a1')).toMatchObject({
      state: 'rejected',
      response: { decision: 'rejected', feedback: 'no', selectedLabel: 'Reject', scope: 'session', by: 'client' },
    });
    expect(callFrame(fold).approvalId).toBe('a1');
  });

  test.each([
    [
      { type: 'event.question.answered', answers: { 'Which?': 'A' }, resolved_at: when(5) },
      'answered',
      { answers: { 'Which?': 'A' } },
    ],
    [{ type: 'event.question.dismissed', dismissed_at: when(5), by: 'client' }, 'dismissed', null],
    [{ type: 'event.question.dismissed', dismissed_at: when(5), by: 'timeout' }, 'cancelled', undefined],
    [{ type: 'event.question.dismissed', dismissed_at: when(5), by: 'abort' }, 'cancelled', undefined],
    [{ type: 'event.question.dismissed', dismissed_at: when(5), by: 'recovery' }, 'cancelled', undefined],
  ])('a question: %j', (end, state, response) => {
    const fold = called();
    const question = {
      id: 'q_0',
      question: 'Which?',
      options: [
        { id: 'opt_0_0', label: 'A' },
        { id: 'opt_0_1', label: 'B', description: 'b' },
      ],
      multi_select: true,
      allow_other: true as const,
      other_label: 'else',
    };
    fold.take(
      {
        type: 'event.question.requested',
        agentId,
        question_id: 'q',
        session_id: 's',
        turn_id: 1,
        tool_call_id: 'c1',
        questions: [question],
        created_at: when(0),
        expires_at: when(9),
        background: false,
      },
      at(4),
    );
    expect(plain(fold.transcript.interactions.get('q'))).toEqual({
      interactionId: 'q',
      interactionKind: 'question',
      toolCallId: 'c1',
      state: 'pending',
      request: {
        turnId: 1,
        toolCallId: 'c1',
        questions: [
          {
            question: 'Which?',
            options: [{ label: 'A' }, { label: 'B', description: 'b' }],
            multiSelect: true,
            otherLabel: 'else',
          },
        ],
        expiresAt: when(9),
        background: false,
      },
    });
    fold.take({ agentId, question_id: 'q', ...end } as never, at(5));
    expect(fold.transcript.interactions.get('q')).toMatchObject({ state });
    expect(fold.transcript.interactions.get('q')?.response).toEqual(response);
  });

  test('prompts', () => {
    const submitted = (promptId: string): NewEvent => ({
      type: 'prompt.submitted',
      agentId,
      promptId,
      userMessageId: `m${promptId}`,
      status: 'queued',
      content: [],
      createdAt: when(0),
    });
    const fold = after(...['a', 'b', 'c', 'd', 'e'].map(submitted));
    const content = [{ type: 'text' as const, text: 'other' }];
    fold.take({ type: 'prompt.updated', agentId, change: 'edited', promptId: 'e', content, queueLength: 5 }, at(6));
    fold.take({ type: 'prompt.updated', agentId, change: 'moved', promptId: 'e', position: 0, queueLength: 5 }, at(6));
    fold.take({ type: 'prompt.completed', agentId, promptId: 'a', finishedAt: when(7), reason: 'failed' }, at(7));
    fold.take({ type: 'prompt.completed', agentId, promptId: 'b', finishedAt: when(7) }, at(7));
    fold.take({ type: 'prompt.aborted', agentId, promptId: 'c', abortedAt: when(8) }, at(8));
    fold.take(
      { type: 'prompt.steered', agentId, activePromptId: 'b', promptIds: ['d'], content, steeredAt: when(9) },
      at(9),
    );
    expect(plain([...fold.transcript.prompts.values()])).toEqual([
      { promptId: 'a', status: 'failed', userMessageId: 'ma', content: [], createdAt: when(0), finishedAt: when(7) },
      { promptId: 'b', status: 'completed', userMessageId: 'mb', content: [], createdAt: when(0), finishedAt: when(7) },
      { promptId: 'c', status: 'aborted', userMessageId: 'mc', content: [], createdAt: when(0), finishedAt: when(8) },
      { promptId: 'd', status: 'completed', userMessageId: 'md', content: [], createdAt: when(0), steeredAt: when(9) },
      { promptId: 'e', status: 'queued', userMessageId: 'me', content, createdAt: when(0) },
    ]);
  });

  const info = {
    kind: 'process',
    taskId: 'bash-1',
    description: 'serve',
    status: 'running',
    detached: true,
    startedAt: 1_772_352_000_002,
    endedAt: null,
    command: 'x',
    pid: 1,
    exitCode: null,
  } as const;

  test('a command in the background', () => {
    const fold = called();
    expect(names(fold.take({ type: 'task.started', agentId, info }, at(4)))).toEqual(['task.upsert', 'taskref.upsert']);
    expect(fold.transcript.items.at(-1)).toEqual({
      kind: 'taskref',
      refId: 'ref-bash-1',
      taskId: 'bash-1',
      at: when(2),
    });
    fold.take({ type: 'task.facts', agentId, taskId: 'bash-1', toolCallId: 'c1' }, at(5));
    expect(callFrame(fold).taskId).toBe('bash-1');
    expect(fold.take({ type: 'task.output', agentId, taskId: 'bash-1', text: 'abc' }, at(5, 0))).toEqual([
      { op: 'append', target: { type: 'task', taskId: 'bash-1' }, offset: 0, text: 'abc' },
    ]);
    fold.take({ type: 'task.output.kept', agentId, taskId: 'bash-1', output: 'abc' }, at(6));
    fold.take(
      {
        type: 'task.terminated',
        agentId,
        info: { ...info, status: 'failed', endedAt: 1_772_352_000_007, exitCode: 2, stopReason: 'why' },
      },
      at(7),
    );
    expect(plain(fold.transcript.tasks.get('bash-1'))).toEqual({
      taskId: 'bash-1',
      kind: 'shell',
      state: 'failed',
      detached: true,
      description: 'serve',
      outputTail: 'abc',
      startedAt: when(2),
      endedAt: when(7),
      stateReason: 'why',
      error: 'exit code 2',
    });
  });

  test('output that is too long is told anew, shorter, and goes on from there', () => {
    const fold = after({ type: 'task.started', agentId, info });
    const client = transcriptOf(plain({ items: [], ...entitiesOf(fold.transcript) }) as never);
    for (let round = 0; round < 30; round += 1)
      for (const op of fold.take({ type: 'task.output', agentId, taskId: 'bash-1', text: '😀'.repeat(2_500) }, at(2))) {
        const tail = fold.transcript.tasks.get('bash-1')?.outputTail ?? '';
        expect(tail.length).toBeLessThanOrEqual(65_536);
        expect(tail.isWellFormed()).toBe(true);
        expect(applyOp(client, op)).toBe(true);
      }
    expect(client.tasks.get('bash-1')).toEqual(plain(fold.transcript.tasks.get('bash-1')));
  });

  test.each([
    [
      false,
      { type: 'subagent.completed', resultSummary: 'found', usage },
      { state: 'completed', resultSummary: 'found', usage },
    ],
    [true, { type: 'subagent.failed', error: 'no' }, { state: 'failed', error: 'no' }],
    [false, { type: 'subagent.failed', error: 'no', reason: 'aborted' }, { state: 'killed' }],
    [false, { type: 'subagent.failed', error: 'no', reason: 'timed_out' }, { state: 'timed_out' }],
  ])('a subagent (in the background: %s) that ends with %j', (background, end, expected) => {
    const fold = called();
    if (background)
      fold.take(
        {
          type: 'task.started',
          agentId,
          info: {
            kind: 'agent',
            taskId: 'agent-1',
            description: 'look',
            status: 'running',
            detached: true,
            startedAt: 1_772_352_000_004,
            endedAt: null,
            agentId: 'agent_1',
          },
        },
        at(4),
      );
    fold.take(
      {
        type: 'subagent.spawned',
        agentId,
        subagentId: 'agent_1',
        subagentName: 'explore',
        parentToolCallId: 'c1',
        description: 'look',
        runInBackground: background,
        taskId: 'agent-1',
      },
      at(4),
    );
    expect(plain(fold.transcript.tasks.get('agent-1'))).toEqual({
      taskId: 'agent-1',
      kind: 'subagent',
      state: 'running',
      detached: background,
      description: 'look',
      agentId: 'agent_1',
      outputTail: '',
      startedAt: when(4),
    });
    expect(fold.transcript.items.filter(({ kind }) => kind === 'taskref')).toHaveLength(1);
    expect(callFrame(fold)).toMatchObject({ taskId: 'agent-1', agentRefs: [{ agentId: 'agent_1', role: 'child' }] });
    fold.take({ agentId, subagentId: 'agent_1', ...end } as never, at(5));
    expect(fold.transcript.tasks.get('agent-1')).toMatchObject({ ...expected, endedAt: when(5) });
  });

  test('a command that a person typed, and moved to the background', () => {
    const run = {
      type: 'shell.run',
      agentId,
      commandId: 'shell_1',
      taskId: 'bash-1',
      command: 'serve',
      startedAt: info.startedAt,
    } as const;
    const fold = after({ ...run, status: 'running', endedAt: null });
    fold.take(
      { type: 'shell.output', agentId, commandId: 'shell_1', taskId: 'bash-1', update: { kind: 'stdout', text: 'hi' } },
      at(2),
    );
    expect(plain(fold.transcript.tasks.get('bash-1'))).toEqual({
      taskId: 'bash-1',
      kind: 'shell',
      state: 'running',
      detached: false,
      description: 'serve',
      outputTail: 'hi',
      startedAt: when(2),
    });
    const moved = after({ ...run, status: 'running', endedAt: null });
    expect(names(moved.take({ type: 'task.started', agentId, info }, at(3)))).toEqual(['task.upsert']);
    expect(moved.take({ ...run, status: 'background', endedAt: info.startedAt }, at(4))).toEqual([]);
    expect(moved.transcript.tasks.get('bash-1')).toMatchObject({ detached: true, state: 'running' });
    fold.take({ ...run, status: 'failed', endedAt: info.startedAt + 5, exitCode: 1, output: 'hi all' }, at(5));
    expect(fold.transcript.tasks.get('bash-1')).toMatchObject({
      state: 'failed',
      endedAt: when(7),
      outputTail: 'hi all',
      error: 'exit code 1',
    });
    expect(fold.transcript.items.map(itemId)).toEqual(['ref-bash-1']);
  });
});

describe('markers and the state of the agent', () => {
  test.each<[object, string, object | undefined]>([
    [
      { type: 'compaction.started', trigger: 'auto', cause: 'threshold', tokensBefore: 9 },
      'compaction',
      { phase: 'started', trigger: 'auto', cause: 'threshold', tokensBefore: 9 },
    ],
    [{ type: 'compaction.blocked', turnId: 3 }, 'compaction', { phase: 'blocked', turnId: 3 }],
    [
      { type: 'compaction.completed', durationMs: 1, result: { summary: 's' } },
      'compaction',
      { phase: 'completed', durationMs: 1, result: { summary: 's' } },
    ],
    [{ type: 'compaction.cancelled', reason: 'aborted' }, 'compaction', { phase: 'cancelled', reason: 'aborted' }],
    [{ type: 'plan.changed', active: true, path: '/p.md' }, 'plan.enter', undefined],
    [{ type: 'plan.changed', active: false }, 'plan.exit', undefined],
    [
      { type: 'plan.revision', id: 'i', version: 2, path: '/p.v2.md', sha256: 'x', bytes: 4 },
      'plan.revision',
      { id: 'i', version: 2, path: '/p.v2.md', sha256: 'x', bytes: 4 },
    ],
    [
      { type: 'skill.activated', activationId: 'a', skillName: 's', trigger: 'user-slash' },
      'skill',
      { activationId: 'a', skillName: 's', trigger: 'user-slash' },
    ],
    [
      { type: 'cron.fired', origin: { kind: 'retry' }, prompt: 'p' },
      'cron.fired',
      { origin: { kind: 'retry' }, prompt: 'p' },
    ],
    [
      { type: 'hook.result', turnId: 1, hookEvent: 'Stop', content: 'c', blocked: true },
      'hook',
      { hookEvent: 'Stop', content: 'c', blocked: true },
    ],
    [
      { type: 'error', code: 'x', message: 'm', retryable: false },
      'notice',
      { level: 'error', message: 'm', event: 'error', code: 'x' },
    ],
    [{ type: 'warning', message: 'm' }, 'notice', { level: 'warning', message: 'm', event: 'warning' }],
    [{ type: 'goal.updated', snapshot: null }, 'goal', { snapshot: null }],
  ])('%j', (event, marker, payload) => {
    const fold = createTranscriptFold();
    fold.take({ agentId, sessionId: 's', ...event } as never, at(7));
    expect(plain(fold.transcript.items)).toEqual([
      { kind: 'marker', markerId: 'm7', marker, ...(payload === undefined ? {} : { payload }), at: when(7) },
    ]);
  });

  test('plan mode, goal and status are merged', () => {
    const fold = createTranscriptFold();
    const meta = (event: object) => {
      fold.take({ agentId, ...event } as never, at(1));
      return plain(fold.transcript.meta);
    };
    expect(meta({ type: 'plan.changed', active: true, path: '/p.md' })).toEqual({
      modes: { plan: { reviewPath: '/p.md' } },
    });
    expect(meta({ type: 'plan.revision', id: 'i', version: 2, path: '/p.v2.md', sha256: 'x', bytes: 4 })).toEqual({
      modes: { plan: { reviewPath: '/p.v2.md', version: 2 } },
    });
    expect(meta({ type: 'plan.changed', active: false })).toEqual({});
    const snapshot = {
      objective: 'win',
      status: 'active',
      completionCriterion: 'won',
      tokensUsed: 5,
      budget: { tokenBudget: 9 },
    };
    expect(meta({ type: 'goal.updated', snapshot })).toEqual({
      goal: { objective: 'win', status: 'active', completionCriterion: 'won', budgetUsed: 5, budgetLimit: 9 },
    });
    expect(meta({ type: 'goal.updated', snapshot: null })).toEqual({});
    expect(meta({ type: 'agent.status.updated', model: 'm', planMode: true, contextTokens: 4 })).toEqual({
      agent: { model: 'm', contextTokens: 4 },
    });
    expect(meta({ type: 'agent.status.updated', contextTokens: 5 })).toEqual({
      agent: { model: 'm', contextTokens: 5 },
    });
  });

  test('an undo takes everything with it from its first turn on', () => {
    const fold = after(started(1), { type: 'turn.ended', agentId, turnId: 1, reason: 'completed' });
    fold.take(started(2), at(3));
    fold.take({ type: 'warning', agentId, message: 'w' }, at(4));
    fold.take({ type: 'turn.ended', agentId, turnId: 2, reason: 'completed' }, at(5));
    const prompts = [{ promptId: 'p', text: 'do it' }];
    const ops = fold.take({ type: 'context.undone', agentId, count: 1, turnIds: [2], messageIds: [], prompts }, at(6));
    expect(ops[0]).toEqual({ op: 'items.remove', ids: ['t2', 'm4'] });
    expect(fold.transcript.items.map(itemId)).toEqual(['t1', 'm6']);
    expect(fold.transcript.items[1]).toMatchObject({ marker: 'undo', payload: { count: 1, prompts } });
  });
});

describe('operations', () => {
  const turn = (ordinal: number) =>
    ({ kind: 'turn', turnId: `t${ordinal}`, ordinal, state: 'completed', origin: { kind: 'user' } }) as const;
  const upsert = (ordinal: number): TranscriptOp => ({ op: 'turn.upsert', turn: turn(ordinal) });
  const marker = (id: string, beforeTurn?: number): TranscriptOp => ({
    op: 'marker.upsert',
    item: { kind: 'marker', markerId: id, marker: 'new' },
    ...(beforeTurn === undefined ? {} : { beforeTurn }),
  });

  test('turns take their place by number, markers at the end or before a turn', () => {
    const transcript = emptyTranscript();
    for (const op of [
      upsert(2),
      marker('a'),
      upsert(5),
      upsert(3),
      marker('b', 3),
      marker('c', 4),
      marker('d', 9),
      upsert(2),
      marker('a'),
    ])
      expect(applyOp(transcript, op)).toBe(true);
    expect(transcript.items.map(itemId)).toEqual(['t2', 'a', 'b', 't3', 'c', 't5', 'd']);
  });

  test('what is not known is made as a skeleton', () => {
    const transcript = emptyTranscript();
    applyOp(transcript, {
      op: 'frame.upsert',
      turnId: 't7',
      stepId: 't7.2',
      frame: { kind: 'thinking', frameId: 't7.2.f1', text: 'x' },
    });
    applyOp(transcript, {
      op: 'step.upsert',
      turnId: 't7',
      step: { kind: 'step', stepId: 't7.1', turnId: 't7', ordinal: 1, state: 'failed' },
    });
    expect(transcript.items).toEqual([
      {
        kind: 'turn',
        turnId: 't7',
        ordinal: 7,
        state: 'running',
        origin: { kind: 'other' },
        steps: [
          { kind: 'step', stepId: 't7.1', turnId: 't7', ordinal: 1, state: 'failed', frames: [] },
          {
            kind: 'step',
            stepId: 't7.2',
            turnId: 't7',
            ordinal: 2,
            state: 'running',
            frames: [{ kind: 'thinking', frameId: 't7.2.f1', text: 'x' }],
          },
        ],
      },
    ]);
  });

  test('headers are replaced as a whole, and what hangs on them stays', () => {
    const transcript = emptyTranscript();
    applyOp(transcript, { op: 'turn.upsert', turn: { ...turn(1), prompt: 'p' } });
    applyOp(transcript, {
      op: 'step.upsert',
      turnId: 't1',
      step: { kind: 'step', stepId: 't1.1', turnId: 't1', ordinal: 1, state: 'running', endReason: 'error' },
    });
    applyOp(transcript, {
      op: 'frame.upsert',
      turnId: 't1',
      stepId: 't1.1',
      frame: { kind: 'thinking', frameId: 't1.1.f1', text: 'x' },
    });
    const before = transcript.items[0];
    applyOp(transcript, {
      op: 'step.upsert',
      turnId: 't1',
      step: { kind: 'step', stepId: 't1.1', turnId: 't1', ordinal: 1, state: 'completed' },
    });
    applyOp(transcript, upsert(1));
    expect(transcript.items).toEqual([
      {
        ...turn(1),
        steps: [
          {
            kind: 'step',
            stepId: 't1.1',
            turnId: 't1',
            ordinal: 1,
            state: 'completed',
            frames: [{ kind: 'thinking', frameId: 't1.1.f1', text: 'x' }],
          },
        ],
      },
    ]);
    // what changed is another object, what was there before is as it was
    expect(transcript.items[0]).not.toBe(before);
    expect(before).toMatchObject({ prompt: 'p', steps: [{ state: 'running' }] });
  });

  test.each<[string, TranscriptOp, boolean]>([
    [
      'a frame that is not there',
      { op: 'append', target: { type: 'frame', turnId: 't1', stepId: 't1.1', frameId: 'no' }, offset: 0, text: 'x' },
      false,
    ],
    ['a task that is not there', { op: 'append', target: { type: 'task', taskId: 'no' }, offset: 0, text: 'x' }, false],
    ['beyond its end', { op: 'append', target: { type: 'task', taskId: 'a' }, offset: 5, text: 'x' }, false],
    ['other text below its end', { op: 'append', target: { type: 'task', taskId: 'a' }, offset: 1, text: 'no' }, false],
    ['the same again', { op: 'append', target: { type: 'task', taskId: 'a' }, offset: 1, text: 'bc' }, true],
    ['some of it again', { op: 'append', target: { type: 'task', taskId: 'a' }, offset: 1, text: 'bcd' }, true],
  ])('text for %s', (_what, op, fits) => {
    const transcript = emptyTranscript();
    transcript.tasks.set('a', { taskId: 'a', kind: 'shell', state: 'running', detached: true, outputTail: 'abc' });
    expect(applyOp(transcript, op)).toBe(fits);
    expect(transcript.tasks.get('a')?.outputTail).toBe(op.op === 'append' && op.text === 'bcd' ? 'abcd' : 'abc');
  });

  test('with a turn go its attachments and what its calls asked of people', () => {
    const fold = called();
    const approval = {
      agentId,
      session_id: 's',
      tool_name: 'Bash',
      action: 'x',
      tool_input_display: { kind: 'generic', summary: 'x' },
      created_at: when(0),
      expires_at: when(9),
      session_scope: false,
    } as const;
    fold.take({ type: 'event.approval.requested', ...approval, approval_id: 'own', tool_call_id: 'c1' }, at(4));
    fold.take(
      { type: 'event.approval.requested', ...approval, approval_id: 'by turn', turn_id: 1, tool_call_id: 'c8' },
      at(4),
    );
    fold.take(
      { type: 'event.approval.requested', ...approval, approval_id: 'other', turn_id: 2, tool_call_id: 'c9' },
      at(4),
    );
    for (const id of ['t1.att1', 't11.att1'])
      applyOp(fold.transcript, { op: 'attachment.upsert', attachment: { attachmentId: id, mediaType: 'image/*' } });
    applyOp(fold.transcript, { op: 'items.remove', ids: ['t1', 'nothing'] });
    expect(fold.transcript.items).toEqual([]);
    expect([...fold.transcript.interactions.keys()]).toEqual(['other']);
    expect([...fold.transcript.attachments.keys()]).toEqual(['t11.att1']);
  });

  test('a reset replaces everything', () => {
    const fold = called();
    const snapshot = {
      items: [],
      tasks: [],
      interactions: [],
      attachments: [],
      todos: [],
      prompts: [],
      meta: { activity: 'idle' },
    } as const;
    applyOp(fold.transcript, { op: 'reset', agentId, snapshot: plain(snapshot) as never });
    expect(plain({ items: fold.transcript.items, ...entitiesOf(fold.transcript) })).toEqual(snapshot);
  });

  test('batches: known ones are passed over, missing ones are found out', () => {
    const transcript = { ...emptyTranscript(), seq: 10 };
    expect(
      applyBatches(transcript, [
        { seq: 10, ops: [upsert(9)] },
        { seq: 11, ops: [upsert(1)] },
      ]),
    ).toBe(true);
    expect(transcript).toMatchObject({ seq: 11, items: [{ turnId: 't1' }] });
    expect(applyBatches(transcript, [{ seq: 13, ops: [upsert(3)] }])).toBe(false);
    expect(transcript.seq).toBe(11);
    // a channel that leaves some out says what came before
    expect(applyBatches(transcript, [{ seq: 15, ops: [upsert(5)] }], 11)).toBe(true);
    expect(applyBatches(transcript, [{ seq: 19, ops: [upsert(6)] }], 17)).toBe(false);
    expect(transcript.items.map(itemId)).toEqual(['t1', 't5']);
  });

  test('older pages go above, what is there already stays', () => {
    const transcript = emptyTranscript();
    for (const op of [upsert(3), marker('x')]) applyOp(transcript, op);
    addOlderItems(transcript, [
      { ...turn(2), steps: [] },
      { ...turn(3), steps: [], prompt: 'old' },
    ]);
    expect(transcript.items).toEqual([
      { ...turn(2), steps: [] },
      { ...turn(3), steps: [] },
      { kind: 'marker', markerId: 'x', marker: 'new' },
    ]);
  });
});
