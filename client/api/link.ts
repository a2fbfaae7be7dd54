/** Keeps the client's connection: opens it, reopens it after a loss, and restores everything that was live on it. */
import { addressOf, createClient, type ClientOptions, type Fetch } from './client.js';
import { ApiFailure, ConnectionFailure, FrameFailure } from './failure.js';
import { openSocket, type LiveSocket, type SocketOptions, type WebSocketConstructor } from './socket.js';

export interface Reconnect {
  /** waits before the attempts to reconnect, in milliseconds */
  delaysMs: readonly number[];
  /** repeat the last wait forever; otherwise the stream ends after the last attempt */
  endless: boolean;
}

/** `connecting`: not live yet; `ended`: closed or given up */
export type LinkState = 'connecting' | 'live' | 'reconnecting' | 'ended';

/** How the last connection was lost. */
export interface Loss {
  /** `token`: the token was replaced; `trouble`: the server closed the connection to a slow client or after an error */
  why: 'closed' | 'token' | 'trouble';
  /** number of attempts to reconnect that have begun */
  attempts: number;
}

/** Restores on a new connection what was active on an earlier one; ends each item that the server refuses. */
export async function beginAgain<Item extends { on: LiveSocket | undefined }>(
  items: Iterable<Item>,
  live: LiveSocket,
  begin: (item: Item, live: LiveSocket) => Promise<void>,
  end: (item: Item, failure: ApiFailure) => void,
): Promise<void> {
  const lost = [...items].filter(({ on }) => on !== live);
  await Promise.all(
    lost.map((item) =>
      begin(item, live).catch((error: unknown) => {
        if (!(error instanceof ApiFailure)) throw error;
        end(item, error);
      }),
    ),
  );
}

export interface LinkOptions {
  baseUrl: ClientOptions['baseUrl'];
  /** called for every connection, since the token may have been replaced */
  token: () => string | undefined;
  /** default: the platform's `WebSocket` */
  WebSocket?: WebSocketConstructor;
  clientId: string;
  fetch?: Fetch;
  reconnect?: Reconnect;
  deadMs?: number;
  onState?(state: 'live' | 'reconnecting'): void;
  /** called when the server sent something that is not of this API; the connection is then reopened */
  onFailure?(failure: FrameFailure): void;
  /** Called when the stream gives up: token refused (ApiFailure) or server gone (ConnectionFailure). Not by `close`. */
  onEnd(failure: ApiFailure | ConnectionFailure): void;
}

/** Something that must be requested again on each new connection. */
export interface Resident {
  /** Frames that it sends synchronously precede those of residents that were added later. */
  restore(live: LiveSocket): Promise<void>;
}

export interface Link {
  /** the live connection, if any */
  readonly live: LiveSocket | undefined;
  readonly state: LinkState;
  /** how the previous connection was lost; undefined before the first loss */
  readonly loss: Loss | undefined;
  /** Rejects with ConnectionFailure or ApiFailure when the first attempt fails. */
  connected(): Promise<LiveSocket>;
  /** Connects, and retries until it succeeds or gives up. */
  keep(): void;
  add(resident: Resident): void;
  /** Reports each change of state, each further attempt, and each connection that replaces one without a change. */
  onState(listener: (state: LinkState) => void): () => void;
  /** abandons a connection that does not work; the next one follows */
  drop(live: LiveSocket): void;
  /** makes the next attempt immediately */
  retryNow(): void;
  end(failure: ApiFailure | ConnectionFailure): void;
  close(): void;
}

/** Close code for a client that reads too slowly (ws.md 1.4). */
const slowConsumer = 1013;
/** Close code for an error in the server. */
const internalError = 1011;
const defaultReconnect: Reconnect = { delaysMs: [500, 1_000, 2_000, 4_000, 8_000, 15_000], endless: true };

/** `handlers` receive the frames of every connection. Nothing is opened before the first request for a connection. */
export function createLink(
  options: LinkOptions,
  handlers: Pick<SocketOptions, 'onEvent' | 'onResync' | 'onTranscript' | 'onTerminal' | 'onHostFile'>,
): Link {
  const residents: Resident[] = [];
  const listeners = new Set<(state: LinkState) => void>();
  let socket: LiveSocket | undefined;
  let connecting: Promise<LiveSocket> | undefined;
  let state: LinkState = 'connecting';
  let loss: Loss | undefined;
  /** the token of the last connection */
  let sentToken: string | undefined;
  let recovering = false;
  let closed = false;
  let skipWait: () => void = () => undefined;

  function enter(next: LinkState): void {
    if (state === next || state === 'ended') return;
    state = next;
    report();
  }

  function report(): void {
    for (const listener of [...listeners]) listener(state);
  }

  function connected(): Promise<LiveSocket> {
    if (closed) return Promise.reject(new ConnectionFailure('the stream was closed'));
    if (socket) return Promise.resolve(socket);
    connecting ??= connect().finally(() => (connecting = undefined));
    return connecting;
  }

  async function connect(): Promise<LiveSocket> {
    const token = options.token();
    sentToken = token;
    const own: { socket?: LiveSocket } = {};
    const opened = await openSocket({
      ...handlers,
      baseUrl: addressOf(options.baseUrl),
      token,
      WebSocket: options.WebSocket ?? platformWebSocket(),
      deadMs: options.deadMs,
      onClose: (failure, code) => own.socket && lost(own.socket, failure, code),
    }).catch(async (error: unknown) => {
      throw (await refusal(options, token)) ?? error;
    });
    own.socket = opened;
    if (closed) {
      opened.close();
      throw new ConnectionFailure('the stream was closed');
    }
    socket = opened;
    // optional; the subscriptions do not depend on it
    void opened.request('client_hello', { client_id: options.clientId }).catch(() => undefined);
    if (!recovering) enter('live');
    return opened;
  }

  function lost(from: LiveSocket, failure?: ApiFailure | FrameFailure, code?: number): void {
    if (socket !== from) return;
    socket = undefined;
    if (failure instanceof FrameFailure) options.onFailure?.(failure);
    if (closed || recovering) return;
    // the token may have been replaced; the next attempt shows whether it was
    if (failure instanceof ApiFailure && failure.name !== 'UNAUTHORIZED') return end(failure);
    const isReplaced = failure?.name === 'UNAUTHORIZED' && options.token() !== sentToken;
    const isFault = code === slowConsumer || code === internalError;
    loss = { why: isReplaced ? 'token' : isFault ? 'trouble' : 'closed', attempts: 0 };
    startRecovery(isReplaced || code === slowConsumer ? 'silent' : 'lost');
  }

  /** `silent`: without a state change, after a slow client or a replaced token; the server repeats missed events. */
  function startRecovery(why: 'lost' | 'silent' | 'first'): void {
    if (recovering) return;
    recovering = true;
    void recover(why).finally(() => (recovering = false));
  }

  async function recover(why: 'lost' | 'silent' | 'first'): Promise<void> {
    let isReported = why === 'first';
    const notify = (): void => {
      if (isReported) return;
      isReported = true;
      enter('reconnecting');
      options.onState?.('reconnecting');
    };
    if (why === 'lost') notify();
    const { delaysMs, endless } = options.reconnect ?? defaultReconnect;
    let cause: unknown;
    for (let attempt = why === 'lost' ? 0 : -1; endless || attempt < delaysMs.length; attempt++) {
      if (attempt >= 0) {
        notify();
        await pause(delaysMs[Math.min(attempt, delaysMs.length - 1)] ?? 0);
      }
      if (closed) return;
      if (loss && attempt >= 0) {
        loss = { ...loss, attempts: attempt + 1 };
        if (isReported) report();
      }
      try {
        const live = await connected();
        await Promise.all(residents.map((resident) => resident.restore(live)));
        if (socket !== live) continue;
        // listeners read again what they follow, since the server does not repeat missed global events
        if (state === 'live') return report();
        enter('live');
        if (why !== 'first') options.onState?.('live');
        return;
      } catch (error) {
        if (error instanceof ApiFailure) return end(error);
        if (!(error instanceof ConnectionFailure)) throw error;
        cause = error;
      }
    }
    end(new ConnectionFailure(`the connection to ${addressOf(options.baseUrl)} was lost`, { cause }));
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      skipWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function end(failure: ApiFailure | ConnectionFailure): void {
    if (closed) return;
    close();
    options.onEnd(failure);
  }

  function close(): void {
    closed = true;
    socket?.close();
    socket = undefined;
    skipWait();
    enter('ended');
  }

  return {
    get live() {
      return socket;
    },
    get state() {
      return state;
    },
    get loss() {
      return loss;
    },
    connected,
    keep() {
      if (!socket && !closed) startRecovery('first');
    },
    add: (resident) => void residents.push(resident),
    onState(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    drop(live) {
      live.close();
      lost(live);
    },
    retryNow: () => skipWait(),
    end,
    close,
  };
}

function platformWebSocket(): WebSocketConstructor {
  const { WebSocket: found } = globalThis as { WebSocket?: WebSocketConstructor };
  if (!found) throw new TypeError('this platform has no WebSocket: pass one');
  return found;
}

/** Asks with a plain call why the server refused, which browsers do not report. Undefined: try again. */
async function refusal(options: LinkOptions, token: string | undefined): Promise<ApiFailure | undefined> {
  try {
    await createClient({ baseUrl: options.baseUrl, token, fetch: options.fetch }).getMeta(
      {},
      { signal: AbortSignal.timeout(2_000) },
    );
    return undefined;
  } catch (error) {
    // if the token was replaced meanwhile, the next attempt uses the new one
    return error instanceof ApiFailure && options.token() === token ? error : undefined;
  }
}
