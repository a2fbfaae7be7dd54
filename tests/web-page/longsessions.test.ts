/** Sessions of many turns, long outputs and long lists: what is far away is reached, and little is drawn (web.md 2.5, 5.1, 5.5). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openSite, untilOnline, type Site } from './harness.js';

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
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}?turn=2`);
  await page.getByTestId('user-message').getByText('echo turn 2', { exact: true }).waitFor();
  expect(pages.length).toBe(1);
  const jump = page.getByRole('button', { name: /^Jump to latest/ });
  expect(await jump.textContent()).toBe('Jump to latest');
  await site.daemon.run(id, 'echo one more');
  await page.getByRole('button', { name: /^Jump to latest, [1-9] new$/ }).waitFor();
  await jump.click();
  await page.getByTestId('assistant-text').getByText('one more').waitFor();
});
