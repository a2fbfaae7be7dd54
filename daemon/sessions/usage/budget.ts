/** The budgets of loaded sessions: spending, reservations of running requests, and one question for all agents. */
import type { EventPayload } from '../../../schemas/generated/events.js';
import type { Allowance } from '../../agent/allowance.js';
import { verdictOf, type Budget, type Hold, type TurnBudget, type Verdict } from '../../agent/budget.js';
import type { QuestionOutcome } from '../../tools/tool.js';
import { budgetFor, createBudgetRows } from '../facts/budget.js';
import type { SessionDeps } from '../deps.js';
import type { ActiveTurn, LiveAgent, LiveSession } from '../live/state.js';
import { noteWaiting } from '../interactions/waiting.js';
import type { Waits } from '../interactions/waits.js';

export interface Budgets {
  /** USD, including the estimated cost of running requests */
  spent(session: LiveSession): number;
  /** undefined when no limit is set */
  of(session: LiveSession, agentId: string): Budget | undefined;
  ofTurn(session: LiveSession, agent: LiveAgent, active: ActiveTurn): TurnBudget | undefined;
  /** releases reservations once the usage is stored */
  follow(session: LiveSession, event: EventPayload): void;
  /** drops the reservations of a session that is unloaded */
  close(session: LiveSession): void;
}

type Deps = Pick<SessionDeps, 'db' | 'settings' | 'now' | 'timeZone' | 'newId'>;

/** The estimated cost of a running request of this server; requests of other servers count once they are stored. */
interface Reserved {
  agentId: string;
  usd: number;
}

/** The open budget question of a session. */
interface Asked {
  questionId: string;
  /** the agent for which an answer permits one request */
  owner: string;
  outcome?: Promise<QuestionOutcome>;
}

export function createBudgets(deps: Deps, waits: () => Waits): Budgets {
  const rows = createBudgetRows(deps.db);
  const reserved = new Map<LiveSession, Set<Reserved>>();
  const asked = new WeakMap<LiveSession, Asked>();
  const noted = new WeakMap<LiveSession, Set<string>>();

  function sum(holds: Iterable<Reserved> = []): number {
    let total = 0;
    for (const { usd } of holds) total += usd;
    return total;
  }

  function spent(session: LiveSession): number {
    return rows.session(session.ref.key).spent + sum(reserved.get(session));
  }

  function hold(session: LiveSession, agentId: string, usd: number): Hold {
    const holds = reserved.get(session) ?? new Set();
    const own = { agentId, usd };
    reserved.set(session, holds.add(own));
    return { release: () => release(session, own) };
  }

  function release(session: LiveSession, own: Reserved): void {
    const holds = reserved.get(session);
    holds?.delete(own);
    if (holds?.size === 0) reserved.delete(session);
  }

  function of(session: LiveSession, agentId: string): Budget | undefined {
    const { key } = session.ref;
    const allowance = allowanceOf(session, agentId);
    const usd = allowance?.limits.usd;
    const configured = budgetFor(rows, key, deps);
    if (!configured && usd === undefined) return undefined;
    const budget = configured ?? { configured: {}, limits: () => ({}), warnRatio: 1, day: '' };
    const { day } = budget;
    return {
      ...budget,
      limits: () => ({ ...budget.limits(), ...(usd === undefined ? {} : { prompt: usd }) }),
      spending: {
        session: () => spent(session),
        prompt: () => spent(session) - (allowance?.spentBefore ?? 0),
        day: () => {
          let total = rows.day(day);
          for (const holds of reserved.values()) total += sum(holds);
          return total;
        },
      },
      hold: (usd) => hold(session, agentId, usd),
      isNew(text) {
        const known = noted.get(session) ?? new Set(rows.session(key).noted);
        noted.set(session, known);
        return !known.has(text) && known.add(text) === known;
      },
    };
  }

  /** The open question of a session, also one that was found at load. */
  function waitingIn(session: LiveSession): Asked | undefined {
    const known = asked.get(session);
    if (known) return known;
    for (const wait of session.waits.values()) {
      if (wait.kind !== 'question' || !wait.budget) continue;
      const found = { questionId: wait.id, owner: wait.agentId };
      asked.set(session, found);
      return found;
    }
    return undefined;
  }

  /** Withdraws a question that was found at load when the user raised limits while no server ran. */
  function withdraw(session: LiveSession, agentId: string): void {
    for (const wait of session.waits.values()) {
      if (wait.kind !== 'question' || !wait.budget || wait.settle || wait.agentId !== agentId) continue;
      if (!wait.outcome) waits().dismiss(session, wait, 'abort');
      session.waits.delete(wait.id);
      asked.delete(session);
    }
  }

  /** The outcome of a question, the same for all that wait for it; the next question is a new one. */
  function outcomeOf(session: LiveSession, question: Asked, expiresAt: number): Promise<QuestionOutcome> {
    const { owner, questionId } = question;
    return (question.outcome ??= waits()
      .awaitAnswer(session, owner, questionId, expiresAt)
      .then((outcome) => {
        if (asked.get(session) === question) asked.delete(session);
        return outcome;
      }));
  }

  async function answer(
    session: LiveSession,
    agent: LiveAgent,
    question: Asked,
    { signal, expiresAt }: { signal: AbortSignal; expiresAt: number },
  ): Promise<Verdict> {
    const joined = question.owner !== agent.id;
    const held = (session.held ??= new Set());
    held.add(agent.id);
    // the question itself notes the wait of its owner
    if (joined) noteWaiting(session, agent.id, true, deps.now());
    try {
      const outcome = await orAborted(outcomeOf(session, question, expiresAt), signal);
      if (outcome === 'aborted' || signal.aborted) return 'aborted';
      const verdict = verdictOf(outcome);
      return joined && verdict === 'once' ? 'again' : verdict;
    } finally {
      held.delete(agent.id);
      if (joined) noteWaiting(session, agent.id, false, deps.now());
    }
  }

  return {
    of,
    spent,
    ofTurn(session, agent, active) {
      const budget = of(session, agent.id);
      if (!budget) {
        withdraw(session, agent.id);
        return undefined;
      }
      let question: Asked | undefined;
      return {
        ...budget,
        hold(usd) {
          withdraw(session, agent.id);
          return budget.hold(usd);
        },
        asks: () =>
          hasAnswer(session) ||
          (isAttended(session, active) && rows.session(session.ref.key).stoppedAt < active.startedAt),
        question() {
          question = waitingIn(session);
          const isNew = question === undefined;
          question ??= { questionId: deps.newId('question'), owner: agent.id };
          asked.set(session, question);
          return { questionId: question.questionId, isNew };
        },
        answer(questionId, expiresAt) {
          const { signal } = active.controller;
          return answer(session, agent, question ?? { questionId, owner: agent.id }, { signal, expiresAt });
        },
      };
    },
    follow(session, event) {
      const over =
        event.type === 'step.usage' ||
        event.type === 'turn.ended' ||
        event.type === 'compaction.cancelled' ||
        (event.type === 'request.usage' && event.purpose !== 'title');
      if (!over) return;
      for (const own of reserved.get(session) ?? []) if (own.agentId === event.agentId) release(session, own);
    },
    close(session) {
      reserved.delete(session);
    },
  };
}

/** The limits of the prompt for which an agent works; a subagent has those of its caller. */
function allowanceOf(session: LiveSession, agentId: string): Allowance | undefined {
  let agent = session.agents.get(agentId);
  while (agent && !agent.allowance && agent.parentId !== undefined) agent = session.agents.get(agent.parentId);
  return agent?.allowance;
}

/** Whether an answer arrived before its turn waited; even a stop applies to this turn and not to the next one. */
function hasAnswer(session: LiveSession): boolean {
  for (const wait of session.waits.values()) {
    if (wait.kind === 'question' && wait.budget && wait.outcome) return true;
  }
  return false;
}

/** Whether a user can answer: not in mode `auto`, and not in unattended turns or scheduled prompts. */
function isAttended(session: LiveSession, { unattended, origin }: ActiveTurn): boolean {
  return !unattended && session.mode !== 'auto' && origin.kind !== 'cron_job' && origin.kind !== 'cron_missed';
}

function orAborted<T>(outcome: Promise<T>, signal: AbortSignal): Promise<T | 'aborted'> {
  if (signal.aborted) return Promise.resolve('aborted');
  return new Promise((resolve, reject) => {
    const stop = () => resolve('aborted');
    signal.addEventListener('abort', stop, { once: true });
    outcome.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
