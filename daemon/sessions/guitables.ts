/** Tables of what people keep for their clients and projects. */

export const guiAndTrust = `
CREATE TABLE gui_items (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE trusted_roots (root TEXT PRIMARY KEY, trusted_at INTEGER NOT NULL) WITHOUT ROWID;
-- directories that a person chose for all sessions of a project
CREATE TABLE remembered_directories (
  root TEXT NOT NULL,
  path TEXT NOT NULL,
  PRIMARY KEY (root, path)
) WITHOUT ROWID;
`;
