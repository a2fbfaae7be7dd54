/** What each event does to approvals, questions, prompts and tasks beside the turns of a transcript (ws.md 12.4). */
import { describe, expect, test } from '@jest/globals';
import type { NewEvent } from '../../schemas/generated/events.js';
import { applyOp } from '../../schemas/folds/transcript-apply.js';
import { entitiesOf, itemId, transcriptOf } from '../../schemas/folds/transcript.js';
import { after, agentId, at, called, callFrame, names, plain, usage, when } from './fold.fixture.js';

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
    runtime_id: 'local',
    profile: 'full',
    scopes: ['once'],
    editable: false,
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
        approval_id: 'a1',
        session_id: 's',
        agent_id: agentId,
        turn_id: 1,
        tool_call_id: 'c1',
        tool_name: 'Bash',
        tool_input_display: { kind: 'command', command: 'ls' },
        created_at: when(0),
        expires_at: when(9),
        session_scope: true,
        runtime_id: 'local',
        profile: 'full',
        scopes: ['once'],
        editable: false,
        scope_rule: 'Bash(ls)',
        agent_type: 'coder',
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
        question_id: 'q',
        session_id: 's',
        agent_id: agentId,
        turn_id: 1,
        tool_call_id: 'c1',
        questions: [{ ...question, multiSelect: true, otherLabel: 'else' }],
        created_at: when(0),
        expires_at: when(9),
        background: false,
        turnId: 1,
        toolCallId: 'c1',
        expiresAt: when(9),
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
    fold.take({ type: 'prompt.options', agentId, promptId: 'a', metadata: { from: 'phone' } }, at(5));
    fold.take({ type: 'prompt.options', agentId, promptId: 'b', unattended: true }, at(5));
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
      {
        promptId: 'a',
        status: 'failed',
        userMessageId: 'ma',
        content: [],
        createdAt: when(0),
        finishedAt: when(7),
        clientMetadata: { from: 'phone' },
      },
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

  test('output that is too long is reported again, shorter, and continues from there', () => {
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
            model: 'm',
            thinkingEffort: 'high',
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
        model: 'm',
        thinkingEffort: 'high',
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
      model: 'm',
      thinkingEffort: 'high',
      outputTail: '',
      startedAt: when(4),
    });
    expect(fold.transcript.items.filter(({ kind }) => kind === 'taskref')).toHaveLength(1);
    expect(callFrame(fold)).toMatchObject({ taskId: 'agent-1', agentRefs: [{ agentId: 'agent_1', role: 'child' }] });
    fold.take({ agentId, subagentId: 'agent_1', ...end } as never, at(5));
    expect(fold.transcript.tasks.get('agent-1')).toMatchObject({ ...expected, endedAt: when(5) });
  });

  test('a command that the user typed, and moved to the background', () => {
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
