/** `GET /api/v2/sessions`: filters, orders, fields (rest.md 25). */
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { SessionSummary } from '../../schemas/generated/types.js';
import type { TestDaemon } from '../helpers/daemon.js';
import { type Flat, type Query, start, flatOf, groupsOf, setTimes } from './sessionlistscene.js';

describe('filters and orders', () => {
  let daemon: TestDaemon;
  let workspaces: string[];
  /** ids by name: three in the first workspace, two in the second, one archived */
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
  // b and d changed at the same time, so their ids decide
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
      runtime_id: 'local',
      message_count: 0,
    });
    const a = (await flatOf(daemon)).items.at(-1);
    expect(a).toMatchObject({ id: ids['a'], message_count: 2 });
    expect(a).not.toHaveProperty('total_cost_usd');
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
    ['fields with directories', { fields: 'id,archived', include: 'dirs' }, 'fields'],
    ['an include that ends too late', { include: 'dirs,' }, 'include'],
    ['page 0', { page: 0 }, 'page'],
    ['a page and a token', { page: 1, page_token: 'x' }, 'page'],
    ['two pages', { page: ['1', '2'] }, 'page'],
  ])('refused: %s', async (_, query, path) => {
    const answer = await daemon.fails('querySessions', 'VALIDATION_FAILED', { query });
    expect((answer.details as { path: string }[]).map((detail) => detail.path.split('.0')[0])).toContain(path);
  });
});

test('further directories are shown where they are asked for, of sessions in memory or not, in both views', async () => {
  const daemon = await start();
  const [one, two] = ['one', 'two'].map((name) => join(realpathSync(daemon.folder), name)) as [string, string];
  for (const path of [one, two]) mkdirSync(path);
  const first = await daemon.createSession({ launch: { additional_dirs: [one, two] } });
  await daemon.restart();
  const second = await daemon.createSession();
  const shown = (items: Flat['items']) =>
    Object.fromEntries((items as SessionSummary[]).map(({ id, additional_dirs }) => [id, additional_dirs]));
  const wanted = { [first.id]: [one, two], [second.id]: [] };
  const { items } = await flatOf(daemon, { include: 'dirs' });
  expect(shown(items)).toEqual(wanted);
  expect(items.some((item) => 'git' in item)).toBe(false);
  const { groups } = await groupsOf(daemon, { include: 'git,dirs' });
  expect(shown(groups.flatMap(({ sessions }) => sessions))).toEqual(wanted);
  expect(groups.flatMap(({ sessions }) => sessions).every((item) => 'git' in item)).toBe(true);
  const others: Query[] = [{}, { include: 'git' }];
  for (const query of others)
    expect((await flatOf(daemon, query)).items.some((item) => 'additional_dirs' in item)).toBe(false);
  await daemon.ok('replaceDirectories', { ...daemon.session(first.id), body: { paths: [two] } });
  expect(shown((await flatOf(daemon, { include: 'dirs' })).items)[first.id]).toEqual([two]);
});
