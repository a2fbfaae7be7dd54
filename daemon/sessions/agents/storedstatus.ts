/** The status of agents that are not in memory, derived from the log and its tables. */
import type { AgentStatus, InFlightTurn } from '../../../schemas/generated/types.js';
import { createEndReader } from '../facts/turns.js';
import { createUsageReader, totalUsage } from '../facts/usage.js';
import type { SessionDeps } from '../deps.js';
import { applyAsking, applyInflight, inFlightTurn } from '../facts/inflight.js';
import { phaseOf } from '../turns/phase.js';
import type { LiveAgent } from '../live/state.js';
import { createOpenRows, restsInMemory, type OpenTurnRow } from '../live/load.js';
import { rowPayload } from '../log/log.js';
import type { SessionRow } from '../store.js';
import { containmentNow, shownContainment } from '../runtimes/containment.js';

export interface StoredStatus {
  /** by agent id, for the agents that loading the session would bring into memory */
  statuses(row: SessionRow): Record<string, AgentStatus>;
  status(row: SessionRow, agentId: string): AgentStatus;
  /** open turns of a session that no server runs; they wait for the user */
  flights(row: SessionRow): InFlightTurn[];
}

interface AgentRow {
  model: string | null;
  plan: string;
  tokens: number | null;
}

type Deps = Pick<
  SessionDeps,
  'db' | 'log' | 'models' | 'store' | 'leases' | 'now' | 'settings' | 'home' | 'userHome' | 'runtimes'
>;

const pageRows = 500;

export function createStoredStatus(deps: Deps): StoredStatus {
  const { db, log, models, store, leases } = deps;
  const agent = db.prepare<[number, string], AgentRow>(
    `SELECT json_extract(binding, '$.model') AS model, plan, json_extract(anchor, '$.tokens') AS tokens
     FROM agents WHERE session_key = ? AND agent_id = ?`,
  );
  const agentIds = db
    .prepare<[number], string>(`SELECT agent_id FROM agents a WHERE session_key = ? AND ${restsInMemory}`)
    .pluck();
  const usageOf = createUsageReader(db);
  const endOf = createEndReader(db);
  const { openTurns } = createOpenRows(db);

  /** Replays the events of a turn, so the cost grows with the turn and not with the session. */
  function follow(row: SessionRow, turn: OpenTurnRow): Pick<LiveAgent, 'inflight' | 'asking'> {
    const followed: Pick<LiveAgent, 'inflight' | 'asking'> = {};
    for (let after = turn.started_seq - 1; ;) {
      const rows = log.read(row.key, after, pageRows, row.last_seq);
      for (const each of rows) {
        const event = each.agent_id === turn.agent_id ? rowPayload(each, row.id) : undefined;
        if (!event) continue;
        applyInflight(followed, event, each.time);
        applyAsking(followed, event, each.time);
      }
      const last = rows.at(-1);
      if (!last || rows.length < pageRows) return followed;
      after = last.seq;
    }
  }

  /** Open turns that wait for the user. When the server died, all others are over; the repair will record that. */
  function waitingTurns(row: SessionRow): OpenTurnRow[] {
    return row.pending_interaction === 'none' || leases.alive(row.owner) ? [] : openTurns(row.key);
  }

  function phase(row: SessionRow, agentId: string): AgentStatus['phase'] {
    const turn = waitingTurns(row).find((each) => each.agent_id === agentId);
    return phaseOf(
      {
        ...(turn && follow(row, turn)),
        ...endOf(row.key, agentId),
      },
      turn !== undefined,
      row.updated_at,
    );
  }

  function contextOf(row: SessionRow, agentId: string, { model, tokens }: AgentRow): AgentStatus {
    const limit = models.contextLimit(model ?? row.model);
    const contextTokens = agentId === 'main' ? store.session(row).usage.context_tokens : (tokens ?? undefined);
    return {
      ...(contextTokens === undefined ? {} : { contextTokens }),
      ...(limit === undefined ? {} : { maxContextTokens: limit }),
      ...(contextTokens === undefined || limit === undefined
        ? {}
        : { contextUsage: Math.min(1, contextTokens / limit) }),
    };
  }

  function status(row: SessionRow, agentId: string): AgentStatus {
    const stored = agent.get(row.key, agentId) ?? { model: null, plan: '{"active":false}', tokens: null };
    const { byModel, turn } = usageOf(row.key, agentId);
    const model = stored.model ?? row.model;
    const level = models.thinkingLevel(model, row.thinking ?? undefined);
    const planMode = (JSON.parse(stored.plan) as { active: boolean }).active;
    return {
      model,
      ...(level === '' ? {} : { thinkingEffort: level }),
      ...contextOf(row, agentId, stored),
      planMode,
      permission: row.permission_mode,
      runtime: shownContainment(
        containmentNow(deps, {
          runtimeId: row.runtime_id,
          workspace: [row.cwd, ...store.directories(row)],
          readsOnly: planMode,
        }),
      ),
      usage: { byModel, currentTurn: turn, total: totalUsage(byModel) },
      // the log does not show what another server is doing right now
      ...(leases.foreignOwner(row.owner) ? {} : { phase: phase(row, agentId) }),
    };
  }

  return {
    status,
    statuses: (row) => Object.fromEntries(agentIds.all(row.key).map((id) => [id, status(row, id)])),
    flights: (row) =>
      waitingTurns(row).flatMap((turn) => {
        const { inflight } = follow(row, turn);
        return inflight ? [inFlightTurn(inflight, turn.agent_id, turn.prompt_id ?? undefined)] : [];
      }),
  };
}
