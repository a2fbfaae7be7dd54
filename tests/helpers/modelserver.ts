/** A model server on loopback that answers chats with `ok`, and other paths with responses that a test specifies. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** parsed JSON */
  body: unknown;
}

/** Responses by path: an object is sent as JSON, a function responds itself or not at all; other paths get 404. */
export type Responses = Record<string, object | ((response: ServerResponse) => void)>;

export interface ModelServer {
  /** `http://127.0.0.1:<port>` */
  url: string;
  responses: Responses;
  /** all requests except chats */
  otherRequests: ReceivedRequest[];
  chats: ReceivedRequest[];
  close(): Promise<void>;
}

export async function startModelServer(responses: Responses = {}): Promise<ModelServer> {
  const otherRequests: ReceivedRequest[] = [];
  const chats: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString('utf8');
      const { method = '', url: path = '', headers } = request;
      const asked = { method, path, headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
      if (path.endsWith('/chat/completions')) {
        chats.push(asked);
        const chunk = { choices: [{ index: 0, delta: { content: 'ok' }, finish_reason: 'stop' }] };
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        return void response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
      }
      otherRequests.push(asked);
      const answer = own.responses[path];
      if (typeof answer === 'function') return answer(response);
      if (answer === undefined) return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    responses,
    otherRequests,
    chats,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return own;
}

/** Reports of the four kinds of server about the model `m`, each in its own format. */
export const kinds = {
  vllm: (window: number): Responses => ({
    '/v1/models': {
      object: 'list',
      data: [{ id: 'm', object: 'model', owned_by: 'vllm', root: 'm', parent: null, max_model_len: window }],
    },
  }),
  llamacpp: (window: number, tools = true): Responses => ({
    '/v1/models': {
      object: 'list',
      data: [{ id: '/models/some.gguf', owned_by: 'llamacpp', meta: { n_ctx_train: 131_072, n_params: 8e9 } }],
    },
    '/props': {
      default_generation_settings: { id: 0, n_ctx: window, params: {} },
      total_slots: 1,
      chat_template: '{{ messages }}',
      chat_template_caps: { supports_tools: tools, supports_tool_calls: tools },
    },
  }),
  /** `loaded`: context window of the loaded model */
  ollama: (most: number, { loaded, written, tools = true }: OllamaState = {}): Responses => ({
    '/v1/models': { object: 'list', data: [{ id: 'm:latest', object: 'model', owned_by: 'library' }] },
    '/api/show': {
      parameters: `stop                           "<end>"${written === undefined ? '' : `\nnum_ctx                        ${written}`}`,
      capabilities: tools ? ['completion', 'tools'] : ['completion'],
      model_info: { 'general.architecture': 'x', 'x.context_length': most, 'x.embedding_length': 4_096 },
    },
    '/api/ps': {
      models: loaded === undefined ? [] : [{ name: 'm:latest', model: 'm:latest', context_length: loaded }],
    },
  }),
  lmstudio: (most: number, { loaded, tools = true }: OllamaState = {}): Responses => ({
    '/v1/models': { object: 'list', data: [{ id: 'm', object: 'model', owned_by: 'organization_owner' }] },
    '/api/v0/models': {
      object: 'list',
      data: [
        { id: 'text-embedding', type: 'embeddings', state: 'not-loaded', max_context_length: 2_048 },
        {
          id: 'm',
          type: 'llm',
          state: loaded === undefined ? 'not-loaded' : 'loaded',
          max_context_length: most,
          ...(loaded === undefined ? {} : { loaded_context_length: loaded }),
          capabilities: tools ? ['tool_use'] : [],
        },
      ],
    },
  }),
};

interface OllamaState {
  loaded?: number;
  written?: number;
  tools?: boolean;
}
