/** Panels beside a session: tasks with their output, and agents with their transcripts. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expectAccessible, openSite, type Site } from './harness.js';

let site: Site;
let page: Page;

beforeAll(async () => {
  site = await openSite();
  writeFileSync(
    join(site.daemon.cwd, 'wait.sh'),
    'echo first; until [ -e more ]; do sleep 0.05; done; echo second; sleep 60\n',
  );
  const { id } = await site.daemon.createSession({
    metadata: { cwd: site.daemon.cwd },
    agent_config: { permission_mode: 'auto' },
  });
  page = await site.open(`/sessions/${id}?panel=tasks`);
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

async function ask(words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(words);
  await page.keyboard.press('Enter');
}

test('a task in the background shows its output as it comes, and is stopped', async () => {
  await page.getByText('No background tasks.').waitFor();
  await ask('run in background sh wait.sh');
  const task = page.getByTestId('task');
  await task.getByRole('button', { name: 'sh wait.sh' }).click();
  const output = page.getByTestId('task-output');
  await output.getByText('first').waitFor();
  expect(await output.textContent()).not.toContain('second');
  writeFileSync(join(site.daemon.cwd, 'more'), '');
  await output.getByText('second').waitFor();
  await expectAccessible(page);
  await task.getByRole('button', { name: 'Stop task' }).click();
  await page.locator('[data-testid="task"][data-state="killed"]').waitFor();
});

test('an agent has a place below the one that started it, and its transcript', async () => {
  await page.getByRole('button', { name: 'Agents', exact: true }).click();
  await ask('agent explore: read wait.sh');
  const agent = page.locator('[role="treeitem"][aria-level="2"]');
  await agent.click();
  const transcript = page.getByRole('region', { name: /^Transcript of / });
  await transcript.getByText('read wait.sh').first().waitFor();
  await transcript.getByTestId('turn-usage').waitFor();
  await expectAccessible(page);
});

test('a link to an agent that the session does not have says so, without a message box for it', async () => {
  const { pathname } = new URL(page.url());
  await page.goto(`${site.daemon.baseUrl}${pathname}?panel=agents&agent=agent_gone`);
  const panel = page.getByRole('complementary', { name: 'Agents' });
  await panel.getByText('This session has no agent agent_gone.').waitFor();
  expect(await panel.getByRole('textbox').count()).toBe(0);
});
