/** `GET /api/v2/sessions`: groups by workspace (rest.md 25). */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { SessionSummary } from '../../schemas/generated/types.js';
import { type TestDaemon } from '../helpers/daemon.js';
import { type Grouped, start, flatOf, groupsOf, idsOf, setTimes } from './sessionlistscene.js';

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
    // w1's first session changed at 100 and its last at 99; the ascending order compares the last
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
