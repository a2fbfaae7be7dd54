/** Scenarios in which the model replies: the outcome of every kind of reply, and the content of requests. */
import { estimateRequest } from '../../daemon/providers/tokens.js';
import type { ModelMessage } from '../../daemon/providers/provider.js';
import { events, half, key, stream, type Scenario } from './bench.js';
import type { Part } from './dialects/dialect.js';
import { request } from './fixtures.js';

const read: Part = { call: { id: 'call_1', name: 'Read' }, arguments: ['{"path":"a"}'] };
const glob: Part = { call: { id: 'call_2', name: 'Glob' }, arguments: ['{"pattern":"*"}'] };
const tools = ['Read', 'Glob'].map((name) => ({ name, description: `${name}s`, inputSchema: { type: 'object' } }));
const user = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });
const png = { type: 'image' as const, source: { kind: 'base64' as const, media_type: 'image/png', data: 'iVBORw0K' } };
const hello: Part = { text: ['Hel', 'lo'] };
const odd = { content: 'x\\"\n\t/\u2028😀日本', deep: { list: [1, null, true, { '': '}' }] } };

function slices(text: string, size: number): string[] {
  return text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
}

const big = '0123456789 "\\\n'.repeat(75_000);

export const replies: Scenario[] = [
  {
    name: 'plain',
    answer: (d) => ({ body: [stream(events(d, [hello]))] }),
    asked: { tools },
    expected: (d) => ({
      text: 'Hello',
      thinking: '',
      calls: [],
      finish: 'end_turn',
      sent: {
        path: d.path,
        tools: ['Read', 'Glob'],
        lines: ['system You help.', 'user Hello'],
        headers: { [d.credential.header]: d.credential.value(key) },
      },
    }),
  },
  {
    name: 'thinking',
    answer: (d) => ({ body: [stream(events(d, [{ thinking: ['let ', 'me see'] }, hello]))] }),
    expected: { text: 'Hello', thinking: 'let me see', finish: 'end_turn' },
  },
  {
    name: 'thinking sent back',
    async run({ dialect, ask }) {
      const first = await ask({ answer: { body: [stream(events(dialect, [{ thinking: ['let me see'] }, read]))] } });
      const [signature] = first.signatures;
      return ask({
        answer: { body: [stream(events(dialect, [hello]))] },
        asked: {
          tools,
          messages: [
            user('Hello'),
            {
              role: 'assistant',
              content: [
                { type: 'thinking', thinking: first.thinking, ...(signature === undefined ? {} : { signature }) },
                { type: 'tool_use', tool_call_id: 'call_1', tool_name: 'Read', input: { path: 'a' } },
              ],
            },
            { role: 'tool', content: [{ type: 'tool_result', tool_call_id: 'call_1', output: 'seen' }] },
          ],
        },
      });
    },
    expected: (d) => ({
      text: 'Hello',
      sent: {
        lines: ['system You help.', 'user Hello', 'thinking let me see', 'call Read {"path":"a"}', 'result seen'],
        proofs: d.proof === undefined ? [] : [d.proof],
      },
    }),
  },
  {
    name: 'one call',
    answer: (d) => ({ body: [stream(events(d, [read]))] }),
    expected: { text: '', calls: [{ id: 'call_1', name: 'Read', input: { path: 'a' } }], finish: 'tool_use' },
  },
  {
    name: 'parallel calls',
    answer: (d) => ({ body: [stream(events(d, [{ text: ['Looking.'] }, read, glob]))] }),
    expected: {
      text: 'Looking.',
      calls: [
        { id: 'call_1', name: 'Read', input: { path: 'a' } },
        { id: 'call_2', name: 'Glob', input: { pattern: '*' } },
      ],
      finish: 'tool_use',
    },
  },
  {
    name: 'arguments split in odd places',
    answer: (d) => ({
      body: [stream(events(d, [{ call: { id: 'call_1', name: 'Read' }, arguments: JSON.stringify(odd).split('') }]))],
    }),
    expected: { calls: [{ name: 'Read', input: odd }], finish: 'tool_use' },
  },
  {
    name: 'call without arguments',
    answer: (d) => ({ body: [stream(events(d, [{ call: { id: 'call_1', name: 'Read' }, arguments: [] }]))] }),
    expected: { calls: [{ name: 'Read', input: {} }], finish: 'tool_use' },
  },
  {
    // the loop, not the protocol, treats this as a failure (engine.md 2.2-4)
    name: 'empty reply',
    answer: (d) => ({ body: [stream(events(d, []))] }),
    expected: { text: '', thinking: '', calls: [], finish: 'end_turn' },
  },
  {
    name: 'stream that ends without its end marker',
    answer(d) {
      const { start, content, finish } = d.reply({ parts: [hello], ending: 'end_turn' });
      return { body: [stream([...start, ...content, ...finish])] };
    },
    expected: { text: 'Hello', finish: 'end_turn' },
  },
  {
    name: 'last blank line missing',
    answer: (d) => ({ body: [stream(events(d, [hello])).trimEnd()] }),
    expected: { text: 'Hello', finish: 'end_turn' },
  },
  {
    name: 'content filter in the reply',
    answer: (d) => ({ body: [stream(events(d, [{ text: ['I'] }], { ending: 'filtered' }))] }),
    expected: { text: 'I', finish: 'filtered' },
  },
  {
    name: 'max tokens',
    answer: (d) => ({ body: [stream(events(d, [hello], { ending: 'max_tokens' }))] }),
    expected: { text: 'Hello', finish: 'max_tokens' },
  },
  {
    name: 'invalid UTF-8',
    answer(d) {
      const pieces = stream(events(d, [{ text: ['a@@b'] }])).split('@@');
      return { body: pieces.flatMap((piece, at) => (at === 0 ? [piece] : [Buffer.of(0xff, 0xc3), piece])) };
    },
    expected: { text: 'a\ufffd\ufffdb', finish: 'end_turn' },
  },
  {
    name: 'bytes cut anywhere',
    answer: (d) => ({ body: [...Buffer.from(stream(events(d, [{ text: ['Hé日😀'] }])))].map((b) => Buffer.of(b)) }),
    expected: { text: 'Hé日😀', finish: 'end_turn' },
  },
  {
    name: 'a megabyte of arguments',
    async run({ dialect, ask }) {
      const parts: Part[] = [
        { call: { id: 'call_1', name: 'Write' }, arguments: slices(JSON.stringify({ content: big }), 700) },
      ];
      const got = await ask({ answer: { body: [stream(events(dialect, parts))] } });
      const same = (got.calls[0]?.input as { content?: string } | undefined)?.content === big;
      return { ...got, calls: [], text: same ? 'as sent' : 'otherwise' };
    },
    expected: { text: 'as sent', finish: 'tool_use' },
  },
  {
    name: 'a megabyte of text',
    async run({ dialect, ask }) {
      const got = await ask({ answer: { body: [stream(events(dialect, [{ text: slices(big, 700) }]))] } });
      return { ...got, text: got.text === big ? 'as sent' : 'otherwise' };
    },
    expected: { text: 'as sent', finish: 'end_turn' },
  },
  {
    name: 'surrogates split across pieces',
    answer: (d) => ({
      body: [stream(events(d, [{ thinking: ['\ud83d', '\ude00'] }, { text: ['x\ud83d', '\ude00\ud83d', '\ude01'] }]))],
    }),
    expected: { thinking: '😀', text: 'x😀😁', finish: 'end_turn' },
  },
  {
    name: 'lone surrogate',
    answer: (d) => ({ body: [stream(events(d, [{ text: ['a\ud83d', 'b', '\ude00c', '\ud83d'] }]))] }),
    expected: { text: 'a\ufffdb\ufffdc\ufffd', finish: 'end_turn' },
  },
  {
    name: 'unknown event types',
    answer(d) {
      const { start, content, finish, end } = d.reply({ parts: [hello], ending: 'end_turn' });
      return { body: [stream([...start, ...d.strange, ...content, ...d.strange, ...finish, ...end])] };
    },
    expected: { text: 'Hello', finish: 'end_turn' },
  },
  {
    name: 'comments and keep-alives',
    timeouts: { firstByteMs: 10_000, idleMs: 600 },
    answer(d) {
      const [first = '', ...rest] = events(d, [hello]);
      return { body: [':\n\n', stream([first]), ...Array(5).fill([': wait\n\n', 200]).flat(), ':\n\n', stream(rest)] };
    },
    expected: { text: 'Hello', finish: 'end_turn' },
  },
  {
    name: 'CRLF',
    answer: (d) => ({ body: [stream(events(d, [hello])).replaceAll('\n', '\r\n')] }),
    expected: { text: 'Hello', finish: 'end_turn' },
  },
  {
    name: 'connection left open behind the end',
    answer: (d) => ({ body: [stream(events(d, [hello])), 30_000] }),
    expected: { text: 'Hello', finish: 'end_turn' },
  },
  {
    name: 'cancellation before the first byte',
    abort: 'at the request',
    answer: () => ({ headAfterMs: 30_000 }),
    expected: { text: '', aborted: 'stop', closedEarly: true },
  },
  {
    name: 'cancellation in the middle',
    abort: 'at the first text',
    answer: (d) => ({ body: [stream(half(d)), 30_000] }),
    expected: { text: 'Hel', aborted: 'stop', closedEarly: true },
  },
  {
    name: 'usage with cache figures',
    answer: (d) => ({
      body: [
        stream(
          events(d, [{ thinking: ['hm'] }, hello], {
            usage: { input: 100, cacheRead: 20, cacheWrite: 30, output: 7, reasoning: 5 },
          }),
        ),
      ],
    }),
    expected: { usage: { inputOther: 50, output: 7, inputCacheRead: 20, inputCacheCreation: 30, reasoning: 5 } },
  },
  {
    name: 'usage missing',
    answer: (d) => ({ body: [stream(events(d, [{ text: ['abcdefgh'] }]))] }),
    expected: {
      usage: { inputOther: estimateRequest(request()), output: 2, inputCacheRead: 0, inputCacheCreation: 0 },
    },
  },
  {
    name: 'images in a prompt',
    answer: (d) => ({ body: [stream(events(d, [hello]))] }),
    asked: { messages: [{ role: 'user', content: [{ type: 'text', text: 'Look' }, png] }] },
    expected: { text: 'Hello', sent: { lines: ['system You help.', 'user Look', 'image image/png iVBORw0K'] } },
  },
  {
    name: 'images in tool results',
    answer: (d) => ({ body: [stream(events(d, [hello]))] }),
    asked: {
      tools,
      messages: [
        user('Look'),
        {
          role: 'assistant',
          content: [{ type: 'tool_use', tool_call_id: 'call_1', tool_name: 'Read', input: { path: 'a' } }],
        },
        {
          role: 'tool',
          content: [{ type: 'tool_result', tool_call_id: 'call_1', output: [{ type: 'text', text: 'a cat' }, png] }],
        },
      ],
    },
    expected: {
      text: 'Hello',
      sent: {
        lines: ['system You help.', 'user Look', 'call Read {"path":"a"}', 'result a cat', 'image image/png iVBORw0K'],
      },
    },
  },
  {
    name: 'half a character in the request',
    answer: (d) => ({ body: [stream(events(d, [hello]))] }),
    asked: { messages: [user('a\ud83d')] },
    expected: { text: 'Hello', sent: { lines: ['system You help.', 'user a\ufffd'] } },
  },
];
