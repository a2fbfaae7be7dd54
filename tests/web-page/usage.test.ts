/** The screens Usage and Search, which cover all sessions (web.md 5.14, 5.16). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../helpers/daemon.js';
import { expectAccessible, openSite, untilOnline, type Site } from './harness.js';

let site: Site;
let serverToday: string;
let from: string;
beforeAll(async () => {
  site = await openSite();
  const { data } = await site.daemon.call<{ id: string }>('POST', '/api/v1/sessions', {
    body: { metadata: { cwd: site.daemon.cwd }, title: 'Counted', agent_config: { model: 'offline/echo' } },
  });
  await site.daemon.call('POST', `/api/v1/sessions/${data.id}/prompts`, {
    body: { content: [{ type: 'text', text: 'say a word' }] },
  });
  serverToday = await until('the first request', async () => {
    const { data: report } = await site.daemon.call<{ days: { day: string }[] }>('GET', '/api/v1/usage');
    return report.days[0]?.day;
  });
  from = new Date(Date.parse(serverToday) - 29 * 86_400_000).toISOString().slice(0, 10);
}, 60_000);
afterAll(() => site?.close());

const chart = (page: Page) => page.getByRole('img', { name: /highest/ });

test.each(['Pacific/Kiritimati', 'Pacific/Niue'])(
  'days are those of the server, also for a browser in %s, and days without a request have their place',
  async (timezoneId) => {
    const page = await site.open('/usage', { timezoneId });
    await untilOnline(page);
    await page.getByRole('img', { name: `30 days; the highest is ${serverToday} with ` }).waitFor();
    expect(await chart(page).locator('.bar').count()).toBe(30);
    expect(await page.locator('.chart-axis > span').allTextContents()).toEqual([from, serverToday]);
    await expectAccessible(page);
    await page.context().close();
  },
);

test('arrow keys and the pointer show the value of a day; the table has the days with requests', async () => {
  const page = await site.open('/usage', { timezoneId: 'UTC' });
  const shows = (value: RegExp) => page.locator('figcaption').filter({ hasText: value }).waitFor();
  await chart(page).press('ArrowLeft');
  await shows(new RegExp(`^${serverToday}: [1-9][\\d,]*$`));
  await chart(page).press('ArrowLeft');
  await shows(/: 0$/);
  await chart(page).hover({ position: { x: 2, y: 2 } });
  await shows(new RegExp(`^${from}: 0$`));
  await page.getByRole('radio', { name: 'All', exact: true }).last().check();
  await page.getByRole('img', { name: '1 day; ' }).waitFor();
  await page.getByRole('button', { name: 'As table' }).click();
  const rows = page.getByRole('table', { name: 'Per day' }).getByRole('row');
  expect(await rows.count()).toBe(2);
  await page.context().close();
});

test('a search in the address is made at once, one that is typed when the user pauses', async () => {
  const page = await site.open('/search?q=word');
  await page
    .getByRole('link', { name: /^Counted/ })
    .first()
    .waitFor();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('search')) requests.push(JSON.parse(request.postData() ?? '{}').query as string);
  });
  await page.getByRole('searchbox', { name: 'Search all sessions' }).pressSequentially('s of it', { delay: 20 });
  await page.getByText('Nothing found').waitFor();
  expect(requests.at(-1)).toBe('words of it');
  expect(requests.length).toBeLessThan(4);
  expect(new URL(page.url()).searchParams.get('q')).toBe('words of it');
  await page.context().close();
  site.expectClean();
});
