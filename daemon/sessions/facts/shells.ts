/** Shell commands of the user, running and ended (engine.md 17.5). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import { tail } from '../../base/text/cut.js';
import type { RuntimeId } from '../../runtimes/runtimes.js';
import type { Db } from '../log/database.js';
import type { Fact } from './fact.js';

export const shells = {
  tables(db) {
    const put = db.prepare(
      `INSERT INTO shell_runs (session_key, command_id, task_id, command, status, started_at, ended_at, exit_code, runtime_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET status = excluded.status, ended_at = excluded.ended_at, exit_code = excluded.exit_code`,
    );
    return {
      'shell.run': ({ key }, { commandId, taskId, command, status, startedAt, endedAt, exitCode, runtimeId = null }) =>
        void put.run(key, commandId, taskId, command, status, startedAt, endedAt, exitCode ?? null, runtimeId),
    };
  },
  // no `fork`: commands stay with the original session
} satisfies Fact;

export interface ShellFacts {
  commandId: string;
  taskId: string;
  line: string;
  startedAt: number;
  runtimeId: RuntimeId;
}

export type RunStatus = 'completed' | 'failed' | 'killed' | 'background';

/** Maximum characters of output that are kept. */
export const shownChars = 10_000;

export interface StoredShell {
  commandId: string;
  taskId: string;
  line: string;
  status: string;
  startedAt: number;
  /** null while it runs */
  endedAt: number | null;
  /** null also when a signal ended it */
  exitCode: number | null;
  /** null: local */
  runtimeId: 'sandbox' | null;
}

export interface ShellStore {
  find(key: number, commandId: string): StoredShell | undefined;
  ofTask(key: number, taskId: string): StoredShell | undefined;
  running(key: number): StoredShell[];
}

export function createShellStore(db: Db): ShellStore {
  const columns = `SELECT command_id AS commandId, task_id AS taskId, command AS line, status, started_at AS startedAt,
      ended_at AS endedAt, exit_code AS exitCode, runtime_id AS runtimeId FROM shell_runs WHERE session_key = ?`;
  const one = db.prepare<[number, string], StoredShell>(`${columns} AND command_id = ?`);
  const ofTask = db.prepare<[number, string], StoredShell>(`${columns} AND task_id = ?`);
  const running = db.prepare<[number], StoredShell>(`${columns} AND status = 'running' ORDER BY started_at`);
  return {
    find: (key, commandId) => one.get(key, commandId),
    ofTask: (key, taskId) => ofTask.get(key, taskId),
    running: (key) => running.all(key),
  };
}

/** The event for the start or the end of a command. */
export function runRecord(
  { commandId, taskId, line, startedAt, runtimeId }: ShellFacts,
  status: 'running' | RunStatus,
  end?: { endedAt: number; exitCode: number | null; output: string },
): Omit<Extract<NewEvent, { type: 'shell.run' }>, 'type'> {
  return {
    agentId: 'main',
    commandId,
    taskId,
    command: line,
    ...(runtimeId === 'sandbox' ? { runtimeId } : {}),
    status,
    startedAt,
    endedAt: end?.endedAt ?? null,
    ...(end === undefined ? {} : { exitCode: end.exitCode, output: tail(end.output, shownChars) }),
  };
}
