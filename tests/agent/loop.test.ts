/** The loop with a scripted model: finish reasons, step limit, repeated calls, batches, thinking, undo and retry (engine.md 2). */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startModel, type ScriptedModel, type ScriptedReply } from '../helpers/model.js';
import { hurried, modelConfig, startTrial, type Talk, type Trial } from '../helpers/turns.js';

let model: ScriptedModel;
let trial: Trial;
let talk: Talk;

async function start(more = '', mode = 'yolo'): Promise<void> {
  trial = await startTrial({ config: modelConfig(model.baseUrl, more), sleep: hurried(5), random: () => 0 });
  talk = await trial.talk({ agent_config: { permission_mode: mode } });
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

const call = (name: string, input: Record<string, unknown> | string, id?: string) => ({
  name,
  input,
  ...(id === undefined ? {} : { id }),
});
const results = () => talk.frames.filter(({ type }) => type === 'tool.result').map(({ payload }) => payload);
const ended = () => talk.frames.findLast(({ type }) => type === 'turn.ended')?.payload as Record<string, unknown>;
const steps = () =>
  talk.frames.filter(({ type }) => type === 'turn.step.completed').map(({ payload }) => payload['finishReason']);
const bodies = () => model.requests.map(({ body }) => JSON.stringify(body));

describe('finish reasons', () => {
  test('three steps cut off at the output limit end the turn; two do not', async () => {
    await start();
    const cut: ScriptedReply = { text: 'and so', finishReason: 'length' };
    model.reply(cut, cut, { text: 'done' }, cut, cut, cut);
    await talk.run('write');
    expect(steps()).toEqual(['max_tokens', 'max_tokens', 'end_turn']);
    expect(bodies()[1]).toContain('cut off');
    await talk.run('write more');
    expect(ended()).toMatchObject({ reason: 'failed', interruptReason: 'error', error: { code: 'loop.max_tokens' } });
    expect(model.requests).toHaveLength(6);
  });

  test('a cut-off reply with a complete call runs it', async () => {
    await start();
    model.reply({ calls: [call('TodoList', { todos: [] })], finishReason: 'length' }, { text: 'done' });
    await talk.run('go');
    expect(results()).toHaveLength(1);
    expect(ended()['reason']).toBe('completed');
  });

  test('a withheld answer', async () => {
    await start();
    model.reply({ text: '', finishReason: 'content_filter' });
    await talk.run('go');
    expect(ended()).toMatchObject({
      reason: 'failed',
      interruptReason: 'filtered',
      error: { code: 'provider.filtered', retryable: false },
    });
    expect(model.requests).toHaveLength(1);
  });

  test('thinking alone is an answer', async () => {
    await start();
    model.reply({ text: '', thinking: 'hm' });
    await talk.run('go');
    expect(ended()['reason']).toBe('completed');
    expect(talk.frames.find(({ type }) => type === 'thinking.delta')?.payload['delta']).toBe('hm');
  });

  test('usage of the turn adds up its steps', async () => {
    await start();
    model.reply(
      { calls: [call('TodoList', {})], usage: { input: 100, output: 10 } },
      { text: 'ok', usage: { input: 120, output: 5 } },
    );
    await talk.run('go');
    expect(ended()['usage']).toMatchObject({ inputOther: 220, output: 15 });
    const { data } = await talk.call<{ usage: object }>('GET', '');
    expect(data.usage).toMatchObject({ input_tokens: 220, output_tokens: 15, turn_count: 1 });
  });
});

describe('limits', () => {
  test('the step limit ends the turn after the results; a retry continues', async () => {
    await start('[loop_control]\nmax_steps_per_turn = 2\n');
    const step = (n: number): ScriptedReply => ({
      calls: [call('TodoList', { todos: [{ title: `t${n}`, status: 'pending' }] })],
    });
    model.reply(step(1), step(2), { text: 'done' });
    await talk.run('go');
    expect(results()).toHaveLength(2);
    expect(ended()).toMatchObject({
      reason: 'failed',
      interruptReason: 'max_steps',
      error: { code: 'loop.max_steps_exceeded' },
    });
    expect((ended()['error'] as { message: string }).message).toMatch(/2.*max_steps_per_turn/);
    expect(talk.lines().filter((line) => line.startsWith('turn.step.interrupted'))).toEqual([]);
    const from = talk.frames.length;
    expect((await talk.call('POST', ':retry')).code).toBe(0);
    await talk.until('turn.ended completed', from);
    expect(talk.lines(from)).toEqual([
      'turn.started retry',
      'event.session.work_changed busy none failed',
      'turn.step.started 1',
      'message.appended assistant',
      'turn.step.completed 1 end_turn',
      'turn.ended completed',
      'event.session.work_changed idle none completed',
    ]);
  });

  test('a cut-off step at the limit does not lift it', async () => {
    await start('[loop_control]\nmax_steps_per_turn = 1\n');
    model.reply({ text: 'and so', finishReason: 'length' }, { calls: [call('TodoList', {})] }, { text: 'never' });
    await talk.run('go');
    expect(ended()).toMatchObject({ reason: 'failed', interruptReason: 'max_steps' });
  });

  test('the same call in step after step: reminders at 3, 5 and 8, the end at 12', async () => {
    await start();
    writeFileSync(join(trial.cwd, 'a.txt'), 'x');
    model.reply(...Array.from({ length: 12 }, (): ScriptedReply => ({ calls: [call('Read', { path: 'a.txt' })] })));
    await talk.run('go');
    expect(ended()).toMatchObject({ reason: 'failed', error: { code: 'loop.repeated_call' } });
    expect(model.requests).toHaveLength(12);
    const told = bodies().map((body) => (body.match(/the same call of Read (\d+) times/g) ?? []).length);
    expect(told).toEqual([0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3]);
  });
});

describe('batches', () => {
  const elapsed = async (calls: ReturnType<typeof call>[]) => {
    model.reply({ calls }, { text: 'ok' });
    await talk.run('go');
    const at = (type: string) =>
      talk.frames
        .filter((frame) => frame.type === type)
        .map(({ payload, seq }) => ({ id: String(payload['toolCallId']), seq }));
    return { started: at('tool.call.started'), finished: at('tool.result') };
  };

  test('reads run side by side, commands one after another', async () => {
    await start();
    writeFileSync(join(trial.cwd, 'a.txt'), 'x');
    const { started, finished } = await elapsed([
      call('Bash', { command: 'sleep 0.1; echo one' }, 'b1'),
      call('Bash', { command: 'echo two' }, 'b2'),
      call('Read', { path: 'a.txt' }, 'r1'),
      call('Glob', { pattern: '*' }, 'r2'),
    ]);
    expect(started.map(({ id }) => id)).toEqual(['b1', 'b2', 'r1', 'r2']);
    const end = (id: string) => finished.find((each) => each.id === id)?.seq ?? 0;
    const begin = (id: string) => started.find((each) => each.id === id)?.seq ?? 0;
    expect(begin('b2')).toBeGreaterThan(end('b1'));
    expect(begin('r1')).toBeGreaterThan(end('b2'));
    expect(begin('r2')).toBeLessThan(end('r1'));
  });

  test('a write waits for a read of the same path, not for others', async () => {
    await start();
    writeFileSync(join(trial.cwd, 'a.txt'), 'old');
    const { finished } = await elapsed([
      call('Read', { path: 'a.txt' }, 'r'),
      call('Write', { path: 'b.txt', content: 'b' }, 'w1'),
      call('Read', { path: 'b.txt' }, 'r2'),
    ]);
    expect(finished).toHaveLength(3);
    expect(results().find(({ toolCallId }) => toolCallId === 'r2')?.['output']).toContain('b');
  });

  test('the same call twice runs once, both get the result', async () => {
    await start();
    await elapsed([
      call('Bash', { command: 'echo x >> log.txt; wc -l < log.txt' }, 'a'),
      call('Bash', { command: 'echo x >> log.txt; wc -l < log.txt' }, 'b'),
    ]);
    expect(results().map(({ output }) => output)).toEqual([results()[0]?.['output'], results()[0]?.['output']]);
    expect(readFileSync(join(trial.cwd, 'log.txt'), 'utf8')).toBe('x\n');
  });

  test('what cannot run costs only its own call', async () => {
    await start();
    await elapsed([
      call('Nope', {}, 'n'),
      call('Read', '{"path": ', 'j'),
      call('Read', { line_offset: 'one', path: 'a' }, 's'),
      call('Read', '[1]', 'o'),
      call('Bash', { command: 'echo ok', extra: 1 }, 'g'),
    ]);
    const byId = Object.fromEntries(results().map((each) => [each['toolCallId'], each]));
    expect(byId['n']?.['output']).toMatch(/no tool named "Nope"/);
    expect(byId['j']).toMatchObject({ isError: true });
    expect(byId['s']?.['output']).toMatch(/line_offset/);
    expect(byId['o']).toMatchObject({ isError: true });
    expect(byId['g']).not.toHaveProperty('isError');
    expect(
      talk.frames.find(({ type, payload }) => type === 'tool.call.started' && payload['toolCallId'] === 'j')?.payload[
        'args'
      ],
    ).toBe('{"path": ');
    expect(ended()['reason']).toBe('completed');
  });

  test('an id that was used before is replaced', async () => {
    await start();
    model.reply(
      { calls: [call('TodoList', {}, 'same')] },
      { calls: [call('Glob', { pattern: '*' }, 'same')] },
      { text: 'ok' },
    );
    await talk.run('go');
    const ids = results().map(({ toolCallId }) => String(toolCallId));
    expect(ids[0]).toBe('same');
    expect(ids[1]).toMatch(/^call_/);
  });
});

describe('undo and retry', () => {
  test('undo rolls back messages, todo list, plan mode and what was seen of files', async () => {
    await start();
    for (const name of ['a', 'b']) writeFileSync(join(trial.cwd, `${name}.txt`), 'x');
    const todo = (title: string) => call('TodoList', { todos: [{ title, status: 'pending' }] });
    const write = (name: string) => call('Write', { path: `${name}.txt`, content: 'y' }, `write-${name}`);
    model.reply(
      { calls: [todo('first'), call('Read', { path: 'a.txt' })] },
      { text: 'one' },
      { calls: [todo('later'), call('Read', { path: 'b.txt' }), call('EnterPlanMode', {})] },
      { text: 'two' },
      { calls: [write('a'), write('b')] },
      { text: 'three' },
    );
    await talk.run('first');
    await talk.run('quagga');
    const from = talk.frames.length;
    expect((await talk.call('POST', ':undo', { count: 1 })).code).toBe(0);
    const undone = await talk.until('context.undone', from);
    expect(undone.payload).toMatchObject({ count: 1, turnIds: [2], prompts: [{ text: 'quagga' }] });
    expect((await talk.messages()).filter(({ role }) => role === 'user')).toHaveLength(1);
    expect((await talk.call<{ items: unknown }>('GET', '/todos')).data.items).toMatchObject([{ title: 'first' }]);
    expect((await talk.call<{ plan_mode: boolean }>('GET', '/status')).data.plan_mode).toBe(false);
    // the stale guard: a is known, b must be read again
    const before = talk.frames.length;
    await talk.run('third');
    const refused = talk.frames
      .slice(before)
      .filter(({ type, payload }) => type === 'tool.result' && payload['isError'])
      .map(({ payload }) => payload['toolCallId']);
    expect(refused).toEqual(['write-b']);
    expect(bodies().at(-1)).not.toContain('quagga');
  });

  test.each([
    [{ count: 1 }, 'empty'],
    [{ count: 3 }, 'insufficient'],
  ])('undo %j is refused: %s', async (body, reason) => {
    await start();
    if (reason === 'insufficient') {
      model.reply({ text: 'one' });
      await talk.run('first');
    }
    const answer = await talk.call('POST', ':undo', body);
    expect(answer.code).not.toBe(0);
    expect(answer.data).toMatchObject({ reason, requestedCount: body.count });
  });

  test('retry leaves a cut-off answer out, also after a restart', async () => {
    await start();
    model.reply(
      { text: 'a half-finished thought that goes on and on', chunkSize: 4, chunkDelayMs: 60 },
      { text: 'whole' },
      { text: 'later' },
    );
    await talk.submit('go');
    await talk.until((frame) => frame.type === 'assistant.delta' && (frame.offset ?? 0) > 0);
    await talk.call('POST', ':abort');
    await talk.until('prompt.aborted');
    const from = talk.frames.length;
    expect((await talk.call('POST', ':retry')).code).toBe(0);
    await talk.until('turn.ended completed', from);
    expect(bodies().at(-1)).not.toContain('a ha');
    await trial.restart();
    const again = await trial.join(talk.id);
    await again.run('on');
    expect(bodies().at(-1)).not.toContain('a ha');
    expect(bodies().at(-1)).toContain('whole');
  });

  test('both are refused while a turn runs, and retry without a context', async () => {
    await start();
    expect((await talk.call('POST', ':retry')).data).toMatchObject({ reason: 'empty' });
    model.reply({ text: 'one two three four five', chunkSize: 2, chunkDelayMs: 30 });
    await talk.submit('go');
    await talk.until('turn.step.started');
    expect((await talk.call('POST', ':undo', { count: 1 })).code).toBe(40901);
    expect((await talk.call('POST', ':retry')).code).toBe(40901);
    await talk.call('POST', ':abort');
    await talk.until('prompt.aborted');
  });
});

test('a file a tool wrote is there', async () => {
  await start();
  model.reply({ calls: [call('Write', { path: 'new.txt', content: 'hello' })] }, { text: 'ok' });
  await talk.run('go');
  expect(existsSync(join(trial.cwd, 'new.txt'))).toBe(true);
});
