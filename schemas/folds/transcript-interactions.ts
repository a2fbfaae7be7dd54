/** Converts prompts and interactions with the user to operations. */
import type {
  TranscriptApproval,
  TranscriptInteraction,
  TranscriptOp,
  TranscriptPrompt,
  TranscriptQuestion,
} from '../generated/types.js';
import { changeCall, type EventOf, type FoldState, type Rules } from './transcript-state.js';

export const interactionRules: Rules<
  | 'prompt.submitted'
  | 'prompt.options'
  | 'prompt.updated'
  | 'prompt.steered'
  | 'prompt.completed'
  | 'prompt.aborted'
  | 'event.approval.requested'
  | 'event.approval.resolved'
  | 'event.question.requested'
  | 'event.question.answered'
  | 'event.question.dismissed'
> = {
  'prompt.submitted': (_, { promptId, userMessageId, status, content, createdAt }) => [
    { op: 'prompt.upsert', prompt: { promptId, status, userMessageId, content, createdAt } },
  ],
  'prompt.options': (state, { promptId, metadata }) =>
    metadata ? changePrompt(state, promptId, { clientMetadata: metadata }) : [],
  'prompt.updated': (state, { promptId, content }) => (content ? changePrompt(state, promptId, { content }) : []),
  'prompt.steered': (state, { promptIds, steeredAt }) =>
    promptIds.flatMap((id) => changePrompt(state, id, { status: 'completed', steeredAt })),
  'prompt.completed': (state, { promptId, reason, finishedAt }) =>
    changePrompt(state, promptId, { status: reason ?? 'completed', finishedAt }),
  'prompt.aborted': (state, { promptId, abortedAt }) =>
    changePrompt(state, promptId, { status: 'aborted', finishedAt: abortedAt }),

  'event.approval.requested': (_, event) => [put(approvalOf(event))],
  'event.approval.resolved'(state, event) {
    const known = state.transcript.interactions.get(event.approval_id);
    if (known?.interactionKind !== 'approval') return [];
    const { decision, scope, feedback, selected_label: selectedLabel, by, amended, accepted, rejected } = event;
    const response = { decision, scope, feedback, selectedLabel, by, amended, accepted, rejected };
    return [
      put({ ...known, state: decision, response }),
      ...changeCall(state, known.toolCallId, (frame) => ({ ...frame, approvalId: event.approval_id })),
    ];
  },
  'event.question.requested': (_, event) => [put(questionOf(event))],
  'event.question.answered'(state, { question_id, answers }) {
    const known = state.transcript.interactions.get(question_id);
    return known?.interactionKind === 'question' ? [put({ ...known, state: 'answered', response: { answers } })] : [];
  },
  'event.question.dismissed'(state, { question_id, by }) {
    const known = state.transcript.interactions.get(question_id);
    if (known?.interactionKind !== 'question') return [];
    return [put(by === 'client' ? { ...known, state: 'dismissed', response: null } : { ...known, state: 'cancelled' })];
  },
};

function put(interaction: TranscriptInteraction): TranscriptOp {
  return { op: 'interaction.upsert', interaction };
}

function changePrompt(
  { transcript }: FoldState,
  promptId: string | undefined,
  change: Partial<TranscriptPrompt>,
): TranscriptOp[] {
  const known = transcript.prompts.get(promptId ?? '');
  return known ? [{ op: 'prompt.upsert', prompt: { ...known, ...change } }] : [];
}

/** `request` has the item as REST lists it, so that a client can answer it from the transcript alone. */
function approvalOf({ type: _type, agentId, ...event }: EventOf<'event.approval.requested'>): TranscriptApproval {
  const { sessionId: _session, ...item } = event as typeof event & { sessionId?: string };
  return {
    interactionId: event.approval_id,
    interactionKind: 'approval',
    toolCallId: event.tool_call_id,
    state: 'pending',
    request: {
      ...item,
      agent_id: agentId,
      toolCallId: event.tool_call_id,
      toolName: event.tool_name,
      display: event.tool_input_display,
      agentId,
      expiresAt: event.expires_at,
      turnId: event.turn_id,
      sessionScope: event.session_scope,
      scopeRule: event.scope_rule,
      agentType: event.agent_type,
    },
  };
}

function questionOf({ type: _type, agentId, ...event }: EventOf<'event.question.requested'>): TranscriptQuestion {
  const { sessionId: _session, ...item } = event as typeof event & { sessionId?: string };
  return {
    interactionId: event.question_id,
    interactionKind: 'question',
    toolCallId: event.tool_call_id,
    state: 'pending',
    request: {
      ...item,
      agent_id: agentId,
      background: event.background ?? false,
      questions: event.questions.map((each) => ({
        ...each,
        multiSelect: each.multi_select,
        otherLabel: each.other_label,
        otherDescription: each.other_description,
      })),
      turnId: event.turn_id,
      toolCallId: event.tool_call_id,
      expiresAt: event.expires_at,
    },
  };
}
