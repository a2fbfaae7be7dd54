/** What lists of sessions are read from, as a migration. */

/** The parent of a child session; an index knows it only in these words. */
export const parentOf = `json_extract(metadata, '$.parent_session_id')`;

/**
 * Both wide indexes hold everything that a list filters, counts and sorts by, so that only the rows on the page are
 * read from the table, which is as wide as prompts and metadata are long.
 */
export const listIndexes = `
DROP INDEX sessions_by_update;
DROP INDEX sessions_by_workspace;
CREATE INDEX sessions_by_update ON sessions
  (updated_at DESC, id DESC, created_at, forming, archived_at, workspace_id, pending_interaction, busy, owner, last_turn_reason,
    last_prompt IS NOT NULL);
CREATE INDEX sessions_by_workspace ON sessions
  (workspace_id, updated_at DESC, id DESC, created_at, forming, archived_at, pending_interaction, busy, owner, last_turn_reason,
    last_prompt IS NOT NULL);
CREATE INDEX sessions_by_parent ON sessions (${parentOf}, updated_at DESC, id DESC) WHERE ${parentOf} IS NOT NULL;
`;
