/** The order of events, frame by frame: compactions, subagents and background tasks (ws.md 8.9 to 8.11). */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { agentLines, long } from '../helpers/agents.js';
import { call, closing, opening, say } from '../helpers/lines.js';
import { eventually, hurried, startTrial, type Talk, type Trial } from '../helpers/turns.js';

jest.setTimeout(60_000);

let trial: Trial;
let talk: Talk;
beforeEach(async () => {
  trial = await startTrial({ sleep: hurried(25), random: () => 0 });
  talk = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
});
afterEach(() => trial.close());

const idle = (session: Talk, from: number) =>
  eventually(
    async () =>
      /^(event\.session\.work_changed idle|prompt\.completed)/.test(session.lines(from).at(-1) ?? '') &&
      !(await session.call<{ busy: boolean }>('GET', '')).data.busy,
    'the session rests',
  );
/** A turn that the engine starts with a message. */
const engineTurn = (origin: string) => [
  `turn.started ${origin}`,
  'event.session.work_changed busy none completed',
  'message.appended user',
  ...say(1),
  'turn.ended completed',
  'event.session.work_changed idle none completed',
];

describe('check 2: the five main events arrive in order, for a plain reply and one with tools; 8.1-8.12 hold frame by frame on the offline provider', () => {
  describe('8.9 compaction', () => {
    test('by hand: without blocked and without a step', async () => {
      await talk.run('say one');
      const from = talk.frames.length;
      expect((await talk.call('POST', ':compact', { instruction: 'the names' })).code).toBe(0);
      await talk.until('event.session.work_changed idle', from);
      expect(talk.lines(from)).toEqual([
        'compaction.started manual',
        'event.session.work_changed busy none completed',
        'compaction.completed',
        'message.appended user',
        'event.session.work_changed idle none completed',
      ]);
      const { payload } = await talk.until('message.appended user', from);
      expect(payload).not.toHaveProperty('turnId');
      expect(payload['message']).toMatchObject({ metadata: { origin: { kind: 'compaction_summary' } } });
      await eventually(
        () =>
          talk.statuses.some(
            ({ seq, payload: p }) => seq >= (talk.frames.at(-1)?.seq ?? 0) - 1 && 'contextTokens' in p,
          ),
        'a status with the size of the context',
      );
    });

    test('a turn waits for its own', async () => {
      await talk.run('read missing.txt\nfail overflow\nsay so');
      expect(talk.lines().filter((line) => line !== 'message.appended system')).toEqual([
        ...opening,
        ...call(1, 'Read', 'error'),
        'turn.step.started 2',
        'turn.step.retrying 2 1',
        'compaction.started auto overflow',
        'compaction.blocked turn',
        'compaction.completed',
        'message.appended user',
        'turn.step.started 2 attempt 2',
        'message.appended assistant',
        'turn.step.completed 2 paused',
        ...say(3),
        ...closing,
      ]);
      expect((await talk.until('compaction.blocked')).payload['turnId']).toBe(1);
    });

    test('a hook delays one, and an abort then cancels it; a prompt that waited starts', async () => {
      const slow = await startTrial({
        config: '[[hooks]]\nevent = "PreCompact"\ncommand = "sleep 20"\n',
        sleep: hurried(5),
      });
      try {
        const session = await slow.talk();
        await session.run('say one');
        const from = session.frames.length;
        await session.call('POST', ':compact');
        await session.submit('say two');
        await session.until('prompt.queued 1', from);
        await session.call('POST', ':abort');
        await session.until('prompt.completed', from);
        await idle(session, from);
        expect(session.lines(from)).toEqual([
          'compaction.started manual',
          'event.session.work_changed busy none completed',
          'compaction.blocked hook',
          'prompt.submitted queued',
          'prompt.queued 1',
          'session.meta.updated',
          'compaction.cancelled aborted',
          'turn.started user',
          'event.session.work_changed busy none completed',
          'message.appended user',
          ...say(1),
          ...closing,
        ]);
      } finally {
        await slow.close();
      }
    });
  });

  describe('8.10 subagent', () => {
    const child = (id: string) =>
      ['turn.started system_trigger', 'message.appended user', ...say(1), 'turn.ended completed'].map(
        (line) => `${id}: ${line}`,
      );
    const main = (...lines: string[]) => lines.map((line) => `main: ${line}`);
    const begun = main(
      'prompt.submitted running',
      'turn.started user',
      'message.appended user',
      'turn.step.started 1',
      'message.appended assistant',
      'tool.call.started Agent',
    );
    const over = main(
      'turn.step.completed 1 tool_use',
      ...say(2),
      'turn.ended completed',
      'prompt.completed completed',
    );

    test('in the foreground, and resumed', async () => {
      await talk.run(`agent: say ${long('a report')}`);
      expect(agentLines(talk)).toEqual([
        ...begun,
        'agent_1: agent.created',
        ...main('subagent.spawned', 'subagent.started'),
        ...child('agent_1'),
        ...main('subagent.completed', 'tool.result ok'),
        ...over,
      ]);
      expect(talk.frames.some(({ type, payload }) => type.startsWith('prompt.') && payload['agentId'] !== 'main')).toBe(
        false,
      );
      const from = talk.frames.length;
      const again = { prompt: `say ${long('more')}`, description: 'go on', resume: 'agent_1' };
      await talk.run(`call Agent ${JSON.stringify(again)}`);
      expect(agentLines(talk, from)).toEqual([
        ...begun,
        ...main('subagent.spawned', 'subagent.started'),
        ...child('agent_1'),
        ...main('subagent.completed', 'tool.result ok'),
        ...over,
      ]);
    });

    test('that fails', async () => {
      await talk.run('agent: fail 401');
      const lines = agentLines(talk);
      const at = lines.indexOf('agent_1: turn.ended failed error');
      expect(lines.slice(at)).toEqual([
        'agent_1: turn.ended failed error',
        'agent_1: error auth.token_unauthorized',
        ...main('subagent.failed', 'tool.result error'),
        ...over,
      ]);
    });

    test('in the background: a task around it, and a notification at its end', async () => {
      await talk.run(`background agent: slow 25 one two three four\\nsay ${long('late')}`);
      await talk.until('task.terminated');
      const from = talk.frames.findIndex(({ type }) => type === 'task.terminated');
      await talk.until('turn.started task', from);
      await idle(talk, from);
      const lines = agentLines(talk);
      const at = lines.indexOf('main: tool.call.started Agent');
      const mine = lines.slice(at).filter((line) => !line.startsWith('agent_1: ') || line === 'agent_1: agent.created');
      expect(mine).toEqual([
        'main: tool.call.started Agent',
        'agent_1: agent.created',
        ...main('task.started', 'subagent.spawned', 'subagent.started', 'tool.result ok'),
        ...over,
        ...main(
          'subagent.completed',
          'task.terminated',
          'turn.started task',
          'message.appended user',
          ...say(1),
          'turn.ended completed',
        ),
      ]);
    });

    test('one that is closed', async () => {
      const { data } = await talk.call<{ agent_id: string }>('POST', ':btw');
      await talk.call('POST', `/agents/${data.agent_id}:close`);
      await talk.until('agent.disposed');
      expect(agentLines(talk)).toEqual([`${data.agent_id}: agent.created`, `${data.agent_id}: agent.disposed`]);
    });
  });

  describe('8.11 background task', () => {
    test('its end, when nothing runs', async () => {
      await talk.run('run in background sleep 0.3; echo out');
      await talk.until('task.terminated');
      await talk.until('turn.started task');
      await idle(talk, 0);
      expect(talk.lines()).toEqual([
        ...opening,
        'turn.step.started 1',
        'message.appended assistant',
        'tool.call.started Bash',
        'task.started',
        'tool.result ok',
        'turn.step.completed 1 tool_use',
        ...say(2),
        'turn.ended completed',
        'event.session.work_changed busy none completed',
        'prompt.completed completed',
        'task.terminated',
        'event.session.work_changed idle none completed',
        ...engineTurn('task'),
      ]);
      const types = talk.frames.map(({ type }) => type);
      expect(types.indexOf('task.output')).toBeGreaterThan(types.indexOf('task.started'));
      expect(types.lastIndexOf('task.output')).toBeLessThan(types.indexOf('task.terminated'));
    });

    test('its end in a running turn: at the next step boundary', async () => {
      await talk.run('run in background echo out\nrun sleep 0.6\nsay bye');
      const lines = talk.lines();
      const at = lines.indexOf('task.notified');
      expect(lines.slice(at - 2, at + 3)).toEqual([
        'tool.result ok',
        'turn.step.completed 2 tool_use',
        'task.notified',
        'message.appended user',
        'turn.step.started 3',
      ]);
      expect(lines.filter((line) => line.startsWith('turn.started'))).toEqual(['turn.started user']);
    });

    test('its end, given by a wait: neither', async () => {
      await talk.run('run in background sleep 0.2\nwait 5');
      await idle(talk, 0);
      expect(talk.lines()).toEqual([
        ...opening,
        'turn.step.started 1',
        'message.appended assistant',
        'tool.call.started Bash',
        'task.started',
        'tool.result ok',
        'turn.step.completed 1 tool_use',
        ...call(2, 'WaitFor').flatMap((line) => (line.startsWith('tool.result') ? ['task.terminated', line] : [line])),
        ...say(3),
        ...closing,
      ]);
    });
  });
});
