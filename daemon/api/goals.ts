/** The current goal of a session, and its queued ones. */
import { ApiError } from '../errors.js';
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

export function goalHandlers({ sessions }: ApiDeps) {
  const { pursuits } = sessions;
  return {
    getGoal: ({ params }) => pursuits.goal(params.session_id),
    createGoal({ params, body }) {
      const { turns, tokens, wall_clock_ms: wallClockMs } = body.budget ?? {};
      const goal = pursuits.createGoal(params.session_id, {
        objective: body.objective,
        replace: body.replace,
        completionCriterion: body.completion_criterion,
        budget: {
          ...(turns === undefined ? {} : { turns }),
          ...(tokens === undefined ? {} : { tokens }),
          ...(wallClockMs === undefined ? {} : { wallClockMs }),
        },
      });
      if (!goal) throw new ApiError('GOAL_NOT_FOUND');
      return goal;
    },
    pauseGoal: ({ params }) => pursuits.controlGoal(params.session_id, 'pause'),
    resumeGoal: ({ params }) => pursuits.controlGoal(params.session_id, 'resume'),
    cancelGoal: ({ params }) => pursuits.controlGoal(params.session_id, 'cancel'),
    getGoalQueue: ({ params }) => ({ objectives: pursuits.goalQueue(params.session_id) }),
    setGoalQueue: ({ params, body }) => ({ objectives: pursuits.setGoalQueue(params.session_id, body.objectives) }),
  } satisfies Partial<Handlers>;
}
