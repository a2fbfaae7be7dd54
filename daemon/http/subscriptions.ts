/** The sessions that one socket follows, and the global events of all other sessions (ws.md 3, 5). */
import type { Cursor } from '../../schemas/generated/types.js';
import { invalid } from '../errors.js';
import { GLOBAL, type Frame } from '../sessions/log/frames.js';
import { createChannel, type Channel, type GradeRequest } from './channel.js';
import { systemText } from './encode.js';
import type { Feed, FoundSession } from './feed.js';
import type { Outbound } from './outbound.js';
import { cursorProblem } from './replay.js';
import { createSubscription, passesAgents, type Facts, type Started, type Subscription } from './subscription.js';

/** Maximum number of sessions that one connection may follow (ws.md 1.5). */
const maxSubscriptions = 1000;

export interface SubscribeRequest {
  sessionIds: readonly string[];
  cursors?: Readonly<Record<string, Cursor>>;
  /** agent ids by session */
  agents?: Readonly<Record<string, readonly string[]>>;
  inflight: boolean;
  maxReplay?: number;
}

export interface Subscribed {
  accepted: string[];
  notFound: string[];
  resync: string[];
  cursors: Record<string, Required<Cursor>>;
}

export interface Subscriptions {
  /**
   * Follows sessions one after another; resolves when all of them are live. Call it again only after that. Throws
   * VALIDATION_FAILED and changes nothing when there would be too many.
   */
  add(request: SubscribeRequest): Promise<Subscribed>;
  remove(sessionIds: readonly string[]): void;
  /** sends the text of followed sessions that the hub still holds back */
  flush(): void;
  /** follows transcripts, and the session's events if they are not followed yet; resolves when all of them are live */
  grade(sessionId: string, request: GradeRequest): Promise<Subscribed>;
  /** undefined: all agents */
  dropGrades(sessionId: string, agentIds: readonly string[] | undefined): Subscribed;
  /** sessions followed now, in the order of their subscription */
  ids(): string[];
  close(): void;
}

interface Entry {
  subscription: Subscription;
  channel: Channel;
  leave(): void;
}

/** `failed` is called with an unexpected error during the delivery of a frame. */
export function createSubscriptions(deps: {
  feed: Feed;
  outbound: Outbound;
  now(): number;
  failed(error: unknown): void;
}): Subscriptions {
  const { feed, outbound, now } = deps;
  const entries = new Map<string, Entry>();
  /** sessions deleted while they were followed */
  const gone = new Set<string>();
  let closed = false;

  const read = (frame: Frame): void => {
    // The hub calls this inside an append: a failure of one reader must not reach the engine.
    try {
      take(frame);
    } catch (error) {
      deps.failed(error);
    }
  };
  // a new connection does not get events from before it was opened
  let globalCursor = feed.caughtUp(() => cursorOf(globalLog()));
  const leaveGlobal = feed.hub.joinGlobal(read);

  function globalLog(): FoundSession {
    const ref = feed.log.globalRef();
    return { ...ref, lastSeq: feed.log.lastSeq(ref.key) };
  }

  /** Detects lost global events: while this server pauses, as in system sleep, others may write more than is kept. */
  function noticeLoss({ seq, epoch }: Frame): void {
    if (seq <= globalCursor.seq) return;
    const reason = seq > globalCursor.seq + 1 ? cursorProblem(feed.log, globalLog(), globalCursor) : undefined;
    globalCursor = { seq, epoch };
    if (reason)
      outbound.text(systemText('resync_required', now(), { session_id: GLOBAL, reason, current_seq: seq, epoch }));
  }

  function take(frame: Frame): void {
    const { sessionId, type } = frame;
    if (sessionId === GLOBAL) noticeLoss(frame);
    const entry = entries.get(sessionId);
    if (entry) {
      entry.subscription.accept(frame);
      entry.channel.observe(frame);
    } else if (frame.scope === 'global') outbound.frame(frame);
    if (entry && type === 'event.session.deleted') {
      end(sessionId);
      remember(sessionId);
    } else if (type === 'event.session.created' && gone.delete(sessionId)) {
      const payload = {
        session_id: sessionId,
        reason: 'session_recreated' as const,
        current_seq: frame.seq,
        epoch: frame.epoch,
      };
      outbound.text(systemText('resync_required', now(), payload));
    }
  }

  function remember(sessionId: string): void {
    gone.add(sessionId);
    if (gone.size <= maxSubscriptions) return;
    for (const oldest of gone) return void gone.delete(oldest);
  }

  function end(sessionId: string): void {
    const entry = entries.get(sessionId);
    if (!entry) return;
    entries.delete(sessionId);
    entry.subscription.stop();
    entry.channel.close();
    entry.leave();
  }

  function open(sessionId: string): Entry {
    const entry: Entry = {
      channel: createChannel({ feed, outbound, sessionId, now, failed: deps.failed }),
      leave: () => undefined,
      subscription: createSubscription({
        feed,
        outbound,
        now,
        join: () => void (entry.leave = sessionId === GLOBAL ? entry.leave : feed.hub.join(sessionId, read)),
      }),
    };
    entries.set(sessionId, entry);
    gone.delete(sessionId);
    return entry;
  }

  function locate(sessionId: string): FoundSession | undefined {
    return sessionId === GLOBAL ? globalLog() : feed.find(sessionId);
  }

  async function follow(sessionId: string, request: SubscribeRequest): Promise<Started | undefined> {
    const cursor = own(request.cursors, sessionId);
    if (sessionId !== GLOBAL && feed.find(sessionId)) await feed.repair(sessionId);
    // publish events of other servers first: from here on the subscription counts them as delivered
    const found = closed ? undefined : feed.caughtUp(() => locate(sessionId));
    if (!found) {
      end(sessionId);
      return undefined;
    }
    const filter = own(request.agents, sessionId);
    const agents = filter && new Set(filter);
    const { subscription, channel } = entries.get(sessionId) ?? open(sessionId);
    if (cursor) channel.hold();
    try {
      return await subscription.start(found, {
        cursor,
        maxReplay: request.maxReplay,
        volatile: true,
        inflight: request.inflight,
        wants: (facts: Facts) => passesAgents(facts, agents) && !channel.suppresses(facts),
      });
    } catch (error) {
      end(sessionId);
      throw error;
    } finally {
      channel.resume();
    }
  }

  /** The result for a followed session, with its position; reports any other session as unknown. */
  function subscribed(sessionId: string): Subscribed {
    const cursor = entries.get(sessionId)?.subscription.cursor();
    if (!cursor) return unknown(sessionId);
    return { ...nothing(), accepted: [sessionId], cursors: { [sessionId]: cursor } };
  }

  function checkCount(ids: ReadonlySet<string>): void {
    let count = [...entries.keys()].filter((id) => id !== GLOBAL).length;
    for (const id of ids) if (id !== GLOBAL && !entries.has(id) && feed.find(id)) count += 1;
    if (count > maxSubscriptions) throw invalid('', `a connection follows at most ${maxSubscriptions} sessions`);
  }

  return {
    async add(request) {
      const ids = new Set(request.sessionIds);
      checkCount(ids);
      const early = [...ids].filter((id) => own(request.cursors, id) && !entries.has(id) && feed.find(id));
      // global events of a session that waits for its repair and replay must come only with the replay
      for (const id of early) open(id);
      const result = nothing();
      try {
        for (const id of ids) {
          const started = await follow(id, request);
          if (!started) {
            result.notFound.push(id);
            continue;
          }
          result.accepted.push(id);
          if (started.resync) result.resync.push(id);
          result.cursors[id] = started.cursor;
        }
      } catch (error) {
        for (const id of early) if (!result.accepted.includes(id)) end(id);
        throw error;
      }
      return result;
    },
    remove: (sessionIds) => sessionIds.filter((id) => id !== GLOBAL).forEach(end),
    flush: () => feed.hub.flushAll((id) => entries.has(id)),
    async grade(sessionId, request) {
      if (sessionId === GLOBAL || !feed.find(sessionId)) return unknown(sessionId);
      checkCount(new Set([sessionId]));
      // text that the hub still holds back was received under the old grades
      feed.hub.flush(sessionId);
      const { subscription, channel } = entries.get(sessionId) ?? open(sessionId);
      channel.set(request);
      if (!subscription.cursor()) await follow(sessionId, { sessionIds: [], inflight: false });
      await channel.settle();
      return subscribed(sessionId);
    },
    dropGrades(sessionId, agentIds) {
      feed.hub.flush(sessionId);
      entries.get(sessionId)?.channel.drop(agentIds);
      const isKnown = sessionId !== GLOBAL && feed.find(sessionId) !== undefined;
      return isKnown ? { ...subscribed(sessionId), accepted: [sessionId], notFound: [] } : unknown(sessionId);
    },
    ids: () => [...entries.keys()].filter((id) => id !== GLOBAL),
    close() {
      closed = true;
      leaveGlobal();
      for (const id of [...entries.keys()]) end(id);
    },
  };
}

function cursorOf({ lastSeq, epoch }: FoundSession): Required<Cursor> {
  return { seq: lastSeq, epoch };
}

function nothing(): Subscribed {
  return { accepted: [], notFound: [], resync: [], cursors: {} };
}

function unknown(sessionId: string): Subscribed {
  return { ...nothing(), notFound: [sessionId] };
}

/** Reads a key from parsed JSON, ignoring the properties that every object inherits. */
function own<T>(values: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return values && Object.hasOwn(values, key) ? values[key] : undefined;
}
