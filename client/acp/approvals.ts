/** Approvals as permission requests: the options for the editor, and the decision each one sends (acp-cli.md 1.12). */
import type { PermissionOption } from '@agentclientprotocol/sdk';
import type { Approval } from '../../schemas/generated/types.js';
import type { Client } from '../api/client.js';
import { ApiFailure, ConnectionFailure } from '../api/failure.js';
import type { Actions } from '../session/actions.js';
import { choicesOf, decisionFor, reviewChoices, reviewDecision, type Decision } from '../view/approvals.js';
import { placeOfEdit, wholeEdit } from './callcontent.js';
import type { AskedCall, Calls } from './calls.js';
import { ownMeta } from './capabilities.js';
import type { Editor } from './editor.js';
import { createOpenRequests, type Withdrawals } from './openrequests.js';
import { recordIn } from './params.js';
import type { CallNews, Update } from './update.js';
import { callFields } from './wire.js';

export interface ApprovalsOptions {
  sessionId: string;
  cwd: string;
  editor: Editor;
  calls: Calls;
  client(): Client;
  actions(): Actions;
  send(update: Update): void;
}

export interface Approvals extends Withdrawals {
  /** Asks the editor, unless a request is already open. */
  ask(approval: Approval): Promise<void>;
}

interface Offered {
  option: PermissionOption;
  decision: Decision;
  /** the user is asked for a text first */
  hasText?: true;
}

export function createApprovals(options: ApprovalsOptions): Approvals {
  const { sessionId, cwd, editor, calls, client, actions, send } = options;
  const requests = createOpenRequests();
  let hasReported = false;

  const ask = (approval: Approval): Promise<void> =>
    requests.run(approval.approval_id, async (signal) => {
      const decision = await decisionOf(approval, signal);
      // another client decided it, or the turn was aborted
      if (!decision || signal.aborted) return;
      await actions().decide(approval.approval_id, decision);
    });

  async function decisionOf(approval: Approval, signal: AbortSignal): Promise<Decision | undefined> {
    const call = calls.asked(approval, await detailOf(approval));
    send({ kind: 'call', call });
    const offered = offeredFor(approval);
    const params = requestOf(approval, offered, call);
    let answer: unknown;
    try {
      answer = await editor.ask('session/request_permission', params, signal);
    } catch {
      // for whatever reason, the user cannot decide in this editor
      if (!hasReported)
        send({
          kind: 'notice',
          id: `notice:${approval.approval_id}`,
          severity: 'warning',
          title: 'The editor could not ask for a permission: the call was rejected.',
        });
      hasReported = true;
      return { decision: 'rejected', feedback: 'the editor could not ask' };
    }
    if (answer === undefined) return undefined;
    const outcome = recordIn(answer, 'outcome');
    const chosen = offered.find(({ option }) => option.optionId === outcome['optionId']);
    if (outcome['outcome'] !== 'selected' || !chosen) return { decision: 'cancelled' };
    if (!chosen.hasText || !editor.capabilities.forms) return chosen.decision;
    const feedback = await feedbackOf(calls.idOf(approval.agent_id, approval.turn_id, approval.tool_call_id), signal);
    return { ...chosen.decision, ...(feedback !== undefined && { feedback }) };
  }

  /** Returns arguments and whole texts; when they are not available, the fragments of the approval are used. */
  async function detailOf({ approval_id }: Approval): Promise<AskedCall> {
    try {
      const { input, edit } = await client().getApproval({ params: { session_id: sessionId, approval_id } });
      return { input, ...(edit && { whole: { content: wholeEdit(edit, cwd), place: placeOfEdit(edit, cwd) } }) };
    } catch (error) {
      if (!(error instanceof ApiFailure || error instanceof ConnectionFailure)) throw error;
      return {};
    }
  }

  async function feedbackOf(toolCallId: string, signal: AbortSignal): Promise<string | undefined> {
    const properties = { feedback: { type: 'string', title: 'What should change?' } };
    try {
      const answer = await editor.ask(
        'elicitation/create',
        {
          sessionId,
          toolCallId,
          mode: 'form',
          message: 'What should change?',
          requestedSchema: { type: 'object', properties },
        },
        signal,
      );
      const feedback = recordIn(answer, 'content')['feedback'];
      return typeof feedback === 'string' && feedback.trim() !== '' ? feedback.trim() : undefined;
    } catch {
      // an editor that cannot ask for text gives no feedback
      return undefined;
    }
  }

  function requestOf(approval: Approval, offered: readonly Offered[], call: CallNews): object {
    const { agent_id, agent_type, reason, danger = [] } = approval;
    const why = [...(reason === undefined ? [] : [reason]), ...danger].join('\n');
    const content = [...(why === '' ? [] : [{ kind: 'text', text: why } as const]), ...(call.content ?? [])];
    return {
      sessionId,
      toolCall: callFields({ ...call, status: 'pending', ...(content.length > 0 && { content }) }),
      options: offered.map(({ option }) => option),
      ...(agent_id !== 'main' && { _meta: { [ownMeta]: { agentId: agent_id, agentType: agent_type } } }),
    };
  }

  const { withdraw, withdrawAll, openIds } = requests;
  return { ask, withdraw, withdrawAll, openIds };
}

/** Returns the options in the order of the contract. */
function offeredFor(approval: Approval): Offered[] {
  const { kind } = approval.tool_input_display;
  const reviews = reviewChoices(approval) ?? [];
  if (kind === 'plan_review') {
    const ids: Readonly<Record<string, string>> = {
      Approve: 'plan_approve',
      Revise: 'plan_revise',
      Reject: 'plan_reject',
      'Reject and Exit': 'plan_reject_and_exit',
    };
    const hasOptions = (approval.tool_input_display.options ?? []).length > 0;
    return reviews.map((choice, at) => {
      const isApproval = choice.decision === 'approved';
      const optionId = isApproval && hasOptions ? `plan_opt_${at}` : (ids[choice.label] ?? `plan_opt_${at}`);
      return {
        option: { optionId, name: choice.label, kind: isApproval ? 'allow_once' : 'reject_once' },
        decision: reviewDecision(approval, choice),
        ...(choice.hasText && { hasText: true }),
      };
    });
  }
  if (kind === 'goal_start')
    return [
      {
        option: { optionId: 'approve_once', name: 'Start the goal', kind: 'allow_once' },
        decision: { decision: 'approved' },
      },
      { option: { optionId: 'reject', name: "Don't start", kind: 'reject_once' }, decision: { decision: 'rejected' } },
    ];
  return choicesOf(approval).flatMap((choice): Offered[] => {
    const decision = decisionFor(choice);
    switch (choice.kind) {
      case 'approve':
        return [{ option: { optionId: 'approve_once', name: 'Allow once', kind: 'allow_once' }, decision }];
      case 'approve-session': {
        const name = `Allow for this session: ${choice.rule}`;
        return [{ option: { optionId: 'approve_always', name, kind: 'allow_always' }, decision }];
      }
      case 'approve-always': {
        const name = `Always allow ${choice.subject}`;
        return [{ option: { optionId: 'approve_configured', name, kind: 'allow_always' }, decision }];
      }
      case 'reject':
        return [{ option: { optionId: 'reject', name: 'Reject', kind: 'reject_once' }, decision }];
      default:
        return [];
    }
  });
}
