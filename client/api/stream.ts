/** What happens live, over one connection that may break: events, transcripts, watched and offered files, terminals (ws.md). */
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

/** The log of events that belong to no session; subscribed with a cursor it brings those that were missed. */
export const globalLog = '__global__';

export interface StreamOptions extends LinkOptions {
  /** events of sessions that are not subscribed or followed, and of none */
  onGlobal?(frame: EventFrame): void;
}

export interface Stream {
  /** Resolves when the session is live; rejects with ApiFailure (unknown session) or ConnectionFailure. */
  subscribe(sessionId: string, options: SubscriptionOptions): Promise<void>;
  unsubscribe(sessionId: string): void;
  /** Follows the transcripts of a session, instead of subscribing to its events. Never rejects. */
  follow(sessionId: string, options: FollowOptions): Followed;
  /** Rejects with ApiFailure or ConnectionFailure; resolves with what ends the watch. */
  watch(sessionId: string, options: WatchOptions): Promise<() => void>;
  /** Rejects with ApiFailure or ConnectionFailure. */
  attachTerminal(options: TerminalOptions): Promise<AttachedTerminal>;
  /** Offers files of a session to its agents. Rejects with ApiFailure or ConnectionFailure; resolves with what withdraws the offer. */
  offerFiles(options: HostFilesOptions): Promise<() => void>;
  /** Aborts a prompt over the socket, past everything that waits on it. */
  abort(sessionId: string, promptId: string): Promise<AbortAck>;
  /** Each global event once; after a loss only `globalLog` has what was missed. Returns what ends it. */
  onGlobalEvent(listener: (frame: EventFrame) => void): () => void;
  /** Each change, each further attempt to connect again, and `live` again for a connection that silently replaces one. */
  onState(listener: (state: LinkState) => void): () => void;
  readonly state: LinkState;
  /** of the connection before the present one */
  readonly loss: Loss | undefined;
  /** what the server said of itself and of the connection; undefined while there is none */
  readonly hello: ServerHello | undefined;
  /** Asks whether the server is there; a connection without an answer in time is given up. */
  check(timeoutMs: number): Promise<boolean>;
  /** Connects now if it has to wait for an attempt. */
  retryNow(): void;
  close(): void;
}

/** Connects when something is first asked of it; until then nothing happens. */
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

/** Whether a promise resolves in time. */
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
