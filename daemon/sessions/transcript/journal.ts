/** Keeps the transcript operations of agents, each from the moment when a client first reads its transcript. */
import type { AgentStatus, TranscriptBatch, TranscriptOp } from '../../../schemas/generated/types.js';
import { createTranscriptFold, type TranscriptFold } from '../../../schemas/folds/transcript-fold.js';
import { shownStatus } from '../../../schemas/folds/transcript-status.js';
import type { Transcript } from '../../../schemas/folds/transcript.js';
import type { SessionDeps } from '../deps.js';
import type { Frame } from '../log/frames.js';
import type { LiveSession } from '../live/state.js';
import { moves } from '../live/status.js';
import type { SessionRef } from '../log/log.js';
import { promptOf } from './entityrows.js';
import { createPace, foldEntities, foldRows, takeRow, withPrompts } from './folding.js';
import type { Reading } from './reading.js';
import { runAccepted, shownOutputs, streamedEvents } from './running.js';
import type { EventType } from '../../../schemas/generated/events.js';
import { jsonSize } from '../../base/text/pieces.js';

/** Milliseconds without a reader after which it is discarded. */
const idleMs = 10 * 60 * 1000;
/** Rows of an undo that are published one by one; for more, clients fetch the transcript again. */
const maxTakenBack = 2_000;

/** A newly created batch; all followers get the same object. */
export interface FreshBatch {
  seq: number;
  ops: TranscriptOp[];
  /** number of the event behind the batch; for a volatile event, of the durable event before it */
  eventSeq: number;
  epoch: string;
}

/** Its methods must not throw. */
export interface JournalReader {
  batch(batch: FreshBatch): void;
  /** the journal was discarded: its numbers do not continue */
  closed(): void;
}

export interface Journal extends Omit<Batches, 'add'> {
  /** the end of a running task's output, according to the operations */
  outputOf(taskId: string): string | undefined;
  /** publishes each new batch to a follower, which keeps the journal alive. Returns a function that unsubscribes */
  follow(reader: JournalReader): () => void;
  /** whether it was discarded; then its numbers are no longer valid */
  closed(): boolean;
}

export interface Journals {
  /** the journal of an agent, begun if there is none; what is read afterwards contains everything before */
  of(session: SessionRef, agentId: string): Promise<Journal>;
  /** the journal of an agent, if there is one */
  open(sessionId: string, agentId: string): Promise<Journal> | undefined;
  /** discards the journals of a session that leaves memory or is taken over */
  close(sessionId: string): void;
}

interface Entry {
  /** key of the session; a new session with the same id has another one */
  key: number;
  journal: Journal;
  /** settles when it has caught up */
  ready: Promise<void>;
  close(): void;
}

export type JournalDeps = Pick<SessionDeps, 'hub' | 'now' | 'logger'> & {
  log: Pick<SessionDeps['log'], 'lastSeq'>;
  reading: () => Reading;
  /** the session in memory, if it is there */
  loaded(sessionId: string): LiveSession | undefined;
  /** the status of an agent that is not in memory, from the log */
  storedStatus(sessionId: string, agentId: string): AgentStatus;
};

export function createJournals(deps: JournalDeps): Journals {
  const { reading, loaded } = deps;
  const all = new Map<string, Map<string, Entry>>();
  /** all numbers so far are lower or equal: a new journal must not look like the continuation of a discarded one */
  let floor = deps.now() * 1_000;

  function open(ref: SessionRef, agentId: string, dropped: () => void): Entry {
    const batches = createBatches(floor);
    const readers = new Set<JournalReader>();
    const early: Frame[] = [];
    let fold: TranscriptFold | undefined;
    let closed = false;
    let askedAt = deps.now();
    let idle: NodeJS.Timeout | undefined;

    function close(): void {
      if (closed) return;
      leave();
      clearTimeout(idle);
      closed = true;
      floor = Math.max(floor, batches.latest() + 1);
      dropped();
      for (const reader of [...readers]) reader.closed();
    }

    const isForgotten = (): boolean => readers.size === 0 && deps.now() - askedAt > idleMs;

    /** Keeps the journal for a while, since a reader may come back for what it missed. */
    function scheduleClose(): void {
      clearTimeout(idle);
      idle = setTimeout(() => {
        if (isForgotten()) close();
        else if (readers.size === 0) scheduleClose();
      }, idleMs + 1).unref();
    }

    function applyFrame(frame: Frame): void {
      if (!fold) {
        early.push(frame);
        return;
      }
      // rows that were read from the log at the beginning may be published only now
      if (frame.durable && frame.seq <= known) return;
      if (isForgotten() || isTooMuch(ref, frame)) return close();
      try {
        const ops = [...fold.take(frame.payload, frame), ...storedStatusOps(frame)];
        dropSettled(fold, frame);
        if (ops.length > 0) notify(ops, frame);
      } catch (error) {
        // a defect here must not affect the session; readers start again
        deps.logger.error('a transcript could not be followed', { session_id: ref.id, err: error });
        close();
      }
    }

    /** When another server runs the session, only stored events show a new status. */
    function storedStatusOps({ durable, payload }: Frame): TranscriptOp[] {
      if (!durable || !moves(payload) || loaded(ref.id)) return [];
      return [{ op: 'meta.merge', meta: { agent: shownStatus(deps.storedStatus(ref.id, agentId)) } }];
    }

    function notify(ops: TranscriptOp[], frame: Frame): void {
      const batch = { seq: batches.add(ops), ops, eventSeq: frame.seq, epoch: frame.epoch };
      for (const reader of [...readers]) reader.batch(batch);
    }

    deps.hub.flush(ref.id);
    const known = deps.log.lastSeq(ref.key);
    const leave = deps.hub.watch(ref.id, (frame) => frame.agentId === agentId && applyFrame(frame));
    const ready = begin(ref, agentId, known).then(
      (begun) => {
        fold = begun;
        for (const frame of early.splice(0)) if (!closed) applyFrame(frame);
      },
      (error: unknown) => {
        close();
        throw error;
      },
    );
    scheduleClose();
    const journal: Journal = {
      latest: batches.latest,
      since(seq) {
        askedAt = deps.now();
        return batches.since(seq);
      },
      outputOf: (taskId) => fold?.transcript.tasks.get(taskId)?.outputTail,
      follow(reader) {
        readers.add(reader);
        return () => {
          if (!readers.delete(reader) || readers.size > 0 || closed) return;
          askedAt = deps.now();
          scheduleClose();
        };
      },
      closed: () => closed,
    };
    return { key: ref.key, journal, ready, close };
  }

  /** Reads rows and memory in one synchronous step; folds them afterwards, in pieces. */
  async function begin({ key, id }: SessionRef, agentId: string, seq: number): Promise<TranscriptFold> {
    const { rows, entities: readEntities } = reading();
    const session = loaded(id);
    const entities = readEntities(key, agentId);
    const turn = rows.openTurn(key, agentId);
    const timeline = turn ? rows.timeline(key, agentId, turn.startedSeq, Number.MAX_SAFE_INTEGER) : [];
    const agent = session?.agents.get(agentId);
    const streamed = agent ? streamedEvents(agent) : [];
    const at = { seq, time: deps.now() };
    const agentKind = rows.agents(key).find((each) => each.agentId === agentId)?.type;
    const outputs = session ? shownOutputs(session) : new Map<string, string>();
    const accepted = agent?.turn?.prompt?.promptId;
    const pace = createPace();
    const { transcript } = (await foldEntities(entities, agentKind, 0, pace)).fold;
    for (const [taskId, outputTail] of outputs) {
      const task = transcript.tasks.get(taskId);
      if (task) transcript.tasks.set(taskId, { ...task, outputTail });
    }
    runAccepted(transcript, accepted);
    const history = (turnIds: readonly number[], until: number) => before(key, agentId, turnIds, until);
    const fold = createTranscriptFold({ agentKind, transcript, history });
    await foldRows(fold, timeline, pace);
    for (const { event, offset } of streamed) fold.take(event, { ...at, offset });
    dropSettled(fold, { type: 'turn.started', time: at.time });
    return fold;
  }

  function before(key: number, agentId: string, turnIds: readonly number[], until: number): Transcript {
    const { rows, entities } = reading();
    const { prompts, texts } = entities(key, agentId);
    const fold = createTranscriptFold({ transcript: withPrompts(prompts.map((cells) => promptOf(cells, texts))) });
    for (const row of rows.history(key, agentId, turnIds, until)) takeRow(fold, row);
    return fold.transcript;
  }

  function isTooMuch({ key }: SessionRef, { payload, agentId, seq }: Frame): boolean {
    if (payload.type !== 'context.undone' && payload.type !== 'context.redone') return false;
    return reading().rows.historyLength(key, agentId, payload.turnIds, seq) > maxTakenBack;
  }

  function enter(ref: SessionRef, agentId: string): Entry {
    const known = all.get(ref.id)?.get(agentId);
    if (known?.key === ref.key) return known;
    known?.close();
    const journals = all.get(ref.id) ?? new Map<string, Entry>();
    all.set(ref.id, journals);
    const entry = open(ref, agentId, () => {
      journals.delete(agentId);
      if (journals.size === 0 && all.get(ref.id) === journals) all.delete(ref.id);
    });
    journals.set(agentId, entry);
    return entry;
  }

  const caughtUp = ({ journal, ready }: Entry): Promise<Journal> => ready.then(() => journal);

  return {
    of: (ref, agentId) => caughtUp(enter(ref, agentId)),
    open(sessionId, agentId) {
      const entry = all.get(sessionId)?.get(agentId);
      return entry && caughtUp(entry);
    },
    close(sessionId) {
      for (const { close } of [...(all.get(sessionId)?.values() ?? [])]) close();
    },
  };
}

/** The notice of a task's end arrives within this time after it, milliseconds. */
const afterwardsMs = 60_000;

function dropSettled({ transcript }: TranscriptFold, { type, time }: { type: EventType; time: number }): void {
  if (type !== 'turn.started' && type !== 'turn.ended' && type !== 'turn.step.started') return;
  const last = transcript.items.findLast((item) => item.kind === 'turn');
  const open = last?.state === 'running' ? last : undefined;
  transcript.items = open ? [{ ...open, steps: open.steps.slice(-1) }] : [];
  if (!open) transcript.attachments.clear();
  for (const [id, { endedAt }] of transcript.tasks)
    if (endedAt !== undefined && Date.parse(endedAt) < time - afterwardsMs) transcript.tasks.delete(id);
  for (const [id, { state }] of transcript.interactions) if (state !== 'pending') transcript.interactions.delete(id);
  for (const [id, { status }] of transcript.prompts)
    if (status !== 'queued' && status !== 'running') transcript.prompts.delete(id);
}

const maxBatches = 2_000;
/** chars of JSON, roughly */
const maxSize = 8 * 1024 * 1024;

/** The newest batches of operations of one agent: consecutive numbers, bounded in number and size. */
interface Batches {
  /** returns the number of the new batch */
  add(ops: TranscriptOp[]): number;
  /** number of the newest batch, or the number before the first one */
  latest(): number;
  /** batches after a number; undefined when some of them were dropped or never existed */
  since(seq: number): TranscriptBatch[] | undefined;
}

/** The first batch gets the number after `latest`. */
export function createBatches(latest: number): Batches {
  const batches: (TranscriptBatch & { size: number })[] = [];
  let size = 0;
  return {
    add(ops) {
      latest += 1;
      const batch = { seq: latest, ops, size: jsonSize(ops) };
      batches.push(batch);
      size += batch.size;
      while (batches.length > maxBatches || size > maxSize) size -= batches.shift()?.size ?? 0;
      return latest;
    },
    latest: () => latest,
    since(seq) {
      const from = latest - batches.length;
      if (seq < from || seq > latest) return undefined;
      return batches.slice(seq - from).map(({ seq: number, ops }) => ({ seq: number, ops }));
    },
  };
}
