/** Approvals and questions over REST, with a clock that the test sets (rest.md 13, 14). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';

let daemon: TestDaemon;
let ahead = 0;
beforeAll(async () => {
  daemon = await startTestDaemon({ now: () => Date.now() + ahead });
});
afterAll(() => daemon.close());

const day = 24 * 60 * 60 * 1000;
const newSession = async (body?: Record<string, unknown>) => (await daemon.createSession(body)).id;
const dump = async (id: string) =>
  JSON.stringify((await daemon.ok('listMessages', { ...daemon.session(id), query: { page_size: 100 } })).items);

describe('approvals', () => {
  const asked = async (line = 'run expr 40 + 2') => {
    const session_id = await newSession();
    await daemon.prompt(session_id, line);
    const approval = await daemon.approval(session_id);
    return { session_id, approval, params: { session_id, approval_id: approval.approval_id } };
  };

  test('the item, the session and the snapshot show that it waits', async () => {
    const { session_id, approval } = await asked();
    expect(approval).toMatchObject({
      session_id,
      turn_id: 1,
      tool_name: 'Bash',
      agent_id: 'main',
      session_scope: true,
      scope_rule: 'Bash(expr 40 + 2)',
      tool_input_display: { kind: 'command', command: 'expr 40 + 2' },
    });
    expect(Date.parse(approval.expires_at) - Date.parse(approval.created_at)).toBe(day);
    expect(await daemon.ok('getSession', daemon.session(session_id))).toMatchObject({
      busy: true,
      main_turn_active: true,
      pending_interaction: 'approval',
    });
    expect((await daemon.ok('getSessionSnapshot', daemon.session(session_id))).pending_approvals).toEqual([approval]);
    expect((await daemon.ok('getSessionStatus', daemon.session(session_id))).busy).toBe(true);
    await daemon.ok('abortSession', daemon.session(session_id));
    expect(await daemon.waitForEnd(session_id)).toMatchObject({
      last_turn_reason: 'cancelled',
      pending_interaction: 'none',
    });
  });

  test.each([
    [{ decision: 'approved' }, 'completed', '42'],
    [{ decision: 'approved', scope: 'once' }, 'completed', '42'],
    [{ decision: 'rejected' }, 'completed', 'is_error'],
    [{ decision: 'rejected', feedback: 'not like this', scope: 'session' }, 'completed', 'not like this'],
    [{ decision: 'cancelled' }, 'cancelled', 'is_error'],
  ] as const)('%j', async (body, reason, found) => {
    const { session_id, params } = await asked();
    expect(await daemon.ok('resolveApproval', { params, body })).toEqual({
      resolved: true,
      resolved_at: expect.any(String),
    });
    expect(await daemon.waitForEnd(session_id)).toMatchObject({ last_turn_reason: reason, permission_rules: [] });
    expect(await dump(session_id)).toContain(found);
    expect((await daemon.fails('resolveApproval', 'APPROVAL_ALREADY_RESOLVED', { params, body })).data).toEqual({
      resolved: false,
    });
  });

  test('scope session remembers; the same call asks no more', async () => {
    const { session_id, params } = await asked();
    await daemon.ok('resolveApproval', { params, body: { decision: 'approved', scope: 'session' } });
    expect((await daemon.waitForEnd(session_id)).permission_rules).toEqual([
      expect.objectContaining({
        pattern: 'Bash(expr 40 + 2)',
        tool_name: 'Bash',
        matcher: { kind: 'exact_input', value: 'expr 40 + 2' },
      }),
    ]);
    expect(await daemon.run(session_id, 'run expr 40 + 2')).toMatchObject({
      last_turn_reason: 'completed',
      usage: { turn_count: 2 },
    });
  });

  test.each([
    [{ permission_mode: 'auto' }, 'updateSessionProfile'],
    [{ permission_mode: 'yolo' }, 'updateSessionProfile'],
  ] as const)('%j while it waits lets it through', async (agent_config, name) => {
    const { session_id } = await asked();
    await daemon.ok(name, { ...daemon.session(session_id), body: { agent_config } });
    await daemon.waitForEnd(session_id);
    expect(await dump(session_id)).toContain('42');
  });

  test.each([
    [{}],
    [{ decision: 'maybe' }],
    [{ decision: 'approved', scope: 'forever' }],
    [{ decision: 'rejected', feedback: 'x'.repeat(4001) }],
    [{ decision: 'approved', selected_label: 'Approve' }],
  ])('%j is refused and decides nothing', async (body) => {
    const { session_id, approval, params } = await asked();
    await daemon.fails('resolveApproval', 'VALIDATION_FAILED', { params, body });
    expect(await daemon.approval(session_id)).toEqual(approval);
    await daemon.ok('abortSession', daemon.session(session_id));
  });

  test('unknown ids, ids of other sessions, a missing status', async () => {
    const { session_id, params } = await asked();
    const other = await newSession();
    for (const [session, approval_id] of [
      [session_id, 'approval_none'],
      [other, params.approval_id],
    ] as const) {
      await daemon.fails('resolveApproval', 'APPROVAL_NOT_FOUND', {
        params: { session_id: session, approval_id },
        body: { decision: 'approved' },
      });
    }
    const ask = await daemon.call('GET', `/api/v1/sessions/${session_id}/approvals`);
    expect([ask.code, ask.details]).toEqual([40001, [{ path: 'status', message: expect.any(String) }]]);
    await daemon.fails('listApprovals', 'VALIDATION_FAILED', {
      ...daemon.session(session_id),
      query: { status: 'all' },
    });
    await daemon.ok('abortSession', daemon.session(session_id));
    await daemon.waitForEnd(session_id);
    await daemon.fails('resolveApproval', 'APPROVAL_ALREADY_RESOLVED', { params, body: { decision: 'approved' } });
  });

  test('after a day it is too late', async () => {
    const { session_id, params } = await asked();
    ahead += day + 1;
    for (let i = 0; i < 2; i += 1)
      expect(
        (await daemon.fails('resolveApproval', 'APPROVAL_EXPIRED', { params, body: { decision: 'approved' } })).data,
      ).toEqual({ resolved: false });
    expect(await daemon.waitForEnd(session_id)).toMatchObject({
      last_turn_reason: 'cancelled',
      pending_interaction: 'none',
    });
  });

  test('of many deciders exactly one wins', async () => {
    const { session_id, params } = await asked();
    const codes = await Promise.all(
      Array.from({ length: 8 }, () =>
        daemon.ask('resolveApproval', { params, body: { decision: 'approved' } }).then(({ code }) => code),
      ),
    );
    expect(codes.sort((a, b) => a - b)).toEqual([0, ...Array.from({ length: 7 }, () => 40902)]);
    await daemon.waitForEnd(session_id);
  });
});

describe('reviews of plans', () => {
  const reviewed = async (line = 'plan Do it') => {
    const session_id = await newSession();
    await daemon.prompt(session_id, line);
    let approval = await daemon.approval(session_id);
    // plan mode itself may need an approval first
    for (; approval.tool_input_display.kind !== 'plan_review'; approval = await daemon.approval(session_id)) {
      await daemon.ok('resolveApproval', {
        params: { session_id, approval_id: approval.approval_id },
        body: { decision: 'approved' },
      });
    }
    return { session_id, approval, params: { session_id, approval_id: approval.approval_id } };
  };

  test.each([
    [{ decision: 'approved' }, false, 'completed'],
    [{ decision: 'approved', scope: 'session' }, false, 'completed'],
    [{ decision: 'approved', selected_label: 'Approve' }, false, 'completed'],
    [{ decision: 'approved', selected_label: 'Slowly' }, false, 'completed'],
    [{ decision: 'rejected', feedback: 'more detail' }, true, 'completed'],
    [{ decision: 'rejected', selected_label: 'Revise' }, true, 'completed'],
    [{ decision: 'rejected' }, true, 'cancelled'],
    [{ decision: 'rejected', selected_label: 'Reject', feedback: 'x' }, true, 'cancelled'],
    [{ decision: 'rejected', selected_label: 'Reject and Exit' }, false, 'cancelled'],
    [{ decision: 'cancelled' }, true, 'cancelled'],
  ] as const)('%j', async (body, planMode, reason) => {
    const { session_id, approval, params } = await reviewed('plan Do it | Slowly | Fast');
    expect(approval).toMatchObject({
      tool_name: 'ExitPlanMode',
      session_scope: false,
      tool_input_display: { plan: 'Do it\n', options: [{ label: 'Slowly' }, { label: 'Fast' }] },
    });
    await daemon.ok('resolveApproval', { params, body });
    const session = await daemon.waitForEnd(session_id);
    expect(session).toMatchObject({
      last_turn_reason: reason,
      agent_config: { plan_mode: planMode },
      permission_rules: [],
    });
    expect(readFileSync((approval.tool_input_display as { path: string }).path, 'utf8')).toBe('Do it\n');
  });

  test('pairs that do not go together', async () => {
    const { session_id, params } = await reviewed();
    for (const body of [
      { decision: 'approved', selected_label: 'Revise' },
      { decision: 'approved', selected_label: 'Reject and Exit' },
      { decision: 'rejected', selected_label: 'Approve' },
      { decision: 'cancelled', selected_label: 'Reject' },
      { decision: 'approved', selected_label: 'Slowly' },
      { decision: 'approved', selected_label: '' },
    ]) {
      expect((await daemon.fails('resolveApproval', 'VALIDATION_FAILED', { params, body })).details).toEqual([
        { path: 'selected_label', message: expect.any(String) },
      ]);
    }
    await daemon.ok('abortSession', daemon.session(session_id));
  });
});

describe('questions', () => {
  const asked = async (line = 'ask Which colour? Red | Green | Blue') => {
    const session_id = await newSession();
    await daemon.prompt(session_id, line);
    const question = await daemon.question(session_id);
    return { session_id, question, params: { session_id, question_id: question.question_id } };
  };

  test('the item', async () => {
    const { session_id, question } = await asked();
    expect(question).toMatchObject({
      session_id,
      turn_id: 1,
      agent_id: 'main',
      background: false,
      questions: [
        {
          id: 'q_0',
          question: 'Which colour?',
          allow_other: true,
          options: [
            { id: 'opt_0_0', label: 'Red' },
            { id: 'opt_0_1', label: 'Green' },
            { id: 'opt_0_2', label: 'Blue' },
          ],
        },
      ],
    });
    expect(Date.parse(question.expires_at) - Date.parse(question.created_at)).toBe(day);
    expect((await daemon.ok('getSession', daemon.session(session_id))).pending_interaction).toBe('question');
    expect((await daemon.ok('getSessionSnapshot', daemon.session(session_id))).pending_questions).toEqual([question]);
    await daemon.ok('abortSession', daemon.session(session_id));
  });

  test.each([
    [{ kind: 'single', option_id: 'opt_0_1' }, '"Green"'],
    [{ kind: 'multi', option_ids: ['opt_0_0', 'opt_0_2'] }, '"Red, Blue"'],
    [{ kind: 'other', text: 'Pink' }, '"Pink"'],
    [{ kind: 'multi_with_other', option_ids: ['opt_0_0'], other_text: 'Pink' }, '"Red, Pink"'],
    [{ kind: 'multi_with_other', option_ids: [], other_text: 'Pink' }, '"Pink"'],
    [{ kind: 'skipped' }, '{}'],
    [undefined, '{}'],
  ])('%j', async (answer, told) => {
    const { session_id, params } = await asked();
    expect(
      await daemon.ok('answerQuestion', {
        params,
        body: { answers: answer ? { q_0: answer } : {}, method: 'click', note: 'x' },
      }),
    ).toEqual({ resolved: true, resolved_at: expect.any(String) });
    expect(await daemon.waitForEnd(session_id)).toMatchObject({
      last_turn_reason: 'completed',
      pending_interaction: 'none',
    });
    expect(
      JSON.parse(await dump(session_id))
        .flatMap((message: { content: { type: string; output?: string }[] }) => message.content)
        .find((part: { type: string }) => part.type === 'tool_result').output,
    ).toContain(told);
    expect(
      (await daemon.fails('answerQuestion', 'APPROVAL_ALREADY_RESOLVED', { params, body: { answers: {} } })).data,
    ).toEqual({ resolved: false });
    await daemon.fails('dismissQuestion', 'APPROVAL_ALREADY_RESOLVED', { params });
  });

  test.each([
    [{}],
    [{ answers: [] }],
    [{ answers: { q_1: { kind: 'skipped' } } }],
    [{ answers: { q_0: { kind: 'single', option_id: 'opt_0_9' } } }],
    [{ answers: { q_0: { kind: 'multi', option_ids: [] } } }],
    [{ answers: { q_0: { kind: 'multi', option_ids: ['opt_0_0', 'x'] } } }],
    [{ answers: { q_0: { kind: 'guess' } } }],
    [{ answers: {}, method: 'voice' }],
    [{ answers: { constructor: { kind: 'skipped' } } }],
  ])('%j is refused and answers nothing', async (body) => {
    const { session_id, question, params } = await asked();
    await daemon.fails('answerQuestion', 'VALIDATION_FAILED', { params, body });
    expect(await daemon.question(session_id)).toEqual(question);
    await daemon.ok('abortSession', daemon.session(session_id));
  });

  test('dismissal succeeds with a code of its own', async () => {
    const { session_id, params } = await asked();
    const answer = await daemon.ask('dismissQuestion', { params });
    expect(answer).toMatchObject({
      code: 40909,
      msg: 'success',
      data: { dismissed: true, dismissed_at: expect.any(String) },
    });
    expect(await daemon.waitForEnd(session_id)).toMatchObject({ last_turn_reason: 'completed' });
    await daemon.fails('dismissQuestion', 'APPROVAL_ALREADY_RESOLVED', { params });
    await daemon.fails('answerQuestion', 'QUESTION_NOT_FOUND', {
      params: { session_id, question_id: 'question_none' },
      body: { answers: {} },
    });
    await daemon.fails('dismissQuestion', 'QUESTION_NOT_FOUND', {
      params: { session_id, question_id: 'question_none' },
    });
  });

  test.each(['answerQuestion', 'dismissQuestion'] as const)('%s is too late after a day', async (name) => {
    const { session_id, params } = await asked();
    ahead += day + 1;
    expect((await daemon.fails(name, 'QUESTION_EXPIRED', { params, body: { answers: {} } })).data).toEqual({
      resolved: false,
    });
    await daemon.fails(name, 'QUESTION_EXPIRED', { params, body: { answers: {} } });
    await daemon.waitForEnd(session_id);
  });

  test('frames report the same', async () => {
    const socket = await daemon.socket();
    const session_id = await newSession();
    await socket.send('subscribe', { session_ids: [session_id] });
    await daemon.prompt(session_id, 'ask Sure?');
    const question = await daemon.question(session_id);
    await daemon.ok('answerQuestion', {
      params: { session_id, question_id: question.question_id },
      body: { answers: { q_0: { kind: 'single', option_id: 'opt_0_0' } } },
    });
    await socket.until('the end', (frame) => frame.type === 'turn.ended');
    const requested = socket.frames.find((frame) => frame.type === 'event.question.requested');
    expect(requested?.payload).toMatchObject({ question_id: question.question_id, questions: question.questions });
    expect(socket.frames.find((frame) => frame.type === 'event.question.answered')?.payload).toMatchObject({
      question_id: question.question_id,
      answers: { 'Sure?': 'Yes' },
    });
    socket.close();
  });
});
