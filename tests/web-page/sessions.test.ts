/** The table of all sessions: filters, selection, bulk actions (web.md 5.1). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expectAccessible, expectNoSideScroll, openSite, type Site } from './harness.js';

let site: Site;
let page: Page;

beforeAll(async () => {
  site = await openSite();
  for (let at = 1; at <= 53; at += 1)
    await site.daemon.createSession({ metadata: { cwd: site.daemon.cwd }, title: `Session ${at}` });
  page = await site.open('/sessions');
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

const table = () => page.getByRole('table', { name: 'Sessions' });
const box = (title: string) => table().getByRole('checkbox', { name: `Select ${title}`, exact: true });

async function confirm(deed: 'Archive' | 'Restore' | 'Delete', words: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: deed, exact: true }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText(words).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
  await question.getByRole('button', { name: deed }).click();
}

test('on a touch screen the age of a session and its menu are beside each other', async () => {
  const touched = await site.open('/', { hasTouch: true });
  const item = touched.getByTestId('session-item').first();
  const [age, menu] = [item.locator('.session-age'), item.getByRole('button', { name: /^Session actions: / })];
  await age.waitFor();
  const [left, right] = await Promise.all([age.boundingBox(), menu.boundingBox()]);
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
  await touched.context().close();
});

test('pages of 50, the newest first, or the oldest', async () => {
  await table().getByRole('row').nth(50).waitFor();
  expect(await table().getByRole('row').count()).toBe(51);
  await page.getByRole('button', { name: 'Next page' }).click();
  await table().getByRole('link', { name: 'Session 1', exact: true }).waitFor();
  expect(await table().getByRole('row').count()).toBe(4);
  await table().getByRole('button', { name: 'Changed' }).click();
  await table().getByRole('columnheader', { name: 'Changed' }).and(page.locator('[aria-sort=ascending]')).waitFor();
  await table().getByRole('row').nth(1).getByRole('link', { name: 'Session 1', exact: true }).waitFor();
  await expectAccessible(page);
});

test('home has the newest of a workspace, whatever the list filters', async () => {
  await page.goto(`${site.daemon.baseUrl}/`);
  const recent = page.getByRole('region', { name: 'Recent sessions' });
  const titles = Array.from({ length: 8 }, (_, at) => `Session ${53 - at}`);
  await recent.getByText('Session 46').waitFor();
  expect(await recent.locator('.list-title').allTextContents()).toEqual(titles);
  await page.getByRole('radio', { name: 'Failed' }).check();
  await page.getByRole('navigation', { name: 'Sessions' }).getByText('No matching sessions.').waitFor();
  expect(await recent.locator('.list-title').allTextContents()).toEqual(titles);
  await page.getByRole('radio', { name: 'All' }).check();
  await page.goto(`${site.daemon.baseUrl}/sessions`);
  await table().getByRole('row').nth(50).waitFor();
  await table().getByRole('button', { name: 'Changed' }).click();
  await box('Session 1').waitFor();
});

test('several are archived, restored and deleted at once', async () => {
  await box('Session 1').check();
  await box('Session 2').check();
  await confirm('Archive', '2 sessions move to the archive.');
  await page.getByTestId('toast').getByText('2 done, 0 failed').waitFor();
  await box('Session 1').waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Archived' }).selectOption('only');
  await box('Session 1').waitFor();
  expect(await table().getByRole('row').count()).toBe(3);
  await table().getByRole('checkbox', { name: 'Select all on this page' }).check();
  await confirm('Restore', '2 sessions return');
  await page.getByText('No matching sessions.').waitFor();
  await page.getByRole('combobox', { name: 'Archived' }).selectOption('no');
  await box('Session 2').check();
  await confirm('Delete', '1 session is deleted');
  await box('Session 2').waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 320, height: 640 });
  const state = page.getByRole('combobox', { name: 'State' });
  // the table comes first on a phone
  expect(await state.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Filters' }).click();
  await state.waitFor();
  await expectNoSideScroll(page);
  await expectAccessible(page);
});

test('without a selection the deeds are off and say why; a state filters', async () => {
  const archive = page.getByRole('main').getByRole('button', { name: 'Archive', exact: true });
  expect(await archive.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('combobox', { name: 'State' }).selectOption('failed');
  await page.getByText('No matching sessions.').waitFor();
  expect(new URL(page.url()).searchParams.get('state')).toBe('failed');
});

/** Adds copies of a session to the database, older than all others, as many as a home may have after years. */
function addSessions(count: number): void {
  const db = new Database(join(site.daemon.home, 'agent.db'));
  const columns = (db.pragma('table_info(sessions)') as { name: string }[]).map(({ name }) => name);
  const values: Record<string, string> = {
    key: '(SELECT max(key) FROM sessions) + n.i',
    id: "substr(t.id, 1, length(t.id) - 4) || printf('%04d', n.i)",
    owner: 'NULL',
    title: "'Old ' || printf('%04d', n.i)",
    updated_at: 't.created_at - 86400000 - n.i * 1000',
  };
  db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO sessions (${columns.join(', ')})
    SELECT ${columns.map((name) => values[name] ?? `t.${name}`).join(', ')}
    FROM n, (SELECT * FROM sessions WHERE forming = 0 ORDER BY key LIMIT 1) t`);
  db.close();
}

test('a thousand sessions: one is found by its name, the list stays small, and a page of them is archived at once', async () => {
  addSessions(1_010);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${site.daemon.baseUrl}/sessions`);
  const list = page.getByRole('navigation', { name: 'Sessions' });
  const items = list.getByTestId('session-item');
  await items.nth(4).waitFor();
  expect(await items.count()).toBe(5);
  await list.getByRole('button', { name: /^Show more in / }).click();
  await items.nth(8).waitFor();
  for (let press = 0; press < 5; press += 1) {
    const more = list.getByRole('button', { name: /^Show more in / });
    if (await more.isVisible()) await more.click();
    else await page.locator('.session-groups').evaluate((place) => (place.scrollTop += 2_000));
    await page.waitForTimeout(50);
  }
  expect(await list.evaluate((place) => place.getElementsByTagName('*').length)).toBeLessThanOrEqual(600);
  await list.getByRole('searchbox', { name: 'Filter sessions' }).fill('Old 0777');
  await list.getByRole('link', { name: /^Old 0777, Idle/ }).waitFor();
  const limit = list.getByText('The filter searches the newest 1,000 sessions. Enter searches all.');
  await limit.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await limit.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Next page' }).click();
  await box('Old 0001').waitFor();
  await table().getByRole('checkbox', { name: 'Select all on this page' }).check();
  await confirm('Archive', '50 sessions move to the archive.');
  await page.getByTestId('toast').getByText('50 done, 0 failed').waitFor();
  await expectAccessible(page);
});
