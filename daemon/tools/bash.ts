/** Bash: a shell command in the foreground (engine.md 4.9). */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { CommandEnd } from './command.js';
import { follow } from './command.js';
import type { OutputSummary } from './output.js';
import { createOutput } from './output.js';
import { startShell } from './process.js';
import { createLiveOutput } from './progress.js';
import { decidedDirectory, findDirectory } from './target.js';
import { count, CUT, systemNote, tail } from './text.js';
import type { Tool, ToolContext, ToolResult } from './tool.js';
import { ToolFailure } from './tool.js';

const DEFAULT_TIMEOUT_S = 60;
const MAX_TIMEOUT_S = 300;
const MAX_BYTES = 16 * 1024 * 1024;
/** chars of the output in the display; the result has more */
const DISPLAY_CHARS = 20_000;

export const bash: Tool<'Bash'> = {
  name: 'Bash',
  permission: 'ask',
  async plan(input, context) {
    const timeoutMs = timeoutOf(input);
    if (input.command.trim() === '') throw new ToolFailure('The command is blank.');
    if (input.command.includes('\0')) throw new ToolFailure('The command holds a NUL character.');
    const cwd = await findDirectory(input.cwd ?? context.cwd, context);
    return {
      subject: { kind: 'command', command: input.command, cwd },
      access: { kind: 'all' },
      display: {
        kind: 'command',
        command: input.command,
        cwd,
        ...(input.description === undefined ? {} : { description: input.description }),
        language: 'bash',
        background: false,
        timeout_ms: timeoutMs,
      },
    };
  },
  async run(input, run) {
    const timeoutMs = timeoutOf(input);
    const cwd = await decidedDirectory(input.cwd ?? run.cwd, run);
    const directory = join(run.sessionDirectory, 'tasks');
    const taskId = `bash-${randomId()}`;
    const logPath = join(directory, `${taskId}.log`);
    const live = createLiveOutput((update) => run.progress(update));
    const output = createOutput({ logPath, maxBytes: MAX_BYTES, live: (text) => live.push(text) });
    const command = await startShell({
      shell: run.shell,
      command: input.command,
      cwd,
      env: commandEnv(run),
      directory,
    });
    const end = await follow(command, output, {
      timeoutMs,
      graceMs: run.background.killGracePeriodMs,
      signal: run.signal,
    });
    const summary = await output.finish();
    live.end();
    return result(end, summary, { taskId, logPath, timeoutMs });
  },
};

function timeoutOf(input: { timeout?: number; run_in_background?: boolean; disable_timeout?: boolean }): number {
  if (input.run_in_background === true) {
    throw new ToolFailure('Background commands are not available in this version. Run the command in the foreground.');
  }
  if (input.disable_timeout === true) throw new ToolFailure('disable_timeout is for background commands only.');
  const seconds = input.timeout ?? DEFAULT_TIMEOUT_S;
  if (seconds < 1 || seconds > MAX_TIMEOUT_S) {
    throw new ToolFailure(`timeout must be between 1 and ${MAX_TIMEOUT_S} seconds for a command in the foreground.`);
  }
  return seconds * 1_000;
}

function commandEnv(context: ToolContext): Record<string, string> {
  return {
    ...context.env,
    NO_COLOR: '1',
    TERM: 'dumb',
    GIT_TERMINAL_PROMPT: '0',
    PAGER: 'cat',
    SHELL: context.shell,
    AGENT_SESSION_ID: context.sessionId,
  };
}

interface Facts {
  taskId: string;
  logPath: string;
  timeoutMs: number;
}

function result(end: CommandEnd, summary: OutputSummary, facts: Facts): ToolResult {
  const text = shownOutput(summary);
  const ending = describeEnd(end, summary, facts.timeoutMs);
  const fields = summary.logged
    ? [systemNote(`task_id: ${facts.taskId}\noutput_path: ${facts.logPath}\noutput_size_bytes: ${summary.bytes}`)]
    : [];
  const lines = [...(text === '' ? [] : [text]), ...fields, ...ending.lines];
  const stdout = tail(text, DISPLAY_CHARS);
  const truncated = summary.logged || summary.omitted > 0;
  return {
    output: lines.length > 0 ? lines.join('\n') : systemNote('The command gave no output.'),
    ...(ending.isError ? { isError: true } : {}),
    display: {
      kind: 'command_output',
      exit_code: end.kind === 'exited' ? end.code : null,
      stdout,
      ...(truncated || stdout.length < text.length ? { truncated: true } : {}),
    },
    ...(truncated ? { truncated } : {}),
    ...(summary.logged ? { outputPath: facts.logPath } : {}),
  };
}

function shownOutput({ start, end, omitted }: OutputSummary): string {
  const whole = omitted === 0 ? start + end : `${start}\n${CUT} ${count(omitted, 'char')} left out here\n${end}`;
  return whole.endsWith('\n') ? whole.slice(0, -1) : whole;
}

function describeEnd(
  end: CommandEnd,
  summary: OutputSummary,
  timeoutMs: number,
): { lines: string[]; isError: boolean } {
  switch (end.kind) {
    case 'exited':
      return describeExit(end);
    case 'timeout':
      return stoppedBy(`The command was stopped at its time limit of ${count(timeoutMs / 1_000, 'second')}.`);
    case 'aborted':
      return stoppedBy('The command was interrupted by the user.');
    case 'flooded':
      return stoppedBy(`The command was stopped: its output exceeds 16 MiB (${count(summary.bytes, 'byte')} kept).`);
  }
}

function describeExit(end: CommandEnd & { kind: 'exited' }): { lines: string[]; isError: boolean } {
  const lines = end.cutOff
    ? [
        systemNote(
          'The shell exited, but a process it started keeps the output open; what it writes later is not shown.',
        ),
      ]
    : [];
  if (end.signal !== null) return { lines: [...lines, `killed by signal ${end.signal}`], isError: true };
  if (end.code !== 0) return { lines: [...lines, `failed with exit code ${end.code}`], isError: true };
  return { lines, isError: false };
}

function stoppedBy(note: string): { lines: string[]; isError: boolean } {
  return { lines: [systemNote(note)], isError: true };
}

/** Eight chars of base 36, as ids of tasks end in (engine.md 1). */
function randomId(): string {
  return (randomBytes(6).readUIntBE(0, 6) % 36 ** 8).toString(36).padStart(8, '0');
}
