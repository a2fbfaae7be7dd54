/** The panel Terminals: echo, size, colors, disconnects, and closing (web.md 5.13). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until } from '../helpers/daemon.js';
import { startRelay, type Relay } from '../helpers/relay.js';
import { expectAccessible, expectNoSideScroll, openSite, type Site } from './harness.js';

let site: Site;
let relay: Relay;
let page: Page;
let panel: Locator;

beforeAll(async () => {
  // without a home directory the shell reads no startup files, which could be slow
  site = await openSite({ env: { HOME: '/nonexistent' } });
  relay = await startRelay(site.daemon.port);
  const { id } = await site.daemon.createSession({ metadata: { cwd: site.daemon.cwd } });
  page = await site.open(`/sessions/${id}?panel=terminals`, { baseUrl: `http://127.0.0.1:${relay.port}` });
  panel = page.getByRole('complementary', { name: 'Terminals' });
}, 60_000);
afterAll(async () => {
  await relay?.close();
  await site?.close();
});
afterEach(() => site.expectClean());

const rows = (): Locator => panel.locator('.xterm-rows');
/** Waits for an output line with exactly this text. */
const line = (words: string): Promise<void> =>
  rows()
    .locator('> div')
    .filter({ hasText: new RegExp(`^${words}\\s*$`) })
    .first()
    .waitFor();
const sizeOf = (): Promise<string> =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll('.xterm-rows > div')].map((row) => row.textContent ?? '');
    return shown.filter((words) => /^\d+ \d+\s*$/.test(words)).at(-1) ?? '';
  });

test('what is typed is echoed and run; colours are those of the theme; it is as large as its place', async () => {
  await panel.getByText('No terminal is open.').waitFor();
  await panel.getByRole('button', { name: 'New terminal' }).click();
  await panel.getByRole('tab', { name: /^1: /, selected: true }).waitFor();
  await rows().getByText('>').or(rows().getByText('#')).or(rows().getByText('$')).first().waitFor();
  await page.keyboard.type("printf 'a\\033[31mb\\033[0mc\\n'; stty size\n");
  await line('abc');
  await rows().locator('.xterm-fg-1').filter({ hasText: 'b' }).first().waitFor();
  await rows()
    .getByText(/^\d+ \d+\s*$/)
    .first()
    .waitFor();
  // a shell that starts quickly reports its initial size
  const height = await until('the size of the place', async () => {
    await page.keyboard.type('stty size\n');
    await page.waitForTimeout(100);
    const [rows, columns] = (await sizeOf()).split(' ').map(Number);
    return columns === 80 ? undefined : rows;
  });
  expect(height).toBeGreaterThan(24);
  await expectAccessible(page);
});

test('another size of its place reaches the program', async () => {
  const before = await sizeOf();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSideScroll(page);
  for (;;) {
    await page.keyboard.type('clear; stty size; echo is-over\n');
    await line('is-over');
    if ((await sizeOf()) !== before) break;
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('it continues where it was after a cut', async () => {
  await page.keyboard.type('clear; echo one; sleep 1; echo t"w"o\n');
  await line('one');
  relay.setOpen(false);
  relay.setOpen(true);
  await line('two');
  expect(
    await rows()
      .locator('> div')
      .filter({ hasText: /^one\s*$/ })
      .count(),
  ).toBe(1);
  await page.waitForSelector('html[data-connection=online]');
});

test('keys leave it, its end is shown, and it closes', async () => {
  await page.keyboard.press('Control+Shift+Escape');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('tab');
  await panel.getByTestId('terminal').click();
  await page.keyboard.type('exit 3\n');
  await panel.getByText('The shell ended with exit code 3.').waitFor();
  await panel.getByRole('button', { name: 'Close terminal' }).click();
  await panel.getByText('No terminal is open.').waitFor();
  // the server still has the terminal
  await page.reload();
  await panel.getByText('No terminal is open.').waitFor();
});
