/** The tables of background work, as they were added. */

/** Work in the background. */
export const tasks = `
CREATE TABLE tasks (
  session_key INTEGER NOT NULL,
  task_id TEXT NOT NULL,
  -- whose task it is
  agent_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  status TEXT NOT NULL,
  -- TaskInfo as JSON
  info TEXT NOT NULL,
  tool_call_id TEXT,
  -- start time of the process as the system tells it, of a command that outlives its server
  process_start TEXT,
  -- 1: its end begins no turn
  quiet INTEGER NOT NULL DEFAULT 0,
  -- 1: its agent knows of its end, or is not to be told
  told INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (session_key, task_id)
) WITHOUT ROWID;
CREATE INDEX tasks_open ON tasks (session_key, seq) WHERE status = 'running' OR told = 0;
`;

/** Commands that people typed. */
export const shellRuns = `
CREATE TABLE shell_runs (
  session_key INTEGER NOT NULL,
  command_id TEXT NOT NULL,
  task_id TEXT NOT NULL,
  command TEXT NOT NULL,
  -- running, completed, failed, killed, background
  status TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  PRIMARY KEY (session_key, command_id)
) WITHOUT ROWID;
`;

// when a command of a person ended, and how
export const shellEnds = `
-- epoch milliseconds; null while it runs
ALTER TABLE shell_runs ADD COLUMN ended_at INTEGER;
-- null as well when a signal ended it
ALTER TABLE shell_runs ADD COLUMN exit_code INTEGER;
`;
