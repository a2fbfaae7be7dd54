/** The changes of a session: list, diffs, live updates, viewed marks, revert and its undo, conflicts. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expectAccessible, expectNoSideScroll, openSite, untilTurnEnds, type Site } from './harness.js';

let site: Site;
let page: Page;
let id: string;
const at = (name: string): string => join(site.daemon.cwd, name);
const text = (name: string): string => readFileSync(at(name), 'utf8');

beforeAll(async () => {
  site = await openSite();
  const lines = Array.from({ length: 40 }, (_, number) => `line ${number + 1};`);
  writeFileSync(at('list.txt'), `${lines.join('\n')}\n`);
  ({ id } = await site.daemon.createSession({
    metadata: { cwd: site.daemon.cwd },
    agent_config: { permission_mode: 'auto' },
  }));
  page = await site.open(`/sessions/${id}?panel=changes`);
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

async function ask(words: string): Promise<void> {
  await untilTurnEnds(page, async () => {
    await page.getByRole('textbox', { name: 'Message' }).fill(words);
    await page.keyboard.press('Enter');
  });
}

const panel = () => page.getByRole('complementary', { name: 'Changes' });
const item = (name: string | RegExp) => panel().getByRole('treeitem', { name });
const viewed = () => panel().getByRole('checkbox', { name: 'Viewed list.txt' });

test('a change appears by itself, with its counts and its lines', async () => {
  await ask('edit list.txt: line 3; => third line;');
  await item('list.txt modified +1 −1').waitFor();
  expect(await panel().getByTestId('diff').getByTestId('diff-line').count()).toBeGreaterThan(2);
  await expectAccessible(page);
});

test('a viewed file is folded until it changes again', async () => {
  await viewed().check();
  await panel().getByTestId('diff-line').first().waitFor({ state: 'detached' });
  await page.reload();
  await panel().getByRole('combobox', { name: 'Since' }).selectOption('Session start');
  await item('list.txt modified +1 −1').waitFor();
  expect(await viewed().isChecked()).toBe(true);
  await ask('edit list.txt: line 30; => thirtieth line;');
  await item('list.txt modified +2 −2').waitFor();
  expect(await viewed().isChecked()).toBe(false);
});

test('one change is reverted, and brought back by the note', async () => {
  await panel().getByRole('button', { name: 'Revert change 1' }).click();
  await item('list.txt modified +1 −1').waitFor();
  expect(text('list.txt')).toContain('line 3;');
  expect(text('list.txt')).toContain('thirtieth line;');
  // a placeholder keeps position and focus, so that a second press cannot revert the next change; numbers do not shift
  const place = panel().getByTestId('reverted');
  await place.getByText('Change 1 is reverted.').waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-testid') === 'reverted');
  expect(
    await panel()
      .getByRole('button', { name: /^Revert change/ })
      .allTextContents(),
  ).toEqual(['Revert change 2']);
  await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click();
  await item('list.txt modified +2 −2').waitFor();
  expect(text('list.txt')).toContain('third line;');
  await place.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-change'));
  // a reverted file leaves a placeholder too, even when the page reads the list before the response arrives
  await page.route('**/changes:revert', async (route) => {
    const response = await route.fetch();
    await panel().getByText('Nothing changed.').waitFor();
    await route.fulfill({ response });
  });
  await panel().getByRole('button', { name: 'Revert file' }).press('Enter');
  await place.getByText('The file is reverted.').waitFor();
  await place.getByRole('button', { name: 'Bring the file back' }).click();
  await item('list.txt modified +2 −2').waitFor();
  await page.unroute('**/changes:revert');
  expect(text('list.txt')).toContain('third line;');
});

test('what something else changed is reverted only on a second request', async () => {
  writeFileSync(at('list.txt'), `${text('list.txt')}own line\n`);
  const changed = text('list.txt');
  await panel().getByRole('button', { name: 'Revert file' }).click();
  await panel().getByTestId('revert-conflict').waitFor();
  await item('list.txt modified +3 −2').waitFor();
  expect(text('list.txt')).toBe(changed);
  await expectAccessible(page);
  await panel().getByRole('button', { name: 'Revert anyway' }).click();
  await panel().getByText('Nothing changed.').waitFor();
  expect(text('list.txt')).toContain('line 3;');
  expect(text('list.txt')).not.toContain('own line');
});

test('since a turn, by keys, and on a screen of their own that fits a small window', async () => {
  await ask('write new.txt: one\\ntwo\\n');
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}/changes`);
  await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor();
  await page.getByRole('treeitem', { name: 'new.txt added +2 −0' }).press('n');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-change'))).toContain('new.txt');
  await page.keyboard.press('v');
  expect(await page.getByRole('checkbox', { name: 'Viewed new.txt' }).isChecked()).toBe(true);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.getByRole('combobox', { name: 'Since' }).selectOption('Working tree against HEAD');
  await page.getByTestId('failure').waitFor();
  // the address contains the starting point and the file
  expect(new URL(page.url()).searchParams.get('from')).toBe('git');
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}/changes?from=start&file=new.txt`);
  await page.getByRole('treeitem', { name: /^new.txt added/ }).waitFor();
  expect(await page.getByRole('combobox', { name: 'Since' }).inputValue()).toBe('start');
  await page.waitForFunction(() => {
    const file = document.querySelector('.changed-file[data-path$="new.txt"]');
    return file !== null && file.getBoundingClientRect().top < innerHeight / 2;
  });
});

test('unchanged lines are unfolded, and changes of blanks alone can be ignored', async () => {
  const lines = Array.from({ length: 45 }, (_, number) => `line ${number + 1};`);
  writeFileSync(at('wide.txt'), `${lines.join('\n')}\n`);
  const session = await site.daemon.createSession({
    metadata: { cwd: site.daemon.cwd },
    agent_config: { permission_mode: 'auto' },
  });
  await site.daemon.run(session.id, 'edit wide.txt: line 20; => line   20;');
  const view = await site.open(`/sessions/${session.id}/changes`);
  const shown = view.getByTestId('diff-line');
  const press = (name: string) => view.getByRole('button', { name, exact: true }).click();
  await shown.nth(7).waitFor();
  expect(await shown.count()).toBe(8);
  // the page does not know the file's length before it reads the file
  await view.getByRole('button', { name: 'Show 20 more unchanged lines' }).waitFor();
  await press('Show 16 of 16 unchanged lines');
  await view.locator('[data-new="1"]', { hasText: 'line 1;' }).waitFor();
  await press('Show 20 of 22 unchanged lines');
  await view.locator('[data-new="43"]', { hasText: 'line 43;' }).waitFor();
  await press('Show 2 of 2 unchanged lines');
  await view.locator('[data-old="45"][data-new="45"]').waitFor();
  expect(await shown.count()).toBe(46);
  await expectAccessible(view);
  await view.getByRole('checkbox', { name: 'Ignore whitespace' }).check();
  await view.getByText('Only whitespace changes.').waitFor();
  expect(await view.locator('[data-kind=add]').count()).toBe(0);
  await view.getByRole('checkbox', { name: 'Ignore whitespace' }).uncheck();
  await view.locator('[data-kind=add]').waitFor();
  await view.close();
});

test('a last turn without changes leads to those of the session', async () => {
  const session = await site.daemon.createSession({
    metadata: { cwd: site.daemon.cwd },
    agent_config: { permission_mode: 'auto' },
  });
  await site.daemon.run(session.id, 'write early.txt: one');
  await site.daemon.run(session.id, 'say nothing');
  const view = await site.open(`/sessions/${session.id}/changes`);
  await view.getByRole('button', { name: 'Show changes since session start' }).press('Enter');
  await view.getByRole('treeitem', { name: 'early.txt added +1 −0' }).waitFor();
  expect(await view.getByRole('combobox', { name: 'Since' }).inputValue()).toBe('start');
  await view.waitForFunction(() => document.activeElement !== document.body);
  await view.close();
});

test('the start of the range is named, also when a link names one that is not in the list', async () => {
  const shown = () =>
    page.getByRole('combobox', { name: 'Since' }).evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.text);
  for (const [from, name] of [
    ['before', 'Last turn'],
    ['9', 'Turn 9'],
  ] as const) {
    await page.goto(`${site.daemon.baseUrl}/sessions/${id}/changes?from=${from}`);
    await page.getByRole('heading', { name: 'Changes' }).waitFor();
    await page.waitForSelector('html[data-connection=online]');
    expect(await shown()).toBe(name);
  }
});
