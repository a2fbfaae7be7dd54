/** A live connection to a server: the handshake, the current tools, and calls with a time limit (engine.md 5). */
import type { Client, Transport } from '@modelcontextprotocol/client';
import { setTimeout as delay } from 'node:timers/promises';
import { head } from '../../base/text/cut.js';
import { BrokenLink, failureOf, RefusedRequest, streamEnded } from './failure.js';
import { longestMs, untilAborted, waitAtMost } from '../../base/async/wait.js';
import type { Library } from './remote.js';
import { progressText, readResult, readTools } from './tools.js';
import { ServerFailure, type CallResult, type ServerTool } from '../server.js';

/** Milliseconds that a finished call waits for the tool list that changed during it. */
const freshMs = 5_000;
/** milliseconds that connecting waits for the stream of notifications */
const listenMs = 500;
/** milliseconds: over HTTP, a result may overtake the notification that its call caused, which uses another stream */
const overtakenMs = 30;
/** milliseconds between two reads of the tools */
const pauseMs = 200;
/** milliseconds that notifying a server of the end may take */
const endMs = 1_000;
/** maximum characters of a server's instructions (engine.md 5) */
const maxInstructions = 2_000;
/** milliseconds that reading a changed list may take */
const changeMs = 30_000;

export interface Call {
  tool: string;
  input: Record<string, unknown>;
  signal: AbortSignal;
  timeoutMs: number;
  progress(text: string): void;
}

export interface Link {
  tools(): readonly ServerTool[];
  /** the server's instructions for models */
  instructions: string | undefined;
  /** throws ServerFailure, including BrokenLink, or the reason of the signal */
  call(call: Call): Promise<CallResult>;
  /** `broken` is called once, when the connection ends on its own; `changed` each time the tools have changed */
  watch(listener: { broken(failure: ServerFailure, isIdle: boolean): void; changed(): void }): void;
  /** resolves when everything is closed; notifies the server unless the connection is broken */
  close(isBroken?: boolean): Promise<void>;
}

export interface LinkOptions {
  library: Library;
  transport: Transport;
  identity: { name: string; version: string };
  /** aborts the handshake */
  signal: AbortSignal;
  /** replaces a failure by the transport's description, which may have more details */
  word(failure: ServerFailure): ServerFailure;
  /** called after the client has released the transport */
  release(): Promise<void>;
  /** notifies the server that it is no longer needed */
  endSession?(): Promise<void>;
  warn(message: string): void;
  /** removes invisible characters from a server's text */
  plain(text: string): string;
  notifications?: NotificationStream | undefined;
}

/** The separate stream on which an HTTP server sends notifications. */
export interface NotificationStream {
  /** resolves when the stream is open or cannot be opened */
  ready: Promise<void>;
  /** registers a listener for a reopened stream, which may have missed notifications */
  onReopened(listener: () => void): void;
}

/** Connects and reads the tools; on failure releases everything and throws ServerFailure. */
export async function openLink(options: LinkOptions): Promise<Link> {
  const { library, transport, identity, signal, release } = options;
  const client = new library.Client(identity, { capabilities: {} });
  client.fallbackRequestHandler = decline(library);
  let listener: Parameters<Link['watch']>[0] | undefined;
  let isOver = false;
  let calls = 0;
  let tools: readonly ServerTool[] = [];

  const explain = (error: unknown): ServerFailure | RefusedRequest => {
    const failure = failureOf(library, error, transport.sessionId !== undefined);
    return failure instanceof RefusedRequest ? failure : options.word(failure);
  };
  const list = (until: AbortSignal) => readTools((cursor) => askList(client, cursor, until), options.warn);
  const fresh = createRefresh(async () => {
    const next = await list(AbortSignal.any([signal, AbortSignal.timeout(changeMs)]));
    if (isOver || JSON.stringify(next) === JSON.stringify(tools)) return;
    tools = next;
    listener?.changed();
  }, options.warn);

  async function close(isBroken = false): Promise<void> {
    isOver = true;
    if (!isBroken && client.transport) {
      const sent = options.endSession?.().catch(() => undefined);
      if (sent) await waitAtMost(sent, endMs);
    }
    await client.close().catch(() => undefined);
    await release();
  }

  try {
    watchTransport(transport);
    await untilAborted(client.connect(transport, { signal, timeout: longestMs }), signal);
    client.setNotificationHandler('notifications/tools/list_changed', fresh.begin);
    if (client.getServerCapabilities()?.tools) {
      const [listed] = await untilAborted(Promise.all([list(signal), listening(options.notifications)]), signal);
      tools = listed;
    }
    options.notifications?.onReopened(fresh.begin);
  } catch (error) {
    const why = explain(signal.aborted ? signal.reason : error);
    // the server's message, which may quote what was sent to it
    const failure = why instanceof RefusedRequest ? options.word(startFailure(why)) : startFailure(why);
    // the caller looks at the HTTP status to try another transport
    failure.cause = error;
    await close(true);
    throw failure;
  }
  const lost = (): void => {
    if (!isOver) listener?.broken(options.word(new BrokenLink('the connection was closed', 'unknown')), calls === 0);
  };
  client.onclose = lost;

  return {
    tools: () => tools,
    instructions: instructionsOf(client.getInstructions(), options.plain),
    async call(call) {
      calls += 1;
      const result = await callTool(client, call, explain).finally(() => (calls -= 1));
      const isReadOnly = tools.find(({ name }) => name === call.tool)?.readOnly;
      if (options.notifications && !isReadOnly && client.getServerCapabilities()?.tools?.listChanged)
        await delay(overtakenMs);
      if (fresh.isUnderWay()) await waitAtMost(fresh.done(), freshMs);
      return result;
    },
    watch(onEnd) {
      listener = onEnd;
      if (client.transport === undefined) lost();
    },
    close,
  };
}

function instructionsOf(instructions: unknown, plain: (text: string) => string): string | undefined {
  if (typeof instructions !== 'string') return undefined;
  // cleaning removes characters, so it gets twice the maximum before the cut
  const text = plain(instructions.slice(0, 2 * maxInstructions)).trim();
  return text === '' ? undefined : head(text, maxInstructions);
}

/** Waits a while for the stream: some servers open it only with the first notification. */
async function listening(notifications: NotificationStream | undefined): Promise<void> {
  if (notifications) await waitAtMost(notifications.ready, listenMs);
}

/** Classifies every failure before the connection is established as `startup`, except `auth` and `protocol`. */
function startFailure(failure: ServerFailure | RefusedRequest): ServerFailure {
  if (failure instanceof RefusedRequest) return new ServerFailure('startup', `it refused: ${failure.message}`);
  const isOwnKind = failure.kind === 'auth' || failure.kind === 'protocol';
  return new ServerFailure(isOwnKind ? failure.kind : 'startup', failure.message);
}

/** Declines requests of servers: this client offers neither user input nor a model. */
function decline(library: Library): (request: { method: string }) => Promise<Record<string, unknown>> {
  return async ({ method }) => {
    if (method === 'elicitation/create') return { action: 'decline' };
    if (method === 'sampling/createMessage') throw new library.ProtocolError(-1, 'sampling is declined');
    throw new library.ProtocolError(library.ProtocolErrorCode.MethodNotFound, 'Method not found');
  };
}

/** Reads the tools, and again when they changed meanwhile. */
function createRefresh(read: () => Promise<void>, warn: (message: string) => void) {
  let running: Promise<void> | undefined;
  let isStale = false;
  async function run(): Promise<void> {
    while (isStale) {
      isStale = false;
      await read().catch((error: unknown) => warn(`its changed tools cannot be read: ${(error as Error).message}`));
      // do not poll a server that changes its tools all the time
      if (isStale) await delay(pauseMs);
    }
    running = undefined;
  }
  return {
    begin(): void {
      isStale = true;
      running ??= run();
    },
    isUnderWay: () => running !== undefined,
    done: async () => await running,
  };
}

/**
 * Fixes two gaps of the library on streamable connections: answers a request whose stream ended without an answer, and
 * closes the stream of a cancelled request.
 */
function watchTransport(transport: Transport): void {
  const open = new Map<string | number, AbortController>();
  const send = transport.send.bind(transport);
  transport.onmessage = (message) => {
    if (!('method' in message) && message.id !== undefined) open.delete(message.id);
  };
  transport.send = async (message, options) => {
    if (!('method' in message)) return await send(message, options);
    if (!('id' in message)) {
      await send(message, options);
      const cancelled = message.method === 'notifications/cancelled' ? message.params?.['requestId'] : undefined;
      const stream = open.get(cancelled as string | number);
      if (stream && open.delete(cancelled as string | number)) stream.abort();
      return;
    }
    const { id } = message;
    const stream = new AbortController();
    open.set(id, stream);
    const onRequestStreamEnd = (): void => {
      if (!open.delete(id)) return;
      const error = { code: -32_000, message: 'no answer', data: streamEnded };
      transport.onmessage?.({ jsonrpc: '2.0', id, error });
    };
    await send(message, { ...options, requestSignal: stream.signal, onRequestStreamEnd });
  };
}

type AnyAnswer = Record<string, unknown>;

/** Accepts any answer; `tools.ts` validates it. */
const anyAnswer = {
  '~standard': { version: 1, vendor: 'agent', validate: (value: unknown) => ({ value: value as AnyAnswer }) },
} as const;

async function askList(client: Client, cursor: string | undefined, signal: AbortSignal): Promise<unknown> {
  const params = cursor === undefined ? {} : { cursor };
  return await client.request({ method: 'tools/list', params }, anyAnswer, { timeout: longestMs, signal });
}

async function callTool(
  client: Client,
  { tool, input, signal, timeoutMs, progress }: Call,
  explain: (error: unknown) => ServerFailure | RefusedRequest,
): Promise<CallResult> {
  const limit = createLimit(timeoutMs);
  try {
    const answer = await client.request({ method: 'tools/call', params: { name: tool, arguments: input } }, anyAnswer, {
      signal: AbortSignal.any([signal, limit.signal]),
      timeout: longestMs,
      onprogress(report) {
        limit.extend();
        progress(progressText(report));
      },
    });
    return readResult(answer);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (limit.signal.aborted) throw new ServerFailure('timeout', `it did not answer within ${timeoutMs} ms`);
    const failure = explain(error);
    if (failure instanceof ServerFailure) throw failure;
    return { parts: [{ type: 'text', text: failure.message }], isError: true };
  } finally {
    limit.end();
  }
}

const mostExtensions = 10;

/** The time limit of a call, which progress restarts (engine.md 5). */
interface Limit {
  /** aborts when the time is over */
  readonly signal: AbortSignal;
  /** reports progress: the limit restarts now, at most ten times */
  extend(): void;
  end(): void;
}

/**
 * Progress does not restart the timer but is remembered until the timer fires, so that none of the ten restarts is used
 * while time is left.
 */
export function createLimit(ms: number): Limit {
  const over = new AbortController();
  const limit = Math.min(ms, longestMs);
  let last: number | undefined;
  let extensions = 0;
  let timer = setTimeout(due, limit);

  function due(): void {
    if (last === undefined || extensions === mostExtensions) return over.abort();
    extensions += 1;
    timer = setTimeout(due, Math.max(1, last + limit - performance.now()));
    last = undefined;
  }

  return {
    signal: over.signal,
    extend: () => (last = performance.now()),
    end: () => clearTimeout(timer),
  };
}
