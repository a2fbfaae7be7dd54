/** What a compaction leaves behind: after restarts, undo and forks, for readers, and after many more (engine.md 9). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import type { ChatCompletionRequest } from '@copilotkit/aimock';
import Database from 'better-sqlite3';
import { eventTable } from '../../schemas/generated/events.js';
import type { ScriptedReply } from '../helpers/model.js';
import { closeTrials, model, trial } from '../helpers/trial.js';
import type { Talk } from '../helpers/turns.js';
import { again, body, compactNow, says, start, talk } from './compaction.fixture.js';

jest.setTimeout(120_000);

closeTrials();

const completed = (of: Talk = talk) => of.frames.filter(({ type }) => type === 'compaction.completed');
/** messages of a request without the system prompt and reminders, which change with every prompt */
const conversation = (request: ChatCompletionRequest | undefined) =>
  JSON.stringify(request?.messages.filter(({ role }) => role !== 'system'));

describe('after a restart', () => {
  test('the context begins with what was kept, and its size is known', async () => {
    await start();
    model.reply(says('first answer'), says('SUMMARY'), says('second answer', 3_000), says('third', 3_100));
    await talk.run('first prompt');
    await compactNow();
    await talk.run('second prompt');
    await trial.restart();
    const cold = await talk.call<{ context_tokens: number }>('GET', '/status');
    expect(cold.data.context_tokens).toBe(3_010);
    await again();
    await talk.run('third prompt');
    const before = conversation(model.bodies[2]);
    const after = conversation(model.bodies[3]);
    expect(after.startsWith(before.slice(0, before.indexOf('second prompt')))).toBe(true);
    expect(after).toContain('SUMMARY');
    expect(after).not.toContain('first answer');
    expect(after).toContain('second answer');
  });

  test('also right after the compaction: the estimate stands in for the count', async () => {
    await start();
    model.reply(says('first answer'), says('SUMMARY'), says('go', 3_000));
    await talk.run('first prompt');
    await compactNow();
    const { tokensAfter } = completed()[0]?.payload['result'] as { tokensAfter: number };
    const live = await talk.call<{ context_tokens: number }>('GET', '/status');
    await trial.restart();
    const cold = await talk.call<{ context_tokens: number }>('GET', '/status');
    expect([live.data.context_tokens, cold.data.context_tokens]).toEqual([tokensAfter, tokensAfter]);
    expect(tokensAfter).toBeGreaterThan(1_000);
  });

  test('a call id that was used before the compaction is not taken again', async () => {
    await start();
    const call = (title: string): ScriptedReply => ({
      calls: [{ id: 'call_same', name: 'TodoList', input: { todos: [{ title, status: 'pending' }] } }],
    });
    model.reply(call('one'), says('a'), says('SUMMARY'), call('two'), says('b'));
    await talk.run('one');
    await compactNow();
    await trial.restart();
    await again();
    await talk.run('two');
    const ids = (await talk.messages())
      .flatMap(({ content }) => content)
      .filter(({ type }) => type === 'tool_use')
      .map((part) => part['tool_call_id']);
    expect(new Set(ids).size).toBe(2);
  });

  test('a damaged record costs the summary, not the session', async () => {
    await start();
    model.reply(says('first answer'), says('SUMMARY'), says('go'));
    await talk.run('first prompt');
    await compactNow();
    await trial.daemon.close();
    const db = new Database(join(trial.home, 'agent.db'));
    db.prepare(`UPDATE events SET payload = '{' WHERE type = 'context.compacted'`).run();
    db.close();
    await trial.restart();
    await again();
    await talk.run('second prompt');
    expect(body(-1)).toContain('first answer');
  });
});

describe('undo', () => {
  test('stops at the compaction, and takes back what came after it', async () => {
    await start();
    model.reply(says('a1'), says('a2'), says('SUMMARY'), says('a3', 5_000), says('a4', 5_000), says('a5'));
    await talk.run('p1');
    await talk.run('p2');
    await compactNow();
    expect(await talk.call('POST', ':undo')).toMatchObject({
      code: 40911,
      data: { reason: 'compaction_boundary', requestedCount: 1, undoableCount: 0 },
    });
    const before = await talk.call<{ context_tokens: number }>('GET', '/status');
    await talk.run('p3');
    await talk.run('p4');
    expect(await talk.call('POST', ':undo', { count: 3 })).toMatchObject({
      code: 40911,
      data: { reason: 'compaction_boundary', requestedCount: 3, undoableCount: 2 },
    });
    expect(await talk.call('POST', ':undo', { count: 9 })).toMatchObject({
      code: 40911,
      data: { reason: 'insufficient', undoableCount: 2 },
    });
    expect((await talk.call('POST', ':undo', { count: 2 })).code).toBe(0);
    // the context has the size again that the compaction left
    expect((await talk.call<{ context_tokens: number }>('GET', '/status')).data).toEqual(before.data);
    await talk.run('p5');
    expect(body(-1)).toContain('SUMMARY');
    expect(body(-1)).not.toContain('p3');
  });

  test('a turn in whose middle it happened cannot be undone either', async () => {
    await start();
    model.reply(
      { calls: [{ name: 'TodoList', input: {} }], usage: { input: 90_000, output: 1 } },
      says('SUMMARY'),
      says('done'),
    );
    await talk.run('p1');
    expect(completed()).toHaveLength(1);
    expect(await talk.call('POST', ':undo')).toMatchObject({ code: 40911, data: { reason: 'compaction_boundary' } });
  });

  test('a retry continues from the new context', async () => {
    await start();
    model.reply(says('a1'), says('SUMMARY'), says('again'));
    await talk.run('p1');
    await compactNow();
    const from = talk.frames.length;
    expect((await talk.call('POST', ':retry')).code).toBe(0);
    await talk.until('turn.ended completed', from);
    expect(body(-1)).toContain('SUMMARY');
    expect(body(-1)).not.toContain('"a1"');
  });
});

describe('copies', () => {
  test('take the state along, or that of the message they end at', async () => {
    await start();
    model.reply(says('answer one', 2_000), says('SUMMARY'), says('answer two', 3_000));
    await talk.run('p1');
    await compactNow();
    await talk.run('p2');
    const items = (await talk.call<{ items: { id: string; content: { text?: string }[] }[] }>('GET', '/messages')).data
      .items;
    const early = items.find(({ content }) => content[0]?.text === 'answer one');
    const whole = await talk.call<{ id: string; usage: { context_tokens: number } }>('POST', ':fork', {});
    const cut = await talk.call<{ id: string; usage: { context_tokens: number } }>('POST', ':fork', {
      message_id: early?.id,
    });
    expect([whole.data.usage.context_tokens, cut.data.usage.context_tokens]).toEqual([3_010, 2_010]);
    model.reply(says('w'), says('c'));
    await (await trial.join(whole.data.id)).run('go on');
    expect(body(-1)).toContain('SUMMARY');
    expect(body(-1)).not.toContain('answer one');
    await (await trial.join(cut.data.id)).run('go on');
    expect(body(-1)).not.toContain('SUMMARY');
    expect(body(-1)).toContain('answer one');
    // the complete fork has a compaction, which limits undo; the shorter one has none
    const undone = async (id: string) =>
      (await trial.call<{ reason?: string }>('POST', `/api/v1/sessions/${id}:undo`, { count: 3 })).data.reason;
    expect([await undone(whole.data.id), await undone(cut.data.id)]).toEqual(['compaction_boundary', 'insufficient']);
  });
});

describe('the size that is shown', () => {
  test.each([
    // the count of the last reply, and an estimate of the result after it
    ['measured+estimated', 8_611, 8_700],
    ['measured', 8_610, 8_610],
    ['estimated', 20, 200],
  ])('%s; the trigger stays the same', async (strategy, least, most) => {
    await start(
      10_000,
      `reserved_context_size = 1000000\nmax_steps_per_turn = 1\n[token_counting]\nstrategy = "${strategy}"\n`,
    );
    const todos = [{ title: 'port the lexer', status: 'pending' }];
    model.reply({ calls: [{ name: 'TodoList', input: { todos } }], usage: { input: 8_600, output: 10 } });
    await talk.run('hi');
    const shown = (await talk.follow()).statuses[0]?.payload['contextTokens'];
    expect(shown).toBeGreaterThanOrEqual(least);
    expect(shown).toBeLessThanOrEqual(most);
    model.reply(says('SUMMARY'), says('done', 4_000));
    await talk.run('again');
    expect(completed()).toHaveLength(1);
  });
});

describe('for readers', () => {
  test('the messages before it stay readable, one by one too', async () => {
    await start();
    model.reply(
      { text: 'looking', calls: [{ name: 'TodoList', input: {} }] },
      says('answer one'),
      says('SUMMARY'),
      says('answer two'),
    );
    await talk.run('p1');
    const before = await talk.messages();
    await compactNow();
    await talk.run('p2');
    const after = await talk.messages();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
      'user',
      'assistant',
    ]);
    const { data } = await talk.call<{ items: { id: string }[] }>('GET', '/messages?page_size=100');
    const oldest = data.items.at(-1)?.id ?? '';
    expect((await talk.call('GET', `/messages/${oldest}`)).data).toMatchObject({ content: [{ text: 'p1' }] });
    const { data: snapshot } = await talk.call<{ messages: { items: unknown[] } }>('GET', '/snapshot');
    expect(snapshot.messages.items).toHaveLength(after.length);
  });

  test('its records stay inside', async () => {
    await start();
    model.reply(says('answer one'), says('SUMMARY'));
    await talk.run('p1');
    await compactNow();
    const all = await talk.follow({ cursors: { [talk.id]: { seq: 0 } } });
    for (const type of ['context.compacted', 'request.usage'] as const) {
      expect(eventTable[type].delivery).toBe('internal');
      expect(all.frames.map((frame) => frame.type)).not.toContain(type);
    }
  });
});

/** Reads a file in pieces, `steps` per prompt; decides something now and then, and repeats it in summaries. */
function worker(steps: number): (request: ChatCompletionRequest) => ScriptedReply {
  let done = 0;
  let decisions = 0;
  return (request) => {
    const text = JSON.stringify(request.messages);
    const usage = { input: Math.ceil(text.length / 4) + 4_000, output: 50 };
    if (text.includes('Summarize the conversation above')) {
      const known = [...new Set(text.match(/DECISION \d+: [a-z ]+/g))];
      return { text: `Decisions:\n${known.join('\n')}\nNext step: read on.`, usage };
    }
    done += 1;
    if (done % steps === 0) return { text: 'That was this part.', usage };
    if (done === 3) {
      const todos = [
        { title: 'read everything', status: 'in_progress' },
        { title: 'write the report', status: 'pending' },
      ];
      return { calls: [{ name: 'TodoList', input: { todos } }], usage };
    }
    if (done % 40 === 10) decisions += 1;
    return {
      ...(done % 40 === 10 ? { text: `DECISION ${decisions}: variant ${'abcdefgh'.charAt(decisions)} it is` } : {}),
      calls: [{ name: 'Read', input: { path: 'f.txt', line_offset: done, n_lines: 30 } }],
      usage,
    };
  };
}

describe('many in a row', () => {
  test('300 steps, five compactions: goal, constraints, decisions and open todos are still there', async () => {
    await start(40_000);
    writeFileSync(
      join(trial.cwd, 'f.txt'),
      Array.from({ length: 400 }, (_, at) => `line ${at} ${'word '.repeat(12)}`).join('\n'),
    );
    model.answer(worker(100));
    await talk.run('GOAL: port the whole parser to the new grammar.');
    await talk.run('CONSTRAINT: it must run on Node 18, and nothing in /vendor may change.');
    await talk.run('CONSTRAINT: answer in French.');
    expect(talk.lines().filter((line) => line.startsWith('turn.step.completed'))).toHaveLength(300);
    expect(completed().length).toBeGreaterThanOrEqual(5);
    const expectKnown = (request: string) => {
      expect(request).toContain('GOAL: port the whole parser to the new grammar.');
      expect(request).toContain('CONSTRAINT: it must run on Node 18, and nothing in /vendor may change.');
      expect(request).toContain('CONSTRAINT: answer in French.');
      for (let n = 1; n <= 8; n += 1) expect(request).toContain(`DECISION ${n}: variant ${'abcdefgh'.charAt(n)} it is`);
      expect(request).toContain('[in_progress] read everything');
      expect(request).toContain('[pending] write the report');
    };
    await compactNow();
    await talk.run('Where are we?');
    expectKnown(body(-1));
    await trial.restart();
    await again();
    await talk.run('And now?');
    expectKnown(body(-1));
    // the first messages can still be read
    let page = await talk.call<{ items: { id: string; content: { text?: string }[] }[]; has_more: boolean }>(
      'GET',
      '/messages?page_size=100',
    );
    while (page.data.has_more)
      page = await talk.call('GET', `/messages?page_size=100&before_id=${page.data.items.at(-1)?.id}`);
    expect(page.data.items.at(-1)?.content[0]?.text).toContain('GOAL: port');
  });

  test('summaries that leave more than the trigger do not follow each other without end', async () => {
    await start(12_000);
    let steps = 0;
    model.answer((request) => {
      const text = JSON.stringify(request.messages);
      const usage = { input: 11_000, output: 10 };
      if (text.includes('Summarize the conversation above')) return { text: 'much '.repeat(9_000), usage };
      steps += 1;
      if (steps === 30) return { text: 'done', usage };
      return { calls: [{ name: 'TodoList', input: { todos: [{ title: `t${steps}`, status: 'pending' }] } }], usage };
    });
    await talk.run('go');
    expect(talk.frames.findLast(({ type }) => type === 'turn.ended')?.payload['reason']).toBe('completed');
    expect(steps).toBe(30);
    expect(completed().length).toBeGreaterThan(1);
    expect(completed().length).toBeLessThanOrEqual(10);
  });
});
