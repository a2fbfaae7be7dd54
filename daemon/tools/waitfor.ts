/** The tool WaitFor: waits until a background task ends (engine.md 4.17). */
import { mustFind } from './taskoutput.js';
import { readTail, taskDisplay, taskFields, withoutEscapes } from './tasktext.js';
import type { KnownTask } from './task.js';
import { count, systemNote } from './text.js';
import { type BuiltinTool, interruption } from './tool.js';
import { ToolFailure } from './tool.js';

/** Maximum size of the output in the summary of an ended task, in bytes. */
const TAIL_BYTES = 3_000;

export const waitFor: BuiltinTool<'WaitFor'> = {
  name: 'WaitFor',
  permission: 'allow',
  async plan(input, context) {
    const task = input.task_id === undefined ? undefined : mustFind(input.task_id, context);
    const summary = `Wait up to ${count(input.timeout, 'second')} for a task`;
    return {
      subject: task ? { kind: 'task', id: task.info.taskId, own: task.own } : { kind: 'none' },
      access: { kind: 'none' },
      display: task ? taskDisplay(task) : { kind: 'generic', summary },
    };
  },
  async run(input, run) {
    const outcome = await run.tasks.wait({
      taskId: input.task_id,
      timeoutMs: input.timeout * 1_000,
      signal: run.signal,
    });
    if (run.signal.aborted && outcome.ended.length === 0) throw new ToolFailure(interruption(run.signal));
    const summaries = await Promise.all(outcome.ended.map(summaryOf));
    const note = outcome.steered ? [systemNote('The user sent a message, so the wait ended early.')] : [];
    const output = [`wait_status: ${outcome.status}`, ...note, ...summaries].join('\n\n');
    return { output, display: { kind: 'text', text: output }, records: outcome.records };
  },
};

async function summaryOf(task: KnownTask): Promise<string> {
  const tail = await readTail(task.outputPath, TAIL_BYTES);
  const text = tail === undefined ? '' : withoutEscapes(tail.text).trimEnd();
  return [...taskFields(task, tail?.size), ...(text === '' ? [] : ['[output]', text])].join('\n');
}
