/** Trials of `questions`. */
import { one, waiting } from '../situations.js';
import { late, twice, withParam, type Prepare, type Trials } from '../trials.js';

const question =
  (body?: unknown): Prepare =>
  async (world) => {
    const session_id = await waiting(world);
    return { params: { session_id, question_id: (await world.daemon.question(session_id)).question_id }, body };
  };

const errors = {
  QUESTION_NOT_FOUND: withParam('question_id', 'question_none'),
  APPROVAL_ALREADY_RESOLVED: twice,
  QUESTION_EXPIRED: late,
};

export const questions = {
  answerQuestion: { good: question({ answers: {} }), errors },
  dismissQuestion: { good: question(), errors },
  listQuestions: { good: one({ query: { status: 'pending' } }) },
} satisfies Trials;
