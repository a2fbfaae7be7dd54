/** The token estimate of engine.md 10.1. */
import { describe, expect, test } from '@jest/globals';
import { estimateParts, estimateRequest, estimateText } from '../../daemon/providers/tokens.js';

describe('estimate', () => {
  test.each([
    ['', 0],
    ['a', 1],
    ['abcd', 1],
    ['abcde', 2],
    ['日本語', 3],
    ['ab日', 2],
    ['😀', 2],
    ['\n\t  ', 1],
    ['x'.repeat(4_000), 1_000],
    ['é'.repeat(10) + 'x'.repeat(5), 12],
  ])('of %j is %d', (text, tokens) => {
    expect(estimateText(text)).toBe(tokens);
  });

  test('images count 1,200, also inside results', () => {
    const image = {
      type: 'image' as const,
      source: { kind: 'base64' as const, media_type: 'image/png', data: 'A'.repeat(9_999) },
    };
    expect(estimateParts([image])).toBe(1_200);
    expect(
      estimateParts([{ type: 'tool_result', tool_call_id: 'a', output: [{ type: 'text', text: 'abcd' }, image] }]),
    ).toBe(1_201);
  });

  test('a request is its prompt, its tools as JSON and its messages', () => {
    const tools = [{ name: 'Read', description: 'd', inputSchema: { type: 'object' } }];
    const request = {
      system: 'abcdefgh',
      tools,
      messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: '日本' }] }],
    };
    expect(estimateRequest(request)).toBe(2 + Math.ceil(JSON.stringify(tools).length / 4) + 2);
    expect(estimateRequest({ ...request, tools: [] })).toBe(4);
  });
});
