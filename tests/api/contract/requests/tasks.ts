/** Trials of `tasks`. */
import { background, one, running } from '../situations.js';
import { twice, withParam, type Provoke, type Trials } from '../trials.js';

const TASK_NOT_FOUND = withParam('task_id', 'bash-nonenone');

/** The error of a finished task names its status. */
export const alreadyFinished: Provoke = async (attempt) => {
  const answer = await twice(attempt);
  const { current_status: status } = answer.details as { current_status?: unknown };
  if (typeof status !== 'string') throw new Error(`names no status: ${JSON.stringify(answer)}`);
  return answer;
};

export const tasks = {
  cancelTask: {
    good: async (world) => ({ params: await background(world) }),
    errors: { TASK_NOT_FOUND, TASK_ALREADY_FINISHED: alreadyFinished },
  },
  detachToolCall: {
    good: async (world) => ({ params: await running(world) }),
    errors: { TASK_ALREADY_FINISHED: alreadyFinished, TOOL_CALL_NOT_FOUND: withParam('tool_call_id', 'call_none') },
  },
  getTask: { good: async (world) => ({ params: await background(world) }), errors: { TASK_NOT_FOUND } },
  listTasks: { good: one() },
} satisfies Trials;
