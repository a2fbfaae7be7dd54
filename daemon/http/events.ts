/** The HTTP event stream: a session's events as server-sent events, for scripts (ws.md 13). */
import { eventTable, type EventFacts } from '../../schemas/generated/events.js';
import type { Cursor } from '../../schemas/generated/types.js';
import { ApiError, invalid } from '../errors.js';
import { GLOBAL, type Frame } from '../sessions/log/frames.js';
import { bearerToken, type Credentials } from './auth.js';
import type { ApiRequest, Handler } from './contract.js';
import { systemText } from './encode.js';
import type { HttpRequest, HttpResponse } from './exchange.js';
import type { Feed, FoundSession } from './feed.js';
import type { Heartbeat } from './heartbeat.js';
import { createOutbound, type Wire } from './outbound.js';
import { cursorProblem, type ResyncReason } from './replay.js';
import { createSubscription, passesAgents, type Facts, type SubscriptionRequest } from './subscription.js';

export interface EventStreamsOptions {
  feed: Feed;
  credentials: Credentials;
  bypassAuth: boolean;
  heartbeat: Heartbeat;
  /** epoch milliseconds */
  now(): number;
}

export interface EventStreams {
  /** resolves when the stream has ended */
  handler: Handler<'streamSessionEvents'>;
  /** ends all streams; output that a slow reader has not read after a second is lost */
  close(): void;
}

type Query = ApiRequest<'streamSessionEvents'>['query'];

const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};

/** Milliseconds that a slow reader has to read the rest before the connection is cut. */
const lingerMs = { shutdown: 1000, slow: 30_000 };

export function createEventStreams(options: EventStreamsOptions): EventStreams {
  const { feed } = options;
  const open = new Set<() => void>();
  let closed = false;

  async function repaired(sessionId: string): Promise<FoundSession | undefined> {
    if (feed.find(sessionId)) await feed.repair(sessionId);
    return feed.find(sessionId);
  }

  return {
    async handler({ params, query, req, res }) {
      const start = startOf(req, query);
      const choice = readChoice(query);
      const found = params.session_id === GLOBAL ? undefined : await repaired(params.session_id);
      if (!found) throw new ApiError('SESSION_NOT_FOUND');
      if (res.destroyed) return null;
      if (req.method === 'HEAD') {
        res.writeHead(200, streamHeaders).end();
        return null;
      }
      const { over, end } = stream({ ...options, found, start, choice, query, req, res });
      open.add(end);
      if (closed) end();
      await over.finally(() => open.delete(end));
      return null;
    },
    close() {
      closed = true;
      for (const end of open) end();
    },
  };
}

interface StreamOptions extends EventStreamsOptions {
  found: FoundSession;
  start: number | 'now';
  choice: Pick<SubscriptionRequest, 'volatile' | 'inflight' | 'wants'> & { endsWith(facts: Facts): boolean };
  query: Query;
  req: HttpRequest;
  res: HttpResponse;
}

/** Streams the events of one session. `over` rejects on a bug; `end` stops the stream immediately. */
function stream(options: StreamOptions): { over: Promise<void>; end(): void } {
  const { feed, heartbeat, now, found, start, choice, query, req, res } = options;
  const outbound = createOutbound({ wire: responseWire(res), overflow: () => cut(lingerMs.slow) });
  const subscription = createSubscription({
    feed,
    outbound,
    now,
    join: () => undefined,
    seen: (facts) => void (choice.endsWith(facts) && finish()),
  });
  let settle: { resolve(): void; reject(error: unknown): void };
  const over = new Promise<void>((resolve, reject) => void (settle = { resolve, reject }));
  const leave = feed.hub.join(found.id, read);
  const stopBeat = heartbeat.add(beat);

  function read(frame: Frame): void {
    // The hub calls this inside an append: a failure of one reader must not reach the engine.
    try {
      // events under the same id after the session was deleted belong to another log
      if (frame.epoch !== found.epoch && frame.type !== 'event.session.deleted') return resync('session_recreated');
      subscription.accept(frame);
      if (frame.type === 'event.session.deleted') finish();
    } catch (error) {
      fail(error);
    }
  }

  function quit(): void {
    subscription.stop();
    leave();
    stopBeat();
  }

  /** Ends the stream after everything sent so far. */
  function finish(): void {
    quit();
    void outbound.ready().then(() => cut(lingerMs.slow));
  }

  /** Ends the stream and drops everything still in the queue. */
  function cut(linger: number): void {
    quit();
    outbound.close();
    if (res.writableEnded) return;
    res.end();
    const timer = setTimeout(() => res.destroy(), linger).unref();
    res.once('close', () => clearTimeout(timer));
  }

  /** Sends the only frame for a reader that must fetch the snapshot, and ends the stream. */
  function resync(reason: ResyncReason): void {
    const { lastSeq, epoch } = feed.find(found.id) ?? found;
    const payload = { session_id: found.id, reason, current_seq: lastSeq, epoch };
    outbound.text(systemText('resync_required', now(), payload));
    finish();
  }

  function fail(error: unknown): void {
    cut(0);
    settle.reject(error);
  }

  function beat(): void {
    try {
      if (!isAuthorized()) cut(lingerMs.shutdown);
      else if (res.writableLength === 0) res.write(': ping\n\n');
    } catch (error) {
      fail(error);
    }
  }

  function isAuthorized(): boolean {
    const token = bearerToken(req.headers.authorization);
    return options.bypassAuth || (token !== undefined && options.credentials.accepts(token));
  }

  async function run(): Promise<void> {
    const cursor: Cursor | undefined = start === 'now' ? undefined : { seq: start, epoch: query.epoch };
    const reason = cursorProblem(feed.log, found, cursor ?? { seq: found.lastSeq, epoch: query.epoch });
    if (reason) return resync(reason);
    const started = await subscription.start(found, { ...choice, cursor });
    if (started && !query.follow) finish();
  }

  res.once('close', () => {
    quit();
    outbound.close();
    settle.resolve();
  });
  res.writeHead(200, streamHeaders);
  res.write('retry: 1000\n\n');
  run().catch(fail);
  return { over, end: () => cut(lingerMs.shutdown) };
}

const eventEnd = Buffer.from('\n\n');

function responseWire(res: HttpResponse): Wire {
  return {
    send({ bytes, seq }, taken) {
      const opening = Buffer.from(seq === undefined ? 'data: ' : `id: ${seq}\ndata: `);
      res.write(Buffer.concat([opening, bytes, eventEnd]), () => taken());
    },
    buffered: () => res.writableLength,
  };
}

function startOf({ headers }: HttpRequest, query: Query): number | 'now' {
  const last = headers['last-event-id'];
  if (last === undefined || last === '') return query.after_seq;
  if (typeof last !== 'string' || !/^\d{1,15}$/.test(last))
    throw invalid('Last-Event-ID', 'must be an integer of at least 0');
  return Number(last);
}

function readChoice(query: Query): StreamOptions['choice'] {
  const { follow, volatile = follow, inflight = volatile, until } = query;
  const agents = query.agent_id && new Set(query.agent_id);
  // a script would wait forever for an event type that never occurs
  if (until !== undefined && !isSent(until)) throw invalid('until', 'is not an event type');
  const passesType = typeTest(query.types);
  return {
    volatile,
    inflight,
    wants: (facts) => passesType(facts.type) && passesAgents(facts, agents),
    endsWith: (facts) => facts.type === until && passesAgents(facts, agents),
  };
}

function isSent(type: string): boolean {
  const facts = (eventTable as Record<string, EventFacts>)[type];
  return facts !== undefined && facts.delivery !== 'internal';
}

/** Compiles a list such as `turn.*,tool.result` into a test. */
function typeTest(list: string | undefined): (type: string) => boolean {
  if (list === undefined) return () => true;
  const patterns = list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  if (patterns.length === 0) throw invalid('types', 'must name an event type');
  const names = new Set(patterns.filter((pattern) => !pattern.endsWith('*')));
  const prefixes = patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1));
  return (type) => names.has(type) || prefixes.some((prefix) => type.startsWith(prefix));
}
