/** Lists the agents of a session, and the subagents of the main agent's turn, from storage (rest.md 9.10, 28). */
import type { Agent, AgentBinding, Subagent } from '../../../schemas/generated/types.js';
import type { SessionDeps } from '../deps.js';
import { bindingOf } from '../facts/agents.js';
import type { Registry } from '../live/registry.js';
import { iso, type SessionRow } from '../store.js';

export interface AgentViews {
  list(row: SessionRow): Agent[];
  /** foreground subagents of the main agent's running or last turn, oldest first */
  foreground(row: SessionRow): Subagent[];
}

interface AgentRow {
  agent_id: string;
  kind: Agent['type'];
  parent_id: string | null;
  label: string | null;
  binding: string | null;
  created_at: number | null;
  disposed_at: number | null;
  open_turn: number;
}

interface CallRow {
  agent_id: string;
  type: string;
  call_id: string;
  description: string;
  model: string | null;
  thinking: string | null;
  started_at: number;
  ended_at: number | null;
  outcome: 'completed' | 'error' | 'aborted' | 'timed_out' | null;
  waits_for: 'approval' | 'question' | null;
}

const nothing = { input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_creation_tokens: 0, turn_count: 0 };
const engineStatus = { completed: 'completed', error: 'failed', aborted: 'killed', timed_out: 'timed_out' } as const;
const status = { completed: 'completed', error: 'failed', aborted: 'cancelled', timed_out: 'failed' } as const;

export function createAgentViews(
  deps: Pick<SessionDeps, 'db' | 'store'> & { leases: Pick<SessionDeps['leases'], 'alive'> },
  registry: Pick<Registry, 'loaded'>,
): AgentViews {
  const agents = deps.db.prepare<[number], AgentRow>(
    `SELECT agent_id, kind, parent_id, label, binding, created_at, disposed_at,
       EXISTS (SELECT 1 FROM turns t WHERE t.session_key = a.session_key AND t.agent_id = a.agent_id AND t.ended_seq IS NULL) AS open_turn
     FROM agents a WHERE session_key = ? ORDER BY kind = 'main' DESC, created_at, agent_id`,
  );
  const calls = deps.db.prepare<[{ key: number }], CallRow>(
    `SELECT agent_id, type, call_id, description, model, thinking, started_at, ended_at, outcome,
       (SELECT kind FROM interactions i WHERE i.session_key = c.session_key AND i.status = 'pending' AND i.agent_id = c.agent_id LIMIT 1) AS waits_for
     FROM agent_calls c WHERE session_key = @key AND caller_id = 'main' AND background = 0
       AND caller_turn = (SELECT last_turn FROM agents WHERE session_key = @key AND agent_id = 'main') ORDER BY seq`,
  );

  /** A turn of a server that died is over, unless it waits for the user (rest.md 11.1). */
  function runs(row: SessionRow, agent: AgentRow): boolean {
    const live = registry.loaded(row.id);
    if (live) return live.agents.get(agent.agent_id)?.turn !== undefined;
    return agent.open_turn === 1 && (deps.leases.alive(row.owner) || row.pending_interaction !== 'none');
  }

  return {
    list(row) {
      const usage = deps.store.usage(row).by_agent;
      return agents.all(row.key).map((agent) => {
        const binding = bindingOf(agent.binding);
        return {
          agentId: agent.agent_id,
          type: agent.kind,
          ...(agent.parent_id === null ? {} : { parentAgentId: agent.parent_id }),
          ...(agent.label === null ? {} : { label: agent.label }),
          ...(agent.created_at === null ? {} : { createdAt: iso(agent.created_at) }),
          ...(agent.disposed_at === null ? {} : { disposedAt: iso(agent.disposed_at) }),
          status: agent.disposed_at !== null ? 'ended' : runs(row, agent) ? 'running' : 'idle',
          profile: binding.name,
          model: modelIn(row, agent, binding),
          usage: usage[agent.agent_id] ?? nothing,
        };
      });
    },
    foreground: (row) => calls.all({ key: row.key }).map((call) => subagent(row.id, call)),
  };
}

function modelIn(row: SessionRow, { kind }: AgentRow, binding: AgentBinding): string {
  return (kind === 'sub' ? binding.model : undefined) ?? row.model;
}

function subagent(sessionId: string, call: CallRow): Subagent {
  const { outcome } = call;
  return {
    id: call.agent_id,
    session_id: sessionId,
    kind: 'subagent',
    description: call.description,
    status: outcome === null ? 'running' : status[outcome],
    engine_status: outcome === null ? 'running' : engineStatus[outcome],
    created_at: iso(call.started_at),
    started_at: iso(call.started_at),
    ...(call.ended_at === null ? {} : { completed_at: iso(call.ended_at) }),
    ...(call.model === null ? {} : { model: call.model }),
    ...(call.thinking === null ? {} : { thinking_effort: call.thinking }),
    agent_id: call.agent_id,
    subagent_type: call.type,
    parent_tool_call_id: call.call_id,
    subagent_phase: phaseOf(call),
    ...(outcome === null && call.waits_for !== null ? { suspended_reason: call.waits_for } : {}),
    run_in_background: false,
  };
}

function phaseOf({ outcome, waits_for }: CallRow): Subagent['subagent_phase'] {
  if (outcome === null) return waits_for === null ? 'working' : 'suspended';
  return outcome === 'completed' ? 'completed' : 'failed';
}
