/** The notice to an agent about the end of a background task (engine.md 17.3). */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { TaskInfo } from '../../../schemas/generated/types.js';
import { errorCode } from '../../base/fs/errno.js';
import { plainName, plainText } from '../../base/text/visible.js';
import type { Delivery } from '../live/state.js';

/** Maximum bytes of output in a notification. */
const tailBytes = 3_000;
const titleChars = 200;

const kinds = { process: 'Background command', agent: 'Background agent', question: 'Question' } as const;
const ends: Record<TaskInfo['status'], string> = {
  running: 'runs',
  completed: 'completed',
  failed: 'failed',
  timed_out: 'ran into its time limit',
  killed: 'was stopped',
  lost: 'was lost: the server that ran it ended, and how far it came is unknown',
};

export function noticeOf(
  info: TaskInfo,
  { agentId, notificationId, outputPath }: { agentId: string; notificationId: string; outputPath: string },
): Delivery {
  const { taskId, status } = info;
  const type = `task.${status}`;
  const title = defused(`${kinds[info.kind]} ${ends[status]}: ${plainName(info.description, titleChars)}`);
  const facts = defused(exitFacts(info));
  const output = readTail(outputPath);
  const attributes = `id="${notificationId}" category="task" type="${type}" source_kind="background_task" source_id="${taskId}" agent_id="${agentId}"`;
  const text = [
    `<notification ${attributes}>`,
    title,
    facts,
    ...(output.whole ? [] : [`output_path: ${outputPath}`]),
    ...(output.text === '' ? [] : ['[output]', output.text]),
    '</notification>',
  ].join('\n');
  return {
    origin: { kind: 'task', taskId, status, notificationId },
    content: [{ type: 'text', text }],
    records: [{ type: 'task.told', agentId, taskIds: [taskId] }],
    whenRunning: [
      {
        type: 'task.notified',
        agentId,
        notificationType: type,
        title,
        body: facts,
        severity: status === 'completed' ? 'info' : 'warning',
        sourceKind: 'background_task',
        sourceId: taskId,
      },
    ],
    taskId,
  };
}

/** Adds text to the output of a task. */
export async function appendOutput(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await appendFile(path, text, { mode: 0o600 });
}

/** One line: how it ended, why, and how long it took. */
function exitFacts(info: TaskInfo): string {
  const seconds = Math.max(0, ((info.endedAt ?? info.startedAt) - info.startedAt) / 1_000);
  return [
    `task ${info.taskId}`,
    `status ${info.status}`,
    ...(info.kind === 'process' && info.exitCode !== null ? [`exit code ${info.exitCode}`] : []),
    ...(info.stopReason === undefined ? [] : [plainName(info.stopReason, titleChars)]),
    `after ${seconds.toFixed(1)} s`,
  ].join(', ');
}

/** The end of the output as text; `whole`: the output is not longer than that. */
function readTail(path: string): { text: string; whole: boolean } {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    // no output was written, or its directory was deleted
    if (errorCode(error) !== undefined) return { text: '', whole: true };
    throw error;
  }
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, tailBytes));
    const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return { text: shown(bytes.subarray(0, read)), whole: size <= tailBytes };
  } finally {
    closeSync(file);
  }
}

/** Bytes of an output as text. */
function shown(bytes: Buffer): string {
  let start = 0;
  // skips the rest of a character
  while (((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return defused(plainText(bytes.toString('utf8', start))).trimEnd();
}

/** Escapes tags in a text that could be mistaken for the end of the notification. */
function defused(text: string): string {
  return text.replace(/<(?=\/?notification\b)/giu, '&lt;');
}
