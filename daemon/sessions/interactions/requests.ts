/** Decisions of the user: approvals and questions, each answered once by any client (engine.md 6.7; rest.md 13, 14). */
import type { EventType, NewEvent } from '../../../schemas/generated/events.js';
import type { Operations } from '../../../schemas/generated/operations.js';
import type {
  Approval,
  ApprovalDetail,
  Question,
  QuestionAnswer,
  QuestionItem,
} from '../../../schemas/generated/types.js';
import { takeHunks } from '../../../schemas/hunks.js';
import type { Change } from '../../agent/amendments.js';
import type { ApprovalOutcome } from '../../agent/turn.js';
import { isRecord } from '../../base/text/values.js';
import { ApiError, invalid } from '../../errors.js';
import { maxDraftBytes } from '../../tools/draft.js';
import type { SessionDeps } from '../deps.js';
import { sessionRule } from '../settings/sessionrules.js';
import type { LiveSession, Wait } from '../live/state.js';
import type { Registry } from '../live/registry.js';
import { loadPayload, prepareEvents } from '../log/frames.js';
import { iso } from '../store.js';
import { textsOf } from '../texts/texts.js';
import type { Waits } from './waits.js';

export interface Decision {
  decision: 'approved' | 'rejected' | 'cancelled';
  scope?: string;
  feedback?: string;
  selected_label?: string;
  amend?: Amend;
}

export interface Interactions {
  /** reads an approval, also a decided one; throws APPROVAL_NOT_FOUND */
  approval: ReadApproval;
  /** resolves with the time of the decision */
  resolveApproval(sessionId: string, approvalId: string, decision: Decision): Promise<string>;
  answer(sessionId: string, questionId: string, answers: Record<string, QuestionAnswer>): string;
  dismiss(sessionId: string, questionId: string): string;
}

interface StoredInteraction {
  status: string;
  request: string;
}

const planLabels = new Set(['Approve', 'Revise', 'Reject', 'Reject and Exit']);

export function createInteractions(
  deps: SessionDeps,
  registry: Registry,
  open: (id: string) => LiveSession,
): Interactions {
  const find = deps.db.prepare<[number, string, string], StoredInteraction>(
    'SELECT status, request FROM interactions WHERE session_key = ? AND id = ? AND kind = ?',
  );

  /** The pending wait of an id; throws 40902 when it was decided, and 41001 / 41002 when it has expired. */
  function pending<K extends Wait['kind']>(
    sessionId: string,
    id: string,
    kind: K,
  ): { session: LiveSession; wait: Extract<Wait, { kind: K }>; request: string } {
    const row = deps.store.row(sessionId);
    if (!row) throw new ApiError('SESSION_NOT_FOUND');
    const stored = find.get(row.key, id, kind);
    if (!stored) throw new ApiError(kind === 'approval' ? 'APPROVAL_NOT_FOUND' : 'QUESTION_NOT_FOUND');
    const alreadyDecided = (expired: boolean) =>
      new ApiError(
        expired ? (kind === 'approval' ? 'APPROVAL_EXPIRED' : 'QUESTION_EXPIRED') : 'APPROVAL_ALREADY_RESOLVED',
        { data: { resolved: false } },
      );
    if (stored.status !== 'pending') throw alreadyDecided(stored.status === 'expired');
    const session = open(sessionId);
    const wait = session.waits.get(id) as Extract<Wait, { kind: K }> | undefined;
    // loading may have closed the wait, because its turn was interrupted
    if (!wait) throw alreadyDecided(find.get(row.key, id, kind)?.status === 'expired');
    if (wait.expiresAt <= deps.now()) {
      registry.waits.expire(session, wait);
      throw alreadyDecided(true);
    }
    session.lastUsedAt = deps.now();
    return { session, wait, request: stored.request };
  }

  const approval = createApprovalReader(deps);
  const amending = createAmending(deps, registry.waits, approval);

  return {
    approval,
    async resolveApproval(sessionId, approvalId, decision) {
      const { session, wait, request } = pending(sessionId, approvalId, 'approval');
      const approval = JSON.parse(request) as Approval;
      const { amend } = decision;
      if (amend) {
        if (decision.decision !== 'approved') throw invalid('amend', `does not go with ${decision.decision}`);
        if (decision.scope === 'session') throw invalid('scope', 'an approval with changes holds for this call only');
        const { feedback } = outcomeOf(approval, decision);
        return iso(await amending.approve(session, wait, amend, feedback));
      }
      const rule = decision.decision === 'approved' ? approval.scope_rule : undefined;
      if (decision.scope === 'always' && !approval.scopes.includes('always'))
        throw invalid('scope', 'this approval is not offered for good');
      const remember = decision.scope === 'session' && approval.session_scope && rule !== undefined;
      const scope: ApprovalOutcome['scope'] = remember
        ? 'session'
        : decision.scope === 'always' && rule !== undefined
          ? 'always'
          : undefined;
      const outcome = { ...outcomeOf(approval, decision), ...(scope === undefined ? {} : { scope }) };
      if (scope === 'always' && rule !== undefined) {
        await deps.allowAlways(rule);
        // another client may have decided in the meantime; then this throws
        pending(sessionId, approvalId, 'approval');
      }
      const extra: NewEvent[] = remember
        ? [
            {
              type: 'rules.changed',
              agentId: 'main',
              rules: [...session.rules, sessionRule(approval.scope_rule as string, deps.newId('rule'), deps.now())],
            },
          ]
        : [];
      const at = registry.waits.resolveApproval(session, wait, outcome, extra);
      if (remember)
        registry.waits
          .reconsider(session)
          .catch((error: unknown) => deps.logger.error('pending approvals could not be judged again', { err: error }));
      return iso(at);
    },
    answer(sessionId, questionId, answers) {
      const { session, wait, request } = pending(sessionId, questionId, 'question');
      return iso(
        registry.waits.answer(session, wait, answerTexts((JSON.parse(request) as Question).questions, answers)),
      );
    },
    dismiss(sessionId, questionId) {
      const { session, wait } = pending(sessionId, questionId, 'question');
      return iso(registry.waits.dismiss(session, wait, 'client'));
    },
  };
}

/** Checks the label against the decision (rest.md 13). */
function outcomeOf(approval: Approval, { decision, feedback, selected_label: label }: Decision): ApprovalOutcome {
  const display = approval.tool_input_display;
  const outcome: ApprovalOutcome = { decision, by: 'client', ...(feedback === undefined ? {} : { feedback }) };
  if (display.kind !== 'plan_review') {
    if (label !== undefined) throw invalid('selected_label', 'this approval offers no labels');
    return outcome;
  }
  const options = (display.options ?? []).map((option) => option.label);
  if (label !== undefined && !planLabels.has(label) && !options.includes(label))
    throw invalid('selected_label', 'is none of the offered labels');
  if (decision === 'cancelled') {
    if (label !== undefined) throw invalid('selected_label', 'goes with no label when cancelled');
    return outcome;
  }
  const approves = label === undefined || label === 'Approve' || options.includes(label);
  if (label !== undefined && approves !== (decision === 'approved'))
    throw invalid('selected_label', `does not go with ${decision}`);
  const chosen = label ?? (decision === 'approved' ? 'Approve' : feedback ? 'Revise' : 'Reject');
  return { ...outcome, selectedLabel: chosen };
}

/** The answers as texts for the model, by question text; throws 40001 for unknown ids. */
function answerTexts(items: QuestionItem[], answers: Record<string, QuestionAnswer>): Record<string, string> {
  for (const id of Object.keys(answers))
    if (!items.some((item) => item.id === id)) throw invalid(`answers.${id}`, 'no such question');
  const texts: Record<string, string> = {};
  for (const item of items) {
    const answer = answers[item.id];
    const text = answer && answerText(item, answer);
    if (text !== undefined) texts[item.question] = text;
  }
  return texts;
}

function answerText(item: QuestionItem, answer: QuestionAnswer): string | undefined {
  const label = (id: string): string => {
    const option = item.options.find((each) => each.id === id);
    if (!option) throw invalid(`answers.${item.id}`, `no such option: ${id}`);
    return option.label;
  };
  switch (answer.kind) {
    case 'single':
      return label(answer.option_id);
    case 'multi':
      return answer.option_ids.map(label).join(', ');
    case 'other':
      return answer.text;
    case 'multi_with_other':
      return [...answer.option_ids.map(label), answer.other_text].join(', ');
    case 'skipped':
      return undefined;
  }
}

/** Changes of the user to a call that waits for approval (additions.md A1). */
type Amend = NonNullable<Operations['resolveApproval']['body']['amend']>;
type ApprovalWait = Extract<Wait, { kind: 'approval' }>;

interface Amending {
  /** approves the changed call; resolves with the time, epoch milliseconds; a refusal leaves the approval pending */
  approve(session: LiveSession, wait: ApprovalWait, amend: Amend, feedback: string | undefined): Promise<number>;
}

function createAmending(deps: SessionDeps, waits: Waits, read: ReadApproval): Amending {
  const texts = textsOf(deps.db);

  function requirePending(session: LiveSession, wait: ApprovalWait): void {
    if (wait.outcome || session.dead) throw new ApiError('APPROVAL_ALREADY_RESOLVED', { data: { resolved: false } });
    if (wait.expiresAt > deps.now()) return;
    waits.expire(session, wait);
    throw new ApiError('APPROVAL_EXPIRED', { data: { resolved: false } });
  }

  return {
    async approve(session, wait, amend, feedback) {
      const change = changeOf(await read(session.ref.id, wait.id), amend);
      const review = await waits.reviewOf(wait);
      requirePending(session, wait);
      const decided = await review?.change(change);
      requirePending(session, wait);
      if (!decided) throw new ApiError('APPROVAL_ALREADY_RESOLVED', { data: { resolved: false } });
      if ('refusal' in decided) throw invalid(`amend.${change.kind}`, decided.refusal);
      const { amendment, events } = decided;
      const extra: NewEvent[] = [
        { type: 'approval.amendment', agentId: wait.agentId, approval_id: wait.id, ...amendment },
        ...events,
      ];
      await prepareEvents(texts, session.ref.id, extra);
      requirePending(session, wait);
      const outcome: ApprovalOutcome = {
        decision: 'approved',
        by: 'client',
        ...(feedback === undefined ? {} : { feedback }),
        amendment,
        change: shown(change),
      };
      return waits.resolveApproval(session, wait, outcome, extra);
    },
  };
}

/** Checks the changes against the edit that was shown; throws 40001 when they do not fit. */
function changeOf({ edit, editable }: ApprovalDetail, amend: Amend): Change {
  if (!editable) throw invalid('amend', 'this call cannot be changed');
  if (amend.input !== undefined) return { kind: 'input', input: amend.input };
  const kind = amend.hunks === undefined ? 'content' : 'hunks';
  if (!edit) throw invalid(`amend.${kind}`, 'this approval shows no edit');
  if (amend.hunks === undefined) {
    const content = amend.content ?? '';
    const fault = faultOf(content, edit.exists, edit.before);
    if (fault !== undefined) throw invalid('amend.content', fault);
    return { kind: 'content', edit, content };
  }
  const accepted = new Set(amend.hunks);
  if (accepted.size < amend.hunks.length) throw invalid('amend.hunks', 'names a hunk twice');
  const unknown = amend.hunks.find((id) => !edit.hunks.some((hunk) => hunk.id === id));
  if (unknown !== undefined) throw invalid('amend.hunks', `no such hunk: ${unknown}`);
  const chosen = edit.hunks.filter(({ id }) => accepted.has(id));
  const content = takeHunks(edit.before, edit.after, chosen);
  return { kind: 'hunks', edit, accepted: chosen.map(({ id }) => id), content };
}

function faultOf(content: string, exists: boolean, before: string): string | undefined {
  if (Buffer.byteLength(content) > maxDraftBytes) return 'is longer than 1 MiB';
  if (content.includes('\0')) return 'holds a NUL character';
  return exists && content === before ? 'is the text that is there already' : undefined;
}

function shown(change: Change): NonNullable<ApprovalOutcome['change']> {
  if (change.kind !== 'hunks') return { amended: change.kind };
  const { accepted, edit } = change;
  const rejected = edit.hunks.map(({ id }) => id).filter((id) => !accepted.includes(id));
  return { amended: 'hunks', accepted, rejected };
}

/** Reads a stored approval, also a decided one: the item, the arguments, and the texts of its edit. */
type ReadApproval = (sessionId: string, approvalId: string) => Promise<ApprovalDetail>;

interface Row {
  type: EventType;
  payload: string;
}

function createApprovalReader({ db, store }: Pick<SessionDeps, 'db' | 'store'>): ReadApproval {
  const texts = textsOf(db);
  const find = db.prepare<[number, string], { seq: number; agent_id: string; tool_call_id: string; request: string }>(
    `SELECT seq, agent_id, tool_call_id, request FROM interactions WHERE session_key = ? AND id = ? AND kind = 'approval'`,
  );
  // the proposal is committed together with the request, directly before it
  const proposed = db.prepare<[number, number], Row>(
    `SELECT type, payload FROM events WHERE session_key = ? AND seq = ? - 1 AND type = 'approval.proposal'`,
  );
  const asking = db.prepare<[number, string, number], Row>(
    `SELECT e.type, e.payload FROM messages m JOIN events e ON e.session_key = m.session_key AND e.seq = m.seq
     WHERE m.session_key = ? AND m.agent_id = ? AND m.role = 'assistant' AND m.seq < ? ORDER BY m.seq DESC LIMIT 1`,
  );

  function inputOf(sessionId: string, row: Row | undefined, callId: string): Record<string, unknown> {
    const event = row && loadPayload(texts, row.type, sessionId, row.payload);
    if (event?.type !== 'message.appended') return {};
    const call = event.message.content.find((part) => part.type === 'tool_use' && part.tool_call_id === callId);
    return call?.type === 'tool_use' && isRecord(call.input) ? call.input : {};
  }

  return (sessionId, approvalId) =>
    texts.ready(() => {
      const session = store.row(sessionId);
      if (!session) throw new ApiError('SESSION_NOT_FOUND');
      const found = find.get(session.key, approvalId);
      if (!found) throw new ApiError('APPROVAL_NOT_FOUND');
      const { edit, ...item } = JSON.parse(found.request) as Approval;
      const input = inputOf(sessionId, asking.get(session.key, found.agent_id, found.seq), found.tool_call_id);
      const row = edit && proposed.get(session.key, found.seq);
      const proposal = row && loadPayload(texts, row.type, sessionId, row.payload);
      if (!edit || proposal?.type !== 'approval.proposal') return { ...item, input };
      return { ...item, input, edit: { ...edit, before: proposal.before, after: proposal.after } };
    });
}
