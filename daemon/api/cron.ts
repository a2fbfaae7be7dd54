/** Scheduled prompts of a session. */
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

const dayMs = 24 * 60 * 60 * 1_000;

export function cronHandlers({ sessions, now }: ApiDeps) {
  return {
    listCronJobs: ({ params }) => ({
      items: sessions.pursuits.jobs(params.session_id).map((job) => ({
        id: job.id,
        cron: job.cron,
        human_schedule: job.human,
        prompt: job.prompt,
        recurring: job.recurring,
        next_fire_at: job.fireAt === null ? null : new Date(job.fireAt).toISOString(),
        age_days: Math.floor(Math.max(0, now() - job.createdAt) / dayMs),
        stale: job.stale,
      })),
    }),
    deleteCronJob({ params }) {
      sessions.pursuits.removeJob(params.session_id, params.job_id);
      return { deleted: true };
    },
  } satisfies Partial<Handlers>;
}
