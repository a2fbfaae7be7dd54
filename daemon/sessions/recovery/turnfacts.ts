/** Folds the events of a turn without an end into the facts that recovery needs. */
import type { EventPayload, NewEvent } from '../../../schemas/generated/events.js';
import type { ContentPart, Message } from '../../../schemas/generated/types.js';
import { addSpent, type Spent } from '../../agent/price.js';
import type { ApprovalOutcome, Call, OpenStep } from '../../agent/turn.js';
import type { InteractionRow, OpenTurnRow } from '../live/load.js';

/** The facts in the log about a turn without an end. */
export interface TurnFacts {
  row: OpenTurnRow;
  startedAt: number;
  step?: { step: number; stepId: string; at: number; model: string };
  /** the reply of the open step; absent while it was being streamed */
  message?: Message;
  usage?: Extract<EventPayload, { type: 'step.usage' }>;
  started: Set<string>;
  results: Set<string>;
  approvals: OpenStep['approvals'];
  questions: Map<string, string>;
  /** subagents at work for it, by call id */
  agents: Map<string, string>;
  /** id of the prompt's message while it has not entered the context */
  missingPromptMessage?: string;
  steered: { promptIds: string[]; messageId: string; content: ContentPart[] }[];
  /** skills whose texts are not in the conversation yet */
  activated: Extract<EventPayload, { type: 'skill.activated' }>[];
  /** tokens of the steps before the open one */
  spent: Spent;
  /** the next step waits for the answer to a budget question */
  held?: { questionId: string; step: number };
}

/** Facts of a turn before its first event; `startedAt` in epoch milliseconds, `messageId` of its prompt. */
export function newFacts(row: OpenTurnRow, startedAt: number, messageId?: string): TurnFacts {
  return {
    row,
    startedAt,
    started: new Set(),
    results: new Set(),
    approvals: new Map(),
    questions: new Map(),
    agents: new Map(),
    missingPromptMessage: messageId,
    steered: [],
    activated: [],
    spent: { inputOther: 0, output: 0, inputCacheRead: 0, inputCacheCreation: 0 },
  };
}

/** The result of a call that was running when the program ended. */
export const unknownOutcome =
  'The program ended while this call ran, so its outcome is unknown. Check what it did before repeating it.';

/** The end event of a turn that was interrupted by the end of the program. */
export function interruptedTurn(agentId: string, turnId: number): Extract<NewEvent, { type: 'turn.ended' }> {
  return {
    type: 'turn.ended',
    agentId,
    turnId,
    reason: 'failed',
    interruptReason: 'error',
    error: {
      code: 'turn.interrupted',
      message: 'The program ended in the middle of this turn.',
      retryable: true,
      details: { code: 'turn.interrupted' },
    },
    recovered: true,
  };
}

export function follow(
  facts: TurnFacts,
  event: EventPayload,
  time: number,
  pending: InteractionRow[],
  messageIdOf: (promptId: string) => string | undefined,
): void {
  switch (event.type) {
    case 'turn.started':
      facts.startedAt = time;
      return;
    case 'budget.held':
      facts.held = { questionId: event.questionId, step: event.step };
      return;
    case 'compaction.started':
      delete facts.held;
      return;
    case 'turn.step.started':
      delete facts.held;
      if (facts.usage) addSpent(facts.spent, facts.usage);
      facts.step = { step: event.step, stepId: event.stepId ?? '', at: time, model: event.model };
      delete facts.message;
      delete facts.usage;
      facts.started.clear();
      facts.results.clear();
      facts.approvals.clear();
      facts.questions.clear();
      facts.agents.clear();
      return;
    case 'message.appended':
      if (event.message.role === 'assistant') facts.message = event.message;
      if (event.message.id === facts.missingPromptMessage) delete facts.missingPromptMessage;
      facts.steered = facts.steered.filter(({ messageId }) => messageId !== event.message.id);
      facts.activated = facts.activated.filter(({ activationId }) => !holds(event.message, activationId));
      return;
    case 'skill.activated':
      facts.activated.push(event);
      return;
    case 'step.usage':
      facts.usage = event;
      return;
    case 'request.usage':
      if (event.purpose !== 'title') addSpent(facts.spent, event);
      return;
    case 'tool.call.started':
      facts.started.add(event.toolCallId);
      return;
    case 'tool.result':
      facts.results.add(event.toolCallId);
      return;
    case 'event.approval.requested':
      // the call behind a network approval is already running
      if (event.asks === 'network') return;
      facts.approvals.set(event.tool_call_id, {
        approvalId: event.approval_id,
        expiresAt: Date.parse(event.expires_at),
      });
      return;
    case 'event.approval.resolved': {
      const found = [...facts.approvals.values()].find(({ approvalId }) => approvalId === event.approval_id);
      if (found) found.outcome = outcomeOf(event);
      return;
    }
    case 'approval.amendment': {
      const found = [...facts.approvals.values()].find(({ approvalId }) => approvalId === event.approval_id);
      const { input, text, display, report } = event;
      if (found?.outcome) found.outcome.amendment = { input, display, report, ...(text === undefined ? {} : { text }) };
      return;
    }
    case 'event.question.requested':
      if (event.tool_call_id !== undefined && pending.some(({ id }) => id === event.question_id)) {
        facts.questions.set(event.tool_call_id, event.question_id);
      }
      return;
    case 'steer.taken':
      facts.steered = facts.steered.filter(({ messageId }) => !event.messageIds.includes(messageId));
      return;
    case 'subagent.spawned':
      facts.agents.set(event.parentToolCallId, event.subagentId);
      return;
    case 'subagent.completed':
    case 'subagent.failed':
      for (const [callId, agentId] of facts.agents) if (agentId === event.subagentId) facts.agents.delete(callId);
      return;
    case 'prompt.steered': {
      const messageId = messageIdOf(event.promptIds[0] ?? '');
      if (messageId !== undefined)
        facts.steered.push({ promptIds: event.promptIds, messageId, content: event.content });
      return;
    }
    default:
      return;
  }
}

function holds({ metadata }: Message, activationId: string): boolean {
  const origin = metadata?.origin;
  if (origin?.kind === 'skill_activation') return origin.activationId === activationId;
  return (
    origin?.kind === 'user' && origin.skillActivations?.some((each) => each.activationId === activationId) === true
  );
}

function outcomeOf(event: Extract<EventPayload, { type: 'event.approval.resolved' }>): ApprovalOutcome {
  return {
    decision: event.decision,
    by: event.by ?? 'client',
    ...(event.feedback === undefined ? {} : { feedback: event.feedback }),
    selectedLabel: event.selected_label,
  };
}

/** An open turn in the log, with the data to continue it. */
export interface OpenTurn {
  agentId: string;
  facts: TurnFacts;
}

/**
 * The agents whose open turns need nothing but the user's answer, to themselves or to an agent they wait for: every
 * other call has its result or has not begun. `callerOf` returns the agent whose turn waits for an agent.
 */
export function waitingAgents(
  turns: readonly OpenTurn[],
  pending: readonly InteractionRow[],
  callerOf: (agentId: string) => string | undefined,
): Set<string> {
  const byAgent = new Map(turns.map((turn) => [turn.agentId, turn.facts]));
  const known = new Map<string, boolean>();
  const waits = (agentId: string): boolean => {
    const before = known.get(agentId);
    if (before !== undefined) return before;
    // an agent never waits for itself
    known.set(agentId, false);
    const facts = byAgent.get(agentId);
    const found = facts !== undefined && onlyWaits(facts, pending, waits);
    known.set(agentId, found);
    return found;
  };
  const kept = new Set(turns.map(({ agentId }) => agentId).filter(waits));
  // agents that work for an interrupted turn are interrupted too
  for (let size = -1; size !== kept.size;) {
    size = kept.size;
    for (const agentId of kept) {
      const caller = callerOf(agentId);
      if (caller !== undefined && !kept.has(caller)) kept.delete(agentId);
    }
  }
  return kept;
}

function onlyWaits(
  facts: TurnFacts,
  pending: readonly InteractionRow[],
  childWaits: (agentId: string) => boolean,
): boolean {
  if (facts.held) return pending.some(({ id }) => id === facts.held?.questionId);
  if (!facts.message || !facts.usage || !facts.step) return false;
  const asks = pending.some((each) => each.agent_id === facts.row.agent_id && each.turn_id === facts.row.turn_id);
  const held = [...facts.agents].filter(([, agentId]) => childWaits(agentId)).map(([callId]) => callId);
  if (!asks && held.length === 0) return false;
  return callsOf(facts.message).every(
    (call) =>
      facts.results.has(call.id) ||
      !facts.started.has(call.id) ||
      facts.questions.has(call.id) ||
      held.includes(call.id),
  );
}

export function callsOf(message: Message): Call[] {
  return message.content.flatMap((part) =>
    part.type === 'tool_use'
      ? [
          {
            id: part.tool_call_id,
            name: part.tool_name,
            argumentsText: typeof part.input === 'string' ? part.input : JSON.stringify(part.input),
          },
        ]
      : [],
  );
}
