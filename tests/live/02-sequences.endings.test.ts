/** The order of events, frame by frame: aborted turns and the queue (ws.md 8.5, 8.7 and 8.8). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cancelled, closing, opening, say } from '../helpers/lines.js';
import { hurried, startTrial, type Talk, type Trial } from '../helpers/turns.js';

let trial: Trial;
let talk: Talk;
beforeEach(async () => {
  trial = await startTrial({ sleep: hurried(25), random: () => 0 });
  talk = await trial.talk();
});
afterEach(() => trial.close());

describe('check 2: the five main events arrive in order, for a plain reply and one with tools; 8.1-8.12 hold frame by frame on the offline provider', () => {
  describe('8.5 aborted turn', () => {
    test('while streaming: the text so far is kept as partial', async () => {
      await talk.submit('slow 20 one two three four five six seven eight nine ten');
      await talk.until((frame) => frame.type === 'assistant.delta' && (frame.offset ?? 0) > 0);
      const answers = await Promise.all([talk.call('POST', ':abort'), talk.call('POST', ':abort')]);
      expect(answers.map(({ code }) => code)).toEqual([0, 0]);
      await talk.until('prompt.aborted');
      expect(talk.lines()).toEqual([
        ...opening,
        'turn.step.started 1',
        'message.appended assistant partial',
        ...cancelled(1),
      ]);
      const shown = talk.frames
        .filter(({ type }) => type === 'assistant.delta')
        .map(({ payload }) => payload['delta'])
        .join('');
      const kept = talk.frames.find(({ type, payload }) => type === 'message.appended' && payload['step'] === 1)
        ?.payload['message'] as { content: { text: string }[] };
      expect(kept.content[0]?.text).toBe(shown);
      expect((await talk.call('POST', ':abort')).code).toBe(0);
      expect(talk.lines().at(-1)).toBe('prompt.aborted');
    });

    test('before any text: no message', async () => {
      // the next attempt starts long after the abort, even on a busy machine
      const patient = await startTrial({ sleep: hurried(60_000), random: () => 0 });
      try {
        const session = await patient.talk();
        await session.submit('fail 500 50\nsay hi');
        await session.until('turn.step.retrying');
        await session.call('POST', ':abort');
        await session.until('prompt.aborted');
        expect(session.lines().filter((each) => each.startsWith('message.appended'))).toEqual([
          'message.appended user',
        ]);
        expect(session.lines().slice(-4)).toEqual(cancelled(1));
      } finally {
        await patient.close();
      }
    });

    test('during a tool: each call gets its result', async () => {
      const free = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
      await free.submit('run echo begun; sleep 20\n+ run echo later');
      // wait for the command, because an abort before it runs ends the call without it
      await free.until((frame) => frame.type === 'tool.progress');
      const began = Date.now();
      await free.call('POST', ':abort');
      await free.until('prompt.aborted');
      expect(Date.now() - began).toBeLessThan(4_000);
      expect(free.lines()).toEqual([
        ...opening,
        'turn.step.started 1',
        'message.appended assistant',
        'tool.call.started Bash',
        'tool.result error',
        'tool.call.started Bash',
        'tool.result error synthetic',
        ...cancelled(1),
      ]);
    });

    test('a queued prompt: prompt.aborted only; removed: prompt.updated first', async () => {
      await talk.submit('slow 20 one two three four five six seven eight');
      const [first, second] = [await talk.submit('say a'), await talk.submit('say b')];
      const from = talk.frames.filter((frame) => !frame.volatile).length;
      await talk.call('POST', `/prompts/${first.data.prompt_id}:abort`);
      await talk.call('DELETE', `/prompts/${second.data.prompt_id}`);
      await talk.until('prompt.completed');
      expect(
        talk
          .lines()
          .slice(from)
          .filter((each) => each.startsWith('prompt.')),
      ).toEqual(['prompt.aborted', 'prompt.updated removed', 'prompt.aborted', 'prompt.completed completed']);
    });

    test('by the socket frame', async () => {
      const { data } = await talk.submit('slow 20 one two three four five six seven eight');
      await talk.until('turn.step.started');
      const ack = await talk.send('abort', { session_id: talk.id, prompt_id: data.prompt_id });
      expect(ack).toMatchObject({ code: 0, payload: { aborted: true, at_seq: expect.any(Number) } });
      await talk.until('prompt.aborted');
      expect(await talk.send('abort', { session_id: talk.id, prompt_id: data.prompt_id })).toMatchObject({
        code: 40903,
        payload: { aborted: false },
      });
      expect(await talk.send('abort', { session_id: talk.id, prompt_id: 'no-such' })).toMatchObject({ code: 40402 });
    });

    test('a stop of the server: not cancelled by the user', async () => {
      await talk.submit('slow 20 one two three four five six seven eight nine ten');
      await talk.until((frame) => frame.type === 'assistant.delta');
      await talk.submit('say later');
      await talk.until('prompt.queued 1');
      const from = talk.frames.length;
      await trial.restart();
      expect(talk.lines(from).filter((line) => !line.startsWith('session.meta'))).toEqual([
        'message.appended assistant partial',
        ...cancelled(1, 'aborted'),
        'prompt.updated paused',
      ]);
    });
  });

  describe('8.7 and 8.8 the queue', () => {
    test('a queued prompt starts when the running one completes; busy does not fall', async () => {
      await talk.submit('slow 20 one two three');
      const queued = await talk.submit('say next');
      expect(queued.data.status).toBe('queued');
      await talk.until(
        ({ type, payload }) => type === 'prompt.completed' && payload['promptId'] === queued.data.prompt_id,
      );
      const lines = talk.lines().filter((each) => !each.startsWith('session.meta'));
      expect(lines.filter((each) => each.startsWith('event.session.work_changed'))).toEqual([
        'event.session.work_changed busy none',
        'event.session.work_changed busy none completed',
        'event.session.work_changed idle none completed',
      ]);
      const ended = lines.indexOf('turn.ended completed');
      expect(lines.slice(ended)).toEqual([
        'turn.ended completed',
        'event.session.work_changed busy none completed',
        'prompt.completed completed',
        'turn.started user',
        'message.appended user',
        ...say(1),
        ...closing,
      ]);
      expect(lines.filter((each) => each.startsWith('prompt.'))).toEqual([
        'prompt.submitted running',
        'prompt.submitted queued',
        'prompt.queued 1',
        'prompt.completed completed',
        'prompt.completed completed',
      ]);
    });

    test('steered prompts are merged into the next step, parts kept apart', async () => {
      const running = await talk.submit('slow 20 one two three four five six');
      await talk.until('turn.step.started');
      const [a, b] = [await talk.submit('say a'), await talk.submit('say b')];
      const steer = await talk.call('POST', '/prompts:steer', { prompt_ids: [a.data.prompt_id, b.data.prompt_id] });
      expect(steer.data).toEqual({ steered: true, prompt_ids: [a.data.prompt_id, b.data.prompt_id] });
      await talk.until('prompt.completed');
      const lines = talk.lines();
      const from = lines.indexOf('prompt.steered');
      expect(lines.slice(from)).toEqual([
        'prompt.steered',
        'message.appended assistant',
        'turn.step.completed 1 end_turn',
        'message.appended user',
        'turn.step.started 2',
        // the offline provider handles one line per step
        'message.appended assistant',
        'turn.step.completed 2 paused',
        ...say(3),
        ...closing,
      ]);
      const steered = talk.frames.find(({ type }) => type === 'prompt.steered')?.payload;
      expect(steered).toMatchObject({
        activePromptId: running.data.prompt_id,
        content: [
          { type: 'text', text: 'say a' },
          { type: 'text', text: 'say b' },
        ],
      });
      const added = talk.frames.filter(
        ({ type, payload }) => type === 'message.appended' && (payload['message'] as { role: string }).role === 'user',
      )[1];
      expect((added?.payload['message'] as { content: unknown }).content).toEqual([
        { type: 'text', text: 'say a' },
        { type: 'text', text: 'say b' },
      ]);
      expect(lines.filter((each) => each.startsWith('prompt.completed'))).toHaveLength(1);
      expect((await talk.call('POST', `/prompts/${a.data.prompt_id}:abort`)).code).toBe(40903);
      expect((await talk.call('POST', `/prompts/${a.data.prompt_id}:steer`)).code).toBe(40402);
    });

    test('an unknown id steers nothing', async () => {
      await talk.submit('slow 20 one two three');
      const a = await talk.submit('say a');
      expect((await talk.call('POST', '/prompts:steer', { prompt_ids: [a.data.prompt_id, 'nope'] })).code).toBe(40402);
      const { data } = await talk.call<{ queued: unknown[] }>('GET', '/prompts');
      expect(data.queued).toHaveLength(1);
      await talk.call('POST', ':abort');
    });

    test('what was steered into a turn that is then aborted stays in the conversation', async () => {
      await talk.submit('slow 25 one two three four five six seven eight nine ten');
      await talk.until((frame) => frame.type === 'assistant.delta');
      const a = await talk.submit('say a');
      await talk.call('POST', `/prompts/${a.data.prompt_id}:steer`);
      await talk.call('POST', ':abort');
      await talk.until('prompt.aborted');
      const roles = (await talk.messages()).map(({ role }) => role);
      expect(roles).toEqual(['user', 'assistant', 'user']);
      expect(talk.frames.filter(({ payload }) => payload['turnId'] === 1).at(-1)?.type).toBe('turn.ended');
      const from = talk.frames.length;
      await talk.run('say later');
      const texts = talk.frames
        .slice(from)
        .filter(({ type }) => type === 'message.appended')
        .map(({ payload }) => JSON.stringify(payload['message']));
      expect(texts.some((text) => text.includes('say a'))).toBe(false);
    });

    test('after an abort the queue waits; a new prompt resumes it, the oldest first', async () => {
      await talk.submit('slow 20 one two three four five six');
      await talk.until('turn.step.started');
      const a = await talk.submit('say a');
      await talk.call('POST', ':abort');
      await talk.until('prompt.updated paused');
      expect(talk.lines().slice(-2)).toEqual(['prompt.aborted', 'prompt.updated paused']);
      expect((await talk.call('GET', '/prompts')).data).toMatchObject({
        active: null,
        paused: true,
        queued: [{ prompt_id: a.data.prompt_id }],
      });
      const b = await talk.submit('say b');
      await talk.until(({ type, payload }) => type === 'prompt.completed' && payload['promptId'] === b.data.prompt_id);
      expect(
        talk.frames
          .filter(({ type }) => type === 'turn.started')
          .map(({ payload }) => payload['promptId'])
          .slice(1),
      ).toEqual([a.data.prompt_id, b.data.prompt_id]);
      expect(talk.lines()).toContain('prompt.updated resumed');
    });

    test('a paused queue whose prompts are gone holds nothing up', async () => {
      await talk.submit('slow 20 one two three four five six');
      const a = await talk.submit('say a');
      await talk.call('POST', ':abort');
      await talk.until('prompt.updated paused');
      await talk.call('DELETE', `/prompts/${a.data.prompt_id}`);
      await talk.run('say b');
      expect(talk.lines().at(-1)).toBe('prompt.completed completed');
    });

    test('a failed turn pauses as well; steering a waiting prompt starts it', async () => {
      await talk.submit('slow 20 one two\nfail 401');
      const a = await talk.submit('say a');
      await talk.until('prompt.updated paused');
      expect(talk.lines().slice(-2)).toEqual(['prompt.completed failed', 'prompt.updated paused']);
      await talk.call('POST', `/prompts/${a.data.prompt_id}:steer`);
      await talk.until(({ type, payload }) => type === 'prompt.completed' && payload['promptId'] === a.data.prompt_id);
      expect(talk.lines()).not.toContain('prompt.steered');
    });
  });
});
