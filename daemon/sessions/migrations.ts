/** The tables of agent.db, as forward-only migrations: entry n brings `user_version` from n to n + 1. */
import { announced } from './announced.js';
import { copiedEvents } from './elsewhere.js';
import { guiAndTrust } from './guitables.js';
import { listIndexes } from './lists/indexes.js';
import { renamedModels } from './renamed.js';
import { searchIndex } from './search/tables.js';
import { budgets, spending } from './spendingtables.js';
import { shellEnds, shellRuns, tasks } from './tasktables.js';
import { uploads } from './uploadrows.js';
import { trustedServers } from './trust.js';
import { toldWarnings } from './warningtables.js';
import { longTexts } from './texts/collect.js';
import { transcripts } from './transcript/tables.js';

const first = `
-- one row per running or lately running daemon of this home
CREATE TABLE servers (
  server_id TEXT PRIMARY KEY,
  pid INTEGER NOT NULL,
  base_url TEXT,
  heartbeat_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  root TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_opened_at INTEGER NOT NULL,
  registered INTEGER NOT NULL DEFAULT 1
) WITHOUT ROWID;

-- key 0 is the log of events that belong to no session
CREATE TABLE sessions (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  epoch TEXT NOT NULL,
  owner TEXT,
  forming INTEGER NOT NULL DEFAULT 0,
  workspace_id TEXT NOT NULL,
  cwd TEXT NOT NULL,
  directories TEXT NOT NULL DEFAULT '[]',
  title TEXT NOT NULL DEFAULT '',
  title_kind TEXT NOT NULL DEFAULT 'replaceable',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  archived_at INTEGER,
  last_prompt TEXT,
  metadata TEXT NOT NULL DEFAULT '{}',
  profile TEXT NOT NULL DEFAULT 'agent',
  model TEXT NOT NULL DEFAULT '',
  model_named INTEGER NOT NULL DEFAULT 0,
  thinking TEXT,
  permission_mode TEXT NOT NULL DEFAULT 'manual',
  rules TEXT NOT NULL DEFAULT '[]',
  busy INTEGER NOT NULL DEFAULT 0,
  main_turn_active INTEGER NOT NULL DEFAULT 0,
  pending_interaction TEXT NOT NULL DEFAULT 'none',
  last_turn_reason TEXT,
  input_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  cache_read_tokens INTEGER NOT NULL DEFAULT 0,
  cache_creation_tokens INTEGER NOT NULL DEFAULT 0,
  message_count INTEGER NOT NULL DEFAULT 0,
  turn_count INTEGER NOT NULL DEFAULT 0,
  last_seq INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX sessions_by_update ON sessions (updated_at DESC, id DESC);
CREATE INDEX sessions_by_workspace ON sessions (workspace_id, updated_at DESC, id DESC);
CREATE INDEX sessions_by_cwd ON sessions (cwd);
-- the log: the only truth; everything below can be made again from it
CREATE TABLE events (
  session_key INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  type TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  -- 0 internal record, 1 session event, 2 global event
  visibility INTEGER NOT NULL,
  time INTEGER NOT NULL,
  -- the event's payload without the two fields that the row knows: type and sessionId
  payload TEXT NOT NULL,
  PRIMARY KEY (session_key, seq)
);

CREATE TABLE agents (
  session_key INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  last_turn INTEGER NOT NULL DEFAULT 0,
  todos TEXT NOT NULL DEFAULT '[]',
  plan TEXT NOT NULL DEFAULT '{"active":false}',
  tools TEXT NOT NULL DEFAULT '{"disabled":[]}',
  system_prompt TEXT,
  rendered TEXT,
  -- token anchor: {"inputTokens","outputTokens","messageId"}
  anchor TEXT,
  -- reminders already given: variant -> key
  noted TEXT NOT NULL DEFAULT '{}',
  queue_paused INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (session_key, agent_id)
) WITHOUT ROWID;

-- messages live in their events (message.appended, tool.result); this is their order and state
CREATE TABLE messages (
  session_key INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  role TEXT NOT NULL,
  turn_id INTEGER,
  step INTEGER,
  created_at INTEGER NOT NULL,
  -- protocol and model family that wrote an assistant message
  model TEXT,
  undone INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (session_key, seq)
) WITHOUT ROWID;
CREATE UNIQUE INDEX messages_by_id ON messages (session_key, id);

CREATE TABLE turns (
  session_key INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  turn_id INTEGER NOT NULL,
  prompt_id TEXT,
  -- 1 for turns a person started: the undo anchors
  anchor INTEGER NOT NULL,
  origin TEXT NOT NULL,
  started_seq INTEGER NOT NULL,
  ended_seq INTEGER,
  reason TEXT,
  undone INTEGER NOT NULL DEFAULT 0,
  unattended INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (session_key, agent_id, turn_id)
) WITHOUT ROWID;
CREATE INDEX turns_open ON turns (session_key) WHERE ended_seq IS NULL;

CREATE TABLE prompts (
  session_key INTEGER NOT NULL,
  prompt_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  user_message_id TEXT NOT NULL,
  -- queued, running, steered, completed, failed, blocked, aborted
  status TEXT NOT NULL,
  content TEXT NOT NULL,
  metadata TEXT,
  unattended INTEGER NOT NULL DEFAULT 0,
  position INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (session_key, prompt_id)
) WITHOUT ROWID;
CREATE INDEX prompts_open ON prompts (session_key, position) WHERE status IN ('queued', 'running');

CREATE TABLE interactions (
  session_key INTEGER NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  turn_id INTEGER,
  tool_call_id TEXT,
  status TEXT NOT NULL,
  request TEXT NOT NULL,
  response TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (session_key, id)
) WITHOUT ROWID;
CREATE INDEX interactions_pending ON interactions (expires_at) WHERE status = 'pending';
CREATE INDEX interactions_open ON interactions (session_key) WHERE status = 'pending';

CREATE TABLE seen_files (
  session_key INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  path TEXT NOT NULL,
  seq INTEGER NOT NULL,
  mtime_ms REAL NOT NULL,
  size INTEGER NOT NULL,
  PRIMARY KEY (session_key, agent_id, path, seq)
) WITHOUT ROWID;

CREATE TABLE usage (
  session_key INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  model TEXT NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cache_read_tokens INTEGER NOT NULL,
  cache_creation_tokens INTEGER NOT NULL,
  PRIMARY KEY (session_key, agent_id, model)
) WITHOUT ROWID;

-- text that can be searched: prompts, answers, titles
CREATE TABLE search_text (
  session_key INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  role TEXT NOT NULL,
  turn_id INTEGER,
  time INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (session_key, seq)
) WITHOUT ROWID;
`;

// every new session tells how many its workspace has: counting them made the ten-thousandth slower than the first
const second = `
ALTER TABLE workspaces ADD COLUMN session_count INTEGER NOT NULL DEFAULT 0;
UPDATE workspaces SET session_count =
  (SELECT count(*) FROM sessions s WHERE s.workspace_id = workspaces.id AND s.archived_at IS NULL AND s.forming = 0);
CREATE TRIGGER session_added AFTER INSERT ON sessions WHEN new.archived_at IS NULL AND new.forming = 0 BEGIN
  UPDATE workspaces SET session_count = session_count + 1 WHERE id = new.workspace_id;
END;
CREATE TRIGGER session_removed AFTER DELETE ON sessions WHEN old.archived_at IS NULL AND old.forming = 0 BEGIN
  UPDATE workspaces SET session_count = session_count - 1 WHERE id = old.workspace_id;
END;
CREATE TRIGGER session_moved AFTER UPDATE OF archived_at, forming ON sessions BEGIN
  UPDATE workspaces SET session_count = session_count
    - (old.archived_at IS NULL AND old.forming = 0) + (new.archived_at IS NULL AND new.forming = 0) WHERE id = new.workspace_id;
END;
`;

// several agents in one session
const third = `
ALTER TABLE agents ADD COLUMN parent_id TEXT;
ALTER TABLE agents ADD COLUMN label TEXT;
-- what it was made from, as JSON; NULL: the built-in agent
ALTER TABLE agents ADD COLUMN binding TEXT;
ALTER TABLE agents ADD COLUMN created_at INTEGER;
ALTER TABLE agents ADD COLUMN disposed_at INTEGER;
`;

// the images a provider refused to look at, as JSON; NULL: none
const fifth = `
ALTER TABLE agents ADD COLUMN refused_images TEXT;
`;

// goals and scheduled prompts
const sixth = `
ALTER TABLE sessions ADD COLUMN goal TEXT;
ALTER TABLE sessions ADD COLUMN goal_queue TEXT NOT NULL DEFAULT '[]';
CREATE TABLE cron_jobs (
  session_key INTEGER NOT NULL,
  id TEXT NOT NULL,
  job TEXT NOT NULL,
  created_at INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER,
  fire_at INTEGER,
  PRIMARY KEY (session_key, id)
) WITHOUT ROWID;
`;

// who called which agent for what, and how that ended
const agentCalls = `
CREATE TABLE agent_calls (
  session_key INTEGER NOT NULL,
  -- of its start
  seq INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  type TEXT NOT NULL,
  caller_id TEXT NOT NULL,
  -- the caller's last turn when it began
  caller_turn INTEGER NOT NULL,
  -- of the tool; empty when there is none
  call_id TEXT NOT NULL,
  background INTEGER NOT NULL,
  task_id TEXT NOT NULL,
  description TEXT NOT NULL,
  model TEXT,
  thinking TEXT,
  started_at INTEGER NOT NULL,
  ended_seq INTEGER,
  ended_at INTEGER,
  -- completed, error, aborted, timed_out
  outcome TEXT,
  PRIMARY KEY (session_key, seq)
) WITHOUT ROWID;
CREATE INDEX agent_calls_open ON agent_calls (session_key) WHERE ended_seq IS NULL;
CREATE INDEX agent_calls_by_turn ON agent_calls (session_key, caller_id, caller_turn);
-- messages of main that a side agent knows, as the event of their copy tells them
ALTER TABLE agents ADD COLUMN copied TEXT;
`;

// how many turns asked each model
const eighth = `
ALTER TABLE usage ADD COLUMN turns INTEGER NOT NULL DEFAULT 0;
ALTER TABLE usage ADD COLUMN last_turn INTEGER NOT NULL DEFAULT 0;
`;

// skills
const skills = `
-- fingerprint of the skills that the rendered prompt lists
ALTER TABLE agents ADD COLUMN listed TEXT;
-- skills loaded together with the prompt, as JSON; slash: it is nothing but the call of its skill
ALTER TABLE prompts ADD COLUMN skills TEXT;
ALTER TABLE prompts ADD COLUMN slash INTEGER NOT NULL DEFAULT 0;
`;

// a context that was summed up is not read from its beginning
const compactions = `
-- event number of the compaction that runs
ALTER TABLE agents ADD COLUMN compacting INTEGER;
-- event number of the context.compacted with which the context begins
ALTER TABLE agents ADD COLUMN compacted INTEGER;
`;

export const migrations: readonly string[] = [
  first,
  second,
  third,
  tasks,
  fifth,
  sixth,
  agentCalls,
  eighth,
  skills,
  shellRuns,
  compactions,
  guiAndTrust,
  uploads,
  listIndexes,
  announced,
  searchIndex,
  transcripts,
  copiedEvents,
  spending,
  toldWarnings,
  renamedModels,
  budgets,
  trustedServers,
  shellEnds,
  longTexts,
];
