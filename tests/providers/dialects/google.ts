/** The protocol of Google's services: the developer service, and what the cloud service shares with it. */
import {
  isRecord,
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

const proof = 'EpwCCpkCAdHtim9=signature';
const endings = { end_turn: 'STOP', tool_use: 'STOP', max_tokens: 'MAX_TOKENS', filtered: 'SAFETY' };

const chunk = (parts: Record<string, unknown>[], more: Record<string, unknown> = {}): string =>
  sse({ candidates: [{ content: { role: 'model', parts }, index: 0, ...more }], modelVersion: 'test-model' });

function contentOf(part: Part): string[] {
  if ('text' in part) return part.text.map((text) => chunk([{ text }]));
  if ('thinking' in part)
    return part.thinking.map((text, at) =>
      chunk([{ text, thought: true, ...(at === part.thinking.length - 1 ? { thoughtSignature: proof } : {}) }]),
    );
  const args: unknown = JSON.parse(part.arguments.join('') || '{}');
  return [chunk([{ functionCall: { ...part.call, args } }])];
}

function usageOf(usage: Figures): Record<string, unknown> {
  return {
    promptTokenCount: usage.input,
    cachedContentTokenCount: usage.cacheRead,
    candidatesTokenCount: usage.output - usage.reasoning,
    thoughtsTokenCount: usage.reasoning,
    totalTokenCount: usage.input + usage.output,
  };
}

const refusals: Record<RefusalKind, { code: number; status: string; message: string }> = {
  invalid: { code: 400, status: 'INVALID_ARGUMENT', message: 'Invalid JSON payload received. Unknown name "foo".' },
  structure: {
    code: 400,
    status: 'INVALID_ARGUMENT',
    message:
      'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
  },
  image: { code: 400, status: 'INVALID_ARGUMENT', message: 'Unable to process input image.' },
  key: { code: 401, status: 'UNAUTHENTICATED', message: 'Request had invalid authentication credentials.' },
  forbidden: { code: 403, status: 'PERMISSION_DENIED', message: 'The caller does not have permission.' },
  timeout: { code: 408, status: 'DEADLINE_EXCEEDED', message: 'The request took too long.' },
  rate: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Resource has been exhausted (e.g. check quota).' },
  quota: {
    code: 429,
    status: 'RESOURCE_EXHAUSTED',
    message: 'You exceeded your current quota, please check your plan and billing details.',
  },
  server: { code: 500, status: 'INTERNAL', message: 'An internal error has occurred.' },
  unavailable: { code: 503, status: 'UNAVAILABLE', message: 'The service is currently unavailable.' },
  overloaded: { code: 503, status: 'UNAVAILABLE', message: 'The model is overloaded. Please try again later.' },
  context: {
    code: 400,
    status: 'INVALID_ARGUMENT',
    message: 'The input token count (1048600) exceeds the maximum number of tokens allowed (1048576).',
  },
  filter: { code: 400, status: 'INVALID_ARGUMENT', message: 'The prompt was blocked by the safety policy.' },
};

function refusal(kind: RefusalKind, message?: string): string {
  return JSON.stringify({ error: { ...refusals[kind], ...(message === undefined ? {} : { message }) } });
}

function look(role: unknown, part: Record<string, unknown>, seen: Seen): void {
  if (typeof part['thoughtSignature'] === 'string') seen.proofs.push(part['thoughtSignature']);
  if (isRecord(part['functionCall'])) {
    const { name, args } = part['functionCall'];
    seen.lines.push(`call ${String(name)} ${JSON.stringify(args)}`);
  } else if (isRecord(part['functionResponse'])) {
    seen.lines.push(`result ${String(record(part['functionResponse']['response'])['output'])}`);
  } else if (isRecord(part['inlineData'])) {
    const { mimeType, data } = part['inlineData'];
    seen.lines.push(`image ${String(mimeType)} ${String(data)}`);
  } else {
    const word = part['thought'] === true ? 'thinking' : role === 'model' ? 'assistant' : String(role);
    seen.lines.push(`${word} ${String(part['text'])}`);
  }
}

/** The model is only in the address. */
const modelOfPath = 'test-model';

export const googleGenai: Dialect = {
  type: 'google-genai',
  path: '/v1beta/models/test-model:streamGenerateContent?alt=sse',
  credential: { header: 'x-goog-api-key', value: (key) => key },
  proof,
  reply: ({ parts, ending, usage }: Reply) => ({
    start: [],
    content: parts.flatMap(contentOf),
    finish: [
      sse({
        candidates: [{ finishReason: endings[ending], index: 0 }],
        ...(usage ? { usageMetadata: usageOf(usage) } : {}),
      }),
    ],
    end: [],
  }),
  strange: [
    'event: strange\ndata: what?',
    chunk([{ futurePart: { deeply: [1] } }], { futureField: 1 }),
    sse({ futureChunk: { x: 1 } }),
  ],
  refusal,
  failure: (kind) => [`data: ${refusal(kind)}`],
  seen(body) {
    const seen: Seen = {
      model: modelOfPath,
      lines: records(record(body['systemInstruction'])['parts']).map((part) => `system ${String(part['text'])}`),
      proofs: [],
      tools: records(body['tools']).flatMap((each) =>
        records(each['functionDeclarations']).map((tool) => String(tool['name'])),
      ),
      limit: record(body['generationConfig'])['maxOutputTokens'] as number | undefined,
    };
    for (const content of records(body['contents']))
      for (const part of records(content['parts'])) look(content['role'], part, seen);
    return seen;
  },
  cannot: {},
  differs: {
    'usage with cache figures': {
      why: 'what is written to a cache is not counted apart',
      expected: { usage: { inputOther: 80, output: 7, inputCacheRead: 20, inputCacheCreation: 0, reasoning: 5 } },
    },
  },
};

export const vertexai: Dialect = {
  ...googleGenai,
  type: 'vertexai',
  settings: { vertex: { project: 'some-project', location: 'europe-west4' } },
  path: '/v1/projects/some-project/locations/europe-west4/publishers/google/models/test-model:streamGenerateContent?alt=sse',
  differs: {
    ...googleGenai.differs,
    'per-model overrides': {
      why: 'the other provider names no project, so the key has to lead to it',
      expected: {
        sent: { path: '/v1/publishers/google/models/test-model:streamGenerateContent?alt=sse', limit: 77 },
      },
    },
  },
};
