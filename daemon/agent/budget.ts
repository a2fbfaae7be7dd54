/** The spend guard: whether a model request may be sent, which warnings the user gets, and which question when it may not. */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { ErrorPayload, QuestionItem } from '../../schemas/generated/types.js';
import type { QuestionOutcome } from '../tools/tool.js';
import { limitFailure } from './allowance.js';
import { loopFailure } from './failures.js';
import { costOf, type ModelPrice } from './price.js';
import { interactionLifetimeMs, type ModelBinding, type Turn } from './turn.js';

/** USD that were spent and that requests under way are taken to cost. */
export interface Spending {
  session(): number;
  /** of all sessions of the home since midnight */
  day(): number;
  /** of the session since the prompt with a limit of its own began */
  prompt?(): number;
}

/** `prompt`: what the prompt itself may use */
type Scope = 'session' | 'day' | 'prompt';

/** USD; absent: no limit. */
export type BudgetLimits = Partial<Record<Scope, number>>;

/** The present budget of an agent of a session. */
export interface Budget {
  spending: Spending;
  /** in effect for this session, with the user's raises */
  limits(): BudgetLimits;
  /** as configured: what a limit grows by when it is raised */
  configured: BudgetLimits;
  warnRatio: number;
  /** `YYYY-MM-DD` */
  day: string;
  /** reserves the cost of a request until it is stored or `release` is called */
  hold(usd: number): Hold;
  /** whether a warning was not given yet */
  isNew(key: string): boolean;
}

export interface Hold {
  release(): void;
}

/** The same for a turn, where the user may be asked. */
export interface TurnBudget extends Budget {
  /** the user is there, and has not stopped this turn */
  asks(): boolean;
  /** the question that waits in this session, or the id of one to be asked */
  question(): { questionId: string; isNew: boolean };
  /** settles with its answer, or when the turn is aborted; `again`: whom it was asked for is gone */
  answer(questionId: string, expiresAt: number): Promise<Verdict>;
}

export type Verdict = 'once' | 'raised' | 'stop' | 'again' | 'aborted';

/** A limit that a request would break. */
export interface Excess {
  scope: Scope;
  spent: number;
  limit: number;
  /** estimate of the request */
  cost: number;
}

/** What a request is taken to be, in tokens. */
export interface Estimate {
  input: number;
  /** of the input, what the provider has in its cache */
  cached: number;
  output: number;
}

/** Tokens that an answer is taken to have at least, and that a summary is taken to have. */
export const leastOutput = 256;
export const summaryOutput = 2_000;

/** USD; undefined without a price. What the provider may write to its cache is counted at the dearer of both prices. */
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

/** Below what the tables keep, USD: sums of fractions are not exact. */
const rounding = 1e-10;

/** The first limit that a request would break; a request that costs nothing breaks none. */
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

/** Whether a side request may be sent: there is no question about one. */
export function admitAside(budget: Budget, cost: number): Hold | Excess {
  return excessOf(budget, cost) ?? budget.hold(cost);
}

/** What a turn lends for the check. */
export type BudgetHost = Pick<Turn, 'sessionId' | 'agentId' | 'turnId' | 'signal' | 'budget' | 'now' | 'newId'>;

export type Admission =
  | { kind: 'passes'; hold?: Hold }
  /** a limit was raised after a while: everything is to be checked again */
  | { kind: 'again' }
  | { kind: 'aborted' }
  | { kind: 'refused'; error: ErrorPayload };

/**
 * Runs before each request of a turn. A request over the budget waits for the user where one is there, and is refused
 * otherwise. Warnings go into `opening`, which is committed before the question.
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

/** The limit grows by what is configured, as often as the request needs; USD in cents where they suffice. */
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

/** What an answer means: every answer but the offered options to continue is a stop. */
export function verdictOf(outcome: QuestionOutcome): Exclude<Verdict, 'aborted'> {
  if (outcome.kind === 'dismissed' && outcome.withdrawn === true) return 'again';
  return outcome.kind === 'answered' ? verdictOn(outcome.answers) : 'stop';
}

/** `answers`: by question text, as they are recorded. */
export function verdictOn(answers: Readonly<Record<string, string>>): 'once' | 'raised' | 'stop' {
  const [text = ''] = Object.values(answers);
  if (text === raiseOnce) return 'once';
  return /^Raise for this session to \$[\d.]+$/.test(text) ? 'raised' : 'stop';
}

/** The error of a turn, or of what else asked a model. */
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

/** Warnings about limits that are nearly reached; `key` distinguishes them. */
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

/** How a warning about a model without a price is noted. */
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

/** Dollars in readable form; small sums with three significant digits. */
function usd(amount: number): string {
  return amount >= 1 || amount === 0 ? `$${amount.toFixed(2)}` : exactUsd(Number(amount.toPrecision(3)));
}

/** Dollars to the millionth, with cents at least. */
function exactUsd(amount: number): string {
  return `$${amount.toFixed(6).replace(/(\.\d{2,}?)0+$/, '$1')}`;
}
