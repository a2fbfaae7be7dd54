/** What the openai adapter sends: a whole history, thinking and results. */
import { describe, expect, test } from '@jest/globals';
import { createProvider, type ProviderSettings } from '../../daemon/providers/index.js';
import { chat, collect, delta, deps, request } from './fixtures.js';
import { raw, tools, sent, history, dataUrl, newId, useRawModel } from './requests.fixture.js';

useRawModel();

describe('openai', () => {
  test('a whole history', async () => {
    const body = await sent(
      'openai',
      request({ tools, messages: history, thinking: 'high', maxOutputTokens: 99, temperature: 0.5, topP: 0.9 }),
    );
    expect(body).toEqual({
      model: 'test-model',
      stream: true,
      stream_options: { include_usage: true },
      reasoning_effort: 'high',
      max_tokens: 99,
      temperature: 0.5,
      top_p: 0.9,
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: 'function',
        function: { name, description, parameters: inputSchema },
      })),
      messages: [
        { role: 'system', content: 'You help.' },
        { role: 'user', content: [{ type: 'text', text: 'Look' }, dataUrl] },
        {
          role: 'assistant',
          content: 'ok',
          reasoning_content: 'hm',
          tool_calls: [
            { id: newId, type: 'function', function: { name: 'Read', arguments: '{"path":"a"}' } },
            { id: 'b', type: 'function', function: { name: 'Glob', arguments: '{"unreadable_arguments":"{bad"}' } },
          ],
        },
        { role: 'tool', tool_call_id: newId, content: 'seen' },
        { role: 'tool', tool_call_id: 'b', content: 'no' },
        { role: 'user', content: [dataUrl] },
        { role: 'user', content: 'and now \ufffd?' },
      ],
    });
    const messages = body['messages'] as { tool_calls?: { id: string }[]; tool_call_id?: string }[];
    expect(messages[2]?.tool_calls?.[0]?.id).toBe(messages[3]?.tool_call_id);
  });

  test.each(['on', 'off', undefined])('effort %s sends nothing about thinking', async (thinking) => {
    const body = await sent('openai', request(thinking === undefined ? {} : { thinking }));
    expect(body).not.toHaveProperty('reasoning_effort');
    expect(body).not.toHaveProperty('tools');
    expect(body).not.toHaveProperty('max_tokens');
  });

  const names: [string, Record<string, unknown>[], ProviderSettings['reasoningKey'], Record<string, unknown>][] = [
    [
      'reasoning_content',
      [{ reasoning_content: 'a' }, { reasoning_content: 'b' }],
      undefined,
      { reasoning_content: 'ab' },
    ],
    ['reasoning', [{ reasoning: 'a' }, { reasoning: 'b' }], undefined, { reasoning: 'ab' }],
    ['a configured name', [{ thoughts: 'a' }, { thoughts: 'b' }], 'thoughts', { thoughts: 'ab' }],
    [
      'reasoning_details',
      [
        { reasoning: 'a', reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'a' }] },
        { reasoning: 'b', reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'b', signature: 'S' }] },
        { reasoning_details: [{ type: 'reasoning.encrypted', index: 1, data: 'D' }] },
      ],
      undefined,
      {
        reasoning_details: [
          { type: 'reasoning.text', index: 0, text: 'ab', signature: 'S' },
          { type: 'reasoning.encrypted', index: 1, data: 'D' },
        ],
      },
    ],
  ];
  test.each(names)('thinking goes back as it came: %s', async (_name, deltas, reasoningKey, expected) => {
    raw.reply({ body: [chat(...deltas.map((each) => delta(each)), delta({ content: 'x' }), delta({}, 'stop'))] });
    const got = await collect(
      createProvider({ type: 'openai', apiKey: 'sk-1234567', baseUrl: raw.url, reasoningKey }, deps),
      request(),
    );
    expect(got.thinking).toBe('ab');
    expect(got.signatures).toHaveLength(1);
    const kinds = got.events.map((event) => event.type);
    expect(kinds.indexOf('thinking_signature')).toBeLessThan(kinds.indexOf('text'));
    const body = await sent(
      'openai',
      request({
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'a' }] },
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: got.thinking, signature: got.signatures[0] ?? '' },
              { type: 'text', text: 'x' },
            ],
          },
          { role: 'user', content: [{ type: 'text', text: 'b' }] },
        ],
      }),
      { reasoningKey },
    );
    expect((body['messages'] as unknown[])[2]).toEqual({ role: 'assistant', content: 'x', ...expected });
  });

  test.each([
    [
      {
        prompt_tokens: 100,
        completion_tokens: 20,
        prompt_tokens_details: { cached_tokens: 60 },
        completion_tokens_details: { reasoning_tokens: 8 },
      },
      { inputOther: 40, output: 20, inputCacheRead: 60, inputCacheCreation: 0, reasoning: 8 },
    ],
    [
      { prompt_tokens: 100, completion_tokens: 20, prompt_cache_hit_tokens: 10 },
      { inputOther: 90, output: 20, inputCacheRead: 10, inputCacheCreation: 0 },
    ],
    ...[
      undefined,
      {},
      { prompt_tokens: 0, completion_tokens: 0 },
      { prompt_tokens: '5', completion_tokens: 1e308 },
    ].map((nothing) => [nothing, { inputOther: 3 + 2, output: 1, inputCacheRead: 0, inputCacheCreation: 0 }] as const),
  ])('usage %j', async (usage, expected) => {
    raw.reply({
      body: [chat(delta({ content: 'x' }, 'stop'), { choices: [], ...(usage === undefined ? {} : { usage }) })],
    });
    const got = await collect(
      createProvider({ type: 'openai', apiKey: 'sk-1234567', baseUrl: raw.url }, deps),
      request(),
    );
    expect(got.usage).toEqual(expected);
  });

  test.each([
    [
      'without an index',
      [
        { id: 'a', function: { name: 'Read', arguments: '{}' } },
        { id: 'b', function: { name: 'Glob', arguments: '{"x"' } },
        { function: { arguments: ':1}' } },
      ],
    ],
    [
      'with one index for all',
      [
        { index: 0, id: 'a', function: { name: 'Read', arguments: '{}' } },
        { index: 0, id: 'b', function: { name: 'Glob', arguments: '{"x":1}' } },
      ],
    ],
  ])('calls %s stay apart', async (_name, calls) => {
    raw.reply({ body: [chat(...calls.map((call) => delta({ tool_calls: [call] })), delta({}, 'stop'))] });
    const got = await collect(
      createProvider({ type: 'openai', apiKey: 'sk-1234567', baseUrl: raw.url }, deps),
      request(),
    );
    expect(got.calls).toEqual([
      { id: 'a', name: 'Read', arguments: '{}' },
      { id: 'b', name: 'Glob', arguments: '{"x":1}' },
    ]);
  });
});
