/** Settings, search and usage in a real browser: a provider comes in without a file being touched (web.md 5.14 to 5.16). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible, expectNoSideScroll, openSite, type Site } from './harness.js';

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

const show = (name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true }).click();
/** What is said of a field. */
const describedBy = (field: Locator): Promise<string> =>
  field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  );
const config = (): string => readFileSync(join(site.daemon.home, 'config.toml'), 'utf8');

test('a newcomer: the first answer after two presses, and the way to a provider', async () => {
  await page.goto(`${site.daemon.baseUrl}/`);
  const hint = page.getByRole('region', { name: 'Set up a model' });
  // no account service is named, so a login leads nowhere
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
  // the second press: a prompt and a directory are there
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByTestId('assistant-text').getByText('read FILE', { exact: false }).first().waitFor();
  // the name of the offline provider stays in sight
  await page.getByText('offline/echo').first().waitFor({ state: 'attached' });
  const other = await site.open('/');
  await other.getByRole('region', { name: 'Set up a model' }).getByRole('button', { name: 'Add a provider' }).click();
  await other.getByRole('button', { name: 'Add by hand' }).waitFor();
  await other.context().close();
});

test('every section is reached, is accessible in all themes, and fits a phone', async () => {
  // skills are those of a workspace
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
  // what is built in has no file, so none is named
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
  // titles are filled when the page has been drawn
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
    // what only the server refuses stands at its field too, without the names of the API
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

test('what is refused of an MCP server stands at its field', async () => {
  await show('MCP servers');
  await page.getByRole('button', { name: 'Add an MCP server' }).click();
  const form = page.getByRole('dialog', { name: 'Add an MCP server' });
  const save = form.getByRole('button', { name: 'Save' });
  const name = form.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('two words');
  await form.getByRole('textbox', { name: 'Program' }).fill('program');
  await form.getByRole('textbox', { name: 'Environment' }).fill('ONE=1\nTWO');
  await save.click();
  await form.getByText('Line 2 is not of the form NAME=value.').waitFor();
  expect(await describedBy(form.getByRole('textbox', { name: 'Environment' }))).toContain('Line 2');
  await form.getByRole('textbox', { name: 'Environment' }).fill('ONE=1');
  await save.click();
  await form.getByRole('alert').getByText('Must be 1 to 64 letters, digits, - and _.', { exact: true }).waitFor();
  expect(await describedBy(name)).toContain('Must be 1 to 64 letters');
  expect(await name.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
});

test('rules: one is added, decides a trial, and is removed; a rule that does not parse is refused', async () => {
  await show('Permissions');
  await page.getByRole('combobox', { name: 'Decision' }).selectOption('deny');
  const rule = page.getByRole('textbox', { name: 'Rule' });
  await rule.fill('Bash(git status');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('alert').getByText('A rule is `Tool` or `Tool(pattern)`.', { exact: true }).waitFor();
  await rule.fill('Bash(git status)');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('button', { name: 'Remove rule Bash(git status)' }).waitFor();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText('Does not run.').first().waitFor();
  // what is wrong with the arguments is said in words of the page, not of the browser
  const args = page.getByRole('textbox', { name: 'Arguments' });
  for (const [words, problem] of [
    ['{ "command":\n  git }', 'This is not JSON: line 2, column 3.'],
    ['{ "command": "a"', 'This is not JSON: line 1, column 17.'],
    ['[1]', 'This is not a JSON object.'],
  ] as const) {
    await args.fill(words);
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByRole('alert').getByText(problem, { exact: true }).waitFor();
  }
  await page.getByRole('button', { name: 'Remove rule Bash(git status)' }).click();
  await page.getByText('No rule is set. The permission mode decides.').waitFor();
  await page.getByRole('radio', { name: 'Ask When Needed' }).check();
  await page.waitForFunction(() => document.querySelector('.note') !== null);
  expect(config()).toContain('yolo');
});

test('rules: one for a tool that there is not is saved, and the page says so', async () => {
  const { id } = await site.daemon.createSession();
  await show('Permissions');
  const add = async (pattern: string, note: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Rule' }).fill(pattern);
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByTestId('toast').getByText(note, { exact: true }).last().waitFor();
    await page.getByRole('button', { name: `Remove rule ${pattern}` }).click();
    await page.getByText('No rule is set. The permission mode decides.').waitFor();
    const dismiss = page.getByTestId('toast').getByRole('button', { name: 'Dismiss' });
    while ((await dismiss.count()) > 0) await dismiss.first().click();
  };
  await add('Bsh(git *)', 'Saved. No tool is called Bsh now: the rule applies only when there is one.');
  for (const known of ['Bash(git *)', 'mcp__later__one']) await add(known, 'Saved');
  await site.daemon.ok('deleteSession', site.daemon.session(id));
});

test('rules: edited with a reason in the place where they are; what another program wrote meanwhile stays', async () => {
  const file = join(site.daemon.home, 'config.toml');
  const before = config();
  writeFileSync(file, '[permission]\n# mine\ndeny = [\n  "Bash(one)", # the first\n  "Bash(two)",\n]\n');
  await show('Permissions');
  await page.getByRole('button', { name: 'Edit rule Bash(one)' }).click();
  const form = page.getByRole('dialog', { name: 'Edit rule' });
  await form.getByRole('textbox', { name: 'Rule' }).fill('Bash(one');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByRole('alert').filter({ hasText: 'A rule is' }).waitFor();
  await form.getByRole('textbox', { name: 'Rule' }).fill('Bash(uno)');
  // a text that is selected with the mouse, which is let go beside the dialog
  await form.getByRole('textbox', { name: 'Rule' }).hover();
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  expect(config()).toMatch(/# mine\ndeny = \[\n {2}"Bash\(uno\)",.*\n {2}"Bash\(two\)",\n\]/);
  await page.getByRole('button', { name: 'Edit rule Bash(two)' }).click();
  await form.waitFor();
  await page.mouse.click(5, 5);
  await form.waitFor({ state: 'detached' });
  // a reason is kept in the other form of rules
  await page.getByRole('button', { name: 'Edit rule Bash(two)' }).click();
  await form.getByRole('combobox', { name: 'Decision' }).selectOption('ask');
  await form.getByRole('textbox', { name: 'Reason' }).fill('look first');
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: 'Ask Bash(two) look first' }).waitFor();
  expect(config()).not.toMatch(/deny = \[[^\]]*two/);
  await expectAccessible(page);
  // between what the page read last and the change
  let isHeld = true;
  await page.route('**/api/v1/config', async (route) => {
    if (isHeld && route.request().method() === 'GET') {
      isHeld = false;
      await site.daemon.ok('updateConfig', { body: { permission: { deny: ['Bash(uno)', 'Bash(elsewhere)'] } } });
    }
    await route.continue();
  });
  await page.getByRole('combobox', { name: 'Decision' }).selectOption('deny');
  await page.getByRole('textbox', { name: 'Rule' }).fill('Bash(three)');
  await page.getByRole('textbox', { name: 'Reason' }).fill('never');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('row', { name: 'Deny Bash(three) never' }).waitFor();
  await page.getByRole('row', { name: 'Deny Bash(elsewhere)' }).waitFor();
  expect(config()).toContain('Bash(elsewhere)');
  await page.unrouteAll();
  writeFileSync(file, before);
});

test('an MCP server: added, tested, switched off, deleted', async () => {
  await show('MCP servers');
  await page.getByRole('button', { name: 'Add an MCP server' }).click();
  const form = page.getByRole('dialog', { name: 'Add an MCP server' });
  await form.getByRole('textbox', { name: 'Name' }).fill('broken');
  await form.getByRole('textbox', { name: 'Program' }).fill('/nonexistent/program');
  await form.getByRole('textbox', { name: 'Environment' }).fill('no pair');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByRole('alert').waitFor();
  await form.getByRole('textbox', { name: 'Environment' }).fill('A=b=c');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  const actions = page.getByRole('button', { name: 'Actions: broken' });
  await page.getByRole('button', { name: 'Test broken', exact: true }).click();
  const trial = page.getByRole('dialog', { name: 'Test broken' });
  await trial.getByText('It does not work.').waitFor();
  await page.keyboard.press('Escape');
  await actions.click();
  await page.getByRole('menuitem', { name: 'Switch off' }).click();
  const servers = page.getByRole('table', { name: 'Tool servers' });
  expect((await servers.getByRole('columnheader').allTextContents()).slice(0, 4)).toEqual([
    'Name',
    'State',
    'Tools',
    'Origin',
  ]);
  await servers.getByRole('row', { name: 'broken /nonexistent/program off – config.toml editable' }).waitFor();
  await actions.click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No MCP server is configured.').waitFor();
});

test('MCP servers of another program are imported one by one; those of a project are trusted from here', async () => {
  writeFileSync(
    join(site.daemon.cwd, '.mcp.json'),
    JSON.stringify({ mcpServers: { tracker: { command: '/nonexistent/tracker' } } }),
  );
  await site.daemon.createSession({});
  await page.reload();
  await show('MCP servers');
  await page.getByRole('button', { name: 'Import…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import MCP servers' });
  const field = dialog.getByRole('textbox', { name: 'Configuration as JSON' });
  await field.fill('{ no JSON');
  await dialog.getByText('This is not JSON with MCP servers.').waitFor();
  const mcpServers = {
    notes: { command: '/nonexistent/notes', args: ['--all'], env: { NOTES_KEY: 'x' } },
    remote: { type: 'http', url: 'http://127.0.0.1:9/mcp' },
    'no name': { command: 'a' },
    left: { command: 'b' },
  };
  await field.fill(JSON.stringify({ mcpServers }));
  await dialog.getByRole('checkbox', { name: 'Import left' }).uncheck();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import 3 servers' }).click();
  // what is refused stays, with the reason
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('button', { name: 'Import 1 server' }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Test notes', exact: true }).waitFor();
  expect(JSON.parse(readFileSync(join(site.daemon.home, 'mcp.json'), 'utf8'))).toEqual({
    mcpServers: {
      notes: expect.objectContaining({ command: '/nonexistent/notes', args: ['--all'], env: { NOTES_KEY: 'x' } }),
      remote: expect.objectContaining({ url: 'http://127.0.0.1:9/mcp' }),
    },
  });

  const project = page.getByRole('region', { name: 'Servers of projects' });
  const row = project.getByRole('row', { name: /tracker/ });
  await row.getByText('not trusted').waitFor();
  await project.getByRole('button', { name: 'Trust…' }).click();
  const review = page.getByRole('dialog');
  await review.getByRole('button', { name: 'Trust these' }).click();
  await review.getByRole('button', { name: 'Close' }).click();
  await row.getByText('trusted', { exact: true }).waitFor();
  await expectAccessible(page);
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
  // the index follows the log a moment later
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
