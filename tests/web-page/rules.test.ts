/** Permission rules in the settings of the page: adding, testing, editing and removing them (web.md 5.14). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expectAccessible, openSite, showSection, type Site } from './harness.js';

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
  // the page's own text describes invalid arguments, not the browser's
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
  // selects text with the mouse and releases the button outside of the dialog
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
  // only the long form of a rule can hold a reason
  await page.getByRole('button', { name: 'Edit rule Bash(two)' }).click();
  await form.getByRole('combobox', { name: 'Decision' }).selectOption('ask');
  await form.getByRole('textbox', { name: 'Reason' }).fill('look first');
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: 'Ask Bash(two) look first' }).waitFor();
  expect(config()).not.toMatch(/deny = \[[^\]]*two/);
  await expectAccessible(page);
  // another client changes the rules after the page read them, before the page writes
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
