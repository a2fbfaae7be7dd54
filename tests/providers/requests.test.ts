/** The bodies both protocols send, and what comes back into them from earlier replies. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createProvider, type ProviderSettings } from '../../daemon/providers/index.js';
import type { ModelMessage, ModelRequest } from '../../daemon/providers/provider.js';
import { startRawModel, type RawModel } from '../helpers/rawmodel.js';
import { block, chat, collect, delta, deps, message, request } from './fixtures.js';

let raw: RawModel;
beforeAll(async () => {
  raw = await startRawModel();
});
afterAll(() => raw.close());

const tools = ['Glob', 'Read'].map((name) => ({ name, description: `${name}s`, inputSchema: { type: 'object' } }));
const png = { type: 'image' as const, source: { kind: 'base64' as const, media_type: 'image/png', data: 'AAAA' } };
const whole = {
  openai: chat(delta({ content: 'x' }, 'stop')),
  anthropic: message(block(0, { type: 'text', text: 'x' })),
};

async function sent(
  type: 'openai' | 'anthropic',
  asked: ModelRequest,
  settings: Partial<ProviderSettings> = {},
): Promise<Record<string, unknown>> {
  raw.reply({ body: [whole[type]] });
  await collect(createProvider({ type, apiKey: 'sk-1234567', baseUrl: raw.url, ...settings }, deps), asked);
  return raw.requests.at(-1)?.body as Record<string, unknown>;
}

const history: ModelMessage[] = [
  { role: 'user', content: [{ type: 'text', text: 'Look' }, png] },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'hm', signature: 'SIG' },
      { type: 'text', text: 'ok' },
      { type: 'tool_use', tool_call_id: 'odd id!'.repeat(10), tool_name: 'Read', input: { path: 'a' } },
      { type: 'tool_use', tool_call_id: 'b', tool_name: 'Glob', input: '{bad' },
    ],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool_result', tool_call_id: 'odd id!'.repeat(10), output: [{ type: 'text', text: 'seen' }, png] },
      { type: 'tool_result', tool_call_id: 'b', output: 'no', is_error: true },
    ],
  },
  { role: 'user', content: [{ type: 'text', text: 'and now \ud83d?' }] },
];
const dataUrl = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
const newId = expect.stringMatching(/^call_[0-9a-f]{24}$/);

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

describe('content that providers refuse', () => {
  const half = '\ud83d';
  const film = { type: 'video' as const, source: { kind: 'base64' as const, media_type: 'video/mp4', data: 'BBBB' } };
  const text = (value: string) => ({ type: 'text' as const, text: value });
  const odd: ModelMessage[] = [
    { role: 'user', content: [text(' \n'), text(''), text('go'), film] },
    {
      role: 'assistant',
      content: [
        text(' \n'),
        { type: 'tool_use', tool_call_id: 'a', tool_name: `Wr ite\0${half}`, input: { [half]: [`x${half}\0`] } },
        { type: 'tool_use', tool_call_id: 'b', tool_name: '', input: {} },
        { type: 'tool_use', tool_call_id: 'c', tool_name: 'x'.repeat(99), input: {} },
      ],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool_result', tool_call_id: 'a', output: ' \n' },
        { type: 'tool_result', tool_call_id: 'b', output: [text(''), png], is_error: true },
        { type: 'tool_result', tool_call_id: 'c', output: [text(' ')] },
      ],
    },
    { role: 'assistant', content: [text('\n')] },
    { role: 'user', content: [text(' ')] },
    { role: 'user', content: [text(`\0${half} \\ud83d`)] },
  ];

  test('openai', async () => {
    const { messages } = await sent('openai', request({ messages: odd }));
    const video = { type: 'video_url', video_url: { url: 'data:video/mp4;base64,BBBB' } };
    const call = (id: string, name: string, args: string) => ({
      id,
      type: 'function',
      function: { name, arguments: args },
    });
    expect((messages as unknown[]).slice(1)).toEqual([
      { role: 'user', content: [text('go'), video] },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          call('a', 'Wr_ite__', '{"\ufffd":["x\ufffd\ufffd"]}'),
          call('b', 'unnamed', '{}'),
          call('c', 'x'.repeat(64), '{}'),
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: '(no output)' },
      { role: 'tool', tool_call_id: 'b', content: 'The media of this result follow.' },
      { role: 'tool', tool_call_id: 'c', content: '(no output)' },
      { role: 'user', content: [dataUrl] },
      { role: 'user', content: '\ufffd\ufffd \\ud83d' },
    ]);
  });

  test('anthropic', async () => {
    const { messages } = await sent('anthropic', request({ messages: odd }));
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
    const result = (id: string, content: unknown) => ({ type: 'tool_result', tool_use_id: id, content });
    expect(messages).toEqual([
      { role: 'user', content: [text('go'), text('<system>A video is left out: this provider takes none.</system>')] },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'a', name: 'Wr_ite__', input: { '\ufffd': ['x\ufffd\ufffd'] } },
          { type: 'tool_use', id: 'b', name: 'unnamed', input: {} },
          { type: 'tool_use', id: 'c', name: 'x'.repeat(64), input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          result('a', '(no output)'),
          // one that failed may hold nothing but text
          result('b', [image]),
          result('c', '(no output)'),
          expect.objectContaining(text('\ufffd\ufffd \\ud83d')),
        ],
      },
    ]);
  });
});
