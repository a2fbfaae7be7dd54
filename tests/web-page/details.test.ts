/** The panel Details: rules, directories, reminders, tools, where commands run, a goal and exports (web.md 5.13). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { available } from '../runtimes/machine.js';
import { expectAccessible, expectNoSideScroll, openSite, untilTurnEnds, type Site } from './harness.js';

let site: Site;
let page: Page;
let panel: Locator;

/** upstream proxy in place of the internet, so that host names need not resolve */
const internet = createServer((_, response) => void response.end('hello\n'));

beforeAll(async () => {
  internet.listen(0, '127.0.0.1');
  await once(internet, 'listening');
  const { port } = internet.address() as AddressInfo;
  site = await openSite({ env: { HTTP_PROXY: `http://127.0.0.1:${port}` } });
  mkdirSync(join(site.daemon.cwd, '..', 'other'));
  const { id } = await site.daemon.createSession({
    metadata: { cwd: site.daemon.cwd },
    agent_config: { model: 'offline/echo', permission_mode: 'auto' },
  });
  page = await site.open(`/sessions/${id}?panel=details`);
  panel = page.getByRole('complementary', { name: 'Details' });
}, 60_000);
afterAll(async () => {
  await site?.close();
  internet.close();
});
afterEach(() => site.expectClean());

async function ask(words: string): Promise<void> {
  await untilTurnEnds(page, async () => {
    await page.getByRole('textbox', { name: 'Message' }).fill(words);
    await page.keyboard.press('Enter');
  });
}

test('reminders are listed and deleted; todos and tools are named', async () => {
  await ask(`call CronCreate ${JSON.stringify({ cron: '0 9 * * *', prompt: 'stand up' })}`);
  await panel.getByRole('list', { name: 'Reminders' }).getByText('stand up').waitFor();
  await panel.getByRole('button', { name: 'Delete reminder' }).click();
  await panel.getByText('No reminder is set.').waitFor();
  await panel.getByRole('list', { name: 'Tools' }).getByText('Bash', { exact: true }).waitFor();
  await panel.getByRole('group', { name: 'Tokens' }).getByRole('row').nth(1).waitFor();
  await expectAccessible(page);
});

test('the row of a model has the tokens of subagents too', async () => {
  await ask('agent explore: say found');
  const tokens = panel.getByRole('group', { name: 'Tokens' });
  await tokens.getByRole('rowheader', { name: 'Agent say found' }).waitFor();
  const { models } = await site.daemon.ok('getUsage', {});
  const spent = models.find(({ model }) => model === 'offline/echo')?.spending;
  expect(spent?.output_tokens).toBeGreaterThan(0);
  const row = tokens.getByRole('row', { name: /^offline\/echo/ });
  await row
    .getByRole('cell')
    .nth(1)
    .getByText((spent?.output_tokens ?? 0).toLocaleString('en'), { exact: true })
    .waitFor();
});

test('commands move into the sandbox; what it took away is put back', async () => {
  const where = panel.getByRole('combobox', { name: 'Where they run' });
  await where.waitFor();
  if (!available) return expect(await panel.getByText('There is no sandbox on this machine').count()).toBe(1);
  await where.selectOption('In the sandbox');
  await page.getByTestId('session-runtime').filter({ hasText: 'sandbox' }).waitFor();
  await panel.getByText('They write only in the project').waitFor();
  await ask('run echo {} > .mcp.json');
  const path = join(site.daemon.cwd, '.mcp.json');
  const list = panel.getByRole('list', { name: 'Quarantine' });
  await list.getByText(path).waitFor();
  expect(existsSync(path)).toBe(false);
  await expectAccessible(page);
  await list.getByRole('button', { name: `Put back ${path}` }).click();
  await list.waitFor({ state: 'detached' });
  expect(readFileSync(path, 'utf8')).toBe('{}\n');
  rmSync(path);
  await where.selectOption('On this machine');
  await page.getByTestId('session-runtime').waitFor({ state: 'detached' });
});

(available ? test : test.skip)(
  'a host is asked for while the command runs, and what is refused is said at the call',
  async () => {
    const { id } = await site.daemon.createSession({
      metadata: { cwd: site.daemon.cwd },
      launch: { runtime_id: 'sandbox' },
      agent_config: { model: 'offline/echo', permission_mode: 'manual' },
    });
    await page.goto(`${site.daemon.baseUrl}/sessions/${id}`);
    const asked = page.getByRole('region', { name: 'Approval needed' });
    const call = page.getByTestId('tool-call').last();
    await page.getByRole('textbox', { name: 'Message' }).fill('run curl -s http://one.test/ http://two.test/');
    await page.keyboard.press('Enter');
    await asked.getByRole('heading', { name: 'connect to one.test:80' }).waitFor();
    await asked.getByText('Network(one.test:80)').waitFor();
    await asked.getByRole('button', { name: 'Always allow' }).waitFor();
    await expectAccessible(page);
    await asked.getByRole('button', { name: 'Approve', exact: true }).click();
    await asked.getByRole('heading', { name: 'connect to two.test:80' }).waitFor();
    await asked.getByRole('button', { name: 'Reject', exact: true }).click();
    await page.getByTestId('turn-usage').waitFor();
    await call.getByRole('button', { name: /^Bash / }).click();
    await call.getByText('hello').waitFor();
    await call.getByText('The sandbox refused two.test:80 (not allowed).').waitFor();
    await expectAccessible(page);
    await page.goBack();
  },
);

test('a directory is added, and a wrong one is refused at its field', async () => {
  const field = panel.getByRole('textbox', { name: 'Another directory' });
  await field.fill('/nowhere/at/all');
  await panel.getByRole('button', { name: 'Add directory' }).click();
  await panel.getByRole('alert').waitFor();
  await field.fill(join(site.daemon.cwd, '..', 'other'));
  await panel.getByRole('button', { name: 'Add directory' }).click();
  await panel
    .getByRole('list', { name: 'Directories' })
    .getByText(/other$/)
    .waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('exports are saved; the goal has a form', async () => {
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Export ZIP' }).click(),
  ]);
  expect(zip.suggestedFilename()).toMatch(/\.zip$/);
  expect(
    readFileSync(await zip.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  await panel.getByRole('button', { name: 'Set a goal' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set a goal' });
  await dialog.getByRole('button', { name: 'Start' }).click();
  await dialog.getByRole('alert').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});
