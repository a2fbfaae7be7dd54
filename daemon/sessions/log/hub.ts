/** Delivers frames from the log to readers; merges adjacent text deltas that arrive within 16 ms. */
import type { Frame } from './frames.js';

/** Milliseconds that a text delta may wait to be merged (ws.md 5.2-7). */
const joinWindowMs = 16;

export type Reader = (frame: Frame) => void;

export interface Hub {
  publish(frame: Frame): void;
  /** frames of one session, its global ones included; returns a function that unsubscribes */
  join(sessionId: string, reader: Reader): () => void;
  /** global frames of all sessions and of none; a reader that has also joined a session gets one copy */
  joinGlobal(reader: Reader): () => void;
  /** session frames of one session, including internal records; a watcher does not keep the session in memory */
  watch(sessionId: string, reader: Reader): () => void;
  /** sends deltas that wait to be merged, so that a reader can switch to live frames at this moment */
  flush(sessionId: string): void;
  /** flushes all matching sessions, so that the next frame does not overtake their deltas (ws.md 5.2-7) */
  flushAll(of: (sessionId: string) => boolean): void;
  /** number of readers of a session */
  readers(sessionId: string): number;
  /** whether the session has watchers */
  watched(sessionId: string): boolean;
  /** sessions that have readers */
  followed(): string[];
}

interface Window {
  timer: NodeJS.Timeout;
  waiting?: Frame;
}

export function createHub(): Hub {
  const sessions = new Map<string, Set<Reader>>();
  const watchers = new Map<string, Set<Reader>>();
  const everywhere = new Set<Reader>();
  const windows = new Map<string, Window>();

  function deliver(frame: Frame): void {
    if (!frame.internal) read(frame);
    // watchers come after readers: frames that they derive from a durable event must follow it
    const watching = frame.scope === 'session' ? watchers.get(frame.sessionId) : undefined;
    if (watching) for (const watcher of watching) watcher(frame);
  }

  function read(frame: Frame): void {
    const readers = sessions.get(frame.sessionId);
    if (frame.scope === 'global') {
      for (const reader of everywhere) reader(frame);
      if (readers) for (const reader of readers) if (!everywhere.has(reader)) reader(frame);
    } else if (readers) {
      for (const reader of readers) reader(frame);
    }
  }

  function flush(sessionId: string): void {
    const window = windows.get(sessionId);
    if (!window?.waiting) return;
    const frame = window.waiting;
    delete window.waiting;
    deliver(frame);
  }

  function flushAll(of: (sessionId: string) => boolean): void {
    for (const [sessionId, { waiting }] of windows) if (waiting && of(sessionId)) flush(sessionId);
  }

  function open(sessionId: string): void {
    const timer = setTimeout(() => {
      const hadText = windows.get(sessionId)?.waiting !== undefined;
      flush(sessionId);
      windows.delete(sessionId);
      if (hadText) open(sessionId);
    }, joinWindowMs);
    windows.set(sessionId, { timer });
  }

  function publishText(frame: Frame): void {
    if (!sessions.has(frame.sessionId) && !watchers.has(frame.sessionId)) return;
    const window = windows.get(frame.sessionId);
    if (!window) {
      deliver(frame);
      open(frame.sessionId);
    } else if (window.waiting && joinText(window.waiting, frame)) {
      return;
    } else {
      flush(frame.sessionId);
      window.waiting = frame;
    }
  }

  return {
    publish(frame) {
      if (isText(frame)) {
        publishText(frame);
        return;
      }
      if (frame.scope === 'global') flushAll(() => true);
      else flush(frame.sessionId);
      deliver(frame);
    },
    join: (sessionId, reader) => enter(sessions, sessionId, reader),
    watch: (sessionId, reader) => enter(watchers, sessionId, reader),
    joinGlobal(reader) {
      everywhere.add(reader);
      return () => everywhere.delete(reader);
    },
    flush,
    flushAll,
    readers: (sessionId) => sessions.get(sessionId)?.size ?? 0,
    watched: (sessionId) => watchers.has(sessionId),
    followed: () => [...sessions.keys()],
  };
}

function enter(rooms: Map<string, Set<Reader>>, sessionId: string, reader: Reader): () => void {
  let readers = rooms.get(sessionId);
  if (!readers) rooms.set(sessionId, (readers = new Set()));
  const all = readers.add(reader);
  return () => {
    all.delete(reader);
    if (all.size === 0 && rooms.get(sessionId) === all) rooms.delete(sessionId);
  };
}

/** Whether a frame is a piece of a text stream (ws.md 9.1). */
export function isText(frame: Frame): boolean {
  return frame.offset !== undefined && !('recovered' in frame.payload && frame.payload.recovered === true);
}

/**
 * Appends the text of `next` to that of `first` when both are adjacent parts of one stream; returns whether it did.
 * The first frame must not have been sent yet.
 */
export function joinText(first: Frame, next: Frame): boolean {
  const a = first.payload;
  const b = next.payload;
  if (first.offset === undefined || next.offset === undefined || first.text !== undefined) return false;
  if ((a.type === 'assistant.delta' || a.type === 'thinking.delta') && a.type === b.type) {
    if (a.agentId !== b.agentId || a.turnId !== b.turnId || a.stepId !== b.stepId) return false;
    if (first.offset + a.delta.length !== next.offset) return false;
    first.payload = { ...a, delta: a.delta + b.delta };
    return true;
  }
  if (a.type === 'tool.call.delta' && b.type === 'tool.call.delta') {
    const soFar = a.argumentsPart ?? '';
    if (a.agentId !== b.agentId || a.toolCallId !== b.toolCallId || first.offset + soFar.length !== next.offset)
      return false;
    first.payload = { ...a, argumentsPart: soFar + (b.argumentsPart ?? '') };
    return true;
  }
  return false;
}
