/** The tool TaskOutput: returns the state of a background task and the end of its output (engine.md 4.17). */
import { readTail, taskDisplay, taskFields, withoutEscapes } from './tasktext.js';
import { CUT } from './text.js';
import type { KnownTask } from './task.js';
import type { BuiltinTool, ToolContext } from './tool.js';
import { ToolFailure } from './tool.js';

const TAIL_BYTES = 32 * 1024;

export const taskOutput: BuiltinTool<'TaskOutput'> = {
  name: 'TaskOutput',
  permission: 'allow',
  async plan(input, context) {
    const task = mustFind(input.task_id, context);
    return {
      subject: { kind: 'task', id: input.task_id, own: task.own },
      access: { kind: 'none' },
      display: taskDisplay(task),
    };
  },
  async run(input, run) {
    const task = mustFind(input.task_id, run);
    const tail = await readTail(task.outputPath, TAIL_BYTES);
    const text = tail === undefined ? '' : withoutEscapes(tail.text).trimEnd();
    const cut = tail !== undefined && tail.size > tail.bytes;
    const output = [
      ...taskFields(task, tail?.size),
      ...(text === '' ? [] : ['', '[output]', ...(cut ? [CUT] : []), text]),
    ].join('\n');
    return {
      output,
      display: taskDisplay(task),
      ...(cut ? { truncated: true, outputPath: task.outputPath } : {}),
    };
  },
};

/** Returns a task that the agent may see. Throws ToolFailure without one. */
export function mustFind(taskId: string, { tasks }: ToolContext): KnownTask {
  const task = tasks.find(taskId);
  if (!task) throw new ToolFailure(`There is no task ${JSON.stringify(taskId)}. TaskList names those there are.`);
  return task;
}
