/** Stores new aliases of models whose provider was renamed, for sessions that still have the old ones. */
import type { Db } from '../log/database.js';

export interface RenamedModels {
  /** records pairs of the old and the new alias */
  note(pairs: readonly (readonly [from: string, to: string])[]): void;
  /** the current alias of a renamed model; undefined when it was never renamed */
  successor(alias: string): string | undefined;
}

export function createRenamedModels(db: Db): RenamedModels {
  const one = db.prepare<[string], { became: string }>('SELECT became FROM renamed_models WHERE alias = ?');
  const follow = db.prepare<[string, string]>('UPDATE renamed_models SET became = ? WHERE became = ?');
  const put = db.prepare<[string, string]>('INSERT OR REPLACE INTO renamed_models (alias, became) VALUES (?, ?)');
  const drop = db.prepare<[string]>('DELETE FROM renamed_models WHERE alias = ?');
  return {
    note: db.transaction((pairs: readonly (readonly [string, string])[]) => {
      for (const [from, to] of pairs) {
        follow.run(to, from);
        put.run(from, to);
        drop.run(to);
      }
    }),
    successor: (alias) => one.get(alias)?.became,
  };
}
