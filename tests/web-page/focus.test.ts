/** When the focused element disappears, a neighbor gets the focus (web.md 7). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { onSession, openSite, type Site } from './harness.js';

let site: Site;
let page: Page;
let session: ReturnType<typeof onSession>;
beforeAll(async () => {
  site = await openSite();
  page = await site.open('/');
  session = onSession(site, page);
  await session.start({ model: 'offline/echo', permission_mode: 'auto' });
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const panel = async (name: string): Promise<void> => {
  await page.goto(page.url().replace(/\?.*/, '') + `?panel=${name}`);
  await page.getByRole('complementary').waitFor();
};

/** Presses a button by keyboard, and waits until the button has disappeared. */
async function press(from: Locator): Promise<void> {
  await from.focus();
  await page.keyboard.press('Enter');
  await from.waitFor({ state: 'detached' });
}

const hasFocus = (place: Locator): Promise<void> =>
  expectSoon(() => place.evaluate((element) => element === document.activeElement));

async function expectSoon(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 50 && !(await isSo()); tries += 1) await page.waitForTimeout(50);
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  expect(await isSo()).toBe(true);
}

test('the button that stops a turn gives the focus to the message box', async () => {
  await session.send('slow 5000 one two three');
  await button('Stop').waitFor();
  await press(button('Stop'));
  await hasFocus(session.box());
});

test('the last session that is deleted in the list leaves the focus among what the list has, not at its edge', async () => {
  const other = await site.open('/', { context: page.context() });
  const entries = other.getByTestId('session-item');
  await entries.first().waitFor();
  const before = page.url();
  for (let left = await entries.count(); left > 0; left -= 1) {
    await entries.first().getByRole('link').focus();
    await other.keyboard.press('Delete');
    await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await other.waitForFunction(
      (count) => document.querySelectorAll('[data-testid=session-item]').length === count,
      left - 1,
    );
  }
  await other.waitForFunction(() => document.activeElement?.matches('.sidebar a, .sidebar :is(h1, h2, h3)') === true);
  await other.close();
  await session.start({ model: 'offline/echo', permission_mode: 'auto' });
  expect(page.url()).not.toBe(before);
});

test('an undone turn leaves the focus beside its place', async () => {
  await session.run('write notes.txt: one');
  await button('Turn actions').last().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Undo to here…' }).press('Enter');
  const undo = page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true, disabled: false });
  await undo.focus();
  await page.keyboard.press('Enter');
  await button('Undone').waitFor();
  await expectSoon(() =>
    page.evaluate(() => document.activeElement !== null && document.activeElement.closest('main') !== null),
  );
});

test('a task that is stopped and a terminal that is closed leave the focus in their panel', async () => {
  await session.run('run in background sleep 30');
  await panel('tasks');
  await press(button('Stop task'));
  await hasFocus(page.getByRole('complementary').getByRole('button', { name: 'sleep 30' }));
  await panel('terminals');
  await button('New terminal').press('Enter');
  await button('Close terminal').waitFor();
  await press(button('Close terminal'));
  await hasFocus(button('New terminal'));
});

test('a side conversation that is opened by its button can be written in', async () => {
  await page.goto(page.url().replace(/\?.*/, ''));
  await button('Ask aside').press('Enter');
  await hasFocus(page.getByRole('textbox', { name: 'Ask aside' }));
  await button('Close panel').press('Enter');
  await hasFocus(button('Ask aside'));
});

test('the digit behind the options of a question leads to an answer in own words', async () => {
  await session.start();
  await session.send('ask Which one? A | B');
  await page.getByRole('region', { name: 'Question' }).waitFor();
  await page.keyboard.press('Control+.');
  await page.keyboard.press('3');
  await page.keyboard.type('iris');
  expect(await page.getByRole('textbox', { name: 'Your answer' }).inputValue()).toBe('iris');
  await page.keyboard.press('Enter');
  await page.getByText(/iris/).first().waitFor();
  await hasFocus(session.box());
});

test('who clicked away from a place that then goes keeps the focus nowhere', async () => {
  await session.send('slow 300 one two three');
  await button('Stop').focus();
  await page.locator('body').evaluate(() => (document.activeElement as HTMLElement).blur());
  await button('Stop').waitFor({ state: 'detached' });
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
});
