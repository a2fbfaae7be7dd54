/** The tool Bash: runs a shell command, in the foreground or as a background task (engine.md 4.9). */
import { setTimeout as delay } from 'node:timers/promises';
import { invisible } from '../../schemas/invisible.js';
import type { ToolInputs } from '../../schemas/generated/tools.js';
import { describeMove, describeResult } from './bashresult.js';
import { startCommand, type Command } from './command.js';
import { descriptionOf, moveToBackground } from './commandtask.js';
import { createLiveOutput } from './progress.js';
import { decidedDirectory, findDirectory } from './target.js';
import type { Confinement } from '../runtimes/runtimes.js';
import type { SandboxFacts } from './sandboxnotes.js';
import {
  type BuiltinTool,
  interruption,
  type Subject,
  type Tool,
  type ToolContext,
  ToolFailure,
  type ToolResult,
  type ToolRun,
} from './tool.js';

const hiddenCharacters = new RegExp(invisible, 'gu');

const DEFAULT_TIMEOUT_S = 60;
const MAX_TIMEOUT_S = 300;

type Input = ToolInputs['Bash'];

export const bash: BuiltinTool<'Bash'> = {
  name: 'Bash',
  permission: 'ask',
  resultChars: Infinity,
  async plan(input, context) {
    const { background, limitMs } = placementOf(input, context);
    if (input.command.trim() === '') throw new ToolFailure('The command is blank.');
    if (input.command.includes('\0')) throw new ToolFailure('The command holds a NUL character.');
    const cwd = findDirectory(input.cwd ?? context.cwd, context);
    const reason = context.runtimeId === 'sandbox' ? reasonToLeave(input) : undefined;
    const staying: Subject = { kind: 'command', command: input.command, cwd };
    const leaves = await context.leaves(staying, reason !== undefined);
    const confinement = await context.confinement({ leaves });
    return {
      subject: leaves ? { ...staying, leaves } : staying,
      access: { kind: 'all' },
      display: {
        kind: 'command',
        command: input.command,
        cwd,
        ...(input.description === undefined ? {} : { description: input.description }),
        language: 'bash',
        background,
        ...(confinement && { runtime_id: context.runtimeId, profile: confinement.profile }),
        ...(leaves && !confinement && { runtime_id: 'local', profile: 'full' }),
        ...(leaves && reason !== undefined && { leave_reason: reason }),
        timeout_ms: limitMs,
      },
    };
  },
  async run(input, run) {
    const placement = placementOf(input, run);
    const cwd = decidedDirectory(input.cwd ?? run.cwd, run);
    const taskId = run.tasks.newId('process');
    const live = createLiveOutput((update) => run.progress(update));
    const planned = run.plan;
    const shown = planned?.display.kind === 'command' ? planned.display.profile : undefined;
    const leaves = planned?.subject.kind === 'command' && planned.subject.leaves === true;
    const confinement = await run.confinement({ ...(shown && { shown }), leaves, callId: run.callId });
    const command = await startCommand({
      shell: run.shell,
      command: input.command,
      cwd,
      env: commandEnv(run),
      directory: `${run.sessionDirectory}/tasks`,
      logPath: run.tasks.outputPath(taskId),
      kept: run.tasks.keeps,
      graceMs: run.background.killGracePeriodMs,
      live: placement.background ? undefined : (text) => live.push(text),
      confinement,
    }).catch(async (error: unknown) => {
      // nothing has run, but the network access of the call must end
      await confinement?.settle();
      throw error;
    });
    const call: Call = { input, run, command, taskId, confinement };
    try {
      if (placement.background && run.signal.aborted)
        throw new ToolFailure(interruption(run.signal, 'Interrupted', ' before it began'));
      return placement.background
        ? move(call, placement.limitMs, 'started')
        : await inForeground(call, placement.limitMs ?? 0);
    } catch (error) {
      // the session has no record of the command, so it must not keep running
      command.stop('stopped');
      throw error;
    } finally {
      live.end();
    }
  },
};

/** An additional argument of Bash when commands run in the sandbox (runtimes.md 9.2). */
const leaveSandbox = {
  type: 'string',
  minLength: 1,
  maxLength: 300,
  description: 'why this must run outside the sandbox; the user is asked',
};
const maxReasonChars = leaveSandbox.maxLength;

const leaving = new WeakMap<Tool, Tool>();

/** Returns Bash with the argument to leave the sandbox. Returns the same object each time. */
export function leavingTool(tool: Tool): Tool {
  const known = leaving.get(tool);
  if (known) return known;
  const { inputSchema } = tool.definition;
  const properties = { ...(inputSchema['properties'] as object), leave_sandbox: leaveSandbox };
  const made: Tool = {
    ...tool,
    definition: { ...tool.definition, inputSchema: { ...inputSchema, properties } },
    faultOf(input) {
      const { leave_sandbox: reason } = input;
      const isReason = typeof reason === 'string' && reason !== '' && reason.length <= maxReasonChars;
      return reason === undefined || isReason
        ? tool.faultOf(input)
        : `leave_sandbox: must be a text of 1 to ${maxReasonChars} characters`;
    },
  };
  leaving.set(tool, made);
  return made;
}

/** Returns the model's reason on one line, without invisible characters. */
function reasonToLeave(input: object): string | undefined {
  const reason: unknown = 'leave_sandbox' in input ? input.leave_sandbox : undefined;
  if (typeof reason !== 'string') return undefined;
  return reason.replace(hiddenCharacters, ' ').replace(/\s+/gu, ' ').trim().slice(0, maxReasonChars);
}

interface Call {
  input: Input;
  run: ToolRun;
  command: Command;
  taskId: string;
  confinement: Confinement | undefined;
}

interface Placement {
  background: boolean;
  /** in milliseconds; undefined: no limit */
  limitMs: number | undefined;
}

function placementOf(input: Input, { tasks }: ToolContext): Placement {
  const seconds = input.timeout;
  if (input.run_in_background !== true) {
    if (input.disable_timeout === true) throw new ToolFailure('disable_timeout is for background commands only.');
    if (seconds !== undefined && (seconds < 1 || seconds > MAX_TIMEOUT_S))
      throw new ToolFailure(`timeout must be between 1 and ${MAX_TIMEOUT_S} seconds for a command in the foreground.`);
    return { background: false, limitMs: (seconds ?? DEFAULT_TIMEOUT_S) * 1_000 };
  }
  if ((input.description ?? '').trim() === '') throw new ToolFailure('A background command needs a description.');
  const refusal = tasks.refusal();
  if (refusal !== undefined) throw new ToolFailure(refusal);
  if (input.disable_timeout === true) return { background: true, limitMs: undefined };
  return { background: true, limitMs: seconds === undefined ? tasks.limitMs : seconds * 1_000 };
}

async function inForeground(call: Call, timeoutMs: number): Promise<ToolResult> {
  const { run, command, taskId } = call;
  const watch = new AbortController();
  let moved: ToolResult | undefined;
  let attach: () => void = () => undefined;
  const detached = new Promise<'moved'>((resolve) => {
    attach = run.tasks.detachable(run.callId, () => {
      if (moved) return taskId;
      const refusal = run.tasks.refusal();
      if (refusal !== undefined) throw new ToolFailure(refusal);
      moved = move(call, run.tasks.limitMs, 'moved');
      resolve('moved');
      return taskId;
    });
  });
  try {
    const first = await Promise.race([
      command.ended.then(() => 'ended' as const),
      detached,
      limitOf(timeoutMs, call.confinement, watch.signal),
      aborted(run.signal, watch.signal),
    ]);
    if (moved) return moved;
    if (first === 'limit' && run.tasks.autoBackground && run.tasks.refusal() === undefined)
      return move(call, run.tasks.limitMs, { afterMs: timeoutMs });
    if (first === 'limit') command.stop('timeout');
    if (first === 'aborted') command.stop('aborted');
    const end = await command.ended;
    const logPath = run.tasks.outputPath(taskId);
    const sandbox = await sandboxFacts(call, end.kind === 'aborted');
    return describeResult(end, command.summary(), { taskId, logPath, timeoutMs, sandbox, signal: run.signal });
  } finally {
    watch.abort();
    attach();
  }
}

/** Resolves at the time limit. Time in which the user decides about a host does not count. */
async function limitOf(timeoutMs: number, confinement: Confinement | undefined, signal: AbortSignal): Promise<'limit'> {
  for (let left = timeoutMs, counted = 0; left > 0;) {
    await delay(left, undefined, { signal });
    const held = confinement?.heldMs() ?? 0;
    left = held - counted;
    counted = held;
  }
  return 'limit';
}

/** Returns what the command left. After an abort it does not wait: the check then runs when the command is gone. */
async function sandboxFacts({ run, command, confinement }: Call, later: boolean): Promise<SandboxFacts | undefined> {
  if (!confinement) return undefined;
  const settled = command.gone.then(() => confinement.settle());
  // after a failure here, the next load of the session repeats the check
  settled.catch(() => undefined);
  const { profile } = confinement;
  const inPlan = run.memory.plan.active;
  return {
    profile,
    inPlan,
    mayLeave: run.mayLeave && run.mode !== 'auto' && (profile === 'workspace' || inPlan),
    traces: later ? nothingLeft : await settled,
  };
}

const nothingLeft = { quarantined: [], repositories: [], refused: [], allowed: [], hadNoConnection: false };

/** Turns the running command into a background task and ends the call. */
function move(call: Call, limitMs: number | undefined, why: Parameters<typeof describeMove>[2]['why']): ToolResult {
  const { input, run, command, taskId, confinement } = call;
  const left = sandboxFacts(call, false).catch(() => undefined);
  moveToBackground(run.tasks, command, {
    taskId,
    line: input.command,
    description: input.description,
    callId: run.callId,
    limitMs,
    confinement,
    left,
  });
  return describeMove(command.pid, command.summary(), {
    taskId,
    logPath: run.tasks.outputPath(taskId),
    description: descriptionOf(input.command, input.description),
    why,
  });
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

function aborted(signal: AbortSignal, giveUp: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('aborted');
    else signal.addEventListener('abort', () => resolve('aborted'), { once: true, signal: giveUp });
  });
}
