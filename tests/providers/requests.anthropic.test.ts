/** What the anthropic adapter sends: a whole history, thinking with its proof, and limits. */
import { describe, expect, test } from '@jest/globals';
import { createProvider } from '../../daemon/providers/index.js';
import { block, collect, deps, message, request } from './fixtures.js';
import { raw, tools, sent, history, newId, useRawModel } from './requests.fixture.js';

useRawModel();

describe('anthropic', () => {
  const mark = { cache_control: { type: 'ephemeral' } };

  test('a whole history', async () => {
    const body = await sent('anthropic', request({ tools, messages: history }));
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
    expect(body).toEqual({
      model: 'test-model',
      stream: true,
      max_tokens: 32_000,
      system: [{ type: 'text', text: 'You help.', ...mark }],
      tools: [
        { name: 'Glob', description: 'Globs', input_schema: { type: 'object' } },
        { name: 'Read', description: 'Reads', input_schema: { type: 'object' }, ...mark },
      ],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Look' }, image] },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 'SIG' },
            { type: 'text', text: 'ok' },
            { type: 'tool_use', id: newId, name: 'Read', input: { path: 'a' } },
            { type: 'tool_use', id: 'b', name: 'Glob', input: { unreadable_arguments: '{bad' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: newId, content: [{ type: 'text', text: 'seen' }, image] },
            { type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: 'no' }], is_error: true },
            { type: 'text', text: 'and now \ufffd?', ...mark },
          ],
        },
      ],
    });
    expect(raw.requests.at(-1)?.headers).toMatchObject({
      'anthropic-version': '2023-06-01',
      'x-api-key': 'sk-1234567',
    });
  });

  const levels: [string, string | undefined, number | undefined, boolean | undefined, Record<string, unknown>][] = [
    ['test-model', undefined, undefined, undefined, { max_tokens: 32_000, temperature: 0.5 }],
    ['test-model', 'off', undefined, undefined, { thinking: { type: 'disabled' }, temperature: 0.5 }],
    ['test-model', 'low', undefined, undefined, { thinking: { type: 'enabled', budget_tokens: 1_024 } }],
    ['test-model', 'medium', undefined, undefined, { thinking: { type: 'enabled', budget_tokens: 4_096 } }],
    [
      'claude-sonnet-4-5',
      'high',
      undefined,
      undefined,
      { max_tokens: 64_000, thinking: { type: 'enabled', budget_tokens: 32_000 } },
    ],
    [
      'test-model',
      'high',
      8_000,
      undefined,
      { max_tokens: 8_000, thinking: { type: 'enabled', budget_tokens: 6_976 } },
    ],
    ['test-model', 'high', 1_500, undefined, { max_tokens: 1_500, temperature: 0.5 }],
    [
      'claude-opus-4-6',
      'high',
      undefined,
      undefined,
      { max_tokens: 128_000, thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'high' } },
    ],
    ['test-model', 'on', undefined, true, { thinking: { type: 'adaptive', display: 'summarized' } }],
    ['claude-opus-4-6', 'low', undefined, false, { thinking: { type: 'enabled', budget_tokens: 1_024 } }],
  ];
  test.each(levels)(
    '%s thinking %s within %s, adaptive %s',
    async (model, thinking, maxOutputTokens, adaptiveThinking, expected) => {
      const body = await sent(
        'anthropic',
        request({
          model,
          temperature: 0.5,
          ...(thinking === undefined ? {} : { thinking }),
          ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
        }),
        { adaptiveThinking },
      );
      expect(body).toMatchObject(expected);
      for (const key of ['thinking', 'temperature', 'output_config'])
        if (!(key in expected)) expect(body).not.toHaveProperty(key);
    },
  );

  test('thinking comes with its proof and goes back word for word', async () => {
    raw.reply({
      body: [
        message([
          ...block(
            0,
            { type: 'thinking', thinking: '', signature: '' },
            { type: 'thinking_delta', thinking: 'a' },
            { type: 'signature_delta', signature: 'S1' },
          ),
          ...block(1, { type: 'redacted_thinking', data: 'DATA' }),
          ...block(2, { type: 'text', text: '' }, { type: 'text_delta', text: 'x' }),
        ]),
      ],
    });
    const got = await collect(
      createProvider({ type: 'anthropic', apiKey: 'sk-1234567', baseUrl: `${raw.url}/v1/` }, deps),
      request(),
    );
    expect(raw.requests.at(-1)?.path).toBe('/v1/messages');
    expect(got).toMatchObject({
      thinking: 'a',
      text: 'x',
      usage: { inputOther: 10, output: 7, inputCacheRead: 20, inputCacheCreation: 30 },
    });
    expect(got.signatures).toHaveLength(2);
    const body = await sent(
      'anthropic',
      request({
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'a' }] },
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'a', signature: got.signatures[0] ?? '' },
              { type: 'thinking', thinking: '', signature: got.signatures[1] ?? '' },
              { type: 'thinking', thinking: 'cut off' },
              { type: 'text', text: '  ' },
              { type: 'text', text: 'x' },
            ],
          },
          { role: 'user', content: [{ type: 'text', text: 'b' }] },
        ],
      }),
    );
    expect((body['messages'] as { content: unknown }[])[1]?.content).toEqual([
      { type: 'thinking', thinking: 'a', signature: 'S1' },
      { type: 'redacted_thinking', data: 'DATA' },
      { type: 'text', text: 'x' },
    ]);
  });

  test.each([
    ['end_turn', 'end_turn'],
    ['stop_sequence', 'end_turn'],
    ['tool_use', 'tool_use'],
    ['max_tokens', 'max_tokens'],
    ['pause_turn', 'paused'],
    ['refusal', 'filtered'],
    ['something_new', 'other'],
  ])('stop reason %s', async (rawReason, reason) => {
    raw.reply({ body: [message(block(0, { type: 'text', text: 'x' }), rawReason)] });
    const got = await collect(
      createProvider({ type: 'anthropic', apiKey: 'sk-1234567', baseUrl: raw.url }, deps),
      request(),
    );
    expect(got.finish).toEqual({ type: 'finish', reason, raw: rawReason });
  });
});
