/** Budgets while several things happen: parallel agents, restarts, days, servers, summaries and titles. */
import { join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { startDaemon } from '../../daemon/main.js';
import { long, outputs, payloads } from '../helpers/agents.js';
import { eventually, follow, request, type Talk } from '../helpers/turns.js';
import {
  choose,
  closeBenches,
  dollars,
  failure,
  labels,
  pending,
  question,
  startBench,
  type Bench,
} from './budget.fixture.js';

jest.setTimeout(60_000);

afterEach(closeBenches);

const open = (...lines: string[]) => startBench(lines);

const calls = (count: number, background = false) =>
  Array.from({ length: count }, (_, at) => ({
    name: 'Agent',
    input: { description: `part ${at}`, prompt: `do part ${at}`, ...(background ? { run_in_background: true } : {}) },
  }));
const report = long('the part is done');
/** Scripts main to call agents, each of which answers at once at `cost` dollars. */
function answering(made: Bench, count: number, cost: number): void {
  made.model.answer(({ messages }) => {
    const text = JSON.stringify(messages);
    if (text.includes('do part')) {
      if (text.includes('part_done') || messages.some(({ role }) => role === 'tool')) return dollars(0);
      return text.includes('start now') ? dollars(0) : dollars(cost, { text: report, delayMs: 100 });
    }
    return dollars(0, { calls: calls(count) });
  });
}
const waiting = (talk: Talk) => payloads(talk, 'event.question.requested');
const ended = (talk: Talk, reason: string) =>
  talk.until((f) => f.type === 'turn.ended' && f.payload['agentId'] === 'main' && f.payload['reason'] === reason);

describe('agents side by side', () => {
  test('cannot break the budget together, and wait for one answer', async () => {
    const made = await open('session_usd = 1');
    answering(made, 8, 0.256);
    const talk = await made.trial.talk();
    // main has reserved 0.256 and paid 0, so three of eight children fit at the same time
    await talk.submit('start now');
    await talk.until('event.question.requested');
    await eventually(() => made.asked() === 4, 'three children are asked beside main');
    expect(await pending(talk)).toHaveLength(1);
    const [asked] = waiting(talk);
    await eventually(async () => (await pending(talk)).length === 1, 'still one');
    await choose(talk, 1);
    // some of them exceed the new limit and ask again, one question at a time
    let from = talk.frames.findIndex(({ type }) => type === 'event.question.answered');
    for (;;) {
      const next = await talk.until(
        (f) => f.type === 'event.question.requested' || (f.type === 'turn.ended' && f.payload['agentId'] === 'main'),
        from,
      );
      if (next.type === 'turn.ended') break;
      expect((await pending(talk)).length).toBeLessThanOrEqual(1);
      from = talk.frames.indexOf(next);
      await choose(talk, 1, from);
      from += 1;
    }
    expect(asked?.['agentId']).toMatch(/^agent_/);
    expect(outputs(talk)).toHaveLength(8);
    expect(made.asked()).toBe(10);
    const spent = (await talk.call<{ usage: { total_cost_usd: number } }>('GET', '')).data.usage.total_cost_usd;
    expect(spent).toBeCloseTo(8 * 0.256, 6);
  });

  test('all stop with one word, and the user is not asked again in this turn', async () => {
    const made = await open('session_usd = 0.7');
    answering(made, 4, 0.256);
    const talk = await made.trial.talk();
    await talk.submit('start now');
    await choose(talk, 2);
    await ended(talk, 'failed');
    expect(waiting(talk)).toHaveLength(1);
    expect(outputs(talk).filter((text) => text.includes('break the budget'))).toHaveLength(2);
    expect(failure({ frames: talk.frames.filter(({ payload }) => payload['agentId'] === 'main') })).toMatchObject({
      code: 'budget.exceeded',
    });
    expect(made.asked()).toBe(3);
  });

  test('the one that asked is aborted: another one asks in its place', async () => {
    const made = await open('session_usd = 0.3');
    made.model.answer(({ messages }) =>
      JSON.stringify(messages).includes('do part 0')
        ? JSON.stringify(messages).includes('start now')
          ? dollars(0.05)
          : dollars(0.2, { text: report })
        : dollars(0.1, { calls: calls(2, true) }),
    );
    const talk = await made.trial.talk();
    await talk.submit('start now');
    const first = await talk.until('event.question.requested');
    await eventually(async () => (await pending(talk)).length === 1, 'it waits');
    const owner = String(first.payload['agentId']);
    if (owner === 'main') await talk.call('POST', ':abort');
    else {
      const tasks = await talk.call<{ items: { id: string; agent_id?: string }[] }>('GET', '/tasks');
      const task = tasks.data.items.find(({ agent_id: id }) => id === owner) ?? tasks.data.items[0];
      await talk.call('POST', `/tasks/${task?.id ?? ''}:cancel`);
    }
    await talk.until('event.question.dismissed abort');
    const second = await talk.until('event.question.requested', talk.frames.indexOf(first) + 1);
    expect(second.payload['agentId']).not.toBe(owner);
  });

  test('continue waiting together over a restart', async () => {
    const made = await open('session_usd = 0.3');
    answering(made, 3, 0.256);
    const talk = await made.trial.talk();
    await talk.submit('start now');
    await talk.until('event.question.requested');
    // one child fits beside main, which already has its answer
    await talk.until('subagent.completed');
    await eventually(() => heldIn(made) === 2, 'both others wait');
    await made.trial.restart();
    const again = await made.trial.join(talk.id);
    expect(await pending(again)).toHaveLength(1);
    const isOver = () => payloads(again, 'turn.ended', 'main').length > 0;
    for (let asked = 0; !isOver(); asked += 1) {
      await eventually(async () => isOver() || (await pending(again)).length === 1, 'a question or the end');
      const [open] = await pending(again);
      if (!open) continue;
      expect(asked).toBeLessThan(10);
      await again.call('POST', `/questions/${open.question_id}`, {
        answers: { q_0: { kind: 'single', option_id: 'opt_0_1' } },
      });
    }
    await ended(again, 'completed');
    expect(again.lines().filter((line) => line.includes('recovered'))).toEqual([]);
  });
});

/** Returns how many agents wait, from records that no client sees. */
function heldIn({ trial }: Bench): number {
  const db = new Database(join(trial.home, 'agent.db'), { readonly: true });
  try {
    return db.prepare<[], number>(`SELECT count(*) FROM events WHERE type = 'budget.held'`).pluck().get() ?? 0;
  } finally {
    db.close();
  }
}

test('a question of the first step waits over a restart and is answered then', async () => {
  const made = await open('session_usd = 0.1');
  made.model.reply(dollars(0.2));
  const talk = await made.trial.talk();
  await talk.submit('go');
  const frame = await talk.until('event.question.requested');
  await made.trial.restart();
  // loading the session restores the waiting turn
  const again = await made.trial.join(talk.id);
  expect(await pending(again)).toMatchObject([{ question_id: frame.payload['question_id'] }]);
  await again.call('POST', `/questions/${String(frame.payload['question_id'])}`, {
    answers: { q_0: { kind: 'single', option_id: 'opt_0_0' } },
  });
  await again.until('turn.ended completed');
  expect(made.asked()).toBe(1);
  expect((await again.messages()).map(({ role }) => role)).toEqual(['user', 'assistant']);
  const transcript = await again.call<{ items?: unknown }>('GET', '/transcript?agent_id=main');
  expect(JSON.stringify(transcript.data)).toContain('would break the budget');
});

describe('a day', () => {
  test('is shared by the sessions of two servers, and ends at midnight', async () => {
    let now = Date.parse('2026-03-28T20:00:00Z');
    const bench = await startBench(['day_usd = 1'], undefined, { now: () => now, timeZone: 'Europe/Berlin' });
    const { model, trial, asked } = bench;
    model.reply(dollars(0.6), dollars(0.3), dollars(0.5));
    const first = await trial.talk();
    await first.run('one');
    const other = await startDaemon({
      lifetime: 'web',
      host: '127.0.0.1',
      port: 0,
      home: trial.home,
      userHome: trial.home,
      cwd: trial.cwd,
      version: '0.0.1',
      env: { PATH: process.env['PATH'], HOME: trial.home },
      now: () => now,
      timeZone: 'Europe/Berlin',
    });
    try {
      const made = await request<{ id: string }>(other, 'POST', '/api/v1/sessions', {
        metadata: { cwd: trial.cwd },
        title: 'Trial',
      });
      const seen = await follow(other, made.data.id);
      const path = `/api/v1/sessions/${made.data.id}/prompts`;
      const say = (text: string) =>
        request(other, 'POST', path, { content: [{ type: 'text', text }], unattended: true });
      await say('two');
      await seen.until('turn.ended completed');
      expect(asked()).toBe(2);
      await say('three');
      await seen.until('turn.ended failed');
      expect(asked()).toBe(2);
      expect(
        failure(
          seen,
          seen.frames.findLastIndex(({ type }) => type === 'turn.started'),
        ),
      ).toMatchObject({
        message: expect.stringContaining('$0.90 of $1.00 are spent. The limit is `day_usd`'),
      });
      const usage = await trial.call<{ budget: object }>('GET', '/api/v1/usage');
      expect(usage.data.budget).toEqual({
        day_usd: 1,
        warn_ratio: 0.8,
        day: '2026-03-28',
        day_spent_usd: 0.9,
        day_left_usd: 0.1,
      });
      now += 4 * 3_600_000;
      await say('four');
      await seen.until('turn.ended completed', seen.frames.findLastIndex(({ type }) => type === 'turn.started') + 1);
      expect(asked()).toBe(3);
      seen.close();
    } finally {
      await other.close();
    }
  });

  test('may be raised for one session, today', async () => {
    const bench = await startBench(['day_usd = 0.5']);
    const { model, trial, asked } = bench;
    model.reply(dollars(0.4), dollars(0.4), dollars(0.1));
    const talk = await trial.talk();
    await talk.run('one');
    await talk.submit('two');
    const frame = await talk.until('event.question.requested');
    expect(question(frame).questions[0]?.question).toContain('of today');
    expect(labels(question(frame))[1]).toBe('Raise for this session to $1.00');
    await choose(talk, 1);
    await talk.until((f) => f.type === 'turn.ended' && f.payload['turnId'] === 2);
    expect(asked()).toBe(2);
    const other = await trial.talk();
    await other.run('in another session', { unattended: true });
    expect([asked(), failure(other)?.['code']]).toEqual([2, 'budget.exceeded']);
  });
});

describe('requests beside the conversation', () => {
  test('a title is left out without a question', async () => {
    const { model, trial, asked } = await open('session_usd = 0.26');
    model.reply(dollars(0.25), dollars(0.01, { text: 'A title' }));
    const talk = await trial.talk({ title: undefined });
    await talk.run('go');
    await talk.until('event.session.work_changed idle');
    const wanted = await talk.call('POST', '/title/generate', { force: true, source: 'first_turn' });
    expect(wanted.code).not.toBe(0);
    expect(wanted.msg).toContain('budget');
    expect([asked(), waiting(talk)]).toEqual([1, []]);
  });

  test('a summary that a turn needs is asked about like a step, one that the user wants is refused', async () => {
    const { model, trial, asked } = await open('session_usd = 3');
    model.reply(
      { text: 'long', usage: { input: 90_000, output: 1_500 } },
      dollars(0.5, { text: 'the summary' }),
      dollars(0.1),
    );
    const talk = await trial.talk();
    await talk.run('first');
    const refused = await talk.call('POST', ':compact');
    expect([refused.code === 0, refused.msg]).toEqual([false, expect.stringContaining('budget of the session')]);
    expect(talk.lines().filter((line) => line.startsWith('compaction.'))).toEqual([]);
    await talk.submit('second');
    const frame = await talk.until('event.question.requested');
    expect(question(frame).questions[0]?.question).toContain('about $2.00');
    expect([asked(), talk.lines().filter((line) => line.startsWith('compaction.'))]).toEqual([1, []]);
    await choose(talk, 0);
    await talk.until('compaction.completed');
    await talk.until((f) => f.type === 'turn.ended' && f.payload['turnId'] === 2);
    expect(asked()).toBe(3);
  });
});
