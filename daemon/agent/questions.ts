/** Questions of a running call to the user. */
import type { NewEvent } from '../../schemas/generated/events.js';
import type { QuestionItem } from '../../schemas/generated/types.js';
import { ToolFailure, type QuestionOutcome } from '../tools/tool.js';
import type { Channel } from './channel.js';
import { interactionLifetimeMs, type Turn } from './turn.js';

/** Throws ToolFailure when the turn is interrupted meanwhile. */
export async function askUser(
  turn: Turn,
  callId: string,
  questions: QuestionItem[],
  channel: Channel<NewEvent>,
): Promise<QuestionOutcome> {
  const outcome = await answerOf(turn, callId, questions, channel);
  // the user did not decline to answer: the question went with its turn
  if (turn.signal.aborted) throw new ToolFailure('Interrupted by the user.');
  return outcome;
}

function answerOf(
  turn: Turn,
  callId: string,
  questions: QuestionItem[],
  channel: Channel<NewEvent>,
): Promise<QuestionOutcome> {
  const waiting = turn.resume?.questions.get(callId);
  if (waiting !== undefined) return turn.awaitAnswer(waiting, 0);
  const now = turn.now();
  const questionId = turn.newId('question');
  const outcome = turn.awaitAnswer(questionId, now + interactionLifetimeMs);
  channel.push({
    type: 'event.question.requested',
    agentId: turn.agentId,
    question_id: questionId,
    session_id: turn.sessionId,
    turn_id: turn.turnId,
    tool_call_id: callId,
    questions,
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + interactionLifetimeMs).toISOString(),
    background: false,
  });
  return outcome;
}
