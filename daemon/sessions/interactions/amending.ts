/** Approves a call with changes of the user: checked and judged first, then recorded with the decision (additions.md A1). */
import { takeHunks } from '../../../schemas/hunks.js';
import type { Operations } from '../../../schemas/generated/operations.js';
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { ApprovalDetail } from '../../../schemas/generated/types.js';
import type { Change } from '../../agent/amendments.js';
import type { ApprovalOutcome } from '../../agent/turn.js';
import { ApiError, invalid } from '../../errors.js';
import { maxDraftBytes } from '../../tools/draft.js';
import type { SessionDeps } from '../deps.js';
import type { LiveSession, Wait } from '../live/state.js';
import { prepareEvents } from '../log/frames.js';
import { textsOf } from '../texts/texts.js';
import type { ReadApproval } from './details.js';
import type { Waits } from './waits.js';

export type Amend = NonNullable<Operations['resolveApproval']['body']['amend']>;
type Approval = Extract<Wait, { kind: 'approval' }>;

export interface Amending {
  /** returns when it was resolved, in epoch milliseconds; a refused change leaves the approval pending */
  approve(session: LiveSession, wait: Approval, amend: Amend, feedback: string | undefined): Promise<number>;
}

export function createAmending(deps: SessionDeps, waits: Waits, read: ReadApproval): Amending {
  const texts = textsOf(deps.db);

  function requirePending(session: LiveSession, wait: Approval): void {
    if (wait.outcome || session.dead) throw new ApiError('APPROVAL_ALREADY_RESOLVED', { data: { resolved: false } });
    if (wait.expiresAt > deps.now()) return;
    waits.expire(session, wait);
    throw new ApiError('APPROVAL_EXPIRED', { data: { resolved: false } });
  }

  return {
    async approve(session, wait, amend, feedback) {
      const change = changeOf(await read(session.ref.id, wait.id), amend);
      const judge = await waits.judgeOf(wait);
      requirePending(session, wait);
      const judged = await judge?.change(change);
      requirePending(session, wait);
      if (!judged) throw new ApiError('APPROVAL_ALREADY_RESOLVED', { data: { resolved: false } });
      if ('refusal' in judged) throw invalid(`amend.${change.kind}`, judged.refusal);
      const { amendment, events } = judged;
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

/** Throws 40001 for what does not fit the edit that was shown. */
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
