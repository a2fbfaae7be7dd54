/** The state of an agent that is not in memory, as far as the tables tell it. */
import type { AgentStatus, TokenUsage } from '../../../schemas/generated/types.js';
import type { Db } from '../database.js';
import type { SessionRow } from '../store.js';

interface UsageRow {
  model: string;
  inputOther: number;
  output: number;
  inputCacheRead: number;
  inputCacheCreation: number;
}

export function createResting(db: Db): (row: SessionRow, agentId: string) => AgentStatus {
  const usage = db.prepare<[number, string], UsageRow>(
    `SELECT model, input_tokens AS inputOther, output_tokens AS output, cache_read_tokens AS inputCacheRead,
       cache_creation_tokens AS inputCacheCreation FROM usage WHERE session_key = ? AND agent_id = ?`,
  );
  const ownModel = db
    .prepare<[number, string], string | null>(
      `SELECT json_extract(binding, '$.model') FROM agents WHERE session_key = ? AND agent_id = ?`,
    )
    .pluck();
  return (row, agentId) => {
    const counts = usage.all(row.key, agentId);
    const byModel = Object.fromEntries(counts.map(({ model, ...tokens }): [string, TokenUsage] => [model, tokens]));
    return {
      model: ownModel.get(row.key, agentId) ?? row.model,
      thinkingEffort: row.thinking ?? undefined,
      permission: row.permission_mode,
      usage: { byModel },
    };
  };
}
