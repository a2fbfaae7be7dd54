/** Signing in to the page in a real browser: links with a token, the token screen, refused and replaced tokens. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible, openSite, type Site } from './harness.js';

let site: Site;
beforeAll(async () => {
  site = await openSite();
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

const online = (page: Page) => page.waitForSelector('html[data-connection=online]');

describe('sign-in', () => {
  test('a link signs in and leaves no fragment; a reload stays in; a second tab gets the token', async () => {
    const page = await site.open('/');
    await online(page);
    expect(page.url()).toBe(`${site.daemon.baseUrl}/`);
    await page.reload();
    await online(page);
    const second = await site.open('/', { context: page.context(), token: null });
    await online(second);
    expect(await second.evaluate(() => sessionStorage.getItem('agent.token'))).toBe(site.daemon.token);
    await page.context().close();
  });

  test('without a token it asks for one, refuses a wrong one, takes a link, and goes back to the screen', async () => {
    const page = await site.open(`/sessions/none`, { token: null });
    await page.getByRole('heading', { level: 1, name: 'Access token needed' }).waitFor();
    expect(await page.getAttribute('html', 'data-connection')).toBe('unauthorized');
    await expectAccessible(page);
    const field = page.getByRole('textbox', { name: 'Access token or link' });
    const connect = page.getByRole('button', { name: 'Connect' });
    await field.fill('wrong');
    await connect.click();
    await page.getByRole('alert').filter({ hasText: 'This token is not valid.' }).waitFor();
    await page.getByRole('checkbox', { name: 'Remember on this device' }).check();
    await field.fill(`${site.daemon.baseUrl}/#token=${site.daemon.token}`);
    await connect.click();
    await online(page);
    expect(new URL(page.url()).pathname).toBe('/sessions/none');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    expect(await page.evaluate(() => localStorage.getItem('agent.token'))).toContain(site.daemon.token);
    await page.context().close();
  });

  test('a link with a wrong token does not sign the user out', async () => {
    const page = await site.open('/');
    await online(page);
    for (const [path, wrong] of [
      ['/inbox', 'wrong'],
      ['/usage', '%E0%A4%A'],
    ] as const) {
      await page.goto(`${site.daemon.baseUrl}${path}#token=${wrong}`);
      await page.reload();
      await online(page);
      expect(page.url()).toBe(`${site.daemon.baseUrl}${path}`);
    }
    await page.context().close();
  });

  test('signing out leaves nothing that was written, in no tab', async () => {
    const page = await site.open('/');
    await online(page);
    const box = page.getByRole('textbox', { name: 'Message' });
    // signing out must clear this text too, although the box has the focus
    await box.fill('a private thought');
    const second = await site.open('/settings/devices', { context: page.context(), token: null });
    await online(second);
    await second.getByRole('button', { name: 'Sign out' }).click();
    for (const each of [page, second])
      await each.getByRole('heading', { level: 1, name: 'Access token needed' }).waitFor();
    expect(await page.evaluate(() => Object.values({ ...localStorage, ...sessionStorage }).join())).not.toContain(
      'private',
    );
    await page.getByRole('textbox', { name: 'Access token or link' }).fill(site.daemon.token);
    await page.keyboard.press('Enter');
    await online(page);
    expect(await box.inputValue()).toBe('');
    await page.context().close();
  });

  test('the question for a token is in front of an open dialog, which is as it was afterwards', async () => {
    const page = await site.open('/settings/mcp');
    await page.getByRole('button', { name: 'Add an MCP server' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('half-a-name');
    await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: { code: 40101, msg: 'no' } }));
    await dialog.getByRole('textbox', { name: 'Program' }).fill('true');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const field = page.getByRole('textbox', { name: 'Access token or link' });
    await field.click();
    expect(await dialog.count()).toBe(0);
    await expectAccessible(page);
    await page.unroute('**/api/**');
    await field.fill(site.daemon.token);
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('half-a-name');
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
    site.takeFindings();
    await page.context().close();
  });

  test('a token that was kept and is refused is forgotten, and said to be no longer valid', async () => {
    const page = await site.open('/', { token: null });
    const gate = page.getByRole('heading', { level: 1, name: 'Access token needed' });
    await gate.waitFor();
    await page.evaluate(() => {
      sessionStorage.setItem('agent.token', 'former');
      localStorage.setItem('agent.token', JSON.stringify({ token: 'older', usedAt: Date.now() }));
    });
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'The access token is no longer valid.' }).waitFor();
    expect(
      await page.evaluate(() => [sessionStorage, localStorage].map((each) => each.getItem('agent.token'))),
    ).toEqual([null, null]);
    await page.context().close();
  });
});
