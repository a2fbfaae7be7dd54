/** Many turns, long outputs and long lists: every part is reachable, few elements exist (web.md 2.5, 5.1, 5.5). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible, onSession, openSite, untilOnline, type Site } from './harness.js';

const turns = 70;

let site: Site;
let page: Page;
let id: string;
beforeAll(async () => {
  site = await openSite();
  const agent_config = { model: 'offline/echo', permission_mode: 'auto' };
  ({ id } = await site.daemon.createSession({ agent_config }));
  for (let at = 1; at <= turns; at += 1) await site.daemon.prompt(id, `echo turn ${at}`);
  await site.daemon.waitForEnd(id);
  page = await site.open('/');
  await untilOnline(page);
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

test('a turn far above is reached with few requests, and older turns do not count as new', async () => {
  const pages: string[] = [];
  page.on(
    'request',
    (request) => void (/\/transcript\?.*before_turn/.test(request.url()) && pages.push(request.url())),
  );
  let answer = (): void => undefined;
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/before_turn/, async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}?turn=2`);
  await page.getByText('Loading turn 2…').waitFor();
  await expectAccessible(page);
  answer();
  await page.getByTestId('user-message').getByText('echo turn 2', { exact: true }).waitFor();
  expect(pages.length).toBe(1);
  await page.getByText('Loading turn 2…').waitFor({ state: 'detached' });
  await page.unrouteAll();
  const jump = page.getByRole('button', { name: /^Jump to latest/ });
  expect(await jump.textContent()).toBe('Jump to latest');
  await site.daemon.run(id, 'echo one more');
  await page.getByRole('button', { name: /^Jump to latest, [1-9] new$/ }).waitFor();
  await jump.click();
  await page.getByTestId('assistant-text').getByText('one more').waitFor();
});

test('a long output is drawn with few elements, wherever the reader is', async () => {
  const session = onSession(site, page);
  await session.start({ model: 'offline/echo', permission_mode: 'auto' });
  await session.run('run seq 1 4000');
  const call = page.getByTestId('tool-call').last();
  await call.getByRole('button').first().click();
  await call.getByRole('button', { name: /^Show all output/ }).click();
  const transcript = page.getByTestId('transcript');
  const count = () => transcript.evaluate((element) => element.querySelectorAll('*').length);
  await call.locator('.output-piece').first().waitFor();
  expect(await count()).toBeLessThan(3_000);
  const text = await call.locator('.output pre').evaluate((element) => (element as HTMLElement).innerText);
  expect(text.trim().split(/\n+/).slice(0, 4_000)).toEqual(Array.from({ length: 4_000 }, (_, at) => String(at + 1)));
  await transcript.press('End');
  await call.locator('.output-line').getByText('4000', { exact: true }).waitFor();
  expect(await count()).toBeLessThan(3_000);
});

test('keys reach every entry of a list that is drawn in part', async () => {
  for (let at = 0; at < 60; at += 1) await site.daemon.createSession({ title: `Entry ${at}` });
  await site.daemon.createSession({ title: 'Newest' });
  await page.goto(`${site.daemon.baseUrl}/inbox`);
  const entries = page.getByRole('navigation', { name: 'Sessions' }).locator('.session-item a');
  const more = page.getByRole('button', { name: /^Show more in/ });
  const list = page.locator('.session-groups');
  // five entries at first, and twenty more per press
  for (let shown = 5; shown < 61; shown += 20) {
    await more.waitFor();
    const before = await more.textContent();
    await more.click();
    await page.waitForFunction((words) => document.querySelector('.show-more')?.textContent !== words, before);
    await list.evaluate((element) => (element.scrollTop = element.scrollHeight));
  }
  const untilFocused = (title: string) =>
    page.waitForFunction((wanted) => document.activeElement?.getAttribute('title') === wanted, title);
  await entries.last().focus();
  await page.keyboard.press('Home');
  await untilFocused('Newest');
  await page.keyboard.press('End');
  await page.waitForFunction(() => !document.querySelector('.session-item a[title=Newest]'));
  await page.keyboard.type('new');
  await untilFocused('Newest');
});
