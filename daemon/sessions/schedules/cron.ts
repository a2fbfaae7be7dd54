/** Creates, deletes and fires scheduled prompts of loaded sessions, while their agent is idle (engine.md 17.4). */
import { randomBytes } from 'node:crypto';
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { CronJob, Origin } from '../../../schemas/generated/types.js';
import type { Schedule } from '../../agent/schedule.js';
import { later } from '../../base/later.js';
import { ApiError } from '../../errors.js';
import type { ScheduledPrompt } from '../../tools/tool.js';
import type { SessionDeps } from '../deps.js';
import { iso } from '../store.js';
import type { Recorder } from '../live/record.js';
import type { LiveSession } from '../live/state.js';
import type { Turns } from '../turns/turns.js';

/** Milliseconds between two checks, as long as there are jobs. */
const pollMs = 1_000;
/** A recurring job ends with its first firing after this age. */
const recurringLifeMs = 7 * 24 * 60 * 60 * 1_000;
const maxJobs = 50;
/** Maximum size of a prompt in bytes. */
const maxPrompt = 8 * 1_024;

/** A job as a loaded session keeps it. */
export interface LiveJob extends Omit<ScheduledPrompt, 'stale'> {
  /** the next time by its fields; `fireAt` adds jitter. Both are null when the job never fires again */
  dueAt: number | null;
}

export interface CronRequest {
  cron: string;
  prompt: string;
  recurring: boolean;
}

export interface CronJobs {
  /** events that create a job, and the job; a string gives the reason why it cannot be created */
  created(
    session: LiveSession,
    request: CronRequest,
  ): Promise<{ events: NewEvent[]; job: LiveJob } | { error: string }>;
  /** events that delete a job; throws RESOURCE_NOT_FOUND */
  deleted(session: LiveSession, id: string): NewEvent[];
  /** whether a recurring job is old enough to end with its next firing */
  isStale(job: Pick<LiveJob, 'createdAt' | 'recurring'>): boolean;
  /** starts the timer, or stops it when there are no jobs; called when jobs or sessions change */
  watch(): void;
  close(): void;
}

export function createCronJobs(
  deps: Pick<SessionDeps, 'now' | 'timeZone' | 'logger' | 'settings'>,
  record: Recorder,
  turns: Pick<Turns, 'begin'>,
  loaded: () => LiveSession[],
): CronJobs {
  let timer: NodeJS.Timeout | undefined;
  /** loaded with the first job: most sessions have none */
  const times = later(() => import('../../agent/schedule.js'));
  const isStale = ({ recurring, createdAt }: Pick<LiveJob, 'createdAt' | 'recurring'>) =>
    recurring && deps.now() - createdAt >= recurringLifeMs;

  async function read(cron: string): Promise<Schedule | { error: string }> {
    return (await times()).readSchedule(cron, deps.timeZone());
  }

  function watch(): void {
    const wanted = deps.settings().cron && loaded().some((session) => session.jobs.size > 0);
    if (wanted) {
      timer ??= setInterval(() => poll(), pollMs).unref();
    } else {
      clearInterval(timer);
      timer = undefined;
    }
  }

  function poll(): void {
    const now = deps.now();
    for (const session of loaded()) {
      const due = [...session.jobs.values()]
        .filter((job) => job.fireAt !== null && job.fireAt <= now)
        .sort((a, b) => (a.fireAt ?? 0) - (b.fireAt ?? 0));
      const first = due.find((job) => !firing.has(job));
      if (!first || !isIdle(session)) continue;
      firing.add(first);
      fire(session, first)
        .catch((error: unknown) =>
          deps.logger.error('a scheduled prompt could not be fired', { session_id: session.ref.id, err: error }),
        )
        .finally(() => firing.delete(first));
    }
    watch();
  }

  const firing = new Set<LiveJob>();

  async function fire(session: LiveSession, job: LiveJob): Promise<void> {
    const { countTimes, fireTime } = await times();
    const schedule = await read(job.cron);
    const main = session.agents.get('main');
    if (!main || !isIdle(session) || session.jobs.get(job.id) !== job) return;
    const now = deps.now();
    const usable = !('error' in schedule);
    const stale = isStale(job);
    const origin: Extract<Origin, { kind: 'cron_job' }> = {
      kind: 'cron_job',
      jobId: job.id,
      cron: job.cron,
      recurring: job.recurring,
      coalescedCount: usable && job.recurring ? countTimes(schedule, job.dueAt ?? now, now) : 1,
      stale,
    };
    const next = usable && job.recurring && !stale ? schedule.next(now) : null;
    const after: NewEvent =
      next === null || !usable
        ? { type: 'cron.changed', agentId: 'main', change: 'expired', job: wireJob({ ...job, fireAt: null }) }
        : {
            type: 'cron.scheduled',
            agentId: 'main',
            id: job.id,
            createdAt: job.createdAt,
            dueAt: next,
            fireAt: fireTime(job.id, schedule, next, true),
          };
    record(session, [{ type: 'cron.fired', agentId: 'main', origin, prompt: job.prompt }, after]);
    turns.begin(session, main, {
      origin,
      opening: { content: [{ type: 'text', text: firedText(job, origin) }], records: [] },
    });
  }

  return {
    watch,
    isStale,
    close: () => clearInterval(timer),
    async created(session, { cron, prompt, recurring }) {
      const { firstTime, fireTime } = await times();
      if (prompt.trim() === '') return { error: 'the prompt is blank' };
      if (Buffer.byteLength(prompt) > maxPrompt) return { error: 'the prompt is longer than 8 KiB' };
      const schedule = await read(cron);
      if ('error' in schedule) return { error: `the schedule ${schedule.error}` };
      if (session.jobs.size >= maxJobs) return { error: `a session has at most ${maxJobs} jobs` };
      const now = deps.now();
      const dueAt = firstTime(schedule, now, recurring);
      if (typeof dueAt === 'object') return { error: `the schedule ${dueAt.error}` };
      let id = newJobId();
      while (session.jobs.has(id)) id = newJobId();
      // even with jitter, a job does not fire before its creation
      const fireAt = Math.max(now, fireTime(id, schedule, dueAt, recurring));
      const plain = cron.trim().split(/\s+/).join(' ');
      const job: LiveJob = { id, cron: plain, human: schedule.human, prompt, recurring, createdAt: now, dueAt, fireAt };
      // added at once, since parallel calls of one step count toward the limit
      session.jobs.set(id, job);
      return {
        job,
        events: [
          { type: 'cron.changed', agentId: 'main', change: 'created', job: wireJob(job) },
          { type: 'cron.scheduled', agentId: 'main', id, createdAt: now, dueAt, fireAt },
        ],
      };
    },
    deleted(session, id) {
      const job = session.jobs.get(id);
      if (!job) throw new ApiError('RESOURCE_NOT_FOUND', { message: `no job ${id}` });
      return [{ type: 'cron.changed', agentId: 'main', change: 'deleted', job: wireJob(job) }];
    },
  };
}

/** Whether nothing runs or waits, so that a job may begin. */
function isIdle(session: LiveSession): boolean {
  const main = session.agents.get('main');
  return (
    main !== undefined &&
    !main.turn &&
    (main.paused || main.queue.length === 0) &&
    main.inbox.length === 0 &&
    !session.open.compactions.has('main') &&
    !session.restoring &&
    !session.closing &&
    !session.archived &&
    !session.dead
  );
}

function newJobId(): string {
  return randomBytes(4).toString('hex');
}

function wireJob(job: LiveJob): CronJob {
  return {
    id: job.id,
    cron: job.cron,
    humanSchedule: job.human,
    prompt: job.prompt,
    recurring: job.recurring,
    nextFireAt: job.fireAt === null ? null : iso(job.fireAt),
  };
}

function firedText(job: LiveJob, origin: Extract<Origin, { kind: 'cron_job' }>): string {
  const { jobId, cron, recurring, coalescedCount, stale } = origin;
  return [
    `<cron-fire jobId="${jobId}" cron="${cron}" recurring="${recurring}" coalescedCount="${coalescedCount}" stale="${stale}">`,
    ...(stale ? ['This job is a week old and ends with this firing; make it again when it is still wanted.'] : []),
    job.prompt,
    '</cron-fire>',
  ].join('\n');
}
