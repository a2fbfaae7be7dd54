/** The scheduled prompts of a session (engine.md 17.4). */
import type { CronJob } from '../../../schemas/generated/types.js';
import type { Db } from '../log/database.js';
import type { LiveJob } from '../schedules/cron.js';
import type { Fact } from './fact.js';

export const jobs = {
  session: {
    'cron.changed': (session, { change, job }) => {
      if (change !== 'created') {
        session.jobs.delete(job.id);
        return;
      }
      const fireAt = job.nextFireAt === null ? null : Date.parse(job.nextFireAt);
      session.jobs.set(job.id, { ...described(job), createdAt: 0, dueAt: fireAt, fireAt });
    },
    'cron.scheduled': (session, { id, createdAt, dueAt, fireAt }) => {
      const job = session.jobs.get(id);
      if (job) Object.assign(job, { createdAt, dueAt, fireAt });
    },
  },
  tables(db) {
    const add = db.prepare('INSERT OR REPLACE INTO cron_jobs (session_key, id, job) VALUES (?, ?, ?)');
    const remove = db.prepare('DELETE FROM cron_jobs WHERE session_key = ? AND id = ?');
    const schedule = db.prepare(
      'UPDATE cron_jobs SET created_at = ?, due_at = ?, fire_at = ? WHERE session_key = ? AND id = ?',
    );
    return {
      'cron.changed': ({ key }, { change, job }) => {
        if (change === 'created') add.run(key, job.id, JSON.stringify(job));
        else remove.run(key, job.id);
      },
      'cron.scheduled': ({ key }, { id, createdAt, dueAt, fireAt }) =>
        void schedule.run(createdAt, dueAt, fireAt, key, id),
    };
  },
  load(db) {
    const read = createJobReader(db);
    return {
      session(session) {
        for (const job of read(session.ref.key)) session.jobs.set(job.id, job);
      },
    };
  },
  // no `fork`: scheduled prompts stay with the original session
} satisfies Fact;

interface JobRow {
  job: string;
  created_at: number;
  due_at: number | null;
  fire_at: number | null;
}

/** Reads the jobs of a session, oldest first. */
export function createJobReader(db: Db): (key: number) => LiveJob[] {
  const rows = db.prepare<[number], JobRow>('SELECT * FROM cron_jobs WHERE session_key = ? ORDER BY created_at, id');
  return (key) =>
    rows.all(key).map(({ job, created_at, due_at, fire_at }) => ({
      ...described(JSON.parse(job) as CronJob),
      createdAt: created_at,
      dueAt: due_at,
      fireAt: fire_at,
    }));
}

function described({
  id,
  cron,
  humanSchedule,
  prompt,
  recurring,
}: CronJob): Pick<LiveJob, 'id' | 'cron' | 'human' | 'prompt' | 'recurring'> {
  return { id, cron, human: humanSchedule, prompt, recurring };
}
