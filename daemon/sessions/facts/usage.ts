/** Tokens and costs of requests: of a session, of its agents and models, of each day, and of the running turn. */
import type { TokenUsage } from '../../../schemas/generated/types.js';
import { localDate } from '../../base/localdate.js';
import type { Db } from '../log/database.js';
import type { LiveAgent } from '../live/state.js';
import type { Fact, LogPosition } from './fact.js';

/** The usage of one request. */
interface Taken {
  /** alias */
  model: string;
  usage: TokenUsage;
  /** USD; absent when there was no price */
  cost?: number;
  /** absent when the request was not a step of a turn */
  turnId?: number;
  /** the tokens of a `title` cost money but are not added to the usage; those of a `broken` reply are */
  purpose?: 'summary' | 'title' | 'broken';
}

/** Billionths of a dollar: tables store money as integers, so that sums are exact. */
export const perDollar = 1e9;

export const usage = {
  agent: {
    'request.usage': add,
    'step.usage': add,
    'turn.started': (agent) => {
      delete agent.usage.turn;
    },
  },
  tables(db, timeZone) {
    const took = createRows(db, timeZone);
    return { 'request.usage': took, 'step.usage': took };
  },
  load(db) {
    const read = createUsageReader(db);
    return {
      agent(agent, { agent_id: id }, { key }) {
        agent.usage = read(key, id);
      },
    };
  },
  // no `fork`: a copy has used nothing
} satisfies Fact;

function add(agent: LiveAgent, { model, usage: used, purpose }: Taken): void {
  if (purpose === 'title') return;
  for (const total of [(agent.usage.byModel[model] ??= zeroUsage()), (agent.usage.turn ??= zeroUsage())]) {
    total.inputOther += used.inputOther;
    total.output += used.output;
    total.inputCacheRead += used.inputCacheRead;
    total.inputCacheCreation += used.inputCacheCreation;
  }
}

function zeroUsage(): TokenUsage {
  return { inputOther: 0, output: 0, inputCacheRead: 0, inputCacheCreation: 0 };
}

function createRows(db: Db, timeZone?: string): (at: LogPosition, taken: Taken) => void {
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
  return ({ key, agent, time }, { model, usage: used, cost, turnId = 0, purpose }) => {
    const { inputOther: input, output, inputCacheRead: read, inputCacheCreation: created } = used;
    const unknown = cost === undefined ? input + output + read + created : 0;
    const row = { key, input, output, read, created, cost: Math.round((cost ?? 0) * perDollar), unknown };
    const own = purpose === 'title' ? { ...row, input: 0, output: 0, read: 0, created: 0 } : row;
    ofSession.run(own);
    ofModel.run({ ...own, agent, model, turn: turnId });
    ofDay.run({ ...row, model, day: localDate(time, timeZone).day });
  };
}

/** Tokens that an agent has used, from its tables and the end of its last turn. */
export interface AgentUsage {
  byModel: Record<string, TokenUsage>;
  /** tokens of the last turn; of an open turn, those used so far */
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
  // reads the events of the turn, not those of the whole session
  const openTurn = db.prepare<[number, string], { [Key in keyof TokenUsage]: number | null }>(
    `WITH used AS (
       SELECT json_extract(e.payload, '$.usage') AS usage FROM turns t
         JOIN events e ON e.session_key = t.session_key AND e.seq > t.started_seq AND e.agent_id = t.agent_id
       WHERE t.session_key = ? AND t.agent_id = ? AND t.ended_seq IS NULL AND json_valid(e.payload)
         AND (e.type = 'step.usage'
           OR e.type = 'request.usage' AND coalesce(json_extract(e.payload, '$.purpose'), '') <> 'title'))
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

/** Whether there were rows: SQL sums over no rows are null. */
function hasAll(sums: { [Key in keyof TokenUsage]: number | null }): sums is TokenUsage {
  return tokenKinds.every((kind) => sums[kind] !== null);
}

function counts({ inputOther, output, inputCacheRead, inputCacheCreation }: TokenUsage): TokenUsage {
  return { inputOther, output, inputCacheRead, inputCacheCreation };
}

/** The usage of all models together. */
export function totalUsage(byModel: Readonly<Record<string, TokenUsage>>): TokenUsage {
  const total: TokenUsage = { inputOther: 0, output: 0, inputCacheRead: 0, inputCacheCreation: 0 };
  for (const each of Object.values(byModel)) {
    total.inputOther += each.inputOther;
    total.output += each.output;
    total.inputCacheRead += each.inputCacheRead;
    total.inputCacheCreation += each.inputCacheCreation;
  }
  return total;
}
