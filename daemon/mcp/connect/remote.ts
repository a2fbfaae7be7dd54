/** Ways to a server over HTTP: what is sent along, which answers are too large, and how a broken stream is noticed. */
import type * as Client from '@modelcontextprotocol/client';
import type { AuthProvider, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expandValues, valueOf } from './environment.js';
import { maxMessageBytes } from './stdio.js';
import { ServerFailure, type RemoteServer, type ServerAuth } from '../server.js';

export type Library = typeof Client;
export type RemoteTransport = StreamableHTTPClientTransport | SSEClientTransport;

/** A stream that ends is opened again after at least this long, and later when it ends again and again. */
const reopenMs = 1_000;
const mostReopenMs = 60_000;

/** What a request to a server carries. */
export interface Credentials {
  headers: Record<string, string>;
  /** values that texts for the user must not show */
  secrets: string[];
}

/** Throws ServerFailure `startup` when a variable is missing. */
export function credentialsOf(entry: RemoteServer, env: Readonly<Record<string, string>>): Credentials {
  const { values, secrets } = expandValues(entry, env);
  const headers = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name.toLowerCase(), sendable(value, `headers.${name}`)]),
  );
  if (entry.bearerTokenEnvVar === undefined) return { headers, secrets };
  const token = sendable(valueOf(env, entry.bearerTokenEnvVar, 'bearerTokenEnvVar'), 'bearerTokenEnvVar');
  return { headers: { ...headers, authorization: `Bearer ${token}` }, secrets: [...secrets, token] };
}

/** Trims the blanks that come with files; checked here because the error of an invalid header would quote it. */
function sendable(value: string, field: string): string {
  const text = value.trim();
  if (!/[^\t\x20-\x7e\x80-\xff]/.test(text)) return text;
  throw new ServerFailure('startup', `its ${field} holds characters that no header can have`);
}

export interface RemoteOptions {
  url: string;
  headers: Record<string, string>;
  auth: ServerAuth | undefined;
  fetch: typeof fetch;
  now: () => number;
  /** called with a failure that the library drops */
  note(failure: ServerFailure): void;
  /** the stream of notifications is open, or cannot be opened */
  listening(isOpen: boolean): void;
}

/** A transport of the library; redirects are followed within the origin alone. */
export function createRemoteTransport(
  library: Library,
  transport: 'http' | 'sse',
  { url, headers, auth, fetch, now, note, listening }: RemoteOptions,
): RemoteTransport {
  const tokens = new WeakMap<Response, string>();
  async function ask(input: string | URL, init?: RequestInit): Promise<Response> {
    const isListening = init?.method === 'GET';
    const response = await fetch(input, init).catch((error: unknown) => {
      if (isListening) listening(false);
      throw error;
    });
    if (isListening) listening(response.ok);
    if (response.status === 401) {
      const [, token] = /^Bearer (.+)$/.exec(new Headers(init?.headers).get('authorization') ?? '') ?? [];
      if (token !== undefined) tokens.set(response, token);
    }
    return bounded(response, note);
  }
  const authProvider: AuthProvider | undefined = auth && {
    async token() {
      try {
        return await auth.token();
      } catch (error) {
        if (error instanceof ServerFailure) note(error);
        throw error;
      }
    },
    onUnauthorized({ response }) {
      const token = tokens.get(response);
      return auth.refused({ response, ...(token === undefined ? {} : { token }) });
    },
  };
  const options = { fetch: ask, requestInit: { headers }, ...(authProvider && { authProvider }) };
  if (transport === 'sse') {
    const events = new library.SSEClientTransport(new URL(url), options);
    // a new stream would be a new session, which the library does not begin
    events.onerror = (error) => void (error instanceof library.SseError && events.close());
    return events;
  }
  return new library.StreamableHTTPClientTransport(new URL(url), {
    ...options,
    reconnectionScheduler: createReopening(now),
  });
}

/** Limits how often a stream that keeps ending is opened again. */
function createReopening(now: () => number): (reopen: () => void, asked: number) => () => void {
  let last = 0;
  let inRow = 0;
  return (reopen, asked) => {
    inRow = now() - last < 2 * mostReopenMs ? inRow + 1 : 0;
    last = now();
    const timer = setTimeout(reopen, Math.min(Math.max(asked, reopenMs * 2 ** inRow), mostReopenMs));
    timer.unref();
    return () => clearTimeout(timer);
  };
}

/** statuses with which no answer can be made that has a body */
const bodiless = new Set([204, 205, 304]);

/** The same answer, whose body fails once a message in it is larger than the limit. */
function bounded(response: Response, note: (failure: ServerFailure) => void): Response {
  const { body, status, statusText, headers } = response;
  if (!body || status === 401 || bodiless.has(status)) return response;
  const isStream = /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
  let bytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const end = isStream ? endOfEvent(chunk) : -1;
      bytes = end === -1 ? bytes + chunk.length : chunk.length - end;
      if (bytes <= maxMessageBytes) return void controller.enqueue(chunk);
      const failure = new ServerFailure('protocol', 'it sent a message of more than 32 MiB');
      note(failure);
      controller.error(failure);
    },
  });
  return new Response(body.pipeThrough(counting), { status, statusText, headers });
}

/** Where the last empty line of a chunk is; -1 without one. */
function endOfEvent(chunk: Uint8Array): number {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
  return Math.max(bytes.lastIndexOf('\n\n'), bytes.lastIndexOf('\r\n\r\n'), bytes.lastIndexOf('\r\r'));
}
