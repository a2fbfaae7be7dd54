/** Keeps what requests took: of a session, of its agents and models, and of each day. */
import type { TokenUsage } from '../../../schemas/generated/types.js';
import type { Facts } from '../messages/conversation.js';
import { localDate } from '../../base/localdate.js';
import type { Db } from '../log/database.js';

/** What was taken at once. */
export interface Taken {
  /** alias */
  model: string;
  usage: TokenUsage;
  /** USD; absent when there was no price */
  cost?: number;
  /** absent when it was no step of a turn */
  turnId?: number;
  /** a title and a reply that broke off cost, but their tokens are none of the conversation's */
  purpose?: 'summary' | 'title' | 'broken';
}

export interface UsageRows {
  took(facts: Facts, taken: Taken): void;
}

/** Billionths of a dollar, as the tables keep money: their sums are exact. */
export const perDollar = 1e9;

export function createUsageRows(db: Db, timeZone?: string): UsageRows {
  const ofSession = db.prepare(
    `UPDATE sessions SET input_tokens = input_tokens + @input, output_tokens = output_tokens + @output,
       cache_read_tokens = cache_read_tokens + @read, cache_creation_tokens = cache_creation_tokens + @created,
       cost = cost + @cost, unknown_tokens = unknown_tokens + @unknown WHERE key = @key`,
  );
  const ofModel = db.prepare(
    `INSERT INTO usage (session_key, agent_id, model, input_tokens, output_tokens, cache_read_tokens, cache_creation_tokens, turns, last_turn,
       cost, unknown_tokens)
     VALUES (@key, @agent, @model, @input, @output, @read, @created, @turn <> 0, @turn, @cost, @unknown)
     ON CONFLICT DO UPDATE SET input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens,
       cache_read_tokens = cache_read_tokens + excluded.cache_read_tokens,
       cache_creation_tokens = cache_creation_tokens + excluded.cache_creation_tokens,
       turns = turns + (excluded.last_turn NOT IN (0, last_turn)), last_turn = iif(excluded.last_turn = 0, last_turn, excluded.last_turn),
       cost = cost + excluded.cost, unknown_tokens = unknown_tokens + excluded.unknown_tokens`,
  );
  const ofDay = db.prepare(
    `INSERT INTO spending (day, session_id, model, requests, input_tokens, output_tokens, cache_read_tokens, cache_creation_tokens, cost,
       unknown_tokens)
     SELECT @day, id, @model, 1, @input, @output, @read, @created, @cost, @unknown FROM sessions WHERE key = @key
     ON CONFLICT DO UPDATE SET requests = requests + 1, input_tokens = input_tokens + excluded.input_tokens,
       output_tokens = output_tokens + excluded.output_tokens, cache_read_tokens = cache_read_tokens + excluded.cache_read_tokens,
       cache_creation_tokens = cache_creation_tokens + excluded.cache_creation_tokens, cost = cost + excluded.cost,
       unknown_tokens = unknown_tokens + excluded.unknown_tokens`,
  );
  return {
    took({ key, agent, time }, { model, usage, cost, turnId = 0, purpose }) {
      const { inputOther: input, output, inputCacheRead: read, inputCacheCreation: created } = usage;
      const unknown = cost === undefined ? input + output + read + created : 0;
      const row = { key, input, output, read, created, cost: Math.round((cost ?? 0) * perDollar), unknown };
      const own =
        purpose === 'title' || purpose === 'broken' ? { ...row, input: 0, output: 0, read: 0, created: 0 } : row;
      ofSession.run(own);
      ofModel.run({ ...own, agent, model, turn: turnId });
      ofDay.run({ ...row, model, day: localDate(time, timeZone).day });
    },
  };
}
