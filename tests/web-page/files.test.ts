/** The panel Files: the tree with git states, search, the viewer, and changes on disk (web.md 5.13). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible, expectNoSideScroll, openSite, type Site } from './harness.js';

let site: Site;
let page: Page;
let panel: Locator;

const file = (name: string): string => join(site.daemon.cwd, name);
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: site.daemon.cwd });
const item = (name: string | RegExp): Locator => panel.getByRole('treeitem', { name, exact: true });

beforeAll(async () => {
  site = await openSite();
  mkdirSync(file('src/deep'), { recursive: true });
  writeFileSync(file('src/first.ts'), 'export const first = 1;\n');
  writeFileSync(file('src/deep/long.txt'), Array.from({ length: 3_000 }, (_, at) => `row ${at + 1}\n`).join(''));
  writeFileSync(file('.hidden'), 'x\n');
  writeFileSync(
    file('dot.png'),
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  );
  git('init', '-q', '-b', 'week-view');
  git('add', 'src');
  git('commit', '-qm', 'x');
  writeFileSync(file('src/first.ts'), 'export const first = 2;\n');
  const { id } = await site.daemon.createSession({ metadata: { cwd: site.daemon.cwd } });
  page = await site.open(`/sessions/${id}?panel=files`);
  panel = page.getByRole('complementary', { name: 'Files' });
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

test('the tree opens by keys, and names what git knows', async () => {
  await page.getByTestId('session-branch').getByText('week-view').waitFor();
  await item('src modified').focus();
  await page.keyboard.press('ArrowRight');
  await item('first.ts modified').waitFor();
  await item('dot.png untracked').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-path') === 'src/deep');
  await expectAccessible(page);
  expect(await item('.hidden untracked').count()).toBe(0);
  await panel.getByRole('checkbox', { name: 'Hidden and ignored files' }).check();
  await item('.hidden untracked').waitFor();
});

test('a file is shown with its lines, mentioned, and follows what is written to it', async () => {
  await item('first.ts modified').click();
  const viewer = panel.getByRole('region', { name: 'src/first.ts' });
  await viewer.getByText('first = 2').waitFor();
  expect(new URL(page.url()).searchParams.get('file')).toBe('src/first.ts');
  writeFileSync(file('src/first.ts'), 'export const first = 3;\n');
  await viewer.getByText('first = 3').waitFor();
  await expectAccessible(page);
  await viewer.getByRole('button', { name: 'Mention in prompt' }).click();
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('@src/first.ts ');
  writeFileSync(file('src/new.ts'), '');
  await item('new.ts untracked').waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Back' }).click();
  await panel.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goBack();
});

test('names and lines are found; a hit opens its line; only lines in sight are drawn', async () => {
  await panel.getByRole('searchbox', { name: 'Find file' }).fill('lng');
  await panel.getByRole('button', { name: 'src/deep/long.txt' }).waitFor();
  await panel.getByRole('searchbox', { name: 'Find in files' }).fill('ROW 27[0]0$');
  await panel.getByRole('checkbox', { name: 'Regular expression' }).check();
  await panel.getByRole('button', { name: /^src\/deep\/long\.txt:2700 / }).click();
  const marked = panel.locator('[data-line="2700"]');
  await marked.waitFor();
  expect(new URL(page.url()).searchParams.get('line')).toBe('2700');
  expect(await panel.locator('[data-line]').count()).toBeLessThan(400);
  await expectAccessible(page);
  await panel.getByRole('checkbox', { name: 'Match case' }).check();
  await panel.getByText('Nothing found.').waitFor();
  await panel.getByRole('searchbox', { name: 'Find in files' }).fill('');
});

test('an image is drawn; a directory that is not there is a failure with another try', async () => {
  await item('dot.png untracked').click();
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.file-image img')?.naturalWidth === 1);
  await page.goto(`${page.url().split('?')[0]}?panel=files&file=gone.txt`);
  const failure = panel.getByTestId('failure');
  await failure.waitFor();
  writeFileSync(file('gone.txt'), 'back\n');
  await panel.getByRole('region', { name: 'gone.txt' }).getByText('back').waitFor();
});
