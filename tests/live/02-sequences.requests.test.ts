/** The order of events, frame by frame: approvals and questions (ws.md 8.3 and 8.4). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cancelled, closing, opening, pending, say } from '../helpers/lines.js';
import { eventually, hurried, startTrial, type EventFrame, type Talk, type Trial } from '../helpers/turns.js';

let trial: Trial;
let talk: Talk;
/** milliseconds that the daemon's clock is ahead */
let ahead = 0;
const day = 86_400_000;
beforeEach(async () => {
  ahead = 0;
  trial = await startTrial({ sleep: hurried(25), random: () => 0, now: () => Date.now() + ahead });
  talk = await trial.talk();
});
afterEach(() => trial.close());

describe('check 2: the five main events arrive in order, for a plain reply and one with tools; 8.1-8.12 hold frame by frame on the offline provider', () => {
  describe('8.3 approval', () => {
    const asked = [
      ...opening,
      'turn.step.started 1',
      'message.appended assistant',
      'event.approval.requested',
      pending('approval'),
    ];

    test('approved', async () => {
      void talk.submit('run echo hi');
      const request = await talk.decide({ decision: 'approved' });
      await talk.until('prompt.completed');
      expect(talk.lines()).toEqual([
        ...asked,
        'event.approval.resolved approved client',
        pending('none'),
        'tool.call.started Bash',
        'tool.result ok',
        'turn.step.completed 1 tool_use',
        ...say(2),
        ...closing,
      ]);
      expect(request.payload).toMatchObject({
        tool_name: 'Bash',
        action: 'Run: echo hi',
        session_scope: true,
        scope_rule: 'Bash(echo hi)',
        turn_id: 1,
      });
      expect(
        Date.parse(String(request.payload['expires_at'])) - Date.parse(String(request.payload['created_at'])),
      ).toBe(86_400_000);
    });

    test('rejected with feedback: the model reads it, the turn continues', async () => {
      void talk.submit('run echo hi');
      await talk.decide({ decision: 'rejected', feedback: 'use the other one' });
      await talk.until('prompt.completed');
      expect(talk.lines()).toEqual([
        ...asked,
        'event.approval.resolved rejected client',
        pending('none'),
        'tool.call.started Bash',
        'tool.result error',
        'turn.step.completed 1 tool_use',
        ...say(2),
        ...closing,
      ]);
      expect(talk.frames.find(({ type }) => type === 'tool.result')?.payload['output']).toContain('use the other one');
    });

    test('cancelled: the other calls are skipped and the turn ends', async () => {
      writeFileSync(join(trial.cwd, 'a.txt'), 'x');
      void talk.submit('run echo hi\n+ read a.txt');
      await talk.decide({ decision: 'cancelled' });
      await talk.until('prompt.aborted');
      expect(talk.lines()).toEqual([
        ...asked,
        'event.approval.resolved cancelled client',
        pending('none'),
        'tool.call.started Bash',
        'tool.result error',
        'tool.call.started Read',
        'tool.result error synthetic',
        ...cancelled(1),
      ]);
      expect(talk.frames.filter(({ type }) => type === 'tool.result')[1]?.payload['output']).toMatch(/skipped/i);
    });

    test('a mode change resolves it', async () => {
      void talk.submit('run echo hi');
      await talk.until('event.approval.requested');
      await talk.call('POST', '/profile', { agent_config: { permission_mode: 'yolo' } });
      await talk.until('prompt.completed');
      expect(talk.lines()).toEqual([
        ...asked,
        'event.approval.resolved approved policy',
        pending('none'),
        'tool.call.started Bash',
        'tool.result ok',
        'turn.step.completed 1 tool_use',
        ...say(2),
        ...closing,
      ]);
    });

    test('aborted while it waits', async () => {
      void talk.submit('run echo hi');
      await talk.until('event.approval.requested');
      await talk.call('POST', ':abort');
      await talk.until('prompt.aborted');
      expect(talk.lines()).toEqual([
        ...asked,
        'event.approval.resolved cancelled abort',
        pending('none'),
        'tool.call.started Bash',
        'tool.result error synthetic',
        ...cancelled(1),
      ]);
    });

    test('no user decides for a day: as cancelled, by timeout', async () => {
      void talk.submit('run expr 1');
      const { payload } = await talk.until('event.approval.requested');
      ahead = day + 1_000;
      const late = await talk.call('POST', `/approvals/${String(payload['approval_id'])}`, { decision: 'approved' });
      expect(late.code).toBe(41001);
      await talk.until('prompt.aborted');
      expect(talk.lines()).toEqual([
        ...asked,
        'event.approval.resolved cancelled timeout',
        pending('none'),
        'tool.call.started Bash',
        'tool.result error',
        ...cancelled(1, 'aborted'),
      ]);
    });

    test('a rejected plan stops the turn', async () => {
      const free = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
      void free.submit('plan do it');
      await free.decide({ decision: 'rejected' });
      await free.until('prompt.aborted');
      const lines = free.lines();
      expect(lines.slice(lines.indexOf('plan.revision'))).toEqual([
        'plan.revision',
        'event.approval.requested',
        pending('approval'),
        'event.approval.resolved rejected client',
        pending('none'),
        'tool.call.started ExitPlanMode',
        'tool.result error',
        ...cancelled(3),
      ]);
    });

    test('the status reports it', async () => {
      void talk.submit('run expr 1');
      const { payload } = await talk.until('event.approval.requested');
      const phases = () =>
        talk.statuses.map((status) => status.payload['phase']).filter((phase) => phase !== undefined);
      await eventually(
        () => phases().some((phase) => (phase as { kind: string }).kind === 'awaiting_approval'),
        'a status that reports the approval',
      );
      expect(phases().at(-1)).toEqual({
        kind: 'awaiting_approval',
        turnId: 1,
        step: 1,
        approval: { approvalId: payload['approval_id'], toolCallId: payload['tool_call_id'] },
        since: expect.any(Number),
      });
      await talk.call('POST', ':abort');
      await talk.until('prompt.aborted');
      await eventually(
        () => phases().some((phase) => (phase as { kind: string }).kind === 'interrupted'),
        'a status that reports the end',
      );
      expect(phases().at(-1)).toMatchObject({ kind: 'interrupted', turnId: 1, step: 1, reason: 'aborted' });
    });

    test('calls of two agents ask at the same time, each by its name', async () => {
      void talk.submit('agent: run expr 1\n+ agent: run expr 2');
      const first = await talk.until('event.approval.requested');
      const second = await talk.until(
        ({ type, payload }) =>
          type === 'event.approval.requested' && payload['approval_id'] !== first.payload['approval_id'],
      );
      expect(new Set([first, second].map(({ payload }) => payload['agentId']))).toEqual(
        new Set(['agent_1', 'agent_2']),
      );
      expect(talk.lines()).not.toContain('event.approval.resolved approved client');
      for (const { payload } of [first, second])
        await talk.call('POST', `/approvals/${String(payload['approval_id'])}`, { decision: 'approved' });
      await talk.until('prompt.completed');
      expect(talk.lines().filter((line) => line === 'event.approval.resolved approved client')).toHaveLength(2);
    });

    test('several ask one after another, before the first call runs', async () => {
      void talk.submit('run echo one\n+ run echo two');
      await talk.decide({ decision: 'approved' });
      const second = await talk.until(
        ({ type, payload }) => type === 'event.approval.requested' && String(payload['action']).includes('two'),
      );
      expect(talk.lines().some((each) => each.startsWith('tool.call.started'))).toBe(false);
      await talk.call('POST', `/approvals/${String(second.payload['approval_id'])}`, { decision: 'approved' });
      await talk.until('prompt.completed');
      expect(talk.lines().filter((each) => each === 'tool.result ok')).toHaveLength(2);
    });
  });

  describe('8.4 question', () => {
    const asked = [
      ...opening,
      'turn.step.started 1',
      'message.appended assistant',
      'tool.call.started AskUserQuestion',
      'event.question.requested',
      pending('question'),
    ];
    const question = async (): Promise<EventFrame> => {
      void talk.submit('ask Which one? Red | Blue');
      return talk.until('event.question.requested');
    };

    test('answered', async () => {
      const { payload } = await question();
      expect(payload['questions']).toMatchObject([
        {
          id: 'q_0',
          question: 'Which one?',
          options: [
            { id: 'opt_0_0', label: 'Red' },
            { id: 'opt_0_1', label: 'Blue' },
          ],
          allow_other: true,
        },
      ]);
      await talk.call('POST', `/questions/${String(payload['question_id'])}`, {
        answers: { q_0: { kind: 'single', option_id: 'opt_0_1' } },
      });
      await talk.until('prompt.completed');
      expect(talk.lines()).toEqual([
        ...asked,
        'event.question.answered',
        pending('none'),
        'tool.result ok',
        'turn.step.completed 1 tool_use',
        ...say(2),
        ...closing,
      ]);
      expect(JSON.parse(String(talk.frames.find(({ type }) => type === 'tool.result')?.payload['output']))).toEqual({
        answers: { 'Which one?': 'Blue' },
      });
    });

    test('dismissed: empty answers, the turn continues', async () => {
      const { payload } = await question();
      expect((await talk.call('POST', `/questions/${String(payload['question_id'])}:dismiss`)).code).toBe(40909);
      await talk.until('prompt.completed');
      expect(talk.lines()).toEqual([
        ...asked,
        'event.question.dismissed client',
        pending('none'),
        'tool.result ok',
        'turn.step.completed 1 tool_use',
        ...say(2),
        ...closing,
      ]);
    });

    test('aborted while it waits', async () => {
      await question();
      await talk.call('POST', ':abort');
      await talk.until('prompt.aborted');
      expect(talk.lines()).toEqual([
        ...asked,
        'event.question.dismissed abort',
        pending('none'),
        'tool.result error',
        ...cancelled(1),
      ]);
    });

    test('no user answers for a day: an error, and the turn continues', async () => {
      const { payload } = await question();
      ahead = day + 1_000;
      const late = await talk.call('POST', `/questions/${String(payload['question_id'])}`, {
        answers: { q_0: { kind: 'single', option_id: 'opt_0_1' } },
      });
      expect(late.code).toBe(41002);
      await talk.until('prompt.completed');
      // a day has passed, so the model also gets a reminder of the new date
      expect(talk.lines().filter((line) => line !== 'message.appended system')).toEqual([
        ...asked,
        'event.question.dismissed timeout',
        pending('none'),
        'tool.result error',
        'turn.step.completed 1 tool_use',
        ...say(2),
        ...closing,
      ]);
    });

    test('in the background: the result at once, the answer later', async () => {
      const ask = { questions: [{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }], background: true };
      await talk.run(`call AskUserQuestion ${JSON.stringify(ask)}`);
      expect(talk.lines()).toEqual([
        ...opening,
        'turn.step.started 1',
        'message.appended assistant',
        'tool.call.started AskUserQuestion',
        'task.started',
        'event.question.requested',
        pending('question'),
        'tool.result ok',
        'turn.step.completed 1 tool_use',
        ...say(2),
        'turn.ended completed',
        'event.session.work_changed busy question completed',
        'prompt.completed completed',
      ]);
      const { payload } = await talk.until('event.question.requested');
      expect(payload['background']).toBe(true);
      const from = talk.frames.length;
      await talk.call('POST', `/questions/${String(payload['question_id'])}`, {
        answers: { q_0: { kind: 'single', option_id: 'opt_0_1' } },
      });
      await talk.until('event.session.work_changed idle none completed', from + 5);
      expect(talk.lines(from)).toEqual([
        'event.question.answered',
        'event.session.work_changed busy none completed',
        'task.terminated',
        'event.session.work_changed idle none completed',
        'turn.started task',
        'event.session.work_changed busy none completed',
        'message.appended user',
        ...say(1),
        'turn.ended completed',
        'event.session.work_changed idle none completed',
      ]);
    });
  });
});
