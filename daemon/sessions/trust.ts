/** Which projects a person trusts, and which directories they remembered for them (engine.md 16.2, cli.md 6.9). */
import { findRoot } from '../workspace/instructions.js';
import { resolveReal } from '../workspace/paths.js';
import type { Db } from './database.js';

export interface Trust {
  /** of the project that a directory belongs to */
  isTrusted(directory: string): Promise<boolean>;
  set(directory: string, trusted: boolean): Promise<void>;
  /** a person chose this directory for the project; both canonical */
  remember(root: string, directory: string): void;
  /** whether a file of the project may name this directory: the project is trusted, or a person chose it */
  isKnown(root: string, directory: string): boolean;
}

export function createTrust(db: Db, now: () => number): Trust {
  const one = db.prepare<[string]>('SELECT 1 FROM trusted_roots WHERE root = ?');
  const add = db.prepare<[string, number]>('INSERT OR IGNORE INTO trusted_roots (root, trusted_at) VALUES (?, ?)');
  const remove = db.prepare<[string]>('DELETE FROM trusted_roots WHERE root = ?');
  const remembered = db.prepare<[string, string]>('SELECT 1 FROM remembered_directories WHERE root = ? AND path = ?');
  const keep = db.prepare<[string, string]>('INSERT OR IGNORE INTO remembered_directories (root, path) VALUES (?, ?)');
  const rootOf = (directory: string) => findRoot(resolveReal(directory));
  return {
    isTrusted: async (directory) => one.get(await rootOf(directory)) !== undefined,
    async set(directory, trusted) {
      const root = await rootOf(directory);
      if (trusted) add.run(root, now());
      else remove.run(root);
    },
    remember: (root, directory) => void keep.run(root, directory),
    isKnown: (root, directory) => one.get(root) !== undefined || remembered.get(root, directory) !== undefined,
  };
}
