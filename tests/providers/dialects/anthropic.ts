/** The messages protocol, as a server speaks it. */
import {
  record,
  records,
  sse,
  type Dialect,
  type Figures,
  type Part,
  type RefusalKind,
  type Reply,
  type Seen,
} from './dialect.js';

const proof = 'EqQBCgIYAhIM+signature==';
const event = (value: Record<string, unknown>): string => sse(value, String(value['type']));

const endings = { end_turn: 'end_turn', tool_use: 'tool_use', max_tokens: 'max_tokens', filtered: 'refusal' };

function blockOf(part: Part, index: number): string[] {
  const open = (content_block: Record<string, unknown>): string =>
    event({ type: 'content_block_start', index, content_block });
  const grow = (delta: Record<string, unknown>): string => event({ type: 'content_block_delta', index, delta });
  const close = event({ type: 'content_block_stop', index });
  if ('text' in part)
    return [open({ type: 'text', text: '' }), ...part.text.map((text) => grow({ type: 'text_delta', text })), close];
  if ('thinking' in part)
    return [
      open({ type: 'thinking', thinking: '', signature: '' }),
      ...part.thinking.map((thinking) => grow({ type: 'thinking_delta', thinking })),
      grow({ type: 'signature_delta', signature: proof }),
      close,
    ];
  return [
    open({ type: 'tool_use', ...part.call, input: {} }),
    ...part.arguments.map((partial_json) => grow({ type: 'input_json_delta', partial_json })),
    close,
  ];
}

function inputOf(usage: Figures | undefined): Record<string, unknown> {
  if (!usage) return {};
  return {
    usage: {
      input_tokens: usage.input - usage.cacheRead - usage.cacheWrite,
      cache_read_input_tokens: usage.cacheRead,
      cache_creation_input_tokens: usage.cacheWrite,
      output_tokens: 1,
    },
  };
}

const refusals: Record<RefusalKind, { type: string; message: string }> = {
  invalid: { type: 'invalid_request_error', message: 'foo: Extra inputs are not permitted' },
  structure: {
    type: 'invalid_request_error',
    message: 'messages.2: `tool_use` ids were found without `tool_result` blocks immediately after',
  },
  image: { type: 'invalid_request_error', message: 'Could not process image' },
  key: { type: 'authentication_error', message: 'invalid x-api-key' },
  forbidden: { type: 'permission_error', message: 'Your key may not use this resource.' },
  timeout: { type: 'timeout_error', message: 'The request took too long.' },
  rate: { type: 'rate_limit_error', message: 'This request would exceed your rate limit.' },
  quota: { type: 'billing_error', message: 'Your credit balance is too low to access the API.' },
  server: { type: 'api_error', message: 'Internal server error' },
  unavailable: { type: 'api_error', message: 'Service unavailable' },
  overloaded: { type: 'overloaded_error', message: 'Overloaded' },
  context: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' },
  filter: { type: 'invalid_request_error', message: 'Output blocked by content filtering policy' },
};

function refusal(kind: RefusalKind, message?: string): string {
  return JSON.stringify({ type: 'error', error: { ...refusals[kind], ...(message === undefined ? {} : { message }) } });
}

function look(role: unknown, part: Record<string, unknown>, seen: Seen): void {
  switch (part['type']) {
    case 'thinking':
      seen.lines.push(`thinking ${String(part['thinking'])}`);
      seen.proofs.push(String(part['signature']));
      break;
    case 'image': {
      const source = record(part['source']);
      seen.lines.push(`image ${String(source['media_type'])} ${String(source['data'])}`);
      break;
    }
    case 'tool_use':
      seen.lines.push(`call ${String(part['name'])} ${JSON.stringify(part['input'])}`);
      break;
    case 'tool_result':
      for (const each of records(part['content'])) look('result', each, seen);
      break;
    default:
      seen.lines.push(`${String(role)} ${String(part['text'])}`);
  }
}

export const anthropic: Dialect = {
  type: 'anthropic',
  path: '/v1/messages',
  credential: { header: 'x-api-key', value: (key) => key },
  proof,
  reply: ({ parts, ending, usage }: Reply) => ({
    start: [event({ type: 'message_start', message: { type: 'message', ...inputOf(usage) } })],
    content: parts.flatMap(blockOf),
    finish: [
      event({
        type: 'message_delta',
        delta: { stop_reason: endings[ending] },
        ...(usage ? { usage: { output_tokens: usage.output } } : {}),
      }),
    ],
    end: [event({ type: 'message_stop' })],
  }),
  strange: [
    'event: strange\ndata: what?',
    event({ type: 'ping' }),
    event({ type: 'content_block_start', index: 70, content_block: { type: 'future', x: 1 } }),
    event({ type: 'content_block_delta', index: 70, delta: { type: 'future_delta', x: 1 } }),
    event({ type: 'content_block_stop', index: 70 }),
  ],
  refusal,
  failure: (kind) => [`event: error\ndata: ${refusal(kind)}`],
  seen(body) {
    const seen: Seen = {
      model: String(body['model']),
      lines: records(body['system']).map((part) => `system ${String(part['text'])}`),
      proofs: [],
      tools: records(body['tools']).map((tool) => String(tool['name'])),
      limit: body['max_tokens'] as number | undefined,
    };
    for (const message of records(body['messages']))
      for (const part of records(message['content'])) look(message['role'], part, seen);
    return seen;
  },
  cannot: {},
  differs: {
    'usage with cache figures': {
      why: 'thinking is not counted apart',
      expected: { usage: { inputOther: 50, output: 7, inputCacheRead: 20, inputCacheCreation: 30 } },
    },
  },
};
