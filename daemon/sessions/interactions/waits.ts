/** Pending approvals and questions of a loaded session, each decided exactly once. */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { ApprovalOutcome, CallReview } from '../../agent/turn.js';
import { ApiError } from '../../errors.js';
import type { QuestionOutcome } from '../../tools/tool.js';
import type { SessionDeps } from '../deps.js';
import { iso } from '../store.js';
import type { Recorder } from '../live/record.js';
import type { LiveSession, Wait } from '../live/state.js';

type Approval = Extract<Wait, { kind: 'approval' }>;
type Question = Extract<Wait, { kind: 'question' }>;

export interface Waits {
  awaitApproval(
    session: LiveSession,
    agentId: string,
    id: string,
    expiresAt: number,
    review: CallReview | undefined,
  ): Promise<ApprovalOutcome>;
  /** the review of a waiting call; undefined when the decision arrives before the turn waits */
  reviewOf(wait: Approval): Promise<CallReview | undefined>;
  /** `background`: no turn waits for the answer */
  awaitAnswer(
    session: LiveSession,
    agentId: string,
    id: string,
    expiresAt: number,
    background?: boolean,
  ): Promise<QuestionOutcome>;
  /** records a decision; `extra` events go into the same commit */
  resolveApproval(session: LiveSession, wait: Approval, outcome: ApprovalOutcome, extra: NewEvent[]): number;
  /** decides a wait that no longer needs the user; no-op when it was already decided */
  decide(session: LiveSession, id: string, decision: 'approved' | 'rejected'): void;
  answer(session: LiveSession, wait: Question, answers: Record<string, string>): number;
  dismiss(session: LiveSession, wait: Question, by: 'client' | 'timeout' | 'abort' | 'recovery'): number;
  /** cancels everything that turns of an agent wait for; of all agents when `agentId` is undefined */
  cancelAll(session: LiveSession, agentId: string | undefined, by: 'abort' | 'recovery'): void;
  /** resolves a wait if it has expired */
  expire(session: LiveSession, wait: Wait): void;
  /** evaluates pending approvals again after a change of mode, rules or runtime */
  reconsider(session: LiveSession): Promise<void>;
  /** restores a wait from the log, with its deadline */
  restore(session: LiveSession, wait: Wait): void;
  /** stops the timers of a session that is unloaded */
  close(session: LiveSession): void;
}

/** The longest delay that `setTimeout` accepts, milliseconds. */
const maxTimerMs = 2_147_483_647;

export function createWaits(deps: Pick<SessionDeps, 'now'>, record: Recorder): Waits {
  function watch(session: LiveSession, wait: Wait): void {
    clearTimeout(wait.timer);
    wait.timer = setTimeout(
      () => expire(session, wait),
      Math.min(maxTimerMs, Math.max(0, wait.expiresAt - deps.now())),
    );
    wait.timer.unref();
  }

  function expire(session: LiveSession, wait: Wait): void {
    if (session.dead || wait.outcome) return;
    if (wait.expiresAt > deps.now()) watch(session, wait);
    else if (wait.kind === 'approval') resolve(session, wait, { decision: 'cancelled', by: 'timeout' });
    else dismissed(session, wait, 'timeout');
  }

  /** Removes a decided wait, unless its turn does not wait yet, as after a restart: it then finds the outcome here. */
  function removeDecided(session: LiveSession, wait: Wait): void {
    clearTimeout(wait.timer);
    if (wait.settle) session.waits.delete(wait.id);
  }

  function resolve(session: LiveSession, wait: Approval, outcome: ApprovalOutcome, extra: NewEvent[] = []): number {
    const at = deps.now();
    record(session, [
      {
        type: 'event.approval.resolved',
        agentId: wait.agentId,
        approval_id: wait.id,
        decision: outcome.decision,
        ...(outcome.scope === undefined ? {} : { scope: outcome.scope }),
        ...(outcome.feedback === undefined ? {} : { feedback: outcome.feedback }),
        selected_label: outcome.selectedLabel,
        resolved_at: iso(at),
        by: outcome.by,
        ...(outcome.change === undefined ? {} : outcome.change),
      },
      ...extra,
    ]);
    wait.outcome = outcome;
    arrivedAt(wait);
    const turn = session.agents.get(wait.agentId)?.turn;
    if (turn && outcome.decision === 'cancelled' && !wait.connection) turn.stopped = true;
    removeDecided(session, wait);
    wait.settle?.(outcome);
    return at;
  }

  function dismissed(session: LiveSession, wait: Question, by: 'client' | 'timeout' | 'abort' | 'recovery'): number {
    const at = deps.now();
    record(session, [
      { type: 'event.question.dismissed', agentId: wait.agentId, question_id: wait.id, dismissed_at: iso(at), by },
    ]);
    settleQuestion(
      session,
      wait,
      by === 'timeout' ? { kind: 'expired' } : { kind: 'dismissed', ...(by === 'abort' ? { withdrawn: true } : {}) },
    );
    return at;
  }

  function settleQuestion(session: LiveSession, wait: Question, outcome: QuestionOutcome): void {
    wait.outcome = outcome;
    removeDecided(session, wait);
    wait.settle?.(outcome);
  }

  function arrived<T>(session: LiveSession, wait: Wait, settle: (outcome: T) => void, outcome: T): void {
    session.waits.delete(wait.id);
    settle(outcome);
  }

  function arrivedAt(wait: Approval): void {
    for (const arrive of wait.arrivals?.splice(0) ?? []) arrive();
  }

  function join<T extends Wait>(session: LiveSession, fresh: T): T {
    const known = session.waits.get(fresh.id) as T | undefined;
    if (known) {
      if (!known.timer && !known.outcome) watch(session, known);
      return known;
    }
    session.waits.set(fresh.id, fresh);
    watch(session, fresh);
    return fresh;
  }

  return {
    awaitApproval(session, agentId, id, expiresAt, review) {
      const wait = join<Approval>(session, { kind: 'approval', id, agentId, expiresAt, recorded: false });
      if (review) {
        wait.review = review;
        arrivedAt(wait);
      }
      return new Promise((settle) => {
        wait.settle = settle;
        if (wait.outcome) arrived(session, wait, settle, wait.outcome);
      });
    },
    awaitAnswer(session, agentId, id, expiresAt, background = false) {
      const wait = join<Question>(session, { kind: 'question', id, agentId, expiresAt, recorded: false, background });
      return new Promise((settle) => {
        wait.settle = settle;
        if (wait.outcome) arrived(session, wait, settle, wait.outcome);
      });
    },
    async reviewOf(wait) {
      if (!wait.review && !wait.outcome)
        await new Promise<void>((arrive) => {
          wait.arrivals = [...(wait.arrivals ?? []), arrive];
        });
      return wait.outcome ? undefined : wait.review;
    },
    resolveApproval: resolve,
    decide(session, id, decision) {
      const wait = session.waits.get(id);
      if (wait?.kind !== 'approval' || wait.outcome) return;
      resolve(session, wait, { decision, by: 'policy' });
      session.waits.delete(id);
    },
    expire,
    answer(session, wait, answers) {
      const at = deps.now();
      record(session, [
        { type: 'event.question.answered', agentId: wait.agentId, question_id: wait.id, answers, resolved_at: iso(at) },
      ]);
      settleQuestion(session, wait, { kind: 'answered', answers });
      return at;
    },
    dismiss: dismissed,
    cancelAll(session, agentId, by) {
      for (const wait of [...session.waits.values()]) {
        if (wait.outcome || !wait.recorded || (agentId !== undefined && wait.agentId !== agentId)) continue;
        if (wait.kind === 'question' && wait.background) continue;
        if (wait.kind === 'approval') resolve(session, wait, { decision: 'cancelled', by });
        else dismissed(session, wait, by);
      }
    },
    async reconsider(session) {
      for (const wait of [...session.waits.values()]) {
        if (wait.kind !== 'approval' || wait.outcome || !wait.review) continue;
        const decision = await wait.review.again();
        if (wait.outcome || session.dead || !session.waits.has(wait.id)) continue;
        if (decision === 'allow') resolve(session, wait, { decision: 'approved', by: 'policy' });
        else if (decision === 'deny') resolve(session, wait, { decision: 'rejected', by: 'policy' });
      }
    },
    restore(session, wait) {
      session.waits.set(wait.id, wait);
      watch(session, wait);
    },
    close(session) {
      for (const wait of session.waits.values()) {
        clearTimeout(wait.timer);
        if (wait.kind === 'approval') arrivedAt(wait);
      }
    },
  };
}

/** Returns a function that loads each session with an expired deadline and ends what waited for it. */
export function createExpiry(
  deps: Pick<SessionDeps, 'db' | 'logger' | 'now'>,
  load: (id: string) => LiveSession,
  waits: Pick<Waits, 'expire'>,
): () => void {
  const expired = deps.db.prepare<[number], { id: string }>(
    `SELECT DISTINCT s.id FROM interactions i JOIN sessions s ON s.key = i.session_key WHERE i.status = 'pending' AND i.expires_at <= ?`,
  );
  return () => {
    for (const { id } of expired.all(deps.now())) {
      try {
        // a timer does not fire while the machine sleeps
        const session = load(id);
        for (const wait of [...session.waits.values()]) waits.expire(session, wait);
      } catch (error) {
        // another server owns the session and will handle the deadline
        if (!(error instanceof ApiError))
          deps.logger.error('a passed deadline could not be handled', { session_id: id, err: error });
      }
    }
  };
}
