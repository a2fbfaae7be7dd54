/** Tokens that an agent has used, as its tables and the end of its last turn tell them. */
import type { TokenUsage } from '../../schemas/generated/types.js';
import type { Db } from './database.js';

export interface AgentUsage {
  byModel: Record<string, TokenUsage>;
  /** of the last turn; absent while a turn is open */
  turn?: TokenUsage;
}

interface Row extends TokenUsage {
  model: string;
}

export function createUsageReader(db: Db): (key: number, agentId: string) => AgentUsage {
  const rows = db.prepare<[number, string], Row>(
    `SELECT model, input_tokens AS inputOther, output_tokens AS output, cache_read_tokens AS inputCacheRead,
       cache_creation_tokens AS inputCacheCreation FROM usage WHERE session_key = ? AND agent_id = ?`,
  );
  const lastTurn = db
    .prepare<[number, string], string | null>(
      `SELECT CASE WHEN json_valid(e.payload) THEN json_extract(e.payload, '$.usage') END FROM agents a
         JOIN turns t ON t.session_key = a.session_key AND t.agent_id = a.agent_id AND t.turn_id = a.last_turn
         JOIN events e ON e.session_key = t.session_key AND e.seq = t.ended_seq
       WHERE a.session_key = ? AND a.agent_id = ?`,
    )
    .pluck();
  return (key, agentId) => {
    const turn = lastTurn.get(key, agentId);
    return {
      byModel: Object.fromEntries(rows.all(key, agentId).map(({ model, ...tokens }) => [model, tokens])),
      ...(typeof turn === 'string' ? { turn: counts(JSON.parse(turn) as TokenUsage) } : {}),
    };
  };
}

function counts({ inputOther, output, inputCacheRead, inputCacheCreation }: TokenUsage): TokenUsage {
  return { inputOther, output, inputCacheRead, inputCacheCreation };
}
