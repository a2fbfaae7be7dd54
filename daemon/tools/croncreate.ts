/** The tool CronCreate: schedules a prompt (engine.md 4.18). */
import { shownJob } from './cronlist.js';
import type { BuiltinTool } from './tool.js';

export const cronCreate: BuiltinTool<'CronCreate'> = {
  name: 'CronCreate',
  permission: 'ask',
  mainOnly: true,
  async plan(input) {
    const recurring = input.recurring ?? true;
    return {
      subject: { kind: 'text', text: input.cron.trim() },
      access: { kind: 'none' },
      display: {
        kind: 'generic',
        summary: `Schedule a prompt: ${input.cron.trim()}${recurring ? '' : ' (once)'}`,
        detail: { cron: input.cron, prompt: input.prompt, recurring },
      },
    };
  },
  async run(input, run) {
    const { events, job } = await run.cron.create({ ...input, recurring: input.recurring ?? true });
    for (const event of events) run.emit(event);
    const { id, cron, humanSchedule, recurring, nextFireAt } = shownJob(job, run.now());
    const made = { id, cron, humanSchedule, recurring, nextFireAt };
    return { output: JSON.stringify(made), display: { kind: 'structured', data: { job: made } } };
  },
};
