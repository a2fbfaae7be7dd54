/** One session for one reader: first stored events, then live ones, without duplicates and in order. */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { Cursor } from '../../schemas/generated/types.js';
import type { Frame } from '../sessions/log/frames.js';
import type { EventRow } from '../sessions/log/log.js';
import { ownFrame, rowBytes, systemText } from './encode.js';
import type { Feed, FoundSession } from './feed.js';
import type { Outbound } from './outbound.js';
import { cursorProblem, isMoreThan, readPages, type ResyncReason } from './replay.js';

/** Facts that a reader's filter may use; rows and frames both have them. */
export type Facts = Pick<Frame, 'type' | 'agentId' | 'scope'>;

/** How to read a session from now on. */
export interface SubscriptionRequest {
  /** replay starts after it; absent: live events only */
  cursor?: Cursor;
  /** maximum number of events to replay */
  maxReplay?: number;
  /** include live volatile frames, and each agent's status at the switch to live */
  volatile: boolean;
  /** include the recovery frames of ws.md 9.3 */
  inflight: boolean;
  wants(facts: Facts): boolean;
}

/** Where live delivery continues, and the reason if nothing was replayed. */
export interface Started {
  cursor: Required<Cursor>;
  resync?: ResyncReason;
}

export interface Subscription {
  /** Starts, or restarts with another request. Returns undefined when it was stopped meanwhile. */
  start(found: FoundSession, request: SubscriptionRequest): Promise<Started | undefined>;
  /** position from which live delivery continues */
  cursor(): Required<Cursor> | undefined;
  /** handles a frame of this session from the hub */
  accept(frame: Frame): void;
  stop(): void;
}

export interface SubscriptionDeps {
  feed: Feed;
  outbound: Outbound;
  /** epoch milliseconds */
  now(): number;
  /** joins the hub for this session; called once, at the switch to live */
  join(): void;
  /** called with each stored or live event in order, after it was sent or filtered out */
  seen?(facts: Facts): void;
}

/** Whether the agent filter of ws.md 3, note 4 passes an event; without a list everything passes. */
export function passesAgents(facts: Facts, agents: ReadonlySet<string> | undefined): boolean {
  if (!agents || facts.scope === 'global' || agents.has(facts.agentId)) return true;
  return facts.type === 'agent.created' || facts.type === 'agent.disposed';
}

type State = 'new' | 'replaying' | 'live' | 'stopped';

export function createSubscription(deps: SubscriptionDeps): Subscription {
  const { feed, outbound, now } = deps;
  const { log, hub } = feed;
  let state: State = 'new';
  let ref: FoundSession | undefined;
  let current: SubscriptionRequest | undefined;
  let delivered = 0;
  let isJoined = false;

  const isStopped = (): boolean => state === 'stopped';

  async function start(found: FoundSession, request: SubscriptionRequest): Promise<Started | undefined> {
    if (isStopped()) return undefined;
    const { cursor } = request;
    if (!cursor) return goLive(found, request, state === 'live' ? delivered : found.lastSeq);
    state = 'replaying';
    ref = found;
    const problem = cursorProblem(log, found, cursor) ?? (await replayProblem(found, request, cursor));
    if (isStopped()) return undefined;
    if (problem) return resync(found, request, problem);
    return replay(found, request, cursor);
  }

  async function replayProblem(
    found: FoundSession,
    { maxReplay, wants: wanted }: SubscriptionRequest,
    cursor: Cursor,
  ): Promise<ResyncReason | undefined> {
    if (maxReplay === undefined) return undefined;
    const more = await isMoreThan(maxReplay, {
      log,
      ref: found,
      after: cursor.seq,
      wants: (row) => wanted(factsOf(row)),
    });
    return more ? 'buffer_overflow' : undefined;
  }

  function resync(found: FoundSession, request: SubscriptionRequest, reason: ResyncReason): Started {
    const seq = log.lastSeq(found.key);
    outbound.text(
      systemText('resync_required', now(), { session_id: found.id, reason, current_seq: seq, epoch: found.epoch }),
    );
    return { ...goLive(found, request, seq), resync: reason };
  }

  async function replay(
    found: FoundSession,
    request: SubscriptionRequest,
    cursor: Cursor,
  ): Promise<Started | undefined> {
    let started: Started | undefined;
    await readPages({
      log,
      ref: found,
      after: cursor.seq,
      ready: outbound.ready,
      stopped: isStopped,
      row(row) {
        const facts = factsOf(row);
        const bytes = request.wants(facts) ? rowBytes(row, found, feed.localized) : undefined;
        if (bytes) outbound.replay({ bytes, seq: row.seq });
        deps.seen?.(facts);
      },
      end: (lastSeq) => void (started = goLive(found, request, lastSeq)),
    });
    return started;
  }

  /** Switches to live delivery: everything up to `seq` was sent, and later events come from the hub. */
  function goLive(found: FoundSession, request: SubscriptionRequest, seq: number): Started {
    // Text that the hub still holds back belongs to the time before: it goes to the other readers now.
    hub.flush(found.id);
    const cursor = { seq, epoch: found.epoch };
    ref = found;
    delivered = seq;
    current = request;
    state = 'live';
    if (!isJoined) deps.join();
    isJoined = true;
    if (found.key === log.globalRef().key) return { cursor };
    const sendOwn = (event: NewEvent, offset?: number): void => {
      const frame = ownFrame(found, seq, now(), event, offset);
      if (request.wants(frame)) outbound.frame(frame);
    };
    if (request.volatile) for (const event of feed.statuses(found.id)) sendOwn(event);
    if (request.inflight) for (const { event, offset } of feed.inflight(found.id)) sendOwn(event, offset);
    return { cursor };
  }

  function recreated(frame: Frame): void {
    const found = feed.find(frame.sessionId);
    const seq = found?.lastSeq ?? frame.seq;
    ref = found ?? { key: -1, id: frame.sessionId, epoch: frame.epoch, lastSeq: seq };
    delivered = frame.durable ? frame.seq - 1 : frame.seq;
    outbound.text(
      systemText('resync_required', now(), {
        session_id: frame.sessionId,
        reason: 'session_recreated',
        current_seq: seq,
        epoch: frame.epoch,
      }),
    );
  }

  return {
    start,
    cursor: () => ref && { seq: delivered, epoch: ref.epoch },
    accept(frame) {
      if (frame.type === 'event.session.deleted') {
        outbound.frame(frame);
        deps.seen?.(frame);
        return;
      }
      if (state !== 'live') return;
      if (frame.epoch !== ref?.epoch) recreated(frame);
      if (frame.durable) {
        // Polling finds events of other servers, which may be older than what was just read from the log.
        if (frame.seq <= delivered) return;
        delivered = frame.seq;
      }
      if ((frame.durable || current?.volatile) && current?.wants(frame)) outbound.frame(frame);
      deps.seen?.(frame);
    },
    stop: () => void (state = 'stopped'),
  };
}

function factsOf({ type, agent_id, visibility }: EventRow): Facts {
  return { type, agentId: agent_id, scope: visibility === 2 ? 'global' : 'session' };
}
