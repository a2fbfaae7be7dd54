/** The typed client: requests, responses, failures and cancellation. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ApiFailure, ConnectionFailure, createClient, errorNameOf } from '../../client/api/client.js';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  body: string;
}

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** Starts a server that gives one answer to all requests and records them. */
async function answering(status: number, body: string): Promise<{ baseUrl: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  server = createServer((req, res) => {
    void read(req).then((text) => {
      seen.push({ method: req.method, url: req.url, authorization: req.headers.authorization, body: text });
      res.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

async function read(req: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  return text;
}

const envelope = (fields: object): string =>
  JSON.stringify({ code: 0, msg: 'success', data: null, request_id: 'r', ...fields });

describe('createClient', () => {
  test('puts parameters, query and body where the operation has them', async () => {
    const { baseUrl, seen } = await answering(200, envelope({ data: { items: [], has_more: false } }));
    const client = createClient({ baseUrl, token: 'secret' });
    await client.listMessages({ params: { session_id: 'a/b:c' }, query: { page_size: 5, before_id: undefined } });
    await client.submitPrompt({ params: { session_id: 's' }, body: { content: [{ type: 'text', text: 'hé' }] } });
    await client.call('abortSession', { params: { session_id: 's' } });
    expect(seen).toEqual([
      {
        method: 'GET',
        url: '/api/v1/sessions/a%2Fb%3Ac/messages?page_size=5',
        authorization: 'Bearer secret',
        body: '',
      },
      {
        method: 'POST',
        url: '/api/v1/sessions/s/prompts',
        authorization: 'Bearer secret',
        body: '{"content":[{"type":"text","text":"hé"}]}',
      },
      { method: 'POST', url: '/api/v1/sessions/s:abort', authorization: 'Bearer secret', body: '' },
    ]);
  });

  test('sends no token where none is asked for', async () => {
    const { baseUrl, seen } = await answering(200, envelope({ data: { ok: true } }));
    expect(await createClient({ baseUrl, token: 'secret' }).getHealth()).toEqual({ ok: true });
    expect(seen[0]?.authorization).toBeUndefined();
  });

  test('an error envelope becomes an ApiFailure with all its fields', async () => {
    const { baseUrl } = await answering(
      200,
      envelope({ code: 40901, msg: 'busy', data: { owner: { pid: 1 } }, details: [1], request_id: 'r1' }),
    );
    const failure = await createClient({ baseUrl })
      .getMeta()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({
      name: 'SESSION_BUSY',
      code: 40901,
      message: 'busy',
      data: { owner: { pid: 1 } },
      details: [1],
      requestId: 'r1',
      status: 200,
    });
  });

  test('the success code of an operation is success', async () => {
    const { baseUrl } = await answering(200, envelope({ code: 40909, data: { dismissed: true } }));
    const client = createClient({ baseUrl });
    expect(await client.dismissQuestion({ params: { session_id: 's', question_id: 'q' } })).toEqual({
      dismissed: true,
    });
    await expect(client.getMeta()).rejects.toMatchObject({ code: 40909 });
  });

  test('documents come without an envelope, their errors with one', async () => {
    const { baseUrl } = await answering(200, '{"openapi":"3.1.0"}');
    expect(await createClient({ baseUrl }).getOpenApi()).toEqual({ openapi: '3.1.0' });
    server?.close();
    const refused = await answering(401, envelope({ code: 40101, msg: 'no' }));
    await expect(createClient({ baseUrl: refused.baseUrl }).getOpenApi()).rejects.toMatchObject({
      name: 'UNAUTHORIZED',
      status: 401,
    });
  });

  test.each([
    ['a page of something else', 200, '<html>'],
    ['JSON that is no envelope', 200, '{"ok":true}'],
    ['nothing', 502, ''],
  ])('%s is no answer of the API', async (_, status, body) => {
    const { baseUrl } = await answering(status, body);
    await expect(createClient({ baseUrl }).getMeta()).rejects.toBeInstanceOf(ConnectionFailure);
  });

  test('a server that is gone is a ConnectionFailure, an own abort is not', async () => {
    const { baseUrl } = await answering(200, '');
    server?.close();
    await expect(createClient({ baseUrl }).getMeta()).rejects.toBeInstanceOf(ConnectionFailure);
    const signal = AbortSignal.abort(new Error('mine'));
    await expect(createClient({ baseUrl }).getMeta({}, { signal })).rejects.toThrow('mine');
  });

  test('a missing path parameter never reaches another route', async () => {
    const { baseUrl, seen } = await answering(200, envelope({}));
    await expect(createClient({ baseUrl }).getSession({ params: { session_id: '' } })).rejects.toThrow('session_id');
    expect(seen).toEqual([]);
  });

  test('codes of a newer server keep their number', () => {
    expect(errorNameOf(40401)).toBe('SESSION_NOT_FOUND');
    expect(new ApiFailure({ code: 49999, message: 'new', status: 200 })).toMatchObject({
      name: 'UNKNOWN_ERROR',
      code: 49999,
    });
  });
});
