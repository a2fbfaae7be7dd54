/** The statements behind lists of sessions, and those that were prepared before. */
import type { Statement } from 'better-sqlite3';
import type { Db } from '../log/database.js';
import { activityOf, type Clause, type Order, type Position } from './conditions.js';

/** Statements that are kept: few clients ask for more than a handful of things. */
const maxStatements = 64;

/** Statements by their text: preparing one takes as long as running it. */
export function createStatements(db: Db): (sql: string) => Statement<unknown[]> {
  const known = new Map<string, Statement<unknown[]>>();
  return (sql) => {
    const found = known.get(sql) ?? db.prepare<unknown[]>(sql);
    known.delete(sql);
    known.set(sql, found);
    for (const oldest of known.keys()) {
      if (known.size <= maxStatements) break;
      known.delete(oldest);
    }
    return found;
  };
}

/** The keys of the page come from an index alone, then only their rows are read. */
export function rowsStatement({ column, direction }: Order, where: Clause, livingServers: readonly string[]): Clause {
  const activity = activityOf(livingServers);
  return {
    sql: `SELECT s.id, s.${column} AS time, s.workspace_id AS workspace, w.root, s.cwd, s.title, s.last_prompt, s.created_at, s.updated_at,
        s.archived_at, ${activity.sql} AS status
      FROM (SELECT key FROM sessions WHERE ${where.sql} ORDER BY ${column} ${direction}, id ${direction} LIMIT ? OFFSET ?) p
      CROSS JOIN sessions s ON s.key = p.key LEFT JOIN workspaces w ON w.id = s.workspace_id
      ORDER BY s.${column} ${direction}, s.id ${direction}`,
    values: [...activity.values, ...where.values],
  };
}

/** The same for `{id, archived}`, which the index holds too. */
export function marksStatement({ column, direction }: Order, where: Clause): Clause {
  return {
    sql: `SELECT id, ${column} AS time, archived_at FROM sessions WHERE ${where.sql} ORDER BY ${column} ${direction}, id ${direction} LIMIT ? OFFSET ?`,
    values: where.values,
  };
}

/** Workspaces with their number of sessions, in the order of their first ones. */
export function groupsStatement({ column, direction, first, after }: Order, where: Clause, from?: Position): Clause {
  const rest = from ? `WHERE first ${after} ? OR (first = ? AND g.id > ?)` : '';
  return {
    sql: `SELECT g.id, g.first, g.total, w.root
      FROM (SELECT workspace_id AS id, ${first}(${column}) AS first, count(*) AS total FROM sessions WHERE ${where.sql} GROUP BY workspace_id) g
      LEFT JOIN workspaces w ON w.id = g.id ${rest} ORDER BY first ${direction}, g.id LIMIT ? OFFSET ?`,
    values: [...where.values, ...(from ? [from[0], ...from] : [])],
  };
}
