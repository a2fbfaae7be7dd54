/** Low and narrow windows, as zoom and large text leave them: nothing is covered, and all of it is reached (web.md 7). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible, openSite, untilOnline, type Site } from './harness.js';

let site: Site;
let page: Page;
beforeAll(async () => {
  site = await openSite();
}, 60_000);
afterAll(() => site?.close());
beforeEach(async () => {
  page = await site.open('/inbox');
  await untilOnline(page);
});
afterEach(async () => {
  await page.context().close();
  site.expectClean();
});

/** Sends a prompt in a new session; returns the session's id. */
async function ask(text: string): Promise<string> {
  const { id } = await site.daemon.createSession({ agent_config: { model: 'offline/echo' } });
  await site.daemon.prompt(id, text);
  return id;
}

test('at a zoom of 200 % an approval shows its command above its buttons, and the message box is whole', async () => {
  const id = await ask('run echo zoomed');
  await page.setViewportSize({ width: 640, height: 400 });
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}`);
  const panel = page.getByTestId('approval');
  const approve = panel.getByRole('button', { name: 'Approve', exact: true });
  await approve.waitFor();
  const bottomOf = async (place: Locator): Promise<number> => {
    const box = await place.boundingBox();
    return (box?.y ?? Infinity) + (box?.height ?? 0);
  };
  const topOf = async (place: Locator): Promise<number> => (await place.boundingBox())?.y ?? -Infinity;
  expect(await bottomOf(panel.getByRole('heading').first())).toBeLessThanOrEqual(await topOf(approve));
  const tabs = page.getByRole('link', { name: 'Inbox' }).last();
  expect(await bottomOf(page.locator('.composer-box'))).toBeLessThanOrEqual(await topOf(tabs));
  await approve.click();
  await panel.waitFor({ state: 'detached' });
});

test('in a view as low as a zoom of 200 % leaves, the message box below a decision is scrolled to', async () => {
  const id = await ask('todo one; two; three\nrun echo low');
  await page.setViewportSize({ width: 640, height: 360 });
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}`);
  const panel = page.getByTestId('approval');
  await panel.waitFor();
  await page.getByRole('button', { name: 'Todos 0 of 3' }).waitFor();
  await page.getByTestId('session-state').hover();
  await page.mouse.wheel(0, 400);
  await page.waitForFunction(() => {
    const box = document.querySelector('.composer-box')?.getBoundingClientRect();
    const bar = [...document.querySelectorAll('nav')].find((each) => each.getBoundingClientRect().top > 200);
    return box && bar && box.bottom <= bar.getBoundingClientRect().top;
  });
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Approve', exact: true }).click();
  await panel.waitFor({ state: 'detached' });
});

test('with very large text the buttons of an approval cover neither its heading nor the edge of its panel', async () => {
  const id = await ask('run echo large');
  // as many letters fit into a row as on a phone with text of double size
  await page.setViewportSize({ width: 200, height: 500 });
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}`);
  const panel = page.getByTestId('approval');
  const boxOf = async (place: Locator) => (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await panel.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  const heading = await boxOf(panel.getByRole('heading').first());
  const approve = await boxOf(panel.getByRole('button', { name: 'Approve', exact: true }));
  expect(heading.y + heading.height).toBeLessThanOrEqual(approve.y);
  const wide = await boxOf(panel.getByRole('button', { name: 'Approve for this session' }));
  const all = await boxOf(panel);
  expect(wide.x + wide.width).toBeLessThanOrEqual(all.x + all.width);
});

test('at a zoom of 400 % a decision, the transcript and the list of sessions are scrolled to, and nothing covers them', async () => {
  const id = await ask('run echo magnified');
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}`);
  const panel = page.getByTestId('approval');
  const approve = panel.getByRole('button', { name: 'Approve', exact: true });
  await approve.waitFor();
  const scrollTo = (place: Locator, top: number): Promise<void> =>
    place.evaluate((element, to) => element.scrollTo({ top: to, behavior: 'instant' }), top);
  const content = page.locator('#content');
  await scrollTo(content, 150);
  // the menu scrolls with the title, so that it covers no text
  const menu = page.getByRole('button', { name: 'Open menu' });
  expect((await menu.boundingBox())?.y).toBeLessThan(-24);
  const shown = await panel.evaluate((element) => element.parentElement?.clientHeight ?? 0);
  expect(shown).toBeGreaterThanOrEqual(await panel.evaluate((element) => element.scrollHeight));
  await approve.click();
  await panel.waitFor({ state: 'detached' });
  await page.getByTestId('turn-usage').waitFor();
  const transcript = page.getByTestId('transcript');
  expect(await transcript.evaluate((element) => element.clientHeight)).toBeGreaterThan(100);
  await scrollTo(content, 0);
  await menu.click();
  const list = page.locator('.sidebar');
  await scrollTo(list, 9_999);
  const bar = await page.getByRole('navigation', { name: 'Main' }).last().boundingBox();
  const last = await list.getByRole('link').last().boundingBox();
  expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
});

test('in a low window the hint to set up a model is one row, so that the transcript can be read', async () => {
  const { id } = await site.daemon.createSession({ agent_config: { model: 'offline/echo' } });
  await site.daemon.run(id, 'say seen');
  await page.setViewportSize({ width: 640, height: 400 });
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}`);
  const hint = page.getByRole('region', { name: 'Set up a model' });
  await hint.waitFor();
  expect((await hint.boundingBox())?.height).toBeLessThan(64);
  expect((await page.getByTestId('transcript').boundingBox())?.height).toBeGreaterThan(80);
});
