/** Projections of what a session means to do later: its goal and its scheduled prompts. */
import type { CronJob, GoalSnapshot } from '../../../schemas/generated/types.js';
import type { Appliers } from '../messages/conversation.js';
import type { Db } from '../log/database.js';
import type { LiveJob } from '../schedules/cron.js';
import type { LiveSession } from '../live/state.js';

export function goalAndJobAppliers(db: Db): Appliers {
  const goal = db.prepare('UPDATE sessions SET goal = ? WHERE key = ?');
  const queue = db.prepare('UPDATE sessions SET goal_queue = ? WHERE key = ?');
  const add = db.prepare('INSERT OR REPLACE INTO cron_jobs (session_key, id, job) VALUES (?, ?, ?)');
  const remove = db.prepare('DELETE FROM cron_jobs WHERE session_key = ? AND id = ?');
  const schedule = db.prepare(
    'UPDATE cron_jobs SET created_at = ?, due_at = ?, fire_at = ? WHERE session_key = ? AND id = ?',
  );
  return {
    'goal.updated': ({ key, time }, { snapshot }) =>
      void goal.run(snapshot === null ? null : JSON.stringify({ snapshot, since: time }), key),
    'goal.queue.changed': ({ key }, { objectives }) => void queue.run(JSON.stringify(objectives), key),
    'cron.changed': ({ key }, { change, job }) => {
      if (change === 'created') add.run(key, job.id, JSON.stringify(job));
      else remove.run(key, job.id);
    },
    'cron.scheduled': ({ key }, { id, createdAt, dueAt, fireAt }) =>
      void schedule.run(createdAt, dueAt, fireAt, key, id),
  };
}

interface JobRow {
  job: string;
  created_at: number;
  due_at: number | null;
  fire_at: number | null;
}

export interface GoalsAndJobs {
  goal(key: number): GoalSnapshot | null;
  goalQueue(key: number): string[];
  jobs(key: number): LiveJob[];
  /** the same for a session that is brought into memory */
  load(key: number): Pick<LiveSession, 'goal' | 'goalQueue' | 'jobs'>;
}

export function createGoalsAndJobs(db: Db): GoalsAndJobs {
  const row = db.prepare<[number], { goal: string | null; goal_queue: string }>(
    'SELECT goal, goal_queue FROM sessions WHERE key = ?',
  );
  const rows = db.prepare<[number], JobRow>('SELECT * FROM cron_jobs WHERE session_key = ? ORDER BY created_at, id');

  function stored(key: number): { snapshot: GoalSnapshot; since: number } | undefined {
    const goal = row.get(key)?.goal;
    return goal ? (JSON.parse(goal) as { snapshot: GoalSnapshot; since: number }) : undefined;
  }

  function jobs(key: number): LiveJob[] {
    return rows.all(key).map(({ job, created_at, due_at, fire_at }) => {
      const { id, cron, humanSchedule, prompt, recurring } = JSON.parse(job) as CronJob;
      return {
        id,
        cron,
        human: humanSchedule,
        prompt,
        recurring,
        createdAt: created_at,
        dueAt: due_at,
        fireAt: fire_at,
      };
    });
  }

  function goalQueue(key: number): string[] {
    return JSON.parse(row.get(key)?.goal_queue ?? '[]') as string[];
  }

  return {
    goal: (key) => stored(key)?.snapshot ?? null,
    goalQueue,
    jobs,
    load(key) {
      const goal = stored(key);
      return {
        ...(goal && {
          goal: {
            ...goal,
            idleTurns: 0,
            calls: 0,
            counted: 0,
            continuing: false,
            hinted: false,
            closing: false,
            awaitsPrompt: false,
          },
        }),
        goalQueue: goalQueue(key),
        jobs: new Map(jobs(key).map((job) => [job.id, job])),
      };
    },
  };
}
