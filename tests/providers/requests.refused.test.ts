/** Content that a provider would refuse is left out of requests, or sent in another form. */
import { describe, expect, test } from '@jest/globals';
import type { ModelMessage } from '../../daemon/providers/provider.js';
import { request } from './fixtures.js';
import { png, sent, dataUrl, useRawModel } from './requests.fixture.js';

useRawModel();

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
          // a failed result may contain only text
          result('b', [image]),
          result('c', '(no output)'),
          expect.objectContaining(text('\ufffd\ufffd \\ud83d')),
        ],
      },
    ]);
  });
});
