/** Subscriptions to session events that survive lost connections: each durable event once, in order (ws.md 3, 10). */
import { globalEvents } from '../../schemas/generated/events.js';
import type { Cursor } from '../../schemas/generated/types.js';
import { ApiFailure, ConnectionFailure } from './failure.js';
import type { Link, Resident } from './link.js';
import type { EventFrame, LiveSocket, ResyncInfo } from './socket.js';

export interface SubscriptionOptions {
  /** last durable event that the caller has applied; absent: only new events */
  cursor?: Cursor;
  /** While a returned promise is pending, later frames wait, which protects a slow reader. It must not reject. */
  onEvent(frame: EventFrame): void | Promise<void>;
  /** The log cannot be continued: the callback fetches the snapshot, shows it, and returns its cursor. */
  onResync(info: ResyncInfo): Promise<Cursor>;
}

interface Subscription extends SubscriptionOptions {
  /** false: frames are dropped until the snapshot is loaded */
  listening: boolean;
  /** global events, by number, that arrived before the ack and may be newer than the replay */
  held: Map<number, EventFrame> | undefined;
  /** the connection on which it is active */
  on: LiveSocket | undefined;
  repair: Promise<void> | undefined;
}

export interface Subscriptions extends Resident {
  has(sessionId: string): boolean;
  deliver(frame: EventFrame): void | Promise<void>;
  resync(info: ResyncInfo): void;
  subscribe(sessionId: string, options: SubscriptionOptions): Promise<void>;
  unsubscribe(sessionId: string): void;
}

/** `applied` is called with each event that a subscriber receives. */
export function createSubscriptions(link: () => Link, applied: (frame: EventFrame) => void): Subscriptions {
  const subscriptions = new Map<string, Subscription>();

  async function attach(id: string, subscription: Subscription): Promise<void> {
    const live = await link().connected();
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

  async function repair(info: ResyncInfo, subscription: Subscription): Promise<void> {
    const id = info.session_id;
    const { live } = link();
    try {
      // after this ack no live frame can arrive between the snapshot and the replay that follows
      await live?.request('unsubscribe', { session_ids: [id] });
      subscription.cursor = await subscription.onResync(info);
      if (subscriptions.get(id) === subscription) await attach(id, subscription);
    } catch (error) {
      if (error instanceof ApiFailure) return link().end(error);
      if (!(error instanceof ConnectionFailure)) throw error;
      // subscribe with the old cursor on a new connection
      subscription.on = undefined;
      if (live && link().live === live) link().drop(live);
    }
  }

  function release(subscription: Subscription, upTo: number): void {
    if (!subscription.held?.size) return;
    const due = [...subscription.held.values()].filter(({ seq }) => seq <= upTo).sort((a, b) => a.seq - b.seq);
    for (const frame of due) {
      subscription.held.delete(frame.seq);
      // they are few and small; the caller puts them in order
      void apply(subscription, frame);
    }
  }

  function apply(subscription: Subscription, frame: EventFrame): void | Promise<void> {
    if (!frame.volatile) {
      if (frame.seq <= (subscription.cursor?.seq ?? 0)) return;
      subscription.cursor = { seq: frame.seq, epoch: frame.epoch ?? subscription.cursor?.epoch };
    }
    applied(frame);
    return subscription.onEvent(frame);
  }

  return {
    has: (id) => subscriptions.has(id),
    async restore(live) {
      const each = [...subscriptions].map(async ([id, subscription]) => {
        await subscription.repair;
        if (subscription.on !== live) await attach(id, subscription);
      });
      await Promise.all(each);
    },
    deliver(frame) {
      const subscription = subscriptions.get(frame.session_id);
      if (!subscription?.listening) return;
      // a connection gets global events even ahead of the replay; the number of a volatile event is no position in the
      // log
      if (subscription.held && globalEvents.has(frame.type)) {
        if (frame.volatile) return apply(subscription, frame);
        subscription.held.set(frame.seq, frame);
        return;
      }
      release(subscription, frame.seq);
      return apply(subscription, frame);
    },
    resync(info) {
      const subscription = subscriptions.get(info.session_id);
      if (!subscription?.listening || subscription.repair) return;
      subscription.listening = false;
      subscription.repair = repair(info, subscription).finally(() => (subscription.repair = undefined));
    },
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
      // without a connection there is nothing to unsubscribe, and a lost ack changes nothing
      if (subscriptions.delete(id))
        link()
          .live?.request('unsubscribe', { session_ids: [id] })
          .catch(() => undefined);
    },
  };
}
