/** The operations of a loaded session's agents, each from the moment on when somebody first looked at its transcript. */
import { createTranscriptFold, type TranscriptFold } from '../../../schemas/folds/transcript-fold.js';
import type { Transcript } from '../../../schemas/folds/transcript.js';
import type { SessionDeps } from '../deps.js';
import type { Frame } from '../frames.js';
import type { LiveSession } from '../live/state.js';
import { createBatches, type Batches } from './batches.js';
import { promptOf } from './entityrows.js';
import { createPace, foldEntities, foldRows, takeRow, withPrompts } from './folding.js';
import { dropSettled } from './pruning.js';
import type { Reading } from './reading.js';
import { runAccepted, shownOutputs, streamedEvents } from './running.js';

/** Nobody has asked for so long, milliseconds: then it is given up. */
const idleMs = 10 * 60 * 1000;
/** Rows of an undo that are worth telling one by one; of more, clients fetch the transcript anew. */
const maxTakenBack = 2_000;

export interface Journal extends Omit<Batches, 'add'> {
  /** the end of a running task's output, as its operations have made it */
  outputOf(taskId: string): string | undefined;
  /** it was given up: its numbers mean nothing any more */
  closed(): boolean;
}

export interface Journals {
  /** begins one when there is none; what happened before is contained in what is read from then on */
  of(session: LiveSession, agentId: string): Promise<Journal>;
  /** the session leaves memory */
  close(session: LiveSession): void;
}

interface Entry {
  journal: Journal;
  /** settles when it has caught up */
  ready: Promise<void>;
  close(): void;
}

type Deps = Pick<SessionDeps, 'hub' | 'now' | 'logger'>;

export function createJournals(deps: Deps, reading: () => Reading): Journals {
  const all = new WeakMap<LiveSession, Map<string, Entry>>();
  /** numbers go up to here: what begins anew must not look like the continuation of what was given up */
  let floor = deps.now() * 1_000;

  function open(session: LiveSession, agentId: string, dropped: () => void): Entry {
    const batches = createBatches(floor);
    const early: Frame[] = [];
    let fold: TranscriptFold | undefined;
    let closed = false;
    let askedAt = deps.now();

    function close(): void {
      leave();
      closed = true;
      floor = Math.max(floor, batches.latest() + 1);
      dropped();
    }

    function take(frame: Frame): void {
      if (!fold) {
        early.push(frame);
        return;
      }
      if (deps.now() - askedAt > idleMs || isTooMuch(session, frame)) return close();
      try {
        const ops = fold.take(frame.payload, frame);
        if (ops.length > 0) batches.add(ops);
        dropSettled(fold, frame);
      } catch (error) {
        // a defect here must not reach the session, and whoever reads is to begin anew
        deps.logger.error('a transcript could not be followed', { session_id: session.ref.id, err: error });
        close();
      }
    }

    deps.hub.flush(session.ref.id);
    const leave = deps.hub.watch(session.ref.id, (frame) => frame.agentId === agentId && take(frame));
    const ready = begin(session, agentId).then(
      (begun) => {
        fold = begun;
        for (const frame of early.splice(0)) if (!closed) take(frame);
      },
      (error: unknown) => {
        close();
        throw error;
      },
    );
    const journal: Journal = {
      latest: batches.latest,
      since(seq) {
        askedAt = deps.now();
        return batches.since(seq);
      },
      outputOf: (taskId) => fold?.transcript.tasks.get(taskId)?.outputTail,
      closed: () => closed,
    };
    return { journal, ready, close };
  }

  /** Rows and memory are read at once, before anything waits; folding them takes its time. */
  async function begin(session: LiveSession, agentId: string): Promise<TranscriptFold> {
    const { key } = session.ref;
    const { rows, entities: readEntities } = reading();
    const entities = readEntities(key, agentId);
    const turn = rows.openTurn(key, agentId);
    const timeline = turn ? rows.timeline(key, agentId, turn.startedSeq, Number.MAX_SAFE_INTEGER) : [];
    const agent = session.agents.get(agentId);
    const streamed = agent ? streamedEvents(agent) : [];
    const at = { seq: session.lastSeq, time: deps.now() };
    const agentKind = rows.agents(key).find((each) => each.agentId === agentId)?.type;
    const outputs = shownOutputs(session);
    const accepted = agent?.turn?.prompt?.promptId;
    const pace = createPace();
    const { transcript } = (await foldEntities(entities, agentKind, 0, pace)).fold;
    for (const [id, outputTail] of outputs) {
      const task = transcript.tasks.get(id);
      if (task) transcript.tasks.set(id, { ...task, outputTail });
    }
    runAccepted(transcript, accepted);
    const history = (turnIds: readonly number[], until: number) => before(session, agentId, turnIds, until);
    const fold = createTranscriptFold({ agentKind, transcript, history });
    await foldRows(fold, timeline, pace);
    for (const { event, offset } of streamed) fold.take(event, { ...at, offset });
    dropSettled(fold, { type: 'turn.started', time: at.time });
    return fold;
  }

  function before(session: LiveSession, agentId: string, turnIds: readonly number[], until: number): Transcript {
    const { key } = session.ref;
    const { rows, entities } = reading();
    const fold = createTranscriptFold({ transcript: withPrompts(entities(key, agentId).prompts.map(promptOf)) });
    for (const row of rows.history(key, agentId, turnIds, until)) takeRow(fold, row);
    return fold.transcript;
  }

  function isTooMuch({ ref }: LiveSession, { payload, agentId, seq }: Frame): boolean {
    if (payload.type !== 'context.undone' && payload.type !== 'context.redone') return false;
    return reading().rows.historyLength(ref.key, agentId, payload.turnIds, seq) > maxTakenBack;
  }

  return {
    async of(session, agentId) {
      const journals = all.get(session) ?? new Map<string, Entry>();
      all.set(session, journals);
      let entry = journals.get(agentId);
      if (!entry) journals.set(agentId, (entry = open(session, agentId, () => journals.delete(agentId))));
      await entry.ready;
      return entry.journal;
    },
    close(session) {
      for (const { close } of all.get(session)?.values() ?? []) close();
    },
  };
}
