/** Keys, their list, and the command palette (web.md 6). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expectAccessible, expectNoSideScroll, openSite, type Site } from './harness.js';

let site: Site;
let page: Page;
const ids: string[] = [];

beforeAll(async () => {
  site = await openSite();
  writeFileSync(join(site.daemon.cwd, 'needle.ts'), 'x\n');
  for (const title of ['Fix the date test', 'Port the parser'])
    ids.push((await site.daemon.createSession({ metadata: { cwd: site.daemon.cwd }, title })).id);
  page = await site.open(`/sessions/${ids[0]}`);
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

const path = (): string => new URL(page.url()).pathname;
const palette = () => page.getByRole('dialog', { name: 'Command palette' });
const field = () => palette().getByRole('combobox', { name: 'Search commands and sessions' });

test('the palette finds sessions, commands and files, and acts', async () => {
  await page.keyboard.press('Control+k');
  await palette().getByRole('group', { name: 'Sessions' }).getByRole('option').first().waitFor();
  await expectAccessible(page);
  await field().fill('parser');
  await palette()
    .getByRole('option', { name: /Port the parser/, selected: true })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Port the parser' }).waitFor();

  await page.keyboard.press('Control+k');
  await field().fill('details');
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Details' }).waitFor();

  await page.keyboard.press('Control+k');
  await field().fill('@needle');
  await palette().getByRole('option', { name: 'needle.ts' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'needle.ts' }).waitFor();

  await page.keyboard.press('Control+k');
  // recently used first
  await palette()
    .getByRole('group', { name: 'Commands' })
    .getByRole('option')
    .first()
    .filter({ hasText: 'Details' })
    .waitFor();
  await field().fill('theme: dark');
  await page.keyboard.press('Enter');
  await page.waitForSelector('html[data-theme=dark]');
  await page.keyboard.press('Control+k');
  await field().fill('zzzz');
  await palette().getByText('No matches.').waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await palette().waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('letters after Mod-F are search words, also while the search bar still loads', async () => {
  const other = await site.open(`/sessions/${ids[0]}`);
  await other.getByRole('textbox', { name: 'Message' }).waitFor();
  await other.getByTestId('transcript').focus();
  let answer = (): void => undefined;
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
  await other.route('**/assets/findbar-*.js', async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await other.keyboard.press('Control+f');
  await other.keyboard.type('i?');
  const bar = other.getByRole('search', { name: 'Find in session' });
  await bar.waitFor();
  await expectAccessible(other);
  answer();
  await bar.getByText('Nothing found').waitFor();
  await other.keyboard.type('tg');
  expect(await bar.getByRole('searchbox').inputValue()).toBe('i?tg');
  expect(new URL(other.url()).pathname).toBe(`/sessions/${ids[0]}`);
  await other.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  await other.context().close();
});

test('keys move between sessions, areas, panels and screens', async () => {
  await page.goto(`${site.daemon.baseUrl}/sessions/${ids[1]}`);
  await page.getByRole('heading', { level: 1, name: 'Port the parser' }).waitFor();
  await page
    .getByRole('link', { name: /Fix the date test/ })
    .first()
    .waitFor();
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByRole('heading', { level: 1, name: 'Fix the date test' }).waitFor();
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByRole('heading', { level: 1, name: 'Port the parser' }).waitFor();
  await page.keyboard.press('Control+Shift+D');
  await page.getByRole('complementary', { name: 'Changes' }).waitFor();
  await page.keyboard.press('Control+Shift+B');
  await page.getByRole('complementary', { name: 'Changes' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+b');
  await page.getByRole('navigation', { name: 'Sessions' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+b');
  await page.getByRole('navigation', { name: 'Sessions' }).waitFor();

  await page.getByRole('textbox', { name: 'Message' }).focus();
  await page.keyboard.press('Shift+F6');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('transcript');
  await page.keyboard.press('F6');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
  await page.keyboard.type('i ?');
  expect(path()).toBe(`/sessions/${ids[1]}`);
  await page.getByTestId('transcript').focus();
  await page.keyboard.press('/');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
  await page.getByTestId('transcript').focus();
  await page.keyboard.press('i');
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await page.keyboard.press('Control+Shift+O');
  await page.getByRole('heading', { level: 1, name: 'New session' }).waitFor();
});

test('the list of keys names them, and single keys can be switched off', async () => {
  await page.keyboard.press('Control+/');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByRole('row', { name: /Ctrl-K/ }).waitFor();
  await help.getByRole('row', { name: /\/compact/ }).waitFor();
  await help.getByRole('row', { name: /^i / }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.evaluate(() => localStorage.setItem('agent.preferences', JSON.stringify({ singleKeys: false })));
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'New session' }).waitFor();
  await page.locator('h1').focus();
  await page.keyboard.press('i');
  expect(path()).toBe('/new');
});
