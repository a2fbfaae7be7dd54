/** Live events of sessions over connections that may break: every durable event once, in order (ws.md 3, 10). */
import { eventTable } from '../../schemas/generated/events.js';
import type { Cursor } from '../../schemas/generated/types.js';
import { createClient, type Fetch } from './client.js';
import { ApiFailure, ConnectionFailure } from './failure.js';
import { openSocket, type EventFrame, type LiveSocket, type ResyncInfo, type WebSocketConstructor } from './socket.js';

export { isCut, type EventFrame, type ResyncInfo, type WebSocketConstructor } from './socket.js';

export interface Reconnect {
  /** waits before the attempts after a connection was lost */
  delaysMs: readonly number[];
  /** repeat the last wait for ever; else the stream ends after the last attempt */
  endless: boolean;
}

export interface StreamOptions {
  baseUrl: string;
  /** called again for every connection, as the token may have been replaced */
  token: () => string | undefined;
  WebSocket: WebSocketConstructor;
  clientId: string;
  fetch?: Fetch;
  reconnect?: Reconnect;
  deadMs?: number;
  onState?(state: 'live' | 'reconnecting'): void;
  /** events of sessions that are not subscribed, and of none */
  onGlobal?(frame: EventFrame): void;
  /** The stream gave up: token refused (ApiFailure) or server gone (ConnectionFailure). Not called after `close`. */
  onEnd(failure: ApiFailure | ConnectionFailure): void;
}

export interface SubscriptionOptions {
  /** last durable event the caller has applied; absent: live from now */
  cursor?: Cursor;
  /** A promise that is still open holds up what follows, so that a slow reader is not flooded; it must not reject. */
  onEvent(frame: EventFrame): void | Promise<void>;
  /** The log cannot be continued: take the snapshot, show it, and return its cursor. */
  onResync(info: ResyncInfo): Promise<Cursor>;
}

export interface Stream {
  /** Resolves when the session is live; rejects with ApiFailure (unknown session) or ConnectionFailure. */
  subscribe(sessionId: string, options: SubscriptionOptions): Promise<void>;
  unsubscribe(sessionId: string): void;
  close(): void;
}

interface Subscription extends SubscriptionOptions {
  /** false: frames are dropped, a snapshot is on its way */
  listening: boolean;
  /** global events that came before the ack and may be ahead of the replay, by number */
  held: Map<number, EventFrame> | undefined;
  /** the connection it is subscribed on */
  on: LiveSocket | undefined;
  repair: Promise<void> | undefined;
}

/** Close code for a connection that did not take what was sent (ws.md 1.4). */
const slowConsumer = 1013;
const defaultReconnect: Reconnect = { delaysMs: [500, 1_000, 2_000, 4_000, 8_000, 15_000], endless: true };

/** Connects at the first subscription; until then nothing happens. */
export function createStream(options: StreamOptions): Stream {
  const subscriptions = new Map<string, Subscription>();
  let socket: LiveSocket | undefined;
  let connecting: Promise<LiveSocket> | undefined;
  let recovering = false;
  let closed = false;

  const connected = (): Promise<LiveSocket> => {
    if (socket) return Promise.resolve(socket);
    connecting ??= connect().finally(() => (connecting = undefined));
    return connecting;
  };

  async function connect(): Promise<LiveSocket> {
    const token = options.token();
    const opened = await openSocket({
      baseUrl: options.baseUrl,
      token,
      WebSocket: options.WebSocket,
      deadMs: options.deadMs,
      onEvent: (frame) => deliver(subscriptions, frame, options),
      onResync: (info) => startRepair(info),
      onClose: onLost,
    }).catch(async (error: unknown) => {
      throw (await refusal(options, token)) ?? error;
    });
    if (closed) {
      opened.close();
      throw new ConnectionFailure('the stream was closed');
    }
    socket = opened;
    // customary; the subscriptions follow by themselves
    void opened.request('client_hello', { client_id: options.clientId }).catch(() => undefined);
    return opened;
  }

  function onLost(failure: ApiFailure | undefined, code?: number): void {
    socket = undefined;
    if (closed || recovering) return;
    // a token may have been replaced; whether it was shows at the next attempt
    if (failure && failure.name !== 'UNAUTHORIZED') return end(failure);
    recovering = true;
    void recover(code === slowConsumer).finally(() => (recovering = false));
  }

  /** `atOnce`: this client was too slow; the server resends what it missed. */
  async function recover(atOnce: boolean): Promise<void> {
    if (!atOnce) options.onState?.('reconnecting');
    const { delaysMs, endless } = options.reconnect ?? defaultReconnect;
    let cause: unknown;
    for (let attempt = atOnce ? -1 : 0; endless || attempt < delaysMs.length; attempt++) {
      if (attempt === 0 && atOnce) options.onState?.('reconnecting');
      if (attempt >= 0) await wait(delaysMs[Math.min(attempt, delaysMs.length - 1)] ?? 0);
      if (closed) return;
      try {
        await restore();
        if (!socket) continue;
        if (attempt >= 0) options.onState?.('live');
        return;
      } catch (error) {
        if (error instanceof ApiFailure) return end(error);
        if (!(error instanceof ConnectionFailure)) throw error;
        cause = error;
      }
    }
    end(new ConnectionFailure(`the connection to ${options.baseUrl} was lost`, { cause }));
  }

  async function restore(): Promise<void> {
    const live = await connected();
    const each = [...subscriptions].map(async ([id, subscription]) => {
      await subscription.repair;
      if (subscription.on !== live) await attach(id, subscription);
    });
    await Promise.all(each);
  }

  function end(failure: ApiFailure | ConnectionFailure): void {
    if (closed) return;
    close();
    options.onEnd(failure);
  }

  async function attach(id: string, subscription: Subscription): Promise<void> {
    const live = await connected();
    Object.assign(subscription, { on: live, held: new Map(), listening: true });
    const ack = await live.request('subscribe', {
      session_ids: [id],
      resume_inflight: true,
      ...(subscription.cursor && { cursors: { [id]: subscription.cursor } }),
    });
    if (ack.not_found.includes(id)) throw new ApiFailure({ code: 40401, message: `unknown session: ${id}`, status: 0 });
    if (!subscription.listening) return;
    release(subscription, Infinity);
    subscription.held = undefined;
    const position = ack.cursors?.[id];
    if (position && position.seq >= (subscription.cursor?.seq ?? 0)) subscription.cursor = position;
  }

  function startRepair(info: ResyncInfo): void {
    const subscription = subscriptions.get(info.session_id);
    if (!subscription?.listening || subscription.repair) return;
    subscription.listening = false;
    subscription.repair = repair(info, subscription).finally(() => (subscription.repair = undefined));
  }

  async function repair(info: ResyncInfo, subscription: Subscription): Promise<void> {
    const id = info.session_id;
    const live = socket;
    try {
      // after this ack no live frame can come between the snapshot and the replay that follows it
      await live?.request('unsubscribe', { session_ids: [id] });
      subscription.cursor = await subscription.onResync(info);
      if (subscriptions.get(id) === subscription) await attach(id, subscription);
    } catch (error) {
      if (error instanceof ApiFailure) return end(error);
      if (!(error instanceof ConnectionFailure)) throw error;
      // begin again with the old cursor on a new connection
      subscription.on = undefined;
      if (!live || socket !== live) return;
      live.close();
      onLost(undefined);
    }
  }

  function close(): void {
    closed = true;
    socket?.close();
    socket = undefined;
  }

  return {
    async subscribe(id, wanted) {
      if (subscriptions.has(id)) throw new TypeError(`${id} is subscribed already`);
      const subscription: Subscription = {
        ...wanted,
        listening: true,
        held: undefined,
        on: undefined,
        repair: undefined,
      };
      subscriptions.set(id, subscription);
      try {
        await attach(id, subscription);
      } catch (error) {
        subscriptions.delete(id);
        throw error;
      }
    },
    unsubscribe(id) {
      // without a connection there is nothing to end, and a lost ack changes nothing
      if (subscriptions.delete(id)) socket?.request('unsubscribe', { session_ids: [id] }).catch(() => undefined);
    },
    close,
  };
}

function deliver(
  subscriptions: ReadonlyMap<string, Subscription>,
  frame: EventFrame,
  options: StreamOptions,
): void | Promise<void> {
  const subscription = subscriptions.get(frame.session_id);
  if (!subscription) {
    options.onGlobal?.(frame);
    return;
  }
  if (!subscription.listening) return;
  // every connection gets global events, also before the replay has reached them
  if (subscription.held && !frame.volatile && eventTable[frame.type]?.scope === 'global') {
    subscription.held.set(frame.seq, frame);
    return;
  }
  release(subscription, frame.seq);
  return apply(subscription, frame);
}

function release(subscription: Subscription, upTo: number): void {
  if (!subscription.held?.size) return;
  const due = [...subscription.held.values()].filter(({ seq }) => seq <= upTo).sort((a, b) => a.seq - b.seq);
  for (const frame of due) {
    subscription.held.delete(frame.seq);
    // few and small; the caller puts them in order
    void apply(subscription, frame);
  }
}

function apply(subscription: Subscription, frame: EventFrame): void | Promise<void> {
  if (!frame.volatile) {
    if (frame.seq <= (subscription.cursor?.seq ?? 0)) return;
    subscription.cursor = { seq: frame.seq, epoch: frame.epoch ?? subscription.cursor?.epoch };
  }
  return subscription.onEvent(frame);
}

/** Browsers do not report why a socket was refused; a plain call does. Undefined: try again. */
async function refusal(options: StreamOptions, token: string | undefined): Promise<ApiFailure | undefined> {
  try {
    await createClient({ baseUrl: options.baseUrl, token, fetch: options.fetch }).getMeta(
      {},
      { signal: AbortSignal.timeout(2_000) },
    );
    return undefined;
  } catch (error) {
    // a token that was replaced meanwhile is tried next
    return error instanceof ApiFailure && options.token() === token ? error : undefined;
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
