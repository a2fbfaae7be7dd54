/** The order of the events that repair a session whose server was killed (ws.md 8.12). */
import { describe, expect, jest, test } from '@jest/globals';
import { openPairs } from '../chaos/pairs.js';
import { agentLines } from '../helpers/agents.js';
import { eventually } from '../helpers/turns.js';
import { reconnect, begin, call, expectHistory, restart, submit, useDaemonProcess, watch } from '../e2e/revival.js';

jest.setTimeout(60_000);
useDaemonProcess();

const order = [
  'tool.result',
  'event.approval.resolved',
  'event.question.dismissed',
  'compaction.cancelled',
  'task.terminated',
  'subagent.failed',
  'turn.ended',
  'event.session.work_changed',
  'prompt.completed',
  'prompt.updated',
];

describe('check 2: the five main events arrive in order, for a plain reply and one with tools; 8.1-8.12 hold frame by frame on the offline provider', () => {
  describe('8.12 after a crash', () => {
    test('a turn at work, with a task, agents that ask, and a queue: each repair in its place', async () => {
      const { id, seen } = await begin(
        'run in background sleep 61\nagent: run sleep 62\n+ agent: call AskUserQuestion {}\n+ agent: say x',
        'yolo',
      );
      await seen.until(({ type, payload }) => type === 'tool.call.started' && payload['agentId'] === 'agent_1');
      await submit(id, 'say later');
      await seen.until('prompt.queued 1');
      await restart();
      const again = await reconnect(id, seen);
      const types = again.frames
        .map(({ type }) => type)
        .filter((type) => order.includes(type) && type !== 'event.session.work_changed');
      expect(new Set(types)).toEqual(
        new Set([
          'tool.result',
          'task.terminated',
          'subagent.failed',
          'turn.ended',
          'prompt.completed',
          'prompt.updated',
        ]),
      );
      const lines = agentLines(again);
      const mine = lines.filter((line) => line.startsWith('main: '));
      expect(mine.slice(-3)).toEqual([
        'main: turn.ended failed error recovered',
        'main: prompt.completed failed',
        'main: prompt.updated paused',
      ]);
      expect(mine.indexOf('main: tool.result error synthetic')).toBeLessThan(mine.indexOf('main: subagent.failed'));
      expect(mine.indexOf('main: task.terminated')).toBeLessThan(
        mine.indexOf('main: turn.ended failed error recovered'),
      );
      expect(lines.indexOf('agent_1: turn.ended failed error recovered')).toBeLessThan(
        lines.indexOf('main: subagent.failed'),
      );
      const end = again.frames.findLast(({ type }) => type === 'turn.ended');
      expect(end?.payload).toMatchObject({
        reason: 'failed',
        interruptReason: 'error',
        recovered: true,
        error: { code: 'turn.interrupted' },
      });
      const log = await expectHistory(id, seen, again);
      expect(openPairs(log.frames.filter((frame) => !frame.volatile)).map(({ kind }) => kind)).toEqual(['prompt']);
    });

    test('who causes the repair receives the complete status once, before the ack', async () => {
      const { id, seen } = await begin('agent: run sleep 62', 'yolo');
      await seen.until(({ type, payload }) => type === 'tool.call.started' && payload['agentId'] === 'agent_1');
      await restart();
      const again = await reconnect(id, seen);
      const prompt = await submit(id, 'say more');
      await again.until(({ type, payload }) => type === 'prompt.completed' && payload['promptId'] === prompt);
      const complete = again.statuses.filter(({ payload }) => 'model' in payload && 'permission' in payload);
      expect(complete.map(({ payload }) => String(payload['agentId'])).sort()).toEqual(['agent_1', 'main']);
    });

    test('a turn that waits for the user stays open, and continues by 8.3 after the answer', async () => {
      const { id, seen } = await begin('say one');
      await seen.until('prompt.completed');
      await submit(id, 'run sleep 61');
      await seen.until('event.approval.requested');
      await restart();
      const again = await reconnect(id, seen);
      expect(again.lines()).toEqual([]);
      const { data } = await call<{ pending_approvals: { approval_id: string }[] }>('GET', `/${id}/snapshot`);
      expect(data.pending_approvals).toHaveLength(1);
      await call('POST', `/${id}/approvals/${String(data.pending_approvals[0]?.approval_id)}`, {
        decision: 'cancelled',
      });
      await again.until('prompt.aborted');
      expect(again.lines()).toEqual([
        'event.approval.resolved cancelled client',
        'event.session.work_changed busy none completed',
        'tool.call.started Bash',
        'tool.result error',
        'turn.step.interrupted 1 aborted',
        'turn.ended cancelled user_cancelled',
        'event.session.work_changed idle none cancelled',
        'prompt.aborted',
      ]);
      await eventually(async () => !(await call<{ busy: boolean }>('GET', `/${id}`)).data.busy, 'it rests');
      expect((await watch(id, 0)).frames.length).toBeGreaterThan(10);
    });
  });
});
