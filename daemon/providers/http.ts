/** Sends one POST to a provider and reads the server-sent events of the answer; applies limits, classifies failures. */
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { isLoopback, plainly, setHeader, type Outgoing, type Reply, type Send } from '../base/net/outgoing.js';
import { isRecord, recordOf } from '../base/text/values.js';
import { secretPieces } from '../config/secrets.js';
import { proxyFailure, type ProxyError } from '../errors.js';
import { createPause } from '../base/async/pieces.js';
import { wireBody } from '../base/text/pieces.js';
import { ProviderError, ReplyTooLong } from './provider.js';
import { providerRefusal, readRetryAfter } from './refusal.js';
import { string } from './wire.js';
import { parseUrl } from '../../schemas/url.js';

/** Time limits in milliseconds. */
export interface Timeouts {
  /** from the request to the head of the answer */
  firstByteMs: number;
  /** between two chunks of the answer */
  idleMs: number;
}

const usualTimeouts: Timeouts = { firstByteMs: 300_000, idleMs: 300_000 };

/** External dependencies of the providers. */
export interface ProviderDeps {
  /** gives up connecting after 30 s at most */
  send: Send;
  /** for the libraries that renew credentials */
  fetch: typeof globalThis.fetch;
  /** epoch milliseconds */
  now(): number;
  /** rejects with the signal's reason when it aborts */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  /** secrets to mask in every error; providers add the tokens that they receive */
  secrets?: { hide(text: string): string; add(value: string): void };
  /** default: `usualTimeouts` */
  timeouts?: Timeouts;
}

export interface Post {
  url: string;
  /** keyed by lower-case names */
  headers: Record<string, string>;
  /** default: none */
  userAgent?: string | undefined;
  /** added last; they never replace the credential's header */
  customHeaders?: Record<string, string> | undefined;
  credential?: { header: string; value: string; secret: string } | undefined;
  body: unknown;
  /** whether this event is the last one */
  isLast(event: EventSourceMessage): boolean;
}

/** Milliseconds to wait for the end of an answer after its last event, so that the connection can be reused. */
const closingMs = 250;
/** Maximum characters of one event. */
const eventLimit = 16 * 1024 * 1024;
/** Maximum number of lines outside of events. */
const strayLimit = 200;
/** Maximum bytes of an answer. */
const answerLimit = 256 * 1024 * 1024;
/** Characters that are parsed at once. */
const feedLength = 16 * 1024;
/** Maximum bytes of an error body. */
const errorBodyLimit = 65_536;

/** Sends the request and yields the events of the answer; throws ProviderError, or the signal's reason. */
export async function* postForEvents(
  post: Post,
  deps: ProviderDeps,
  signal: AbortSignal,
): AsyncGenerator<EventSourceMessage> {
  signal.throwIfAborted();
  const headers = buildHeaders(post);
  checkUrl(post.url);
  const body = await wireBody(post.body);
  if (body.bytes !== undefined) headers['content-length'] = String(body.bytes);
  const line = openLine(signal, post.url);
  const timeouts = deps.timeouts ?? usualTimeouts;
  try {
    const response = await line.within(timeouts.firstByteMs, 'timeout', () =>
      sendAgain(deps.send, post.url, () => ({
        method: 'POST',
        headers,
        body: body.open(),
        signal: line.signal,
        ...plainly,
      })),
    );
    if (!response.ok || !isStream(response)) throw await refused(response, line, timeouts, deps, post);
    yield* readEvents(response, line, timeouts, post);
  } finally {
    line.close();
  }
}

async function* readEvents(
  response: Reply,
  line: Line,
  timeouts: Timeouts,
  post: Post,
): AsyncGenerator<EventSourceMessage> {
  const reader: AsyncIterator<Uint8Array, undefined> | undefined = response.body?.[Symbol.asyncIterator]();
  if (!reader) return;
  const events: EventSourceMessage[] = [];
  let strayLines = 0;
  const parser = createParser({
    maxBufferSize: eventLimit,
    onEvent: (event) => events.push(event),
    onError(error) {
      strayLines += 1;
      if (strayLines > strayLimit)
        throw new ProviderError('connection', 'The reply of the provider is not an event stream.');
      if (error.type === 'max-buffer-size-exceeded') throw new ReplyTooLong('it holds an event that is too large');
    },
  });
  const decoder = new TextDecoder();
  const pauseIfDue = createPause(1);
  let size = 0;
  for (;;) {
    const { done, value } = await line.within(timeouts.idleMs, 'connection', () => reader.next());
    size += done ? 0 : value.byteLength;
    if (size > answerLimit) throw new ReplyTooLong('it is too large');
    // an answer may end without the blank line that closes its last event
    const text = done ? `${decoder.decode()}\n\n` : decoder.decode(value, { stream: true });
    for (let at = 0; at < text.length; at += feedLength) {
      parser.feed(text.slice(at, at + feedLength));
      for (const event of events.splice(0)) {
        line.signal.throwIfAborted();
        yield event;
        if (post.isLast(event)) return await letClose(reader, line);
      }
      // a fast server must not block the event loop
      const pause = pauseIfDue();
      if (pause) await pause;
    }
    if (done) return;
  }
}

async function letClose(reader: AsyncIterator<Uint8Array, undefined>, line: Line): Promise<void> {
  const until = performance.now() + closingMs;
  try {
    while (performance.now() < until && !(await line.within(closingMs, 'connection', () => reader.next())).done);
  } catch (error) {
    // the reply is complete; how its connection ends does not matter
    if (!(error instanceof ProviderError)) throw error;
  }
}

/** Some servers send no content type, so this refuses only types that cannot be a stream. */
function isStream(response: Reply): boolean {
  return !/^(?:application\/json|text\/html)\b/i.test(response.headers.get('content-type') ?? '');
}

async function refused(
  response: Reply,
  line: Line,
  timeouts: Timeouts,
  deps: ProviderDeps,
  post: Post,
): Promise<ProviderError> {
  const { status } = response;
  if (status >= 300 && status < 400) {
    return new ProviderError(
      'bad_request',
      `HTTP ${status}: the provider's address leads elsewhere; set base_url to where it leads.`,
      { status },
    );
  }
  // mask before truncating, so that no part of a key remains
  const text = hideSecrets(await readText(response, line, timeouts), secretsOf(post));
  const body = deps.secrets?.hide(text) ?? text;
  if (response.ok) {
    if (/"error"\s*:/.test(body)) return providerRefusal({ body });
    return new ProviderError('bad_request', 'The provider answered no event stream; check base_url.', { status });
  }
  const afterMs = response.headers.get('retry-after-ms');
  const retryAfterMs =
    afterMs !== null && /^\d+$/.test(afterMs.trim())
      ? Number(afterMs)
      : readRetryAfter(response.headers.get('retry-after'), deps.now());
  return providerRefusal({ status, body, retryAfterMs });
}

async function readText(response: Reply, line: Line, timeouts: Timeouts): Promise<string> {
  const reader: AsyncIterator<Uint8Array, undefined> | undefined = response.body?.[Symbol.asyncIterator]();
  if (!reader) return '';
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let size = 0;
  while (size < errorBodyLimit) {
    const { done, value } = await line.within(timeouts.idleMs, 'connection', () => reader.next());
    if (done) break;
    size += value.byteLength;
    pieces.push(decoder.decode(value, { stream: true }));
  }
  return pieces.join('');
}

interface Line {
  signal: AbortSignal;
  /** runs one piece of work; closes the connection when it takes too long */
  within<T>(ms: number, kind: 'timeout' | 'connection', work: () => Promise<T>): Promise<T>;
  close(): void;
}

/** The reason for closing a finished connection; a default abort reason would build a stack trace each time. */
const closed = new Error('the line is closed');

/** One connection that ends with the caller's signal, with a time limit, or when it is closed. */
function openLine(signal: AbortSignal, url: string): Line {
  const controller = new AbortController();
  /** rejects the work in progress */
  let interrupt: ((reason: unknown) => void) | undefined;
  const abort = (reason: unknown): void => {
    controller.abort(reason);
    interrupt?.(reason);
  };
  const follow = (): void => abort(signal.reason);
  if (signal.aborted) follow();
  else signal.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    async within(ms, kind, work) {
      const timer = setTimeout(
        () => abort(new ProviderError(kind, `The provider sent nothing for ${Math.ceil(ms / 1_000)} s.`)),
        ms,
      );
      try {
        controller.signal.throwIfAborted();
        // a pending read may never settle when the answer breaks off at the same time
        return await new Promise((resolve, reject) => {
          interrupt = reject;
          work().then(resolve, reject);
        });
      } catch (error) {
        if (controller.signal.aborted) throw controller.signal.reason;
        throw connectionFailure(error, url);
      } finally {
        clearTimeout(timer);
      }
    },
    close() {
      signal.removeEventListener('abort', follow);
      controller.abort(closed);
    },
  };
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was lost',
  ETIMEDOUT: 'it did not accept the connection in time',
  ENOTFOUND: 'the host was not found',
  EAI_AGAIN: 'the host was not found',
  UND_ERR_SOCKET: 'the connection was lost',
  UND_ERR_CONNECT_TIMEOUT: 'it did not accept the connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'it did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'it fell silent',
};

function connectionFailure(error: unknown, url: string): ProviderError {
  if (error instanceof ProviderError) return error;
  const proxy = proxyFailure(error);
  if (proxy) return unreachable(proxy);
  const outer = recordOf(error);
  const cause = isRecord(outer['cause']) ? outer['cause'] : outer;
  const code = string(cause['code']);
  if (code === 'ECONNREFUSED' && isLoopback(url)) {
    const message = `Nothing answers at ${new URL(url).origin}; is the model server running?`;
    return new ProviderError('connection', message, { cause: error });
  }
  const reason = reasons[code] ?? (string(cause['message']) || 'the connection failed');
  const kind =
    code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'ETIMEDOUT'
      ? 'timeout'
      : 'connection';
  return new ProviderError(kind, `The provider cannot be reached: ${reason}.`, { cause: error });
}

/** The error for a failed proxy; if the proxy refused for good, a retry does not help. */
export function unreachable(proxy: ProxyError): ProviderError {
  const facts = proxy.passing ? {} : { isFinal: true };
  return new ProviderError('connection', `The provider cannot be reached: ${proxy.message}.`, facts);
}

function buildHeaders(post: Post): Record<string, string> {
  const headers: Record<string, string> = { ...post.headers };
  // replace characters that headers cannot carry instead of failing
  const userAgent = post.userAgent?.replace(/[^\x21-\x7e]+/gu, '-');
  if (userAgent) headers['user-agent'] = userAgent;
  const reserved = post.credential?.header.toLowerCase();
  for (const [name, value] of Object.entries(post.customHeaders ?? {})) {
    if (name.toLowerCase() !== reserved) setCustom(headers, name, value);
  }
  if (post.credential) setCustom(headers, post.credential.header, post.credential.value);
  return headers;
}

function setCustom(headers: Record<string, string>, name: string, value: string): void {
  try {
    setHeader(headers, name, value);
  } catch {
    // the original message quotes the value, which may be a key
    throw new ProviderError('bad_request', `The header ${JSON.stringify(name)} holds characters that cannot be sent.`);
  }
}

function checkUrl(text: string): void {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new ProviderError('bad_request', 'The base_url of the provider is not an http or https address.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new ProviderError(
      'bad_request',
      'The base_url of the provider holds a name or password; use api_key or custom_headers.',
    );
  }
}

function secretsOf(post: Post): string[] {
  return [post.credential?.secret ?? '', ...Object.values(post.customHeaders ?? {}).flatMap(secretPieces)];
}

/** Shorter values are not treated as secrets: they would match ordinary text. */
const shortestSecret = 6;

/** Replaces every secret in a text. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce(
    (rest, secret) => (secret.length < shortestSecret ? rest : rest.replaceAll(secret, '***')),
    text,
  );
}

/** Origins that have answered, so that a kept connection to them may exist. */
const answered = new WeakMap<Send, Set<string>>();

/**
 * Sends a request that does no harm when it arrives twice. If the connection is lost before any answer, and it may have
 * been kept from an earlier answer, sends the request once more on a new one. Losing a new connection, or losing one
 * twice, is an ordinary failure. `asked` makes the request, since a stream can be sent only once.
 */
async function sendAgain(send: Send, url: string, asked: () => Outgoing): Promise<Reply> {
  const { origin } = new URL(url);
  const origins = answered.get(send) ?? new Set();
  answered.set(send, origins);
  let request: Outgoing | undefined;
  const ask = async (): Promise<Reply> => {
    request = asked();
    const response = await send(url, request);
    origins.add(origin);
    return response;
  };
  try {
    return await ask();
  } catch (error) {
    if (!origins.delete(origin) || request?.signal.aborted || !isLost(error)) throw error;
    return await ask();
  }
}

function isLost(error: unknown): boolean {
  let found = error;
  for (let depth = 0; depth < 4 && isRecord(found); depth++) {
    const { code, socket, cause } = found;
    // a connection from which nothing was ever read was new
    if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE')
      return recordOf(socket)['bytesRead'] !== 0;
    found = cause;
  }
  return false;
}
