/** Lists of sessions are read from indexes for all conditions, and each page begins at its position. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SessionActivity } from '../../schemas/generated/types.js';
import { openDatabase, type Db } from '../../daemon/sessions/log/database.js';
import { createHub } from '../../daemon/sessions/log/hub.js';
import { createLeases, type Leases } from '../../daemon/sessions/peers/leases.js';
import { createLog } from '../../daemon/sessions/log/log.js';
import { createSessionLists, type ListRequest, type SessionLists } from '../../daemon/sessions/lists/lists.js';
import { createStore } from '../../daemon/sessions/store.js';

let folder: string;
let db: Db;
let leases: Leases;
/** creates lists that have not prepared any statement */
let fresh: () => SessionLists;
/** the SQL that was prepared */
const statements: string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-plans-'));
  const real = openDatabase({ path: join(folder, 'agent.db') });
  db = new Proxy(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        if (name === 'prepare') statements.push(String(args[0]));
        return Reflect.apply(value, target, args);
      };
    },
  });
  leases = createLeases({ db, serverId: 's', pid: process.pid, now: Date.now, processAlive: () => true });
  const log = createLog({ db, hub: createHub(), serverId: 's', now: Date.now, epoch: () => 'ep_x' });
  const pullRequests = { of: async () => ({ branch: null, pullRequest: null }), close: () => undefined };
  fresh = () => createSessionLists({ db, leases, log, pullRequests });
  const add = db.prepare(
    `INSERT INTO sessions (id, epoch, workspace_id, cwd, created_at, updated_at, archived_at, last_prompt)
     VALUES (?, 'ep_x', ?, '/x', ?, ?, ?, 'hi')`,
  );
  db.transaction(() => {
    for (let n = 0; n < 4_500; n += 1) add.run(`session_${n}`, `wd_${n % 20}`, n, (n * 37) % 900, n % 10 ? null : 1);
  })();
});
afterAll(() => {
  leases.close();
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const plain: ListRequest = {
  conditions: { archived: 'false' },
  sort: 'meta.updated_at_desc',
  view: 'flat',
  groupSize: 5,
  pageSize: 10,
  marks: false,
  git: false,
  directories: false,
};

/** Returns the query plans of all statements over sessions that a query runs. */
async function plansOf(query: () => unknown): Promise<string[]> {
  statements.length = 0;
  await query();
  return statements
    .filter((sql) => sql.includes('sessions'))
    .map((sql) => {
      const values = [...sql.matchAll(/\?/g)].map(() => 1);
      const rows = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
      return rows.map(({ detail }) => detail).join('\n');
    });
}

/** Whether a plan reads the whole table, row by row. */
const walksTable = (plan: string) => /^SCAN (s|sessions)( VIRTUAL|$)/m.test(plan);

const filters: [string, ListRequest['conditions']][] = [
  ['nothing', { archived: 'false' }],
  ['archived ones', { archived: 'all' }],
  ['a workspace', { archived: 'false', workspaceIds: ['wd_1'] }],
  ['workspaces', { archived: 'false', workspaceIds: ['wd_1', 'wd_2'] }],
  ['an activity', { archived: 'false', activity: ['approval', 'running'] }],
  ['times', { archived: 'false', updatedAfter: 3, updatedBefore: 400 }],
  ['prompts', { archived: 'false', hasPrompt: true }],
];
const sorts = ['meta.updated_at_desc', 'meta.updated_at_asc', 'meta.created_at_desc'] as const;
const views = ['flat', 'by_workspace'] as const;

describe.each(views)('%s', (view) => {
  describe.each(sorts)('%s', (sort) => {
    test.each(filters)('%s', async (_, conditions) => {
      const request = { ...plain, conditions, sort, view };
      const first = await fresh().query(request);
      const next = first.next_page_token;
      const all = [
        ...(await plansOf(() => fresh().query(request))),
        ...(await plansOf(() => fresh().query({ ...request, marks: true }))),
        ...(next === null ? [] : await plansOf(() => fresh().query({ ...request, pageToken: next }))),
      ];
      expect(all.length).toBeGreaterThan(1);
      for (const plan of all) {
        expect(plan).toMatch(/COVERING INDEX sessions_by_/);
        expect(walksTable(plan)).toBe(false);
      }
    });
  });
});

test('the newest come in the order of an index, behind a position too', async () => {
  const request = { ...plain, marks: true };
  const { next_page_token: token } = await fresh().query(request);
  const plans = await plansOf(() => fresh().query({ ...request, pageToken: token ?? '' }));
  const page = plans.find((plan) => plan.includes('SEARCH'));
  expect(page).toMatch(/^SEARCH sessions USING COVERING INDEX sessions_by_update \(\(updated_at,id\)<\(\?,\?\)\)$/);
});

test('the last created come in the order of an index, and those that are not idle from one that has no others', async () => {
  const created = await plansOf(() => fresh().query({ ...plain, sort: 'meta.created_at_desc', marks: true }));
  expect(created[0]).toBe('SCAN sessions USING COVERING INDEX sessions_by_creation');
  const ofActivity = (...activity: SessionActivity[]): ListRequest => ({
    ...plain,
    conditions: { archived: 'false', activity },
    marks: true,
  });
  for (const request of [ofActivity('failed'), ofActivity('approval', 'question')]) {
    const [page] = await plansOf(() => fresh().query(request));
    expect(page).toBe('SCAN sessions USING COVERING INDEX sessions_by_activity');
  }
  // the index does not contain idle sessions
  const idle = await plansOf(() => fresh().query(ofActivity('idle', 'failed')));
  for (const plan of idle) expect(plan).not.toContain('sessions_by_activity');
});

test.each(sorts)('ten thousand marks are read in pieces that fit together, %s', async (sort) => {
  const request: ListRequest = { ...plain, sort, marks: true, conditions: { archived: 'all' }, pageSize: 4_400 };
  const data = await fresh().query(request);
  const ids = 'items' in data ? data.items.map(({ id }) => id) : [];
  const rows = db
    .prepare<unknown[], { id: string }>(
      `SELECT id FROM sessions WHERE forming = 0 ORDER BY ${sort.replace('meta.', '').replace(/_(asc|desc)$/, ' $1, id $1')}`,
    )
    .all();
  expect(ids).toEqual(rows.slice(0, 4_400).map(({ id }) => id));
  expect(data).toMatchObject({ total: 4_500, has_more: true });
  const rest = await fresh().query({ ...request, pageToken: data.next_page_token ?? '' });
  expect('items' in rest && rest.items.map(({ id }) => id)).toEqual(rows.slice(4_400).map(({ id }) => id));
});

test('children are found by an index', async () => {
  const store = createStore({ db, leases, contextLimit: () => undefined });
  for (const busy of [undefined, true, false]) {
    const plans = await plansOf(() =>
      store.list({ parentId: 'session_1', pageSize: 10, archived: 'without', ...(busy === undefined ? {} : { busy }) }),
    );
    expect(plans).toHaveLength(1);
    expect(plans[0]).toMatch(/SEARCH s USING INDEX sessions_by_parent \(<expr>=\?\)/);
    expect(plans[0]).not.toContain('TEMP B-TREE');
  }
});
