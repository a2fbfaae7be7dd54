/** Requests that are too long, and compactions that fail (engine.md 9; ws.md 8.6, 8.9). */
import { describe, expect, jest, test } from '@jest/globals';
import type { ScriptedReply } from '../helpers/model.js';
import { closeTrials, model } from '../helpers/trial.js';
import { body, compact, compactions, overflow, payloads, says, start, talk, todo } from './compaction.fixture.js';

jest.setTimeout(60_000);
closeTrials();

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
    // the window is now 0.85 of 50,000, and the trigger 0.85 of that
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

describe('a turn whose compaction does not work', () => {
  test('continues when the request still fits, and does not try again at once', async () => {
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
    // the context is unchanged, and still over the trigger
    model.reply(says('SUMMARY'), says('one'), says('two'));
    await talk.run('now');
    expect(body(-3)).toContain('port the lexer');
    expect(payloads('prompt.completed')).toHaveLength(2);
  });
});
