/** The order of events, frame by frame: failed turns (ws.md 8.6). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { call, closing, opening, say } from '../helpers/lines.js';
import { hurried, startTrial, type Talk, type Trial } from '../helpers/turns.js';

let trial: Trial;
let talk: Talk;
beforeEach(async () => {
  trial = await startTrial({ sleep: hurried(25), random: () => 0 });
  talk = await trial.talk();
});
afterEach(() => trial.close());

describe('check 2: the five main events arrive in order, for a plain reply and one with tools; 8.1-8.12 hold frame by frame on the offline provider', () => {
  describe('8.6 failed turn', () => {
    test('all attempts are used up', async () => {
      const short = await startTrial({
        config: '[loop_control]\nmax_attempts_per_step = 2\n',
        sleep: hurried(5),
        random: () => 0,
      });
      try {
        const session = await short.talk();
        await session.run('fail 500 9');
        expect(session.lines()).toEqual([
          ...opening,
          'turn.step.started 1',
          'turn.step.retrying 1 1',
          'turn.step.started 1 attempt 2',
          'turn.step.interrupted 1 error',
          'turn.ended failed error',
          'error provider.api_error',
          'event.session.work_changed idle none failed',
          'prompt.completed failed',
        ]);
        expect(session.frames.some(({ type, payload }) => type === 'message.appended' && payload['step'] === 1)).toBe(
          false,
        );
      } finally {
        await short.close();
      }
    });

    test('the limit of steps: no interrupted step', async () => {
      const short = await startTrial({ config: '[loop_control]\nmax_steps_per_turn = 2\n' });
      try {
        const session = await short.talk();
        await session.run('list files\nfind a\nfind b');
        expect(session.lines()).toEqual([
          ...opening,
          ...call(1, 'Glob'),
          ...call(2, 'Glob'),
          'turn.ended failed max_steps',
          'error loop.max_steps_exceeded',
          'event.session.work_changed idle none failed',
          'prompt.completed failed',
        ]);
      } finally {
        await short.close();
      }
    });

    test('a prompt that a hook refuses has no step', async () => {
      const strict = await startTrial({
        config: '[[hooks]]\nevent = "UserPromptSubmit"\ncommand = "echo no >&2; exit 2"\n',
      });
      try {
        const session = await strict.talk();
        await session.run('say one');
        expect(session.lines()).toEqual([
          ...opening.slice(0, 4),
          'hook.result',
          'turn.ended blocked blocked',
          'event.session.work_changed idle none failed',
          'prompt.completed blocked',
        ]);
      } finally {
        await strict.close();
      }
    });

    test('attempts that work in the end', async () => {
      await talk.run('fail 529 2\nsay hi');
      expect(talk.lines()).toEqual([
        ...opening,
        'turn.step.started 1',
        'turn.step.retrying 1 1',
        'turn.step.started 1 attempt 2',
        'turn.step.retrying 1 2',
        'turn.step.started 1 attempt 3',
        'message.appended assistant',
        'turn.step.completed 1 paused',
        ...say(2),
        ...closing,
      ]);
      const steps = talk.frames
        .filter(({ type }) => type === 'turn.step.started')
        .map(({ payload }) => payload['stepId']);
      expect(new Set(steps).size).toBe(steps.length);
      expect(talk.frames.find(({ type }) => type === 'turn.step.retrying')?.payload).toMatchObject({
        failedAttempt: 1,
        nextAttempt: 2,
        maxAttempts: 10,
        delayMs: 500,
        statusCode: 529,
        errorName: 'provider.overloaded',
      });
    });

    test('what is not tried again', async () => {
      await talk.run('fail 401');
      expect(talk.lines()).toEqual([
        ...opening,
        'turn.step.started 1',
        'turn.step.interrupted 1 error',
        'turn.ended failed error',
        'error auth.token_unauthorized',
        'event.session.work_changed idle none failed',
        'prompt.completed failed',
      ]);
      const ended = talk.frames.find(({ type }) => type === 'turn.ended')?.payload['error'];
      const {
        type: _type,
        agentId: _agent,
        sessionId: _session,
        ...reported
      } = talk.frames.find(({ type }) => type === 'error')?.payload ?? {};
      expect(reported).toEqual(ended);
    });

    test('a withheld answer', async () => {
      await talk.run('fail filtered');
      expect(talk.lines()).toEqual([
        ...opening,
        'turn.step.started 1',
        'turn.step.completed 1 filtered',
        'turn.ended failed filtered',
        'error provider.filtered',
        'event.session.work_changed idle none failed',
        'prompt.completed failed',
      ]);
    });
  });
});
