/** Enforces the budget: decides whether a model request may be sent, warns the user, and asks when it may not. */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { ErrorPayload, QuestionItem } from '../../schemas/generated/types.js';
import type { QuestionOutcome } from '../tools/tool.js';
import { limitFailure } from './allowance.js';
import { loopFailure } from './failures.js';
import { costOf, type ModelPrice } from './price.js';
import { interactionLifetimeMs, type ModelBinding, type Turn } from './turn.js';

/** USD spent so far, including the estimated cost of running requests. */
export interface Spending {
  session(): number;
  /** spending of all sessions of the home since midnight */
  day(): number;
  /** spending of the session since the start of the prompt that has its own limit */
  prompt?(): number;
}

/** `prompt`: the limit of a single prompt */
type Scope = 'session' | 'day' | 'prompt';

/** Limits in USD; absent: no limit. */
export type BudgetLimits = Partial<Record<Scope, number>>;

/** The current budget of an agent. */
export interface Budget {
  spending: Spending;
  /** returns the limits in effect for this session, including the user's raises */
  limits(): BudgetLimits;
  /** the limits in the configuration, which are also the increments of a raise */
  configured: BudgetLimits;
  warnRatio: number;
  /** `YYYY-MM-DD` */
  day: string;
  /** reserves the cost of a request until its usage is stored or `release` is called */
  hold(usd: number): Hold;
  /** whether a warning has not been shown yet */
  isNew(key: string): boolean;
}

export interface Hold {
  release(): void;
}

/** A budget for a turn, which may ask the user. */
export interface TurnBudget extends Budget {
  /** whether a user is present who has not stopped this turn */
  asks(): boolean;
  /** returns the pending question of this session, or a new id */
  question(): { questionId: string; isNew: boolean };
  /** resolves with the answer, or when the turn is aborted; `again`: the turn that asked has ended */
  answer(questionId: string, expiresAt: number): Promise<Verdict>;
}

export type Verdict = 'once' | 'raised' | 'stop' | 'again' | 'aborted';

/** A limit that a request would exceed. */
export interface Excess {
  scope: Scope;
  spent: number;
  limit: number;
  /** estimated cost of the request in USD */
  cost: number;
}

/** The estimated tokens of a request. */
export interface Estimate {
  input: number;
  /** the part of the input in the provider's cache */
  cached: number;
  output: number;
}

/** The assumed tokens of an answer, at least, and of a summary. */
export const leastOutput = 256;
export const summaryOutput = 2_000;

/** Returns the cost in USD; undefined without a price. Input that may be cached counts at the higher price. */
export function estimatedCost(price: ModelPrice | undefined, { input, cached, output }: Estimate): number | undefined {
  if (price === undefined) return undefined;
  const read = Math.min(cached, input);
  const isWritten = (price.cache_write ?? 0) > price.input;
  return costOf(price, {
    inputOther: isWritten ? 0 : input - read,
    inputCacheCreation: isWritten ? input - read : 0,
    inputCacheRead: read,
    output,
  });
}

/** Tolerance in USD below the precision of the tables, because sums of fractions are not exact. */
const rounding = 1e-10;

/** Returns the first limit that a request would exceed. A free request exceeds none. */
function excessOf(budget: Budget, cost: number): Excess | undefined {
  const limits = budget.limits();
  for (const scope of ['prompt', 'session', 'day'] as const) {
    const limit = limits[scope];
    if (limit === undefined || cost <= 0) continue;
    const spent = budget.spending[scope]?.() ?? 0;
    if (spent + cost > limit + rounding) return { scope, spent, limit, cost };
  }
  return undefined;
}

/** Admits a side request, for which the user is never asked. */
export function admitAside(budget: Budget, cost: number): Hold | Excess {
  return excessOf(budget, cost) ?? budget.hold(cost);
}

/** The parts of a turn that the check needs. */
export type BudgetHost = Pick<Turn, 'sessionId' | 'agentId' | 'turnId' | 'signal' | 'budget' | 'now' | 'newId'>;

export type Admission =
  | { kind: 'passes'; hold?: Hold }
  /** the user has raised a limit, or the question was withdrawn: check everything again */
  | { kind: 'again' }
  | { kind: 'aborted' }
  | { kind: 'refused'; error: ErrorPayload };

/**
 * Admits a request of a turn. One that exceeds the budget waits for the user if one is present, else it is refused.
 * Appends warnings to `opening`, which is committed before the question.
 */
export async function* admit(
  host: BudgetHost,
  step: number,
  model: ModelBinding,
  estimate: () => Estimate,
  opening: NewEvent[],
): AsyncGenerator<NewEvent[], Admission> {
  const budget = host.budget();
  if (budget === undefined) return { kind: 'passes' };
  const cost = estimatedCost(model.price, model.price === undefined ? nothing : estimate());
  if (cost === undefined && budget.limits().prompt !== undefined && !model.isLocal)
    return { kind: 'refused', error: unpriced(model.alias) };
  if (cost === undefined) {
    opening.push(...warned(host, budget, `price ${model.alias}`, 'budget.unknown_price', unknownText(model.alias)));
    return { kind: 'passes' };
  }
  const excess = excessOf(budget, cost);
  if (excess === undefined) {
    opening.push(...warnings(host, budget));
    return { kind: 'passes', hold: budget.hold(cost) };
  }
  const refused: Admission = { kind: 'refused', error: exceeded(excess) };
  const { scope } = excess;
  if (scope === 'prompt' || !budget.asks()) return refused;
  const verdict = yield* askUser(host, budget, { excess: { ...excess, scope }, step, opening });
  switch (verdict) {
    case 'once':
      return { kind: 'passes', hold: budget.hold(cost) };
    case 'stop':
      return refused;
    case 'aborted':
      return { kind: 'aborted' };
    default:
      return { kind: 'again' };
  }
}

const nothing: Estimate = { input: 0, cached: 0, output: 0 };

interface OverBudget {
  excess: Excess & { scope: 'session' | 'day' };
  step: number;
  opening: NewEvent[];
}

async function* askUser(
  host: BudgetHost,
  budget: TurnBudget,
  { excess, step, opening }: OverBudget,
): AsyncGenerator<NewEvent[], Verdict> {
  const { agentId, turnId } = host;
  const { questionId, isNew } = budget.question();
  const now = host.now();
  const expiresAt = now + interactionLifetimeMs;
  const held: NewEvent = { type: 'budget.held', agentId, turnId, step, questionId };
  if (isNew) {
    const limit = raisedLimit(excess, budget.configured);
    const asked: NewEvent = {
      type: 'event.question.requested',
      agentId,
      question_id: questionId,
      session_id: host.sessionId,
      turn_id: turnId,
      questions: [questionOf(excess, limit)],
      created_at: new Date(now).toISOString(),
      expires_at: new Date(expiresAt).toISOString(),
      background: false,
    };
    yield [...opening.splice(0), { ...held, raise: { scope: excess.scope, limit, day: budget.day } }, asked];
  } else {
    yield [...opening.splice(0), held];
  }
  return budget.answer(questionId, expiresAt);
}

/** Raises the limit by the configured amount until the request fits. Rounds up to a millionth of a dollar. */
function raisedLimit({ scope, spent, limit, cost }: Excess, configured: BudgetLimits): number {
  const grows = configured[scope] ?? limit;
  const times = Math.max(1, Math.ceil((spent + cost - limit) / grows));
  return Math.ceil((limit + times * grows) * 1e6 - 1e-3) / 1e6;
}

const raiseOnce = 'Raise once';
const raiseLabel = 'Raise for this session to ';

function questionOf(excess: Excess, limit: number): QuestionItem {
  const { scope, spent, cost } = excess;
  const per = scope === 'session' ? 'this session' : 'today';
  return {
    id: 'q_0',
    header: 'Budget',
    question: `The next model request (about ${usd(cost)}) would break the budget of ${per}: ${usd(spent)} of ${exactUsd(excess.limit)} are spent. Continue?`,
    options: [
      { id: 'opt_0_0', label: raiseOnce, description: 'This one request may pass; the next one asks again.' },
      {
        id: 'opt_0_1',
        label: `${raiseLabel}${exactUsd(limit)}`,
        description:
          scope === 'session' ? 'Its new limit.' : 'The limit of today for this session; others keep theirs.',
      },
      { id: 'opt_0_2', label: 'Stop', description: 'The turn ends.' },
    ],
    multi_select: false,
    allow_other: true,
  };
}

/** Interprets an answer. Everything except the offered options to continue stops the turn. */
export function verdictOf(outcome: QuestionOutcome): Exclude<Verdict, 'aborted'> {
  if (outcome.kind === 'dismissed' && outcome.withdrawn === true) return 'again';
  return outcome.kind === 'answered' ? verdictOn(outcome.answers) : 'stop';
}

/** Interprets recorded answers, by question text. */
export function verdictOn(answers: Readonly<Record<string, string>>): 'once' | 'raised' | 'stop' {
  const [text = ''] = Object.values(answers);
  if (text === raiseOnce) return 'once';
  return /^Raise for this session to \$[\d.]+$/.test(text) ? 'raised' : 'stop';
}

/** Returns the error for a refused request. */
function exceeded(excess: Excess): ErrorPayload {
  if (excess.scope === 'prompt') return limitFailure('usd', { usd: excess.limit });
  return loopFailure('budget.exceeded', excessText(excess));
}

export function excessText({ scope, spent, limit, cost }: Excess): string {
  const [what, where] = scope === 'session' ? ['session', 'session_usd'] : ['day', 'day_usd'];
  return `The next model request (about ${usd(cost)}) would break the budget of the ${what}: ${usd(spent)} of ${exactUsd(limit)} are spent. The limit is \`${where}\` in [budget] of config.toml.`;
}

function warnings(host: BudgetHost, budget: Budget): NewEvent[] {
  return spentWarnings(budget).flatMap(({ key, message }) => warned(host, budget, key, 'budget.warning', message));
}

/** Returns warnings about limits that are almost reached. `key` identifies a warning. */
export function spentWarnings(budget: Omit<Budget, 'hold' | 'isNew'>): { key: string; message: string }[] {
  const limits = budget.limits();
  return (['session', 'day'] as const).flatMap((scope) => {
    const limit = limits[scope];
    const spent = limit === undefined ? 0 : budget.spending[scope]();
    if (limit === undefined || spent <= 0 || spent < limit * budget.warnRatio) return [];
    const what = scope === 'session' ? 'of this session' : 'of today';
    const key = scope === 'session' ? `session ${limit}` : `day ${budget.day}`;
    return [{ key, message: `${usd(spent)} of the budget ${what} (${exactUsd(limit)}) are spent.` }];
  });
}

/** Matches the key of a warning about a model without a price. */
export const unpricedKey = /^price ([^]+)$/;

export function unknownText(alias: string): string {
  return `The model ${alias} has no price: what it costs is unknown and does not count for the budget.`;
}

function unpriced(alias: string): ErrorPayload {
  return loopFailure(
    'loop.limit_reached',
    `The model ${alias} has no price, so the limit of the prompt in dollars cannot be kept.`,
  );
}

function warned({ agentId }: BudgetHost, budget: Budget, key: string, code: string, message: string): NewEvent[] {
  if (!budget.isNew(key)) return [];
  return [
    { type: 'budget.noted', agentId, key },
    { type: 'warning', agentId, code, message },
  ];
}

/** Formats dollars for reading; small amounts get three significant digits. */
function usd(amount: number): string {
  return amount >= 1 || amount === 0 ? `$${amount.toFixed(2)}` : exactUsd(Number(amount.toPrecision(3)));
}

/** Formats dollars to the millionth, with at least two decimals. */
function exactUsd(amount: number): string {
  return `$${amount.toFixed(6).replace(/(\.\d{2,}?)0+$/, '$1')}`;
}
