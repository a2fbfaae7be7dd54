/** SQL for the filters and orders of session lists, over columns of the wide indexes. */
import type { SessionActivity } from '../../../schemas/generated/types.js';

export interface Conditions {
  workspaceIds?: string[] | undefined;
  activity?: SessionActivity[] | undefined;
  /** epoch ms, inclusive */
  updatedAfter?: number | undefined;
  updatedBefore?: number | undefined;
  archived: 'true' | 'false' | 'all';
  hasPrompt?: boolean | undefined;
}

export type Sort = 'meta.updated_at_desc' | 'meta.updated_at_asc' | 'meta.created_at_desc';

/** A position in an order: the time to sort by, and the id that distinguishes equal ones. */
export type Position = readonly [time: number, id: string];

export interface Order {
  column: 'updated_at' | 'created_at';
  direction: 'ASC' | 'DESC';
  /** aggregate for the time of a group's first session */
  first: 'min' | 'max';
  /** operator for `a` comes after `b` */
  after: '<' | '>';
}

export const orders: Readonly<Record<Sort, Order>> = {
  'meta.updated_at_desc': { column: 'updated_at', direction: 'DESC', first: 'max', after: '<' },
  'meta.updated_at_asc': { column: 'updated_at', direction: 'ASC', first: 'min', after: '>' },
  'meta.created_at_desc': { column: 'created_at', direction: 'DESC', first: 'max', after: '<' },
};

/** A part of a statement with the values of its parameters. */
export interface Clause {
  sql: string;
  values: (string | number)[];
}

/**
 * The activity of a session, as an SQL expression. A session is running only while its server lives; interactions that
 * wait for the user stay pending without a server (rest.md 1.9).
 */
export function activityOf(livingServers: readonly string[]): Clause {
  return {
    sql: `CASE WHEN pending_interaction <> 'none' THEN pending_interaction
      WHEN busy = 1 AND owner IN (${holes(livingServers)}) THEN 'running' WHEN last_turn_reason = 'failed' THEN 'failed' ELSE 'idle' END`,
    values: [...livingServers],
  };
}

/** True for every session that is not idle. SQLite uses the index `sessions_by_activity` only for exactly this text. */
const notIdle: Clause = {
  sql: `(pending_interaction <> 'none' OR busy = 1 OR last_turn_reason = 'failed')`,
  values: [],
};

/** The condition for the sessions of a list; its column names have no table alias. */
export function whereOf(conditions: Conditions, livingServers: readonly string[]): Clause {
  const parts: Clause[] = [{ sql: 'forming = 0', values: [] }];
  const { workspaceIds, activity, updatedAfter, updatedBefore, archived, hasPrompt } = conditions;
  if (archived !== 'all') parts.push({ sql: `archived_at IS ${archived === 'true' ? 'NOT ' : ''}NULL`, values: [] });
  if (workspaceIds) parts.push({ sql: `workspace_id IN (${holes(workspaceIds)})`, values: workspaceIds });
  if (hasPrompt !== undefined) parts.push({ sql: '(last_prompt IS NOT NULL) = ?', values: [hasPrompt ? 1 : 0] });
  if (updatedAfter !== undefined) parts.push({ sql: 'updated_at >= ?', values: [updatedAfter] });
  if (updatedBefore !== undefined) parts.push({ sql: 'updated_at <= ?', values: [updatedBefore] });
  if (activity) {
    if (!activity.includes('idle')) parts.push(notIdle);
    const status = activityOf(livingServers);
    parts.push({ sql: `${status.sql} IN (${holes(activity)})`, values: [...status.values, ...activity] });
  }
  return both(parts);
}

/** The condition for sessions after a position. */
export function behind({ column, after }: Order, position: Position): Clause {
  return { sql: `(${column}, id) ${after} (?, ?)`, values: [...position] };
}

export function both(parts: readonly Clause[]): Clause {
  return { sql: parts.map(({ sql }) => sql).join(' AND '), values: parts.flatMap(({ values }) => values) };
}

function holes(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
