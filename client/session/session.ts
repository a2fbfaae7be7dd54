/** The headless model of one session: its visible state, kept current over lost connections and server restarts. */
import type {
  McpServer,
  PromptQueue,
  Session,
  TranscriptAgent,
  TranscriptInteraction,
  TranscriptOp,
} from '../../schemas/generated/types.js';
import type { Client } from '../api/client.js';
import { share } from '../api/share.js';
import type { EventFrame, Stream } from '../api/stream.js';
import type { Grades } from '../api/transcripts.js';
import { createActions, createOwn, type Actions } from './actions.js';
import {
  agentStates,
  approvalId,
  createViewer,
  openInteractions,
  pick,
  questionId,
  readWaiting,
  settingsOf,
  withAnswers,
  type Viewer,
  type Waiting,
} from './derive.js';
import { createReading } from './reading.js';
import type { Queue, SessionFacts, SessionState, Timeline } from './state.js';
import { createStore, sameFields, sameList, type Readable, type Schedule } from './store.js';

export interface SessionOptions {
  sessionId: string;
  client: Client;
  stream: Stream;
  /** number of turns on the first page; default 20 */
  pageSize?: number;
  /** number of newest turns kept in memory while no older ones are loaded; default all */
  keptTurns?: number;
  schedule?: Schedule;
  /** creates ids of prompts; default: random UUIDs of the platform */
  createId?: () => string;
}

export interface SessionModel extends Readable<SessionState>, Actions {
  /** Resolves when everything out of date has been read again. */
  settled(): Promise<void>;
  /** Loads older turns of an agent whose timeline is shown, at most 100; resolves when they are loaded. */
  loadOlder(agentId?: string, turns?: number): Promise<void>;
  /** Drops older turns of the main agent, which are no longer shown. */
  dropOlder(): void;
  /** Returns an approval or a question of any followed agent, also after its decision. */
  interaction(id: string): TranscriptInteraction | undefined;
  /** Adds the timeline of another agent to the state, or removes it. */
  showAgent(agentId: string, isShown: boolean): void;
  /** Stops following the session; the stream stays open. */
  close(): void;
}

/** The facts of a session that REST returns. */
interface Facts {
  session: SessionFacts | undefined;
  config: Session['agent_config'] | undefined;
  queue: PromptQueue;
  agents: readonly TranscriptAgent[];
  waiting: Waiting;
  mcpServers: readonly McpServer[];
}

/** Reads the session and follows it; the server does not load it for that. */
export function openSession(options: SessionOptions): SessionModel {
  const { sessionId, client, stream } = options;
  const params = { session_id: sessionId };
  const facts: Facts = {
    session: undefined,
    config: undefined,
    queue: { active: null, queued: [], paused: false },
    agents: [],
    waiting: { approvals: [], questions: [] },
    mcpServers: [],
  };
  const own = createOwn();
  const viewers = new Map<string, Viewer>();
  const shown = new Set<string>();
  let isGone = false;
  let fileChanges = 0;
  /** number of the last event that changed `facts.session` locally */
  let patchedAt = 0;

  const store = createStore(derive, options.schedule);
  const { changed } = store;

  const reading = createReading({
    async read() {
      const [session, queue, { items }] = await Promise.all([
        client.getSession({ params }),
        client.listPrompts({ params }),
        client.listAgents({ params }),
      ]);
      const waiting = session.pending_interaction === 'none' ? nothing : await readWaiting(client, sessionId);
      const { last_seq, message_count, updated_at, permission_rules, agent_config, ...kept } = session;
      facts.config = share(facts.config, agent_config);
      // an event that arrived meanwhile is newer, and has requested the next read
      if (last_seq >= patchedAt) facts.session = share(facts.session, kept);
      facts.queue = share(facts.queue, queue);
      facts.agents = share(facts.agents, items.map(namesOf));
      facts.waiting = share(facts.waiting, waiting);
      changed();
    },
    onRefused: ({ name }) => void (name === 'SESSION_NOT_FOUND' && gone()),
  });
  const mcpReading = createReading({
    async read() {
      const { servers } = await client.listMcpServers({ query: params });
      facts.mcpServers = share(facts.mcpServers, servers);
      changed();
    },
  });

  const followed = stream.follow(sessionId, {
    grades: grades(),
    ...(options.pageSize !== undefined && { pageSize: options.pageSize }),
    ...(options.keptTurns !== undefined && { keptTurns: options.keptTurns }),
    onChange: touch,
    onAgents: () => undefined,
    onEvent: take,
    onLive() {
      isGone = false;
      fileChanges += 1;
      reading.refresh();
      mcpReading.refresh();
      changed();
    },
    onGone: gone,
  });
  const leaveState = stream.onState(changed);
  const leaveEvents = stream.onGlobalEvent(({ type, payload }) => {
    if (type === 'event.session.archived' && payload.sessionId === sessionId) reading.refresh();
  });

  function grades(): Grades {
    return { '*': 'turn', main: 'delta', ...Object.fromEntries([...shown].map((id) => [id, 'delta' as const])) };
  }

  function gone(): void {
    isGone = true;
    changed();
  }

  function touch(agentId: string, ops: readonly TranscriptOp[] | undefined): void {
    const agent = followed.agents.get(agentId);
    if (!agent) return;
    let viewer = viewers.get(agentId);
    if (!viewer) viewers.set(agentId, (viewer = createViewer(agent)));
    viewer.touch(ops);
    if (!ops || ops.some(mayMoveFacts)) reading.refresh();
    changed();
  }

  function take({ type, seq, payload }: EventFrame): void {
    if (type === 'event.session.deleted') return gone();
    if (type === 'agent.disposed' && !followed.agents.has(payload.agentId)) viewers.delete(payload.agentId);
    if (type === 'event.changes.changed') {
      fileChanges += 1;
      return changed();
    }
    if (type === 'mcp.server.status' || type === 'tool.list.updated') return mcpReading.refresh();
    reading.refresh();
    if (payload.type !== 'event.session.work_changed' || !facts.session) return;
    patchedAt = Math.max(patchedAt, seq);
    const news = pick(payload, ['busy', 'main_turn_active', 'pending_interaction', 'last_turn_reason']);
    facts.session = share(facts.session, { ...facts.session, ...news });
    changed();
  }

  function timelineOf(agentId: string): Timeline | undefined {
    const agent = followed.agents.get(agentId);
    return shown.has(agentId) && agent?.isKnown ? viewers.get(agentId)?.view().timeline : undefined;
  }

  /** Drops local additions that the session confirms. */
  function dropConfirmed(prompts: Timeline['prompts'], open: Waiting): void {
    const queue = new Set([facts.queue.active, ...facts.queue.queued].map((prompt) => prompt?.prompt_id));
    for (const [id, { failure }] of own.outgoing)
      if (!failure && (prompts.has(id) || queue.has(id))) own.outgoing.delete(id);
    const ids = new Set([...open.approvals.map(approvalId), ...open.questions.map(questionId)]);
    for (const id of own.answered) if (!ids.has(id)) own.answered.delete(id);
  }

  function derive(previous: SessionState | undefined): SessionState {
    const main = followed.agents.get('main');
    const view = viewers.get('main')?.view();
    const transcript = main?.isKnown ? main.transcript : undefined;
    const { session, queue } = facts;
    const status = transcript?.meta.agent;
    const timeline = view?.timeline ?? emptyTimeline;
    const open = openInteractions(followed.agents, viewers, facts.waiting);
    dropConfirmed(timeline.prompts, open);
    return sameFields(previous, {
      id: sessionId,
      connection: stream.state,
      isLoaded: session !== undefined && transcript !== undefined,
      isGone,
      owner: own.owner,
      session,
      settings: sameFields(
        previous?.settings,
        settingsOf(transcript, facts.config, facts.session?.runtime_id, own.settings),
      ),
      phase: status?.phase,
      timeline,
      approvals: withAnswers(previous?.approvals, open.approvals, approvalId, own.answered),
      questions: withAnswers(previous?.questions, open.questions, questionId, own.answered),
      queue: sameFields<Queue>(previous?.queue, {
        active: queue.active,
        // the stream is newer than the read
        queued: sameList(
          previous?.queue.queued,
          queue.queued.filter(({ prompt_id: id }) => (timeline.prompts.get(id)?.status ?? 'queued') === 'queued'),
        ),
        isPaused: queue.paused,
      }),
      outgoing: sameList(previous?.outgoing, [...own.outgoing.values()]),
      usage: sameFields(previous?.usage, {
        tokens: status?.usage,
        contextTokens: status?.contextTokens,
        maxContextTokens: status?.maxContextTokens,
        costUsd: session?.usage.total_cost_usd,
      }),
      todos: transcript?.todos.get('todo')?.items ?? emptyList,
      goal: transcript?.meta.goal,
      planReviewPath: transcript?.meta.modes?.plan?.reviewPath,
      tasks: view?.tasks ?? emptyList,
      agents: agentStates(previous?.agents, facts.agents, followed.agents, timelineOf),
      mcpServers: facts.mcpServers,
      fileChanges,
    });
  }

  const actions = createActions({
    sessionId,
    client,
    stream,
    own,
    changed,
    refresh: reading.refresh,
    ...(options.createId && { createId: options.createId }),
  });

  return {
    get: store.get,
    subscribe: store.subscribe,
    ...actions,
    async settled() {
      await Promise.all([reading.settled(), mcpReading.settled()]);
    },
    interaction: (id) =>
      [...followed.agents.values()].map(({ transcript }) => transcript.interactions.get(id)).find(Boolean),
    loadOlder: async (agentId = 'main', turns) => followed.agents.get(agentId)?.older(turns),
    dropOlder: () => followed.agents.get('main')?.dropOlder(),
    showAgent(agentId, isShown) {
      if (isShown) shown.add(agentId);
      else shown.delete(agentId);
      followed.setGrades(grades());
      changed();
    },
    close() {
      leaveState();
      leaveEvents();
      reading.close();
      mcpReading.close();
      followed.close();
    },
  };
}

const nothing: Waiting = { approvals: [], questions: [] };
const emptyList: readonly never[] = [];
const emptyTimeline: Timeline = { items: [], hasOlder: false, attachments: new Map(), prompts: new Map() };

/** Returns whether an operation can change what REST returns for the session. */
function mayMoveFacts(change: TranscriptOp): boolean {
  const { op } = change;
  // tokens are counted after a step, and after a shell command of the user, which is no turn
  if (op === 'meta.merge')
    return change.meta.agent?.contextTokens !== undefined || change.meta.agent?.usage !== undefined;
  return op === 'prompt.upsert' || op === 'turn.upsert' || op === 'items.remove' || op === 'marker.upsert';
}

function namesOf(agent: TranscriptAgent): TranscriptAgent {
  return pick(agent, ['agentId', 'type', 'parentAgentId', 'label', 'createdAt', 'disposedAt']);
}
