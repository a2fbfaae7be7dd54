/** A conversation with calls becomes plain text for a model without tools. */
import { expect, test } from '@jest/globals';
import { withoutCalls } from '../../daemon/agent/request.js';
import type { ModelMessage } from '../../daemon/providers/provider.js';

const text = (words: string) => ({ type: 'text' as const, text: words });

test('calls and results become text, in order; neighbours of one side are joined', () => {
  const image = { type: 'image' as const, source: { kind: 'base64' as const, media_type: 'image/png', data: 'aaaa' } };
  const messages: ModelMessage[] = [
    { role: 'user', content: [text('look')] },
    {
      role: 'assistant',
      content: [text('I look.'), { type: 'tool_use', tool_call_id: 'c1', tool_name: 'Read', input: { path: 'a' } }],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool_result', tool_call_id: 'c1', output: 'the text' },
        { type: 'tool_result', tool_call_id: 'c2', output: [text('part'), image] },
      ],
    },
    { role: 'user', content: [text('and?')] },
  ];
  const before = structuredClone(messages);
  expect(withoutCalls(messages)).toEqual([
    { role: 'user', content: [text('look')] },
    { role: 'assistant', content: [text('I look.'), text('[You called Read: {"path":"a"}]')] },
    {
      role: 'user',
      content: [
        text('[Result of Read:]'),
        text('the text'),
        text('[Result of a call:]'),
        text('part'),
        image,
        text('and?'),
      ],
    },
  ]);
  expect(messages).toEqual(before);
});
