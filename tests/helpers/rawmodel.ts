/** A server that answers model requests byte by byte: for garbage, truncated streams and unusual headers. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** One response; default: status 200 and an event stream. */
export interface RawReply {
  status?: number;
  headers?: Record<string, string>;
  /** written in order; a number waits for that many milliseconds, `drop` closes the connection */
  body?: (string | Buffer | number)[];
  /** milliseconds before the header is sent */
  headAfterMs?: number;
}

export interface RawRequest {
  path: string;
  headers: IncomingHttpHeaders;
  /** parsed JSON */
  body: unknown;
  /** resolves when the connection of the request has ended; `early` when the client ended it before the answer was complete */
  closed: Promise<{ early: boolean }>;
}

export interface RawModel {
  /** `http://127.0.0.1:<port>` */
  url: string;
  requests: RawRequest[];
  /** responses in order; the last one repeats; a function decides per request */
  reply(...replies: (RawReply | ((request: RawRequest) => RawReply))[]): void;
  close(): Promise<void>;
}

export async function startRawModel(): Promise<RawModel> {
  const replies: (RawReply | ((request: RawRequest) => RawReply))[] = [];
  const requests: RawRequest[] = [];
  const server = createServer((request, response) => {
    // requests of a daemon about the server itself are not scripted
    if (request.method === 'GET' || request.url === '/api/show') return void response.writeHead(404).end();
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString('utf8');
      const asked: RawRequest = {
        path: request.url ?? '',
        headers: request.headers,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
        closed: new Promise((resolve) => {
          response.on('close', () => resolve({ early: !response.writableFinished }));
        }),
      };
      requests.push(asked);
      const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? { status: 404 };
      void answer(typeof reply === 'function' ? reply(asked) : reply);
    });
    async function answer(reply: RawReply): Promise<void> {
      if (reply.headAfterMs !== undefined) await wait(reply.headAfterMs, undefined, { ref: false });
      response.writeHead(reply.status ?? 200, { 'content-type': 'text/event-stream', ...reply.headers });
      response.flushHeaders();
      for (const piece of reply.body ?? []) {
        if (response.destroyed) return;
        if (piece === 'drop') {
          response.destroy();
          return;
        }
        if (typeof piece === 'number') await wait(piece, undefined, { ref: false });
        else response.write(piece);
      }
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    reply: (...next) => void replies.splice(0, replies.length, ...next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns a complete response in the format of OpenAI chat. */
export function chatReply(answer: {
  text?: string;
  calls?: { id: string; name: string; arguments: string }[];
}): RawReply {
  const tool_calls = answer.calls?.map(({ id, ...call }, index) => ({ index, id, type: 'function', function: call }));
  const delta = {
    ...(answer.text === undefined ? {} : { content: answer.text }),
    ...(tool_calls === undefined ? {} : { tool_calls }),
  };
  const choice = { index: 0, delta, finish_reason: tool_calls === undefined ? 'stop' : 'tool_calls' };
  return { body: [`data: ${JSON.stringify({ choices: [choice] })}\n\ndata: [DONE]\n\n`] };
}
