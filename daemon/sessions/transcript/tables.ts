/** What the tables got so that transcripts are read without going through the whole log. */
import type { EventType } from '../../../schemas/generated/events.js';

/** Types of events that are looked for by their type; the list is part of an index and changes only with it. */
const readTypes = [
  'context.undone',
  'event.approval.requested',
  'event.approval.resolved',
  'event.question.answered',
  'event.question.dismissed',
  'event.question.requested',
  'goal.updated',
  'plan.changed',
  'plan.revision',
  'shell.run',
  'subagent.completed',
  'subagent.failed',
  'subagent.spawned',
  'task.output.kept',
  'task.started',
  'task.terminated',
  'todo.changed',
] as const satisfies EventType[];

/** The same for a statement: an index over some rows is used only where its condition stands word for word. */
export const isReadType = `type IN (${readTypes.map((type) => `'${type}'`).join(', ')})`;

/** Events by agent and by type, when prompts ended, and the calls that handed in plans. */
export const transcripts = `
CREATE INDEX events_by_agent ON events (session_key, agent_id, seq);
CREATE INDEX events_by_type ON events (session_key, agent_id, type, seq) WHERE ${isReadType};

-- epoch milliseconds
ALTER TABLE prompts ADD COLUMN ended_at INTEGER;
UPDATE prompts SET ended_at = ends.at FROM (
  SELECT session_key, json_extract(payload, '$.promptId') AS id,
    CAST(round(unixepoch(coalesce(json_extract(payload, '$.finishedAt'), json_extract(payload, '$.abortedAt')), 'subsec') * 1000) AS INTEGER) AS at
  FROM events WHERE type IN ('prompt.completed', 'prompt.aborted') AND CASE WHEN json_valid(payload) THEN 1 END
) ends WHERE ends.session_key = prompts.session_key AND ends.id = prompts.prompt_id;
UPDATE prompts SET ended_at = ends.at FROM (
  SELECT e.session_key, ids.value AS id, CAST(round(unixepoch(json_extract(e.payload, '$.steeredAt'), 'subsec') * 1000) AS INTEGER) AS at
  FROM events e, json_each(CASE WHEN json_valid(e.payload) THEN e.payload ELSE '{}' END, '$.promptIds') ids WHERE e.type = 'prompt.steered'
) ends WHERE ends.session_key = prompts.session_key AND ends.id = prompts.prompt_id;

CREATE TABLE plan_calls (
  session_key INTEGER NOT NULL,
  -- of the call's start
  seq INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  call_id TEXT NOT NULL,
  PRIMARY KEY (session_key, seq)
) WITHOUT ROWID;
INSERT INTO plan_calls (session_key, seq, agent_id, call_id)
  SELECT session_key, seq, agent_id, json_extract(payload, '$.toolCallId') FROM events
  WHERE type = 'tool.call.started' AND CASE WHEN json_valid(payload) THEN json_extract(payload, '$.name') END = 'ExitPlanMode';
`;
