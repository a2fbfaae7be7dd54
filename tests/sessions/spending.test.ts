/** What requests cost: prices of models, sums by session, day and model, and `getUsage`. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { TranscriptTurn } from '../../schemas/generated/types.js';
import { costOf } from '../../daemon/agent/price.js';
import { linkedZone, localDate } from '../../daemon/base/localdate.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { modelConfig, startTrial, type Talk, type Trial } from '../helpers/turns.js';

const price = '[models.m.price]\ninput = 3\noutput = 15\ncache_read = 0.3\n';
const usage = (input: number, output: number) => ({ input, output });

interface Spent {
  requests: number;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number;
  unknown_tokens: number;
  complete: boolean;
}
interface Answer {
  time_zone: string;
  total: Spent;
  days: { day: string; spending: Spent }[];
  models: { model: string; spending: Spent }[];
  sessions: { session_id: string; title?: string; spending: Spent }[];
  has_more: boolean;
}

let model: ScriptedModel;
let trial: Trial | undefined;

beforeEach(async () => {
  model = await startModel();
});
afterEach(async () => {
  await trial?.close();
  trial = undefined;
  await model.close();
});

async function spent(query = ''): Promise<Answer> {
  const answer = await trial?.call<Answer>('GET', `/api/v1/usage${query}`);
  if (answer?.code !== 0) throw new Error(`no usage: ${answer?.msg}`);
  return answer.data;
}

describe('costs', () => {
  test.each([
    ['nothing', { input: 3, output: 15 }, [0, 0, 0, 0], 0],
    ['input and output', { input: 3, output: 15 }, [1_000, 100, 0, 0], 0.0045],
    [
      'caches at their own prices',
      { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 },
      [0, 0, 1e6, 1e6],
      4.05,
    ],
    ['caches without prices like input', { input: 3, output: 15 }, [0, 0, 1e6, 1e6], 6],
  ])('%s', (_name, prices, [inputOther = 0, output = 0, inputCacheRead = 0, inputCacheCreation = 0], usd) => {
    expect(costOf(prices, { inputOther, output, inputCacheRead, inputCacheCreation })).toBeCloseTo(usd, 12);
  });

  test('are unknown without a price', () => {
    expect(costOf(undefined, { inputOther: 1, output: 1, inputCacheRead: 0, inputCacheCreation: 0 })).toBeUndefined();
  });
});

describe('days', () => {
  const time = Date.parse('2026-03-28T23:30:00Z');
  test.each([
    ['UTC', '2026-03-28'],
    ['Europe/Berlin', '2026-03-29'],
    ['America/New_York', '2026-03-28'],
    ['Pacific/Kiritimati', '2026-03-29'],
  ])('of %s', (timeZone, day) => {
    expect(localDate(time, timeZone).day).toBe(day);
  });

  test('with the time of day, as ICU and the clock of the system give it', () => {
    const midnight = Date.parse('2026-03-28T00:05:00Z');
    for (const zone of ['Etc/UTC', 'UTC'])
      expect(localDate(midnight, zone)).toEqual({ day: '2026-03-28', weekday: 'Saturday', time: '00:05' });
    // the system and ICU may have different names for one zone
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (linkedZone() !== undefined) expect(localDate(midnight, linkedZone())).toEqual(localDate(midnight, undefined));
    const other = timeZone === 'UTC' ? 'Etc/UTC' : timeZone;
    expect(localDate(midnight, undefined)).toEqual(localDate(midnight, other));
  });

  test('of the system without a time zone', () => {
    expect(localDate(new Date(2026, 0, 2, 0, 0, 1).getTime(), undefined).day).toBe('2026-01-02');
  });
});

describe('a session', () => {
  test('reports what it cost, in its own usage and in that of all, also after a restart and its deletion', async () => {
    let now = Date.parse('2026-03-28T22:50:00Z');
    trial = await startTrial({
      config: modelConfig(model.baseUrl) + price,
      now: () => now,
      timeZone: 'Europe/Berlin',
    });
    model.reply({ text: 'one', usage: usage(1_000, 100) }, { text: 'two', usage: usage(2_000, 10) });
    const talk = await trial.talk();
    await talk.run('first');
    // in Berlin it is the next day
    now += 20 * 60_000;
    await talk.run('second');
    const check = async () => {
      const session = await trial?.call<{ usage: object }>('GET', `/api/v1/sessions/${talk.id}`);
      expect(session?.data.usage).toMatchObject({ input_tokens: 3_000, output_tokens: 110, total_cost_usd: 0.01065 });
      expect(session?.data.usage).not.toHaveProperty('unknown_tokens');
      const list = await trial?.call<{ items: object[] }>('GET', '/api/v2/sessions');
      expect(list?.data.items).toMatchObject([{ total_cost_usd: 0.01065, message_count: 4 }]);
      const table = await trial?.call<Record<string, object>>('GET', `/api/v1/sessions/${talk.id}/usage`);
      expect(table?.data['total']).toMatchObject({ total_cost_usd: 0.01065 });
      expect(table?.data['by_model']).toMatchObject({ m: { total_cost_usd: 0.01065, turn_count: 2 } });
      expect(table?.data['by_agent']).toMatchObject({ main: { total_cost_usd: 0.01065 } });
    };
    await check();
    await trial.restart({ now: () => now, timeZone: 'Europe/Berlin' });
    await check();
    const all = await spent();
    expect(all).toMatchObject({ time_zone: 'Europe/Berlin', has_more: false });
    expect(all.total).toMatchObject({ requests: 2, cost_usd: 0.01065, unknown_tokens: 0, complete: true });
    expect(all.days.map(({ day, spending }) => [day, spending.cost_usd])).toEqual([
      ['2026-03-29', 0.00615],
      ['2026-03-28', 0.0045],
    ]);
    expect(all.models).toMatchObject([{ model: 'm', spending: { requests: 2 } }]);
    expect(all.sessions).toMatchObject([{ session_id: talk.id, title: 'Trial' }]);
    expect((await spent('?from=2026-03-29')).total.cost_usd).toBe(0.00615);
    expect((await spent('?to=2026-03-28')).total.cost_usd).toBe(0.0045);
    expect((await spent('?from=2027-01-01')).total).toMatchObject({ requests: 0, cost_usd: 0, complete: true });
    for (const day of ['2026-13-45', '2026-02-29', '2026-2-1', 'today'])
      expect(await trial.call('GET', `/api/v1/usage?from=${day}`)).toMatchObject({
        code: 40001,
        msg: 'from: must be a day of the calendar such as 2026-01-31',
      });
    const few = await spent('?limit=1');
    expect([few.days.length, few.has_more]).toEqual([1, true]);
    await trial.call('DELETE', `/api/v1/sessions/${talk.id}`);
    const after = await spent();
    expect(after.total.cost_usd).toBe(0.01065);
    expect(after.sessions).toEqual([{ session_id: talk.id, spending: after.total }]);
  });

  test('counts tokens without a price as unknown, beside those with one', async () => {
    trial = await startTrial({
      config:
        modelConfig(model.baseUrl) +
        price +
        '[models.free]\nprovider = "p"\nmodel = "other"\nmax_context_size = 100000\n',
    });
    model.reply({ text: 'one', usage: usage(1_000, 100) }, { text: 'two', usage: usage(500, 7) });
    const talk = await trial.talk();
    await talk.run('first');
    await talk.run('second', { model: 'free' });
    const session = await trial.call<{ usage: object }>('GET', `/api/v1/sessions/${talk.id}`);
    expect(session.data.usage).toMatchObject({ total_cost_usd: 0.0045, unknown_tokens: 507 });
    const { total, models } = await spent();
    expect(total).toMatchObject({ cost_usd: 0.0045, unknown_tokens: 507, complete: false });
    expect(models.map(({ model: alias, spending }) => [alias, spending.complete])).toEqual([
      ['m', true],
      ['free', false],
    ]);
  });

  test('of a model without a price reports no cost, and its overrides may give one', async () => {
    trial = await startTrial({ config: modelConfig(model.baseUrl) });
    model.reply({ text: 'one', usage: usage(1_000, 100) }, { text: 'two', usage: usage(1_000, 100) });
    const talk = await trial.talk();
    await talk.run('first');
    const usageNow = async () =>
      (await trial?.call<{ usage: object }>('GET', `/api/v1/sessions/${talk.id}`))?.data.usage;
    expect(await usageNow()).not.toHaveProperty('total_cost_usd');
    const set = await trial.call<{ models: Record<string, unknown> }>('POST', '/api/v1/config', {
      models: { m: { overrides: { price: { input: 1, output: 2 } } } },
    });
    expect(set.data.models['m']).toMatchObject({ overrides: { price: { input: 1, output: 2 } } });
    await talk.run('second');
    expect(await usageNow()).toMatchObject({ total_cost_usd: 0.0012, unknown_tokens: 1_100 });
  });

  const costs = (talk: Talk, type: string) =>
    talk.frames.filter((frame) => frame.type === type).map(({ payload }) => payload['cost']);
  const turns = async (id: string) => {
    const answer = await trial?.call<{ items: TranscriptTurn[] }>(
      'GET',
      `/api/v1/sessions/${id}/transcript?agent_id=main`,
    );
    return (answer?.data.items ?? [])
      .filter(({ kind }) => kind === 'turn')
      .map((turn) => ({ turn: turn.usage?.cost, steps: turn.steps.map(({ cost }) => cost) }));
  };

  test('shows what each step and turn cost, also when a restart came in between', async () => {
    trial = await startTrial({ config: modelConfig(model.baseUrl) + price });
    const call = { name: 'Bash', input: { command: 'true' } };
    const glob = { name: 'Glob', input: { pattern: '*' } };
    model.reply(
      { calls: [glob], usage: usage(1_000, 100) },
      { calls: [call], usage: usage(2_000, 10) },
      { text: 'done', usage: usage(3_000, 20) },
    );
    let talk = await trial.talk();
    await talk.submit('go');
    await talk.until('event.approval.requested');
    expect(costs(talk, 'turn.step.completed')).toEqual([0.0045]);
    expect(await turns(talk.id)).toEqual([{ turn: undefined, steps: [0.0045, 0.00615] }]);
    await trial.restart();
    talk = await trial.join(talk.id);
    const { data } = await trial.call<{ items: { approval_id: string }[] }>(
      'GET',
      `/api/v1/sessions/${talk.id}/approvals?status=pending`,
    );
    await talk.call('POST', `/approvals/${data.items[0]?.approval_id ?? ''}`, { decision: 'approved' });
    await talk.until('prompt.completed');
    expect(costs(talk, 'turn.step.completed')).toEqual([0.00615, 0.0093]);
    const [whole] = costs(talk, 'turn.ended');
    expect(whole).toBeCloseTo(0.01995, 12);
    const shown = [{ turn: whole, steps: [0.0045, 0.00615, 0.0093] }];
    expect(await turns(talk.id)).toEqual(shown);
    await trial.restart();
    expect(await turns(talk.id)).toEqual(shown);
  });

  test('shows no cost where no price is known, and zero for the offline provider', async () => {
    trial = await startTrial({ config: modelConfig(model.baseUrl) });
    model.reply({ text: 'one', usage: usage(1_000, 100) });
    const talk = await trial.talk();
    await talk.run('first');
    await talk.run('say second', { model: 'offline/echo' });
    expect(costs(talk, 'turn.ended')).toEqual([undefined, 0]);
    expect(costs(talk, 'turn.step.completed')).toEqual([undefined, 0]);
    expect(await turns(talk.id)).toEqual([
      { turn: undefined, steps: [undefined] },
      { turn: 0, steps: [0] },
    ]);
  });

  test('pays for its title too', async () => {
    trial = await startTrial({ config: modelConfig(model.baseUrl) + price });
    model.reply({ text: 'one', usage: usage(1_000, 100) }, { text: 'A title', usage: usage(100, 10) });
    const talk = await trial.talk();
    await talk.run('first');
    await trial.call('POST', `/api/v1/sessions/${talk.id}/title/generate`, { force: true });
    expect((await spent()).total).toMatchObject({ requests: 2, input_tokens: 1_100, cost_usd: 0.00495 });
  });

  test('pays for replies that broke off, by an estimate, and counts their tokens in the session, its turns and its days alike', async () => {
    trial = await startTrial({ config: modelConfig(model.baseUrl) + price });
    model.reply(
      { text: 'a'.repeat(400), chunkSize: 10, chunkDelayMs: 20, cutAfterChunks: 5 },
      { error: { status: 500, message: 'busy' } },
      { text: 'one', usage: usage(1_000, 100) },
      { text: 'b'.repeat(4_000), chunkSize: 10, chunkDelayMs: 20 },
    );
    const talk = await trial.talk();
    await talk.run('first');
    const first = (await spent()).total;
    // the interrupted reply and the answer count; a request refused before its first word costs nothing
    expect(first.requests).toBe(2);
    expect(first.input_tokens).toBeGreaterThan(1_500);
    expect(first.output_tokens).toBeGreaterThan(100);
    expect(first.cost_usd).toBeCloseTo((first.input_tokens * 3 + first.output_tokens * 15) / 1e6, 9);
    const from = talk.frames.length;
    await talk.call('POST', '/prompts', { content: [{ type: 'text', text: 'second' }] });
    await talk.until(({ type }) => type === 'assistant.delta', from);
    await talk.call('POST', ':abort', {});
    await talk.until('turn.ended', from);
    expect((await spent()).total.requests).toBe(3);
    const { total } = await spent();
    const session = await trial.call<{ usage: object }>('GET', `/api/v1/sessions/${talk.id}`);
    expect(session.data.usage).toMatchObject({
      input_tokens: total.input_tokens,
      output_tokens: total.output_tokens,
      total_cost_usd: total.cost_usd,
    });
    const ends = talk.frames.flatMap((frame) => (frame.type === 'turn.ended' ? [frame.payload.usage] : []));
    expect(ends).toMatchObject([
      { inputOther: first.input_tokens, output: first.output_tokens },
      { inputOther: total.input_tokens - first.input_tokens, output: total.output_tokens - first.output_tokens },
    ]);
  });

  test('of the offline provider costs nothing, and that is known', async () => {
    trial = await startTrial();
    const talk = await trial.talk();
    await talk.run('hello');
    const { total } = await spent();
    expect(total).toMatchObject({ requests: 1, cost_usd: 0, unknown_tokens: 0, complete: true });
  });

  test('takes no price that is none', async () => {
    trial = await startTrial({ config: modelConfig(model.baseUrl) });
    const set = await trial.call('POST', '/api/v1/config', { models: { m: { price: { input: -1, output: 2 } } } });
    expect(set.code).toBe(40001);
  });
});
