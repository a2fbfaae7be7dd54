/** What each event does to the turns and steps of a transcript (ws.md 12.4). */
import { describe, expect, test } from '@jest/globals';
import type { NewEvent } from '../../schemas/generated/events.js';
import type { Origin } from '../../schemas/generated/types.js';
import { createTranscriptFold } from '../../schemas/folds/transcript-fold.js';
import {
  after,
  agentId,
  at,
  called,
  frames,
  message,
  names,
  opened,
  plain,
  started,
  step,
  turnIn,
  usage,
  when,
} from './fold.fixture.js';

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
    fold.take(
      { type: 'turn.ended', agentId, turnId: 1, reason, interruptReason, usage, cost: 0.5, durationMs: 9, error },
      at(3),
    );
    expect(turnIn(fold)).toMatchObject({
      state,
      endedAt: when(3),
      durationMs: 9,
      error: 'y',
      usage: { inputTokens: 18, outputTokens: 7, cachedTokens: 11, cost: 0.5 },
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
    expect(turnIn(fold)).toMatchObject({
      attachmentIds: ['t1.att1', 't1.att2', 't1.att3'],
      triggerPromptId: 'p',
      userMessageId: 'msg_1',
    });
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
    // the prompt's own message is not a frame, but one that is steered in later is
    fold.take(message('user', content as object[], { metadata: { origin: { kind: 'user' } } }), at(3));
    fold.take(step(1), at(4));
    expect(frames(fold)).toEqual([]);
    const steered = message('user', [{ type: 'text', text: 'also' }, (content as object[])[1] as object], {
      id: 'msg_2',
      metadata: { origin: { kind: 'user' }, client: { from: 'phone' } },
    });
    expect(names(fold.take(steered, at(5)))).toEqual(['attachment.upsert', 'frame.upsert']);
    expect(frames(fold)).toEqual([
      {
        kind: 'text',
        frameId: 't1.1.f1',
        role: 'user',
        text: 'also',
        attachmentIds: ['t1.att4'],
        clientMetadata: { from: 'phone' },
      },
    ]);
    expect(turnIn(fold).userMessageId).toBe('msg_1');
  });

  test.each([
    ['cron_job', '<cron-fire jobId="j" cron="* * * * *">\nwater the plants\n</cron-fire>', 'water the plants'],
    ['system_trigger', 'look around', 'look around'],
  ])('the prompt of a turn of kind %s stands in its message', (kind, text, prompt) => {
    const origin = (kind === 'system_trigger' ? { kind, name: 'subagent' } : { kind, jobId: 'j' }) as unknown as Origin;
    const { prompt: _none, ...begin } = started(1, origin) as { prompt?: string } & NewEvent;
    const fold = after(begin as NewEvent, message('user', [{ type: 'text', text }], { metadata: { origin } }));
    expect(turnIn(fold)).toMatchObject({ prompt, userMessageId: 'msg_1' });
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
      llmTiming: timing,
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
    fold.take({ type: 'step.usage', ...record, cost: 0.25, llmStreamDurationMs: 4 }, at(4));
    fold.take({ type: 'turn.step.interrupted', agentId, turnId: 1, step: 1, reason, message: 'why' }, at(5));
    expect(turnIn(fold).steps[0]).toMatchObject({
      state,
      endedAt: when(5),
      endReason: reason,
      endMessage: 'why',
      usage,
      cost: 0.25,
      timing: { llmStreamDurationMs: 4 },
      llmTiming: { llmStreamDurationMs: 4 },
    });
    expect(turnIn(fold).steps[0]?.finishReason).toBeUndefined();
    // the log contains the reply of this step
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
    // empties the text and marks the call as failed, before the step removes both frames
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
