/** Scheduled prompts: creation, firing, jitter, age, restart (engine.md 4.18, 17.4). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { countTimes, fireTime, firstTime, readSchedule, type Schedule } from '../../daemon/agent/schedule.js';
import { startModel, type ScriptedModel, type ScriptedReply } from '../helpers/model.js';
import { modelConfig, startTrial, type Talk, type Trial } from '../helpers/turns.js';

const zone = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);
const schedule = (text: string): Schedule => {
  const read = readSchedule(text, zone);
  if ('error' in read) throw new Error(read.error);
  return read;
};

describe('schedules', () => {
  const monday = at('2026-03-02T08:00:30Z');
  test.each([
    ['* * * * *', '2026-03-02T08:01:00Z'],
    ['*/15 * * * *', '2026-03-02T08:15:00Z'],
    ['0 9,17 * * *', '2026-03-02T16:00:00Z'],
    ['30 9 * * mon-fri', '2026-03-02T08:30:00Z'],
    ['0 0 1 jan *', '2026-12-31T23:00:00Z'],
    ['0 12 13 * fri', '2026-03-06T11:00:00Z'],
    ['0 12 3 * 5', '2026-03-03T11:00:00Z'],
    ['0 0 * * 7', '2026-03-07T23:00:00Z'],
    // an hour that daylight saving time skips
    ['30 2 29 3 *', '2026-03-29T01:00:00Z'],
  ])('%s next fires at %s', (text, expected) => {
    const next = schedule(text).next(monday);
    if (text === '30 2 29 3 *') expect(Math.abs((next ?? 0) - at(expected))).toBeLessThanOrEqual(1_800_000);
    else expect(new Date(next ?? 0).toISOString()).toBe(new Date(at(expected)).toISOString());
  });

  test.each([
    '',
    '* * * *',
    '* * * * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    'a b c d e',
    '@daily',
    '* * L * *',
    '* * * * 1#2',
    '5-1 * * * *',
    '*/0 * * * *',
  ])('refuses %j', (text) => expect(readSchedule(text, zone)).toHaveProperty('error'));

  test('limits: within five years, and 350 days for one firing', () => {
    expect(firstTime(schedule('0 0 30 2 *'), monday, true)).toEqual({ error: expect.stringContaining('five years') });
    expect(firstTime(schedule('0 0 28 2 *'), monday, false)).toEqual({ error: expect.stringContaining('350 days') });
    expect(firstTime(schedule('0 0 28 2 *'), monday, true)).toBe(at('2027-02-27T23:00:00Z'));
  });

  test('jitter: fixed per job, later for recurring ones, earlier for one firing on the half hour', () => {
    const hourly = schedule('0 * * * *');
    const due = at('2026-03-02T09:00:00Z');
    const times = Array.from({ length: 200 }, (_, n) => fireTime(`job${n}`, hourly, due, true) - due);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...times)).toBeLessThanOrEqual(360_000);
    expect(new Set(times).size).toBeGreaterThan(150);
    expect(fireTime('job1', hourly, due, true)).toBe(fireTime('job1', hourly, due, true));
    const daily = schedule('0 9 * * *');
    const spread = Array.from({ length: 200 }, (_, n) => fireTime(`job${n}`, daily, due, true) - due);
    expect(Math.max(...spread)).toBeLessThanOrEqual(900_000);
    const early = Array.from({ length: 200 }, (_, n) => due - fireTime(`job${n}`, hourly, due, false));
    expect(Math.min(...early)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...early)).toBeGreaterThan(60_000);
    expect(Math.max(...early)).toBeLessThanOrEqual(90_000);
    expect(fireTime('job1', schedule('7 * * * *'), at('2026-03-02T09:07:00Z'), false)).toBe(at('2026-03-02T09:07:00Z'));
  });

  test('missed times are counted, however many', () => {
    const due = at('2026-03-02T09:00:00Z');
    expect(countTimes(schedule('0 * * * *'), due, due)).toBe(1);
    expect(countTimes(schedule('0 * * * *'), due, due + 3 * 3_600_000)).toBe(4);
    expect(countTimes(schedule('* * * * *'), due, due + 7 * 86_400_000)).toBe(7 * 1_440 + 1);
  });
});

describe('jobs of a session', () => {
  let model: ScriptedModel;
  let trial: Trial;
  let now: number;
  const start = { now: () => now, timeZone: zone };

  beforeEach(async () => {
    now = at('2026-03-02T08:00:00Z');
    model = await startModel();
    trial = await startTrial({ config: modelConfig(model.baseUrl), ...start });
  });
  afterEach(async () => {
    await trial.close();
    await model.close();
  });

  const call = (name: string, input: Record<string, unknown>): ScriptedReply => ({ calls: [{ name, input }] });
  const auto = () => trial.talk({ title: 'jobs', agent_config: { permission_mode: 'auto' } });
  const items = async (id: string) =>
    (await trial.call<{ items: Record<string, unknown>[] }>('GET', `/api/v1/sessions/${id}/cron`)).data.items;
  const result = (talk: Talk) => talk.frames.findLast(({ type }) => type === 'tool.result')?.payload ?? {};

  async function made(talk: Talk, input: Record<string, unknown>): Promise<Record<string, unknown>> {
    model.reply(call('CronCreate', input), { text: 'made' });
    await talk.run('schedule it');
    return JSON.parse(String(result(talk)['output'])) as Record<string, unknown>;
  }

  test('made by the model, listed, fired while idle, again and again', async () => {
    const talk = await auto();
    const job = await made(talk, { cron: '*/10  * * * *', prompt: 'look at the build' });
    expect(job).toMatchObject({
      cron: '*/10 * * * *',
      recurring: true,
      humanSchedule: expect.stringContaining('10 minutes'),
    });
    expect(await items(talk.id)).toMatchObject([
      { id: job['id'], prompt: 'look at the build', next_fire_at: job['nextFireAt'], age_days: 0, stale: false },
    ]);
    model.reply({ text: 'fine' }, { text: 'fine again' });
    now = at(String(job['nextFireAt']));
    const fired = await talk.until('cron.fired');
    expect(fired.payload).toMatchObject({
      prompt: 'look at the build',
      origin: { kind: 'cron_job', jobId: job['id'], coalescedCount: 1, recurring: true, stale: false },
    });
    const turn = await talk.until('turn.ended', talk.frames.indexOf(fired));
    expect(
      talk.frames.find(
        ({ type, payload }) => type === 'turn.started' && (payload['origin'] as { kind: string }).kind === 'cron_job',
      ),
    ).toBeDefined();
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('<cron-fire jobId=');
    // the job fires once for three hours in which the agent had no time
    now += 3 * 3_600_000;
    const again = await talk.until('cron.fired', talk.frames.indexOf(turn));
    expect((again.payload['origin'] as { coalescedCount: number }).coalescedCount).toBeGreaterThanOrEqual(18);
    await talk.until('turn.ended', talk.frames.indexOf(again));
  }, 20_000);

  test('once: it fires and is gone', async () => {
    const talk = await auto();
    const job = await made(talk, { cron: '17 10 * * *', prompt: 'once', recurring: false });
    model.reply({ text: 'done' });
    now = at(String(job['nextFireAt']));
    await talk.until((frame) => frame.type === 'cron.changed' && frame.payload['change'] === 'expired');
    await talk.until(
      'turn.ended',
      talk.frames.findIndex(({ type }) => type === 'cron.fired'),
    );
    expect(await items(talk.id)).toEqual([]);
  }, 20_000);

  test('not while a turn runs; after it', async () => {
    const talk = await auto();
    const job = await made(talk, { cron: '* * * * *', prompt: 'tick' });
    model.reply({ text: 'busy busy', delayMs: 2_500 }, { text: 'ticked' });
    const from = talk.frames.length;
    await talk.submit('work');
    await talk.until('turn.started', from);
    now = at(String(job['nextFireAt']));
    const fired = await talk.until('cron.fired', from);
    const ended = talk.frames.findIndex(({ type }, index) => index >= from && type === 'turn.ended');
    expect(ended).toBeGreaterThan(0);
    expect(talk.frames.indexOf(fired)).toBeGreaterThan(ended);
  }, 20_000);

  test('after seven days the last firing is stale, and the job ends', async () => {
    const talk = await auto();
    await made(talk, { cron: '0 9 * * *', prompt: 'daily' });
    model.reply({ text: 'last' });
    now += 8 * 86_400_000;
    const fired = await talk.until('cron.fired');
    expect(fired.payload['origin']).toMatchObject({ stale: true });
    await talk.until((frame) => frame.type === 'cron.changed' && frame.payload['change'] === 'expired');
    expect(await items(talk.id)).toEqual([]);
  }, 20_000);

  test('jobs come back with the session, not before; a fork has none', async () => {
    const talk = await auto();
    const job = await made(talk, { cron: '0 * * * *', prompt: 'hourly' });
    const fork = await trial.call<{ id: string }>('POST', `/api/v1/sessions/${talk.id}:fork`, {});
    expect(await items(fork.data.id)).toEqual([]);
    await trial.restart(start);
    now += 2 * 3_600_000;
    const cold = await items(talk.id);
    expect(cold).toMatchObject([{ id: job['id'], next_fire_at: job['nextFireAt'] }]);
    model.reply({ text: 'caught up' });
    const again = await trial.join(talk.id);
    expect(again.frames.filter(({ type }) => type === 'cron.fired')).toEqual([]);
    await again.call('POST', ':load', {});
    const fired = await again.until('cron.fired');
    expect(fired.payload['origin']).toMatchObject({ coalescedCount: 2 });
    await again.until('turn.ended');
  }, 20_000);

  test.each([
    [{ cron: 'nonsense', prompt: 'x' }, 'five fields'],
    [{ cron: '0 0 30 2 *', prompt: 'x' }, 'five years'],
    [{ cron: '0 0 28 2 *', prompt: 'x', recurring: false }, '350 days'],
    [{ cron: '* * * * *', prompt: ' ' }, 'blank'],
    [{ cron: '* * * * *', prompt: 'ü'.repeat(4_097) }, '8 KiB'],
    [{ cron: '* * * * *' }, 'not valid'],
  ])('CronCreate %j is refused', async (input, message) => {
    const talk = await auto();
    model.reply(call('CronCreate', input), { text: 'ok' });
    await talk.run('go');
    expect(result(talk)).toMatchObject({ isError: true, output: expect.stringContaining(message) });
  });

  test('at most 50; CronList shortens prompts; CronDelete and its errors', async () => {
    const talk = await auto();
    model.reply({
      calls: Array.from({ length: 51 }, (_, n) => ({
        name: 'CronCreate',
        input: { cron: `${n} 1 * * *`, prompt: `${'ä'.repeat(150)}${n}` },
      })),
    });
    model.reply(call('CronList', {}), call('CronDelete', { id: 'none' }), { text: 'ok' });
    await talk.run('many');
    const results = talk.frames.filter(({ type }) => type === 'tool.result').map(({ payload }) => payload);
    expect(results.filter(({ isError }) => isError === true).map(({ output }) => String(output))).toEqual([
      expect.stringContaining('at most 50'),
      expect.stringContaining('no job none'),
    ]);
    const listed = JSON.parse(String(results.at(-2)?.['output'])) as { id: string; prompt: string }[];
    expect(listed).toHaveLength(50);
    expect(Buffer.byteLength(listed[0]?.prompt ?? '')).toBeLessThanOrEqual(200);
    model.reply(call('CronDelete', { id: listed[0]?.id }), { text: 'ok' });
    await talk.run('delete one');
    expect(await items(talk.id)).toHaveLength(49);
    const rest = (await items(talk.id))[0]?.['id'];
    expect((await talk.call('DELETE', `/cron/${String(rest)}`)).data).toEqual({ deleted: true });
    expect((await talk.call('DELETE', `/cron/${String(rest)}`)).code).toBe(40430);
  });

  test('asks in manual mode, by its fields; refused in plan mode', async () => {
    const talk = await trial.talk({ title: 't' });
    model.reply(call('CronCreate', { cron: '0 9 * * *', prompt: 'x' }), { text: 'ok' });
    await talk.submit('go');
    expect((await talk.until('event.approval.requested')).payload).toMatchObject({
      tool_input_display: { kind: 'generic', summary: expect.stringContaining('0 9 * * *') },
    });
    await talk.decide({ decision: 'approved' });
    await talk.until('turn.ended');
    const planning = await trial.talk({ title: 't', agent_config: { permission_mode: 'auto', plan_mode: true } });
    model.reply(call('CronCreate', { cron: '0 9 * * *', prompt: 'x' }), { text: 'ok' });
    await planning.run('go');
    expect(result(planning)).toMatchObject({ isError: true, output: expect.stringContaining('plan mode') });
  });

  test('AGENT_DISABLE_CRON takes the tools away', async () => {
    await trial.restart({ ...start, env: { PATH: process.env['PATH'], AGENT_DISABLE_CRON: '1' } });
    const talk = await auto();
    model.reply({ text: 'hi' });
    await talk.run('hi');
    expect(JSON.stringify(model.requests.at(-1)?.body)).not.toContain('CronCreate');
  });

  test('the offline provider: remind', async () => {
    const talk = await trial.talk({ title: 't', agent_config: { model: 'offline/echo', permission_mode: 'auto' } });
    await talk.run('remind 30 9 * * 1-5: look at the build');
    expect(await items(talk.id)).toMatchObject([{ cron: '30 9 * * 1-5', prompt: 'look at the build' }]);
  });
});
