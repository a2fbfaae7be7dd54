/** The order of events, frame by frame: replies, calls, approvals, questions (ws.md 8.1 to 8.4). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { call, cancelled, closing, later, opening, pending, say } from '../helpers/lines.js';
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

describe('check 2: the five main events arrive in order, for a plain reply and one with tools; 8.1-8.12 hold frame by frame on the offline stand-in', () => {
  describe('the five main events', () => {
    const kinds = ['turn.started', 'assistant.delta', 'tool.call.started', 'tool.result', 'turn.ended'];
    const told = () => talk.frames.map(({ type }) => type).filter((type) => kinds.includes(type));

    test('a plain reply', async () => {
      await talk.run('say one');
      expect([...new Set(told())]).toEqual(['turn.started', 'assistant.delta', 'turn.ended']);
      expect([told()[0], told().at(-1)]).toEqual(['turn.started', 'turn.ended']);
    });

    test('a reply with tools, in a session made and prompted as it says', async () => {
      await talk.run('list files\nsay done');
      expect([...new Set(told())]).toEqual([
        'turn.started',
        'tool.call.started',
        'tool.result',
        'assistant.delta',
        'turn.ended',
      ]);
      expect(told().filter((type) => type === 'turn.ended')).toHaveLength(1);
      expect(told().at(-1)).toBe('turn.ended');
    });
  });

  describe('8.1 plain reply', () => {
    test('durable frames are exactly these; deltas stand between step start and message', async () => {
      await talk.run('think of a hat');
      expect(talk.lines()).toEqual([...opening, ...say(1), ...closing]);
      const types = talk.frames.map(({ type }) => type);
      const texts = talk.frames.flatMap(({ type }, at) => (type.endsWith('.delta') ? [at] : []));
      expect(Math.min(...texts)).toBeGreaterThan(types.indexOf('turn.step.started'));
      expect(Math.max(...texts)).toBeLessThan(types.lastIndexOf('message.appended'));
      expect(types.indexOf('thinking.delta')).toBeLessThan(types.indexOf('assistant.delta'));
      const [submitted, , started] = talk.frames;
      expect(started?.payload).toMatchObject({
        turnId: 1,
        prompt: 'think of a hat',
        promptId: submitted?.payload['promptId'],
        origin: { kind: 'user' },
      });
      const meta = talk.frames[1]?.payload;
      expect(meta).toMatchObject({
        title: 'think of a hat',
        patch: { lastPrompt: 'think of a hat', title: 'think of a hat' },
      });
      await eventually(
        () =>
          talk.statuses.some(({ payload }) => payload['contextTokens'] !== undefined && payload['usage'] !== undefined),
        'a status with usage',
      );
    });

    test('the second prompt has no title of its own', async () => {
      await talk.run('say one');
      const from = talk.frames.length;
      await talk.run('say two');
      expect(talk.lines(from)).toEqual([...later, ...say(1), ...closing]);
      expect(talk.frames.slice(from).find(({ type }) => type === 'session.meta.updated')?.payload).not.toHaveProperty(
        'title',
      );
    });

    test('numbers rise, none twice; turn.started and turn.ended enclose their turn', async () => {
      writeFileSync(join(trial.cwd, 'a.txt'), 'x');
      await talk.run('read a.txt\nlist files');
      const durable = talk.frames.filter((frame) => !frame.volatile);
      durable.forEach((frame, at) => expect(frame.seq).toBeGreaterThan(durable[at - 1]?.seq ?? 0));
      const mine = talk.frames.filter(({ payload }) => payload['turnId'] === 1);
      expect([mine[0]?.type, mine.at(-1)?.type]).toEqual(['turn.started', 'turn.ended']);
      talk.frames.forEach((frame, at) => {
        const before = talk.frames.slice(0, at).findLast((each) => !each.volatile)?.seq;
        // internal records have numbers too, so a volatile frame may know of more than was sent
        if (frame.volatile) expect(frame.seq).toBeGreaterThanOrEqual(before ?? 0);
      });
    });
  });

  describe('8.2 tool calls', () => {
    test('one call', async () => {
      writeFileSync(join(trial.cwd, 'a.txt'), 'x');
      await talk.run('read a.txt');
      expect(talk.lines()).toEqual([...opening, ...call(1, 'Read'), ...say(2), ...closing]);
      const delta = talk.frames.find(({ type }) => type === 'tool.call.delta');
      expect(delta).toMatchObject({ volatile: true, offset: 0, payload: { name: 'Read', step: 1 } });
      const started = talk.frames.find(({ type }) => type === 'tool.call.started');
      expect(started?.payload).toMatchObject({
        step: 1,
        args: { path: 'a.txt' },
        display: { kind: 'file_io', operation: 'read' },
      });
      expect(talk.frames.find(({ type }) => type === 'tool.result')?.payload).toMatchObject({
        step: 1,
        toolCallId: started?.payload['toolCallId'],
        messageId: expect.stringMatching(/^msg_/),
        durationMs: expect.any(Number),
      });
    });

    test('parallel calls: started in the order of the message, one result each', async () => {
      writeFileSync(join(trial.cwd, 'a.txt'), 'x');
      await talk.run('read a.txt\n+ list files\n+ todo a; b');
      const lines = talk.lines().slice(opening.length);
      expect(lines.filter((each) => each.startsWith('tool.call.started'))).toEqual(
        ['Read', 'Glob', 'TodoList'].map((name) => `tool.call.started ${name}`),
      );
      expect(lines.filter((each) => each === 'tool.result ok')).toHaveLength(3);
      expect(lines.slice(0, 2)).toEqual(['turn.step.started 1', 'message.appended assistant']);
      expect(lines.filter((each) => each === 'todo.changed')).toHaveLength(1);
      expect(lines.slice(9)).toEqual(['turn.step.completed 1 tool_use', ...say(2), ...closing]);
      const ids = (type: string) =>
        talk.frames.filter((frame) => frame.type === type).map(({ payload }) => payload['toolCallId']);
      expect(new Set(ids('tool.result'))).toEqual(new Set(ids('tool.call.started')));
    });

    test('unknown tool, bad arguments, no JSON: both frames, the others run', async () => {
      writeFileSync(join(trial.cwd, 'a.txt'), 'x');
      await talk.run('call Nothing {}\n+ call Read {"line_offset":1}\n+ call Read {no\n+ read a.txt');
      const results = talk.frames
        .filter(({ type }) => type === 'tool.result')
        .map(({ payload }) => payload['isError'] ?? false);
      // the offline provider does not ask for tools that it was not offered
      expect(results).toEqual([true, true, false]);
      expect(talk.lines().at(-1)).toBe('prompt.completed completed');
    });

    test('progress stands between its call and its result', async () => {
      const free = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
      await free.run('run for i in 1 2 3; do echo $i; sleep 0.1; done');
      const types = free.frames.map(({ type }) => type);
      const progress = types.flatMap((type, at) => (type === 'tool.progress' ? [at] : []));
      expect(progress.length).toBeGreaterThan(0);
      expect(Math.min(...progress)).toBeGreaterThan(types.indexOf('tool.call.started'));
      expect(Math.max(...progress)).toBeLessThan(types.indexOf('tool.result'));
    });
  });

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

    test('rejected with feedback: the model reads it, the turn goes on', async () => {
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

    test('nobody decides for a day: as cancelled, by timeout', async () => {
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

    test('the status tells of it', async () => {
      void talk.submit('run expr 1');
      const { payload } = await talk.until('event.approval.requested');
      const phases = () =>
        talk.statuses.map((status) => status.payload['phase']).filter((phase) => phase !== undefined);
      await eventually(
        () => phases().some((phase) => (phase as { kind: string }).kind === 'awaiting_approval'),
        'a status that tells of the approval',
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
        'a status that tells of the end',
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

    test('dismissed: empty answers, the turn goes on', async () => {
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

    test('nobody answers for a day: an error, and the turn goes on', async () => {
      const { payload } = await question();
      ahead = day + 1_000;
      const late = await talk.call('POST', `/questions/${String(payload['question_id'])}`, {
        answers: { q_0: { kind: 'single', option_id: 'opt_0_1' } },
      });
      expect(late.code).toBe(41002);
      await talk.until('prompt.completed');
      // with the day the date changes, and the model is told
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
