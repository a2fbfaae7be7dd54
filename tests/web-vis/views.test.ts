/** The views of the visualizer (web.md 8.3): figures against the log, handles, permalinks, keys, a log of 100,000 events. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { rounds } from '../helpers/rounds.js';
import { expectAccessible } from '../web-page/harness.js';
import { createWalk } from '../web-page/walking.js';
import { readWhole } from './harness.js';
import { figure, openScene, type Scene } from './scene.js';

let scene: Scene;
let site: Scene['site'];
let id: string;
let other: string;
beforeAll(async () => {
  scene = await openScene();
  ({ site, id, other } = scene);
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

test('lists the sessions of the home, and filters them', async () => {
  const page = await site.show('/');
  await page.getByRole('heading', { level: 1, name: 'Sessions' }).waitFor();
  await page.getByRole('link', { name: 'Second session' }).waitFor();
  await page.getByRole('searchbox', { name: 'Filter sessions' }).fill('first');
  await page.getByRole('link', { name: 'Second session' }).waitFor({ state: 'detached' });
  await expectAccessible(page);
  // a new tab has no storage of its own: it gets the token from the first
  const second = await site.show('/', { context: page.context(), token: null });
  await second.getByRole('link', { name: 'Second session' }).waitFor();
  await page.getByRole('link', { name: 'First session' }).click();
  await page.getByRole('heading', { level: 1, name: 'First session' }).waitFor();
  // the path is another one, the icon the same
  const icon = await page.locator('link[rel=icon]').evaluate((link: HTMLLinkElement) => link.href);
  expect(new URL(icon).pathname).toBe('/icon.svg');
  await page.context().close();
});

test('a screen that was changed by keys has the focus in its heading; a server that ended is named', async () => {
  const page = await site.show('/');
  const heading = page.getByRole('heading', { level: 1 });
  const hasFocus = () => page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  await page.getByRole('link', { name: 'First session' }).press('Enter');
  await readWhole(page);
  await hasFocus();
  await page.getByRole('link', { name: 'Sessions', exact: true }).press('Enter');
  await page.getByRole('link', { name: 'Second session' }).waitFor();
  await page.route('**/api/v1/vis/**', (route) => route.abort('connectionrefused'));
  await page.getByRole('link', { name: 'Second session' }).press('Enter');
  await page.getByText('agent vis does not answer: it has ended.').waitFor();
  expect(await heading.textContent()).toBe('Session could not be read');
  await page.unroute('**/api/v1/vis/**');
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await readWhole(page);
  expect(await heading.textContent()).toBe('Second session');
  await page.context().close();
});

test('Summary has the figures of the log, and links its findings', async () => {
  const page = await scene.open();
  expect(await figure(page, 'turns')).toBe(String(scene.count(`type = 'turn.started'`)));
  expect(await figure(page, 'calls')).toBe(String(scene.count(`type = 'tool.call.started'`)));
  expect(await figure(page, 'steps')).toBe(
    String(scene.count(`type = 'turn.step.started' AND json_extract(payload, '$.attempt') = 1`)),
  );
  expect(await figure(page, 'errors')).toBe(
    String(scene.count(`type = 'tool.result' AND json_extract(payload, '$.isError')`)),
  );
  expect(await figure(page, 'files')).toBe('1');
  const failed = page.getByRole('list', { name: 'Findings' }).getByRole('link', { name: /^Failed call: Read/ });
  await failed.click();
  await page.getByRole('tab', { name: 'Events', selected: true }).waitFor();
  await page.getByRole('group', { name: /^Event \d+$/ }).waitFor();
  await page.context().close();
});

test('every view can be reached by keys, has its handles, and fits a phone', async () => {
  const page = await scene.open();
  const tabs = page.getByRole('tablist', { name: 'Views' });
  await tabs.getByRole('tab', { name: 'Summary' }).focus();
  const names = ['Timeline', 'Context', 'Tools', 'Agents', 'Conversation', 'Tasks', 'Logs', 'Events'];
  const parts: Record<string, () => Promise<unknown>> = {
    Timeline: () => page.getByRole('treegrid', { name: 'Timeline' }).waitFor(),
    Context: () => page.getByRole('combobox', { name: 'Step' }).waitFor(),
    Tools: () => page.getByRole('table', { name: 'Tools' }).waitFor(),
    Agents: () =>
      page
        .getByRole('table', { name: 'Agents' })
        .getByText('from below')
        .or(page.getByText(/explore/))
        .first()
        .waitFor(),
    Conversation: () => page.getByTestId('user-message').first().waitFor(),
    Tasks: () => page.getByRole('button', { name: 'Show output' }).first().waitFor(),
    Logs: () => page.getByRole('radio', { name: 'All sessions' }).waitFor(),
    Events: () => page.getByRole('table', { name: 'Events' }).waitFor(),
  };
  for (const name of names) {
    await page.keyboard.press('ArrowRight');
    await tabs.getByRole('tab', { name, selected: true }).waitFor();
    await parts[name]?.();
    expect(new URL(page.url()).searchParams.get('view')).toBe(name.toLowerCase());
    await expectAccessible(page);
  }
  await page.context().close();
});

test('nothing is wrong with any place in other looks; a long run has each at all widths in all themes', async () => {
  const page = await scene.open();
  const isLong = rounds(0, 1) === 1;
  const walk = createWalk(page, ({ width, language }) =>
    isLong
      ? [
          { width, language, theme: 'dark' },
          { width, language, theme: 'contrast' },
        ]
      : [],
  );
  const read = '[data-testid=read-state][data-complete=true]';
  const views = 'summary timeline context tools agents conversation tasks logs events'.split(' ');
  const call = scene.count(`type = 'tool.call.started'`, 'min(seq)');
  const places: [name: string, path: string, shown: string][] = [
    ['home', '/', 'tbody tr'],
    ...views.map((name): [string, string, string] => [name, `/sessions/${id}?view=${name}`, read]),
    ['chosen span', `/sessions/${id}?view=timeline&seq=${call}`, '[data-testid=chosen]'],
    ['chosen event', `/sessions/${id}?view=events&seq=${call}`, '.vis-detail'],
    ['compare', `/compare?a=${id}&b=${other}`, 'table'],
    ['nothing', '/nothing', 'h1'],
    ['no session', '/sessions/session_none', '[role=alert]'],
  ];
  for (const width of isLong ? [1280, 768, 320] : [320]) {
    await walk.applyAppearance({
      width,
      theme: isLong ? 'light' : 'contrast',
      language: width === 320 ? 'zh-CN' : 'en',
    });
    for (const [name, path, shown] of places) {
      await page.goto(`${site.baseUrl}${path}`);
      await page.locator(shown).first().waitFor();
      await walk.inspect(`visualizer ${name}`);
    }
    await page.goto(`${site.baseUrl}/sessions/${id}`);
    await readWhole(page);
    await page.locator('.vis-head button').last().click();
    await page.locator('dialog [aria-busy=false]').waitFor();
    await walk.inspect('visualizer export');
    await page.keyboard.press('Escape');
  }
  expect(walk.takeFindings()).toEqual([]);
  await page.context().close();
}, 300_000);

test('Events shows every row, filters, follows a call, and a link gives the same picture', async () => {
  const page = await scene.open('?view=events');
  const all = scene.count('1');
  await page.getByText(`${all} of ${all}`).waitFor();
  await page.getByRole('combobox', { name: 'Type' }).selectOption('tool.call.started');
  await page.getByText(`${scene.count(`type = 'tool.call.started'`)} of ${all}`).waitFor();
  await page.getByRole('table', { name: 'Events' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  const address = page.url();
  expect(new URL(address).searchParams.get('types')).toBe('tool.call.started');
  const shown = await page.getByRole('heading', { level: 2, name: /^Event / }).textContent();
  const again = await site.show(new URL(address).pathname + new URL(address).search);
  await readWhole(again);
  await again.getByRole('heading', { level: 2, name: shown ?? '' }).waitFor();
  await again.getByText(`${scene.count(`type = 'tool.call.started'`)} of ${all}`).waitFor();
  await again.getByRole('searchbox', { name: 'Filter events' }).fill('notes.txt');
  await again.getByText(`2 of ${all}`).waitFor();
  await again.context().close();
  await page.context().close();
});

test('Timeline opens, closes and chooses by keys, zooms and fits', async () => {
  const page = await scene.open('?view=timeline');
  const grid = page.getByRole('treegrid', { name: 'Timeline' });
  await grid.focus();
  await page.keyboard.press('ArrowLeft');
  await grid.locator('[aria-expanded=false]').first().waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.getByTestId('chosen').waitFor();
  await page.keyboard.press('+');
  await page.waitForURL(/[?&]from=/);
  await page.getByRole('button', { name: 'Fit' }).click();
  await page.waitForURL((url) => !url.searchParams.has('from'));
  await page.context().close();
});

test('Context says what is new in a step; Tasks and Logs are read on demand', async () => {
  const page = await scene.open('?view=context');
  await page.getByRole('combobox', { name: 'Step' }).selectOption({ index: 1 });
  await page.getByText('new', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'As table' }).click();
  await page.getByRole('table', { name: 'Context by step' }).waitFor();
  await page.getByRole('tab', { name: 'Tasks' }).click();
  await page.getByRole('button', { name: 'Show output' }).click();
  await page.getByText('from a task').first().waitFor();
  await page.getByRole('tab', { name: 'Logs' }).click();
  await page.getByRole('radio', { name: 'All sessions' }).check();
  await page.getByRole('log', { name: 'Logs' }).waitFor();
  await page.context().close();
});

test('Conversation shows pictures, with nothing that could be done', async () => {
  const page = await scene.open('?view=conversation');
  const rows = page.getByRole('log', { name: 'Conversation' });
  await rows.evaluate((list) => list.scrollTo(0, list.scrollHeight));
  const picture = page.locator('.thumbnail img');
  await picture.waitFor();
  expect(await picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(192);
  expect(await rows.getByRole('button', { name: 'Turn actions' }).count()).toBe(0);
  await page.context().close();
});

test('a log of 100,000 events opens, and only the rows in sight are drawn', async () => {
  const { daemon } = site;
  const long = (await daemon.createSession({ title: 'Long session', metadata: { cwd: daemon.cwd } })).id;
  await daemon.run(long, 'say something');
  await daemon.restart();
  const db = new Database(join(daemon.home, 'agent.db'));
  const { key, last } = db
    .prepare<[string], { key: number; last: number }>('SELECT key, last_seq AS last FROM sessions WHERE id = ?')
    .get(long) ?? { key: 0, last: 0 };
  db.exec(
    `INSERT INTO events (session_key, seq, type, agent_id, visibility, time, payload)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
     SELECT ${key}, ${last} + i, 'todo.changed', 'main', 1, (SELECT max(time) FROM events) + i, '{"todos":[]}' FROM n;
     UPDATE sessions SET last_seq = last_seq + 100000 WHERE key = ${key}`,
  );
  db.close();
  const page = await scene.open('?view=events', long);
  const n = (last + 100_000).toLocaleString('en-US');
  await page.getByText(`${n} of ${n}`).waitFor();
  await page.getByRole('table', { name: 'Events' }).focus();
  await page.keyboard.press('End');
  await page.locator(`[data-seq="${last + 100_000}"]`).waitFor();
  expect(await page.locator('.vis-row[data-seq]').count()).toBeLessThan(120);
  await page.context().close();
});
