/** The tool TaskStop: ends a background task (engine.md 4.17). */
import { mustFind } from './taskoutput.js';
import { readTail, taskDisplay, taskFields } from './tasktext.js';
import type { BuiltinTool } from './tool.js';

export const taskStop: BuiltinTool<'TaskStop'> = {
  name: 'TaskStop',
  permission: 'ask',
  async plan(input, context) {
    const { info, own } = mustFind(input.task_id, context);
    return {
      subject: { kind: 'task', id: input.task_id, own },
      access: { kind: 'none' },
      display: { kind: 'task_stop', task_id: info.taskId, task_description: info.description },
    };
  },
  async run(input, run) {
    const reason = input.reason?.trim() ?? '';
    const stopped = await run.tasks.stop(input.task_id, reason === '' ? 'Stopped by TaskStop' : reason);
    const { task, records } = stopped ?? { task: mustFind(input.task_id, run), records: [] };
    const tail = await readTail(task.outputPath, 1);
    return {
      output: taskFields(task, tail?.size).join('\n'),
      display: taskDisplay(task),
      records,
    };
  },
};
