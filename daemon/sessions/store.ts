/** Reads sessions from the database; a session looks the same whether or not it is in memory. */
import type { Session, SessionPermissionRule, SessionUsage, Todo } from '../../schemas/generated/types.js';
import type { RuntimeId } from '../runtimes/runtimes.js';
import { estimateMessages } from '../providers/tokens.js';
import type { Db } from './log/database.js';
import type { Leases } from './peers/leases.js';
import type { SessionRef } from './log/log.js';
import { createMessages } from './messages/messages.js';
import { costFields, usageTable, type UsageRow, type UsageTable } from './usage/usagetable.js';

/** A session's row joined with the row of its main agent. */
export interface SessionRow {
  key: number;
  id: string;
  epoch: string;
  owner: string | null;
  workspace_id: string;
  cwd: string;
  directories: string;
  launch_denials: string;
  runtime_id: RuntimeId;
  title: string;
  title_kind: Session['title_kind'];
  created_at: number;
  updated_at: number;
  archived_at: number | null;
  last_prompt: string | null;
  metadata: string;
  profile: string;
  model: string;
  model_named: number;
  thinking: string | null;
  permission_mode: 'manual' | 'yolo' | 'auto';
  rules: string;
  busy: number;
  main_turn_active: number;
  pending_interaction: Session['pending_interaction'];
  last_turn_reason: NonNullable<Session['last_turn_reason']> | null;
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_creation_tokens: number;
  /** billionths of a dollar */
  cost: number;
  unknown_tokens: number;
  message_count: number;
  turn_count: number;
  last_seq: number;
  plan: string;
  anchor: string | null;
  current_prompt_id: string | null;
}

export interface SessionQuery {
  beforeId?: string;
  afterId?: string;
  /** absent: no limit */
  pageSize?: number;
  busy?: boolean;
  archived: 'without' | 'with' | 'only';
  excludeEmpty?: boolean;
  workspaceId?: string;
  /** only children of this session */
  parentId?: string;
}

export interface Store {
  row(id: string): SessionRow | undefined;
  ref(id: string): (SessionRef & { lastSeq: number }) | undefined;
  /** `servers`: a reading of the live servers to share among many sessions */
  session(row: SessionRow, servers?: ReturnType<Leases['present']>): Session;
  list(query: SessionQuery): { items: Session[]; has_more: boolean };
  /** id of the most recently created session */
  newest(): string | undefined;
  /** undefined when there is no such agent */
  todos(key: number, agentId: string): Todo[] | undefined;
  usage(row: SessionRow): UsageTable;
  directories(row: SessionRow): string[];
  rules(row: SessionRow): SessionPermissionRule[];
}

export interface StoreDeps {
  db: Db;
  leases: Pick<Leases, 'present' | 'living'>;
  /** window of a model alias, tokens */
  contextLimit(alias: string): number | undefined;
}

/** The parent of a child session. SQLite uses the index `sessions_by_parent` only for exactly this expression. */
const parentOf = `json_extract(metadata, '$.parent_session_id')`;

const select = `SELECT s.*, coalesce(a.plan, '{"active":false}') AS plan, a.anchor,
  (SELECT prompt_id FROM prompts p WHERE p.session_key = s.key AND p.status = 'running' LIMIT 1) AS current_prompt_id
  FROM sessions s LEFT JOIN agents a ON a.session_key = s.key AND a.agent_id = 'main'`;

export function createStore({ db, leases, contextLimit }: StoreDeps): Store {
  const messages = createMessages(db);
  const one = db.prepare<[string], SessionRow>(`${select} WHERE s.id = ? AND s.forming = 0`);
  const short = db.prepare<[string], SessionRef & { lastSeq: number }>(
    'SELECT key, id, epoch, last_seq AS lastSeq FROM sessions WHERE id = ? AND (forming = 0 OR key = 0)',
  );
  const todoRow = db.prepare<[number, string], { todos: string }>(
    'SELECT todos FROM agents WHERE session_key = ? AND agent_id = ?',
  );
  const usageRows = db.prepare<[number], UsageRow>('SELECT * FROM usage WHERE session_key = ?');
  const turnRows = db.prepare<[number], { agent_id: string; turns: number }>(
    'SELECT agent_id, count(*) AS turns FROM turns WHERE session_key = ? AND undone = 0 GROUP BY agent_id',
  );
  const latest = db.prepare<[], { id: string }>('SELECT id FROM sessions WHERE forming = 0 ORDER BY key DESC LIMIT 1');

  /** Estimates the tokens of a context that no provider has counted, such as after an undo. */
  function estimate(row: SessionRow): number {
    return estimateMessages(
      messages.context(row, 'main').map(({ message }) => ({
        role: message.role === 'system' ? 'user' : message.role,
        content: message.content,
      })),
    );
  }

  function session(row: SessionRow, servers = leases.present()): Session {
    // a session whose owner died is not busy, unless it waits for the user
    const alive = servers.alive(row.owner);
    const owner = servers.foreignOwner(row.owner);
    const waits = row.pending_interaction !== 'none';
    return {
      id: row.id,
      workspace_id: row.workspace_id,
      title: row.title,
      title_kind: row.title_kind,
      created_at: iso(row.created_at),
      updated_at: iso(row.updated_at),
      archived: row.archived_at !== null,
      ...(row.archived_at === null ? {} : { archived_at: iso(row.archived_at) }),
      busy: row.busy === 1 && (alive || waits),
      main_turn_active: row.main_turn_active === 1 && (alive || waits),
      pending_interaction: row.pending_interaction,
      ...(row.last_turn_reason === null ? {} : { last_turn_reason: row.last_turn_reason }),
      ...(row.current_prompt_id === null || !(alive || waits) ? {} : { current_prompt_id: row.current_prompt_id }),
      ...(row.last_prompt === null ? {} : { last_prompt: row.last_prompt }),
      metadata: { ...(JSON.parse(row.metadata) as object), cwd: row.cwd },
      runtime_id: row.runtime_id,
      agent_config: {
        model: row.model,
        ...(row.thinking === null ? {} : { thinking: row.thinking }),
        permission_mode: row.permission_mode,
        plan_mode: (JSON.parse(row.plan) as { active: boolean }).active,
        swarm_mode: false,
        profile: row.profile,
      },
      usage: usageOf(row),
      permission_rules: JSON.parse(row.rules) as SessionPermissionRule[],
      message_count: row.message_count,
      last_seq: row.last_seq,
      owner,
    };
  }

  function usageOf(row: SessionRow): SessionUsage {
    const anchor = row.anchor === null ? undefined : (JSON.parse(row.anchor) as { tokens: number });
    const limit = contextLimit(row.model);
    return {
      input_tokens: row.input_tokens,
      output_tokens: row.output_tokens,
      cache_read_tokens: row.cache_read_tokens,
      cache_creation_tokens: row.cache_creation_tokens,
      context_tokens: anchor?.tokens ?? (row.message_count === 0 ? 0 : estimate(row)),
      ...(limit === undefined ? {} : { context_limit: limit }),
      turn_count: row.turn_count,
      ...costFields(row),
    };
  }

  /** The position of a cursor; undefined when its session is not in the list (rest.md 1.6). */
  function cursor(id: string | undefined, query: SessionQuery): Position {
    const row = id === undefined ? undefined : one.get(id);
    if (!row) return undefined;
    const listed =
      (query.archived === 'with' || (row.archived_at !== null) === (query.archived === 'only')) &&
      (!query.excludeEmpty || row.last_prompt !== null) &&
      (query.workspaceId === undefined || row.workspace_id === query.workspaceId) &&
      (query.parentId === undefined || parentIdOf(row) === query.parentId) &&
      (query.busy === undefined || session(row).busy === query.busy);
    return listed ? row : undefined;
  }

  return {
    row: (id) => one.get(id),
    ref: (id) => short.get(id),
    session,
    newest: () => latest.get()?.id,
    list(query) {
      const before = cursor(query.beforeId, query);
      const after = cursor(query.afterId, query);
      const { sql, values, limit } = listStatement(query, leases.living(), before, after);
      const rows = db.prepare<unknown[], SessionRow>(sql).all(...values);
      const servers = leases.present();
      let items = rows.map((row) => session(row, servers));
      const has_more = limit !== undefined && items.length > limit;
      if (has_more) items = items.slice(0, limit);
      return { items: after ? items.reverse() : items, has_more };
    },
    todos(key, agentId) {
      const row = todoRow.get(key, agentId);
      return row && (JSON.parse(row.todos) as Todo[]);
    },
    usage: (row) => usageTable(row, usageRows.all(row.key), turnRows.all(row.key)),
    directories: (row) => JSON.parse(row.directories) as string[],
    rules: (row) => JSON.parse(row.rules) as SessionPermissionRule[],
  };
}

function parentIdOf(row: SessionRow): unknown {
  return (JSON.parse(row.metadata) as { parent_session_id?: unknown }).parent_session_id;
}

type Position = { updated_at: number; id: string } | undefined;

function listStatement(
  query: SessionQuery,
  livingServers: readonly string[],
  before: Position,
  after: Position,
): { sql: string; values: unknown[]; limit?: number } {
  const where = ['s.forming = 0'];
  const values: unknown[] = [];
  if (query.archived !== 'with') where.push(`s.archived_at IS ${query.archived === 'only' ? 'NOT ' : ''}NULL`);
  if (query.excludeEmpty) where.push('s.last_prompt IS NOT NULL');
  if (query.workspaceId !== undefined) {
    where.push('s.workspace_id = ?');
    values.push(query.workspaceId);
  }
  if (query.parentId !== undefined) {
    where.push(`${parentOf} = ?`);
    values.push(query.parentId);
  }
  if (query.busy !== undefined) {
    // as in `session`: busy only while its server lives, or while it waits for the user
    const owners = livingServers.map(() => '?').join(', ');
    where.push(`(s.busy = 1 AND (s.pending_interaction <> 'none' OR coalesce(s.owner IN (${owners}), 0))) = ?`);
    values.push(...livingServers, query.busy ? 1 : 0);
  }
  if (before) {
    where.push('(s.updated_at, s.id) < (?, ?)');
    values.push(before.updated_at, before.id);
  }
  if (after) {
    where.push('(s.updated_at, s.id) > (?, ?)');
    values.push(after.updated_at, after.id);
  }
  const direction = after ? 'ASC' : 'DESC';
  const limit = query.pageSize;
  const cut = limit === undefined ? '' : ` LIMIT ${limit + 1}`;
  return {
    sql: `${select} WHERE ${where.join(' AND ')} ORDER BY s.updated_at ${direction}, s.id ${direction}${cut}`,
    values,
    ...(limit === undefined ? {} : { limit }),
  };
}

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
