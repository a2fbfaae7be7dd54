/** Asks a question in the background: the answer is the end of a task (engine.md 4.15). */
import type { QuestionItem } from '../../../schemas/generated/types.js';
import { interactionLifetimeMs } from '../../agent/turn.js';
import { answerText, dismissedText } from '../../tools/askuserquestion.js';
import type { TaskEnd, TaskRunner } from '../../tools/task.js';
import type { QuestionOutcome } from '../../tools/tool.js';
import type { SessionDeps } from '../deps.js';
import { iso } from '../store.js';
import type { Recorder } from '../live/record.js';
import type { LiveAgent, LiveSession } from '../live/state.js';
import type { Tasks } from './tasks.js';
import type { Waits } from '../interactions/waits.js';

interface Deps extends Pick<SessionDeps, 'now' | 'newId'> {
  record: Recorder;
  waits: Waits;
  tasks: Tasks;
}

/** Asks, and returns the id of the task that ends with the answer. */
export function askInBackground(
  { now, newId, record, waits, tasks }: Deps,
  session: LiveSession,
  agent: LiveAgent,
  { questions, callId, turnId }: { questions: QuestionItem[]; callId: string; turnId: number },
): string {
  const at = now();
  const questionId = newId('question');
  const expiresAt = at + interactionLifetimeMs;
  const task = tasks.start(session, agent.id, {
    facts: { kind: 'question', questionCount: questions.length, toolCallId: callId },
    description: questions[0]?.question ?? '',
    toolCallId: callId,
    startedAt: at,
    ...runnerOf(waits, session, agent.id, questionId, expiresAt),
  });
  record(session, [
    {
      type: 'event.question.requested',
      agentId: agent.id,
      question_id: questionId,
      session_id: session.ref.id,
      turn_id: turnId,
      tool_call_id: callId,
      questions,
      created_at: iso(at),
      expires_at: iso(expiresAt),
      background: true,
    },
  ]);
  return task.info.taskId;
}

/** A runner that ends its task when the answer arrives. */
export function runnerOf(
  waits: Waits,
  session: LiveSession,
  agentId: string,
  questionId: string,
  expiresAt: number,
): TaskRunner {
  let stopped = false;
  return {
    done: waits.awaitAnswer(session, agentId, questionId, expiresAt, true).then((outcome) => endOf(outcome, stopped)),
    waitsForUser: () => true,
    stop() {
      stopped = true;
      const wait = session.waits.get(questionId);
      if (wait?.kind === 'question' && !wait.outcome) waits.dismiss(session, wait, 'abort');
    },
  };
}

export function endOf(outcome: QuestionOutcome, stopped: boolean): TaskEnd {
  if (outcome.kind === 'answered') return { status: 'completed', output: answerText(outcome.answers) };
  if (outcome.kind === 'expired') return { status: 'timed_out', stopReason: 'the user did not answer within 24 hours' };
  return stopped ? { status: 'killed' } : { status: 'completed', output: dismissedText };
}
