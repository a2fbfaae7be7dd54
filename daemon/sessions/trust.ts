/** Which projects a person trusts, with the servers they were shown, and which directories they remembered (engine.md 16.2, cli.md 6.9). */
import { hash } from 'node:crypto';
import type { Unusable } from '../mcp/entries.js';
import type { Layers } from '../mcp/layers.js';
import type { McpEntry } from '../mcp/server.js';
import { findRoot } from '../workspace/instructions.js';
import { resolveReal } from '../workspace/paths.js';
import type { Db } from './database.js';

export interface Trust {
  /** of the project that a directory belongs to */
  isTrusted(directory: string): Promise<boolean>;
  /** with trust, the servers that the project's files configure for the directory now are trusted as they are */
  set(directory: string, trusted: boolean): Promise<void>;
  /** whether a server in a file of a trusted project is as it was when a person trusted it */
  covers(root: string, server: { file: string; name: string; entry: McpEntry | Unusable }): boolean;
  /** a person has decided, here or at another server of this home; gives what ends the telling */
  onChange(listener: () => void): () => void;
  /** another server may have written into the database */
  look(): void;
  /** a person chose this directory for the project; both canonical */
  remember(root: string, directory: string): void;
  /** whether a file of the project may name this directory: the project is trusted, or a person chose it */
  isKnown(root: string, directory: string): boolean;
}

export const trustedServers = `
-- servers in files of a project, as they were when a person trusted it
CREATE TABLE trusted_servers (
  root TEXT NOT NULL,
  file TEXT NOT NULL,
  name TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  PRIMARY KEY (root, file, name)
) WITHOUT ROWID;
-- counts the decisions, so that other servers of the home see that there was one
CREATE TABLE trust_decisions (count INTEGER NOT NULL);
INSERT INTO trust_decisions (count) VALUES (0);
`;

export function createTrust(db: Db, layers: Pick<Layers, 'read' | 'paths'>, now: () => number): Trust {
  const one = db.prepare<[string]>('SELECT 1 FROM trusted_roots WHERE root = ?');
  const add = db.prepare<[string, number]>('INSERT OR IGNORE INTO trusted_roots (root, trusted_at) VALUES (?, ?)');
  const remove = db.prepare<[string]>('DELETE FROM trusted_roots WHERE root = ?');
  const server = db.prepare<[string, string, string, string]>(
    'SELECT 1 FROM trusted_servers WHERE root = ? AND file = ? AND name = ? AND fingerprint = ?',
  );
  const addServer = db.prepare<[string, string, string, string]>('INSERT INTO trusted_servers VALUES (?, ?, ?, ?)');
  const removeFile = db.prepare<[string, string]>('DELETE FROM trusted_servers WHERE root = ? AND file = ?');
  const removeServers = db.prepare<[string]>('DELETE FROM trusted_servers WHERE root = ?');
  const count = db.prepare('UPDATE trust_decisions SET count = count + 1');
  const counted = db.prepare<[], number>('SELECT count FROM trust_decisions').pluck();
  const remembered = db.prepare<[string, string]>('SELECT 1 FROM remembered_directories WHERE root = ? AND path = ?');
  const keep = db.prepare<[string, string]>('INSERT OR IGNORE INTO remembered_directories (root, path) VALUES (?, ?)');
  const listeners = new Set<() => void>();
  let known = counted.get();

  const grant = db.transaction((root: string, cwd: string) => {
    add.run(root, now());
    // files of other directories of the project are not what was shown
    for (const { layer, file } of layers.paths({ root, cwd })) if (layer !== 'user') removeFile.run(root, file);
    for (const { layer, file, entries } of layers.read({ root, cwd })) {
      if (layer === 'user') continue;
      for (const [name, entry] of entries)
        if (!('error' in entry)) addServer.run(root, file, name, fingerprintOf(entry));
    }
    count.run();
  });
  const revoke = db.transaction((root: string) => {
    remove.run(root);
    removeServers.run(root);
    count.run();
  });

  function look(): void {
    const decided = counted.get();
    if (decided === known) return;
    known = decided;
    for (const listener of listeners) listener();
  }

  return {
    isTrusted: async (directory) => one.get(await findRoot(resolveReal(directory))) !== undefined,
    async set(directory, trusted) {
      const cwd = resolveReal(directory);
      const root = await findRoot(cwd);
      if (trusted) grant.immediate(root, cwd);
      else revoke.immediate(root);
      look();
    },
    // one that cannot be used starts nothing
    covers: (root, { file, name, entry }) =>
      one.get(root) !== undefined &&
      ('error' in entry || server.get(root, file, name, fingerprintOf(entry)) !== undefined),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    look,
    remember: (root, directory) => void keep.run(root, directory),
    isKnown: (root, directory) => one.get(root) !== undefined || remembered.get(root, directory) !== undefined,
  };
}

/** Of all that starts something or is sent somewhere; two entries that differ in it are two decisions. */
function fingerprintOf(entry: McpEntry): string {
  const { transport } = entry;
  const parts =
    transport === 'stdio'
      ? [transport, entry.command, entry.args, sorted(entry.env), entry.cwd ?? null]
      : [transport, entry.url, sorted(entry.headers), entry.auth ?? null, entry.bearerTokenEnvVar ?? null];
  return hash('sha256', JSON.stringify(parts));
}

function sorted(table: Record<string, string>): [string, string][] {
  return Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1));
}
