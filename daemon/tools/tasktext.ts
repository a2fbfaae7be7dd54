/** Describes background tasks for the model, and reads the end of an output file. */
import { open, stat } from 'node:fs/promises';
import type { TaskInfo, ToolDisplay } from '../../schemas/generated/types.js';
import { errorCode } from '../base/fs/errno.js';
import { createEscapeRemover } from './ansi.js';
import type { KnownTask } from './task.js';
import { showPath } from './text.js';

const kinds: Record<TaskInfo['kind'], string> = { process: 'command', agent: 'agent', question: 'question' };

export function kindOf(info: TaskInfo): string {
  return kinds[info.kind];
}

/** Returns one line per field. */
export function taskFields({ info, outputPath }: KnownTask, size: number | undefined): string[] {
  return [
    `task_id: ${info.taskId}`,
    `kind: ${kindOf(info)}`,
    `status: ${info.status}`,
    `description: ${showPath(info.description)}`,
    ...(info.kind === 'process' && info.exitCode !== null ? [`exit_code: ${info.exitCode}`] : []),
    `started_at: ${time(info.startedAt)}`,
    ...(info.endedAt === null ? [] : [`ended_at: ${time(info.endedAt)}`]),
    ...(size === undefined ? [] : [`output_path: ${outputPath}`, `output_size_bytes: ${size}`]),
    ...(info.stopReason === undefined ? [] : [`stop_reason: ${showPath(info.stopReason)}`]),
  ];
}

/** Returns the display of a call about a task, before it runs and with its result. */
export function taskDisplay({ info }: KnownTask): Extract<ToolDisplay, { kind: 'task' }> {
  return {
    kind: 'task',
    task_id: info.taskId,
    status: info.status,
    description: info.description,
    task_kind: kindOf(info),
  };
}

export interface OutputTail {
  text: string;
  /** number of bytes that `text` represents */
  bytes: number;
  /** number of bytes of the whole output */
  size: number;
}

/** Returns the last `limit` bytes of a file as text, without a split character; undefined when there is no file. */
export async function readTail(path: string, limit: number): Promise<OutputTail | undefined> {
  try {
    const { size } = await stat(path);
    const file = await open(path, 'r');
    try {
      const buffer = Buffer.alloc(Math.min(size, limit));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, size - buffer.length);
      const read = buffer.subarray(0, bytesRead);
      let start = 0;
      if (size > limit) while (start < 4 && ((read[start] ?? 0) & 0xc0) === 0x80) start += 1;
      const kept = read.subarray(start);
      return { text: kept.toString('utf8'), bytes: kept.length, size };
    } finally {
      await file.close();
    }
  } catch (error) {
    // no output yet, or its directory was removed
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Removes escape sequences from terminal output for the model. */
export function withoutEscapes(text: string): string {
  const escapes = createEscapeRemover();
  return escapes.push(text) + escapes.end();
}

function time(ms: number): string {
  return new Date(ms).toISOString();
}
