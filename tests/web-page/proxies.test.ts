/** The page behind proxies: with a path prefix, stripped or kept, with TLS, with buffering (web.md 2.2, 2.3). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { makeCertificate } from '../helpers/certificate.js';
import { startFrontProxy, type FrontProxyOptions } from './frontproxy.js';
import { openSite, untilOnline, type Site } from './harness.js';

let site: Site;
let id: string;
beforeAll(async () => {
  site = await openSite({ basePath: '/agent' });
  ({ id } = await site.daemon.createSession({ title: 'Behind a proxy', agent_config: { model: 'offline/echo' } }));
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

const kinds: Record<string, () => Omit<FrontProxyOptions, 'target'>> = {
  'that strips /a/b': () => ({ prefix: '/a/b', strips: true }),
  'that keeps /agent, for which the server was started': () => ({ prefix: '/agent' }),
  'that strips /agent although the server knows it, and holds answers back': () => ({
    prefix: '/agent',
    strips: true,
    buffers: true,
  }),
  'with TLS and a certificate of its own': () => ({ certificate: makeCertificate('127.0.0.1') }),
};

test.each(Object.keys(kinds))('a proxy %s', async (kind) => {
  const given = kinds[kind]?.() ?? {};
  const proxy = await startFrontProxy({ target: site.daemon.port, ...given });
  const page = await site.open('/', { baseUrl: proxy.url, ignoreHTTPSErrors: true });
  await untilOnline(page);
  expect(page.url()).toBe(`${proxy.url}/`);
  // links, then a message, its answer, a panel, and scripts that load on demand
  await page
    .getByRole('link', { name: /^Behind a proxy/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'Behind a proxy' }).waitFor();
  expect(page.url()).toContain(`${proxy.url}/sessions/${id}`);
  const words = `echo through ${kind.replace(/\W+/g, '-')}`;
  await page.getByRole('textbox', { name: 'Message' }).fill(words);
  await page.keyboard.press('Enter');
  await page
    .getByTestId('assistant-text')
    .filter({ hasText: words.slice(5) })
    .waitFor();
  await page.getByRole('button', { name: 'Files' }).click();
  await page.getByRole('complementary', { name: 'Files' }).waitFor();
  await page.reload();
  await page
    .getByTestId('assistant-text')
    .filter({ hasText: words.slice(5) })
    .waitFor();
  // deep links, back and forward
  for (const [path, name] of [
    ['/sessions', 'Sessions'],
    ['/settings/models', 'Settings'],
    ['/usage', 'Usage'],
    ['/nothing/at/all/here', 'Nothing here'],
  ] as const) {
    await page.goto(`${proxy.url}${path}`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await untilOnline(page);
  }
  await page.getByRole('link', { name: 'Go home' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Nothing here' }).waitFor();
  expect(proxy.outside).toEqual([]);
  await page.context().close();
  await proxy.close();
});

test('below a path other programs share the origin: the token is neither remembered nor handed over', async () => {
  const proxy = await startFrontProxy({ target: site.daemon.port, prefix: '/a/b', strips: true });
  const first = await site.open('/', { baseUrl: proxy.url });
  await untilOnline(first);
  const second = await site.open('/inbox', { baseUrl: proxy.url, context: first.context(), token: null });
  await second.getByRole('heading', { level: 1, name: 'Access token needed' }).waitFor();
  expect(await second.getByRole('checkbox').count()).toBe(0);
  await first.context().close();
  await proxy.close();
});

test('two servers below paths of one origin: token, drafts and the sign-out of one are not those of the other', async () => {
  const proxy = await startFrontProxy({ target: site.daemon.port, prefix: '/one', others: ['/two'], strips: true });
  const other = proxy.url.replace('/one', '/two');
  const page = await site.open('/', { baseUrl: proxy.url });
  const box = page.getByRole('textbox', { name: 'Message' });
  const gate = page.getByRole('heading', { level: 1, name: 'Access token needed' });
  await untilOnline(page);
  await box.fill('for the first one');
  await page.waitForFunction(() => Object.values(localStorage).some((kept) => String(kept).includes('for the first')));
  // in the same tab, which still has the token of the first path
  await page.goto(`${other}/`);
  await gate.waitFor();
  await page.getByRole('textbox', { name: 'Access token or link' }).fill(site.daemon.token);
  await page.keyboard.press('Enter');
  await untilOnline(page);
  expect(await box.inputValue()).toBe('');
  await box.fill('for the second one');
  const second = await site.open('/settings/devices', { baseUrl: other, context: page.context() });
  await untilOnline(second);
  await second.getByRole('button', { name: 'Sign out' }).click();
  await gate.waitFor();
  expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain('for the second');
  await page.goto(`${proxy.url}/`);
  await untilOnline(page);
  expect(await box.inputValue()).toBe('for the first one');
  await page.context().close();
  await proxy.close();
});
