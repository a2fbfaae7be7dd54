/** Pages of sessions, flat or grouped by workspace, read from indexes by position (rest.md 25). */
import { createHash } from 'node:crypto';
import type { Statement } from 'better-sqlite3';
import type { Operations } from '../../../schemas/generated/operations.js';
import type { Owner, SessionGit, SessionMark, SessionSummary, WorkspaceRef } from '../../../schemas/generated/types.js';
import { ApiError } from '../../errors.js';
import type { Branch, PullRequests } from '../../workspace/pullrequests.js';
import type { Db } from '../log/database.js';
import type { Leases } from '../peers/leases.js';
import type { Log } from '../log/log.js';
import {
  activityOf,
  behind,
  both,
  orders,
  whereOf,
  type Clause,
  type Conditions,
  type Order,
  type Position,
  type Sort,
} from './conditions.js';
import { costFields } from '../usage/usagetable.js';

export interface ListRequest {
  conditions: Conditions;
  sort: Sort;
  view: 'flat' | 'by_workspace';
  /** sessions in each group */
  groupSize: number;
  /** sessions of a flat page, or groups of a grouped page */
  pageSize: number;
  /** return only `{id, archived}` of each session */
  marks: boolean;
  git: boolean;
  directories: boolean;
  /** counted from 1; not used together with a token */
  page?: number | undefined;
  pageToken?: string | undefined;
}

type QuerySessionsData = Operations['querySessions']['data'];

export interface SessionLists {
  /** throws PAGE_TOKEN_MISMATCH */
  query(request: ListRequest): Promise<QuerySessionsData>;
}

export interface ListDeps {
  db: Db;
  leases: Leases;
  log: Log;
  pullRequests: PullRequests;
}

/** How long a list waits for pull requests. */
const gitWaitMs = 1_000;
/** Maximum groups and rows that are read without a pause. */
const groupsAtOnce = 100;
const rowsAtOnce = 2_000;

interface Row {
  id: string;
  time: number;
  workspace: string;
  root: string | null;
  cwd: string;
  /** JSON */
  directories: string;
  title: string;
  last_prompt: string | null;
  created_at: number;
  updated_at: number;
  archived_at: number | null;
  status: SessionSummary['activity']['status'];
  /** neither a turn of the main agent nor its compaction is under way */
  background: 0 | 1;
  owner: string | null;
  message_count: number;
  runtime_id: string;
  /** billionths of a dollar */
  cost: number;
}

interface GroupRow {
  id: string;
  first: number;
  total: number;
  root: string | null;
}

type Item = SessionSummary | SessionMark;

/** A request with the query that it needs. */
interface Reading {
  request: ListRequest;
  /** the conditions as text; a page token is valid only for these */
  conditions: string;
  where: Clause;
  order: Order;
  livingServers: string[];
  /** where the page begins */
  from: { position?: Position; offset: number };
}

export function createSessionLists({ db, leases, log, pullRequests }: ListDeps): SessionLists {
  const together = db.transaction((work: () => unknown) => work());
  const prepare = createStatements(db);

  function open(request: ListRequest): Reading {
    const conditions = conditionsText(log.globalRef().epoch, request);
    const livingServers = leases.living();
    const where = whereOf(request.conditions, livingServers);
    return {
      request,
      conditions,
      where,
      order: orders[request.sort],
      livingServers,
      from: placeOf(request, conditions),
    };
  }

  function rows({ request, order, livingServers }: Reading, where: Clause, limit: number, offset = 0): Row[] {
    const { sql, values } = request.marks ? marksStatement(order, where) : rowsStatement(order, where, livingServers);
    return prepare(sql).all(...values, limit, offset) as Row[];
  }

  /** Counts over all pages; needs no query when everything fits on the first page. */
  function count(what: string, { request, where, from }: Reading, found?: readonly unknown[]): number {
    if (found && found.length <= request.pageSize && from.offset === 0 && !from.position) return found.length;
    const counted = prepare(`SELECT count(${what}) AS n FROM sessions WHERE ${where.sql}`).get(...where.values);
    return (counted as { n: number }).n;
  }

  async function gitOf(found: readonly Row[]): Promise<Map<string, SessionGit>> {
    const directories = [...new Set(found.map(({ cwd }) => cwd))];
    const all = await Promise.all(directories.map((directory) => pullRequests.of(directory, gitWaitMs)));
    return new Map(directories.map((directory, index) => [directory, shownGit(all[index] as Branch)]));
  }

  async function items(request: ListRequest, found: readonly Row[]): Promise<Item[]> {
    if (request.marks) return found.map(({ id, archived_at }) => ({ id, archived: archived_at !== null }));
    const git = request.git ? await gitOf(found) : undefined;
    const servers = leases.present();
    return found.map((row) => summary(row, servers.foreignOwner(row.owner), git?.get(row.cwd), request.directories));
  }

  async function flat(reading: Reading): Promise<QuerySessionsData> {
    const { request, where, order, from } = reading;
    const rest = from.position ? both([where, behind(order, from.position)]) : where;
    const limit = request.pageSize + 1;
    const { total, found } = together(() => {
      const found = rows(reading, rest, Math.min(limit, rowsAtOnce), from.offset);
      return { found, total: found.length < rowsAtOnce ? count('*', reading, found) : count('*', reading) };
    }) as { total: number; found: Row[] };
    for (let more = found.length === rowsAtOnce; more && found.length < limit;) {
      await new Promise((resolve) => setImmediate(resolve));
      const { time, id } = found.at(-1) as Row;
      const next = rows(reading, both([where, behind(order, [time, id])]), Math.min(limit - found.length, rowsAtOnce));
      more = next.length === rowsAtOnce;
      found.push(...next);
    }
    const { page, has_more, last } = cut(found, request.pageSize);
    return {
      items: await items(request, page),
      total,
      has_more,
      next_page_token: nextToken(reading, has_more && last ? [last.time, last.id] : undefined),
    };
  }

  async function byWorkspace(reading: Reading): Promise<QuerySessionsData> {
    const { request, where, order, from } = reading;
    const { sql, values } = groupsStatement(order, where, from.position);
    const { total, found } = together(() => {
      const found = prepare(sql).all(...values, request.pageSize + 1, from.offset);
      return { found, total: count('DISTINCT workspace_id', reading, found) };
    }) as { total: number; found: GroupRow[] };
    const { page, has_more, last } = cut(found, request.pageSize);
    return {
      groups: await groups(reading, page),
      total,
      has_more,
      next_page_token: nextToken(reading, has_more && last ? [last.first, last.id] : undefined),
    };
  }

  async function groups(reading: Reading, page: readonly GroupRow[]) {
    const { request, where } = reading;
    const read: { group: GroupRow; found: Row[] }[] = [];
    for (const [index, group] of page.entries()) {
      if (index > 0 && index % groupsAtOnce === 0) await new Promise((resolve) => setImmediate(resolve));
      const own = both([where, { sql: 'workspace_id = ?', values: [group.id] }]);
      const found = rows(reading, own, request.groupSize);
      // its sessions may have been deleted since the groups were read
      if (found.length > 0) read.push({ group, found });
    }
    const all = await items(
      request,
      read.flatMap(({ found }) => found),
    );
    let from = 0;
    return read.map(({ group, found }) => {
      const sessions = all.slice(from, (from += found.length));
      return { workspace: { id: group.id, cwd: group.root } satisfies WorkspaceRef, sessions, total: group.total };
    });
  }

  return {
    query: async (request) => await (request.view === 'flat' ? flat : byWorkspace)(open(request)),
  };
}

/** Cuts a page from rows that were read with one extra row to detect another page. */
function cut<T>(found: readonly T[], size: number): { page: readonly T[]; has_more: boolean; last: T | undefined } {
  const has_more = found.length > size;
  const page = has_more ? found.slice(0, size) : found;
  return { page, has_more, last: page.at(-1) };
}

function placeOf(request: ListRequest, conditions: string): Reading['from'] {
  if (request.pageToken !== undefined) return { position: readToken(conditions, request.pageToken), offset: 0 };
  return { offset: Math.min(((request.page ?? 1) - 1) * request.pageSize, Number.MAX_SAFE_INTEGER) };
}

function nextToken({ request, conditions }: Reading, position: Position | undefined): string | null {
  return position === undefined || request.page !== undefined ? null : writeToken(conditions, position);
}

/** A text that is equal for equal requests; `epoch` is that of the database. */
function conditionsText(
  epoch: string,
  { conditions, sort, view, groupSize, pageSize, marks, git, directories }: ListRequest,
): string {
  const { workspaceIds, activity, updatedAfter, updatedBefore, archived, hasPrompt } = conditions;
  const set = (values: readonly string[] | undefined) => values && [...new Set(values)].sort();
  const filters = [set(workspaceIds), set(activity), updatedAfter, updatedBefore, archived, hasPrompt];
  const shown = [sort, view, groupSize, pageSize, marks, git, directories];
  return JSON.stringify([epoch, ...shown, ...filters.map((each) => each ?? null)]);
}

function summary(
  row: Row,
  owner: Owner | undefined,
  git: SessionGit | undefined,
  withDirectories: boolean,
): SessionSummary {
  return {
    id: row.id,
    workspace: { id: row.workspace, cwd: row.root },
    meta: {
      title: row.title === '' ? null : row.title,
      last_prompt: row.last_prompt,
      created_at: row.created_at,
      updated_at: row.updated_at,
      archived: row.archived_at !== null,
      archived_at: row.archived_at,
    },
    activity: { status: row.status, ...(row.status === 'running' && row.background === 1 ? { background: true } : {}) },
    runtime_id: row.runtime_id,
    message_count: row.message_count,
    ...costFields({ cost: row.cost, unknown_tokens: 0 }),
    owner,
    git,
    ...(withDirectories ? { additional_dirs: JSON.parse(row.directories) as string[] } : {}),
  };
}

function shownGit({ branch, pullRequest }: Branch): SessionGit {
  const state = pullRequest?.state === 'draft' ? 'open' : pullRequest?.state;
  return {
    branch,
    pull_request:
      pullRequest === null || state === undefined ? null : { number: pullRequest.number, state, url: pullRequest.url },
  };
}

/** Maximum number of cached statements; few clients use more than a handful. */
const maxStatements = 64;

/** Caches statements by text, since preparing one takes as long as running it. */
function createStatements(db: Db): (sql: string) => Statement<unknown[]> {
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

/** Finds the keys of the page with an index alone, then reads only their rows. */
function rowsStatement({ column, direction }: Order, where: Clause, livingServers: readonly string[]): Clause {
  const activity = activityOf(livingServers);
  return {
    sql: `SELECT s.id, s.${column} AS time, s.workspace_id AS workspace, w.root, s.cwd, s.directories, s.title, s.last_prompt, s.created_at, s.updated_at,
        s.archived_at, s.owner, s.runtime_id, s.message_count, s.cost, ${activity.sql} AS status,
        busy = 1 AND main_turn_active = 0 AND NOT EXISTS (
          SELECT 1 FROM agents a WHERE a.session_key = s.key AND a.agent_id = 'main' AND a.compacting IS NOT NULL) AS background
      FROM (SELECT key FROM sessions WHERE ${where.sql} ORDER BY ${column} ${direction}, id ${direction} LIMIT ? OFFSET ?) p
      CROSS JOIN sessions s ON s.key = p.key LEFT JOIN workspaces w ON w.id = s.workspace_id
      ORDER BY s.${column} ${direction}, s.id ${direction}`,
    values: [...activity.values, ...where.values],
  };
}

/** Like `rowsStatement`, for `{id, archived}`, which the index contains. */
function marksStatement({ column, direction }: Order, where: Clause): Clause {
  return {
    sql: `SELECT id, ${column} AS time, archived_at FROM sessions WHERE ${where.sql} ORDER BY ${column} ${direction}, id ${direction} LIMIT ? OFFSET ?`,
    values: where.values,
  };
}

/** Workspaces with their number of sessions, ordered by their first session. */
function groupsStatement({ column, direction, first, after }: Order, where: Clause, from?: Position): Clause {
  const rest = from ? `WHERE first ${after} ? OR (first = ? AND g.id > ?)` : '';
  return {
    sql: `SELECT g.id, g.first, g.total, w.root
      FROM (SELECT workspace_id AS id, ${first}(${column}) AS first, count(*) AS total FROM sessions WHERE ${where.sql} GROUP BY workspace_id) g
      LEFT JOIN workspaces w ON w.id = g.id ${rest} ORDER BY first ${direction}, g.id LIMIT ? OFFSET ?`,
    values: [...where.values, ...(from ? [from[0], ...from] : [])],
  };
}

/** Length of the fingerprint in characters; it detects mixed-up tokens and protects no secret. */
const length = 16;

/** `conditions` is a text that identifies the conditions. */
function writeToken(conditions: string, position: Position): string {
  return Buffer.from(JSON.stringify([...position, fingerprint(conditions, position)])).toString('base64url');
}

/** Throws PAGE_TOKEN_MISMATCH for a token that was damaged, made for other conditions, or not made by this home. */
function readToken(conditions: string, token: string): Position {
  const position = positionOf(token);
  // decoding is lenient, so the text itself is compared
  if (!position || writeToken(conditions, position) !== token) throw new ApiError('PAGE_TOKEN_MISMATCH');
  return position;
}

function positionOf(token: string): Position | undefined {
  try {
    const [time, id] = JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as unknown[];
    return typeof time === 'number' && typeof id === 'string' ? [time, id] : undefined;
  } catch {
    // not a token of this program
    return undefined;
  }
}

function fingerprint(conditions: string, position: Position): string {
  const whole = JSON.stringify([conditions, ...position]);
  return createHash('sha256').update(whole).digest('base64url').slice(0, length);
}
