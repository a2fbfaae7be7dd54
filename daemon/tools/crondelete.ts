/** The tool CronDelete: removes a scheduled prompt (engine.md 4.18). */
import type { BuiltinTool } from './tool.js';

export const cronDelete: BuiltinTool<'CronDelete'> = {
  name: 'CronDelete',
  permission: 'ask',
  mainOnly: true,
  async plan(input) {
    return {
      subject: { kind: 'text', text: input.id },
      access: { kind: 'none' },
      display: { kind: 'generic', summary: `Delete the scheduled prompt ${input.id}`, detail: { id: input.id } },
    };
  },
  async run(input, run) {
    for (const event of run.cron.remove(input.id)) run.emit(event);
    return { output: `The scheduled prompt ${input.id} is deleted.` };
  },
};
