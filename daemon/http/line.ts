/** The transcript of one agent on its way to one socket: a reset or what was missed, then each batch as it comes. */
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
  /** resolves when live frames may come again; undefined: they may */
  gate(): Promise<void> | undefined;
  /** which of them a reset has */
  prompts(): 'all' | 'open';
  /** called with a defect */
  failed(error: unknown): void;
}

export interface Line {
  /** sends a reset, then what follows */
  begin(grade: Grade): void;
  /** sends what came after a batch, or a reset when that is not known any more */
  goOn(grade: Grade, since: number): void;
  /** from the next batch on */
  lower(grade: Grade): void;
  /** what comes waits behind the gate */
  pause(): void;
  /** resolves when it is live */
  settled(): Promise<void>;
  close(): void;
}

/** Bytes of missed batches that are sent at a time. */
const pageBytes = 256 * 1024;
/** Chars of a reset from which on it waits for the reader. */
const longText = 512 * 1024;

export function createLine(deps: LineDeps, agentId: string): Line {
  const { feed, outbound, sessionId, now } = deps;
  let grade: Grade = 'off';
  let journal: Journal | undefined;
  let leave = (): void => undefined;
  /** everything up to this batch has been looked at, */
  let position = 0;
  /** and this is the last one of which something was sent, or meant to be */
  let sent = 0;
  let isLive = false;
  let isClosed = false;
  let work: Promise<void> = Promise.resolve();

  /** One thing after the other; a session that is gone ends it without a word. */
  function then(step: () => Promise<void>): void {
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
        // what takes its place begins when the session has come to rest
        setImmediate(() => then(reset));
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

  /** What is so long that it would be counted as falling behind waits until nothing else does. */
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
      then(reset);
    },
    goOn(wanted, since) {
      then(async () => {
        const followed = await follow();
        grade = wanted;
        position = since;
        sent = since;
        await catchUp(followed);
      });
    },
    lower: (wanted) => void (grade = wanted),
    pause: () => then(async () => catchUp(await follow())),
    settled: () => work,
    close() {
      isClosed = true;
      leave();
    },
  };
}
