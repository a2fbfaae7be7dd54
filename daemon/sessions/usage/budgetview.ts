/** The budget as clients see it: warnings of a session, and limits with the spending. */
import type { GetUsageData, SessionWarning } from '../../../schemas/generated/types.js';
import { spentWarnings, unknownText, unpricedKey, type Budget } from '../../agent/budget.js';
import { budgetFor, createBudgetRows } from '../facts/budget.js';
import { localDate } from '../../base/localdate.js';
import type { SessionDeps } from '../deps.js';
import { perDollar } from '../facts/usage.js';

type Deps = Pick<SessionDeps, 'db' | 'settings' | 'now' | 'timeZone' | 'models'>;

/** Warnings of a session by its key; none without a limit. */
export function createBudgetWarnings(deps: Deps): (key: number) => SessionWarning[] {
  const rows = createBudgetRows(deps.db);

  function isUnpriced(alias: string): boolean {
    const ready = deps.models.ready(alias);
    return 'error' in ready || ready.price === undefined;
  }

  return (key) => {
    const budget = budgetFor(rows, key, deps);
    if (!budget) return [];
    const spending: Budget['spending'] = { session: () => rows.session(key).spent, day: () => rows.day(budget.day) };
    const unpriced = rows.session(key).noted.flatMap((noted) => unpricedKey.exec(noted)?.[1] ?? []);
    return [
      ...spentWarnings({ ...budget, spending }).map(({ message }) => ({ code: 'budget.warning' as const, message })),
      ...unpriced
        .filter(isUnpriced)
        .map((alias) => ({ code: 'budget.unknown_price' as const, message: unknownText(alias) })),
    ].map((warning) => ({ ...warning, severity: 'warning' as const }));
  };
}

/** The limits, with the amount left today; undefined without a limit. */
export function createBudgetReader(deps: Omit<Deps, 'models'>): () => GetUsageData['budget'] {
  const rows = createBudgetRows(deps.db);
  return () => {
    const { sessionUsd, dayUsd, warnRatio } = deps.settings().budget;
    if (sessionUsd === undefined && dayUsd === undefined) return undefined;
    const { day } = localDate(deps.now(), deps.timeZone());
    const spent = rows.day(day);
    const left = dayUsd === undefined ? undefined : Math.round(Math.max(0, dayUsd - spent) * perDollar) / perDollar;
    return {
      warn_ratio: warnRatio,
      day,
      day_spent_usd: spent,
      session_usd: sessionUsd,
      day_usd: dayUsd,
      day_left_usd: left,
    };
  };
}
