/** Compaction through the API with a scripted model: its frames, its triggers, its failures (engine.md 9; ws.md 8.9). */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startModel, type ScriptedModel, type ScriptedReply } from '../helpers/model.js';
import { eventually, hurried, startTrial, type Talk, type Trial } from '../helpers/turns.js';

jest.setTimeout(30_000);

let model: ScriptedModel;
let trial: Trial;
let talk: Talk;

const config = (window: number, more = '') =>
  `default_model = "m"\n[loop_control]\nreserved_context_size = 1000000\n${more}\n[providers.p]\ntype = "openai"\n` +
  `base_url = "${model.baseUrl}"\napi_key = "sk-test-key"\n` +
  `[models.m]\nprovider = "p"\nmodel = "scripted"\nmax_context_size = ${window}\n` +
  `[models.small]\nprovider = "p"\nmodel = "small"\nmax_context_size = 20000\n`;

async function start(window = 100_000, more = ''): Promise<void> {
  trial = await startTrial({ config: config(window, more), sleep: hurried(5), random: () => 0 });
  talk = await trial.talk({ title: 'Trial', agent_config: { permission_mode: 'yolo' } });
}
beforeEach(async () => {
  model = await startModel();
});
afterEach(async () => {
  try {
    model.checkInvariants();
  } finally {
    await trial.close();
    await model.close();
  }
});

const says = (text: string, input = 1_000): ScriptedReply => ({ text, usage: { input, output: 10 } });
const todo = (input: number, title = 'port the lexer'): ScriptedReply => ({
  calls: [{ name: 'TodoList', input: { todos: [{ title, status: 'pending' }] } }],
  usage: { input, output: 10 },
});
const overflow: ScriptedReply = { error: { status: 400, message: 'maximum context length is 8192 tokens' } };
const body = (at: number) => JSON.stringify(model.bodies.at(at));
const payloads = (type: string) => talk.frames.filter((frame) => frame.type === type).map(({ payload }) => payload);
const compactions = () => talk.lines().filter((line) => line.startsWith('compaction.'));
const compact = (instruction?: string) =>
  talk.call('POST', ':compact', instruction === undefined ? undefined : { instruction });

describe('automatic', () => {
  test('before a step: the frames, the new context, and the turn that goes on', async () => {
    await start();
    model.reply(todo(84_000), todo(86_000), says('SUMMARY ONE'), { ...says('done', 4_000), delayMs: 400 });
    await talk.run('Port the parser. Keep Node 18.');
    const at = talk.lines().indexOf('compaction.started auto threshold');
    expect(talk.lines().slice(at - 1, at + 6)).toEqual([
      'turn.step.completed 2 tool_use',
      'compaction.started auto threshold',
      'compaction.blocked turn',
      'compaction.completed',
      'message.appended user',
      'message.appended system',
      'turn.step.started 3',
    ]);
    expect(payloads('compaction.started')[0]).toMatchObject({ tokensBefore: expect.any(Number) });
    const { result } = payloads('compaction.completed')[0] as { result: Record<string, number> };
    expect(result).toMatchObject({
      summary: 'SUMMARY ONE',
      compactedCount: 5,
      keptUserMessageCount: 1,
      keptHeadUserMessageCount: 0,
      droppedCount: 0,
    });
    expect(result['tokensBefore']).toBeGreaterThanOrEqual(86_000);
    expect(result['tokensAfter']).toBeLessThan(20_000);
    // the request for the summary has no tools and holds the conversation as text
    expect(model.requests[2]?.body).not.toHaveProperty('tools');
    expect(body(2)).toContain('port the lexer');
    expect(body(2)).toContain('Sum up the conversation above');
    // what the model goes on with
    const request = body(3);
    expect(request).toContain('Port the parser. Keep Node 18.');
    expect(request).toContain('SUMMARY ONE');
    expect(request).toContain('[pending] port the lexer');
    expect(request).not.toContain('tool_calls');
    // reminders are given anew
    expect(request.match(/Today is/g)).toHaveLength(1);
    expect(payloads('turn.ended')[0]).toMatchObject({ reason: 'completed' });
    await eventually(
      () =>
        talk.statuses.some(({ payload }) => {
          const above = Number(payload['contextTokens']) - Number(result['tokensAfter']);
          return above >= 0 && above < 200;
        }),
      'the status tells the new size',
    );
  });

  test.each([
    ['the share of the window', 40_000, 'compaction_trigger_ratio = 0.5', 19_900, 20_000],
    ['what leaves the reserve', 40_000, 'reserved_context_size = 30000', 9_900, 10_000],
    ['0.85 when nothing is configured', 40_000, '', 33_900, 34_000],
  ])('begins at %s', async (_name, window, setting, below, reached) => {
    await start(window);
    const more = setting.startsWith('reserved') ? setting : `reserved_context_size = 1000000\n${setting}`;
    await trial.close();
    trial = await startTrial({ config: config(window).replace('reserved_context_size = 1000000', more) });
    talk = await trial.talk({ title: 'Trial' });
    // 10 tokens of output and 6 of the next prompt are added to what the provider counted
    model.reply(says('a', below - 30), says('b', reached), says('SUMMARY'), says('c'));
    await talk.run('x');
    await talk.run('x');
    expect(compactions()).toEqual([]);
    await talk.run('x');
    expect(compactions()).toEqual([
      'compaction.started auto threshold',
      'compaction.blocked turn',
      'compaction.completed',
    ]);
  });

  test('counts system prompt and tools when no provider has counted yet', async () => {
    await start(4_000);
    model.reply(says('a', 10), says('SUMMARY'), says('b', 10), says('SUMMARY'), says('c', 10));
    await talk.run('hello');
    expect(compactions()).toEqual([]);
    // takes the count away
    expect((await talk.call('POST', ':undo')).code).toBe(0);
    await talk.run('hello');
    // there is nothing to leave out, although prompt and tools alone reach the trigger
    expect(compactions()).toEqual([]);
    expect((await talk.call<{ context_tokens: number }>('GET', '/status')).data.context_tokens).toBe(1_010);
  });

  test('a switch to a smaller model takes effect at the next step', async () => {
    await start();
    model.reply(says('a', 30_000), says('SUMMARY'), says('b', 3_000));
    await talk.run('hello');
    await talk.run('again', { model: 'small' });
    expect(compactions()).toContain('compaction.started auto threshold');
    expect(model.requests.map(({ body }) => (body as { model: string }).model)).toEqual(['scripted', 'small', 'small']);
  });

  test('one that leaves more than the trigger is not repeated before three further steps', async () => {
    await start(12_000);
    const long = 'word '.repeat(8_500);
    model.reply(
      todo(11_000),
      says(long, 100),
      ...[1, 2, 3].map((n) => todo(11_500, `t${n}`)),
      says(long, 100),
      says('end', 11_500),
    );
    await talk.run('hello');
    const steps = talk.lines().filter((line) => /^(compaction\.completed|turn\.step\.started)/.test(line));
    expect(steps).toEqual([
      'turn.step.started 1',
      'compaction.completed',
      'turn.step.started 2',
      'turn.step.started 3',
      'turn.step.started 4',
      'compaction.completed',
      'turn.step.started 5',
    ]);
    expect(payloads('turn.ended')[0]).toMatchObject({ reason: 'completed' });
  });

  test('one whose provider counts more than was estimated is not repeated at once either', async () => {
    await start(40_000);
    model.reply(todo(35_000), says('short', 100), todo(36_000, 'a'), todo(36_100, 'b'), says('end', 36_200));
    await talk.run('hello');
    expect(compactions().filter((line) => line === 'compaction.completed')).toHaveLength(1);
  });

  test('its tokens count in the usage of turn and session', async () => {
    await start();
    model.reply(todo(86_000), { text: 'SUMMARY', usage: { input: 500, output: 70 } }, says('done', 4_000));
    await talk.run('hello');
    expect(payloads('turn.ended')[0]?.['usage']).toMatchObject({ inputOther: 90_500, output: 90 });
    const { data } = await talk.call<{ total: object }>('GET', '/usage');
    expect(data.total).toMatchObject({ input_tokens: 90_500, output_tokens: 90, turn_count: 1 });
  });

  test('the prompt is rendered anew', async () => {
    await start();
    const { writeFileSync } = await import('node:fs');
    model.reply(todo(86_000), says('SUMMARY'), says('done', 4_000));
    writeFileSync(`${trial.cwd}/AGENTS.md`, 'Rule one.');
    await talk.run('hello');
    expect(body(0)).toContain('Rule one.');
    writeFileSync(`${trial.cwd}/AGENTS.md`, 'Rule two.');
    model.reply(todo(86_000), says('SUMMARY'), says('done', 4_000));
    await talk.run('again');
    expect(body(3)).not.toContain('Rule two.');
    expect(body(5)).toContain('Rule two.');
  });
});

describe('overflow', () => {
  test('compacts and repeats the step; the window is taken to be smaller from then on', async () => {
    await start();
    model.reply(
      says('hi', 50_000),
      overflow,
      says('SUMMARY'),
      says('done', 2_000),
      todo(43_000),
      says('SUMMARY 2'),
      says('end', 2_000),
    );
    await talk.run('one');
    const from = talk.frames.length;
    await talk.run('two');
    expect(talk.lines(from).slice(4, -2)).toEqual([
      'message.appended user',
      'turn.step.started 1',
      'turn.step.retrying 1 1',
      'compaction.started auto overflow',
      'compaction.blocked turn',
      'compaction.completed',
      'message.appended user',
      'message.appended system',
      'turn.step.started 1 attempt 2',
      'message.appended assistant',
      'turn.step.completed 1 end_turn',
      'turn.ended completed',
    ]);
    expect(payloads('turn.step.retrying')[0]).toMatchObject({ delayMs: 0, errorName: 'provider.context_overflow' });
    // 0.85 of 50,000 is the window now, and 0.85 of that the trigger
    await talk.run('three');
    expect(compactions().slice(3)).toEqual([
      'compaction.started auto threshold',
      'compaction.blocked turn',
      'compaction.completed',
    ]);
  });

  test('at most three in a row, then the turn fails', async () => {
    await start();
    model.reply(says('hi', 50_000), overflow);
    for (let n = 0; n < 3; n += 1) model.reply(says(`SUMMARY ${n}`), overflow);
    await talk.run('one');
    await talk.run('two');
    expect(payloads('turn.ended').at(-1)).toMatchObject({
      reason: 'failed',
      interruptReason: 'error',
      error: { code: 'context.overflow' },
    });
    expect(compactions().filter((line) => line === 'compaction.completed')).toHaveLength(3);
    expect(talk.lines().filter((line) => line.startsWith('turn.step.started 1 attempt'))).toHaveLength(3);
    expect(model.requests).toHaveLength(8);
  });

  test('HTTP 413 means the tokens only when half of the window is used', async () => {
    await start();
    const tooLarge: ScriptedReply = { error: { status: 413, message: 'Payload Too Large' } };
    model.reply(says('hi', 40_000), tooLarge, says('ho', 60_000), tooLarge, says('SUMMARY'), says('done', 1_000));
    await talk.run('one');
    await talk.run('two');
    expect(payloads('turn.ended').at(-1)).toMatchObject({ reason: 'failed', error: { code: 'context.overflow' } });
    expect(compactions()).toEqual([]);
    await talk.run('three');
    await talk.run('four');
    expect(compactions()).toContain('compaction.started auto overflow');
    expect(payloads('turn.ended').at(-1)).toMatchObject({ reason: 'completed' });
  });

  test('the first prompt of a session, too long by itself', async () => {
    await start(400_000);
    model.reply(overflow, says('SUMMARY'), says('done', 20_000));
    await talk.run(`BEGIN ${'x'.repeat(200_000)} END`);
    expect(payloads('turn.ended').at(-1)).toMatchObject({ reason: 'completed' });
    expect(body(2).length).toBeLessThan(140_000);
    expect(body(2)).toMatch(/BEGIN.*left out.*END/);
  });

  test('the request for the summary is cut to 0.7, 0.5 and 0.35 of the window', async () => {
    await start(40_000);
    const filler = Array.from({ length: 4 }, (_, at) => says(`answer ${at} ${'y'.repeat(9_900)}`));
    model.reply(...filler, overflow, overflow, overflow, overflow, says('SUMMARY'));
    for (let at = 0; at < 4; at += 1) await talk.run(`prompt ${at} ${'z'.repeat(19_900)}`);
    const from = talk.frames.length;
    expect((await compact()).code).toBe(0);
    await talk.until('compaction.cancelled failed', from);
    const sizes = model.bodies.slice(4).map((each) => JSON.stringify(each).length / 4);
    expect(sizes).toHaveLength(4);
    expect(sizes[0]).toBeGreaterThan(30_000);
    expect(sizes[1]).toBeLessThan(28_000);
    expect(sizes[2]).toBeLessThan(20_000);
    expect(sizes[3]).toBeLessThan(14_000);
    expect(payloads('error').at(-1)).toMatchObject({ code: 'compaction.failed', cause: { code: 'context.overflow' } });
    expect(body(4)).not.toContain('oldest messages are left out');
    expect(body(5)).toContain('oldest messages are left out');
    expect(body(7)).toContain('prompt 3');
    expect((await compact()).code).toBe(0);
    await talk.until('compaction.completed', from);
  });
});

describe('manual', () => {
  test('its frames, its wish, and its answer', async () => {
    await start();
    model.reply(says('hi'), says('SUMMARY'), says('done'));
    await talk.run('hello');
    const from = talk.frames.length;
    expect(await compact('  keep the table names ')).toMatchObject({ code: 0, data: {} });
    await talk.until('event.session.work_changed idle', from);
    expect(talk.lines(from)).toEqual([
      'compaction.started manual',
      'event.session.work_changed busy none completed',
      'compaction.completed',
      'message.appended user',
      'event.session.work_changed idle none completed',
    ]);
    expect(payloads('compaction.started')[0]).toMatchObject({ instruction: 'keep the table names' });
    expect(body(1)).toContain('keep the table names');
    await talk.run('go on');
    expect(body(2)).toContain('SUMMARY');
    expect(body(2)).not.toContain('"hi"');
    const summary = (await talk.messages()).find(
      ({ metadata }) => (metadata?.['origin'] as { kind?: string } | undefined)?.kind === 'compaction_summary',
    );
    expect(summary).toMatchObject({ role: 'user', metadata: { hidden: true } });
  });

  test('not while busy, and not for an empty context', async () => {
    await start();
    expect(await compact()).toMatchObject({ code: 40910 });
    model.reply({ text: 'slowly', delayMs: 300 }, { text: 'SUMMARY', delayMs: 300 });
    await talk.submit('hello');
    await talk.until('turn.step.started');
    expect(await compact()).toMatchObject({ code: 40910 });
    await talk.until('prompt.completed');
    expect((await compact()).code).toBe(0);
    expect(await compact('')).toMatchObject({ code: 40910 });
    for (const [method, path, body] of [
      ['POST', ':undo'],
      ['POST', ':retry'],
      ['POST', ':archive'],
      ['POST', ':fork', {}],
      ['DELETE', ''],
    ] as const)
      expect([path, (await talk.call(method, path, body)).code]).toEqual([path, 40901]);
    await talk.until('compaction.completed');
  });

  test('prompts that come meanwhile wait and start after it', async () => {
    await start();
    model.reply(says('hi'), { text: 'SUMMARY', delayMs: 300 }, says('one'), says('two'));
    await talk.run('hello');
    const from = talk.frames.length;
    await compact();
    const first = await talk.submit('first');
    expect(first.data.status).toBe('queued');
    await talk.submit('second');
    expect((await talk.call('POST', `/prompts/${first.data.prompt_id}:steer`)).code).toBe(0);
    await talk.until((frame) => frame.payload['reason'] === 'completed' && frame.type === 'prompt.completed', from);
    await talk.until('event.session.work_changed idle', from);
    expect(talk.lines(from).filter((line) => !/^(message|turn\.step|session\.meta)/.test(line))).toEqual([
      'compaction.started manual',
      'event.session.work_changed busy none completed',
      'prompt.submitted queued',
      'prompt.queued 1',
      'prompt.submitted queued',
      'prompt.queued 2',
      'compaction.completed',
      'turn.started user',
      'event.session.work_changed busy none completed',
      'turn.ended completed',
      'prompt.completed completed',
      'turn.started user',
      'turn.ended completed',
      'event.session.work_changed idle none completed',
      'prompt.completed completed',
    ]);
  });

  test('an abort leaves the context as it was', async () => {
    await start();
    model.reply(says('hi'), { text: 'SUMMARY', delayMs: 700 }, says('done'));
    await talk.run('hello');
    const from = talk.frames.length;
    await compact();
    expect((await talk.call('POST', ':abort')).data).toEqual({ aborted: true });
    await talk.until('event.session.work_changed idle', from);
    expect(talk.lines(from)).toEqual([
      'compaction.started manual',
      'event.session.work_changed busy none completed',
      'compaction.cancelled aborted',
      'event.session.work_changed idle none completed',
    ]);
    expect((await talk.call('POST', ':abort')).code).toBe(0);
    await talk.run('go on');
    expect(body(-1)).toContain('"hi"');
    expect(compactions()).toHaveLength(2);
  });

  test('a failure is told and changes nothing; what may pass is tried five times', async () => {
    await start();
    const down: ScriptedReply = { error: { status: 503, message: 'down' } };
    model.reply(says('hi'), down, down, down, down, down);
    await talk.run('hello');
    const from = talk.frames.length;
    await compact();
    await talk.until('event.session.work_changed idle', from);
    expect(talk.lines(from).slice(2)).toEqual([
      'compaction.cancelled failed',
      'error compaction.failed',
      'event.session.work_changed idle none completed',
    ]);
    expect(payloads('error')[0]).toMatchObject({
      message: expect.stringContaining('down'),
      details: { code: 'compaction.failed', server_code: expect.any(Number) },
    });
    expect(model.requests).toHaveLength(6);
    model.reply({ error: { status: 401, message: 'who are you' } });
    await compact();
    await talk.until((frame) => frame.type === 'error', talk.frames.length - 1);
    await eventually(() => payloads('error').length === 2, 'the second failure');
    expect(model.requests).toHaveLength(7);
  });

  test('four failures and a success', async () => {
    await start();
    const empty: ScriptedReply = { text: '' };
    const down: ScriptedReply = { error: { status: 529, message: 'overloaded' } };
    model.reply(says('hi'), down, empty, down, empty, says('SUMMARY'));
    await talk.run('hello');
    await compact();
    await talk.until('compaction.completed');
  });
});

describe('a turn whose compaction does not work', () => {
  test('goes on when the request still fits, and does not try again at once', async () => {
    await start();
    model.reply(todo(86_000), { error: { status: 401, message: 'no' } }, todo(87_000, 'b'), says('done', 88_000));
    await talk.run('hello');
    expect(talk.lines().filter((line) => /compaction|error|turn\.step\.started|turn\.ended/.test(line))).toEqual([
      'turn.step.started 1',
      'compaction.started auto threshold',
      'compaction.blocked turn',
      'compaction.cancelled failed',
      'error compaction.failed',
      'turn.step.started 2',
      'turn.step.started 3',
      'turn.ended completed',
    ]);
  });

  test('fails when it does not fit any more', async () => {
    await start();
    model.reply(todo(100_001), { error: { status: 401, message: 'no' } });
    await talk.run('hello');
    expect(payloads('turn.ended')[0]).toMatchObject({
      reason: 'failed',
      interruptReason: 'error',
      error: { code: 'compaction.failed', cause: { code: 'auth.token_unauthorized' }, details: { server_code: 40112 } },
    });
    expect(talk.lines().filter((line) => line.startsWith('error'))).toHaveLength(2);
  });

  test('fails when the provider found it too long', async () => {
    await start();
    model.reply(says('hi', 50_000), overflow, { error: { status: 401, message: 'no' } });
    await talk.run('one');
    const from = talk.frames.length;
    await talk.run('two');
    expect(talk.lines(from).filter((line) => /compaction|error|interrupted|turn\.ended/.test(line))).toEqual([
      'compaction.started auto overflow',
      'compaction.blocked turn',
      'compaction.cancelled failed',
      'error compaction.failed',
      'turn.step.interrupted 1 error',
      'turn.ended failed error',
      'error compaction.failed',
    ]);
  });

  test('is cancelled with it', async () => {
    await start();
    model.reply(todo(86_000), { text: 'SUMMARY', delayMs: 700 });
    await talk.submit('hello');
    await talk.until('compaction.blocked');
    const waiting = await talk.submit('later');
    expect(waiting.data.status).toBe('queued');
    const from = talk.frames.length;
    await talk.call('POST', ':abort');
    await talk.until('prompt.updated', from);
    expect(talk.lines(from)).toEqual([
      'compaction.cancelled aborted',
      'turn.ended cancelled user_cancelled',
      'event.session.work_changed idle none cancelled',
      'prompt.aborted',
      'prompt.updated paused',
    ]);
    // the context is as it was, and still over the trigger
    model.reply(says('SUMMARY'), says('one'), says('two'));
    await talk.run('now');
    expect(body(-3)).toContain('port the lexer');
    expect(payloads('prompt.completed')).toHaveLength(2);
  });
});
