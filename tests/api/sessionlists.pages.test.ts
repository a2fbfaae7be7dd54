/** `GET /api/v2/sessions`: pages by token and by number (rest.md 25). */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type TestDaemon } from '../helpers/daemon.js';
import { type Flat, type Query, start, flatOf, idsOf, setTimes } from './sessionlistscene.js';

describe('pages', () => {
  let daemon: TestDaemon;
  let all: string[];
  const base = 1_700_000_000_000;
  beforeAll(async () => {
    daemon = await start();
    for (let n = 0; n < 12; n += 1) await daemon.createSession();
    const made = idsOf((await flatOf(daemon)).items);
    // pairs of sessions have the same time
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
          // one session is created, one of the page is deleted, another one of the page is changed
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
    // the same conditions, written differently
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
      { include: 'dirs' },
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
