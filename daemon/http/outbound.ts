/** The outbound queue of one connection: while the peer is slow, it joins, replaces or drops frames (ws.md 11). */
import type { Frame } from '../sessions/log/frames.js';
import { frameBytes } from './encode.js';
import { joinOps, opsBytes, type OpsFrame } from './ops.js';
import { eventReaders, type EventType } from '../../schemas/generated/events.js';
import { isText, joinText } from '../sessions/log/hub.js';

/** One message; only durable events have a `seq`. */
export interface Message {
  bytes: Buffer;
  seq?: number;
}

/** The destination of messages. */
export interface Wire {
  /** calls `taken` once the system has accepted the bytes, or never will */
  send(message: Message, taken: () => void): void;
  /** bytes that were sent but not yet accepted by the system */
  buffered(): number;
}

export interface Outbound {
  /** sends an answer or system frame: never dropped, overtakes nothing */
  text(text: string): void;
  /** sends a frame that is dropped when the peer is far behind */
  sendDroppable(bytes: Buffer): void;
  /** sends a live event */
  frame(frame: Frame): void;
  /** sends changes of a transcript */
  ops(frame: OpsFrame): void;
  /** sends a stored event; it does not count towards the limits, so wait for `ready` between pages */
  replay(message: Message): void;
  /** resolves once nearly all frames queued now were taken, for one caller after another, or when this is closed */
  ready(): Promise<void>;
  /** passes the whole queue to the socket; ignores all later frames */
  drain(): void;
  /** discards the queue; ignores all later frames */
  close(): void;
}

export interface OutboundOptions {
  wire: Wire;
  /** called once, when the peer has fallen too far behind; the queue is already discarded */
  overflow(): void;
  /** called before each answer or system frame, to send frames that it must not overtake */
  before?(): void;
}

/** Bytes from which frames are merged, volatile frames dropped, and the connection closed. */
const mergeAt = 1024 * 1024;
const dropAt = 4 * 1024 * 1024;
export const closeAt = 8 * 1024 * 1024;

/** Bytes passed to the socket at a time: enough to keep it busy, few enough that later frames can still be merged. */
const highWater = 256 * 1024;
const lowWater = 64 * 1024;

interface Waiting {
  size: number;
  key?: string;
  /** serialized only when it leaves the queue, so that other frames can be merged into it until then */
  content: Frame | Buffer | OpsFrame;
}

/** An entry that resolves a waiter once all frames before it have left. */
interface Mark {
  size: 0;
  key?: undefined;
  passed(): void;
}

export function createOutbound({ wire, overflow, before }: OutboundOptions): Outbound {
  const queue = new Set<Waiting | Mark>();
  const newest = new Map<string, Waiting>();
  let tail: Waiting | undefined;
  let queued = 0;
  let replaying = 0;
  let closed = false;
  /** a waiting producer was resumed but has not run yet */
  let granted = false;

  const load = (): number => queued + Math.max(0, wire.buffered() - replaying);
  const isReady = (): boolean => !granted && queue.size === 0 && wire.buffered() < lowWater;

  function onSent(): void {
    if (!closed) pump();
  }

  function pump(): void {
    for (const item of queue) {
      const isMark = 'passed' in item;
      if (closed || wire.buffered() >= (isMark ? lowWater : highWater) || (isMark && granted)) return;
      remove(item);
      if (isMark) grant(item.passed);
      else wire.send(messageOf(item.content), onSent);
    }
  }

  function grant(resume: () => void): void {
    granted = true;
    resume();
    setImmediate(() => {
      granted = false;
      onSent();
    });
  }

  function remove(item: Waiting | Mark): void {
    queue.delete(item);
    queued -= item.size;
    if (item.key !== undefined && newest.get(item.key) === item) newest.delete(item.key);
    if (tail === item) tail = undefined;
  }

  function push(item: Waiting): void {
    if (queue.size === 0 && wire.buffered() < highWater) {
      wire.send(messageOf(item.content), onSent);
      return;
    }
    queue.add(item);
    queued += item.size;
    tail = item;
    if (item.key !== undefined) newest.set(item.key, item);
    if (load() < closeAt) return;
    close();
    overflow();
  }

  function join(frame: Frame | OpsFrame): boolean {
    if (!tail || Buffer.isBuffer(tail.content)) return false;
    const merged = merge(tail.content, frame, tail.size);
    if (!merged) return false;
    tail.content = merged.frame;
    tail.size += merged.added;
    queued += merged.added;
    return true;
  }

  function close(): void {
    closed = true;
    for (const item of queue) if ('passed' in item) item.passed();
    queue.clear();
    newest.clear();
    tail = undefined;
    queued = 0;
  }

  function ready(): Promise<void> {
    if (closed) return Promise.resolve();
    return new Promise((passed) => {
      if (isReady()) return grant(passed);
      queue.add({ size: 0, passed });
      tail = undefined;
    });
  }

  return {
    text(text) {
      before?.();
      if (closed) return;
      const bytes = Buffer.from(text);
      push({ size: bytes.length, content: bytes });
    },
    sendDroppable(bytes) {
      if (!closed && load() < dropAt) push({ size: bytes.length, content: bytes });
    },
    frame(frame) {
      if (closed) return;
      const now = load();
      if (now >= dropAt && isDroppable(frame)) return;
      if (now < mergeAt) return push({ size: frameBytes(frame).length, content: frame, key: mergeKey(frame) });
      if (join(frame)) return;
      const key = mergeKey(frame);
      const older = key === undefined ? undefined : newest.get(key);
      if (older) remove(older);
      const content = older && isEvent(older.content) ? mergeStatus(older.content, frame) : frame;
      push({ size: frameBytes(content).length, content, key });
    },
    ops(frame) {
      if (closed) return;
      const now = load();
      if (now >= dropAt || (now >= mergeAt && join(frame))) return;
      push({ size: opsBytes(frame).length, content: frame });
    },
    replay(message) {
      if (closed) return;
      const size = message.bytes.length;
      replaying += size;
      wire.send(message, () => {
        replaying -= size;
        onSent();
      });
    },
    drain() {
      for (const item of queue) if (!('passed' in item)) wire.send(messageOf(item.content), () => undefined);
      close();
    },
    ready,
    close,
  };
}

function isEvent(content: Waiting['content']): content is Frame {
  return !Buffer.isBuffer(content) && 'type' in content;
}

function merge(first: Frame | OpsFrame, next: Frame | OpsFrame, size: number) {
  if (isEvent(first)) return isEvent(next) ? mergeText(first, next) : undefined;
  return isEvent(next) ? undefined : joinOps(first, next, size);
}

function messageOf(content: Waiting['content']): Message {
  if (Buffer.isBuffer(content)) return { bytes: content };
  if (!isEvent(content)) return { bytes: opsBytes(content) };
  return content.durable ? { bytes: frameBytes(content), seq: content.seq } : { bytes: frameBytes(content) };
}

const keptTypes: ReadonlySet<EventType> = new Set(eventReaders.kept);

/** Whether a frame may be dropped for a peer that is far behind. */
export function isDroppable(frame: Frame): boolean {
  return !frame.durable && !keptTypes.has(frame.type);
}

/** A key for frames of which only the newest has to stay in the queue. */
function mergeKey({ sessionId, agentId, payload }: Frame): string | undefined {
  if (payload.type === 'agent.status.updated') return `${sessionId} ${agentId}`;
  if (payload.type === 'tool.progress') return `${sessionId} ${agentId} ${payload.toolCallId}`;
  return undefined;
}

/** The newer frame; for two status frames, with the fields that only the older one has. */
function mergeStatus(older: Frame, newer: Frame): Frame {
  if (older.payload.type !== 'agent.status.updated' || newer.payload.type !== 'agent.status.updated') return newer;
  const { text: _text, ...rest } = newer;
  return { ...rest, payload: { ...older.payload, ...newer.payload } };
}

/** Merges two adjacent text frames into a new one, and counts the added bytes; undefined if they are not adjacent. */
function mergeText(first: Frame, next: Frame): { frame: Frame; added: number } | undefined {
  if (first.sessionId !== next.sessionId || !isText(first) || !isText(next)) return undefined;
  const { text: _text, ...frame } = first;
  return joinText(frame, next) ? { frame, added: Buffer.byteLength(JSON.stringify(textOf(next))) - 2 } : undefined;
}

function textOf({ payload }: Frame): string {
  if (payload.type === 'tool.call.delta') return payload.argumentsPart ?? '';
  return 'delta' in payload ? payload.delta : '';
}
