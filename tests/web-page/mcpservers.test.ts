/** MCP servers in the settings of the page: adding, testing, importing and trusting them (web.md 5.14). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describedBy, expectAccessible, openSite, showSection, type Site } from './harness.js';

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
  // a refused form stays open with the reason
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
