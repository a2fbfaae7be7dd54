/** The chat completions protocol, as a server speaks it, also under the name of the managed service. */
import {
  type Dialect,
  type Figures,
  imageLine,
  type Part,
  record,
  records,
  type RefusalKind,
  type Reply,
  sameJson,
  sse,
} from './dialect.js';

const chunk = (delta: Record<string, unknown>, finish: string | null = null): string =>
  sse({ id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] });

const endings = { end_turn: 'stop', tool_use: 'tool_calls', max_tokens: 'length', filtered: 'content_filter' };

function contentOf(parts: Part[]): string[] {
  let calls = 0;
  return parts.flatMap((part) => {
    if ('text' in part) return part.text.map((content) => chunk({ content }));
    if ('thinking' in part) return part.thinking.map((text) => chunk({ reasoning_content: text }));
    const index = calls++;
    const { id, name } = part.call;
    return [
      chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
      ...part.arguments.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ];
  });
}

function usageOf(usage: Figures): Record<string, unknown> {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheRead, cache_write_tokens: usage.cacheWrite },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  };
}

const refusals: Record<RefusalKind, { message: string; type: string; code?: string; param?: string }> = {
  invalid: { message: 'Unknown parameter: "foo".', type: 'invalid_request_error', param: 'foo' },
  structure: {
    message: "An assistant message with 'tool_calls' must be followed by tool messages.",
    type: 'invalid_request_error',
  },
  image: { message: 'Invalid image.', type: 'invalid_request_error', code: 'invalid_image' },
  key: { message: 'Incorrect API key provided.', type: 'invalid_request_error', code: 'invalid_api_key' },
  forbidden: { message: 'Country not supported.', type: 'request_forbidden' },
  timeout: { message: 'Request timed out.', type: 'timeout' },
  rate: { message: 'Rate limit reached for requests.', type: 'requests', code: 'rate_limit_exceeded' },
  quota: { message: 'You exceeded your current quota.', type: 'insufficient_quota', code: 'insufficient_quota' },
  server: { message: 'The server had an error.', type: 'server_error' },
  unavailable: { message: 'Service unavailable.', type: 'server_error' },
  overloaded: { message: 'The engine is currently overloaded.', type: 'server_error' },
  context: {
    message: "This model's maximum context length is 8192 tokens.",
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
  },
  filter: { message: 'The response was filtered.', type: 'invalid_request_error', code: 'content_filter' },
};

export function openaiRefusal(kind: RefusalKind, message?: string): string {
  return JSON.stringify({ error: { ...refusals[kind], ...(message === undefined ? {} : { message }) } });
}

function lines(message: Record<string, unknown>): string[] {
  const { role, content } = message;
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : records(content);
  const word = role === 'tool' ? 'result' : String(role);
  return [
    ...(message['reasoning_content'] === undefined ? [] : [`thinking ${String(message['reasoning_content'])}`]),
    ...parts.map((part) =>
      part['type'] === 'text' ? `${word} ${String(part['text'])}` : imageLine(record(part['image_url'])['url']),
    ),
    ...records(message['tool_calls']).map((call) => {
      const fn = record(call['function']);
      return `call ${String(fn['name'])} ${sameJson(fn['arguments'])}`;
    }),
  ];
}

export const openai: Dialect = {
  type: 'openai',
  path: '/chat/completions',
  credential: { header: 'authorization', value: (key) => `Bearer ${key}` },
  reply: ({ parts, ending, usage }: Reply) => ({
    start: [chunk({ role: 'assistant', content: '' })],
    content: contentOf(parts),
    finish: [chunk({}, endings[ending]), ...(usage ? [sse({ choices: [], usage: usageOf(usage) })] : [])],
    end: ['data: [DONE]'],
  }),
  strange: ['event: strange\ndata: what?', chunk({ odd: { deeply: [1] } })],
  refusal: openaiRefusal,
  failure: (kind) => [`data: ${openaiRefusal(kind)}`],
  seen: (body) => ({
    model: String(body['model']),
    lines: records(body['messages']).flatMap(lines),
    proofs: [],
    tools: records(body['tools']).map((tool) => String(record(tool['function'])['name'])),
    limit: body['max_tokens'] as number | undefined,
  }),
  cannot: {},
  differs: {},
};

export const agent: Dialect = { ...openai, type: 'agent' };
