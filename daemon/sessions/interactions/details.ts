/** Approvals as they are stored: the item, the arguments, and the texts of its edit; decided ones, too. */
import type { EventType } from '../../../schemas/generated/events.js';
import type { Approval, ApprovalDetail } from '../../../schemas/generated/types.js';
import { isRecord } from '../../base/text/values.js';
import { ApiError } from '../../errors.js';
import type { SessionDeps } from '../deps.js';
import { loadPayload } from '../log/frames.js';
import { textsOf } from '../texts/texts.js';

export type ReadApproval = (sessionId: string, approvalId: string) => Promise<ApprovalDetail>;

interface Row {
  type: EventType;
  payload: string;
}

export function createApprovalReader({ db, store }: Pick<SessionDeps, 'db' | 'store'>): ReadApproval {
  const texts = textsOf(db);
  const find = db.prepare<[number, string], { seq: number; agent_id: string; tool_call_id: string; request: string }>(
    `SELECT seq, agent_id, tool_call_id, request FROM interactions WHERE session_key = ? AND id = ? AND kind = 'approval'`,
  );
  // both are committed together, one after the other
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
