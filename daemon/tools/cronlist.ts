/** The tool CronList: lists the scheduled prompts of the session (engine.md 4.18). */
import { head } from '../base/text/cut.js';
import { inwardPlan } from './inward.js';
import { systemNote } from './text.js';
import type { ScheduledPrompt, BuiltinTool } from './tool.js';

/** Maximum length of a prompt in the list, in bytes. */
const promptBytes = 200;
const dayMs = 24 * 60 * 60 * 1_000;

export const cronList: BuiltinTool<'CronList'> = {
  name: 'CronList',
  permission: 'allow',
  mainOnly: true,
  async plan() {
    return inwardPlan('List the scheduled prompts');
  },
  async run(_input, run) {
    const jobs = run.cron.list().map((job) => shownJob(job, run.now()));
    return {
      output: jobs.length === 0 ? systemNote('There are no scheduled prompts.') : JSON.stringify(jobs),
      display: { kind: 'structured', data: { jobs } },
    };
  },
};

/** Returns a job in the form for the model. */
export function shownJob(job: ScheduledPrompt, now: number) {
  return {
    id: job.id,
    cron: job.cron,
    humanSchedule: job.human,
    prompt: shortened(job.prompt),
    nextFireAt: job.fireAt === null ? null : new Date(job.fireAt).toISOString(),
    recurring: job.recurring,
    ageDays: Math.floor(Math.max(0, now - job.createdAt) / dayMs),
    stale: job.stale,
  };
}

function shortened(prompt: string): string {
  let text = head(prompt, promptBytes);
  while (Buffer.byteLength(text) > promptBytes) text = head(text, text.length - 1);
  return text;
}
