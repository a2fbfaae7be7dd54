/** How a context becomes the messages of a request (engine.md 2.8). */
import { describe, expect, test } from '@jest/globals';
import { clash } from '../../daemon/agent/batch.js';
import { projectMessages } from '../../daemon/agent/request.js';
import type { ContextEntry } from '../../daemon/agent/turn.js';
import type { ContentPart, Message } from '../../schemas/generated/types.js';

let count = 0;
function entry(
  role: Message['role'],
  content: ContentPart[],
  more: { family?: string; reminders?: string[] } = {},
): ContextEntry {
  count += 1;
  return {
    message: {
      id: `m${count}`,
      session_id: 's',
      role,
      content,
      created_at: '2026-01-01T00:00:00.000Z',
      ...(more.reminders === undefined ? {} : { metadata: { reminders: more.reminders } }),
    },
    ...(more.family === undefined ? {} : { family: more.family }),
  };
}
const text = (value: string): ContentPart => ({ type: 'text', text: value });
const think = (value: string, signature?: string): ContentPart => ({
  type: 'thinking',
  thinking: value,
  ...(signature === undefined ? {} : { signature }),
});
const use = (id: string): ContentPart => ({ type: 'tool_use', tool_call_id: id, tool_name: 'Read', input: {} });
const result = (id: string, output = 'x'): ContentPart => ({ type: 'tool_result', tool_call_id: id, output });
const plain = { family: 'openai:m', keepThinking: true, strict: false };
const strict = { ...plain, keepThinking: false, strict: true };

describe('ordinary', () => {
  test('neighbouring user messages become one, parts kept apart; system notes are user text; reminders come first', () => {
    const messages = projectMessages(
      [
        entry('user', [text('a')], { reminders: ['r'] }),
        entry('system', [text('n')]),
        entry('user', [text('b'), text('c')]),
      ],
      plain,
    );
    expect(messages).toEqual([{ role: 'user', content: ['r', 'a', 'n', 'b', 'c'].map(text) }]);
  });

  test('each call is followed directly by its result, whatever stands between them', () => {
    const messages = projectMessages(
      [
        entry('user', [text('go')]),
        entry('assistant', [text('t'), use('1'), use('2')]),
        entry('system', [text('note')]),
        entry('tool', [result('2')]),
        entry('tool', [result('1')]),
      ],
      plain,
    );
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
    expect(messages[2]?.content).toEqual([result('1'), result('2')]);
  });

  test('a call without a result gets one that says it was lost; a result without a call is left out', () => {
    const messages = projectMessages(
      [entry('user', [text('go')]), entry('assistant', [use('1')]), entry('tool', [result('9')])],
      plain,
    );
    expect(messages).toHaveLength(3);
    expect(messages[2]?.content).toMatchObject([
      { type: 'tool_result', tool_call_id: '1', is_error: true, output: expect.stringMatching(/lost/) },
    ]);
  });

  test.each([
    ['its own family', 'openai:m', true, true],
    ['another model', 'openai:n', true, false],
    ['another protocol', 'anthropic:m', true, false],
    ['no agent known', undefined, true, false],
    ['its own family, not kept', 'openai:m', false, false],
  ])('thinking of %s', (_name, family, keepThinking, kept) => {
    const [, answer] = projectMessages(
      [
        entry('user', [text('go')]),
        entry('assistant', [think('t', 'sig'), text('a')], { ...(family === undefined ? {} : { family }) }),
      ],
      { ...plain, keepThinking },
    );
    expect(answer?.content).toEqual(kept ? [think('t', 'sig'), text('a')] : [text('a')]);
  });

  test('messages that have nothing left to say are dropped', () => {
    expect(
      projectMessages([entry('user', [text('')]), entry('assistant', [think('t')]), entry('user', [text('b')])], {
        ...plain,
        keepThinking: false,
      }),
    ).toEqual([{ role: 'user', content: [text('b')] }]);
  });

  test('the context itself is not changed', () => {
    const entries = [entry('user', [text('a')]), entry('user', [text('b')]), entry('assistant', [use('1')])];
    const before = JSON.stringify(entries);
    projectMessages(entries, plain);
    projectMessages(entries, strict);
    expect(JSON.stringify(entries)).toBe(before);
  });
});

describe('strict', () => {
  test('a call that stands twice goes once', () => {
    const messages = projectMessages(
      [
        entry('user', [text('go')]),
        entry('assistant', [use('1')]),
        entry('tool', [result('1')]),
        entry('assistant', [use('1'), text('t')]),
      ],
      strict,
    );
    expect(JSON.stringify(messages).match(/"tool_use"/g)).toHaveLength(1);
    expect(JSON.stringify(messages).match(/"tool_result"/g)).toHaveLength(1);
  });

  test('neighbouring assistant messages become one; what comes before the first user message goes; no thinking', () => {
    const messages = projectMessages(
      [
        entry('assistant', [text('early')]),
        entry('user', [text('go')]),
        entry('assistant', [think('t'), text('a')], { family: 'openai:m' }),
        entry('assistant', [text('b')]),
      ],
      strict,
    );
    expect(messages).toEqual([
      { role: 'user', content: [text('go')] },
      { role: 'assistant', content: [text('a'), text('b')] },
    ]);
  });
});

describe('accesses of one batch', () => {
  const read = (path: string) => ({ kind: 'read', path }) as const;
  const write = (path: string) => ({ kind: 'write', path }) as const;
  const all = { kind: 'all' } as const;
  const none = { kind: 'none' } as const;
  test.each([
    [read('/a'), read('/a'), false],
    [read('/a'), write('/a'), true],
    [read('/a'), write('/a/b'), true],
    [read('/a/b'), write('/a'), true],
    [read('/a'), write('/ab'), false],
    [write('/a'), write('/b'), false],
    [write('/a'), write('/a'), true],
    [read('/'), write('/x/y'), true],
    [all, read('/a'), true],
    [all, write('/a'), true],
    [all, all, true],
    [all, none, false],
    [none, none, false],
    [none, write('/a'), false],
  ])('%j beside %j: conflict %j', (a, b, conflict) => {
    expect(clash(a, b)).toBe(conflict);
    expect(clash(b, a)).toBe(conflict);
  });
});
