/** The user's status command: it reads session data as JSON, and its first line is shown (tui.md 3.2, cli.md 6.8). */
import { spawn } from 'node:child_process';
import type { SessionState } from '../session/state.js';
import { outputRows } from '../view/output.js';
import { span, type Line } from './text/line.js';

export interface StatusCommand {
  /** the current line; undefined: the built-in one */
  readonly line: Line | undefined;
  /** Runs the command when one of its inputs has changed. */
  update(input: StatusInput): void;
  close(): void;
}

/** The command's standard input. */
export interface StatusInput {
  model: string;
  cwd: string;
  gitBranch: string;
  permissionMode: string;
  planMode: boolean;
  /** fraction from 0 to 1 */
  contextUsage: number;
  contextTokens: number;
  maxContextTokens: number;
  costUsd?: number;
  sessionId: string;
  version: string;
}

export interface StatusCommandDeps {
  /** the current value in tui.toml */
  command(): string;
  cwd(): string;
  env: Readonly<Record<string, string | undefined>>;
  now(): number;
  changed(): void;
}

/** Maximum duration of the command in milliseconds; a longer one is killed, and the previous line stays. */
const longestMs = 300;
/** Minimum time between two runs in milliseconds. */
const spacingMs = 1_000;
const longestOutput = 10_000;

export function createStatusCommand({ command, cwd, env, now, changed }: StatusCommandDeps): StatusCommand {
  let line: Line | undefined;
  let last = '';
  let lastAt = -Infinity;
  let isRunning = false;
  let wanted: StatusInput | undefined;
  let later: NodeJS.Timeout | undefined;

  async function run(input: StatusInput): Promise<void> {
    isRunning = true;
    lastAt = now();
    const output = await outputOf(command(), JSON.stringify(input), cwd(), env);
    isRunning = false;
    const [first] = output === undefined ? [] : outputRows(output, { maxRows: longestOutput }).rows;
    if (first) line = first.spans.map(({ text, style }) => span(text.replaceAll('\t', ' '), style));
    changed();
    if (wanted) update(wanted);
  }

  function update(input: StatusInput): void {
    if (command() === '') {
      line = undefined;
      last = '';
      return;
    }
    const key = `${command()}\n${JSON.stringify(input)}`;
    if (key === last) {
      wanted = undefined;
      return;
    }
    const wait = lastAt + spacingMs - now();
    if (isRunning || wait > 0) {
      wanted = input;
      if (isRunning || later !== undefined) return;
      later = setTimeout(() => {
        later = undefined;
        if (wanted) update(wanted);
      }, wait).unref();
      return;
    }
    wanted = undefined;
    last = key;
    void run(input);
  }

  return {
    get line() {
      return line;
    },
    update,
    close: () => clearTimeout(later),
  };
}

export function statusInputOf(
  state: SessionState,
  known: { cwd: string; gitBranch: string; version: string },
): StatusInput {
  const { settings, usage } = state;
  const { contextTokens = 0, maxContextTokens = 0, costUsd } = usage;
  return {
    model: settings.model,
    cwd: known.cwd,
    gitBranch: known.gitBranch,
    permissionMode: settings.permissionMode,
    planMode: settings.planMode,
    contextUsage: maxContextTokens > 0 ? contextTokens / maxContextTokens : 0,
    contextTokens,
    maxContextTokens,
    ...(costUsd !== undefined && { costUsd }),
    sessionId: state.id,
    version: known.version,
  };
}

/** Resolves with the command's output; undefined when it fails or takes too long. */
function outputOf(
  command: string,
  input: string,
  cwd: string,
  env: StatusCommandDeps['env'],
): Promise<string | undefined> {
  return new Promise((done) => {
    // a process group of its own, so that children of the command are killed too
    const child = spawn('/bin/sh', ['-c', command], {
      cwd,
      env: { ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    });
    let output = '';
    let isOver = false;
    const end = (result: string | undefined): void => {
      clearTimeout(timer);
      if (isOver) return;
      isOver = true;
      done(result);
    };
    const timer = setTimeout(() => {
      endGroup(child.pid);
      child.stdout.destroy();
      end(undefined);
    }, longestMs);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < longestOutput) output += text;
    });
    child.once('error', () => end(undefined));
    child.once('close', (code) => end(code === 0 ? output : undefined));
    // a command that does not read its input is fine
    child.stdin.on('error', () => undefined).end(input);
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // the process has ended meanwhile
  }
}
