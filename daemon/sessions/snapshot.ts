/** A consistent snapshot of a session for a client that starts or has lost its cursor (ws.md 10). */
import type {
  AgentStatus,
  Approval,
  InFlightTurn,
  Prompt,
  PromptQueue,
  Question,
  SessionStatus,
  Snapshot,
} from '../../schemas/generated/types.js';
import { ApiError } from '../errors.js';
import type { AgentViews } from './agents/agentviews.js';
import type { SessionDeps } from './deps.js';
import { inFlightTurn } from './facts/inflight.js';
import { storedQuestion } from './interactions/inbox.js';
import { queueOf } from './prompts/prompts.js';
import type { LiveSession } from './live/state.js';
import type { Messages } from './messages/messages.js';
import { queued, type PromptRow } from './messages/promptmessage.js';
import type { Registry } from './live/registry.js';
import { containmentNow, shownContainment } from './runtimes/containment.js';
import { createStoredStatus } from './agents/storedstatus.js';
import { iso, type SessionRow } from './store.js';
import { textsOf, type Texts } from './texts/texts.js';

/** Maximum number of messages in a snapshot. */
const messageCount = 100;

export interface Views {
  snapshot(id: string): Promise<Snapshot>;
  status(id: string): SessionStatus;
  prompts(id: string, agentId: string): PromptQueue;
  approvals(id: string): Approval[];
  questions(id: string): Question[];
  /** complete status by agent id */
  statusOf(id: string): Record<string, AgentStatus>;
}

export function createViews(deps: SessionDeps, registry: Registry, messages: Messages, agentViews: AgentViews): Views {
  const pending = deps.db.prepare<[number, string], { request: string }>(
    `SELECT request FROM interactions WHERE session_key = ? AND kind = ? AND status = 'pending' ORDER BY created_at, id`,
  );
  const prompts = deps.db.prepare<[number, string], PromptRow>(
    `SELECT * FROM prompts WHERE session_key = ? AND agent_id = ? AND status IN ('queued', 'running') ORDER BY position`,
  );
  const agents = deps.db.prepare<[number], { agent_id: string; queue_paused: number }>(
    'SELECT agent_id, queue_paused FROM agents WHERE session_key = ?',
  );

  const storedStatus = createStoredStatus(deps);
  const texts = textsOf(deps.db);

  function requireRow(id: string): SessionRow {
    const row = deps.store.row(id);
    if (!row) throw new ApiError('SESSION_NOT_FOUND');
    return row;
  }

  function approvals(row: SessionRow): Approval[] {
    return pending.all(row.key, 'approval').map(({ request }) => JSON.parse(request) as Approval);
  }

  function questions(row: SessionRow): Question[] {
    return pending.all(row.key, 'question').map(({ request }) => storedQuestion(request));
  }

  function queue(row: SessionRow, agentId: string): PromptQueue {
    // storage marks an accepted prompt as running only when its turn starts
    const live = registry.loaded(row.id)?.agents.get(agentId);
    if (live) return queueOf(live);
    const rows = prompts.all(row.key, agentId);
    // when its server died, a turn is over unless it waits for the user; the repair pauses its queue (rest.md 1.9)
    const continues = deps.leases.alive(row.owner) || row.pending_interaction !== 'none';
    const active = continues ? rows.find((each) => each.status === 'running') : undefined;
    const queued = rows.filter((each) => each.status === 'queued').map((each) => item(each, texts));
    const paused = agents.all(row.key).find((agent) => agent.agent_id === agentId);
    if (!paused) throw new ApiError('SESSION_NOT_FOUND', { message: `no agent ${agentId} in this session` });
    return {
      active: active === undefined ? null : item(active, texts),
      queued,
      paused: paused.queue_paused === 1 || (!continues && queued.length > 0),
    };
  }

  function agentStatus(row: SessionRow): Record<string, AgentStatus> {
    const live = registry.loaded(row.id);
    if (live)
      return Object.fromEntries(
        [...live.agents.values()].map((agent) => [agent.id, registry.status.complete(live, agent)]),
      );
    return storedStatus.statuses(row);
  }

  function flightsOf(live: LiveSession): InFlightTurn[] {
    return [...live.agents.values()].flatMap(({ id, inflight, turn }) =>
      inflight && turn ? [inFlightTurn(inflight, id, turn.prompt?.promptId)] : [],
    );
  }

  /** A transaction, so that every part is read at the same position of the log. */
  const picture = deps.db.transaction((id: string): Snapshot => {
    const row = requireRow(id);
    const live = registry.loaded(id);
    const page = messages.newest(row, messageCount);
    const flights = live ? flightsOf(live) : storedStatus.flights(row);
    return {
      as_of_seq: row.last_seq,
      epoch: row.epoch,
      session: deps.store.session(row),
      messages: { items: page.items.toReversed(), has_more: page.has_more },
      in_flight_turn: flights.find((each) => each.agent_id === undefined) ?? null,
      in_flight_agents: flights.filter((each) => each.agent_id !== undefined),
      subagents: agentViews.foreground(row),
      pending_approvals: approvals(row),
      pending_questions: questions(row),
      prompts: queue(row, 'main'),
      todos: deps.store.todos(row.key, 'main') ?? [],
      agent_status: agentStatus(row),
    };
  });

  return {
    async snapshot(id) {
      registry.repair(id);
      return texts.ready(() => {
        deps.hub.flush(id);
        return picture(id);
      });
    },
    status(id) {
      const row = requireRow(id);
      const session = deps.store.session(row);
      const { context_tokens, context_limit } = session.usage;
      return {
        busy: session.busy,
        ...(row.model === '' ? {} : { model: row.model }),
        thinking_level: deps.models.thinkingLevel(row.model, row.thinking ?? undefined),
        permission: row.permission_mode,
        plan_mode: session.agent_config.plan_mode,
        runtime: shownContainment(
          containmentNow(deps, {
            runtimeId: row.runtime_id,
            workspace: [row.cwd, ...deps.store.directories(row)],
            readsOnly: session.agent_config.plan_mode,
          }),
        ),
        swarm_mode: false,
        context_tokens,
        ...(context_limit === undefined
          ? {}
          : { max_context_tokens: context_limit, context_usage: Math.min(1, context_tokens / context_limit) }),
      };
    },
    prompts: (id, agentId) => queue(requireRow(id), agentId),
    approvals: (id) => approvals(requireRow(id)),
    questions: (id) => questions(requireRow(id)),
    statusOf: (id) => agentStatus(requireRow(id)),
  };
}

function item(row: PromptRow, texts: Texts): Prompt {
  const prompt = queued(row, texts);
  return {
    prompt_id: prompt.promptId,
    user_message_id: prompt.userMessageId,
    status: row.status === 'running' ? 'running' : 'queued',
    content: prompt.content,
    created_at: iso(prompt.createdAt),
  };
}
