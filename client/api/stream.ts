/** The client's live connection, which reconnects: events, transcripts, watches, offered files, terminals (ws.md). */
import { globalEvents } from '../../schemas/generated/events.js';
import type { AbortAck } from '../../schemas/generated/types.js';
import { createClient, type Client } from './client.js';
import { createHostFiles, type HostFilesOptions } from './hostfiles.js';
import { createLink, type Link, type LinkOptions, type LinkState, type Loss } from './link.js';
import type { EventFrame, ServerHello } from './socket.js';
import { createSubscriptions, type SubscriptionOptions } from './subscriptions.js';
import { createTerminals, type AttachedTerminal, type TerminalOptions } from './terminals.js';
import { createTranscripts, type Followed, type FollowOptions } from './transcripts.js';
import { createWatches, type WatchOptions } from './watches.js';

export { isCut, type EventFrame, type WebSocketConstructor } from './socket.js';
export type { LinkState, Reconnect } from './link.js';
export type { SubscriptionOptions } from './subscriptions.js';

/** The log of events that belong to no session; a subscription with a cursor returns the missed ones. */
export const globalLog = '__global__';

export interface StreamOptions extends LinkOptions {
  /** receives events without a session, and of sessions that are neither subscribed nor followed */
  onGlobal?(frame: EventFrame): void;
}

export interface Stream {
  /** Resolves when the session is live; rejects with ApiFailure (unknown session) or ConnectionFailure. */
  subscribe(sessionId: string, options: SubscriptionOptions): Promise<void>;
  unsubscribe(sessionId: string): void;
  /** Follows the transcripts of a session, instead of subscribing to its events. Never rejects. */
  follow(sessionId: string, options: FollowOptions): Followed;
  /** Watches files. Resolves with a function that ends the watch; rejects with ApiFailure or ConnectionFailure. */
  watch(sessionId: string, options: WatchOptions): Promise<() => void>;
  /** Attaches a terminal. Rejects with ApiFailure or ConnectionFailure. */
  attachTerminal(options: TerminalOptions): Promise<AttachedTerminal>;
  /** Offers files to a session's agents; resolves with what withdraws them. Rejects as `watch` does. */
  offerFiles(options: HostFilesOptions): Promise<() => void>;
  /** Aborts a prompt over the socket, ahead of frames that wait. */
  abort(sessionId: string, promptId: string): Promise<AbortAck>;
  /** Reports each global event once; after a loss only `globalLog` repeats missed ones. Returns what ends it. */
  onGlobalEvent(listener: (frame: EventFrame) => void): () => void;
  /** Reports each change, each attempt to reconnect, and `live` again when a connection silently replaces another. */
  onState(listener: (state: LinkState) => void): () => void;
  readonly state: LinkState;
  /** how the previous connection was lost */
  readonly loss: Loss | undefined;
  /** the server's hello on this connection; undefined without a connection */
  readonly hello: ServerHello | undefined;
  /** Pings the server, and drops a connection without an answer in time. Resolves with whether it answered. */
  check(timeoutMs: number): Promise<boolean>;
  /** Makes the next attempt to connect immediately. */
  retryNow(): void;
  close(): void;
}

/** Returns a stream that connects on its first use. */
export function createStream(options: StreamOptions): Stream {
  const { baseUrl, token, fetch } = options;
  const listeners = new Set<(frame: EventFrame) => void>();
  let client: Client | undefined;
  const theLink = (): Link => link;
  const subscriptions = createSubscriptions(theLink, notifyGlobal);
  const transcripts = createTranscripts(theLink, () => (client ??= createClient({ baseUrl, token, fetch })));
  const watches = createWatches(theLink);
  const terminals = createTerminals(theLink);
  const hostFiles = createHostFiles(theLink);

  const link = createLink(options, {
    onEvent: deliver,
    onResync: (info) => subscriptions.resync(info),
    onTranscript: (frame) => transcripts.frame(frame),
    onTerminal: (frame) => terminals.deliver(frame),
    onHostFile: (request, reply) => hostFiles.deliver(request, reply),
  });
  for (const resident of [transcripts, subscriptions, watches, terminals, hostFiles]) link.add(resident);

  function notifyGlobal(frame: EventFrame): void {
    if (!globalEvents.has(frame.type)) return;
    for (const listener of [...listeners]) listener(frame);
  }

  function deliver(frame: EventFrame): void | Promise<void> {
    if (frame.type === 'event.fs.changed') watches.deliver(frame);
    if (subscriptions.has(frame.session_id)) return subscriptions.deliver(frame);
    notifyGlobal(frame);
    if (transcripts.has(frame.session_id)) transcripts.deliver(frame);
    else options.onGlobal?.(frame);
  }

  return {
    subscribe(id, wanted) {
      if (transcripts.has(id)) return Promise.reject(new TypeError(`${id} is followed already`));
      return subscriptions.subscribe(id, wanted);
    },
    unsubscribe: (id) => subscriptions.unsubscribe(id),
    follow(id, wanted) {
      if (subscriptions.has(id)) throw new TypeError(`${id} is subscribed already`);
      return transcripts.follow(id, wanted);
    },
    watch: (id, wanted) => watches.watch(id, wanted),
    attachTerminal: (wanted) => terminals.attach(wanted),
    offerFiles: (offer) => hostFiles.offer(offer),
    async abort(sessionId, promptId) {
      const live = await link.connected();
      return await live.request('abort', { session_id: sessionId, prompt_id: promptId });
    },
    onGlobalEvent(listener) {
      listeners.add(listener);
      link.keep();
      return () => listeners.delete(listener);
    },
    onState: (listener) => link.onState(listener),
    get state() {
      return link.state;
    },
    get loss() {
      return link.loss;
    },
    get hello() {
      return link.live?.hello;
    },
    async check(timeoutMs) {
      const { live } = link;
      if (!live) return false;
      const isThere = await inTime(live.ping(), timeoutMs);
      if (!isThere) link.drop(live);
      return isThere;
    },
    retryNow: () => link.retryNow(),
    close: () => link.close(),
  };
}

/** Resolves with whether the promise resolves in time. */
export function inTime(promise: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    const settle = (isThere: boolean): void => {
      clearTimeout(timer);
      resolve(isThere);
    };
    promise.then(
      () => settle(true),
      () => settle(false),
    );
  });
}
