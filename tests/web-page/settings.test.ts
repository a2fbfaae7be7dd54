/** Settings, search and usage in a real browser; adds a provider without editing a file (web.md 5.14 to 5.16). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describedBy, expectAccessible, expectNoSideScroll, openSite, showSection, type Site } from './harness.js';

let site: Site;
let page: Page;
beforeAll(async () => {
  site = await openSite();
}, 60_000);
afterAll(() => site?.close());
beforeEach(async () => {
  page = await site.open('/settings');
  await page.waitForSelector('html[data-connection=online]');
});
afterEach(async () => {
  await page.context().close();
  site.expectClean();
});

const show = (name: string): Promise<void> => showSection(page, name);
const config = (): string => readFileSync(join(site.daemon.home, 'config.toml'), 'utf8');

test('a newcomer: the first answer after two presses, and the way to a provider', async () => {
  await page.goto(`${site.daemon.baseUrl}/`);
  const hint = page.getByRole('region', { name: 'Set up a model' });
  // the login is disabled, because no account service is configured
  await hint.getByRole('button', { name: 'Log in', disabled: true }).waitFor();
  const { id } = await site.daemon.createSession({ title: 'First steps' });
  await page
    .getByRole('link', { name: /First steps/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor();
  await hint.getByRole('button', { name: 'Add a provider' }).waitFor();
  await expectAccessible(page);
  await site.daemon.ok('deleteSession', { params: { session_id: id } });
  await page.goto(`${site.daemon.baseUrl}/`);
  await hint.waitFor();
  await expectAccessible(page);
  await hint.getByRole('button', { name: 'Try the stand-in' }).click();
  await hint.waitFor({ state: 'detached' });
  // sends again: prompt and directory are still filled in
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByTestId('assistant-text').getByText('read FILE', { exact: false }).first().waitFor();
  // the name of the offline provider stays visible
  await page.getByText('offline/echo').first().waitFor({ state: 'attached' });
  const other = await site.open('/');
  await other.getByRole('region', { name: 'Set up a model' }).getByRole('button', { name: 'Add a provider' }).click();
  await other.getByRole('button', { name: 'Add by hand' }).waitFor();
  await other.context().close();
});

test('every section is reached, is accessible in all themes, and fits a phone', async () => {
  // the page lists the skills of a workspace, so there must be one
  await site.daemon.createSession({ metadata: { cwd: site.daemon.cwd } });
  const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  await links.first().waitFor();
  const names = await links.allTextContents();
  expect(names.length).toBeGreaterThan(7);
  for (const name of names) {
    await show(name);
    await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
    await expectAccessible(page);
  }
  // built-in skills have no file, so the page shows no path
  await show('Skills');
  await page.getByRole('cell', { name: 'Built in', exact: true }).first().waitFor();
  expect(await page.getByText('builtin:').count()).toBe(0);
  await page.getByRole('link', { name: 'About' }).click();
  await page
    .getByRole('table', { name: 'Keyboard shortcuts' })
    .getByRole('row', { name: /Ctrl-K/ })
    .waitFor();
  await show('General');
  for (const theme of ['Dark', 'High contrast']) {
    await page.getByRole('radio', { name: theme }).check();
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  for (const name of names) {
    await show(name);
    await expectNoSideScroll(page);
  }
});

test('times have the chosen format; the language changes without a reload', async () => {
  await site.daemon.createSession({ title: 'Timed' });
  // the page sets `title` attributes after it has drawn
  const title = () =>
    page.getByRole('navigation', { name: 'Sessions' }).locator('time[title]').first().getAttribute('title');
  await page.getByRole('radio', { name: '12 hours' }).check();
  expect(await title()).toMatch(/ [AP]M$/);
  await page.getByRole('radio', { name: '24 hours' }).check();
  expect(await title()).toMatch(/ \d\d:\d\d:\d\d$/);
  await page.getByRole('radio', { name: '简体中文' }).check();
  await page.getByRole('heading', { level: 1, name: '设置' }).waitFor();
  expect(await page.getAttribute('html', 'lang')).toBe('zh-CN');
  await page.getByRole('link', { name: '模型', exact: true }).click();
  await page.getByRole('row', { name: 'offline/echo' }).getByText('工具调用, 思考, 图像输入').waitFor();
});

test('a lost connection is named in the language of the page', async () => {
  const other = await site.open('/settings/permissions', { locale: 'zh-CN' });
  await other.route('**/api/v1/config', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await other.getByRole('radio', { name: '从不询问' }).click();
  await other.getByTestId('toast').getByText('与服务器的连接已断开。', { exact: true }).waitFor();
  await other.context().close();
});

describe('models', () => {
  test('a provider by hand: added, made the default, edited with its key kept, removed', async () => {
    await show('Models');
    await page.getByRole('button', { name: 'Add by hand' }).click();
    const form = page.getByRole('dialog', { name: 'Add a provider by hand' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('acme');
    await form.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:1/v1');
    await form.getByLabel('API key').fill('sk-canary-key');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    const model = form.getByRole('textbox', { name: 'Model 1' });
    expect(await describedBy(model)).toContain('Name at least one model.');
    await form.getByRole('textbox', { name: 'Model 1' }).fill('fast');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /^acme/ }).first().waitFor();
    expect(config()).toContain('sk-canary-key');
    expect(await page.content()).not.toContain('sk-canary-key');
    await page.getByText('New sessions use acme/fast.').waitFor();

    await page.getByRole('button', { name: 'Actions: acme' }).click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit acme' });
    expect(await edit.getByLabel('API key').inputValue()).toBe('');
    await edit.getByRole('button', { name: 'Add another model' }).click();
    await edit.getByRole('textbox', { name: 'Model 2' }).fill('slow');
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'detached' });
    expect(config()).toContain('sk-canary-key');
    await page.getByRole('button', { name: 'Make default acme/slow' }).click();
    await page.getByText('Ready. New sessions use acme/slow.').waitFor();

    await page.getByRole('button', { name: 'Actions: acme' }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Add a provider to work with a real model.').waitFor();
    expect(config()).not.toContain('sk-canary-key');
  });

  test('a refused provider stays in its form with the reason', async () => {
    await show('Models');
    await page.getByRole('button', { name: 'Add by hand' }).click();
    const form = page.getByRole('dialog', { name: 'Add a provider by hand' });
    const name = form.getByRole('textbox', { name: 'Name', exact: true });
    const add = form.getByRole('button', { name: 'Add', exact: true });
    await name.fill('-bad');
    await form.getByRole('textbox', { name: 'Model 1' }).fill('m');
    await form.getByRole('spinbutton', { name: 'Context of model 1, tokens' }).fill('0');
    await add.click();
    expect(await describedBy(name)).toContain('a letter or a digit first');
    expect(await describedBy(form.getByRole('spinbutton'))).toContain('Enter a whole number above 0.');
    await expectAccessible(page);
    // an error from the server also appears at its field, without names of the API
    await name.fill('good one');
    await form.getByRole('spinbutton').fill('1000');
    await form.getByRole('textbox', { name: 'Address' }).fill('nonsense');
    await add.click();
    await form.getByRole('alert').filter({ hasText: 'Must be an http or https address.' }).waitFor();
    expect(await describedBy(form.getByRole('textbox', { name: 'Address' }))).toContain('Must be an http');
    expect(await form.getByRole('alert').allTextContents()).toEqual(['Must be an http or https address.']);
    expect(await form.getByRole('textbox', { name: 'Model 1' }).inputValue()).toBe('m');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
  });

  test('the keyboard is led to what is refused, and into a model that is added', async () => {
    await show('Models');
    await page.getByRole('button', { name: 'Add by hand' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Add a provider by hand' });
    const untilFocus = async (field: Locator) => {
      const element = await field.elementHandle();
      await page.waitForFunction((wanted) => wanted === document.activeElement, element);
    };
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('mine');
    await form.getByRole('textbox', { name: 'Model 1' }).fill('same');
    await form.getByRole('button', { name: 'Add another model' }).press('Enter');
    await untilFocus(form.getByRole('textbox', { name: 'Model 2' }));
    await page.keyboard.type(' same');
    await form.getByRole('textbox', { name: 'Name', exact: true }).press('Enter');
    await untilFocus(form.getByRole('textbox', { name: 'Model 2' }));
    expect(await form.getByRole('alert').allTextContents()).toEqual(['The list has this model already.']);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
  });
});

test('a refused number stays in its field with the reason; a change made elsewhere is named, and the reason goes', async () => {
  await show('Budget');
  const field = page.getByRole('textbox', { name: 'Limit per session, in US dollars' });
  await field.fill('-5');
  await field.blur();
  await page.getByRole('alert').getByText('Must be more than 0.', { exact: true }).waitFor();
  expect((await describedBy(field)).trim()).toBe('Must be more than 0.');
  await site.daemon.ok('updateConfig', { body: { budget: { session_usd: 7 } } });
  await page.getByText('The server now has 7.').waitFor();
  expect(await field.inputValue()).toBe('-5');
  await field.fill('7');
  await field.blur();
  await page.getByText('Must be more than 0.').waitFor({ state: 'detached' });
  await site.daemon.ok('updateConfig', { body: { budget: { session_usd: null } } });
});

test('search finds a prompt while it is typed, and usage says that nothing was spent', async () => {
  const { data } = await site.daemon.call<{ id: string }>('POST', '/api/v1/sessions', {
    body: { metadata: { cwd: site.daemon.cwd }, title: 'Birds', agent_config: { model: 'offline/echo' } },
  });
  await site.daemon.call('POST', `/api/v1/sessions/${data.id}/prompts`, {
    body: { content: [{ type: 'text', text: 'say the kingfisher waits' }] },
  });
  await page.goto(`${site.daemon.baseUrl}/search`);
  const field = page.getByRole('searchbox', { name: 'Search all sessions' });
  const hit = page.getByRole('list', { name: 'Results' }).getByRole('link').first();
  // the search index follows the log with a delay
  await field.fill('kingfisher');
  for (let at = 0; at < 20 && (await hit.count()) === 0; at++) {
    await page.waitForTimeout(300);
    await field.fill(at % 2 === 0 ? 'kingfishe' : 'kingfisher');
  }
  await field.fill('kingfisher');
  await hit.locator('mark').first().waitFor();
  expect(await hit.getAttribute('href')).toContain(`/sessions/${data.id}?turn=1`);
  const other = join(site.daemon.cwd, 'elsewhere');
  mkdirSync(other);
  await site.daemon.createSession({ metadata: { cwd: other }, title: 'Elsewhere' });
  await page.getByRole('combobox', { name: 'Workspace' }).selectOption('elsewhere');
  await page.getByText('Nothing found.').waitFor();
  await page.getByRole('combobox', { name: 'Workspace' }).selectOption('Any');
  await hit.waitFor();
  const asked = page.waitForRequest((request) => request.postData()?.includes('start_time') === true);
  await page.getByRole('combobox', { name: 'Time' }).selectOption('Today');
  const { start_time: start } = (await asked).postDataJSON() as { start_time: number };
  expect(Date.now() - start).toBeLessThan(25 * 3_600_000);
  await hit.waitFor();
  await expectAccessible(page);
  await page.goto(`${site.daemon.baseUrl}/usage`);
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  await expectAccessible(page);
});
