/** The views of the visualizer as screens of the page: the log as a server gives it, followed, and two sessions compared (web.md 8). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible, expectNoSideScroll, openSite, type Site } from '../web-page/harness.js';
import { readWhole } from './harness.js';

let site: Site;
let id: string;
let other: string;
let page: Page;
beforeAll(async () => {
  site = await openSite();
  const { daemon } = site;
  const create = async (title: string) =>
    (await daemon.createSession({ title, metadata: { cwd: daemon.cwd }, agent_config: { permission_mode: 'auto' } }))
      .id;
  id = await create('First session');
  await daemon.run(id, 'write notes.txt: first line\nread notes.txt\ncall Read {"path":"none.txt"}');
  await daemon.run(id, 'run in background echo from a task');
  other = await create('Second session');
  await daemon.run(other, 'run expr 1 + 1');
  page = await site.open(`/sessions/${id}/timeline`);
  await readWhole(page);
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

const figure = async (name: string): Promise<string> =>
  (await page.getByTestId(`figure-${name}`).locator('dd').textContent()) ?? '';

test('a session is shown in all views but its log files, and what a server keeps to itself is unknown', async () => {
  await page.getByRole('heading', { level: 1, name: 'Timeline' }).waitFor();
  expect(await page.title()).toContain('Timeline');
  expect(await figure('calls')).toBe('4');
  expect(await figure('files')).toBe('unknown');
  const tabs = page.getByRole('tablist', { name: 'Views' });
  expect(await tabs.getByRole('tab').allTextContents()).toEqual([
    'Summary',
    'Timeline',
    'Context',
    'Tools',
    'Agents',
    'Conversation',
    'Tasks',
    'Events',
  ]);
  await tabs.getByRole('tab', { name: 'Timeline' }).click();
  await page.getByRole('treegrid', { name: 'Timeline' }).waitFor();
  await expectAccessible(page);
  await tabs.getByRole('tab', { name: 'Tasks' }).click();
  await page.getByRole('button', { name: 'Show output' }).first().click();
  await page.getByText('from a task').first().waitFor();
  await page.setViewportSize({ width: 320, height: 700 });
  for (const name of ['Summary', 'Timeline', 'Context', 'Conversation', 'Events']) {
    await tabs.getByRole('tab', { name }).click();
    await expectNoSideScroll(page);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('what happens meanwhile is followed', async () => {
  await page.getByRole('tab', { name: 'Summary' }).click();
  await site.daemon.run(id, 'read notes.txt');
  await page.getByTestId('figure-calls').getByText('5').waitFor();
  await page
    .getByRole('list', { name: 'Findings' })
    .getByRole('link', { name: /^Failed call/ })
    .click();
  await page.waitForURL(new RegExp(`/sessions/${id}/timeline\\?view=events&seq=\\d+`));
});

test('two sessions are compared; the menu of a session leads to its timeline', async () => {
  await page.getByRole('link', { name: 'Compare with…' }).click();
  await page.getByRole('heading', { level: 1, name: 'Compare' }).waitFor();
  await page.getByRole('combobox', { name: 'Session B' }).selectOption(other);
  await page.getByRole('table', { name: 'Figures' }).waitFor();
  await expectAccessible(page);
  await page.goto(`${site.daemon.baseUrl}/sessions/${other}`);
  await page.getByRole('button', { name: 'Session actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Timeline' }).click();
  await page.getByRole('treegrid', { name: 'Timeline' }).waitFor();
  await page.goto(`${site.daemon.baseUrl}/sessions/session_00000000000000000000000000/timeline`);
  await page.getByRole('heading', { level: 1, name: 'Session not found' }).waitFor();
});
