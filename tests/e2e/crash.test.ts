/** A daemon killed during a turn, and how the next daemon continues (engine.md 19, ws.md 8.12). */
import { describe, expect, jest, test } from '@jest/globals';
import { processesOf } from '../helpers/processes.js';
import { eventually } from '../helpers/turns.js';
import {
  approved,
  reconnect,
  begin,
  brokenTurnEnd,
  call,
  daemon,
  expectHistory,
  finish,
  home,
  restart,
  start,
  submit,
  useDaemonProcess,
} from './revival.js';

jest.setTimeout(60_000);
useDaemonProcess();

describe('killed in the middle of', () => {
  test('streaming: the step is lost, the turn is closed, the session continues', async () => {
    const { id, seen } = await begin('slow 300 one two three four five six seven eight nine ten eleven twelve');
    await seen.until((frame) => frame.type === 'assistant.delta' && (frame.offset ?? 0) > 0);
    await restart();
    const again = await reconnect(id, seen);
    expect(again.lines()).toEqual(brokenTurnEnd);
    expect(again.frames[0]?.payload).toMatchObject({
      error: { code: 'turn.interrupted', details: { code: 'turn.interrupted' } },
      recovered: true,
      turnId: 1,
    });
    await submit(id, 'say on');
    await again.until('prompt.completed completed');
    const { data } = await call<{ items: { role: string; metadata: { reminders?: string[] } }[] }>(
      'GET',
      `/${id}/messages?page_size=50`,
    );
    expect(data.items.toReversed().map(({ role }) => role)).toEqual(['user', 'user', 'assistant']);
    expect(data.items[1]?.metadata.reminders?.join()).toMatch(/broken off|interrupted|ended/i);
    await expectHistory(id, seen, again);
  });

  test('a tool call: its outcome is unknown, its process is gone', async () => {
    const { id, seen } = await begin('run sleep 61', 'yolo');
    await seen.until('tool.call.started');
    await eventually(() => processesOf(home).length > 1, 'the command runs');
    await daemon?.kill();
    await eventually(() => processesOf(home).length === 0, 'the command ends with its daemon');
    await start();
    const again = await reconnect(id, seen);
    expect(again.lines()).toEqual(['tool.result error synthetic', ...brokenTurnEnd]);
    expect(again.frames[0]?.payload['output']).toMatch(/unknown/);
    await expectHistory(id, seen, again);
  });

  test('a tool call beside others: each gets a result, those not begun their start', async () => {
    const { id, seen } = await begin('run sleep 61\n+ run echo later\n+ todo a', 'yolo');
    await seen.until('tool.call.started');
    await restart();
    const again = await reconnect(id, seen);
    expect(again.lines()).toEqual([
      'tool.result error synthetic',
      'tool.call.started Bash',
      'tool.result error synthetic',
      'tool.call.started TodoList',
      'tool.result error synthetic',
      ...brokenTurnEnd,
    ]);
  });

  test('a pending approval: nothing is repaired, the answer lets the turn continue', async () => {
    const { id, seen } = await begin('run echo hi');
    const asked = await seen.until('event.approval.requested');
    await seen.until('event.session.work_changed busy approval');
    await restart();
    const again = await reconnect(id, seen);
    expect(again.frames).toEqual([]);
    const snapshot = await call<Record<string, unknown>>('GET', `/${id}/snapshot`);
    expect(snapshot.data).toMatchObject({
      pending_approvals: [{ approval_id: asked.payload['approval_id'] }],
      session: { busy: true, pending_interaction: 'approval' },
      in_flight_turn: { turn_id: 1, step: 1, running_tools: [] },
      agent_status: {
        main: { phase: { kind: 'awaiting_approval', approval: { approvalId: asked.payload['approval_id'] } } },
      },
    });
    const answer = await call('POST', `/${id}/approvals/${String(asked.payload['approval_id'])}`, {
      decision: 'approved',
    });
    expect(answer).toMatchObject({ code: 0, data: { resolved: true } });
    await again.until('prompt.completed');
    expect(again.lines()).toEqual([...approved(), 'turn.step.completed 1 tool_use', ...finish(2)]);
    const second = await call('POST', `/${id}/approvals/${String(asked.payload['approval_id'])}`, {
      decision: 'approved',
    });
    expect(second).toMatchObject({ code: 40902, data: { resolved: false } });
    await expectHistory(id, seen, again);
  });

  test('a pending approval that no client reads: the answer itself loads the session', async () => {
    const { id, seen } = await begin('run echo hi');
    const asked = await seen.until('event.approval.requested');
    await restart();
    expect(
      (
        await call('POST', `/${id}/approvals/${String(asked.payload['approval_id'])}`, {
          decision: 'rejected',
          feedback: 'no',
        })
      ).code,
    ).toBe(0);
    const again = await reconnect(id, seen);
    await again.until('prompt.completed');
    expect(again.lines().filter((line) => line.startsWith('tool.result'))).toEqual(['tool.result error']);
  });

  test('two approvals, one decided: the decision counts, only the other is asked', async () => {
    const { id, seen } = await begin('run echo one\n+ run echo two');
    const first = await seen.until('event.approval.requested');
    await call('POST', `/${id}/approvals/${String(first.payload['approval_id'])}`, { decision: 'approved' });
    const second = await seen.until(
      ({ type, payload }) =>
        type === 'event.approval.requested' && payload['approval_id'] !== first.payload['approval_id'],
    );
    await seen.until(({ type, seq }) => type === 'event.session.work_changed' && seq > second.seq);
    await restart();
    const again = await reconnect(id, seen);
    expect(again.frames).toEqual([]);
    await call('POST', `/${id}/approvals/${String(second.payload['approval_id'])}`, { decision: 'approved' });
    await again.until('prompt.completed');
    expect(again.lines()).toEqual([
      ...approved(),
      'tool.call.started Bash',
      'tool.result ok',
      'turn.step.completed 1 tool_use',
      ...finish(2),
    ]);
    const outputs = again.frames
      .filter(({ type }) => type === 'tool.result')
      .map(({ payload }) => String(payload['output']).trim());
    expect(outputs).toEqual(['one', 'two']);
  });

  test.each([
    [
      'answered',
      (id: string, q: string) =>
        call('POST', `/${id}/questions/${q}`, { answers: { q_0: { kind: 'single', option_id: 'opt_0_0' } } }),
      'event.question.answered',
      '{"answers":{"Which?":"Red"}}',
    ],
    [
      'dismissed',
      (id: string, q: string) => call('POST', `/${id}/questions/${q}:dismiss`),
      'event.question.dismissed client',
      '"answers":{}',
    ],
  ])('a pending question, then %s', async (_name, answer, event, output) => {
    const { id, seen } = await begin('ask Which? Red | Blue');
    const asked = await seen.until('event.question.requested');
    await seen.until('event.session.work_changed busy question');
    await restart();
    const again = await reconnect(id, seen);
    expect(again.frames).toEqual([]);
    const { data } = await call<Record<string, unknown>>('GET', `/${id}/snapshot`);
    expect(data).toMatchObject({
      pending_questions: [{ question_id: asked.payload['question_id'] }],
      in_flight_turn: { running_tools: [{ name: 'AskUserQuestion' }] },
    });
    await answer(id, String(asked.payload['question_id']));
    await again.until('prompt.completed');
    expect(again.lines()).toEqual([
      event,
      'event.session.work_changed busy none',
      'tool.result ok',
      'turn.step.completed 1 tool_use',
      ...finish(2),
    ]);
    expect(again.frames.find(({ type }) => type === 'tool.result')?.payload['output']).toContain(output);
  });

  test('a question beside a command: the turn was at work, so it is broken off', async () => {
    const { id, seen } = await begin('run sleep 61\n+ ask Which?', 'yolo');
    await seen.until('tool.call.started Bash');
    await restart();
    const again = await reconnect(id, seen);
    expect(again.lines().slice(-3)).toEqual(brokenTurnEnd);
    expect(again.lines().filter((line) => line.startsWith('tool.result'))).toHaveLength(2);
  });
});
