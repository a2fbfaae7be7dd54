/** Functions of a session for the tools of an agent: goals and schedules; refusals become results for the model. */
import { ApiError } from '../../errors.js';
import { ToolFailure, type CronControl, type GoalControl, type ScheduledPrompt } from '../../tools/tool.js';
import type { CronJobs, LiveJob } from '../schedules/cron.js';
import type { Goals } from '../goals/goals.js';
import type { LiveSession } from '../live/state.js';

export interface Controls {
  goals: GoalControl;
  cron: CronControl;
}

export function createControls(session: LiveSession, goals: Goals, cron: CronJobs): Controls {
  const shown = ({ id, cron: fields, human, prompt, recurring, createdAt, fireAt }: LiveJob): ScheduledPrompt => ({
    id,
    cron: fields,
    human,
    prompt,
    recurring,
    createdAt,
    fireAt,
    stale: cron.isStale({ createdAt, recurring }),
  });
  return {
    goals: {
      current: () => goals.current(session),
      create: (input) => explained(() => goals.created(session, input, 'model')),
      report: (status, reason) => explained(() => goals.reported(session, status, reason)),
      limit: (budget) => explained(() => goals.limited(session, budget)),
    },
    cron: {
      async create(input) {
        const made = await cron.created(session, input);
        if ('error' in made) throw new ToolFailure(`The prompt was not scheduled: ${made.error}.`);
        return { events: made.events, job: shown(made.job) };
      },
      list: () => [...session.jobs.values()].map(shown),
      remove: (id) => explained(() => cron.deleted(session, id)),
    },
  };
}

function explained<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof ApiError ? new ToolFailure(error.message) : error;
  }
}
