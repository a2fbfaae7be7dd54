/** The tables of agent.db. Written by `npm run codegen`; changes belong into the schema files. */

/** Statements that create a table, its indexes and triggers, by its name and in their order. */
export const tables = {
  servers: `-- one row per running or lately running daemon of this home
CREATE TABLE servers (
  server_id TEXT PRIMARY KEY,
  pid INTEGER NOT NULL,
  base_url TEXT,
  heartbeat_at INTEGER NOT NULL
) WITHOUT ROWID;`,
  workspaces: `CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  root TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_opened_at INTEGER NOT NULL,
  registered INTEGER NOT NULL DEFAULT 1,
  -- kept by triggers: counting would make each new session slower than the one before
  session_count INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;`,
  sessions: `-- key 0 is the log of events that belong to no session
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
  runtime_id TEXT NOT NULL DEFAULT 'local',
  rules TEXT NOT NULL DEFAULT '[]',
  -- patterns of the deny rules of the newest launch that brought some, as JSON
  launch_denials TEXT NOT NULL DEFAULT '[]',
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
  last_seq INTEGER NOT NULL DEFAULT 0,
  goal TEXT,
  goal_queue TEXT NOT NULL DEFAULT '[]',
  -- how much of the log was copied from another session: nothing of that has just happened
  copied INTEGER NOT NULL DEFAULT 0,
  -- billionths of a dollar
  cost INTEGER NOT NULL DEFAULT 0,
  -- tokens of requests without a price
  unknown_tokens INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX sessions_by_cwd ON sessions (cwd);
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
CREATE INDEX sessions_by_update ON sessions
  (updated_at DESC, id DESC, created_at, forming, archived_at, workspace_id, pending_interaction, busy, owner, last_turn_reason,
    last_prompt IS NOT NULL);
CREATE INDEX sessions_by_workspace ON sessions
  (workspace_id, updated_at DESC, id DESC, created_at, forming, archived_at, pending_interaction, busy, owner, last_turn_reason,
    last_prompt IS NOT NULL);
CREATE INDEX sessions_by_creation ON sessions
  (created_at DESC, id DESC, updated_at, forming, archived_at, workspace_id, pending_interaction, busy, owner, last_turn_reason,
    last_prompt IS NOT NULL);
-- few of many sessions do or need anything; used only for these words
CREATE INDEX sessions_by_activity ON sessions
  (updated_at DESC, id DESC, created_at, forming, archived_at, workspace_id, pending_interaction, busy, owner, last_turn_reason,
    last_prompt IS NOT NULL)
  WHERE pending_interaction <> 'none' OR busy = 1 OR last_turn_reason = 'failed';
CREATE INDEX sessions_by_parent ON sessions (json_extract(metadata, '\$.parent_session_id'), updated_at DESC, id DESC) WHERE json_extract(metadata, '\$.parent_session_id') IS NOT NULL;`,
  events: `CREATE TABLE events (
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
CREATE INDEX events_by_agent ON events (session_key, agent_id, seq);
CREATE INDEX events_by_type ON events (session_key, agent_id, type, seq) WHERE type IN ('context.undone', 'event.approval.requested', 'event.approval.resolved', 'event.question.answered', 'event.question.dismissed', 'event.question.requested', 'goal.updated', 'plan.changed', 'plan.revision', 'shell.run', 'subagent.completed', 'subagent.failed', 'subagent.spawned', 'task.output.kept', 'task.started', 'task.terminated', 'todo.changed');
CREATE INDEX events_warnings ON events (session_key) WHERE type = 'warning';
-- records of changed files, which undo and the list of changes go over
CREATE INDEX events_of_files ON events (session_key, seq) WHERE type IN ('files.changed', 'files.changing');`,
  agents: `CREATE TABLE agents (
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
  parent_id TEXT,
  label TEXT,
  -- what the agent was made from, as JSON; NULL: the built-in agent
  binding TEXT,
  created_at INTEGER,
  disposed_at INTEGER,
  -- the images a provider refused to look at, as JSON; NULL: none
  refused_images TEXT,
  -- messages of main that a side agent knows, as the event of their copy reports them
  copied TEXT,
  -- fingerprint of the skills that the rendered prompt lists
  listed TEXT,
  -- event number of the compaction that runs
  compacting INTEGER,
  -- event number of the context.compacted with which the context begins
  compacted INTEGER,
  PRIMARY KEY (session_key, agent_id)
) WITHOUT ROWID;`,
  messages: `CREATE TABLE messages (
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
CREATE UNIQUE INDEX messages_by_id ON messages (session_key, id);`,
  turns: `CREATE TABLE turns (
  session_key INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  turn_id INTEGER NOT NULL,
  prompt_id TEXT,
  -- 1 for turns that the user started: the undo anchors
  anchor INTEGER NOT NULL,
  origin TEXT NOT NULL,
  started_seq INTEGER NOT NULL,
  ended_seq INTEGER,
  reason TEXT,
  undone INTEGER NOT NULL DEFAULT 0,
  unattended INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (session_key, agent_id, turn_id)
) WITHOUT ROWID;
CREATE INDEX turns_open ON turns (session_key) WHERE ended_seq IS NULL;`,
  prompts: `-- prompts in the order of \`position\`
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
  -- skills loaded together with the prompt, as JSON
  skills TEXT,
  -- 1: the prompt is nothing but the call of its skill
  slash INTEGER NOT NULL DEFAULT 0,
  -- what the prompt may use, and the schema of its result, as JSON
  limits TEXT,
  output_schema TEXT,
  -- alias of the model that continues its turn when the other one is not available
  fallback_model TEXT,
  -- epoch milliseconds
  ended_at INTEGER,
  PRIMARY KEY (session_key, prompt_id)
) WITHOUT ROWID;
CREATE INDEX prompts_open ON prompts (session_key, position) WHERE status IN ('queued', 'running');`,
  interactions: `-- approvals and questions
CREATE TABLE interactions (
  session_key INTEGER NOT NULL,
  id TEXT NOT NULL,
  -- of its request
  seq INTEGER NOT NULL,
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
CREATE INDEX interactions_inbox ON interactions (created_at, id) WHERE status = 'pending';
CREATE TRIGGER interaction_added AFTER INSERT ON interactions WHEN new.status = 'pending' BEGIN
  INSERT INTO inbox_changes (kind, id, change, session_id, epoch, seq)
    SELECT new.kind, new.id, 'added', id, epoch, last_seq FROM sessions WHERE key = new.session_key AND archived_at IS NULL;
END;
CREATE TRIGGER interaction_resolved AFTER UPDATE OF status ON interactions WHEN old.status = 'pending' AND new.status <> 'pending' BEGIN
  INSERT INTO inbox_changes (kind, id, change, session_id, epoch, seq)
    SELECT old.kind, old.id, 'removed', id, epoch, last_seq FROM sessions WHERE key = old.session_key AND archived_at IS NULL;
END;
CREATE TRIGGER interaction_removed AFTER DELETE ON interactions WHEN old.status = 'pending' BEGIN
  INSERT INTO inbox_changes (kind, id, change, session_id, epoch, seq)
    SELECT old.kind, old.id, 'removed', id, epoch, last_seq FROM sessions WHERE key = old.session_key AND archived_at IS NULL;
END;
CREATE TRIGGER interactions_put_away AFTER UPDATE OF archived_at ON sessions WHEN (old.archived_at IS NULL) <> (new.archived_at IS NULL) BEGIN
  INSERT INTO inbox_changes (kind, id, change, session_id, epoch, seq)
    SELECT kind, id, iif(new.archived_at IS NULL, 'added', 'removed'), new.id, new.epoch, new.last_seq
    FROM interactions WHERE session_key = new.key AND status = 'pending' ORDER BY created_at, id;
END;`,
  inbox_changes: `-- what came into the inbox and left it: each server of the home reports it to its clients; only the newest rows are kept
CREATE TABLE inbox_changes (
  number INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  -- added, removed
  change TEXT NOT NULL,
  session_id TEXT NOT NULL,
  epoch TEXT NOT NULL,
  -- of the last event of the session at that time
  seq INTEGER NOT NULL
);
CREATE TRIGGER inbox_changes_trimmed AFTER INSERT ON inbox_changes BEGIN
  DELETE FROM inbox_changes WHERE number <= new.number - 1000;
END;`,
  seen_files: `-- what an agent has read of files, for the rule that Edit needs a Read
CREATE TABLE seen_files (
  session_key INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  path TEXT NOT NULL,
  seq INTEGER NOT NULL,
  mtime_ms REAL NOT NULL,
  size INTEGER NOT NULL,
  PRIMARY KEY (session_key, agent_id, path, seq)
) WITHOUT ROWID;`,
  usage: `CREATE TABLE usage (
  session_key INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  model TEXT NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cache_read_tokens INTEGER NOT NULL,
  cache_creation_tokens INTEGER NOT NULL,
  -- turns that asked the model
  turns INTEGER NOT NULL DEFAULT 0,
  last_turn INTEGER NOT NULL DEFAULT 0,
  -- billionths of a dollar
  cost INTEGER NOT NULL DEFAULT 0,
  -- tokens of requests without a price
  unknown_tokens INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (session_key, agent_id, model)
) WITHOUT ROWID;`,
  search_text: `-- text that can be searched: prompts, answers, titles
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
CREATE TRIGGER search_text_added AFTER INSERT ON search_text BEGIN
  INSERT OR IGNORE INTO search_queue (session_key, seq) VALUES (new.session_key, new.seq);
END;
CREATE TRIGGER search_text_removed AFTER DELETE ON search_text BEGIN
  INSERT OR IGNORE INTO search_queue (session_key, seq) VALUES (old.session_key, old.seq);
END;`,
  tasks: `-- background work
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
  -- start time of the process as the system reports it, of a command that outlives its server
  process_start TEXT,
  -- NULL: local
  runtime_id TEXT,
  -- JSON {port, user}: how a command that outlives its server is led out of its network
  proxy TEXT,
  -- 1: its end begins no turn
  quiet INTEGER NOT NULL DEFAULT 0,
  -- 1: the agent has been notified of the end, or needs no notification
  told INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (session_key, task_id)
) WITHOUT ROWID;
CREATE INDEX tasks_open ON tasks (session_key, seq) WHERE status = 'running' OR told = 0;`,
  cron_jobs: `-- scheduled prompts
CREATE TABLE cron_jobs (
  session_key INTEGER NOT NULL,
  id TEXT NOT NULL,
  job TEXT NOT NULL,
  created_at INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER,
  fire_at INTEGER,
  PRIMARY KEY (session_key, id)
) WITHOUT ROWID;`,
  agent_calls: `-- which agent called which other, for what, and how that ended
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
CREATE INDEX agent_calls_by_turn ON agent_calls (session_key, caller_id, caller_turn);`,
  shell_runs: `-- commands that the user typed
CREATE TABLE shell_runs (
  session_key INTEGER NOT NULL,
  command_id TEXT NOT NULL,
  task_id TEXT NOT NULL,
  command TEXT NOT NULL,
  -- running, completed, failed, killed, background
  status TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  -- epoch milliseconds; NULL while it runs
  ended_at INTEGER,
  -- NULL also when a signal ended it
  exit_code INTEGER,
  -- NULL: local
  runtime_id TEXT,
  PRIMARY KEY (session_key, command_id)
) WITHOUT ROWID;`,
  gui_items: `-- values that clients keep
CREATE TABLE gui_items (key TEXT PRIMARY KEY, value TEXT NOT NULL);`,
  trusted_roots: `CREATE TABLE trusted_roots (root TEXT PRIMARY KEY, trusted_at INTEGER NOT NULL) WITHOUT ROWID;`,
  remembered_directories: `-- directories that the user chose for all sessions of a project
CREATE TABLE remembered_directories (
  root TEXT NOT NULL,
  path TEXT NOT NULL,
  PRIMARY KEY (root, path)
) WITHOUT ROWID;`,
  uploads: `-- uploaded files
CREATE TABLE uploads (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  size INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- the client named the time
  chosen INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX uploads_by_expiry ON uploads (expires_at);`,
  announced: `-- what the servers of a home notice each for itself and announce once
CREATE TABLE announced (
  kind TEXT PRIMARY KEY,
  -- the last published state
  mark TEXT NOT NULL
) WITHOUT ROWID;`,
  search_queue: `-- texts that were added or removed since the index was last updated
CREATE TABLE search_queue (
  session_key INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (session_key, seq)
) WITHOUT ROWID;`,
  search_index: `CREATE TABLE search_index (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- another one after each rebuild
  generation TEXT NOT NULL,
  -- 1: all texts that were there when it was begun are in it; 0: not yet; 2: it has to be emptied first
  built INTEGER NOT NULL,
  documents INTEGER NOT NULL DEFAULT 0,
  last_id INTEGER NOT NULL DEFAULT 0,
  last_loose_id INTEGER NOT NULL DEFAULT 1099511627776,
  -- of the text with the last id
  last_time INTEGER NOT NULL DEFAULT 0,
  -- number of sessions whose texts are missing while the index is built; NULL: not counted yet
  sessions_left INTEGER,
  -- server that brings it up to date
  writer TEXT
);
INSERT INTO search_index (id, generation, built) VALUES (1, lower(hex(randomblob(8))), 1);`,
  search_documents: `-- which text an entry of the two indexes belongs to; ids rise with the time of the text
CREATE TABLE search_documents (
  id INTEGER PRIMARY KEY,
  session_key INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  time INTEGER NOT NULL
);
CREATE UNIQUE INDEX search_documents_by_text ON search_documents (session_key, seq);`,
  search_words: `CREATE VIRTUAL TABLE search_words USING fts5(text, content='', contentless_delete=1, detail=none, tokenize='ascii');
INSERT INTO search_words (search_words, rank) VALUES ('automerge', 0);
INSERT INTO search_words (search_words, rank) VALUES ('crisismerge', 1000);
INSERT INTO search_words (search_words, rank) VALUES ('usermerge', 16);`,
  search_grams: `CREATE VIRTUAL TABLE search_grams USING fts5(text, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1');
INSERT INTO search_grams (search_grams, rank) VALUES ('automerge', 0);
INSERT INTO search_grams (search_grams, rank) VALUES ('crisismerge', 1000);
INSERT INTO search_grams (search_grams, rank) VALUES ('usermerge', 16);`,
  plan_calls: `-- calls that handed in plans
CREATE TABLE plan_calls (
  session_key INTEGER NOT NULL,
  -- of the call's start
  seq INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  call_id TEXT NOT NULL,
  PRIMARY KEY (session_key, seq)
) WITHOUT ROWID;`,
  spending: `-- what was paid per day; stays when the session is deleted
CREATE TABLE spending (
  -- YYYY-MM-DD in the time zone of the server
  day TEXT NOT NULL,
  session_id TEXT NOT NULL,
  model TEXT NOT NULL,
  requests INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cache_read_tokens INTEGER NOT NULL,
  cache_creation_tokens INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  -- of requests without a price
  unknown_tokens INTEGER NOT NULL,
  PRIMARY KEY (day, session_id, model)
) WITHOUT ROWID;`,
  renamed_models: `-- aliases of models whose provider got another name, for sessions that still carry the old ones
CREATE TABLE renamed_models (
  alias TEXT PRIMARY KEY,
  became TEXT NOT NULL
) WITHOUT ROWID;`,
  budgets: `-- what the user decided about the budget of a session, and what was asked
CREATE TABLE budgets (
  session_key INTEGER PRIMARY KEY,
  -- the last question, and what it offers: the scope, session or day, the day, and the new limit
  question_id TEXT,
  scope TEXT,
  asked_day TEXT,
  -- billionths of a dollar, like all limits here
  raise_to INTEGER,
  session_limit INTEGER,
  -- YYYY-MM-DD for which day_limit holds
  day TEXT,
  day_limit INTEGER,
  -- when the user answered \`stop\`; epoch milliseconds
  stopped_at INTEGER,
  -- JSON list of keys
  noted TEXT NOT NULL DEFAULT '[]'
);`,
  trusted_servers: `-- MCP servers of a project as the user was shown them when trusting it
CREATE TABLE trusted_servers (
  root TEXT NOT NULL,
  file TEXT NOT NULL,
  name TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  PRIMARY KEY (root, file, name)
) WITHOUT ROWID;`,
  trust_decisions: `CREATE TABLE trust_decisions (count INTEGER NOT NULL);
INSERT INTO trust_decisions (count) VALUES (0);`,
  texts: `-- files of long texts that rows of a session name
CREATE TABLE texts (
  session_key INTEGER NOT NULL,
  -- of the file in the directory of the session
  name TEXT NOT NULL,
  -- of the first event that names it
  seq INTEGER NOT NULL,
  PRIMARY KEY (session_key, name)
) WITHOUT ROWID;`,
} as const;

/** Tables whose rows belong to a session, by `session_key`. */
export const sessionTables = ["events","agents","messages","turns","prompts","interactions","seen_files","usage","search_text","tasks","cron_jobs","agent_calls","shell_runs","plan_calls","budgets","texts"] as const;
