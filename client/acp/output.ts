/** Sends messages to the editor in order; joins texts and drops old states for a slow reader (acp-cli.md 1.1). */
import type { AnyMessage, JsonRpcId, SessionUpdate } from '@agentclientprotocol/sdk';
import type { Output } from '../cli/io.js';

/** Number of waiting chars from which texts are joined. */
const maxBuffered = 16 * 1024 * 1024;

interface Waiting {
  message: AnyMessage;
  length: number;
  /** session of an update */
  sessionId?: string;
  update?: SessionUpdate;
  /** a later update with the same key replaces it while the reader is slow */
  state?: string;
}

export interface EditorOutput {
  /** for the connection; each write resolves immediately */
  messages: WritableStream<AnyMessage>;
  send(message: AnyMessage): void;
  /** `state`: only the last update with this key is sent once too much waits */
  update(sessionId: string, update: SessionUpdate, state?: string): void;
  /** Runs a step right after the answer to a request has been written. */
  afterAnswer(id: JsonRpcId, step: () => void): void;
  /** Resolves when there is room again; undefined: there is room now. */
  room(): Promise<void> | undefined;
  /** Resolves when everything is written, or the reader is gone. */
  flushed(): Promise<void>;
  /** resolves when the reader is gone */
  gone: Promise<void>;
}

/** `write` writes to the real stdout, whose state `stream` has. */
export function createOutput(stream: Output, write: (text: string) => boolean): EditorOutput {
  const queue: Waiting[] = [];
  const steps = new Map<JsonRpcId, () => void>();
  const waiters = new Set<{ at: number; done: () => void }>();
  let waiting = 0;
  let isBlocked = false;
  let isGone = false;
  let leave: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (leave = resolve));
  stream.on('error', () => drop());
  stream.on('close', () => drop());
  stream.on('drain', () => {
    isBlocked = false;
    pump();
  });

  function drop(): void {
    isGone = true;
    queue.length = 0;
    waiting = 0;
    wake();
    leave();
  }

  function push(entry: Waiting): void {
    if (isGone) return;
    queue.push(entry);
    waiting += entry.length;
    pump();
  }

  function pump(): void {
    while (!isBlocked && !isGone) {
      const next = queue.shift();
      if (!next) break;
      waiting -= next.length;
      isBlocked = !write(`${JSON.stringify(next.message)}\n`);
    }
    wake();
  }

  function wake(): void {
    for (const waiter of [...waiters]) {
      if (waiting > waiter.at || (waiter.at === 0 && isBlocked && !isGone)) continue;
      waiters.delete(waiter);
      waiter.done();
    }
  }

  function until(at: number): Promise<void> {
    return new Promise((done) => waiters.add({ at, done }));
  }

  /** Joins a text to a waiting one and returns true; removes a waiting state that the update replaces. */
  function joined(sessionId: string, update: SessionUpdate, state: string | undefined): boolean {
    if (waiting <= maxBuffered) return false;
    if (state !== undefined) {
      const at = queue.findIndex((each) => each.sessionId === sessionId && each.state === state);
      if (at < 0) return false;
      waiting -= queue[at]?.length ?? 0;
      queue.splice(at, 1);
      return false;
    }
    const last = queue.at(-1);
    if (last?.sessionId !== sessionId || !last.update || !isText(update) || !isText(last.update)) return false;
    const before = last.update;
    if (before.sessionUpdate !== update.sessionUpdate || before.messageId !== update.messageId) return false;
    before.content.text += update.content.text;
    last.length += update.content.text.length;
    waiting += update.content.text.length;
    return true;
  }

  const output: EditorOutput = {
    messages: new WritableStream<AnyMessage>({ write: (message) => output.send(message) }),
    send(message) {
      push({ message, length: JSON.stringify(message).length });
      const id = 'method' in message ? undefined : message.id;
      const step = id === undefined ? undefined : steps.get(id);
      if (id === undefined || !step) return;
      steps.delete(id);
      step();
    },
    update(sessionId, update, state) {
      if (joined(sessionId, update, state)) return;
      const message: AnyMessage = { jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } };
      const length = JSON.stringify(message).length;
      push({ message, length, sessionId, update, ...(state !== undefined && { state }) });
    },
    afterAnswer: (id, step) => void steps.set(id, step),
    room: () => (waiting > maxBuffered ? until(maxBuffered) : undefined),
    flushed: () => (isGone || (waiting === 0 && !isBlocked) ? Promise.resolve() : until(0)),
    gone,
  };
  return output;
}

type TextChunk = Extract<SessionUpdate, { sessionUpdate: 'agent_message_chunk' }> & {
  content: { type: 'text'; text: string };
};

function isText(update: SessionUpdate): update is TextChunk {
  const { sessionUpdate: kind } = update;
  if (kind !== 'agent_message_chunk' && kind !== 'agent_thought_chunk' && kind !== 'user_message_chunk') return false;
  return update.content.type === 'text';
}
