/** The tables of what was paid. */

/** What was paid: of a session, and for good of each day, also when the session is deleted. */
export const spending = `
-- billionths of a dollar
ALTER TABLE sessions ADD COLUMN cost INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN unknown_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE usage ADD COLUMN cost INTEGER NOT NULL DEFAULT 0;
ALTER TABLE usage ADD COLUMN unknown_tokens INTEGER NOT NULL DEFAULT 0;
UPDATE usage SET unknown_tokens = input_tokens + output_tokens + cache_read_tokens + cache_creation_tokens
  WHERE model NOT LIKE 'offline/%';
UPDATE sessions SET unknown_tokens = (SELECT coalesce(sum(unknown_tokens), 0) FROM usage u WHERE u.session_key = sessions.key);
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
) WITHOUT ROWID;
`;

/** What people decided about the budget of a session, and what they were told. */
export const budgets = `
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
  -- when a person said stop; epoch milliseconds
  stopped_at INTEGER,
  -- JSON list of keys
  noted TEXT NOT NULL DEFAULT '[]'
);
`;
