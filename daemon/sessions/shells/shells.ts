/** Shell mode: shell commands of the user, without a model and without a turn (engine.md 17.5). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { Message } from '../../../schemas/generated/types.js';
import { tail } from '../../base/text/cut.js';
import { ApiError } from '../../errors.js';
import { bashTag, shellEnding, shownOutput } from '../../tools/bashresult.js';
import { type Command, type CommandEnd, startCommand } from '../../tools/command.js';
import { moveToBackground } from '../../tools/commandtask.js';
import { createLiveOutput, type LiveOutput } from '../../tools/progress.js';
import { ToolFailure } from '../../tools/tool.js';
import type { SessionDeps } from '../deps.js';
import { runRecord, shownChars, type RunStatus, type ShellFacts, type ShellStore } from '../facts/shells.js';
import type { Confinement, RuntimeId } from '../../runtimes/runtimes.js';
import type { SandboxFacts } from '../../tools/sandboxnotes.js';
import { confineOwn } from '../runtimes/containment.js';
import { iso } from '../store.js';
import { childEnvironment } from './environment.js';
import { createGate } from '../turns/gate.js';
import type { Recorder } from '../live/record.js';
import { createSaving, type Saving } from '../live/saving.js';
import type { LiveAgent, LiveSession } from '../live/state.js';
import type { Tasks } from '../tasks/tasks.js';
import { limitOf } from '../tasks/tooltasks.js';

const agentId = 'main';

/** A command that runs in the foreground. */
export interface LiveShell extends ShellFacts {
  /** set when the command is contained */
  confinement?: Confinement | undefined;
  stop(): void;
  /** the last part of the output that clients received */
  shown: string;
  saving: Saving;
  /** settles when its end, or its move to the background, is recorded */
  over: Promise<void>;
}

export interface Shells {
  /** starts a command; throws TOOL_NOT_AVAILABLE, TOOL_EXECUTION_FAILED, RUNTIME_UNAVAILABLE, SESSION_BUSY */
  run(session: LiveSession, line: string, runtimeId: RuntimeId): Promise<{ command_id: string; task_id: string }>;
  /** stops a command and waits for its end; resolves with its task id if it was over; throws RESOURCE_NOT_FOUND */
  cancel(session: LiveSession, commandId: string): Promise<string | undefined>;
  /** stops all commands of a session */
  close(session: LiveSession): Promise<void>;
  /** records commands that a dead server left running as killed */
  repair(session: LiveSession): void;
}

interface Deps extends SessionDeps {
  record: Recorder;
  tasks: Tasks;
  shellStore: ShellStore;
}

export function createShells(deps: Deps): Shells {
  const { record, tasks, shellStore: store, shellLimitMs: limitMs } = deps;

  async function permitted(session: LiveSession, main: LiveAgent, line: string): Promise<void> {
    const bash = deps.tools.find((tool) => tool.name === 'Bash');
    if (!bash) throw new ApiError('TOOL_NOT_AVAILABLE');
    const denied = await createGate(deps, session, main, session.mode).staticDeny({
      tool: bash,
      subject: { kind: 'command', command: line, cwd: session.cwd },
      input: { command: line },
    });
    if (denied) throw new ApiError('TOOL_NOT_AVAILABLE', { message: denied.reason });
  }

  function mainOf(session: LiveSession): LiveAgent {
    const main = session.agents.get(agentId);
    if (session.shells.size > 0) throw new ApiError('SESSION_BUSY', { message: 'another command runs' });
    if (!main || main.turn || session.open.compactions.has(agentId) || session.restoring)
      throw new ApiError('SESSION_BUSY');
    return main;
  }

  async function run(
    session: LiveSession,
    line: string,
    runtimeId: RuntimeId,
  ): Promise<{ command_id: string; task_id: string }> {
    await permitted(session, mainOf(session), line);
    const confinement = await confineOwn(deps, session, runtimeId);
    const taskId = tasks.newId(session, 'process');
    const commandId = deps.newId('shell');
    const live = createLiveOutput((update) => {
      publish(session, { type: 'shell.output', agentId, commandId, update, taskId });
      shell.shown = tail(shell.shown + (update.text ?? ''), shownChars);
    });
    const shell: LiveShell = {
      commandId,
      taskId,
      line,
      startedAt: deps.now(),
      runtimeId,
      confinement,
      stop: () => undefined,
      shown: '',
      saving: createSaving(
        () => session.dead,
        (error) =>
          deps.logger.error('the end of a shell command could not be recorded', {
            session_id: session.ref.id,
            err: error,
          }),
      ),
      over: Promise.resolve(),
    };
    /** output that arrives before clients know of the command */
    const early: string[] = [];
    let isKnown = false;
    // registered from here on, so that no other work begins beside it
    mainOf(session);
    session.shells.set(commandId, shell);
    let command: Command | undefined;
    try {
      command = await start(session, shell, (text) => void (isKnown ? live.push(text) : early.push(text)));
      if (session.dead || session.closing)
        throw new ApiError('SESSION_BUSY', { message: 'the session is being closed' });
      record(session, [
        { type: 'shell.run', ...runRecord(shell, 'running') },
        message(session, { kind: 'shell_command', phase: 'input' }, bashTag('input', line)),
        { type: 'shell.started', agentId, commandId, taskId },
      ]);
      isKnown = true;
      live.push(early.join(''));
    } catch (error) {
      // a command that is not recorded must not run
      command?.stop('stopped');
      session.shells.delete(commandId);
      throw error;
    }
    const { stop } = command;
    shell.stop = () => stop('stopped');
    shell.over = see(session, shell, command, live);
    return { command_id: commandId, task_id: taskId };
  }

  async function start(
    session: LiveSession,
    { taskId, line, confinement }: LiveShell,
    live: (text: string) => void,
  ): Promise<Command> {
    const { background, killGracePeriodMs } = deps.settings();
    try {
      return await startCommand({
        shell: deps.shell,
        command: line,
        cwd: session.cwd,
        env: childEnvironment(deps, session),
        directory: `${deps.sessionDirectory(session.ref.id)}/tasks`,
        logPath: tasks.outputPath(session, taskId),
        kept: background.keepAliveOnExit,
        graceMs: killGracePeriodMs,
        live,
        confinement,
      });
    } catch (error) {
      await confinement?.settle();
      if (!(error instanceof ToolFailure)) throw error;
      throw new ApiError('TOOL_EXECUTION_FAILED', { message: error.message });
    }
  }

  /** Waits for the end of a command, its time limit, or its move to the background. */
  async function see(session: LiveSession, shell: LiveShell, command: Command, live: LiveOutput): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    let moved = false;
    // the next load of the session finds what could not be checked now
    const left = settle(shell, command).catch(() => undefined);
    const away = new Promise<void>((resolve) => {
      const move = (): string => {
        const refusal = tasks.refusal(session);
        if (refusal !== undefined) throw new ToolFailure(refusal);
        toBackground(session, shell, command, left);
        moved = true;
        resolve();
        return shell.taskId;
      };
      session.detachable.set(shell.commandId, move);
      timer = setTimeout(() => {
        try {
          move();
        } catch (error) {
          command.stop('timeout');
          if (error instanceof ToolFailure) return;
          deps.logger.error('a command could not continue', { session_id: session.ref.id, err: error });
        }
      }, limitMs).unref();
    });
    const ended = command.ended.catch((error: unknown) => failed(error));
    const first = await Promise.race([ended, away]);
    clearTimeout(timer);
    session.detachable.delete(shell.commandId);
    live.end();
    const sandbox = moved ? undefined : await left;
    if (!moved && first) await shell.saving.run(() => finish(session, shell, command, { end: first, sandbox }));
    session.shells.delete(shell.commandId);
  }

  function toBackground(
    session: LiveSession,
    shell: LiveShell,
    command: Command,
    left: Promise<SandboxFacts | undefined>,
  ): void {
    const { background } = deps.settings();
    moveToBackground(
      {
        start(task) {
          const started = tasks.start(session, agentId, task);
          return { info: started.info, show: (text) => started.feed.push(text) };
        },
      },
      command,
      {
        taskId: shell.taskId,
        line: shell.line,
        description: undefined,
        limitMs: limitOf(background.bashTaskTimeoutS, false),
        quiet: true,
        confinement: shell.confinement,
        left,
      },
    );
    const note = `It continues in the background as task ${shell.taskId}.`;
    conclude(session, shell, 'background', { stdout: shownOutput(command.summary()), stderr: note, exitCode: null });
  }

  function finish(
    session: LiveSession,
    shell: LiveShell,
    command: Command,
    { end, sandbox }: { end: CommandEnd | { kind: 'failed'; reason: string }; sandbox: SandboxFacts | undefined },
  ): void {
    if (session.dead) return;
    const summary = command.summary();
    const { text, isError } =
      end.kind === 'failed' ? { text: end.reason, isError: true } : shellEnding(end, summary, limitMs, sandbox);
    const status = end.kind === 'stopped' || end.kind === 'timeout' ? 'killed' : isError ? 'failed' : 'completed';
    conclude(session, shell, status, {
      stdout: shownOutput(summary),
      stderr: text,
      exitCode: end.kind === 'exited' ? end.code : null,
    });
  }

  /** Records the end of a command, and adds its output to the context. */
  function conclude(
    session: LiveSession,
    shell: ShellFacts,
    status: RunStatus,
    { stdout, stderr, exitCode }: { stdout: string; stderr: string; exitCode: number | null },
  ): void {
    const isError = status === 'failed' || status === 'killed';
    const origin = { kind: 'shell_command', phase: 'output', ...(isError ? { isError } : {}) } as const;
    const text = `${bashTag('stdout', stdout)}${bashTag('stderr', stderr)}`;
    const endedAt = deps.now();
    record(session, [
      { type: 'shell.run', ...runRecord(shell, status, { endedAt, exitCode, output: stdout }) },
      message(session, origin, text),
    ]);
    if (status !== 'background')
      record(session, [
        { type: 'shell.completed', agentId, commandId: shell.commandId, isError, taskId: shell.taskId },
      ]);
  }

  function message(session: LiveSession, origin: NonNullable<Message['metadata']>['origin'], text: string): NewEvent {
    return {
      type: 'message.appended',
      agentId,
      message: {
        id: deps.newId('msg'),
        session_id: session.ref.id,
        role: 'user',
        content: [{ type: 'text', text }],
        created_at: iso(deps.log.tick(session.ref.key)),
        metadata: { ...(origin === undefined ? {} : { origin }), agent_id: agentId },
      },
    };
  }

  function publish(session: LiveSession, event: NewEvent): void {
    if (!session.dead) record(session, [event]);
  }

  return {
    run,
    async cancel(session, commandId) {
      const shell = session.shells.get(commandId);
      if (shell) {
        shell.stop();
        await shell.saving.join(shell.over);
        return undefined;
      }
      const stored = store.find(session.ref.key, commandId);
      if (!stored) throw new ApiError('RESOURCE_NOT_FOUND', { message: `no shell command ${commandId}` });
      const task = session.tasks.get(stored.taskId);
      if (!task) return stored.taskId;
      await tasks.stop(task, 'stopped by the user');
      return undefined;
    },
    async close(session) {
      const running = [...session.shells.values()];
      for (const shell of running) shell.stop();
      await Promise.allSettled(running.map(({ saving, over }) => saving.join(over)));
    },
    repair(session) {
      for (const { commandId, taskId, line, startedAt, runtimeId } of store.running(session.ref.key)) {
        const shell = { commandId, taskId, line, startedAt, runtimeId: runtimeId ?? 'local' } as const;
        conclude(session, shell, 'killed', { stdout: '', stderr: 'The program ended while it ran.', exitCode: null });
      }
    },
  };
}

/** Checks what a command in the sandbox left, once all its processes have ended. */
async function settle({ confinement }: LiveShell, { gone }: Command): Promise<SandboxFacts | undefined> {
  if (!confinement) return undefined;
  await gone;
  const { profile } = confinement;
  return { profile, traces: await confinement.settle(), inPlan: false, mayLeave: false };
}

function failed(error: unknown): { kind: 'failed'; reason: string } {
  return { kind: 'failed', reason: error instanceof ToolFailure ? error.message : 'Its output could not be stored.' };
}
