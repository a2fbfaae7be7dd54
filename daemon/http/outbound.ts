/** The outbound queue of one connection: frames wait here while the peer is slow, joined, replaced by newer ones or dropped by the rules of ws.md 11. */
import type { Frame } from '../sessions/log/frames.js';
import { frameBytes } from './encode.js';
import { joinOps, opsBytes, type OpsFrame } from './ops.js';
import { eventReaders, type EventType } from '../../schemas/generated/events.js';
import { isText, joinText } from '../sessions/log/hub.js';

/** One message; `seq` is there for durable events only. */
export interface Message {
  bytes: Buffer;
  seq?: number;
}

/** Where messages go. */
export interface Wire {
  /** `taken` is called once the system has taken the bytes, or never will */
  send(message: Message, taken: () => void): void;
  /** bytes that were sent but not taken yet */
  buffered(): number;
}

export interface Outbound {
  /** an answer or system frame: never dropped, overtakes nothing */
  text(text: string): void;
  /** what a peer far behind does without: dropped then */
  sight(bytes: Buffer): void;
  /** a live event */
  frame(frame: Frame): void;
  /** changes of a transcript */
  ops(frame: OpsFrame): void;
  /** a stored event; does not count against the limits, so wait for `ready` between pages */
  replay(message: Message): void;
  /** resolves when nearly everything that waits now has been taken, for one caller after the other, or when this is closed */
  ready(): Promise<void>;
  /** hands everything that waits to the socket; everything later is ignored */
  drain(): void;
  /** throws away what waits; everything later is ignored */
  close(): void;
}

export interface OutboundOptions {
  wire: Wire;
  /** called once, when the peer has fallen too far behind; the queue is gone by then */
  overflow(): void;
  /** called before each answer or system frame, to send what it must not overtake */
  before?(): void;
}

/** From here on frames are merged, volatile ones dropped, the connection given up; bytes. */
const mergeAt = 1024 * 1024;
const dropAt = 4 * 1024 * 1024;
export const closeAt = 8 * 1024 * 1024;

/** Bytes handed to the socket at a time: enough to keep it busy, little enough to keep frames mergeable. */
const highWater = 256 * 1024;
const lowWater = 64 * 1024;

interface Waiting {
  size: number;
  key?: string;
  /** a frame is serialised when it leaves, so that others can still be merged into it */
  content: Frame | Buffer | OpsFrame;
}

/** Waits in the queue until all frames before it have gone. */
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
  /** a waiting producer was resumed and has not run yet */
  let granted = false;

  const load = (): number => queued + Math.max(0, wire.buffered() - replaying);
  const isReady = (): boolean => !granted && queue.size === 0 && wire.buffered() < lowWater;

  function taken(): void {
    if (!closed) pump();
  }

  function pump(): void {
    for (const item of queue) {
      const isMark = 'passed' in item;
      if (closed || wire.buffered() >= (isMark ? lowWater : highWater) || (isMark && granted)) return;
      remove(item);
      if (isMark) grant(item.passed);
      else wire.send(messageOf(item.content), taken);
    }
  }

  function grant(go: () => void): void {
    granted = true;
    go();
    setImmediate(() => {
      granted = false;
      taken();
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
      wire.send(messageOf(item.content), taken);
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
    sight(bytes) {
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
        taken();
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

const kept: ReadonlySet<EventType> = new Set(eventReaders.kept);

/** True for volatile frames that a peer far behind does without. */
export function isDroppable(frame: Frame): boolean {
  return !frame.durable && !kept.has(frame.type);
}

/** Names frames of which only the newest needs to wait. */
function mergeKey({ sessionId, agentId, payload }: Frame): string | undefined {
  if (payload.type === 'agent.status.updated') return `${sessionId} ${agentId}`;
  if (payload.type === 'tool.progress') return `${sessionId} ${agentId} ${payload.toolCallId}`;
  return undefined;
}

/** The newer frame, with the fields that only the older one has when both are of a status. */
function mergeStatus(older: Frame, newer: Frame): Frame {
  if (older.payload.type !== 'agent.status.updated' || newer.payload.type !== 'agent.status.updated') return newer;
  const { text: _text, ...rest } = newer;
  return { ...rest, payload: { ...older.payload, ...newer.payload } };
}

/** One frame with the text of both and how many bytes longer it is; undefined when they do not touch. The given frames stay as they are. */
function mergeText(first: Frame, next: Frame): { frame: Frame; added: number } | undefined {
  if (first.sessionId !== next.sessionId || !isText(first) || !isText(next)) return undefined;
  const { text: _text, ...frame } = first;
  return joinText(frame, next) ? { frame, added: Buffer.byteLength(JSON.stringify(textOf(next))) - 2 } : undefined;
}

function textOf({ payload }: Frame): string {
  if (payload.type === 'tool.call.delta') return payload.argumentsPart ?? '';
  return 'delta' in payload ? payload.delta : '';
}
