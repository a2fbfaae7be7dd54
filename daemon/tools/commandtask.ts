/** Continues a command after the turn as a background task (engine.md 4.9, 17.3). */
import { head } from '../base/text/cut.js';
import type { Confinement } from '../runtimes/runtimes.js';
import { shownOutput } from './bashresult.js';
import type { Command, CommandEnd } from './command.js';
import { startTimeOf } from './kept.js';
import { sandboxNotes, type SandboxFacts } from './sandboxnotes.js';
import type { TaskEnd, TaskRunner, ToolTasks } from './task.js';
import { count } from './text.js';
import { ToolFailure } from './tool.js';

/** Maximum length of the command line in place of a missing description, in chars. */
const DESCRIPTION_CHARS = 120;

export interface CommandTask {
  taskId: string;
  /** the command line */
  line: string;
  description: string | undefined;
  /** the call that started the command */
  callId?: string;
  /** milliseconds from now; undefined: no limit */
  limitMs: number | undefined;
  quiet?: boolean;
  /** present for a contained command */
  confinement?: Confinement | undefined;
  /** what the command left, once it is gone; undefined when the check failed */
  left?: Promise<SandboxFacts | undefined>;
}

/** Moves a running command to the background and records its task. Changes nothing when it throws. */
export function moveToBackground(
  tasks: Pick<ToolTasks, 'start'>,
  command: Command,
  { taskId, line, description, callId, limitMs, quiet = false, confinement, left }: CommandTask,
): void {
  const processStart = command.leave && startTimeOf(command.pid);
  const proxy = processStart === undefined ? undefined : confinement?.proxy();
  const task = tasks.start({
    facts: { kind: 'process', command: line, pid: command.pid },
    description: descriptionOf(line, description),
    taskId,
    offset: command.shown(),
    ...(callId === undefined ? {} : { toolCallId: callId }),
    ...(limitMs === undefined ? {} : { timeoutMs: limitMs }),
    ...(quiet ? { quiet } : {}),
    processStart,
    ...(confinement && { runtimeId: confinement.runtimeId }),
    ...(proxy && { proxy }),
    ...runnerOf(command, limitMs, processStart !== undefined, left),
  });
  command.toBackground(limitMs, (text) => task.show(text));
  // from here on, the record lets a later server find the command
  if (processStart !== undefined) command.keep?.();
}

/** Returns the runner of a background command. */
export function runnerOf(
  command: Command,
  limitMs: number | undefined,
  kept: boolean,
  left?: Promise<SandboxFacts | undefined>,
): TaskRunner {
  const noted = async (end: CommandEnd): Promise<TaskEnd> => {
    const facts = await left;
    const failed = end.kind === 'exited' && end.code !== 0;
    const summary = command.summary();
    const notes = facts ? sandboxNotes(facts, { failed, text: shownOutput(summary) }) : [];
    const gap = /[^\n]$/.test(summary.start + summary.end) ? '\n' : '';
    return { ...taskEnd(end, limitMs), ...(notes.length > 0 && { output: `${gap}${notes.join('\n')}\n` }) };
  };
  return {
    done: command.ended.then(noted).catch(failedEnd),
    stop: () => command.stop('stopped'),
    ...(kept && command.leave ? { leave: () => command.leave?.() } : {}),
  };
}

/** Returns the given description, or else the start of the command line. */
export function descriptionOf(line: string, description: string | undefined): string {
  const given = description?.trim() ?? '';
  return given === '' ? head(line.trim().split('\n', 1)[0] ?? '', DESCRIPTION_CHARS) : given;
}

export function taskEnd(end: CommandEnd, limitMs: number | undefined): TaskEnd {
  switch (end.kind) {
    case 'exited':
      if (end.signal !== null) return { status: 'failed', stopReason: `killed by signal ${end.signal}` };
      return { status: end.code === 0 ? 'completed' : 'failed', exitCode: end.code };
    case 'timeout':
      return { status: 'timed_out', stopReason: `stopped at its limit of ${count((limitMs ?? 0) / 1_000, 'second')}` };
    case 'flooded':
      return { status: 'failed', stopReason: 'stopped because its output exceeds 64 MiB' };
    case 'aborted':
    case 'stopped':
      return { status: 'killed' };
  }
}

function failedEnd(error: unknown): TaskEnd {
  // even an unexpected error ends the command
  return {
    status: 'failed',
    stopReason: error instanceof ToolFailure ? error.message : 'its output could not be stored',
  };
}
