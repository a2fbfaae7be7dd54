/** A session stops before a request that would exceed its budget, and users decide (`budget.held`, `budget.noted`). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import {
  choose,
  closeBenches,
  configOf,
  dollars,
  failure,
  labels,
  pending,
  question,
  startBench,
} from './budget.fixture.js';

jest.setTimeout(60_000);

afterEach(closeBenches);

const open = (...lines: string[]) => startBench(lines);

const look = dollars(1, { calls: [{ name: 'Glob', input: { pattern: '*' } }] });

describe('a session over its budget', () => {
  test('stops before the request that would break it, unattended at once and with a named error', async () => {
    const { model, trial, asked } = await open('session_usd = 2.5');
    model.reply(look, { ...look, calls: [{ name: 'Glob', input: { pattern: '*.md' } }] }, dollars(1));
    const talk = await trial.talk();
    await talk.run('go', { unattended: true });
    expect(asked()).toBe(2);
    expect(failure(talk)).toMatchObject({
      code: 'budget.exceeded',
      message: expect.stringMatching(
        /\$1\.00.*\$2\.00 of \$2\.50 are spent.*`session_usd` in \[budget\] of config\.toml/,
      ),
      retryable: true,
      details: { code: 'budget.exceeded', server_code: 60006 },
    });
    expect(talk.lines()).toContain('turn.ended failed error');
    expect(talk.lines()).not.toContain('event.question.requested');
    expect((await talk.call<{ usage: object }>('GET', '')).data.usage).toMatchObject({ total_cost_usd: 2 });
    // the next prompt is not sent either, but it is part of the conversation
    await talk.run('and now?', { unattended: true });
    expect(asked()).toBe(2);
    expect((await talk.messages()).filter(({ role }) => role === 'user')).toHaveLength(2);
  });

  test('counts the input by its estimate: what would break the budget alone is never sent', async () => {
    const bench = await startBench(['session_usd = 0.5'], '[models.m.price]\ninput = 10\noutput = 0\n');
    const { trial, model } = bench;
    model.reply({ text: 'small', usage: { input: 20_000, output: 1 } });
    const talk = await trial.talk();
    await talk.run('small', { unattended: true });
    expect(bench.asked()).toBe(1);
    await talk.run('word '.repeat(30_000), { unattended: true });
    expect(bench.asked()).toBe(1);
    expect(
      failure(
        talk,
        talk.frames.findLastIndex(({ type }) => type === 'turn.started'),
      ),
    ).toMatchObject({
      code: 'budget.exceeded',
    });
  });

  test('in mode auto the user is not asked', async () => {
    const { model, trial, asked } = await open('session_usd = 0.2');
    model.reply(dollars(1));
    const talk = await trial.talk({ agent_config: { permission_mode: 'auto' } });
    await talk.run('go');
    expect([asked(), failure(talk)?.['code']]).toEqual([0, 'budget.exceeded']);
  });

  test('is not the case without a limit', async () => {
    const bench = await startBench([]);
    bench.model.reply(dollars(10), dollars(10));
    const talk = await bench.trial.talk();
    await talk.run('one');
    await talk.run('two');
    expect(bench.asked()).toBe(2);
    expect(talk.lines()).not.toContain('warning');
  });

  test('works with the offline provider, which costs nothing', async () => {
    const { trial } = await open('session_usd = 0.000001');
    const talk = await trial.talk({ agent_config: { model: 'offline/echo' } });
    await talk.run('hello');
    expect(talk.lines()).toContain('turn.ended completed');
    expect(talk.lines()).not.toContain('warning');
  });
});

describe('the user is asked', () => {
  test('raise once lets one request pass, and the next one asks again', async () => {
    const { model, trial, asked } = await open('session_usd = 0.5', 'warn_ratio = 1');
    model.reply(dollars(0.4), look, dollars(1));
    const talk = await trial.talk();
    await talk.run('first');
    const from = talk.frames.length;
    await talk.submit('second');
    const frame = await talk.until('event.question.requested', from);
    expect(asked()).toBe(1);
    expect(question(frame).questions).toMatchObject([
      {
        header: 'Budget',
        question: expect.stringContaining('$0.40 of $0.50 are spent'),
        options: [{ label: 'Raise once' }, { label: 'Raise for this session to $1.00' }, { label: 'Stop' }],
      },
    ]);
    expect(frame.payload).toMatchObject({ agentId: 'main', turn_id: 2, background: false });
    expect(frame.payload).not.toHaveProperty('tool_call_id');
    expect(await pending(talk)).toMatchObject([{ agent_id: 'main', turn_id: 2 }]);
    expect((await talk.call<{ pending_interaction: string }>('GET', '')).data.pending_interaction).toBe('question');
    await choose(talk, 0, from);
    await talk.until('turn.step.completed 1', from);
    expect(asked()).toBe(2);
    const after = talk.frames.length;
    const again = await talk.until('event.question.requested', talk.frames.indexOf(frame) + 1);
    expect(labels(question(again))[1]).toBe('Raise for this session to $2.50');
    await choose(talk, 2, talk.frames.indexOf(again));
    await talk.until('turn.ended failed', from);
    expect(asked()).toBe(2);
    expect(failure(talk, after - 1)).toMatchObject({ code: 'budget.exceeded' });
  });

  test('raise for the session holds from then on, also after a restart', async () => {
    const { model, trial, asked } = await open('session_usd = 0.5');
    model.reply(dollars(0.4), dollars(0.3), dollars(0.3), dollars(0.3));
    const talk = await trial.talk();
    await talk.run('first');
    await talk.submit('second');
    await choose(talk, 1);
    await talk.until((frame) => frame.type === 'turn.ended' && frame.payload['turnId'] === 2);
    await talk.run('third');
    expect(asked()).toBe(3);
    await trial.restart();
    const again = await trial.join(talk.id);
    await again.submit('fourth');
    // 1.00 of 1.00 is spent
    const frame = await again.until('event.question.requested');
    expect(labels(question(frame))[1]).toBe('Raise for this session to $1.50');
    expect(asked()).toBe(3);
    await choose(again, 1);
    await again.until('turn.ended completed');
    expect(asked()).toBe(4);
    // another session has spent nothing, and neither has a fork
    const fork = await talk.call<{ id: string }>('POST', ':fork', {});
    model.reply(dollars(0.3));
    const copy = await trial.join(fork.data.id);
    await copy.run('in the copy');
    expect(copy.lines()).toContain('turn.ended completed');
    expect(asked()).toBe(5);
  });

  test.each([
    ['stop', { answers: { q_0: { kind: 'single', option_id: 'opt_0_2' } } }],
    ['another word', { answers: { q_0: { kind: 'other', text: 'Raise for this session' } } }],
    ['nothing', { answers: {} }],
    ['a dismissal', undefined],
  ])('%s ends the turn', async (_name, body) => {
    const { model, trial, asked } = await open('session_usd = 0.1');
    model.reply(dollars(1));
    const talk = await trial.talk();
    await talk.submit('go');
    const frame = await talk.until('event.question.requested');
    const path = `/questions/${String(frame.payload['question_id'])}`;
    await talk.call('POST', body === undefined ? `${path}:dismiss` : path, body ?? {});
    await talk.until('turn.ended failed');
    expect([asked(), failure(talk)?.['code']]).toEqual([0, 'budget.exceeded']);
    expect(await pending(talk)).toEqual([]);
  });

  test('an abort of the turn takes the question back', async () => {
    const { trial, asked } = await open('session_usd = 0.1');
    const talk = await trial.talk();
    await talk.submit('go');
    await talk.until('event.question.requested');
    await talk.call('POST', ':abort');
    await talk.until('turn.ended cancelled');
    expect(talk.lines()).toContain('event.question.dismissed abort');
    expect(asked()).toBe(0);
  });

  test('two clients see one question, and the first answer counts', async () => {
    const { model, trial } = await open('session_usd = 0.1');
    model.reply(dollars(1));
    const talk = await trial.talk();
    const other = await trial.join(talk.id);
    await talk.submit('go');
    const frame = await other.until('event.question.requested');
    await choose(talk, 0);
    const late = await other.call('POST', `/questions/${String(frame.payload['question_id'])}`, {
      answers: { q_0: { kind: 'single', option_id: 'opt_0_2' } },
    });
    expect(late.code).toBe(40902);
    await other.until('event.question.answered');
    await other.until('turn.ended completed');
  });

  test('a limit that is raised in the file meanwhile counts at the next request', async () => {
    const { model, trial, asked } = await open('session_usd = 0.5', 'warn_ratio = 1');
    model.reply(dollars(0.4), dollars(1));
    const talk = await trial.talk();
    await talk.run('first');
    writeFileSync(join(trial.home, 'config.toml'), configOf(model, ['session_usd = 5']));
    await talk.call('POST', ':reload');
    await talk.run('second');
    expect([asked(), talk.lines().includes('event.question.requested')]).toEqual([2, false]);
    const patched = await trial.call('POST', '/api/v1/config', { budget: { sessionUsd: 1 } });
    expect(patched).toMatchObject({ code: 0, data: { budget: { sessionUsd: 1, warnRatio: 0.8 } } });
    await talk.run('third', { unattended: true });
    expect(asked()).toBe(2);
  });
});

describe('warnings', () => {
  const warned = (talk: { frames: { type: string; payload: Record<string, unknown> }[] }) =>
    talk.frames.filter(({ type }) => type === 'warning').map(({ payload }) => [payload['code'], payload['message']]);

  test('of a limit that is nearly reached come once, and stand in the list', async () => {
    const { model, trial } = await open('session_usd = 10', 'warn_ratio = 0.2');
    model.reply(dollars(1), dollars(1.5), dollars(1), dollars(1));
    const talk = await trial.talk();
    await talk.run('one');
    await talk.run('two');
    expect(warned(talk)).toEqual([]);
    await talk.run('three');
    expect(warned(talk)).toEqual([['budget.warning', '$2.50 of the budget of this session ($10.00) are spent.']]);
    await trial.restart();
    const again = await trial.join(talk.id);
    await again.run('four');
    expect([warned(talk), warned(again)].flat()).toHaveLength(1);
    const list = await talk.call<{ warnings: object[] }>('GET', '/warnings');
    expect(list.data.warnings).toEqual([
      {
        code: 'budget.warning',
        severity: 'warning',
        message: '$4.50 of the budget of this session ($10.00) are spent.',
      },
    ]);
  });

  test('of a model without a price come once, and its requests pass', async () => {
    const bench = await startBench(['session_usd = 0.1'], '');
    const { model, trial } = bench;
    model.reply(dollars(1), dollars(1));
    const talk = await trial.talk();
    await talk.run('one');
    await talk.run('two');
    expect(warned(talk)).toEqual([['budget.unknown_price', expect.stringContaining('The model m has no price')]]);
    expect(bench.asked()).toBe(2);
    const list = await talk.call<{ warnings: object[] }>('GET', '/warnings');
    expect(list.data.warnings).toMatchObject([{ code: 'budget.unknown_price' }]);
  });
});

test('a wrong budget is named and not taken', async () => {
  const { trial } = await open('session_usd = 1');
  for (const [field, value] of [
    ['sessionUsd', 0],
    ['dayUsd', -1],
    ['warnRatio', 1.1],
    ['warnRatio', 'half'],
  ] as const) {
    const answer = await trial.call('POST', '/api/v1/config', { budget: { [field]: value } });
    expect([field, answer.code]).toEqual([field, 40001]);
  }
  expect((await trial.call('GET', '/api/v1/config')).data).toMatchObject({ budget: { sessionUsd: 1, warnRatio: 0.8 } });
});
