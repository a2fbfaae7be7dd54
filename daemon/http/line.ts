/** Sends the transcript of one agent to one socket: a reset or the missed batches, then each new batch. */
import { ApiError } from '../errors.js';
import type { FreshBatch, Journal } from '../sessions/transcript/journal.js';
import type { Feed } from './feed.js';
import type { Grade } from './grades.js';
import { opsBytes, opsFrame, resetText } from './ops.js';
import type { Outbound } from './outbound.js';

export interface LineDeps {
  feed: Feed;
  outbound: Outbound;
  sessionId: string;
  /** epoch milliseconds */
  now(): number;
  /** resolves when live frames are allowed again; undefined when they are allowed now */
  gate(): Promise<void> | undefined;
  /** which prompts a reset contains */
  prompts(): 'all' | 'open';
  /** called with an unexpected error */
  failed(error: unknown): void;
}

export interface Line {
  /** sends a reset, then new batches */
  begin(grade: Grade): void;
  /** sends the batches after `since`, or a reset when they are no longer known */
  resume(grade: Grade, since: number): void;
  /** lowers the grade from the next batch on */
  lower(grade: Grade): void;
  /** holds new batches back until the gate opens */
  pause(): void;
  /** resolves when the line is live */
  settled(): Promise<void>;
  close(): void;
}

/** Maximum bytes of missed batches in one page. */
const pageBytes = 256 * 1024;
/** Characters from which a reset waits until the reader is ready. */
const longText = 512 * 1024;

export function createLine(deps: LineDeps, agentId: string): Line {
  const { feed, outbound, sessionId, now } = deps;
  let grade: Grade = 'off';
  let journal: Journal | undefined;
  let leave = (): void => undefined;
  /** number of the last batch that was processed */
  let position = 0;
  /** number of the last batch from which operations were sent */
  let sent = 0;
  let isLive = false;
  let isClosed = false;
  let work: Promise<void> = Promise.resolve();

  /** Runs the steps one after another; ignores ApiError, which means that the session is gone. */
  function enqueue(step: () => Promise<void>): void {
    isLive = false;
    work = work
      .then(() => (isClosed ? undefined : step()))
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) deps.failed(error);
      });
  }

  function deliver(batch: FreshBatch): void {
    position = batch.seq;
    const frame = opsFrame(batch, { sessionId, agentId, grade, prevSeq: sent, time: now() });
    if (!frame) return;
    sent = batch.seq;
    outbound.ops(frame);
  }

  async function follow(): Promise<Journal> {
    if (journal && !journal.closed()) return journal;
    leave();
    const found = await feed.transcripts().journal(sessionId, agentId);
    if (found.closed()) return follow();
    journal = found;
    if (isClosed) return found;
    leave = found.follow({
      batch(batch) {
        if (isLive) deliver(batch);
      },
      closed() {
        isLive = false;
        // begin again once the session is settled
        setImmediate(() => enqueue(reset));
      },
    });
    return found;
  }

  async function reset(): Promise<void> {
    const followed = await follow();
    const start = isClosed
      ? undefined
      : await feed.transcripts().snapshot(sessionId, agentId, followed, deps.prompts());
    await deps.gate();
    const found = feed.find(sessionId);
    if (isClosed || !start || !found) return;
    const { snapshot, seq } = start;
    const place = { sessionId, epoch: found.epoch, eventSeq: found.lastSeq, time: now() };
    const hasMore = snapshot.hasMoreOlder ?? false;
    const text = resetText(place, { agent_id: agentId, snapshot, has_more_older: hasMore, seq });
    await send(text);
    if (isClosed) return;
    position = seq;
    sent = seq;
    await catchUp(followed);
  }

  /** Sends a text; a very long one waits until the queue is empty, so that it does not count as falling behind. */
  async function send(text: string): Promise<void> {
    if (text.length < longText) return outbound.text(text);
    await outbound.ready();
    if (!isClosed) outbound.replay({ bytes: Buffer.from(text) });
  }

  async function catchUp(followed: Journal): Promise<void> {
    for (;;) {
      await deps.gate();
      if (isClosed || followed.closed()) return;
      const missed = followed.since(position);
      if (!missed) return reset();
      if (missed.length === 0) {
        isLive = true;
        return;
      }
      await outbound.ready();
      if (deps.gate()) continue;
      const found = feed.find(sessionId);
      if (isClosed || !found) return;
      let bytes = 0;
      for (const batch of missed) {
        if (bytes > pageBytes) break;
        position = batch.seq;
        const fresh = { ...batch, eventSeq: found.lastSeq, epoch: found.epoch };
        const frame = opsFrame(fresh, { sessionId, agentId, grade, prevSeq: sent, time: now() });
        if (!frame) continue;
        sent = batch.seq;
        outbound.ops(frame);
        bytes += opsBytes(frame).length;
      }
    }
  }

  return {
    begin(wanted) {
      grade = wanted;
      enqueue(reset);
    },
    resume(wanted, since) {
      enqueue(async () => {
        const followed = await follow();
        grade = wanted;
        position = since;
        sent = since;
        await catchUp(followed);
      });
    },
    lower: (wanted) => void (grade = wanted),
    pause: () => enqueue(async () => catchUp(await follow())),
    settled: () => work,
    close() {
      isClosed = true;
      leave();
    },
  };
}
