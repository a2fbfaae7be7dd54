/** The order of events, frame by frame: replies and calls (ws.md 8.1 and 8.2). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { call, closing, later, opening, say } from '../helpers/lines.js';
import { eventually, hurried, startTrial, type Talk, type Trial } from '../helpers/turns.js';

let trial: Trial;
let talk: Talk;
beforeEach(async () => {
  trial = await startTrial({ sleep: hurried(25), random: () => 0 });
  talk = await trial.talk();
});
afterEach(() => trial.close());

describe('check 2: the five main events arrive in order, for a plain reply and one with tools; 8.1-8.12 hold frame by frame on the offline provider', () => {
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
        // internal records have numbers too, so a volatile frame may have a higher number than any sent before
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
      // the offline provider does not call tools that it was not offered
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
});
