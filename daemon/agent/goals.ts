/** Computes the use of goals, and builds the texts about them for the model (engine.md 12). */
import type { GoalSnapshot } from '../../schemas/generated/types.js';

export interface GoalBudget {
  turns?: number;
  /** output tokens */
  tokens?: number;
  wallClockMs?: number;
}

export interface GoalUse {
  turns: number;
  /** output tokens */
  tokens: number;
  wallClockMs: number;
}

/** Maximum length of an objective in chars. */
export const maxObjective = 4_000;
/** Share of a budget at which the model gets a hint. */
export const hintAt = 0.75;
/** Consecutive continuation turns without a tool call after which a goal counts as blocked. */
export const maxIdleTurns = 3;

export function newGoal(
  goalId: string,
  objective: string,
  criterion: string | undefined,
  budget: GoalBudget,
): GoalSnapshot {
  return {
    goalId,
    objective,
    completionCriterion: criterion,
    status: 'active',
    ...spent({ turns: 0, tokens: 0, wallClockMs: 0 }, budget),
  };
}

/** Returns the goal with additional use, or with another budget. */
export function useGoal(goal: GoalSnapshot, more: GoalUse, budget = budgetOf(goal)): GoalSnapshot {
  const { turnsUsed, tokensUsed, wallClockMs } = goal;
  const use = {
    turns: turnsUsed + more.turns,
    tokens: tokensUsed + more.tokens,
    wallClockMs: wallClockMs + more.wallClockMs,
  };
  return { ...goal, ...spent(use, budget) };
}

export function budgetOf({ budget }: GoalSnapshot): GoalBudget {
  return {
    ...(budget.turnBudget === null ? {} : { turns: budget.turnBudget }),
    ...(budget.tokenBudget === null ? {} : { tokens: budget.tokenBudget }),
    ...(budget.wallClockBudgetMs === null ? {} : { wallClockMs: budget.wallClockBudgetMs }),
  };
}

/** Returns the highest used share of the goal's budgets; 0 without a budget. */
export function usedShare({ turnsUsed, tokensUsed, wallClockMs, budget }: GoalSnapshot): number {
  const part = (used: number, of: number | null): number => (of === null ? 0 : used / of);
  return Math.max(
    part(turnsUsed, budget.turnBudget),
    part(tokensUsed, budget.tokenBudget),
    part(wallClockMs, budget.wallClockBudgetMs),
  );
}

function spent(
  use: GoalUse,
  budget: GoalBudget,
): Pick<GoalSnapshot, 'turnsUsed' | 'tokensUsed' | 'wallClockMs' | 'budget'> {
  const left = (of: number | undefined, used: number) => (of === undefined ? null : Math.max(0, of - used));
  const reached = (of: number | undefined, used: number) => of !== undefined && used >= of;
  const tokens = reached(budget.tokens, use.tokens);
  const turns = reached(budget.turns, use.turns);
  const time = reached(budget.wallClockMs, use.wallClockMs);
  return {
    turnsUsed: use.turns,
    tokensUsed: use.tokens,
    wallClockMs: use.wallClockMs,
    budget: {
      tokenBudget: budget.tokens ?? null,
      turnBudget: budget.turns ?? null,
      wallClockBudgetMs: budget.wallClockMs ?? null,
      remainingTokens: left(budget.tokens, use.tokens),
      remainingTurns: left(budget.turns, use.turns),
      remainingWallClockMs: left(budget.wallClockMs, use.wallClockMs),
      tokenBudgetReached: tokens,
      turnBudgetReached: turns,
      wallClockBudgetReached: time,
      overBudget: tokens || turns || time,
    },
  };
}

/** Returns the text that opens a continuation turn. `closing`: the budget is used up, and this is the last step. */
export function continuationText(goal: GoalSnapshot, closing: boolean): string {
  const task = closing
    ? 'The budget is used up, and this is the last step: use no more tools. Report what was achieved, what is open, and how to continue.'
    : goal.turnsUsed === 0
      ? 'Begin with this goal now.'
      : 'Continue with this goal. Check what is done and what is left, and do the next thing; do not repeat finished work.';
  return [
    '<goal-continuation>',
    ...goalLines(goal),
    '',
    task,
    ...(closing
      ? []
      : [
          'Before you call it complete, verify the result against the objective and the criterion; then call UpdateGoal with status complete. When only the user can continue, call UpdateGoal with status blocked and the reason.',
        ]),
    '</goal-continuation>',
  ].join('\n');
}

/** Returns one line for each fact of a goal, as tools and reminders show it. */
export function goalLines(goal: GoalSnapshot): string[] {
  const { budget } = goal;
  const of = (limit: number | null, unit = ''): string => (limit === null ? '' : ` of ${limit}${unit}`);
  const seconds = Math.round(goal.wallClockMs / 1_000);
  const allowed = budget.wallClockBudgetMs === null ? null : Math.round(budget.wallClockBudgetMs / 1_000);
  return [
    `objective: ${goal.objective}`,
    ...(goal.completionCriterion === undefined ? [] : [`criterion: ${goal.completionCriterion}`]),
    `status: ${goal.status}${goal.terminalReason === undefined ? '' : ` (${goal.terminalReason})`}`,
    `used: ${goal.turnsUsed}${of(budget.turnBudget)} turns, ${goal.tokensUsed}${of(budget.tokenBudget)} output tokens, ${seconds}${of(allowed)} seconds`,
  ];
}

export const budgetHint =
  '<system-reminder>\nThree quarters of the budget of the goal are used. Plan the rest so that you have a useful result when it ends.\n</system-reminder>';

export const budgetEnd =
  '<system-reminder>\nThe budget of the goal is used up. This is the last step: use no more tools, and report what was achieved, what is open, and how to continue.\n</system-reminder>';
