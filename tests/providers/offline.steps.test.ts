/** The offline provider: steps of a turn, slow answers and failures on demand. */
import { describe, expect, test } from '@jest/globals';
import { createFailureMemory, createOffline } from '../../daemon/providers/offline.js';
import { createProvider } from '../../daemon/providers/index.js';
import { ProviderError, type ModelMessage, type ModelRequest, type Provider } from '../../daemon/providers/provider.js';
import { estimateRequest, estimateText } from '../../daemon/providers/tokens.js';
import { collect, deps, failure, request } from './fixtures.js';
import { tools, person, newSession, converse, offline } from './offline.fixture.js';

describe('steps', () => {
  test('one line per step, + joins, and a summary at the end', async () => {
    const steps = await converse(offline, [person('list files\n\n+ read a\r\n+ say both\nrun false\nsay bye')], {
      answer: (tool) =>
        tool === 'Bash' ? { output: 'failed with exit code 1', isError: true } : { output: '1\n2\n\n4\n5\n6\n7\n' },
    });
    expect(steps.map((step) => [step.text, step.calls.map(([name]) => name), step.reason])).toEqual([
      ['both', ['Glob', 'Read'], 'tool_use'],
      ['', ['Bash'], 'tool_use'],
      [
        'bye\n\nGlob: ok\n\n    1\n    2\n\n    4\n    5\n\nRead: ok\n\n    1\n    2\n\n    4\n    5\n\nBash: error\n\n    failed with exit code 1',
        [],
        'end_turn',
      ],
    ]);
  });

  test('joined lines of several steps run side by side', async () => {
    const steps = await converse(offline, [person('edit a: x => y\n+ edit b: x => y\nread c')]);
    expect(steps.map((step) => step.calls.map(([name]) => name))).toEqual([
      ['Read', 'Read'],
      ['Edit', 'Edit'],
      ['Read'],
      [],
    ]);
  });

  test('only the newest message counts, and what the engine wrote is no command', async () => {
    const reminder = '<system-reminder>\nrun rm\n</system-reminder>';
    const messages = [
      person('read old'),
      { role: 'assistant' as const, content: [{ type: 'text' as const, text: 'old' }] },
      person(reminder, 'read a\nread b'),
    ];
    await converse(offline, messages);
    messages.push(person(reminder));
    expect(
      messages.flatMap((message) => message.content).flatMap((part) => (part.type === 'tool_use' ? [part.input] : [])),
    ).toEqual([{ path: 'a' }, { path: 'b' }]);
    // a reminder after the last step only asks for another answer
    expect((await collect(offline, request({ messages, tools }))).text).toContain('Read: ok');
  });

  test('the text of a skill is no command, no matter who called it', async () => {
    const skill = (trigger: string) => `<skill-loaded name="s" trigger="${trigger}">\nrun rm\n</skill-loaded>`;
    const ask = async (...parts: string[]) => collect(offline, request({ messages: [person(...parts)], tools }));
    expect(await ask(skill('user-slash'))).toMatchObject({
      calls: [],
      text: expect.stringContaining('text of the skill'),
    });
    expect((await ask(skill('user-slash'), 'read a')).calls.map(({ name }) => name)).toEqual(['Read']);
    // a skill that the model loads comes between the steps of its work
    const steps = await converse(offline, [person('read a\nread b'), person(skill('model-tool'))]);
    expect(steps.map((step) => step.calls.map(([name]) => name))).toEqual([['Read'], ['Read'], []]);
  });

  test('a steered message is read at the next step', async () => {
    const messages: ModelMessage[] = [
      person('read a\nread b'),
      {
        role: 'assistant',
        content: [{ type: 'tool_use', tool_call_id: 'x', tool_name: 'Read', input: { path: 'a' } }],
      },
      { role: 'tool', content: [{ type: 'tool_result', tool_call_id: 'x', output: 'fine' }] },
      person('say one', 'read c'),
    ];
    const steps = await converse(offline, messages);
    expect(steps.map((step) => [step.text, step.calls])).toEqual([
      ['one', []],
      ['', [['Read', { path: 'c' }]]],
      ['Read: ok\n\n    fine', []],
    ]);
  });

  test('a cancelled message is not taken up again', async () => {
    const got = await collect(
      offline,
      request({ tools, messages: [person('run a', '<system-reminder>interrupted</system-reminder>', 'say hi')] }),
    );
    expect(got).toMatchObject({ text: 'hi', calls: [] });
  });

  test('the same context gives the same answer', async () => {
    const asked = request({ tools, messages: [person('list files\n+ think deep')] });
    const first = await collect(offline, asked);
    expect((await collect(offline, asked)).events).toEqual(first.events);
  });

  test('an image without text is an answerable message', async () => {
    const image = { type: 'image' as const, source: { kind: 'base64' as const, media_type: 'image/png', data: 'AA' } };
    expect((await collect(offline, request({ messages: [{ role: 'user', content: [image] }] }))).text).toContain(
      '(no text)',
    );
  });

  test('text comes in pieces of 24 that keep pairs together; usage is the estimate', async () => {
    const text = `x${'😀'.repeat(40)} end`;
    const asked = request({ tools, messages: [person(`say ${text}`)] });
    const got = await collect(offline, asked);
    const pieces = got.events.flatMap((event) => (event.type === 'text' ? [event.text] : []));
    expect(pieces.join('')).toBe(text);
    for (const piece of pieces) {
      expect(piece.length).toBeLessThanOrEqual(24);
      expect(piece).not.toMatch(/[\ud800-\udbff]$/);
    }
    expect(got.usage).toEqual({
      inputOther: estimateRequest(asked),
      output: estimateText(text),
      inputCacheRead: 0,
      inputCacheCreation: 0,
    });
  });
});

describe('slow', () => {
  test('gives one word per pause', async () => {
    const waits: number[] = [];
    const provider = createOffline({
      failures: createFailureMemory(),
      sleep: (ms) => (waits.push(ms), Promise.resolve()),
    });
    expect((await collect(provider, request({ messages: [person('slow 200 one two  three')] }))).text).toBe(
      'one two  three',
    );
    expect(waits).toEqual([200, 200, 200]);
  });

  test('an abort ends it at once', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    const began = Date.now();
    const pending = collect(
      createOffline({
        failures: createFailureMemory(),
        sleep: (ms, signal) =>
          new Promise((resolve, reject) => {
            const timer = setTimeout(resolve, ms);
            signal.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason as Error)), {
              once: true,
            });
          }),
      }),
      request({ messages: [person('slow 60000 a b')] }),
      controller.signal,
    );
    setTimeout(() => controller.abort(reason), 20);
    await expect(pending).rejects.toBe(reason);
    expect(Date.now() - began).toBeLessThan(20_000);
  });
});

describe('fail', () => {
  const ask = (line: string): ModelRequest => request({ cacheKey: newSession(), messages: [person(line)] });

  test.each([
    ['fail 429', 'rate_limited', 429],
    ['fail 500', 'error', 500],
    ['fail 503', 'error', 503],
    ['fail 529', 'overloaded', 529],
    ['fail 401', 'auth_rejected', 401],
    ['fail 400', 'bad_request', 400],
    ['fail network', 'connection', undefined],
    ['fail overflow', 'context_overflow', 400],
  ])('%s', async (line, kind, status) => {
    const asked = ask(line);
    const error = await failure(offline, asked);
    expect([error.kind, error.facts.status]).toEqual([kind, status]);
    expect((await collect(offline, asked)).text).toContain('failed once');
  });

  test('N times, counted by session and message, over several providers', async () => {
    const asked = ask('fail 503 2\nsay ok');
    const fresh = (): Provider => createProvider({ type: 'offline' }, deps);
    await expect(failure(fresh(), asked)).resolves.toBeInstanceOf(ProviderError);
    await expect(failure(fresh(), ask('fail 503 2'))).resolves.toBeInstanceOf(ProviderError);
    await expect(failure(fresh(), asked)).resolves.toBeInstanceOf(ProviderError);
    const got = await collect(fresh(), asked);
    expect(got).toMatchObject({ text: 'The request failed 2 times (503), as asked.', finish: { reason: 'paused' } });
    await expect(failure(fresh(), asked)).resolves.toBeInstanceOf(ProviderError);
  });

  test.each([
    ['fail empty', 'end_turn'],
    ['FAIL filtered', 'filtered'],
  ])('%s is a reply with nothing in it', async (line, reason) => {
    const asked = ask(line);
    const got = await collect(offline, asked);
    expect(got.events.map((event) => event.type)).toEqual(['usage', 'finish']);
    expect(got.finish?.reason).toBe(reason);
    expect((await collect(offline, asked)).text).toContain('failed once');
  });

  test('the memory forgets the oldest', () => {
    const memory = createFailureMemory();
    for (let at = 0; at <= 1_000; at += 1) memory.add(`key ${at}`);
    expect([memory.count('key 0'), memory.count('key 1'), memory.count('key 1000')]).toEqual([0, 1, 1]);
  });
});
