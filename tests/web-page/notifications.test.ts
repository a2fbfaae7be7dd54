/** Further settings and notifications: what is saved, what the browser shows, and how it goes away (web.md 5.15, 5.17). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../helpers/daemon.js';
import { expectAccessible, expectNoSideScroll, openSite, type Site } from './harness.js';

let site: Site;
let page: Page;

beforeAll(async () => {
  site = await openSite({ config: '[[hooks]]\nevent = "Stop"\ncommand = "true"\n' });
  await site.daemon.createSession({ metadata: { cwd: site.daemon.cwd } });
  page = await site.open('/settings/budget', { permissions: ['notifications'] });
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

const config = async (): Promise<Record<string, Record<string, unknown> | undefined>> =>
  (await site.daemon.call<Record<string, Record<string, unknown>>>('GET', '/api/v1/config')).data;

/** Titles and buttons of the notifications that are shown, as the browser keeps them. */
const shown = () =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const all = (await registration?.getNotifications()) ?? [];
    return all.map(({ title, body }) => ({ title, body }));
  });

test('a limit is saved when its field is left, refused at the field, and emptied again', async () => {
  const day = page.getByRole('textbox', { name: 'Limit of a day, in US dollars' });
  await day.fill('12.5');
  await day.press('Enter');
  await page.getByTestId('toast').getByText('Saved').waitFor();
  expect((await config())['budget']).toMatchObject({ dayUsd: 12.5 });
  await day.fill('-1');
  await day.press('Tab');
  await page.getByRole('alert').filter({ hasText: /./ }).first().waitFor();
  await day.fill('');
  await day.press('Tab');
  await page.waitForFunction(() => document.querySelector('.settings-section .reason') === null);
  expect((await config())['budget']?.['dayUsd']).toBeUndefined();
  await expectAccessible(page);
});

test('tools, hooks, skills and agents have their sections', async () => {
  const settings = page.getByRole('navigation', { name: 'Settings' });
  await settings.getByRole('link', { name: 'Tools' }).click();
  const disabled = page.getByRole('textbox', { name: 'disabled' });
  await disabled.fill('WebSearch, FetchURL');
  await disabled.press('Enter');
  // the notice of what was saved before may still be there
  const off = await until('what was saved', async () => {
    const { disabled } = (await config())['tools'] as { disabled: string[] };
    return disabled.length > 0 ? disabled : undefined;
  });
  expect(off).toEqual(['WebSearch', 'FetchURL']);
  await expectAccessible(page);
  await settings.getByRole('link', { name: 'Hooks' }).click();
  await page.getByRole('table', { name: 'Hooks' }).getByRole('rowheader', { name: 'Stop' }).waitFor();
  await settings.getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('table', { name: 'Agents' }).getByRole('row').nth(1).waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('an approval is notified of once it was asked for, and its notification goes with the decision', async () => {
  await page.goto(`${site.daemon.baseUrl}/settings/notifications`);
  await page.getByRole('button', { name: 'Switch on notifications' }).click();
  await page.getByRole('switch', { name: 'Show details' }).check();
  await expectAccessible(page);
  const { id } = await site.daemon.createSession({
    metadata: { cwd: site.daemon.cwd },
    title: 'Count',
    agent_config: { model: 'offline/echo' },
  });
  await site.daemon.call('POST', `/api/v1/sessions/${id}/prompts`, {
    body: { content: [{ type: 'text', text: 'run echo hi' }] },
  });
  await expect(
    (async () => {
      for (;;) {
        const found = await shown();
        if (found.length > 0) return found;
        await page.waitForTimeout(50);
      }
    })(),
  ).resolves.toMatchObject([{ title: 'Waiting for approval: Count', body: expect.stringContaining('echo hi') }]);
  expect(await page.title()).toMatch(/^\(1\) /);
  const { data } = await site.daemon.call<{ items: { approval_id: string }[] }>(
    'GET',
    `/api/v1/sessions/${id}/approvals`,
    {
      query: { status: 'pending' },
    },
  );
  await site.daemon.call('POST', `/api/v1/sessions/${id}/approvals/${data.items[0]?.approval_id}`, {
    body: { decision: 'approved' },
  });
  while ((await shown()).length > 0) await page.waitForTimeout(50);
});
