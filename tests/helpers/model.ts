/** A scripted model on loopback that speaks the real protocols, and a journal checked for invariants. */
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import {
  LLMock,
  isChatCompletionBody,
  type ChatCompletionRequest,
  type Fixture,
  type FixtureResponse,
  type JournalEntry,
} from '@copilotkit/aimock';

/** The model's answer to one request. */
export interface ScriptedReply {
  text?: string;
  thinking?: string;
  /** signature of the thinking; Anthropic only */
  signature?: string;
  /** asked for side by side; `input` as text is sent as it is; what is not JSON only to `openai` */
  calls?: { name: string; input: Record<string, unknown> | string; id?: string }[];
  /** tokens */
  usage?: { input: number; output: number };
  /** as in OpenAI chat: stop, tool_calls, length, content_filter */
  finishReason?: string;
  /** `retryAfter` in seconds, sent with 429 only */
  error?: { status: number; message: string; type?: string; code?: string; retryAfter?: number };
  /** milliseconds before the first piece */
  delayMs?: number;
  /** milliseconds between pieces */
  chunkDelayMs?: number;
  /** characters per piece */
  chunkSize?: number;
  /** breaks the connection after this many pieces */
  cutAfterChunks?: number;
}

export interface ScriptedModel {
  /** base URL for type `openai`, with `/v1` */
  baseUrl: string;
  /** base URL for type `anthropic`, host only */
  hostUrl: string;
  /** requests so far; bodies of all protocols in the shape of OpenAI chat, with masked credentials */
  readonly requests: JournalEntry[];
  /** bodies of answered requests, even those too long for the journal */
  readonly bodies: ChatCompletionRequest[];
  /** adds answers in order, one per request; further requests get 404 */
  reply(...replies: ScriptedReply[]): void;
  /** computes the answer from each request; instead of `reply` */
  answer(give: (request: ChatCompletionRequest) => ScriptedReply): void;
  /** throws when a request broke a rule: calls match results, no empty messages, no secrets */
  checkInvariants(options?: { secrets?: string[] }): void;
  close(): Promise<void>;
}

export async function startModel(): Promise<ScriptedModel> {
  const mock = new LLMock({ port: 0, host: '127.0.0.1' });
  mock.mount('/v1/models', { handleRequest: (_request, response) => nothingHere(response) });
  await mock.start();
  let added = 0;
  const bodies: ChatCompletionRequest[] = [];
  return {
    baseUrl: `${mock.url}/v1`,
    hostUrl: mock.url,
    get requests() {
      return mock.getRequests();
    },
    bodies,
    reply(...replies) {
      for (const reply of replies) {
        // an answer counts requests from the time it was added
        const given = mock.getRequests().filter((entry) => entry.response.fixture !== null).length;
        mock.addFixture(fixture(reply, added++ - given, bodies));
      }
    },
    answer(give) {
      mock.addFixture({
        match: { predicate: () => true },
        async response(request) {
          const reply = give(request);
          if (reply.delayMs !== undefined) await wait(reply.delayMs, undefined, { ref: false });
          return taken(request, reply, bodies);
        },
      });
    },
    checkInvariants(options = {}) {
      for (const [at, body] of bodies.entries()) checkMessages(body, `request ${at + 1}`);
      for (const [at, entry] of mock.getRequests().entries())
        checkRequest(entry, `request ${at + 1}`, options.secrets ?? []);
    },
    close: () => mock.stop(),
  };
}

/** Refuses requests for information about itself (local models have separate tests). */
async function nothingHere(response: ServerResponse): Promise<boolean> {
  response.writeHead(404).end();
  return true;
}

function fixture(reply: ScriptedReply, sequenceIndex: number, bodies: ChatCompletionRequest[]): Fixture {
  return {
    match: { sequenceIndex },
    response: (request) => taken(request, reply, bodies),
    ...(reply.chunkSize === undefined ? {} : { chunkSize: reply.chunkSize }),
    ...(reply.chunkDelayMs === undefined ? {} : { latency: reply.chunkDelayMs }),
    ...(reply.delayMs === undefined ? {} : { streamingProfile: { ttft: reply.delayMs } }),
    ...(reply.cutAfterChunks === undefined ? {} : { truncateAfterChunks: reply.cutAfterChunks }),
  };
}

function taken(request: ChatCompletionRequest, reply: ScriptedReply, bodies: ChatCompletionRequest[]): FixtureResponse {
  bodies.push(request);
  return response(reply);
}

function response(reply: ScriptedReply): FixtureResponse {
  if (reply.error) {
    const { status, retryAfter, ...error } = reply.error;
    return { error, status, ...(retryAfter === undefined ? {} : { retryAfter }) };
  }
  const common = {
    ...(reply.thinking === undefined ? {} : { reasoning: reply.thinking }),
    ...(reply.signature === undefined ? {} : { reasoningSignature: reply.signature }),
    ...(reply.finishReason === undefined ? {} : { finishReason: reply.finishReason }),
    ...(reply.usage === undefined
      ? {}
      : {
          usage: {
            prompt_tokens: reply.usage.input,
            completion_tokens: reply.usage.output,
            input_tokens: reply.usage.input,
            output_tokens: reply.usage.output,
          },
        }),
  };
  const toolCalls = reply.calls?.map(({ name, input, id }) => ({
    name,
    arguments: typeof input === 'string' ? input : JSON.stringify(input),
    ...(id === undefined ? {} : { id }),
  }));
  if (!toolCalls) return { content: reply.text ?? '', ...common };
  return reply.text === undefined ? { toolCalls, ...common } : { content: reply.text, toolCalls, ...common };
}

function checkRequest(entry: JournalEntry, where: string, secrets: string[]): void {
  if (!isChatCompletionBody(entry.body)) {
    if (JSON.stringify(entry.body).includes('body truncated')) return;
    throw new Error(`${where}: no model request`);
  }
  const text = JSON.stringify([entry.headers, entry.body]);
  for (const secret of secrets) if (text.includes(secret)) throw new Error(`${where}: holds a foreign secret`);
  checkMessages(entry.body, where);
}

function checkMessages(body: ChatCompletionRequest, where: string): void {
  let open = new Set<string>();
  for (const [at, message] of body.messages.entries()) {
    const place = `${where}, message ${at + 1} (${message.role})`;
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id ?? '')) throw new Error(`${place}: a result without its call`);
      continue;
    }
    // a user message with the images of results follows them
    if (open.size > 0) throw new Error(`${place}: calls before it have no result: ${[...open].join(', ')}`);
    const empty = message.content === null || message.content === '' || message.content.length === 0;
    if (empty && (message.tool_calls ?? []).length === 0) throw new Error(`${place}: empty`);
    open = new Set(message.tool_calls?.map((call) => call.id));
    if (open.size !== (message.tool_calls?.length ?? 0)) throw new Error(`${place}: two calls with one id`);
  }
  if (open.size > 0) throw new Error(`${where}: the last calls have no result`);
}
