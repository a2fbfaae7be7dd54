/** The transcripts of a session's agents for clients: pages, operations, user messages, plans (rest.md 11). */
import type { Operations } from '../../../schemas/generated/operations.js';
import type {
  AgentStatus,
  TranscriptAgent,
  TranscriptItem,
  TranscriptMeta,
  TranscriptPlan,
  TranscriptSnapshot,
} from '../../../schemas/generated/types.js';
import { createTranscriptFold, type TranscriptFold } from '../../../schemas/folds/transcript-fold.js';
import { shownStatus } from '../../../schemas/folds/transcript-status.js';
import { entitiesOf, type Transcript } from '../../../schemas/folds/transcript.js';
import { ApiError } from '../../errors.js';
import type { SessionDeps } from '../deps.js';
import type { LiveSession } from '../live/state.js';
import type { Registry } from '../live/registry.js';
import type { SessionRow } from '../store.js';
import { closeOpen, type Waiting } from './closing.js';
import { createPace, foldEntities, foldRows, type Pace } from './folding.js';
import type { Journal, Journals } from './journal.js';
import { openingsOf } from './openings.js';
import { planCallsOf, planOf } from './plans.js';
import type { Reading } from './reading.js';
import { createStoredStatus } from '../agents/storedstatus.js';
import { runAccepted, streamedEvents } from './running.js';
import type { PageRequest } from './rows.js';

export interface Transcripts {
  page(
    id: string,
    agentId: string,
    request: PageRequest,
    prompts?: 'all' | 'page',
  ): Promise<Operations['getTranscript']['data']>;
  ops(id: string, agentId: string, since: number): Promise<Operations['getTranscriptOps']['data']>;
  /** the status of an agent, whether or not it is in memory */
  status(id: string, agentId: string): AgentStatus;
  /** `gone`: it was unloaded, and may come back */
  agents(id: string): { id: string; gone: boolean }[];
  /** the journal of an existing agent, begun if there is none; throws SESSION_NOT_FOUND */
  journal(id: string, agentId: string): Promise<Journal>;
  /** the transcript without its timeline, up to a batch of the journal; undefined if the journal was discarded */
  snapshot(
    id: string,
    agentId: string,
    journal: Journal,
    prompts?: 'all' | 'open',
  ): Promise<TranscriptStart | undefined>;
  /** `agentId` undefined: all agents */
  userMessages(id: string, agentId: string | undefined): Promise<Operations['listUserMessages']['data']>;
  /** throws TOOL_CALL_NOT_FOUND when `callId` is no call that submits a plan */
  plans(id: string, agentId: string, callId: string | undefined): Promise<TranscriptPlan[]>;
}

export interface TranscriptStart {
  snapshot: TranscriptSnapshot;
  seq: number;
}

export interface TranscriptsDeps extends SessionDeps {
  registry: Pick<Registry, 'loaded'>;
  journals: Journals;
  reading: () => Reading;
  row(id: string): SessionRow;
  /** complete status by agent id */
  statusOf(id: string): Record<string, AgentStatus>;
}

/** A session at one moment, with the state of its unfinished work when no server runs it. */
interface Moment {
  row: SessionRow;
  session?: LiveSession;
  waiting?: Waiting;
}

/** The transcripts are created at first use. */
export function createTranscripts(deps: TranscriptsDeps): () => Transcripts {
  let transcripts: Transcripts | undefined;
  return () => (transcripts ??= openTranscripts(deps));
}

function openTranscripts(deps: TranscriptsDeps): Transcripts {
  const { registry, journals, row: rowOf } = deps;
  const { rows, entities: readEntities, waiting: waitingIn } = deps.reading();
  const storedStatus = createStoredStatus(deps);

  function moment(id: string): Moment {
    const session = registry.loaded(id);
    deps.hub.flush(id);
    const row = rowOf(id);
    const cold = !session && !deps.leases.alive(row.owner);
    return { row, session, waiting: cold ? waitingIn(row) : undefined };
  }

  /** The journal of an agent once it has caught up; undefined when the session is not loaded and has no journal. */
  async function journalOf(id: string, agentId: string): Promise<Journal | undefined> {
    const session = registry.loaded(id);
    const journal = await (session ? journals.of(session.ref, agentId) : journals.open(id, agentId));
    return journal?.closed() ? undefined : journal;
  }

  function status(id: string, agentId: string): AgentStatus {
    return deps.statusOf(id)[agentId] ?? storedStatus.status(rowOf(id), agentId);
  }

  /** Reads everything that a page shows at one moment. */
  function capture(
    id: string,
    agent: TranscriptAgent,
    request: PageRequest & { prompts: 'all' | 'page' | 'open' },
    journal: Journal | undefined,
  ) {
    const now = moment(id);
    const { row, session } = now;
    const { agentId } = agent;
    const bounds = rows.bounds(row.key, agentId, request);
    const live = session?.agents.get(agentId);
    return {
      ...now,
      agent,
      bounds,
      timeline: rows.timeline(row.key, agentId, bounds.from, bounds.until),
      entities: readEntities(row.key, agentId, request.prompts === 'page' ? bounds : request.prompts),
      open: rows.openTurn(row.key, agentId),
      streamed: live && bounds.until > row.last_seq ? streamedEvents(live) : [],
      accepted: live?.turn?.prompt?.promptId,
      status: status(id, agentId),
      outputs: runningOutputs(session, journal),
      agents: rows.agents(row.key),
      seq: journal?.latest(),
    };
  }

  type Captured = ReturnType<typeof capture>;

  /** The unpaged parts of a transcript; `known`: their state at the start of the page. */
  async function complete(captured: Pick<Captured, keyof Moment | 'agent' | 'entities'>, from: number, pace: Pace) {
    const { row, waiting, agent, entities } = captured;
    const { fold, known } = await foldEntities(entities, agent.type, from, pace);
    if (waiting) closeOpen(fold, agent.agentId, waiting, { seq: row.last_seq, time: row.updated_at });
    return { transcript: fold.transcript, known };
  }

  async function itemsOf(captured: Captured, known: Transcript, pace: Pace): Promise<TranscriptItem[]> {
    const { row, waiting, agent, timeline, streamed } = captured;
    const fold = createTranscriptFold({ agentKind: agent.type, transcript: known });
    await foldRows(fold, timeline, pace);
    const at = { seq: row.last_seq, time: timeline.at(-1)?.time ?? row.updated_at };
    for (const { event, offset } of streamed) fold.take(event, { ...at, offset });
    if (waiting && holdsOpen(fold)) closeOpen(fold, agent.agentId, waiting, at);
    return fold.transcript.items;
  }

  async function page(
    id: string,
    agentId: string,
    request: PageRequest,
    prompts: 'all' | 'page' = 'all',
  ): Promise<Operations['getTranscript']['data']> {
    const all = rows.agents(rowOf(id).key);
    const agent = all.find((each) => each.agentId === agentId);
    if (!agent) return { ...nothing(), agent_id: agentId, agents: all };
    const journal = await journalOf(id, agentId);
    const pace = createPace();
    const captured = capture(id, agent, { ...request, prompts }, journal);
    const { bounds, agents, seq } = captured;
    await pace.rest();
    const { transcript, known } = await complete(captured, bounds.from, pace);
    const items = await itemsOf(captured, known, pace);
    await pace.rest();
    const entities = entitiesNow(captured, transcript);
    return {
      agent_id: agentId,
      items,
      has_more: bounds.hasMore,
      ...entities,
      agents,
      pending_interactions: entities.interactions
        .filter(({ state }) => state === 'pending')
        .map(({ interactionId }) => interactionId),
      seq,
    };
  }

  /** The unpaged parts of a transcript, with the state that only memory holds. */
  function entitiesNow({ agent, open, waiting, accepted, outputs, status }: Captured, transcript: Transcript) {
    runAccepted(transcript, accepted);
    for (const [taskId, outputTail] of outputs) {
      const task = transcript.tasks.get(taskId);
      if (task) transcript.tasks.set(taskId, { ...task, outputTail });
    }
    const works = open !== undefined && (waiting === undefined || waiting.agents.has(agent.agentId));
    return { ...entitiesOf(transcript), meta: metaOf(transcript, works, status) };
  }

  async function snapshot(
    id: string,
    agentId: string,
    journal: Journal,
    prompts: 'all' | 'open' = 'all',
  ): Promise<TranscriptStart | undefined> {
    const agent = rows.agents(rowOf(id).key).find((each) => each.agentId === agentId);
    if (!agent || journal.closed()) return undefined;
    const captured = capture(id, agent, { size: 1, prompts }, journal);
    const seq = journal.latest();
    const { transcript } = await complete(captured, captured.bounds.from, createPace());
    // something can be fetched if the timeline has rows, even before the first turn
    const hasMoreOlder = captured.timeline.length > 0;
    return { snapshot: { items: [], ...entitiesNow(captured, transcript), hasMoreOlder }, seq };
  }

  function runningOutputs(session: LiveSession | undefined, journal: Journal | undefined): Map<string, string> {
    if (!session || !journal) return new Map();
    const ids = [...session.tasks.keys(), ...[...session.shells.values()].map(({ taskId }) => taskId)];
    return new Map(
      ids.flatMap((id) => {
        const output = journal.outputOf(id);
        return output === undefined ? [] : [[id, output] as const];
      }),
    );
  }

  async function planCalls(now: Moment, agent: TranscriptAgent) {
    const { key } = now.row;
    const { agentId } = agent;
    const entities = readEntities(key, agentId);
    const { transcript } = await complete({ ...now, agent, entities }, 0, createPace());
    return planCallsOf(rows, { key, agentId }, transcript, entities.undone);
  }

  return {
    page,
    snapshot,
    status,
    agents: (id) =>
      rows.agents(rowOf(id).key).map(({ agentId, disposedAt }) => ({ id: agentId, gone: disposedAt !== undefined })),
    async journal(id, agentId) {
      const { key, epoch } = rowOf(id);
      return journals.of({ key, id, epoch }, agentId);
    },
    async ops(id, agentId, since) {
      const { key } = rowOf(id);
      const known = rows.agents(key).some((each) => each.agentId === agentId);
      const journal = known ? await journalOf(id, agentId) : undefined;
      if (!journal) return { agent_id: agentId, batches: [], latest_seq: 0, complete: false };
      deps.hub.flush(id);
      const batches = journal.since(since);
      return {
        agent_id: agentId,
        batches: batches ?? [],
        latest_seq: journal.latest(),
        complete: batches !== undefined,
      };
    },
    async userMessages(id, agentId) {
      const { row, waiting } = moment(id);
      const { key } = row;
      const wanted = rows.agents(key).filter((each) => agentId === undefined || each.agentId === agentId);
      const agents: Operations['listUserMessages']['data']['agents'] = [];
      const pace = createPace();
      for (const agent of wanted) {
        const continues = waiting === undefined || waiting.agents.has(agent.agentId);
        const entities = readEntities(key, agent.agentId);
        agents.push({
          agent_id: agent.agentId,
          ...(await openingsOf(rows, { key, agent, continues }, entities, pace)),
        });
      }
      if (agentId !== undefined && agents.length === 0)
        agents.push({ agent_id: agentId, messages: [], attachments: [] });
      return { agents };
    },
    async plans(id, agentId, callId) {
      const now = moment(id);
      const agent = rows.agents(now.row.key).find((each) => each.agentId === agentId);
      const calls = agent ? await planCalls(now, agent) : [];
      if (callId !== undefined && !calls.some((call) => call.callId === callId))
        throw new ApiError('TOOL_CALL_NOT_FOUND');
      return calls.filter((call) => callId === undefined || call.callId === callId).flatMap(planOf);
    },
  };
}

function nothing(): Omit<Operations['getTranscript']['data'], 'agent_id' | 'agents'> {
  return {
    items: [],
    has_more: false,
    tasks: [],
    interactions: [],
    attachments: [],
    todos: [],
    prompts: [],
    meta: {},
    pending_interactions: [],
  };
}

function holdsOpen({ transcript }: TranscriptFold): boolean {
  return transcript.items.findLast((item) => item.kind === 'turn')?.state === 'running';
}

function metaOf({ meta }: Transcript, works: boolean, status: AgentStatus): TranscriptMeta {
  return { ...meta, activity: works ? 'turn' : 'idle', agent: shownStatus(status) };
}
