/** Describes the result of a command for the model: output, end, or background task (engine.md 4.9). */
import { head, tail } from '../base/text/cut.js';
import { plainText } from '../base/text/visible.js';
import type { CommandEnd } from './command.js';
import type { OutputSummary } from './output.js';
import { sandboxDisplay, sandboxNotes, type SandboxFacts } from './sandboxnotes.js';
import { count, CUT, showPath, systemNote } from './text.js';
import { interruption, type ToolResult } from './tool.js';

/** Maximum length of the output in the display, in chars; the result contains more. */
const DISPLAY_CHARS = 20_000;

interface Facts {
  taskId: string;
  logPath: string;
  timeoutMs: number;
  /** the abort signal of the call */
  signal: AbortSignal;
  /** present for a contained command */
  sandbox: SandboxFacts | undefined;
}

/** Returns the result of an ended command. */
export function describeResult(end: CommandEnd, summary: OutputSummary, facts: Facts): ToolResult {
  const text = shownOutput(summary);
  const ending = describeEnd(end, summary, facts.timeoutMs, facts.sandbox !== undefined, facts.signal);
  const fields = summary.logged
    ? [systemNote(`task_id: ${facts.taskId}\noutput_path: ${facts.logPath}\noutput_size_bytes: ${summary.bytes}`)]
    : [];
  const lines = [
    ...(text === '' ? [] : [text]),
    ...fields,
    ...(ending.note === undefined ? [] : [systemNote(ending.note)]),
    ...(ending.line === undefined ? [] : [ending.line]),
    ...(facts.sandbox ? sandboxNotes(facts.sandbox, { failed: end.kind === 'exited' && end.code !== 0, text }) : []),
  ];
  const stdout = tail(text, DISPLAY_CHARS);
  const truncated = summary.logged || summary.omitted > 0;
  const sandbox = facts.sandbox && sandboxDisplay(facts.sandbox);
  return {
    output: lines.length > 0 ? lines.join('\n') : systemNote('The command gave no output.'),
    ...(ending.isError ? { isError: true } : {}),
    display: {
      kind: 'command_output',
      exit_code: end.kind === 'exited' ? end.code : null,
      stdout,
      ...(truncated || stdout.length < text.length ? { truncated: true } : {}),
      ...(sandbox && { sandbox }),
    },
    ...(truncated ? { truncated } : {}),
    ...(summary.logged ? { outputPath: facts.logPath } : {}),
  };
}

interface MoveFacts {
  taskId: string;
  logPath: string;
  description: string;
  /** started in the background, moved there by the user, or by its time limit */
  why: 'started' | 'moved' | { afterMs: number };
}

/** Returns the result of a command that continues in the background. */
export function describeMove(pid: number, summary: OutputSummary, facts: MoveFacts): ToolResult {
  const text = shownOutput(summary);
  const { taskId, logPath, description, why } = facts;
  const reason =
    why === 'started'
      ? []
      : [
          why === 'moved'
            ? 'The user moved this command to the background; above is its output so far.'
            : `The command reached its limit of ${count(why.afterMs / 1_000, 'second')} and continues in the background; above is its output so far.`,
        ];
  const fields = [
    `task_id: ${taskId}`,
    `pid: ${pid}`,
    `description: ${showPath(description)}`,
    'status: running',
    `output_path: ${logPath}`,
    'automatic_notification: true',
    'next_step: continue with other work, you are notified when it ends. TaskOutput shows what it wrote, WaitFor waits for its end, TaskStop stops it',
    `human_shell_hint: tail -f ${quoted(logPath)}`,
  ];
  const stdout = tail(text, DISPLAY_CHARS);
  return {
    output: [...(text === '' ? [] : [text]), systemNote([...reason, ...fields].join('\n'))].join('\n'),
    display: {
      kind: 'command_output',
      exit_code: null,
      stdout,
      task_id: taskId,
      ...(summary.omitted > 0 || stdout.length < text.length ? { truncated: true } : {}),
    },
    ...(summary.omitted > 0 ? { truncated: true } : {}),
    outputPath: logPath,
  };
}

/** Quotes a path so that the user can paste it into a shell. */
function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

/** Returns both ends of an output, with a mark where text is missing. */
export function shownOutput({ start, end, omitted }: OutputSummary): string {
  const whole = omitted === 0 ? start + end : `${start}\n${CUT} ${count(omitted, 'char')} left out here\n${end}`;
  return whole.endsWith('\n') ? whole.slice(0, -1) : whole;
}

interface Ending {
  /** a note of the engine */
  note?: string;
  /** the line that a shell would print */
  line?: string;
  isError: boolean;
}

/** Returns how a shell command of the user ended; empty for a plain success. */
export function shellEnding(
  end: CommandEnd,
  summary: OutputSummary,
  timeoutMs: number,
  sandbox?: SandboxFacts,
): { text: string; isError: boolean } {
  const { note, line, isError } = describeEnd(end, summary, timeoutMs, sandbox !== undefined);
  const failed = end.kind === 'exited' && end.code !== 0;
  const notes = sandbox ? sandboxNotes(sandbox, { failed, text: shownOutput(summary) }) : [];
  return { text: [note, line, ...notes].filter((each) => each !== undefined).join('\n'), isError };
}

function describeEnd(
  end: CommandEnd,
  summary: OutputSummary,
  timeoutMs: number,
  isContained: boolean,
  signal?: AbortSignal,
): Ending {
  switch (end.kind) {
    case 'exited':
      return describeExit(end, isContained);
    case 'timeout':
      return stoppedBy(`The command was stopped at its time limit of ${count(timeoutMs / 1_000, 'second')}.`);
    case 'aborted':
      return stoppedBy(signal ? interruption(signal, 'The command was interrupted') : 'The command was stopped.');
    case 'stopped':
      return stoppedBy('The command was stopped.');
    case 'flooded':
      return stoppedBy(`The command was stopped: its output exceeds 16 MiB (${count(summary.bytes, 'byte')} kept).`);
  }
}

function describeExit(end: CommandEnd & { kind: 'exited' }, isContained: boolean): Ending {
  const held = !end.cutOff
    ? {}
    : isContained
      ? { note: 'The shell exited; processes left behind were ended.' }
      : {
          note: 'The shell exited, but a process it started keeps the output open; what it writes later is not shown.',
        };
  if (end.signal !== null) return { ...held, line: `killed by signal ${end.signal}`, isError: true };
  if (end.code !== 0) return { ...held, line: `failed with exit code ${end.code}`, isError: true };
  return { ...held, isError: false };
}

function stoppedBy(note: string): Ending {
  return { note, isError: true };
}

/** Maximum length in chars of one part of a command that the user typed. */
const typedChars = 10_000;

/** Wraps text in a tag. Escapes the tag's own name in the text, so that the text cannot close it. */
export function bashTag(name: 'input' | 'stdout' | 'stderr', text: string): string {
  const safe = plainText(text).replace(/<(?=\/?bash-(?:input|stdout|stderr)\b)/giu, '&lt;');
  return `<bash-${name}>${cut(safe)}</bash-${name}>`;
}

/** Keeps the beginning and the end of a text that is too long. */
function cut(text: string): string {
  if (text.length <= typedChars) return text;
  const half = (typedChars - CUT.length - 2) / 2;
  return `${head(text, half)}\n${CUT}\n${tail(text, half)}`;
}
