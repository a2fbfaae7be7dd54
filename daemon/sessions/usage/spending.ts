/** Reads what model requests cost, over all sessions of a home. */
import type { GetUsageData, Spending } from '../../../schemas/generated/types.js';
import { ApiError } from '../../errors.js';
import type { Db } from '../log/database.js';
import { perDollar } from '../facts/usage.js';

/** Days as `YYYY-MM-DD`, both inclusive. */
export interface SpendingQuery {
  from?: string | undefined;
  to?: string | undefined;
  /** maximum rows of each list */
  limit: number;
}

export interface SpendingReader {
  /** throws VALIDATION_FAILED when `to` is before `from` */
  read(query: SpendingQuery): GetUsageData;
}

type Row = Omit<Spending, 'complete' | 'cost_usd'> & { cost: number; name: string; title: string | null };

const sums = `coalesce(sum(requests), 0) AS requests, coalesce(sum(p.input_tokens), 0) AS input_tokens,
  coalesce(sum(p.output_tokens), 0) AS output_tokens, coalesce(sum(p.cache_read_tokens), 0) AS cache_read_tokens,
  coalesce(sum(p.cache_creation_tokens), 0) AS cache_creation_tokens, coalesce(sum(p.cost), 0) AS cost,
  coalesce(sum(p.unknown_tokens), 0) AS unknown_tokens`;
const between = 'FROM spending p WHERE day >= @from AND day <= @to';

/** `timeZone`: IANA name of the server's zone. */
export function createSpendingReader(
  db: Db,
  timeZone: () => string,
  budget: () => GetUsageData['budget'],
): SpendingReader {
  const list = (name: string, order: string) =>
    db.prepare<object, Row>(
      `SELECT p.${name} AS name, ${sums} ${between} GROUP BY p.${name} ORDER BY ${order} LIMIT @limit`,
    );
  const total = db.prepare<object, Row>(`SELECT ${sums} ${between}`);
  const days = list('day', 'name DESC');
  const models = list('model', 'cost DESC, name');
  const sessions = list('session_id', 'cost DESC, name');
  const title = db.prepare<[string], string>('SELECT title FROM sessions WHERE id = ? AND forming = 0').pluck();
  return {
    read({ from = '0', to = '9999-12-31', limit }) {
      if (to < from) {
        throw new ApiError('VALIDATION_FAILED', { details: [{ path: 'to', message: 'must not be before from' }] });
      }
      const range = { from, to };
      const [byDay, byModel, bySession] = [days, models, sessions].map((each) =>
        each.all({ ...range, limit: limit + 1 }),
      );
      const limits = budget();
      const cut = (rows: Row[] = []) => rows.slice(0, limit);
      return {
        time_zone: timeZone(),
        total: spendingOf(total.get(range) as Row),
        days: cut(byDay).map((row) => ({ day: row.name, spending: spendingOf(row) })),
        models: cut(byModel).map((row) => ({ model: row.name, spending: spendingOf(row) })),
        sessions: cut(bySession).map((row) => {
          const known = title.get(row.name);
          return { session_id: row.name, ...(known === undefined ? {} : { title: known }), spending: spendingOf(row) };
        }),
        ...(limits === undefined ? {} : { budget: limits }),
        has_more: [byDay, byModel, bySession].some((rows = []) => rows.length > limit),
      };
    },
  };
}

function spendingOf({ name: _name, title: _title, cost, ...counts }: Row): Spending {
  return { ...counts, cost_usd: cost / perDollar, complete: counts.unknown_tokens === 0 };
}
