/** Client requests for goals and scheduled prompts (rest.md 9.8, 28). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { GoalSnapshot } from '../../../schemas/generated/types.js';
import type { SessionDeps } from '../deps.js';
import { createGoalReader } from '../facts/goal.js';
import { createJobReader } from '../facts/jobs.js';
import type { LiveJob } from '../schedules/cron.js';
import type { GoalRequest, GoalFields } from './goals.js';
import type { LiveSession } from '../live/state.js';
import type { Registry } from '../live/registry.js';

export interface Pursuits {
  goal(id: string): GoalSnapshot | null;
  createGoal(id: string, request: GoalRequest): GoalSnapshot | null;
  controlGoal(id: string, control: 'pause' | 'resume' | 'cancel'): GoalSnapshot | null;
  goalQueue(id: string): string[];
  setGoalQueue(id: string, objectives: string[]): string[];
  jobs(id: string): (LiveJob & { stale: boolean })[];
  removeJob(id: string, jobId: string): void;
  /** events of a goal change in settings or a prompt; throws 40913 to 40918 */
  requested(session: LiveSession, fields: GoalFields): NewEvent[];
}

export function createPursuits(
  deps: SessionDeps,
  registry: Registry,
  row: (id: string) => { key: number; owner: string | null },
  open: (id: string) => LiveSession,
): Pursuits {
  const stored = createGoalReader(deps.db);
  const storedJobs = createJobReader(deps.db);
  const { goals, cron } = registry;

  function change(id: string, events: (session: LiveSession) => NewEvent[]): LiveSession {
    const session = open(id);
    goals.apply(session, events(session));
    return session;
  }

  return {
    goal(id) {
      const { key, owner } = row(id);
      const live = registry.loaded(id);
      if (live) return goals.current(live);
      const goal = stored(key).goal?.snapshot ?? null;
      // a goal is active only while a live server owns its session
      return goal?.status === 'active' && !deps.leases.alive(owner) ? { ...goal, status: 'paused' } : goal;
    },
    createGoal: (id, request) => goals.current(change(id, (session) => goals.created(session, request, 'user'))),
    controlGoal: (id, control) => goals.current(change(id, (session) => goals.controlled(session, control))),
    goalQueue: (id) => stored(row(id).key).goalQueue,
    setGoalQueue: (id, objectives) => change(id, () => goals.queued(objectives)).goalQueue,
    jobs: (id) => storedJobs(row(id).key).map((job) => ({ ...job, stale: cron.isStale(job) })),
    removeJob(id, jobId) {
      const session = open(id);
      registry.record(session, cron.deleted(session, jobId));
    },
    requested: (session, fields) => goals.requested(session, fields),
  };
}
