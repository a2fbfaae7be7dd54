/** The tool TaskList: lists the background tasks that an agent may see (engine.md 4.17). */
import { inwardPlan } from './inward.js';
import { kindOf } from './tasktext.js';
import type { KnownTask } from './task.js';
import { showPath } from './text.js';
import type { BuiltinTool } from './tool.js';

const defaultLimit = 20;

export const taskList: BuiltinTool<'TaskList'> = {
  name: 'TaskList',
  permission: 'allow',
  async plan(input) {
    return inwardPlan(input.active_only === false ? 'List all tasks' : 'List running tasks');
  },
  async run(input, run) {
    const running = input.active_only ?? true;
    const tasks = run.tasks.list({ running, limit: input.limit ?? defaultLimit });
    const none = running ? 'No background task runs.' : 'There is no background task.';
    const output = tasks.length === 0 ? none : tasks.map((task) => describe(task, run.now())).join('\n\n');
    return { output, display: { kind: 'text', text: output } };
  },
};

function describe({ info }: KnownTask, now: number): string {
  const seconds = Math.max(0, (info.endedAt ?? now) - info.startedAt) / 1_000;
  return [
    `task_id: ${info.taskId}`,
    `kind: ${kindOf(info)}`,
    `status: ${info.status}`,
    `description: ${showPath(info.description)}`,
    `started_at: ${new Date(info.startedAt).toISOString()}`,
    `duration: ${seconds.toFixed(1)} s`,
  ].join('\n');
}
