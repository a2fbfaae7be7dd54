/** Restores tasks that were running when their server ended: running, ended since, or lost (engine.md 17.3, 19). */
import { statSync } from 'node:fs';
import { errorCode } from '../../base/fs/errno.js';
import { BACKGROUND_BYTES, follow } from '../../tools/command.js';
import { runnerOf as commandRunner, taskEnd } from '../../tools/commandtask.js';
import { findKept, forgetKept, keptExit } from '../../tools/kept.js';
import { createOutput } from '../../tools/output.js';
import type { ShellProcess } from '../../tools/process.js';
import type { TaskRunner } from '../../tools/task.js';
import type { QuestionOutcome } from '../../tools/tool.js';
import type { Db } from '../log/database.js';
import type { SessionDeps } from '../deps.js';
import type { StoredTask } from '../facts/tasks.js';
import { endOf, runnerOf as questionRunner } from './questiontask.js';
import type { LiveSession } from '../live/state.js';
import type { LiveTask, Tasks } from './tasks.js';
import type { Waits } from '../interactions/waits.js';

/** A task that is not lost; `resume` continues it once the session is repaired. */
export interface Revival {
  resume(): void;
}

export interface TaskRevival {
  /** undefined: its outcome is unknown */
  findRevival(session: LiveSession, task: StoredTask): Revival | undefined;
}

interface Deps extends Pick<SessionDeps, 'db' | 'now' | 'settings' | 'runtimes' | 'logger'> {
  tasks: Tasks;
  waits: Waits;
}

export function createTaskRevival({ db, now, settings, runtimes, logger, tasks, waits }: Deps): TaskRevival {
  const question = questionReader(db);

  function commandRevival(session: LiveSession, task: StoredTask): Revival | undefined {
    const { info, processStart } = task;
    if (info.kind !== 'process' || processStart === undefined) return undefined;
    const log = tasks.outputPath(session, info.taskId);
    const shell = findKept(info.pid, processStart, log);
    if (shell) return { resume: () => followAgain(session, task, shell, log) };
    const exit = keptExit(log);
    if (!exit) return undefined;
    const end = taskEnd({ kind: 'exited', code: exit.code, signal: null, cutOff: false }, undefined);
    const runner = endedRunner({ ...end, endedAt: Math.max(info.startedAt, exit.at) });
    return {
      resume() {
        const { ended } = tasks.resume(session, task, runner);
        void ended.then(() => forgetKept(log));
      },
    };
  }

  function followAgain(session: LiveSession, task: StoredTask, shell: ShellProcess, log: string): void {
    const { startedAt, timeoutMs } = task.info;
    const limitMs = timeoutMs === undefined ? undefined : Math.max(0, startedAt + timeoutMs - now());
    const { output, seen } = counted(shell);
    const before = sizeOf(log);
    let feed: Pick<LiveTask['feed'], 'push' | 'passOver'> = { push: () => undefined, passOver: () => undefined };
    const show = (text: string): void => {
      // clients already have what was in the file before
      if (seen() <= before) feed.passOver(text.length);
      else feed.push(text);
    };
    const collected = createOutput({ logPath: log, external: true, maxBytes: BACKGROUND_BYTES, live: show });
    const command = follow({ ...shell, output }, collected, settings().background.killGracePeriodMs);
    command.toBackground(limitMs, show);
    const live = tasks.resume(session, task, commandRunner(command, timeoutMs, true));
    ({ feed } = live);
    const { toolCallId, runtimeId, proxy } = task;
    const found = runtimes.adopt({ sessionId: session.ref.id, toolCallId, runtimeId, pid: shell.pid, proxy });
    found
      .then(async (end) => await live.ended.finally(end))
      .catch((error: unknown) =>
        logger.warn('the network of a task could not be opened again', { session_id: session.ref.id, err: error }),
      );
  }

  function questionRevival(session: LiveSession, task: StoredTask): Revival | undefined {
    const found = task.toolCallId === undefined ? undefined : question(session.ref.key, task.agentId, task.toolCallId);
    if (!found) return undefined;
    const { id, expiresAt, outcome } = found;
    return {
      resume() {
        const runner = outcome
          ? endedRunner(endOf(outcome, false))
          : questionRunner(waits, session, task.agentId, id, expiresAt);
        tasks.resume(session, task, runner);
      },
    };
  }

  return {
    findRevival: (session, task) =>
      task.info.kind === 'question' ? questionRevival(session, task) : commandRevival(session, task),
  };
}

/** A runner for a task that has already ended. */
function endedRunner(end: Awaited<TaskRunner['done']>): TaskRunner {
  return { done: Promise.resolve(end), stop: () => undefined };
}

/** The output of a process, with a count of the bytes that were read from it. */
function counted({ output }: ShellProcess): { output: ShellProcess['output']; seen(): number } {
  let bytes = 0;
  async function* pieces(): AsyncGenerator<Buffer> {
    for await (const piece of output) {
      bytes += piece.length;
      yield piece;
    }
  }
  return { output: { [Symbol.asyncIterator]: pieces, destroy: () => output.destroy() }, seen: () => bytes };
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch (error) {
    // without a file, the command has shown nothing
    if (errorCode(error) !== undefined) return 0;
    throw error;
  }
}

interface StoredQuestion {
  id: string;
  expiresAt: number;
  /** absent: no answer yet */
  outcome?: QuestionOutcome;
}

/** Reads the question behind a task, with its outcome. */
function questionReader(db: Db): (key: number, agentId: string, toolCallId: string) => StoredQuestion | undefined {
  const find = db.prepare<
    [number, string, string],
    { id: string; expires_at: number; status: string; response: string | null }
  >(
    `SELECT id, expires_at, status, response FROM interactions
     WHERE session_key = ? AND kind = 'question' AND agent_id = ? AND tool_call_id = ? ORDER BY created_at DESC LIMIT 1`,
  );
  return (key, agentId, toolCallId) => {
    const row = find.get(key, agentId, toolCallId);
    if (!row) return undefined;
    const asked = { id: row.id, expiresAt: row.expires_at };
    if (row.status === 'pending') return asked;
    if (row.status === 'expired') return { ...asked, outcome: { kind: 'expired' } };
    if (row.status !== 'answered' || row.response === null) return { ...asked, outcome: { kind: 'dismissed' } };
    const { answers } = JSON.parse(row.response) as { answers: Record<string, string> };
    return { ...asked, outcome: { kind: 'answered', answers } };
  };
}
