/** `GET /api/v2/sessions`: filters, orders, pages, groups, fields and git, table by table (rest.md 25). */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import type { Operations } from '../../schemas/generated/operations.js';
import type { SessionGit, SessionSummary } from '../../schemas/generated/types.js';
import { startTestDaemon, until, type Request, type TestDaemon } from '../helpers/daemon.js';

type Data = Operations['querySessions']['data'];
type Flat = Extract<Data, { items: unknown }>;
type Grouped = Extract<Data, { groups: unknown }>;
type Query = NonNullable<Request['query']>;

const daemons: TestDaemon[] = [];
async function start(options: Parameters<typeof startTestDaemon>[0] = {}): Promise<TestDaemon> {
  const daemon = await startTestDaemon(options);
  daemons.push(daemon);
  return daemon;
}
afterAll(async () => {
  for (const daemon of daemons.reverse()) await daemon.close();
});

const flatOf = async (daemon: TestDaemon, query: Query = {}) => (await daemon.ok('querySessions', { query })) as Flat;
const groupsOf = async (daemon: TestDaemon, query: Query = {}) =>
  (await daemon.ok('querySessions', { query: { view: 'by_workspace', ...query } })) as Grouped;
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

function edit(daemon: TestDaemon, work: (db: Database.Database) => void): void {
  const db = new Database(join(daemon.home, 'agent.db'));
  try {
    work(db);
  } finally {
    db.close();
  }
}

/** Sets the times of sessions, as if they had been used then. */
function setTimes(daemon: TestDaemon, times: Record<string, { created?: number; updated?: number }>): void {
  edit(daemon, (db) => {
    for (const [id, { created, updated }] of Object.entries(times))
      db.prepare(
        'UPDATE sessions SET created_at = coalesce(?, created_at), updated_at = coalesce(?, updated_at) WHERE id = ?',
      ).run(created ?? null, updated ?? null, id);
  });
}

describe('filters and orders', () => {
  let daemon: TestDaemon;
  let workspaces: string[];
  /** by name: three in the first workspace, two in the second, one archived */
  const ids: Record<string, string> = {};
  const named = (items: readonly { id: string }[]) =>
    items.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));

  beforeAll(async () => {
    daemon = await start();
    const roots = ['one', 'two'].map((name) => join(daemon.folder, name));
    for (const root of roots) mkdirSync(root);
    for (const [index, name] of ['a', 'b', 'c', 'd', 'e', 'gone'].entries()) {
      const cwd = roots[index < 3 ? 0 : 1];
      ids[name] = (await daemon.createSession({ metadata: { cwd }, ...(name === 'b' ? { title: 'Bee' } : {}) })).id;
    }
    await daemon.run(ids['a'] ?? '', 'say hi');
    await daemon.run(ids['d'] ?? '', 'fail 400');
    await daemon.ok('archiveSession', daemon.session(ids['gone'] ?? ''));
    workspaces = (await flatOf(daemon)).items.map((item) => (item as SessionSummary).workspace.id);
    const updated = { a: 1_000, b: 4_000, c: 2_000, d: 4_000, e: 3_000, gone: 9_000 };
    const created = { a: 600, b: 500, c: 400, d: 300, e: 200, gone: 100 };
    setTimes(
      daemon,
      Object.fromEntries(
        Object.entries(ids).map(([name, id]) => [id, { updated: updated[name as 'a'], created: created[name as 'a'] }]),
      ),
    );
  });

  const one = () => workspaces.at(-1) ?? '';
  const two = () => workspaces.find((id) => id !== one()) ?? '';
  // b and d were changed at the same time; ids tell them apart
  const rows: [string, () => Query, string[]][] = [
    ['nothing given', () => ({}), ['d', 'b', 'e', 'c', 'a']],
    ['order ascending', () => ({ sort: 'meta.updated_at_asc' }), ['a', 'c', 'e', 'b', 'd']],
    ['order of creation', () => ({ sort: 'meta.created_at_desc' }), ['a', 'b', 'c', 'd', 'e']],
    ['archived ones', () => ({ 'meta.archived': 'true' }), ['gone']],
    ['all of them', () => ({ 'meta.archived': 'all' }), ['gone', 'd', 'b', 'e', 'c', 'a']],
    ['with a prompt', () => ({ 'meta.has_prompt': 'true' }), ['d', 'a']],
    ['with a prompt, written as a digit', () => ({ 'meta.has_prompt': '1' }), ['d', 'a']],
    ['without a prompt', () => ({ 'meta.has_prompt': false }), ['b', 'e', 'c']],
    ['of a workspace', () => ({ 'workspace.id': one() }), ['b', 'c', 'a']],
    ['of both workspaces', () => ({ 'workspace.id': [one(), two(), one()] }), ['d', 'b', 'e', 'c', 'a']],
    ['of an unknown workspace', () => ({ 'workspace.id': ['wd_x_0123456789ab'] }), []],
    ['of something else', () => ({ 'workspace.id': ["' OR 1 = 1 --", ''] }), []],
    ['since, inclusive', () => ({ 'meta.updated_after': 3_000 }), ['d', 'b', 'e']],
    ['until, inclusive', () => ({ 'meta.updated_before': 2_000 }), ['c', 'a']],
    ['between', () => ({ 'meta.updated_after': 2_000, 'meta.updated_before': 3_000 }), ['e', 'c']],
    ['between, the wrong way round', () => ({ 'meta.updated_after': 3_000, 'meta.updated_before': 2_000 }), []],
    ['before time began', () => ({ 'meta.updated_before': -1 }), []],
    ['failed', () => ({ 'activity.status': 'failed' }), ['d']],
    ['failed or idle', () => ({ 'activity.status': ['failed', 'idle'] }), ['d', 'b', 'e', 'c', 'a']],
    ['running', () => ({ 'activity.status': ['running', 'approval', 'question'] }), []],
    [
      'everything at once',
      () => ({
        'workspace.id': two(),
        'activity.status': 'idle',
        'meta.archived': 'all',
        'meta.updated_before': 3_000,
      }),
      ['e'],
    ],
  ];
  test.each(rows)('%s', async (_, query, expected) => {
    const { items, total, has_more, next_page_token } = await flatOf(daemon, query());
    expect(named(items)).toEqual(expected);
    expect({ total, has_more, next_page_token }).toEqual({
      total: expected.length,
      has_more: false,
      next_page_token: null,
    });
    const marks = await flatOf(daemon, { ...query(), fields: 'archived,id' });
    expect(marks.items).toEqual(expected.map((name) => ({ id: ids[name], archived: name === 'gone' })));
    const groups = await groupsOf(daemon, { ...query(), 'group.page_size': 100 });
    const together = groups.groups.flatMap(({ sessions }) => named(sessions));
    expect([...together].sort()).toEqual([...expected].sort());
    expect(groups.groups.map((group) => group.total)).toEqual(groups.groups.map(({ sessions }) => sessions.length));
  });

  test('an item', async () => {
    const [d, b] = (await flatOf(daemon)).items as SessionSummary[];
    const cwd = join(daemon.folder, 'one');
    expect(b).toEqual({
      id: ids['b'],
      workspace: { id: one(), cwd },
      meta: { title: 'Bee', last_prompt: null, created_at: 500, updated_at: 4_000, archived: false, archived_at: null },
      activity: { status: 'idle' },
    });
    expect(d).toMatchObject({ meta: { title: 'fail 400', last_prompt: 'fail 400' }, activity: { status: 'failed' } });
    const [gone] = (await flatOf(daemon, { 'meta.archived': 'true' })).items as SessionSummary[];
    expect(gone?.meta).toMatchObject({ title: null, archived: true });
    expect(gone?.meta.archived_at).toBeGreaterThan(1_700_000_000_000);
  });

  test('a workspace that is not registered any more is still known', async () => {
    await daemon.ok('unregisterWorkspace', { params: { workspace_id: two() } });
    const { groups } = await groupsOf(daemon);
    expect(groups.map(({ workspace }) => workspace)).toEqual([
      { id: one(), cwd: join(daemon.folder, 'one') },
      { id: two(), cwd: join(daemon.folder, 'two') },
    ]);
  });

  test.each<[string, Query, string]>([
    ['an unknown activity', { 'activity.status': 'asleep' }, 'activity.status'],
    ['an unknown order', { sort: 'meta.title' }, 'sort'],
    ['an unknown view', { view: 'tree' }, 'view'],
    ['archived, as a digit', { 'meta.archived': '1' }, 'meta.archived'],
    ['a prompt, as a word', { 'meta.has_prompt': 'yes' }, 'meta.has_prompt'],
    ['a time that is none', { 'meta.updated_after': '2025-03-01' }, 'meta.updated_after'],
    ['a size of nothing', { page_size: 0 }, 'page_size'],
    ['a size over the limit', { page_size: 101 }, 'page_size'],
    ['a size over the limit of marks', { page_size: 10_001, fields: 'id,archived' }, 'page_size'],
    ['a group over the limit', { view: 'by_workspace', 'group.page_size': 101 }, 'group.page_size'],
    ['the size of groups without groups', { 'group.page_size': 5 }, 'group.page_size'],
    ['an unknown include', { include: 'git,hub' }, 'include'],
    ['an empty include', { include: '' }, 'include'],
    ['other fields', { fields: 'id' }, 'fields'],
    ['fields with git', { fields: 'id,archived', include: 'git' }, 'fields'],
    ['page 0', { page: 0 }, 'page'],
    ['a page and a token', { page: 1, page_token: 'x' }, 'page'],
    ['two pages', { page: ['1', '2'] }, 'page'],
  ])('refused: %s', async (_, query, path) => {
    const answer = await daemon.fails('querySessions', 'VALIDATION_FAILED', { query });
    expect((answer.details as { path: string }[]).map((detail) => detail.path.split('.0')[0])).toContain(path);
  });
});

describe('pages', () => {
  let daemon: TestDaemon;
  let all: string[];
  const base = 1_700_000_000_000;
  beforeAll(async () => {
    daemon = await start();
    for (let n = 0; n < 12; n += 1) await daemon.createSession();
    const made = idsOf((await flatOf(daemon)).items);
    // pairs changed at the same moment
    setTimes(daemon, Object.fromEntries(made.map((id, n) => [id, { updated: base + Math.floor(n / 2) }])));
    all = idsOf((await flatOf(daemon)).items);
  });

  async function walk(query: Query, between?: (page: number) => Promise<void> | void): Promise<string[][]> {
    const pages: string[][] = [];
    for (let token: string | null = ''; token !== null;) {
      const page: Flat = await flatOf(daemon, { ...query, ...(token === '' ? {} : { page_token: token }) });
      pages.push(idsOf(page.items));
      expect(page.has_more).toBe(page.next_page_token !== null);
      token = page.next_page_token;
      await between?.(pages.length);
    }
    return pages;
  }

  test.each(['meta.updated_at_desc', 'meta.updated_at_asc', 'meta.created_at_desc'])(
    'by token, in the order %s',
    async (sort) => {
      const pages = await walk({ sort, page_size: 5 });
      expect(pages.map((page) => page.length)).toEqual([5, 5, 2]);
      expect(pages.flat()).toEqual(idsOf((await flatOf(daemon, { sort })).items));
      expect(await walk({ sort, page_size: 4 })).toHaveLength(3);
    },
  );

  test('by number, each for itself', async () => {
    for (const page of [1, 2, 3, 4]) {
      const answer = await flatOf(daemon, { page, page_size: 5 });
      expect(idsOf(answer.items)).toEqual(all.slice((page - 1) * 5, page * 5));
      expect(answer).toMatchObject({ total: 12, has_more: page < 3, next_page_token: null });
    }
    expect((await flatOf(daemon, { page: 999_999_999_999_999, page_size: 100 })).items).toEqual([]);
  });

  test('what goes and comes meanwhile repeats nothing and skips nothing', async () => {
    const fork = await daemon.ok('forkSession', daemon.session(all[0] ?? ''));
    setTimes(daemon, { [fork.id]: { updated: base - 1_000 } });
    const seen = (
      await walk({ page_size: 3 }, async (page) => {
        if (page === 1) {
          // a new one, one that was on the page goes, one that was on the page is used again
          await daemon.createSession();
          await daemon.ok('deleteSession', daemon.session(all[1] ?? ''));
          await daemon.ok('updateSessionProfile', { ...daemon.session(all[2] ?? ''), body: { title: 'again' } });
        }
        if (page === 2) await daemon.ok('archiveSession', daemon.session(fork.id));
      })
    ).flat();
    expect(seen).toEqual(all);
  });

  test('one that changes moves: to a new first page, or to the end of the other order', async () => {
    const now = idsOf((await flatOf(daemon)).items);
    const last = now.at(-1) ?? '';
    const touch = (id: string, updated: number) => setTimes(daemon, { [id]: { updated } });
    const down = (await walk({ page_size: 3 }, (page) => (page === 1 ? touch(last, base * 2) : undefined))).flat();
    expect(down).toEqual(now.slice(0, -1));
    const up = (
      await walk({ page_size: 3, sort: 'meta.updated_at_asc' }, (page) =>
        page === 1 ? touch(now.at(-2) ?? '', base * 2 + 1) : undefined,
      )
    ).flat();
    expect(new Set(up)).toEqual(new Set(now));
    expect(up).toHaveLength(now.length + 1);
  });

  test('a token belongs to its conditions', async () => {
    const query = { page_size: 2, 'meta.archived': 'all', 'activity.status': ['idle', 'failed'] };
    const { next_page_token: token } = await flatOf(daemon, query);
    expect(token).toMatch(/^[\w-]+$/);
    const next = (await flatOf(daemon, { ...query, page_token: token ?? '' })).items;
    // said in other words it is the same
    const same = {
      ...query,
      view: 'flat',
      sort: 'meta.updated_at_desc',
      'activity.status': ['failed', 'idle', 'idle'],
    };
    expect((await flatOf(daemon, { ...same, page_token: token ?? '' })).items).toEqual(next);
    const changes: Query[] = [
      { page_size: 3 },
      { 'meta.archived': 'false' },
      { 'activity.status': 'idle' },
      { 'meta.updated_after': 0 },
      { 'meta.updated_before': base * 9 },
      { 'meta.has_prompt': false },
      { 'workspace.id': 'wd_x_0123456789ab' },
      { sort: 'meta.created_at_desc' },
      { view: 'by_workspace' },
      { include: 'git' },
      { fields: 'id,archived' },
    ];
    for (const change of changes)
      await daemon.fails('querySessions', 'PAGE_TOKEN_MISMATCH', {
        query: { ...query, ...change, page_token: token ?? '' },
      });
  });

  test('a token that was damaged, made up, or comes from elsewhere', async () => {
    const token = (await flatOf(daemon, { page_size: 2 })).next_page_token ?? '';
    const forged = Buffer.from(JSON.stringify([base, 'session_x', 'AAAAAAAAAAAAAAAA'])).toString('base64url');
    const damaged = [...token].map((char, at) => token.slice(0, at) + (char === 'A' ? 'B' : 'A') + token.slice(at + 1));
    const other = await start();
    for (let n = 0; n < 3; n += 1) await other.createSession();
    const foreign = (await flatOf(other, { page_size: 2 })).next_page_token ?? '';
    for (const page_token of [...damaged, token.slice(1), `${token}=`, ` ${token}`, '', 'x', 'W10', forged, foreign])
      await daemon.fails('querySessions', 'PAGE_TOKEN_MISMATCH', { query: { page_size: 2, page_token } });
    await daemon.restart();
    expect((await flatOf(daemon, { page_size: 2, page_token: token })).items).toHaveLength(2);
  });

  test('of marks hold up to ten thousand', async () => {
    const marks = await flatOf(daemon, { fields: 'id,archived', page_size: 10_000, 'meta.archived': 'all' });
    expect(marks.items).toHaveLength(marks.total);
    const first = await flatOf(daemon, { fields: 'id,archived', page_size: 5 });
    const second = await flatOf(daemon, {
      fields: 'archived,id',
      page_size: 5,
      page_token: first.next_page_token ?? '',
    });
    expect(idsOf([...first.items, ...second.items])).toEqual(idsOf((await flatOf(daemon, { page_size: 10 })).items));
  });
});

describe('groups', () => {
  let daemon: TestDaemon;
  const base = 1_700_000_000_000;
  beforeAll(async () => {
    daemon = await start();
    const times: Record<string, { created: number; updated: number }> = {};
    // workspace n has n + 1 sessions; the first of each was changed last
    for (let n = 0; n < 7; n += 1) {
      const cwd = join(daemon.folder, `w${n}`);
      mkdirSync(cwd);
      for (let k = 0; k <= n; k += 1) {
        const { id } = await daemon.createSession({ metadata: { cwd } });
        times[id] = { updated: base + n * 100 - k, created: base - n * 100 + k };
      }
    }
    setTimes(daemon, times);
  });

  const names = ({ groups }: Grouped) => groups.map(({ workspace }) => workspace.cwd?.slice(-2));

  test('come by their first session, with the first of their sessions', async () => {
    const data = await groupsOf(daemon);
    expect(names(data)).toEqual(['w6', 'w5', 'w4', 'w3', 'w2', 'w1', 'w0']);
    expect(data.total).toBe(7);
    expect(data.groups.map(({ sessions, total }) => [sessions.length, total])).toEqual([
      [5, 7],
      [5, 6],
      [5, 5],
      [4, 4],
      [3, 3],
      [2, 2],
      [1, 1],
    ]);
    const flat = (await flatOf(daemon)).items as SessionSummary[];
    for (const { workspace, sessions } of data.groups)
      expect(idsOf(sessions)).toEqual(idsOf(flat.filter((item) => item.workspace.id === workspace.id)).slice(0, 5));
  });

  test.each([
    ['meta.updated_at_asc', ['w0', 'w1', 'w2', 'w3', 'w4', 'w5', 'w6']],
    ['meta.created_at_desc', ['w0', 'w1', 'w2', 'w3', 'w4', 'w5', 'w6']],
  ])('in the order %s', async (sort, expected) => {
    // the last of w1 was changed at 99, its first at 100: ascending it is the last that counts
    const data = await groupsOf(daemon, { sort, 'group.page_size': 2 });
    expect(names(data)).toEqual(expected);
    const flat = (await flatOf(daemon, { sort })).items as SessionSummary[];
    for (const { workspace, sessions } of data.groups)
      expect(idsOf(sessions)).toEqual(idsOf(flat.filter((item) => item.workspace.id === workspace.id)).slice(0, 2));
  });

  test('in pages, by token and by number', async () => {
    const all = names(await groupsOf(daemon));
    const seen: (string | undefined)[] = [];
    for (let token: string | null = ''; token !== null;) {
      const page: Grouped = await groupsOf(daemon, { page_size: 3, ...(token === '' ? {} : { page_token: token }) });
      expect(page.total).toBe(7);
      seen.push(...names(page));
      token = page.next_page_token;
    }
    expect(seen).toEqual(all);
    expect(names(await groupsOf(daemon, { page_size: 3, page: 3 }))).toEqual(all.slice(6));
    expect(await groupsOf(daemon, { page_size: 3, page: 4 })).toEqual({
      groups: [],
      total: 7,
      has_more: false,
      next_page_token: null,
    });
    const { next_page_token: token } = await groupsOf(daemon, { page_size: 3 });
    await daemon.fails('querySessions', 'PAGE_TOKEN_MISMATCH', {
      query: { view: 'by_workspace', page_size: 3, 'group.page_size': 6, page_token: token ?? '' },
    });
  });

  test('whose first sessions changed at the same time come by id', async () => {
    const { groups } = await groupsOf(daemon);
    const [one, two] = groups.slice(0, 2).map(({ sessions }) => sessions[0]?.id ?? '');
    setTimes(daemon, { [one ?? '']: { updated: base * 2 }, [two ?? '']: { updated: base * 2 } });
    const first = await groupsOf(daemon, { page_size: 1 });
    const second = await groupsOf(daemon, { page_size: 1, page_token: first.next_page_token ?? '' });
    const ids = [first, second].map((page) => page.groups[0]?.workspace.id ?? '');
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(2);
  });

  test('of marks', async () => {
    const { groups } = await groupsOf(daemon, { fields: 'id,archived', 'group.page_size': 10_000, page_size: 10_000 });
    expect(groups.flatMap(({ sessions }) => sessions)).toHaveLength(28);
    expect(Object.keys(groups[0]?.sessions[0] ?? {}).sort()).toEqual(['archived', 'id']);
  });
});

describe('activity', () => {
  const statusOf = async (daemon: TestDaemon, ids: Record<string, string>) => {
    const { items } = await flatOf(daemon);
    return Object.fromEntries(
      Object.entries(ids).map(([name, id]) => [
        name,
        (items as SessionSummary[]).find((item) => item.id === id)?.activity.status,
      ]),
    );
  };

  test('of live sessions, of those of another server, of cold ones, and of those whose server died', async () => {
    const daemon = await start();
    const other = await start({ home: daemon.home });
    const ids: Record<string, string> = {};
    for (const name of ['idle', 'running', 'approval', 'question', 'failed', 'background', 'empty'])
      ids[name] = (
        await daemon.createSession(name === 'background' ? { agent_config: { permission_mode: 'yolo' } } : {})
      ).id;
    const id = (name: string) => ids[name] ?? '';
    await daemon.run(id('idle'), 'say hi');
    await daemon.run(id('failed'), 'fail 400');
    await daemon.prompt(id('approval'), 'run expr 1');
    await daemon.approval(id('approval'));
    await daemon.prompt(id('question'), 'ask Sure?');
    await daemon.question(id('question'));
    await daemon.prompt(id('background'), 'run in background sleep 61');
    await until('a task', async () => (await daemon.ok('listTasks', daemon.session(id('background')))).items[0]);
    await daemon.prompt(id('running'), 'slow 5000 a b');
    for (const name of ['running', 'background'])
      await until(
        `${name} to run`,
        async () =>
          (await daemon.ok('getSession', daemon.session(id(name)))).main_turn_active === (name === 'running') ||
          undefined,
      );
    const live = {
      idle: 'idle',
      running: 'running',
      approval: 'approval',
      question: 'question',
      failed: 'failed',
      background: 'running',
      empty: 'idle',
    };
    expect(await statusOf(daemon, ids)).toEqual(live);
    expect(await statusOf(other, ids)).toEqual(live);
    const waiting = await flatOf(other, { 'activity.status': ['question', 'approval'] });
    expect(idsOf(waiting.items).sort()).toEqual([id('approval'), id('question')].sort());
    expect((await flatOf(daemon, { 'activity.status': 'running' })).total).toBe(2);

    // its server dies: what ran is over, what waits for a person goes on waiting
    const owner = (await daemon.ok('getMeta', {})).server_id;
    edit(daemon, (db) => db.prepare('UPDATE servers SET heartbeat_at = 0 WHERE server_id = ?').run(owner));
    const dead = { ...live, running: 'idle', background: 'idle' };
    expect(await statusOf(other, ids)).toEqual(dead);
    expect((await flatOf(other, { 'activity.status': 'running' })).total).toBe(0);
    edit(daemon, (db) =>
      db.prepare('UPDATE servers SET heartbeat_at = ? WHERE server_id = ?').run(Date.now() + 60_000, owner),
    );

    await daemon.restart();
    // what ran was stopped, what waits is as it was
    expect(await statusOf(daemon, ids)).toEqual(dead);
    expect(await statusOf(other, ids)).toMatchObject({ approval: 'approval', question: 'question' });
  });
});

describe('git', () => {
  test('branch and pull request of each directory, asked for once a minute', async () => {
    const daemon = await start({ env: {} });
    const bin = join(daemon.folder, 'bin');
    mkdirSync(bin);
    const calls = join(daemon.folder, 'calls');
    const file = join(bin, 'gh');
    const found = JSON.stringify({ number: 3, state: 'OPEN', isDraft: true, url: 'https://example.org/a/pull/3' });
    writeFileSync(file, `#!/bin/sh\nenv > "${calls}.env"\necho "$PWD" >> "${calls}"\necho '${found}'\n`);
    chmodSync(file, 0o755);
    const PATH = `${bin}${delimiter}${process.env['PATH'] ?? ''}`;
    await daemon.restart({ env: { PATH, AGENT_CODE_PASSWORD: 'canary-password' } });
    const repository = join(daemon.folder, 'repository');
    const plain = join(daemon.folder, 'plain');
    for (const directory of [repository, plain]) mkdirSync(directory);
    for (const args of [
      ['init', '-b', 'trunk'],
      ['remote', 'add', 'origin', 'https://example.org/a.git'],
    ])
      execFileSync('git', args, { cwd: repository, stdio: 'ignore' });
    for (const cwd of [repository, repository, plain]) await daemon.createSession({ metadata: { cwd } });
    const git: SessionGit = {
      branch: 'trunk',
      pull_request: { number: 3, state: 'open', url: 'https://example.org/a/pull/3' },
    };
    const none: SessionGit = { branch: null, pull_request: null };
    const items = async () => (await flatOf(daemon, { include: 'git' })).items as SessionSummary[];
    expect((await items()).map((item) => item.git)).toEqual([none, git, git]);
    expect((await items()).map((item) => item.git)).toEqual([none, git, git]);
    const { groups } = await groupsOf(daemon, { include: 'git,git' });
    expect(groups.map(({ sessions }) => (sessions as SessionSummary[]).map((item) => item.git))).toEqual([
      [none],
      [git, git],
    ]);
    expect((await flatOf(daemon)).items.every((item) => !('git' in item))).toBe(true);
    expect(readFileSync(calls, 'utf8')).toBe(`${repository}\n`);
    expect(readFileSync(`${calls}.env`, 'utf8')).not.toContain('canary-password');
  });

  test('a program that takes its time holds no list up', async () => {
    const daemon = await start();
    const bin = join(daemon.folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'gh'), '#!/bin/sh\nexec sleep 4\n');
    chmodSync(join(bin, 'gh'), 0o755);
    await daemon.restart({ env: { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` } });
    for (const args of [
      ['init', '-b', 'trunk'],
      ['remote', 'add', 'origin', 'https://example.org/a.git'],
    ])
      execFileSync('git', args, { cwd: daemon.cwd, stdio: 'ignore' });
    await daemon.createSession();
    const from = performance.now();
    const [item] = (await flatOf(daemon, { include: 'git' })).items as SessionSummary[];
    expect(item?.git).toEqual({ branch: 'trunk', pull_request: null });
    expect(performance.now() - from).toBeLessThan(3_000);
  });
});
