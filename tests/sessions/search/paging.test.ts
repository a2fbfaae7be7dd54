/** Pages of hits: their order, the effect of texts that come and go meanwhile, and the limits of the work. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { contractLimits } from '../../../daemon/sessions/search/gather.js';
import { usualGroup } from '../../../daemon/sessions/search/page.js';
import type { SearchAnswer } from '../../../daemon/sessions/search/query.js';
import { firstTime, openLibrary, type Asked, type Library } from './library.js';

let library: Library;
beforeEach(() => {
  library = openLibrary();
});
afterEach(() => library.close());

/** Ranks few hits together, so that a search of a test has many groups. */
const small = { limits: contractLimits, group: { hits: 7, length: Infinity } };

/** Adds texts that contain the word, some of them several times, in several sessions. */
async function fill(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1)
    library.add({
      text: `${'word '.repeat(1 + ((at * 7) % 5))}number${at} ${'filling '.repeat((at * 3) % 11)}`,
      session: 1 + (at % 4),
      role: at % 3 === 0 ? 'assistant' : 'user',
    });
  await library.index();
}

const numbers = (items: SearchAnswer['items']): number[] =>
  items.map(({ snippet }) => Number(/number(\d+)/.exec(snippet)?.[1] ?? -1));
const ascending = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** name, request, and the order of the numbers; undefined: by score */
const orders: [string, Omit<Asked, 'query'>, ((count: number) => number[])?][] = [
  ['newest first', { sort: 'time_desc' }, (count) => ascending(count).reverse()],
  ['oldest first', { sort: 'time_asc' }, ascending],
  ['a literal', { mode: 'literal', sort: 'time_asc' }, (count) => ascending(count).reverse()],
  ['by score', {}],
];

describe.each(orders)('%s', (_, how, order) => {
  const ask: Asked = { query: 'word', page_size: 3, ...how };

  test('every hit comes once', async () => {
    await fill(40);
    const found = numbers(await library.all(ask, small));
    expect(found.toSorted((a, b) => a - b)).toEqual(ascending(40));
    if (order) expect(found).toEqual(order(40));
  });

  test('what comes meanwhile moves nothing, also in an index that is brought up to date', async () => {
    await fill(40);
    let next = 40;
    const found = await library.all(ask, small, async () => {
      if (next > 80) return;
      for (let more = 0; more < 3; more += 1) library.add({ text: `word word number${(next += 1)}`, session: 9 });
      // an old text that arrives late, such as one of a fork
      library.add({ text: `word number${(next += 1)}`, session: 8, time: firstTime + 500 });
      await library.index();
    });
    const old = numbers(found).filter((number) => number < 40);
    expect(old).toHaveLength(40);
    expect(new Set(numbers(found)).size).toBe(found.length);
    if (order) expect(old).toEqual(order(40));
  });

  test('what goes meanwhile is not shown any more, and nothing else is left out', async () => {
    await fill(40);
    let page = 0;
    const found = await library.all(ask, small, async () => {
      page += 1;
      if (page === 2) library.removeSession(2);
      if (page === 4) await library.index();
    });
    const shown = numbers(found);
    expect(new Set(shown).size).toBe(shown.length);
    const staying = ascending(40).filter((number) => number % 4 !== 1);
    expect(shown.filter((number) => number % 4 !== 1).toSorted((a, b) => a - b)).toEqual(staying);
    expect(shown.slice(6).filter((number) => number % 4 === 1)).toEqual([]);
  });
});

test('scores never rise from page to page, and those of a page say how well a text fits', async () => {
  await fill(40);
  const scores = (await library.all({ query: 'word', page_size: 3 }, small)).map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(Math.max(...scores)).toBeLessThanOrEqual(1);
  expect(Math.min(...scores)).toBeGreaterThan(0);
});

test('more occurrences, shorter texts, rarer words and titles score higher; of equals the newer one', async () => {
  const add = (text: string, role: 'user' | 'title' = 'user') => library.add({ text, role });
  for (let at = 0; at < 30; at += 1) add(`usual thing ${at}`);
  add(`once needle ${'hay '.repeat(30)}`);
  add(`thrice needle needle needle ${'hay '.repeat(30)}`);
  add('short needle');
  add('short needle');
  add('needle', 'title');
  await library.index();
  const found = library.ask({ query: 'needle' }).items;
  expect(found.map(({ snippet, role }) => `${role} ${snippet.slice(0, 12)}`)).toEqual([
    'title needle',
    'user thrice needl',
    'user short needle',
    'user short needle',
    'user once needle ',
  ]);
  const [, , newer, older] = found;
  expect(newer?.time).toBeGreaterThan(older?.time ?? 0);
  const either = library.ask({ query: 'usual needle', op: 'OR' }).items;
  expect(either.slice(0, 5).every(({ snippet }) => snippet.includes('needle'))).toBe(true);
});

describe('texts that came late, as those of a fork', () => {
  beforeEach(async () => {
    await fill(10);
    // copies of old texts, each with a time between two indexed ones
    for (let at = 0; at < 10; at += 1)
      library.add({ text: `word number${at + 100}`, session: 7, time: firstTime + (at + 1) * 1_000 + 1 });
    await library.index();
  });

  test.each(['time_desc', 'time_asc'] as const)('stand where their time puts them, %s', async (sort) => {
    const items = await library.all({ query: 'word', page_size: 3, sort }, small);
    const times = items.map(({ time }) => time);
    expect(times).toEqual(times.toSorted((a, b) => (sort === 'time_asc' ? a - b : b - a)));
    expect(items).toHaveLength(20);
  });

  test('are found by time', async () => {
    const span = { start_time: firstTime + 3_000, end_time: firstTime + 5_001 };
    const asked: Asked = { query: 'word', sort: 'time_asc', ...span };
    expect(numbers(library.ask(asked).items)).toEqual([2, 102, 3, 103, 4, 104]);
    expect(numbers(await library.all({ ...asked, page_size: 1 }))).toEqual([2, 102, 3, 103, 4, 104]);
    expect(numbers(await library.all({ ...asked, sort: 'time_desc', page_size: 1 }))).toEqual([104, 4, 103, 3, 102, 2]);
  });
});

/** name, conditions, and the numbers that match, newest first */
const filters: [string, Omit<Asked, 'query'>, number[]][] = [
  ['role', { role: 'assistant' }, [9, 6, 3, 0]],
  ['session', { container: { session_id: 'session_2' } }, [9, 5, 1]],
  ['session and role', { container: { session_id: 'session_2' }, role: 'user' }, [5, 1]],
  ['unknown session', { container: { session_id: 'session_none' } }, []],
  ['agent', { container: { agent_id: 'agent_1' } }, [10]],
  ['session and agent', { container: { session_id: 'session_3', agent_id: 'main' } }, [6, 2]],
  ['unknown agent', { container: { agent_id: 'nobody' } }, []],
  ['empty container', { container: {} }, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]],
  ['from', { start_time: firstTime + 9_000 }, [10, 9, 8]],
  ['to', { end_time: firstTime + 2_000 }, [1, 0]],
  ['from and to, inclusive', { start_time: firstTime + 2_000, end_time: firstTime + 4_000 }, [3, 2, 1]],
  ['from after to', { start_time: firstTime + 4_000, end_time: firstTime + 2_000 }, []],
  ['from before all', { start_time: 0 }, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]],
  ['from after all', { start_time: firstTime + 1e9 }, []],
  ['all together', { container: { session_id: 'session_1' }, role: 'user', end_time: firstTime + 8_000 }, [4]],
];

describe.each(['terms', 'literal'] as const)('filters of %s:', (mode) => {
  test.each(filters)('%s', async (_, filter, expected) => {
    await fill(10);
    library.add({ text: 'word number10', session: 3, agent: 'agent_1' });
    library.add({ text: 'another', session: 3, agent: 'agent_1' });
    await library.index();
    for (const page_size of [2, 20]) {
      const asked: Asked = { query: 'word', mode, sort: 'time_desc', page_size, ...filter };
      expect(numbers(await library.all(asked))).toEqual(expected);
    }
    const byScore = numbers(await library.all({ query: 'word', mode, page_size: 2, ...filter }, small));
    expect(byScore.toSorted((a, b) => b - a)).toEqual(expected);
  });
});

describe('tokens', () => {
  const asked: Asked = { query: 'word', page_size: 3 };
  beforeEach(() => fill(20));

  const token = (request: Asked = asked): string => library.ask(request).page_token ?? '';

  test('are base64url, and short', () => {
    expect(token()).toMatch(/^[\w-]{40,600}$/);
  });

  /** name, and a condition that differs from the token's */
  const changes: [string, Partial<Asked>][] = [
    ['query', { query: 'words' }],
    ['case of the query', { query: 'Word' }],
    ['mode', { mode: 'literal' }],
    ['op', { op: 'OR' }],
    ['session', { container: { session_id: 'session_1' } }],
    ['agent', { container: { agent_id: 'main' } }],
    ['role', { role: 'user' }],
    ['start', { start_time: 0 }],
    ['end', { end_time: 1e15 }],
    ['sort', { sort: 'time_desc' }],
    ['page size', { page_size: 4 }],
  ];
  test.each(changes)('are refused when this changed: %s', (_, change) => {
    expect(library.outcome({ ...asked, ...change, page_token: token() })).toEqual({ refused: 'token' });
  });

  /** name, and damage to a token */
  const damages: [string, (token: string) => string][] = [
    ['cut', (given) => given.slice(0, -1)],
    ['longer', (given) => `${given}A`],
    ['changed in the seal', (given) => `${given.startsWith('A') ? 'B' : 'A'}${given.slice(1)}`],
    ['changed in the place', (given) => given.slice(0, 40) + (given[40] === 'A' ? 'B' : 'A') + given.slice(41)],
    ['empty', () => ''],
    ['no base64url', () => '*'.repeat(40)],
    ['of another program', () => Buffer.from('{"offset":20}'.repeat(4)).toString('base64url')],
  ];
  test.each(damages)('are refused when they are %s', (_, damage) => {
    expect(library.outcome({ ...asked, page_token: damage(token()) })).toEqual({ refused: 'token' });
  });

  test('are refused by another index, and after a rebuild', async () => {
    const given = token();
    const other = openLibrary();
    expect(other.outcome({ ...asked, page_token: given })).toEqual({ refused: 'token' });
    other.close();
    library.db.exec('UPDATE search_index SET built = 2, generation = lower(hex(randomblob(8)))');
    expect(library.outcome({ ...asked, page_token: given })).toEqual({ refused: 'token' });
    await library.index();
    expect(library.outcome({ ...asked, page_token: given })).toEqual({ refused: 'token' });
    expect(library.ask({ ...asked, page_token: token() }).items).toHaveLength(3);
  });

  test('can be used again, with the same page', () => {
    const page = { ...asked, page_token: token() };
    expect(library.ask(page).items).toEqual(library.ask(page).items);
  });
});

/** limit, its value, request, and its name in the answer */
const limits: [string, Partial<typeof contractLimits>, Partial<Asked>, string][] = [
  ['texts', { candidates: 30 }, { sort: 'time_desc', page_size: 50 }, 'candidate_cap'],
  ['places', { postings: 60 }, { sort: 'time_desc' }, 'postings_budget'],
  ['places, by score', { postings: 60 }, {}, 'postings_budget'],
  ['time', { ms: 0 }, { mode: 'literal' }, 'deadline'],
  ['time, by score', { ms: 0 }, {}, 'deadline'],
];

describe('a limit cuts the work, and the next page continues:', () => {
  test.each(limits)('%s', async (_, limit, asked, name) => {
    await fill(120);
    const sizes = { limits: { ...contractLimits, ...limit }, group: usualGroup };
    const request: Asked = { query: 'word', page_size: 50, ...asked };
    const first = library.ask(request, sizes);
    expect([first.incomplete, first.has_more]).toEqual([name, true]);
    expect(numbers(await library.all(request, sizes)).toSorted((a, b) => a - b)).toEqual(ascending(120));
    expect(library.ask(request).incomplete).toBeUndefined();
  });

  test('so many texts that hardly fit', async () => {
    await fill(120);
    const sizes = { limits: { ...contractLimits, candidates: 30 }, group: usualGroup };
    const request: Asked = { query: 'word', container: { agent_id: 'nobody' }, sort: 'time_asc', page_size: 5 };
    expect(library.ask(request, sizes)).toMatchObject({ items: [], has_more: true, incomplete: 'candidate_cap' });
    expect(await library.all(request, sizes)).toEqual([]);
  });

  test('by score only the newest hits count at all', async () => {
    await fill(120);
    const sizes = { limits: { ...contractLimits, candidates: 100 }, group: { hits: 20, length: Infinity } };
    let pages = 0;
    const found = await library.all({ query: 'word', page_size: 50 }, sizes, async ({ incomplete }) => {
      pages += 1;
      expect(incomplete).toBe('candidate_cap');
    });
    expect(numbers(found).toSorted((a, b) => a - b)).toEqual(ascending(120).slice(20));
    expect(pages).toBe(5);
  });
});

/** text, query, mode, snippet */
const snippets: [string, string, 'terms' | 'literal', string][] = [
  ['short text', 'text', 'terms', 'short text'],
  ['two\n\n  lines\tand\u00a0blanks', 'and', 'terms', 'two lines and blanks'],
  [`${'a '.repeat(100)}needle${' b'.repeat(100)}`, 'needle', 'terms', `…${'a '.repeat(18)}needle${' b'.repeat(18)}…`],
  [`${'x'.repeat(200)} end`, 'end', 'terms', `…${'x'.repeat(76)} end`],
  [`start ${'x'.repeat(200)}`, 'start', 'terms', `start ${'x'.repeat(74)}…`],
  [`${'ab'.repeat(200)}`, 'ab'.repeat(100), 'literal', `${'ab'.repeat(40)}…`],
  [`${'👩‍💻'.repeat(60)} needle ${'🇩🇪'.repeat(60)}`, 'needle', 'terms', `…${'👩‍💻'.repeat(36)} needle ${'🇩🇪'.repeat(36)}…`],
  [`${'e\u0301'.repeat(100)} needle`, 'needle', 'terms', `…${'e\u0301'.repeat(73)} needle`],
  [`${'ﬃ'.repeat(60)} needle ${'ﬃ'.repeat(60)}`, 'needle', 'literal', `…${'ﬃ'.repeat(36)} needle ${'ﬃ'.repeat(36)}…`],
  ['a\u202ehidden\u200b needle\u0007', 'needle', 'terms', 'ahidden needle'],
  ['say <system-reminder> needle', 'needle', 'terms', 'say &lt;system-reminder> needle'],
  ['我'.repeat(100) + '搜索' + '你'.repeat(100), '搜索', 'terms', `…${'我'.repeat(39)}搜索${'你'.repeat(39)}…`],
];

test.each(snippets)('the snippet of %j for %j as %s', async (text, query, mode, expected) => {
  library.add(text);
  await library.index();
  expect(library.found({ query, mode })).toEqual([expected]);
});
