/** Comments on changed lines in a real browser: writing, keeping and sending them as one prompt (web.md 5.11). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expectAccessible, expectNoSideScroll, openSite, type Site } from './harness.js';

let site: Site;
let page: Page;

beforeAll(async () => {
  site = await openSite();
  writeFileSync(join(site.daemon.cwd, 'list.txt'), 'one\ntwo\nthree\nfour\n');
  const { id } = await site.daemon.createSession({
    metadata: { cwd: site.daemon.cwd },
    agent_config: { permission_mode: 'auto', model: 'offline/echo' },
  });
  page = await site.open(`/sessions/${id}?panel=changes`);
  await page.getByRole('textbox', { name: 'Message' }).fill('edit list.txt: two => second');
  await page.keyboard.press('Enter');
  await page.getByRole('treeitem', { name: 'list.txt modified +1 −1' }).waitFor();
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

const panel = () => page.getByRole('complementary', { name: 'Changes' });
const list = () => panel().getByRole('list', { name: 'Comments' });

const untilFocused = (name: string) =>
  page.waitForFunction((wanted) => document.activeElement?.getAttribute('aria-label') === wanted, name);

async function comment(button: string, words: string): Promise<void> {
  await panel().getByRole('button', { name: button, exact: true }).click();
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  await page.keyboard.type(words);
}

test('a comment is written at a line, and stays over a reload', async () => {
  await comment('Comment on line 2', 'Use a num');
  await expectAccessible(page);
  // an unfinished comment survives leaving the screen and a reload, and does not take the focus
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  await page.goBack();
  const field = panel().locator('.line-comments').getByRole('textbox', { name: 'Comment' });
  await field.waitFor();
  await page.reload();
  expect(await field.inputValue()).toBe('Use a num');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(false);
  await field.focus();
  await page.keyboard.press('End');
  await page.keyboard.type('ber');
  await panel().getByRole('button', { name: 'Add comment' }).click();
  await list().getByText('list.txt:2').waitFor();
  await panel().locator('.line-comment').getByText('Use a number').waitFor();
  await untilFocused('Comment on line 2');
  await page.reload();
  await panel().locator('.line-comment').getByText('Use a number').waitFor();
});

test('selected lines get one comment, with the keyboard too', async () => {
  await page.evaluate(() => {
    const lines = [...document.querySelectorAll('.panel .diff-line:not(.del) .diff-text')];
    getSelection()?.setBaseAndExtent(lines[2] as Element, 0, lines[3] as Element, 1);
  });
  await comment('Comment on line 3', 'These belong together');
  await page.keyboard.press('Control+Enter');
  await untilFocused('Comment on line 3');
  await list().getByText('list.txt:3-4').waitFor();
  await panel().locator('[data-change]').focus();
  await page.keyboard.press('c');
  await panel().getByRole('button', { name: 'Add comment' }).waitFor();
  await panel().getByRole('button', { name: 'Comment on removed line 2' }).click();
  await panel().getByRole('button', { name: 'Add comment' }).waitFor({ state: 'detached' });
});

test('they are sent as one prompt, and then marked', async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await panel().getByRole('button', { name: 'Send 2 comments' }).click();
  const prompt = page.getByTestId('user-message').last();
  await prompt.getByText('These belong together').waitFor();
  const words = await prompt.innerText();
  for (const part of ['list.txt:2', '> second', 'Use a number', 'list.txt:3-4', '> three'])
    expect(words).toContain(part);
  await list().getByText('sent').nth(1).waitFor();
  await untilFocused('Comments');
  expect(await panel().getByRole('button', { name: /^Send/ }).count()).toBe(0);
  await list().getByRole('button', { name: 'Remove comment' }).first().click();
  expect(await list().getByRole('listitem').count()).toBe(1);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Remove comment');
});
