/** Side conversation, prompt history, exports, and redo from the menu (web.md 5.1, 5.6, 5.7, 5.12). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expectAccessible, expectNoSideScroll, openSite, type Site } from './harness.js';

let site: Site;
let page: Page;
let id: string;

beforeAll(async () => {
  site = await openSite();
  ({ id } = await site.daemon.createSession({
    metadata: { cwd: site.daemon.cwd },
    title: 'Birds',
    agent_config: { model: 'offline/echo' },
  }));
  page = await site.open(`/sessions/${id}`);
  await box().waitFor();
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

const box = () => page.getByRole('textbox', { name: 'Message' });
const side = () => page.getByRole('complementary', { name: 'Side conversation' });

async function ask(words: string): Promise<void> {
  await box().fill(words);
  await box().press('Enter');
}

async function saved(press: () => Promise<void>): Promise<{ name: string; content: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path(), 'utf8') };
}

const agents = async (): Promise<string[]> => {
  const { data } = await site.daemon.call<{ items: { type?: string }[] }>('GET', `/api/v1/sessions/${id}/agents`);
  return data.items.flatMap(({ type }) => (type === 'independent' ? [type] : []));
};

test('a question aside is answered in the panel, and closing ends its agent', async () => {
  await ask('say kingfisher');
  await page.getByTestId('assistant-text').getByText('kingfisher').waitFor();
  await page.getByRole('button', { name: 'Ask aside' }).click();
  expect(await agents()).toEqual([]);
  const field = side().getByRole('textbox', { name: 'Ask aside' });
  await field.fill('say heron');
  await field.press('Enter');
  await side().getByTestId('assistant-text').getByText('heron').waitFor();
  expect(await page.getByRole('log', { name: 'Transcript' }).getByText('heron').count()).toBe(0);
  await expectAccessible(page);
  await page.reload();
  await side().getByTestId('assistant-text').getByText('heron').waitFor();
  await side().getByRole('button', { name: 'Close', exact: true }).click();
  await side().waitFor({ state: 'detached' });
  await ask('/btw say stork');
  await side().getByTestId('assistant-text').getByText('stork').waitFor();
  expect(await side().getByText('heron').count()).toBe(0);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await side().getByRole('button', { name: 'Close', exact: true }).click();
  await side().waitFor({ state: 'detached' });
});

test('the history from the palette brings a prompt back', async () => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search commands and sessions' }).fill('history');
  await page.getByRole('option', { name: 'History' }).click();
  const dialog = page.getByRole('dialog', { name: 'History' });
  await dialog.getByRole('searchbox', { name: 'Filter the history' }).fill('kingf');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'say kingfisher' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await box().inputValue()).toBe('say kingfisher');
  await box().fill('');
});

test('the session is saved as Markdown and as a page', async () => {
  await page.getByRole('toolbar', { name: 'Session' }).getByRole('button', { name: 'Session actions' }).click();
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const markdown = await saved(() => dialog.getByRole('button', { name: 'Export Markdown' }).click());
  expect(markdown.name).toMatch(/^agent-export-.*\.md$/);
  expect(markdown.content).toContain('say kingfisher');
  await page.keyboard.press('Escape');
  await ask('/export-html');
  const choices = page.getByRole('dialog', { name: 'Export HTML' });
  await choices.getByRole('switch', { name: 'Thinking' }).uncheck();
  const html = await saved(() => choices.getByRole('button', { name: 'Save' }).click());
  expect(html.name).toMatch(/\.html$/);
  expect(html.content).toContain('kingfisher');
});

test('redo is offered in the menu as long as there is an undo to take back', async () => {
  const actions = page.getByRole('toolbar', { name: 'Session' }).getByRole('button', { name: 'Session actions' });
  await ask('/undo');
  await page.getByRole('dialog', { name: 'Undo 1 prompt' }).getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByTestId('user-message').waitFor({ state: 'detached' });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Redo' }).click();
  await page.getByTestId('user-message').getByText('say kingfisher').waitFor();
  await actions.click();
  await page.getByRole('menuitem', { name: 'Fork' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Redo' }).count()).toBe(0);
  await page.keyboard.press('Escape');
});
