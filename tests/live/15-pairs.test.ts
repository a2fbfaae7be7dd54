/** After aborts and kills at random moments, all pairs of events are closed and sessions continue (ws.md 5.2, 8.5). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { openPairs, strayFrames } from '../chaos/pairs.js';
import { createRandom } from '../chaos/random.js';
import { runChaos } from '../chaos/trial.js';
import { rounds, seedOf } from '../helpers/rounds.js';
import { eventually, hurried, startTrial, type Talk, type Trial } from '../helpers/turns.js';

jest.setTimeout(rounds(90_000, 600_000));

let trial: Trial;
beforeEach(async () => {
  trial = await startTrial({ sleep: hurried(10) });
  writeFileSync(join(trial.cwd, 'a.txt'), 'x');
});
afterEach(() => trial.close());

const works = [
  'slow 10 one two three four five six seven eight nine ten',
  'think a long thought about hats\nsay done',
  'run sleep 0.3\n+ run echo later\n+ read a.txt',
  'read a.txt\n+ list files\nsearch x\nsay done',
  'fail 500 3\nsay made it',
  'ask Which? A | B',
  'plan this | one | two',
  'run echo "unfinished',
  'todo a; b\ndone 1\nwrite b.txt: x',
  'agent: slow 10 one two three four five six',
  'agent: run sleep 0.3\n+ agent explore: read a.txt\n+ read a.txt',
];

/** Work that continues after its turn was aborted. */
const behind = [
  'run in background sleep 0.2; echo late\nrun sleep 0.3',
  'background agent: slow 10 one two three\nslow 10 four five six seven',
  'background agent: run sleep 0.2\n+ agent: run sleep 0.3',
  'call AskUserQuestion {"questions":[{"question":"Which?","options":[{"label":"a"},{"label":"b"}]}],"background":true}\nrun sleep 0.3',
];

/** Dismisses questions, sends the prompts of a paused queue, and waits until all work is done. */
async function settle(talk: Talk): Promise<void> {
  await eventually(async () => {
    const { data } = await talk.call<{
      session: { busy: boolean };
      pending_questions: { question_id: string }[];
      prompts: { active: unknown; queued: { prompt_id: string }[] };
    }>('GET', '/snapshot');
    for (const { question_id } of data.pending_questions) await talk.call('POST', `/questions/${question_id}:dismiss`);
    const [next] = data.prompts.queued;
    if (next && data.prompts.active === null) await talk.call('POST', `/prompts/${next.prompt_id}:steer`);
    return !data.session.busy && !next;
  }, 'everything comes to its end');
}

describe('check 15: every pair of 5.2-6 is closed after abort at any moment, and after `kill -9`', () => {
  test('aborts at random moments of turns', async () => {
    const seed = seedOf(15);
    const random = createRandom(seed);
    const ends = new Set<string>();
    const talks = [await trial.talk(), await trial.talk({ agent_config: { permission_mode: 'yolo' } })];
    for (let each = 0; each < rounds(12, 200); each += 1) {
      const talk = random.pick(talks);
      const from = talk.frames.length;
      const { data } = await talk.submit(random.pick(works));
      await wait(random.between(0, 60));
      const aborts = [talk.call('POST', ':abort'), ...(random.chance(0.5) ? [talk.call('POST', ':abort')] : [])];
      for (const { code } of await Promise.all(aborts)) expect({ seed, code }).toEqual({ seed, code: 0 });
      await talk.until(
        ({ type, payload }) =>
          (type === 'prompt.completed' || type === 'prompt.aborted') && payload['promptId'] === data.prompt_id,
        from,
      );
      const lines = talk.lines(from);
      ends.add(lines.at(-1) ?? '');
      expect({ seed, open: openPairs(talk.frames.filter((frame) => !frame.volatile)) }).toEqual({ seed, open: [] });
      if (lines.at(-1) === 'prompt.aborted') {
        expect(lines.slice(-3, -1)).toEqual([
          'turn.ended cancelled user_cancelled',
          'event.session.work_changed idle none cancelled',
        ]);
        expect(lines.at(-4)).toMatch(/^turn\.step\.interrupted \d aborted$/);
      }
      const last = talk.frames
        .slice(from)
        .filter(({ type, payload }) => type === 'turn.ended' && payload['agentId'] === 'main');
      expect(last).toHaveLength(1);
    }
    expect(ends).toContain('prompt.aborted');
    for (const talk of talks) {
      await talk.run('say still here');
      expect(talk.lines().at(-1)).toBe('prompt.completed completed');
      const { data } = await talk.call<Record<string, unknown>>('GET', '/snapshot');
      expect(data).toMatchObject({ pending_approvals: [], pending_questions: [], in_flight_turn: null });
      expect({ seed, stray: strayFrames(talk.frames) }).toEqual({ seed, stray: [] });
    }
  });

  test('aborts of turns whose work continues after them', async () => {
    const seed = seedOf(15);
    const random = createRandom(seed);
    const talk = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
    for (let each = 0; each < rounds(6, 60); each += 1) {
      await talk.submit(random.pick(behind));
      await wait(random.between(0, 150));
      await talk.call('POST', ':abort');
      if (random.chance(0.3)) await talk.submit('say next');
    }
    await settle(talk);
    const durable = talk.frames.filter((frame) => !frame.volatile);
    expect({ seed, open: openPairs(durable), stray: strayFrames(talk.frames) }).toEqual({ seed, open: [], stray: [] });
    expect(talk.lines()).toContain('task.terminated');
  });

  test('aborts at random moments of compactions', async () => {
    const seed = seedOf(15);
    const random = createRandom(seed);
    const talk = await trial.talk();
    await talk.run('say one');
    for (let each = 0; each < rounds(5, 40); each += 1) {
      const compacting = talk.call('POST', ':compact');
      await talk.submit('say so');
      await wait(random.between(0, 4));
      await Promise.all([compacting, talk.call('POST', ':abort')]);
      await settle(talk);
    }
    const durable = talk.frames.filter((frame) => !frame.volatile);
    expect({ seed, open: openPairs(durable), stray: strayFrames(talk.frames) }).toEqual({ seed, open: [], stray: [] });
    expect(talk.lines().some((line) => line.startsWith('compaction.started'))).toBe(true);
  });

  test('kills at random moments lose nothing and leave nothing open', async () => {
    const seed = seedOf(15);
    const runs = rounds(4, 40);
    const outcome = await runChaos({ runs, seed });
    expect({ seed, problems: outcome.problems }).toEqual({ seed, problems: [] });
    expect(outcome.runs).toBe(runs);
    expect(outcome.events).toBeGreaterThan(outcome.runs);
  });
});

test('the model is notified of the interruption once, however often it was aborted', async () => {
  const talk = await trial.talk();
  await talk.submit('slow 20 one two three four five');
  await talk.until('turn.step.started');
  await Promise.all([1, 2, 3].map(() => talk.call('POST', ':abort')));
  await talk.until('prompt.aborted');
  await talk.run('say a');
  await talk.run('say b');
  const reminders = (await talk.messages()).flatMap(({ role, metadata }) =>
    role === 'user' ? [JSON.stringify(metadata?.['reminders'] ?? [])] : [],
  );
  expect(reminders.map((text) => /interrupt/i.test(text))).toEqual([false, true, false]);
});

test('the queue holds a hundred prompts; one more is refused and changes nothing', async () => {
  const talk = await trial.talk();
  await talk.submit('ask Which?');
  await talk.until('event.question.requested');
  const taken = await Promise.all(Array.from({ length: 100 }, (_, n) => talk.submit(`say ${n}`)));
  expect(taken.every(({ code }) => code === 0)).toBe(true);
  expect((await talk.submit('say too much')).code).toBe(40901);
  const { data } = await talk.call<{ queued: unknown[] }>('GET', '/prompts');
  expect(data.queued).toHaveLength(100);
});
