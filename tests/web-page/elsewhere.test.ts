/** Sessions that another server of the home owns: read here, decided there, taken over after its end (web.md 4.3). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { expectAccessible, expectNoSideScroll, openSite, type Site } from './harness.js';

let site: Site;
let other: TestDaemon;
let page: Page;
let id: string;

beforeAll(async () => {
  site = await openSite();
  other = await startTestDaemon({ home: site.daemon.home, webDirectory: join(process.cwd(), 'dist', 'web') });
  ({ id } = await other.createSession({
    metadata: { cwd: other.cwd },
    title: 'Abroad',
    agent_config: { model: 'offline/echo' },
  }));
  await other.call('POST', `/api/v1/sessions/${id}/prompts`, {
    body: { content: [{ type: 'text', text: 'run echo hi' }] },
  });
  page = await site.open(`/sessions/${id}`);
}, 60_000);
afterAll(async () => {
  await other?.close();
  await site?.close();
});
afterEach(() => site.expectClean());

const box = () => page.getByRole('textbox', { name: 'Message' });
const note = () => page.getByTestId('foreign-note');

test('the session is read here, and nothing can be done to it', async () => {
  await note()
    .getByText(/^Run by another server \(process \d+\)\.$/)
    .waitFor();
  await page.getByTestId('user-message').getByText('run echo hi').waitFor();
  const panel = page.getByRole('region', { name: 'Approval needed' });
  await panel.waitFor();
  for (const name of ['Approve', 'Reject'])
    expect(await panel.getByRole('button', { name, exact: true }).getAttribute('aria-disabled')).toBe('true');
  await box().fill('say later');
  const send = page.getByRole('form', { name: 'Prompt' }).getByRole('button', { name: /^(Send|Queue)$/ });
  expect(await send.getAttribute('aria-disabled')).toBe('true');
  await expectAccessible(page);
  expect(await page.content()).not.toContain(site.daemon.token);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('the list leads to the other server, signed in; a decision there shows here', async () => {
  await page.getByRole('button', { name: 'Session actions: Abroad' }).click();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('menuitem', { name: 'Open there' }).click();
  await (await opened).close();
  const popup = page.context().waitForEvent('page');
  await note().getByRole('link', { name: 'Open there' }).click();
  const there = await popup;
  await there.getByRole('region', { name: 'Approval needed' }).waitFor();
  expect(new URL(there.url()).origin).toBe(other.baseUrl);
  expect(there.url()).not.toContain('token');
  await there.getByRole('button', { name: 'Approve', exact: true }).click();
  await there.close();
  await page.getByTestId('tool-call').and(page.locator('[data-state=done]')).waitFor();
  await page.getByRole('region', { name: 'Approval needed' }).waitFor({ state: 'detached' });
});

test('the inbox shows what waits there, off, with the way to it', async () => {
  const { data } = await other.call<{ id: string }>('POST', '/api/v1/sessions', {
    body: { metadata: { cwd: other.cwd }, agent_config: { model: 'offline/echo' } },
  });
  await other.call('POST', `/api/v1/sessions/${data.id}/prompts`, {
    body: { content: [{ type: 'text', text: 'run echo ho' }] },
  });
  await page.goto(`${site.daemon.baseUrl}/inbox`);
  const card = page.getByTestId('inbox-card');
  await card.getByRole('link', { name: 'Open there' }).waitFor();
  const approve = card.getByRole('button', { name: 'Approve', exact: true });
  expect(await approve.getAttribute('aria-disabled')).toBe('true');
  await expectAccessible(page);
});

test('when the other server is gone the message can be sent', async () => {
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}`);
  await note().waitFor();
  await other.close();
  await note().waitFor({ state: 'detached' });
  expect(await box().inputValue()).toBe('say later');
  await box().press('Enter');
  await page.getByTestId('assistant-text').getByText('later').last().waitFor();
});
