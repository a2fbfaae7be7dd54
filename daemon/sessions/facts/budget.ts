/** The budget of a session: what was spent, the user's decisions about limits, and published warnings. */
import { verdictOn, type Budget, type BudgetLimits } from '../../agent/budget.js';
import { localDate } from '../../base/localdate.js';
import type { Db } from '../log/database.js';
import type { SessionDeps } from '../deps.js';
import type { Fact } from './fact.js';
import { perDollar } from './usage.js';

/** A raised limit applies from the moment when the user's answer is stored. */
export const budget = {
  tables(db) {
    const ask = db.prepare(
      `INSERT INTO budgets (session_key, question_id, scope, asked_day, raise_to) VALUES (@key, @id, @scope, @day, @limit)
       ON CONFLICT DO UPDATE SET question_id = @id, scope = @scope, asked_day = @day, raise_to = @limit`,
    );
    const raise = db.prepare(
      `UPDATE budgets SET session_limit = iif(scope = 'session', raise_to, session_limit),
         day = iif(scope = 'day', asked_day, day), day_limit = iif(scope = 'day', raise_to, day_limit)
       WHERE session_key = ? AND question_id = ?`,
    );
    const stop = db.prepare('UPDATE budgets SET stopped_at = ? WHERE session_key = ? AND question_id = ?');
    const note = db.prepare(
      `INSERT INTO budgets (session_key, noted) VALUES (@key, json_array(@text))
       ON CONFLICT DO UPDATE SET noted = json_insert(noted, '$[#]', @text)`,
    );
    return {
      'budget.held': ({ key }, { questionId: id, raise: offered }) => {
        if (offered) ask.run({ key, id, ...offered, limit: Math.round(offered.limit * perDollar) });
      },
      'budget.noted': ({ key }, { key: text }) => void note.run({ key, text }),
      'event.question.answered': ({ key, time }, { question_id: id, answers }) => {
        const verdict = verdictOn(answers);
        if (verdict === 'raised') raise.run(key, id);
        if (verdict === 'stop') stop.run(time, key, id);
      },
      'event.question.dismissed': ({ key, time }, { question_id: id, by }) => {
        if (by === 'client' || by === 'timeout') stop.run(time, key, id);
      },
    };
  },
  // no `fork`: a copy has spent nothing and has no decisions
} satisfies Fact;

/** Amounts in USD. */
export interface BudgetRow {
  spent: number;
  /** a limit that the user raised */
  sessionLimit?: number;
  /** a limit that the user raised for one day, `YYYY-MM-DD` */
  day?: { day: string; limit: number };
  /** when the user answered `stop`, epoch milliseconds; 0: never */
  stoppedAt: number;
  /** keys of warnings that were published */
  noted: string[];
}

export interface BudgetRows {
  session(key: number): BudgetRow;
  /** spending of all sessions on a day, including deleted sessions */
  day(day: string): number;
}

interface Stored {
  cost: number;
  session_limit: number | null;
  day: string | null;
  day_limit: number | null;
  stopped_at: number | null;
  noted: string | null;
}

export function createBudgetRows(db: Db): BudgetRows {
  const session = db.prepare<[number], Stored>(
    `SELECT s.cost, b.session_limit, b.day, b.day_limit, b.stopped_at, b.noted
     FROM sessions s LEFT JOIN budgets b ON b.session_key = s.key WHERE s.key = ?`,
  );
  const day = db.prepare<[string], number>('SELECT coalesce(sum(cost), 0) FROM spending WHERE day = ?').pluck();
  return {
    session(key) {
      const row = session.get(key);
      return {
        spent: (row?.cost ?? 0) / perDollar,
        ...(row?.session_limit ? { sessionLimit: row.session_limit / perDollar } : {}),
        ...(row?.day && row.day_limit ? { day: { day: row.day, limit: row.day_limit / perDollar } } : {}),
        stoppedAt: row?.stopped_at ?? 0,
        noted: JSON.parse(row?.noted ?? '[]') as string[],
      };
    },
    day: (of) => (day.get(of) ?? 0) / perDollar,
  };
}

/** The current limits of a session, without its spending; undefined when no limit is set. */
export function budgetFor(
  rows: BudgetRows,
  key: number,
  { settings, now, timeZone }: Pick<SessionDeps, 'settings' | 'now' | 'timeZone'>,
): Pick<Budget, 'configured' | 'limits' | 'warnRatio' | 'day'> | undefined {
  const { sessionUsd, dayUsd, warnRatio } = settings().budget;
  if (sessionUsd === undefined && dayUsd === undefined) return undefined;
  const { day } = localDate(now(), timeZone());
  const configured: BudgetLimits = {
    session: sessionUsd,
    ...(dayUsd === undefined ? {} : { day: dayUsd }),
  };
  return { configured, warnRatio, day, limits: () => raised(configured, rows.session(key), day) };
}

/** Limits as configured, or higher where the user has raised them for the session. */
function raised(configured: BudgetLimits, row: BudgetRow, day: string): BudgetLimits {
  const ofDay = row.day?.day === day ? row.day.limit : 0;
  return {
    ...(configured.session === undefined ? {} : { session: Math.max(configured.session, row.sessionLimit ?? 0) }),
    ...(configured.day === undefined ? {} : { day: Math.max(configured.day, ofDay) }),
  };
}
