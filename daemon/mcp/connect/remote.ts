/** Transports to a server over HTTP: credentials, limits on the size of answers, and detection of broken streams. */
import type * as Client from '@modelcontextprotocol/client';
import type { AuthProvider, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expandValues, valueOf } from './environment.js';
import { maxMessageBytes } from './stdio.js';
import { ServerFailure, type RemoteServer, type ServerAuth } from '../server.js';

export type Library = typeof Client;
export type RemoteTransport = StreamableHTTPClientTransport | SSEClientTransport;

/** Minimum and maximum milliseconds before an ended stream is reopened; the wait grows when it keeps ending. */
const reopenMs = 1_000;
const mostReopenMs = 60_000;

/** Headers of the requests to a server. */
export interface Credentials {
  headers: Record<string, string>;
  /** values that texts for the user must not contain */
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

/** Trims surrounding whitespace; checks the characters here because the error of an invalid header would quote it. */
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
  /** called when the stream of notifications is open or cannot be opened */
  listening(isOpen: boolean): void;
}

/** Creates a transport of the library; it follows redirects only within the origin. */
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
    // a new stream would need a new session, which the library does not start
    events.onerror = (error) => void (error instanceof library.SseError && events.close());
    return events;
  }
  return new library.StreamableHTTPClientTransport(new URL(url), {
    ...options,
    reconnectionScheduler: createReopening(now),
  });
}

/** Limits how often a stream that keeps ending is reopened. */
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

/** statuses for which a Response must have no body */
const bodiless = new Set([204, 205, 304]);

/** The same answer with a body that fails once a message in it exceeds the limit. */
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

/** Position of the last empty line in a chunk; -1 without one. */
function endOfEvent(chunk: Uint8Array): number {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
  return Math.max(bytes.lastIndexOf('\n\n'), bytes.lastIndexOf('\r\n\r\n'), bytes.lastIndexOf('\r\r'));
}
