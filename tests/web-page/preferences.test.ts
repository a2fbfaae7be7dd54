/** Each browser preference takes effect at once, also in another tab that shows a session (web.md 3.4, 5.15, 6). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { modelEnv } from '../helpers/daemon.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { onSession, openSite, type Site } from './harness.js';

let model: ScriptedModel;
let site: Site;
let settings: Page;
let page: Page;

beforeAll(async () => {
  model = await startModel();
  site = await openSite({ env: modelEnv(model.baseUrl) });
  writeFileSync(join(site.daemon.cwd, 'a.txt'), 'one\ntwo\nthree\n');
  settings = await site.open('/settings/general');
  page = await site.open('/', { context: settings.context() });
  await onSession(site, page).start({ model: 'offline/echo', permission_mode: 'yolo' });
}, 60_000);
afterAll(async () => {
  await site?.close();
  await model?.close();
});
afterEach(() => site.expectClean());

/** Waits long enough for the other tab to receive a change. */
const settle = () => page.waitForTimeout(200);
async function choose(group: string, name: string): Promise<void> {
  await settings.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true }).check();
  await settle();
}
async function turn(name: string): Promise<void> {
  await settings.getByRole('switch', { name }).click();
  await settle();
}
async function slide(name: string, value: number): Promise<void> {
  await settings.getByRole('slider', { name }).fill(String(value));
  await settle();
}
const inPixels = (place: Locator, property: 'fontSize' | 'height') =>
  place.evaluate((element, of) => parseFloat(getComputedStyle(element)[of]), property);
test('density and sizes', async () => {
  const item = page.getByTestId('session-item').first();
  const before = await inPixels(item, 'height');
  await choose('Density', 'Compact');
  expect(await inPixels(item, 'height')).toBeLessThan(before);
  await choose('Density', 'Comfortable');
  expect(await inPixels(item, 'height')).toBe(before);

  await onSession(site, page).run('run echo one');
  const [words, code] = [page.locator('.markdown p').last(), page.getByTestId('code-block').last().locator('pre')];
  const sizes = async () => [await inPixels(words, 'fontSize'), await inPixels(code, 'fontSize')];
  const [text = 0, mono = 0] = await sizes();
  await slide('Text size', 125);
  expect((await sizes())[0]).toBeCloseTo(text * 1.25);
  await slide('Text size', 100);
  await slide('Code size', 140);
  expect((await sizes())[0]).toBe(text);
  expect((await sizes())[1]).toBeCloseTo(mono * 1.4);
  await slide('Code size', 100);
});

test('lines wrap', async () => {
  const code = page.getByTestId('code-block').last().locator('pre');
  const wraps = () => code.evaluate((element) => getComputedStyle(element).whiteSpace);
  await turn('Wrap long lines');
  expect(await wraps()).toBe('pre');
  await turn('Wrap long lines');
  expect(await wraps()).toBe('pre-wrap');
});

test('Enter sends, or breaks the line', async () => {
  const { box, untilBox } = onSession(site, page);
  await choose('Enter sends', 'Ctrl-Enter');
  await box().fill('say sent');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  expect(await box().inputValue()).toBe('say sent\n');
  await page.keyboard.press('Control+Enter');
  await untilBox('');
  await choose('Enter sends', 'Automatic');
  await onSession(site, page).run('say sent too');
});

test('detail of tool calls', async () => {
  const opened = async (tool: string, prompt: string) => {
    const id = await onSession(site, page).start({ model: 'offline/echo', permission_mode: 'yolo' });
    await site.daemon.run(id, prompt);
    const call = page.getByTestId('tool-call').and(page.locator(`[data-tool=${tool}]`));
    return call.getByRole('button').first().getAttribute('aria-expanded');
  };
  expect(await opened('Read', 'read a.txt')).toBe('false');
  expect(await opened('Edit', 'edit a.txt: one => ONE')).toBe('true');
  await choose('Tool detail', 'Full');
  expect(await opened('Read', 'read a.txt')).toBe('true');
  await choose('Tool detail', 'Compact');
  expect(await opened('Edit', 'edit a.txt: two => TWO')).toBe('false');
  await choose('Tool detail', 'Normal');
});

test('keys', async () => {
  const { box } = onSession(site, page);
  const focused = async (key: string) => {
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press(key);
    return box().evaluate((element) => element === document.activeElement);
  };
  expect(await focused('/')).toBe(true);
  await turn('Single-key shortcuts');
  expect(await focused('/')).toBe(false);
  await turn('Single-key shortcuts');
  expect(await focused('/')).toBe(true);

  const changes = page.getByRole('complementary', { name: 'Changes' });
  await page.keyboard.press('Control+Shift+D');
  await changes.waitFor();
  await page.keyboard.press('Control+Shift+D');
  await changes.waitFor({ state: 'hidden' });
  await turn('Shortcuts that browsers use too');
  await page.keyboard.press('Control+Shift+D');
  await page.keyboard.press('Control+/');
  expect(await changes.count()).toBe(0);
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Ctrl-K').waitFor();
  expect(await help.getByText('Ctrl-Shift-D').count()).toBe(0);
  await page.keyboard.press('Escape');
  await turn('Shortcuts that browsers use too');
});

test('thinking opens while it streams', async () => {
  const { start, run } = onSession(site, page);
  await start({ model: 'env/scripted' });
  const opens = async () => {
    model.reply({ thinking: 'a long thought', text: 'thought', chunkSize: 1, chunkDelayMs: 60 });
    const answer = run('go');
    const thinking = page.getByRole('button', { name: 'Thinking …' });
    await thinking.waitFor();
    const state = await thinking.getAttribute('aria-expanded');
    await answer;
    return state;
  };
  const closed = await opens();
  await turn('Open thinking while it streams');
  expect([closed, await opens()]).toEqual(['false', 'true']);
});

test('the time has 24 or 12 hours, at midnight too', async () => {
  const hour = new Date().getUTCHours();
  // a time zone in which midnight has just passed
  const timezoneId = hour <= 12 ? `Etc/GMT+${hour}` : `Etc/GMT-${24 - hour}`;
  const { id } = await site.daemon.createSession();
  for (const [timeFormat, shape] of [
    ['24', / at 0[01]:\d\d:\d\d$/],
    ['12', / at (?:12|1):\d\d:\d\d.AM$/],
  ] as const) {
    const other = await site.open(`/sessions/${id}?panel=details`, { timezoneId, preferences: { timeFormat } });
    const created = other.getByText(/ at \d+:\d\d:\d\d/).first();
    expect(await created.textContent()).toMatch(shape);
    await other.context().close();
  }
});

test('the page works where the browser refuses storage, and says so where it refuses to copy', async () => {
  const context = await page.context().browser()?.newContext({ locale: 'en-US' });
  if (!context) throw new Error('the page has no browser');
  await context.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => refuse() } });
    document.execCommand = () => false;
  });
  const { id } = await site.daemon.createSession({ agent_config: { model: 'offline/echo' } });
  const other = await context.newPage();
  await other.goto(`${site.daemon.baseUrl}/sessions/${id}#token=${site.daemon.token}`);
  await other.getByRole('textbox', { name: 'Message' }).fill('echo without storage');
  await other.getByRole('textbox', { name: 'Message' }).press('Enter');
  await other.getByTestId('turn-usage').waitFor();
  await other.getByRole('button', { name: 'Turn actions' }).click();
  await other.getByRole('menuitem', { name: 'Copy answer' }).click();
  await other.getByTestId('toast').getByText('The browser does not allow the page to copy.').waitFor();
  await context.close();
});
