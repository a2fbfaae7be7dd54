/** The responses protocol, as a server speaks it. */
import { imageLine, records, sameJson, sse, type Dialect, type Part, type RefusalKind, type Reply } from './dialect.js';
import { openaiRefusal } from './openai.js';

const proof = 'gAAAAA+encrypted==';
const event = (value: Record<string, unknown>): string => sse(value, String(value['type']));

function itemOf(part: Part, output_index: number): string[] {
  const item_id = `item_${output_index}`;
  const at = { item_id, output_index };
  const added = (item: Record<string, unknown>): string =>
    event({ type: 'response.output_item.added', output_index, item: { id: item_id, status: 'in_progress', ...item } });
  const done = (item: Record<string, unknown>): string =>
    event({ type: 'response.output_item.done', output_index, item: { id: item_id, status: 'completed', ...item } });
  if ('text' in part) {
    const text = part.text.join('');
    const content = { type: 'output_text', annotations: [], text: '' };
    return [
      added({ type: 'message', role: 'assistant', content: [] }),
      event({ type: 'response.content_part.added', ...at, content_index: 0, part: content }),
      ...part.text.map((delta) => event({ type: 'response.output_text.delta', ...at, content_index: 0, delta })),
      event({ type: 'response.output_text.done', ...at, content_index: 0, text }),
      done({ type: 'message', role: 'assistant', content: [{ ...content, text }] }),
    ];
  }
  if ('thinking' in part) {
    const text = part.thinking.join('');
    const where = { ...at, summary_index: 0 };
    const head = { type: 'summary_text', text: '' };
    return [
      added({ type: 'reasoning', summary: [] }),
      event({ type: 'response.reasoning_summary_part.added', ...where, part: head }),
      ...part.thinking.map((delta) => event({ type: 'response.reasoning_summary_text.delta', ...where, delta })),
      event({ type: 'response.reasoning_summary_text.done', ...where, text }),
      done({ type: 'reasoning', summary: [{ ...head, text }], encrypted_content: proof }),
    ];
  }
  const call = { type: 'function_call', call_id: part.call.id, name: part.call.name };
  const whole = part.arguments.join('');
  return [
    added({ ...call, arguments: '' }),
    ...part.arguments.map((delta) => event({ type: 'response.function_call_arguments.delta', ...at, delta })),
    event({ type: 'response.function_call_arguments.done', ...at, arguments: whole }),
    done({ ...call, arguments: whole }),
  ];
}

function finishOf({ ending, usage }: Reply): string {
  const reason = { max_tokens: 'max_output_tokens', filtered: 'content_filter' }[ending as string];
  const status = reason === undefined ? 'completed' : 'incomplete';
  return event({
    type: `response.${status}`,
    response: {
      status,
      incomplete_details: reason === undefined ? null : { reason },
      output: [],
      ...(usage
        ? {
            usage: {
              input_tokens: usage.input,
              input_tokens_details: { cached_tokens: usage.cacheRead },
              output_tokens: usage.output,
              output_tokens_details: { reasoning_tokens: usage.reasoning },
            },
          }
        : {}),
    },
  });
}

function refusal(kind: RefusalKind, message?: string): string {
  const own = {
    structure: 'No tool output found for function call call_1.',
    image: 'The image data you provided does not represent a valid image.',
  }[kind as string];
  return openaiRefusal(kind, message ?? own);
}

function lines(item: Record<string, unknown>, proofs: string[]): string[] {
  switch (item['type']) {
    case 'reasoning':
      proofs.push(String(item['encrypted_content']));
      return records(item['summary']).map((part) => `thinking ${String(part['text'])}`);
    case 'function_call':
      return [`call ${String(item['name'])} ${sameJson(item['arguments'])}`];
    case 'function_call_output':
      return typeof item['output'] === 'string'
        ? [`result ${item['output']}`]
        : records(item['output']).map((part) => line('result', part));
    default:
      return records(item['content']).map((part) => line(String(item['role']), part));
  }
}

function line(word: string, part: Record<string, unknown>): string {
  return part['type'] === 'input_image' ? imageLine(part['image_url']) : `${word} ${String(part['text'])}`;
}

export const openaiResponses: Dialect = {
  type: 'openai_responses',
  path: '/responses',
  credential: { header: 'authorization', value: (key) => `Bearer ${key}` },
  proof,
  reply: (reply) => ({
    start: ['created', 'in_progress'].map((each) =>
      event({ type: `response.${each}`, response: { status: 'in_progress', output: [] } }),
    ),
    content: reply.parts.flatMap(itemOf),
    finish: [finishOf(reply)],
    // some servers send this; the vendor's own does not
    end: ['data: [DONE]'],
  }),
  strange: [
    'event: strange\ndata: what?',
    event({ type: 'response.strange.delta', output_index: 70, delta: 'x' }),
    event({ type: 'response.output_item.added', output_index: 71, item: { id: 'y', type: 'future_call' } }),
    event({ type: 'response.output_item.done', output_index: 71, item: { id: 'y', type: 'future_call' } }),
  ],
  refusal,
  failure: (kind) =>
    kind === 'overloaded'
      ? [event({ type: 'error', code: 'server_error', message: 'The server is overloaded.', param: null })]
      : [
          event({
            type: 'response.failed',
            response: {
              status: 'failed',
              error: { code: 'context_length_exceeded', message: 'Your input exceeds the context window.' },
            },
          }),
        ],
  seen(body) {
    const proofs: string[] = [];
    const system = body['instructions'] === undefined ? [] : [`system ${String(body['instructions'])}`];
    return {
      model: String(body['model']),
      lines: [...system, ...records(body['input']).flatMap((item) => lines(item, proofs))],
      proofs,
      tools: records(body['tools']).map((tool) => String(tool['name'])),
      limit: body['max_output_tokens'] as number | undefined,
    };
  },
  cannot: {},
  differs: {
    'usage with cache figures': {
      why: 'what is written to the cache is not counted apart',
      expected: { usage: { inputOther: 80, output: 7, inputCacheRead: 20, inputCacheCreation: 0, reasoning: 5 } },
    },
  },
};
