/** Reply bodies of a model for each protocol: valid ones, and broken ones of many kinds. */
import type { ServerResponse } from 'node:http';
import type { Random } from './random.js';

export const protocols = ['openai', 'agent', 'openai_responses', 'anthropic', 'google-genai', 'vertexai'] as const;
export type Protocol = (typeof protocols)[number];

/** Returns the protocol whose provider has this path in its address. */
export function protocolOfPath(path: string): Protocol | undefined {
  return protocols.find((protocol) => path.startsWith(`/${protocol}/`));
}

type Family = 'chat' | 'responses' | 'messages' | 'content';

const families: Record<Protocol, Family> = {
  openai: 'chat',
  agent: 'chat',
  openai_responses: 'responses',
  anthropic: 'messages',
  'google-genai': 'content',
  vertexai: 'content',
};

const event = (value: unknown): string => {
  const { type } = value as { type?: unknown };
  return `${typeof type === 'string' ? `event: ${type}\n` : ''}data: ${JSON.stringify(value)}\n\n`;
};

/** Events of a family of protocols: text, thinking, a call, and the end. */
const words: Record<
  Family,
  {
    open: string;
    text(text: unknown): string;
    thinking(text: unknown): string;
    call(index: unknown, id: unknown, name: unknown, args: unknown): string;
    end(usage: unknown): string;
  }
> = {
  chat: {
    open: '',
    text: (content) => event({ choices: [{ index: 0, delta: { content } }] }),
    thinking: (reasoning_content) => event({ choices: [{ index: 0, delta: { reasoning_content } }] }),
    call: (index, id, name, args) =>
      event({ choices: [{ index: 0, delta: { tool_calls: [{ index, id, function: { name, arguments: args } }] } }] }),
    end: (usage) => `${event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage })}data: [DONE]\n\n`,
  },
  responses: {
    open: event({ type: 'response.created', response: {} }),
    text: (delta) => event({ type: 'response.output_text.delta', output_index: 0, delta }),
    thinking: (delta) => event({ type: 'response.reasoning_text.delta', output_index: 1, content_index: 0, delta }),
    call: (index, id, name, args) =>
      event({
        type: 'response.output_item.done',
        output_index: typeof index === 'number' ? index + 2 : index,
        item: { type: 'function_call', call_id: id, name, arguments: args },
      }),
    end: (usage) => event({ type: 'response.completed', response: { status: 'completed', output: [], usage } }),
  },
  messages: {
    open:
      event({ type: 'message_start', message: { usage: { input_tokens: 1 } } }) +
      event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    text: (text) => event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    thinking: (thinking) =>
      event({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking } }),
    call: (index, id, name, args) =>
      event({ type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } }) +
      event({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: args } }),
    end: (usage) =>
      event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage }) + event({ type: 'message_stop' }),
  },
  content: {
    open: '',
    text: (text) => event({ candidates: [{ content: { parts: [{ text }] } }] }),
    thinking: (text) => event({ candidates: [{ content: { parts: [{ text, thought: true }] } }] }),
    call: (_index, id, name, args) =>
      event({ candidates: [{ content: { parts: [{ functionCall: { id, name, args: { text: args } } }] } }] }),
    end: (usageMetadata) => event({ candidates: [{ finishReason: 'STOP' }], usageMetadata }),
  },
};

export function soundBody(protocol: Protocol): string {
  const { open, text, end } = words[families[protocol]];
  return `${open}${text('fine')}${end({})}`;
}

interface Body {
  kind: string;
  write(response: ServerResponse): Promise<void>;
}

/** Returns a broken reply; `size`: approximate bytes. */
export function brokenBody(protocol: Protocol, random: Random, size: number): Body {
  const said = words[families[protocol]];
  const odd = (): unknown =>
    random.pick<unknown>([null, 5, -1, 1e308, true, [], {}, [[[]]], '\ud800', '\u0000', 'x'.repeat(3_000), '']);
  const usage = random.pick<unknown>([
    {},
    null,
    'x',
    { output_tokens: 1e300, completion_tokens: -5, prompt_tokens: 9e15 },
  ]);
  const piece = 'wide text '.repeat(random.pick([1, 40, 4_000]));
  const kinds: Record<string, () => { unit: string | Buffer; last?: string }> = {
    text: () => ({ unit: said.text(piece), last: said.end(usage) }),
    thinking: () => ({ unit: said.thinking(piece), last: said.end(usage) }),
    'text without an end': () => ({ unit: said.text(piece) }),
    'tiny texts': () => ({ unit: said.text('x').repeat(50), last: said.end(usage) }),
    calls: () => ({
      unit: said.call(random.between(0, 9_000), `c${random.next()}`, 'TodoList', '{}'),
      last: said.end(usage),
    }),
    'calls with one id': () => ({ unit: said.call(0, 'same', 'Nothing', '{}'), last: said.end(usage) }),
    arguments: () => ({ unit: said.call(3, 'a', 'TodoList', piece), last: said.end(usage) }),
    'deep arguments': () => ({ unit: said.call(3, 'd', 'TodoList', '['.repeat(5_000)), last: said.end(usage) }),
    'wrong types': () => ({
      unit: said.text(odd()) + said.thinking(odd()) + said.call(odd(), odd(), odd(), odd()),
      last: said.end(odd()),
    }),
    'other values': () => ({
      unit: event(random.pick<unknown>([{ choices: odd() }, { candidates: odd() }, { type: odd() }, odd() ?? 0])),
    }),
    'a line without an end': () => ({ unit: 'data: '.padEnd(60_000, 'x').slice(random.between(0, 7)) }),
    'many lines': () => ({ unit: 'data: x\n'.repeat(2_000) }),
    'no events': () => ({ unit: 'x\n'.repeat(8_000) }),
    comments: () => ({ unit: ': wait\n\n'.repeat(2_000), last: said.end(usage) }),
    'broken UTF-8': () => ({
      unit: Buffer.concat([
        Buffer.from('data: {"choices":"'),
        Buffer.from([0xff, 0xc0, 0xed, 0xa0]),
        Buffer.from('\n\n'),
      ]),
    }),
    'broken JSON': () => ({ unit: said.text('x').replace('}', '') }),
    'deep JSON': () => ({ unit: `data: ${'['.repeat(200_000)}\n\n` }),
    nothing: () => ({ unit: '' }),
  };
  const kind = random.pick(Object.keys(kinds));
  const { unit, last } = (kinds[kind] as () => { unit: string | Buffer; last?: string })();
  const status = random.chance(0.9) ? 200 : random.pick([204, 302, 400, 401, 413, 418, 500]);
  const type = random.chance(0.9) ? 'text/event-stream' : random.pick(['application/json', 'text/html', 'image/png']);
  const cutAfter = random.chance(0.2) ? random.next() : undefined;
  return {
    kind: `${kind} of ${size} bytes`,
    async write(response) {
      response.writeHead(status, { 'content-type': type });
      const units = unit.length === 0 ? 0 : Math.ceil(size / unit.length);
      const until = cutAfter === undefined ? units : Math.floor(units * cutAfter);
      await send(response, said.open);
      const together = Math.max(1, Math.floor(64_000 / Math.max(1, unit.length)));
      const block =
        typeof unit === 'string' ? unit.repeat(together) : Buffer.concat(Array.from({ length: together }, () => unit));
      for (let sent = 0; sent < until && !response.destroyed; sent += together) await send(response, block);
      if (cutAfter !== undefined) response.destroy();
      else response.end(last);
    },
  };
}

async function send(response: ServerResponse, bytes: string | Buffer): Promise<void> {
  if (response.destroyed || response.write(bytes)) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
