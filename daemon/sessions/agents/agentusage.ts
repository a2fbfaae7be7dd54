/** Tokens that an agent has used, from its tables and the end of its last turn. */
import type { TokenUsage } from '../../../schemas/generated/types.js';
import type { Db } from '../log/database.js';

export interface AgentUsage {
  byModel: Record<string, TokenUsage>;
  /** of the last turn, of one without an end what it has used so far */
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
  // the rows of the turn bound the work, not those of the session
  const openTurn = db.prepare<[number, string], { [Key in keyof TokenUsage]: number | null }>(
    `WITH used AS (
       SELECT json_extract(e.payload, '$.usage') AS usage FROM turns t
         JOIN events e ON e.session_key = t.session_key AND e.seq > t.started_seq AND e.agent_id = t.agent_id
       WHERE t.session_key = ? AND t.agent_id = ? AND t.ended_seq IS NULL AND json_valid(e.payload)
         AND (e.type = 'step.usage'
           OR e.type = 'request.usage' AND coalesce(json_extract(e.payload, '$.purpose'), '') NOT IN ('title', 'broken')))
     SELECT ${tokenKinds.map((kind) => `sum(json_extract(usage, '$.${kind}')) AS ${kind}`).join(', ')} FROM used`,
  );

  function turnOf(key: number, agentId: string): TokenUsage | undefined {
    const ended = lastTurn.get(key, agentId);
    if (typeof ended === 'string') return counts(JSON.parse(ended) as TokenUsage);
    const open = openTurn.get(key, agentId);
    return open && hasAll(open) ? counts(open) : undefined;
  }

  return (key, agentId) => {
    const turn = turnOf(key, agentId);
    return {
      byModel: Object.fromEntries(rows.all(key, agentId).map(({ model, ...tokens }) => [model, tokens])),
      ...(turn && { turn }),
    };
  };
}

const tokenKinds = ['inputOther', 'output', 'inputCacheRead', 'inputCacheCreation'] as const;

/** Sums over no rows are null. */
function hasAll(sums: { [Key in keyof TokenUsage]: number | null }): sums is TokenUsage {
  return tokenKinds.every((kind) => sums[kind] !== null);
}

function counts({ inputOther, output, inputCacheRead, inputCacheCreation }: TokenUsage): TokenUsage {
  return { inputOther, output, inputCacheRead, inputCacheCreation };
}
