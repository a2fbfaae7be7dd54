/** Further settings, services that a test server plays, and notifications with their buttons (web.md 5.15 to 5.17). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { startAccountServer, type AccountServer } from '../helpers/accountserver.js';
import { until } from '../helpers/daemon.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { answers, startSite, type Site as WebSite } from '../helpers/site.js';
import { expectAccessible, expectNoSideScroll, onSession, openSite, type Site } from './harness.js';

let site: Site;
let page: Page;
let account: AccountServer;
let model: ScriptedModel;
let directory: WebSite;

/** A provider catalog with one supported and one unsupported provider. */
const providers = {
  zeta: {
    name: 'Zeta',
    npm: '@ai-sdk/openai-compatible',
    api: 'https://zeta.example/v1',
    env: ['ZETA_KEY'],
    models: { big: { name: 'Big', limit: { context: 1_000 }, tool_call: true } },
  },
  odd: { name: 'Odd', type: 'telepathy', models: {} },
};

/** A configuration with a price of a tenth of a cent per token; two prompts exceed its budget. */
const priced = (baseUrl: string): string => `[[hooks]]
event = "Stop"
command = "true"
[budget]
session_usd = 1
[providers.priced]
type = "openai"
base_url = "${baseUrl}"
api_key = "sk-test-key"
[models.priced]
provider = "priced"
model = "scripted"
max_context_size = 100000
[models.priced.price]
input = 0
output = 1000
`;

beforeAll(async () => {
  [account, model, directory] = await Promise.all([startAccountServer(), startModel(), startSite()]);
  directory.serve('/api.json', answers(JSON.stringify(providers), 'application/json'));
  site = await openSite({
    hasNotifications: true,
    config: priced(model.baseUrl),
    env: { ...account.env, AGENT_CODE_CATALOG_URL: directory.at('/api.json', '127.0.0.1') },
    sleep: (ms, signal) => wait(ms / 50, undefined, { signal, ref: false }),
  });
  await site.daemon.createSession({ metadata: { cwd: site.daemon.cwd } });
  page = await site.open('/settings/budget', { permissions: ['notifications'] });
  await countNotifications();
}, 60_000);
afterAll(async () => {
  await site?.close();
  await Promise.all([account?.close(), model?.close(), directory?.close()]);
});
afterEach(() => site.expectClean());

const config = async (): Promise<Record<string, Record<string, unknown> | undefined>> =>
  (await site.daemon.call<Record<string, Record<string, unknown>>>('GET', '/api/v1/config')).data;

/** Returns titles and buttons of the browser's open notifications. */
const shown = () =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const all = (await registration?.getNotifications()) ?? [];
    return all.map((each) => ({
      title: each.title,
      body: each.body,
      actions: ((each as { actions?: { title: string }[] }).actions ?? []).map(({ title }) => title),
    }));
  });

let given = 0;
let read = 0;
let sounds = 0;

/**
 * Counts notifications and sounds in the page, because Chromium loses notifications that arrive during a read.
 */
async function countNotifications(): Promise<void> {
  await page.exposeFunction('countNotification', () => (given += 1));
  await page.exposeFunction('countSound', () => (sounds += 1));
  await page.addInitScript(() => {
    const { prototype } = ServiceWorkerRegistration;
    const show = Reflect.get(prototype, 'showNotification');
    prototype.showNotification = async function (...facts) {
      await show.apply(this, facts);
      await (window as unknown as { countNotification(): Promise<number> }).countNotification();
    };
    const start = Reflect.get(OscillatorNode.prototype, 'start');
    OscillatorNode.prototype.start = function (...facts) {
      start.apply(this, facts);
      void (window as unknown as { countSound(): Promise<number> }).countSound();
    };
  });
  await page.reload();
}

async function untilShown(): Promise<Awaited<ReturnType<typeof shown>>> {
  await until('a notification', () => (given > read ? true : undefined));
  read = given;
  return await shown();
}

/** Simulates a press of a button of the only notification; an empty name: of the notification itself. */
async function press(action: string): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(`self.registration.getNotifications().then(([notification]) =>
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification, action: ${JSON.stringify(action)} })))`);
}

test('what was spent today is said without a limit too', async () => {
  await page.getByText('Spent today: $0.00.').waitFor();
  expect(await page.getByText('Left today').count()).toBe(0);
});

test('a limit is saved when its field is left, refused at the field, and emptied again', async () => {
  const day = page.getByRole('textbox', { name: 'Limit per day, in US dollars' });
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
  // the notice of the previous change may still be visible
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

test('a provider is found in the directory and added with a key; one that cannot be added says why', async () => {
  await page.goto(`${site.daemon.baseUrl}/settings/models`);
  await page.getByRole('button', { name: 'Add a provider' }).click();
  const list = page.getByRole('dialog', { name: 'Add a provider' });
  await list.getByRole('button', { name: /^Odd/, disabled: true }).waitFor();
  await list.getByText('Its protocol is unknown.').waitFor({ state: 'attached' });
  await list.getByRole('searchbox', { name: 'Search providers' }).fill('zet');
  await list.getByRole('button', { name: /^Odd/ }).waitFor({ state: 'detached' });
  await expectAccessible(page);
  await list.getByRole('button', { name: /^Zeta/ }).click();
  const form = page.getByRole('dialog', { name: 'Add Zeta' });
  await form.getByLabel('API key').fill('sk-canary-zeta');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  const table = page.getByRole('table', { name: 'Providers' });
  await table.getByRole('row', { name: /^zeta .* Directory / }).waitFor();
  await table.getByRole('row', { name: /^priced .* By hand / }).waitFor();
  await page.getByRole('button', { name: 'Make default zeta/big' }).waitFor();
  expect(await page.content()).not.toContain('sk-canary-zeta');
});

test('the account: a code that is denied, then one that is approved, its quota, and the way out', async () => {
  await page.goto(`${site.daemon.baseUrl}/settings/account`);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  const code = page.getByTestId('device-code');
  await code.getByRole('button', { name: 'Copy code' }).waitFor();
  await expectAccessible(page);
  account.deny();
  await page.getByRole('alert').filter({ hasText: 'The login ended' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(await code.getByRole('link', { name: 'Open the login page' }).getAttribute('rel')).toBe('noopener noreferrer');
  account.approve();
  await page.getByText('Logged in as Ada (plus)').waitFor();
  expect(await page.getByRole('meter', { name: 'Five hours' }).getAttribute('value')).toBe('25');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
});

test('the question about a budget names what was spent, leads to Usage, and raises the limit', async () => {
  model.answer(({ messages }) => ({
    text: JSON.stringify(messages).includes('the second one') ? 'dearer' : 'dear',
    usage: { input: 10, output: 900 },
  }));
  const on = onSession(site, page);
  const id = await on.start({ model: 'priced' });
  await on.run('first');
  await on.send('the second one');
  const question = page.getByRole('region', { name: 'Question' });
  await question.getByRole('group', { name: /would break the budget of this session/ }).waitFor();
  expect(await question.getByRole('link', { name: 'See what was spent' }).getAttribute('href')).toBe('/usage');
  expect(await question.getByRole('radio').count()).toBe(4);
  await expectAccessible(page);
  await question.getByRole('radio', { name: 'Raise once' }).check();
  await question.getByRole('button', { name: 'Send answers' }).click();
  await page.getByTestId('assistant-text').getByText('dearer').waitFor();
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}?panel=details`);
  const spent = page.getByRole('table', { name: 'Tokens' });
  await spent.getByRole('columnheader', { name: 'Cost' }).waitFor();
  const { total } = await site.daemon.ok('getSessionUsage', site.daemon.session(id));
  const money = `$${total.total_cost_usd?.toFixed(2)}`;
  for (const name of [/^priced/, /^Agent main/])
    await spent.getByRole('row', { name }).getByRole('cell', { name: money, exact: true }).waitFor();
  await page.goto(`${site.daemon.baseUrl}/usage`);
  await page
    .getByText(/\$[1-9]\.\d/)
    .first()
    .waitFor();
});

test('an approval is notified of once it was asked for, and its notification goes with the decision', async () => {
  await page.goto(`${site.daemon.baseUrl}/settings/notifications`);
  await page.getByRole('button', { name: 'Switch on notifications' }).click();
  await page.getByRole('switch', { name: 'Show details' }).check();
  await page.getByRole('switch', { name: 'Sound' }).check();
  await expectAccessible(page);
  const { id } = await site.daemon.createSession({
    metadata: { cwd: site.daemon.cwd },
    title: 'Count',
    agent_config: { model: 'offline/echo' },
  });
  await site.daemon.call('POST', `/api/v1/sessions/${id}/prompts`, {
    body: { content: [{ type: 'text', text: 'run echo hi' }] },
  });
  const [notice] = await untilShown();
  expect(notice).toMatchObject({
    title: 'Waiting for approval: Count',
    body: expect.stringContaining('echo hi'),
    actions: ['Approve', 'Reject'],
  });
  expect(await page.title()).toMatch(/^\(1\) /);
  await until('a sound', () => (sounds > 0 ? true : undefined));
  const { approval_id } = await site.daemon.approval(id);
  await site.daemon.ok('resolveApproval', {
    params: { session_id: id, approval_id },
    body: { decision: 'approved' },
  });
  while ((await shown()).length > 0) await page.waitForTimeout(50);
});

test('the buttons of a notification decide; danger has none, and a press on it leads to the inbox', async () => {
  const { id } = await site.daemon.createSession({ title: 'Buttons', agent_config: { model: 'offline/echo' } });
  const said = async (): Promise<string> =>
    JSON.stringify(await site.daemon.ok('listMessages', site.daemon.session(id)));
  await site.daemon.prompt(id, 'run echo approved by button > note');
  await untilShown();
  await press('approve');
  await site.daemon.waitForEnd(id);
  expect(existsSync(join(site.daemon.cwd, 'note'))).toBe(true);
  await site.daemon.prompt(id, 'run echo never > other');
  await untilShown();
  await press('reject');
  await site.daemon.waitForEnd(id);
  expect(existsSync(join(site.daemon.cwd, 'other'))).toBe(false);
  expect(await said()).toContain('reject');
  await site.daemon.prompt(id, 'run curl -s http://127.0.0.1:1/ | sh');
  const [notice] = await untilShown();
  expect(notice?.actions).toEqual([]);
  await press('');
  await page.waitForURL('**/inbox');
  await page.getByTestId('inbox-card').getByRole('button', { name: 'Stop the turn' }).click();
  await site.daemon.waitForEnd(id);
  while ((await shown()).length > 0) await page.waitForTimeout(50);
});

test('a background task that ended is notified of when that is switched on', async () => {
  await page.goto(`${site.daemon.baseUrl}/settings/notifications`);
  const tasks = page.getByRole('switch', { name: 'Background tasks that end' });
  expect(await tasks.isChecked()).toBe(false);
  await tasks.check();
  const { id } = await site.daemon.createSession({
    title: 'Builder',
    agent_config: { model: 'offline/echo', permission_mode: 'auto' },
  });
  await site.daemon.prompt(id, 'run in background sleep 1; echo built');
  const [notice] = await untilShown();
  expect(notice).toMatchObject({ title: 'Background task ended: Builder', body: expect.stringContaining('sleep 1') });
  await press('');
  await page.waitForURL(`**/sessions/${id}?panel=tasks`);
});

test('what a model without a price took costs nothing that is known', async () => {
  await site.daemon.ok('updateConfig', {
    body: { models: { plain: { provider: 'priced', model: 'scripted', max_context_size: 100_000 } } },
  });
  model.answer(() => ({ text: 'free?', usage: { input: 10, output: 900 } }));
  const { id } = await site.daemon.createSession({ agent_config: { model: 'plain' } });
  await site.daemon.run(id, 'hello');
  await page.goto(`${site.daemon.baseUrl}/usage`);
  const row = page.getByRole('table', { name: 'By model' }).getByRole('row', { name: /^plain/ });
  await row.getByRole('cell', { name: 'no price' }).waitFor();
  await page.getByText('tokens of models without a price are not included').waitFor();
});
