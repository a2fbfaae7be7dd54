/** Compaction through the API: before a step and by hand, with the frames of ws.md 8.9 (engine.md 9). */
import { writeFileSync } from 'node:fs';
import { describe, expect, jest, test } from '@jest/globals';
import type { ScriptedReply } from '../helpers/model.js';
import { closeTrials, model, trial } from '../helpers/trial.js';
import { eventually } from '../helpers/turns.js';
import { body, compact, compactions, payloads, says, start, talk, todo } from './compaction.fixture.js';

jest.setTimeout(60_000);
closeTrials();

describe('automatic', () => {
  test('before a step: the frames, the new context, and the turn that continues', async () => {
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
    // the request for the summary has no tools and contains the conversation as text
    expect(model.requests[2]?.body).not.toHaveProperty('tools');
    expect(body(2)).toContain('port the lexer');
    expect(body(2)).toContain('Summarize the conversation above');
    // the next request of the turn
    const request = body(3);
    expect(request).toContain('Port the parser. Keep Node 18.');
    expect(request).toContain('SUMMARY ONE');
    expect(request).toContain('[pending] port the lexer');
    expect(request).not.toContain('tool_calls');
    // contains reminders again
    expect(request.match(/Today is/g)).toHaveLength(1);
    expect(payloads('turn.ended')[0]).toMatchObject({ reason: 'completed' });
    await eventually(
      () =>
        talk.statuses.some(({ payload }) => {
          const above = Number(payload['contextTokens']) - Number(result['tokensAfter']);
          return above >= 0 && above < 200;
        }),
      'the status reports the new size',
    );
  });

  test.each([
    ['the share of the window', 40_000, 'compaction_trigger_ratio = 0.5', 19_900, 20_000],
    ['what leaves the reserve', 40_000, 'reserved_context_size = 30000', 9_900, 10_000],
    ['0.85 when nothing is configured', 40_000, '', 33_900, 34_000],
  ])('begins at %s', async (_name, window, setting, below, reached) => {
    await start(window, setting.startsWith('reserved') ? setting : `reserved_context_size = 1000000\n${setting}`);
    // the engine adds 10 tokens of output and 6 of the next prompt to the provider's count
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
    // an undo removes the provider's count
    expect((await talk.call('POST', ':undo')).code).toBe(0);
    await talk.run('hello');
    // there is nothing to compact, although prompt and tools alone reach the trigger
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

  test('the prompt is rendered again', async () => {
    await start();
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

describe('manual', () => {
  test('its frames, its request, and its answer', async () => {
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

  test('a failure is reported and changes nothing; what may pass is tried five times', async () => {
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
