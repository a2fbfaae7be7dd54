/** What each operation does to the transcript of a client (ws.md 12.3). */
import { describe, expect, test } from '@jest/globals';
import type { TranscriptOp } from '../../schemas/generated/types.js';
import { addOlderItems, applyBatches, applyOp, dropOlderItems } from '../../schemas/folds/transcript-apply.js';
import { emptyTranscript, entitiesOf, itemId } from '../../schemas/folds/transcript.js';
import { agentId, at, called, plain, when } from './fold.fixture.js';

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
    // a change creates another object and leaves the old one as it was
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

  test('with a turn go its attachments and what its calls asked of the user', () => {
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
      runtime_id: 'local',
      profile: 'full',
      scopes: ['once'] as ['once'],
      editable: false,
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
    // a channel that leaves batches out names the previous one
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

  test('of older turns nothing stays but what is open, or named by those that stay', () => {
    const transcript = emptyTranscript();
    for (const op of [marker('x'), upsert(1), upsert(2), marker('y'), upsert(3)]) applyOp(transcript, op);
    for (const [promptId, status] of [
      ['over', 'completed'],
      ['open', 'queued'],
    ] as const)
      applyOp(transcript, { op: 'prompt.upsert', prompt: { promptId, status, createdAt: '' } });
    for (const [taskId, state] of [
      ['ended', 'completed'],
      ['runs', 'running'],
    ] as const)
      applyOp(transcript, {
        op: 'task.upsert',
        task: { taskId, state, kind: 'shell', detached: true, outputTail: '' },
      });
    expect(dropOlderItems(transcript, 3)).toBe(true);
    expect(dropOlderItems(transcript, 3)).toBe(false);
    expect(dropOlderItems(transcript, 2)).toBe(true);
    expect(transcript.items.map(itemId)).toEqual(['t2', 'y', 't3']);
    expect([...transcript.prompts.keys(), ...transcript.tasks.keys()]).toEqual(['open', 'runs']);
  });
});
