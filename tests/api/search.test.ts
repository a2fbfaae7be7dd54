/** Search over REST: searched texts, changes of sessions, and page tokens. */
import { describe, expect, jest, test } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import { daemon, search, lines, ready, useSearchDaemon } from './search.fixture.js';

jest.setTimeout(60_000);

useSearchDaemon();

describe('what is searched', () => {
  test('prompts, answers and titles, with all that is known of them', async () => {
    const { id, workspace_id } = await daemon.createSession({ title: 'About apples' });
    const from = Date.now();
    await daemon.run(id, 'say an apple a day');
    const { items, ...rest } = await search({ query: 'apple', sort: 'time_asc' });
    const same = { session_id: id, workspace_id, session_title: 'About apples', agent_id: 'main', turn: 1 };
    const number = { time: expect.any(Number), score: expect.any(Number) };
    expect(items).toEqual([
      { ...same, ...number, role: 'user', snippet: 'say an apple a day' },
      { ...same, ...number, role: 'assistant', snippet: 'an apple a day', step_id: 't1.1' },
    ]);
    expect(items[0]?.time).toBeGreaterThanOrEqual(from - 1_000);
    expect(rest).toEqual({
      has_more: false,
      index_state: { state: 'ready', indexed_sessions: 1, total_sessions: 1, documents: 3 },
      source: 'index',
    });
    const title = { session_id: id, workspace_id, session_title: 'About apples', agent_id: '', role: 'title' };
    expect((await search({ query: 'apples' })).items).toEqual([{ ...title, ...number, snippet: 'About apples' }]);
  });

  test('no output of tools and of the shell, no engine text', async () => {
    const { id } = await daemon.createSession({ title: 'x', agent_config: { permission_mode: 'yolo' } });
    await daemon.run(id, 'run seq 1 10; echo banana$((40+2))');
    const { task_id } = await daemon.ok('runShell', {
      ...daemon.session(id),
      body: { command: 'echo damson$((3+4))' },
    });
    await until('the end of the command', async () => {
      const task = await daemon.ok('getTask', { params: { session_id: id, task_id } });
      return task.status === 'running' ? undefined : task;
    });
    await daemon.run(id, 'run in background sleep 0.5; echo elder$((1+1))\nwait 5');
    expect(await lines('banana42')).toEqual([]);
    expect(await lines('damson', { mode: 'literal' })).toEqual(['main user: echo damson$((3+4))']);
    expect(await lines('elder2')).toEqual([]);
    expect(await lines('system-reminder')).toEqual([]);
    expect(await lines('notification')).toEqual([]);
  });

  test('texts of all agents, by their ids', async () => {
    const { id } = await daemon.createSession({ title: 'x' });
    await daemon.run(id, `agent explore: say ${'figs and dates and more of them '.repeat(8)}`);
    const all = await search({ query: 'figs', sort: 'time_asc', page_size: 50 });
    const agents = all.items.map(({ agent_id, role }) => `${agent_id} ${role}`);
    expect(agents).toEqual(expect.arrayContaining(['main user', 'agent_1 user', 'agent_1 assistant']));
    const { items } = await search({ query: 'figs', container: { agent_id: 'agent_1', session_id: id } });
    expect(new Set(items.map(({ agent_id }) => agent_id))).toEqual(new Set(['agent_1']));
    expect(items).toHaveLength(agents.filter((each) => each.startsWith('agent_1')).length);
  });

  test('the first 20,000 characters', async () => {
    const { id } = await daemon.createSession({ title: 'x' });
    await daemon.run(id, `say ${'a'.repeat(19_992)} grape and melon`);
    expect((await search({ query: 'grape', mode: 'literal', role: 'user' })).items).toHaveLength(0);
    expect((await search({ query: 'a gr', mode: 'literal', role: 'user' })).items).toHaveLength(1);
    expect((await search({ query: 'melon' })).items).toHaveLength(0);
  });
});

describe('changes', () => {
  test('a title counts as it is now', async () => {
    const { id } = await daemon.createSession({ title: 'Kiwi' });
    expect(await lines('kiwi')).toEqual(['title: Kiwi']);
    await daemon.ok('updateSessionProfile', { ...daemon.session(id), body: { title: 'Lemon' } });
    expect(await lines('kiwi')).toEqual([]);
    expect(await lines('lemon')).toEqual(['title: Lemon']);
  });

  test('undone turns are gone and come back with redo', async () => {
    const { id } = await daemon.createSession({ title: 'x' });
    await daemon.run(id, 'say mango');
    expect(await lines('mango')).toHaveLength(2);
    await daemon.ok('undoSession', { ...daemon.session(id), body: {} });
    expect(await lines('mango')).toEqual([]);
    await daemon.ok('redoSession', { ...daemon.session(id), body: {} });
    expect(await lines('mango')).toHaveLength(2);
  });

  test('archived sessions are found, deleted ones are not, and nothing of them stays', async () => {
    const { id } = await daemon.createSession({ title: 'Nectarine' });
    await daemon.run(id, 'say nectarine');
    await daemon.ok('archiveSession', daemon.session(id));
    expect(await lines('nectarine')).toHaveLength(3);
    await daemon.ok('deleteSession', daemon.session(id));
    const gone = await search({ query: 'nectarine' });
    expect(gone.items).toEqual([]);
    expect((await ready()).index_state).toMatchObject({ documents: 0, total_sessions: 0, indexed_sessions: 0 });
    // the next session gets its database key
    const next = await daemon.createSession({ title: 'Olive' });
    await daemon.run(next.id, 'say olive');
    expect(await lines('nectarine')).toEqual([]);
    expect(await lines('olive')).toHaveLength(3);
  });

  test('a fork has its own copies, where their time puts them', async () => {
    const { id } = await daemon.createSession({ title: 'Papaya' });
    await daemon.run(id, 'say papaya');
    await search({ query: 'papaya' });
    const fork = await daemon.ok('forkSession', { ...daemon.session(id), body: {} });
    await daemon.run(id, 'say papaya again');
    const { items } = await search({ query: 'papaya', sort: 'time_desc' });
    expect(items.map(({ session_id, role }) => `${session_id === id ? 'old' : 'fork'} ${role}`).toSorted()).toEqual(
      [
        ...['old title', 'old user', 'old assistant', 'old user', 'old assistant'],
        ...['fork title', 'fork user', 'fork assistant'],
      ].toSorted(),
    );
    const times = items.map(({ time }) => time);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const inFork = await search({ query: 'papaya', container: { session_id: fork.id }, role: 'user' });
    expect(inFork.items.map(({ session_id, snippet }) => [session_id, snippet])).toEqual([[fork.id, 'say papaya']]);
  });

  test('a workspace has the hits of its own sessions, on all pages', async () => {
    const cwd = join(daemon.cwd, 'orchard');
    mkdirSync(cwd);
    const ids: string[] = [];
    for (const metadata of [{ cwd }, { cwd: daemon.cwd }, { cwd }]) {
      const { id, workspace_id } = await daemon.createSession({ metadata, title: 'Medlar' });
      if (metadata.cwd === cwd) ids.push(id, workspace_id ?? '');
    }
    const [first = '', workspace_id = '', second = ''] = ids;
    const container = { workspace_id };
    const page = await search({ query: 'medlar', container, page_size: 1 });
    const rest = await search({ query: 'medlar', container, page_size: 1, page_token: page.page_token ?? '' });
    const found = [...page.items, ...rest.items].map(({ session_id }) => session_id);
    expect(found.toSorted()).toEqual([first, second].toSorted());
    expect((await search({ query: 'medlar' })).items).toHaveLength(3);
    expect((await search({ query: 'medlar', container: { workspace_id: 'wd_none' } })).items).toEqual([]);
  });

  test('what was just said is found at once, also while the turn continues', async () => {
    const { id } = await daemon.createSession({ title: 'x' });
    await daemon.prompt(id, 'slow 200 quince one two three four five six seven eight nine ten');
    await until('the prompt', async () => ((await lines('quince')).length > 0 ? true : undefined));
    expect(await lines('quince')).toEqual([
      'main user: slow 200 quince one two three four five six seven eight nine ten',
    ]);
    await daemon.waitForEnd(id);
    expect(await lines('quince')).toHaveLength(2);
  });
});

describe('tokens', () => {
  test('continue where a page ended, across a restart; others are refused', async () => {
    const { id } = await daemon.createSession({ title: 'x' });
    for (const number of [1, 2, 3]) await daemon.run(id, `say raisin ${number}`);
    const first = await search({ query: 'raisin', page_size: 4 });
    expect([first.items.length, first.has_more]).toEqual([4, true]);
    const page_token = first.page_token ?? '';
    await daemon.restart();
    const second = await search({ query: 'raisin', page_size: 4, page_token });
    expect([second.items.length, second.has_more, second.page_token]).toEqual([2, false, undefined]);
    const all = [...first.items, ...second.items].map(({ turn, role }) => `${turn} ${role}`);
    expect(new Set(all).size).toBe(6);
    for (const body of [
      { query: 'raisin', page_size: 5, page_token },
      { query: 'raisins', page_size: 4, page_token },
      { query: 'raisin', page_size: 4, page_token: `${page_token}x` },
    ]) {
      const { details } = await daemon.fails('searchSessions', 'VALIDATION_FAILED', { body });
      expect(details).toEqual([{ path: 'page_token', message: expect.any(String) }]);
    }
  });

  /** refused bodies, and the field in error */
  const refused: [Record<string, unknown>, string][] = [
    [{}, 'query'],
    [{ query: '' }, 'query'],
    [{ query: ' \n' }, 'query'],
    [{ query: '"*^' }, 'query'],
    [{ query: 'x', mode: 'literal' }, 'query'],
    [{ query: 'x'.repeat(1_025), mode: 'literal' }, 'query'],
    [{ query: Array.from({ length: 33 }, (_, at) => `w${at}`).join(' ') }, 'query'],
    [{ query: 7 }, 'query'],
    [{ query: 'x', mode: 'regex' }, 'mode'],
    [{ query: 'x', op: 'NOT' }, 'op'],
    [{ query: 'x', role: 'tool' }, 'role'],
    [{ query: 'x', sort: 'random' }, 'sort'],
    [{ query: 'x', page_size: 0 }, 'page_size'],
    [{ query: 'x', page_size: 51 }, 'page_size'],
    [{ query: 'x', start_time: -1 }, 'start_time'],
    [{ query: 'x', end_time: 1.5 }, 'end_time'],
    [{ query: 'x', container: 'session_1' }, 'container'],
    [{ query: 'x', container: { session_id: 1 } }, 'container.session_id'],
    [{ query: 'x', page_token: 'nonsense' }, 'page_token'],
  ];
  test.each(refused)('%j is refused', async (body, path) => {
    const { details } = await daemon.fails('searchSessions', 'VALIDATION_FAILED', { body: body });
    expect((details as { path: string }[])[0]?.path).toBe(path);
  });
});
