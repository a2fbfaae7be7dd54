/** Process without network for tests: a server, and a browser that visits the page's screens; prints JSON. */
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { startTestDaemon } from './daemon.js';

const [executablePath = '/usr/bin/chromium'] = process.argv.slice(2);
const daemon = await startTestDaemon({ webDirectory: join(process.cwd(), 'dist', 'web') });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
const origins = new Set<string>();
const problems: string[] = [];
const shown: string[] = [];
try {
  const page = await browser.newPage();
  page.on('request', (request) => void origins.add(new URL(request.url()).origin));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // moving to the next screen aborts pending requests
    if (why !== 'net::ERR_ABORTED') problems.push(`${request.url()}: ${why}`);
  });
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  const { id } = await daemon.createSession({ title: 'Without a network', agent_config: { model: 'offline/echo' } });
  await daemon.run(id, 'say # Look\\n![a picture](https://example.com/a.png)');
  await page.goto(`${daemon.baseUrl}/#token=${daemon.token}`);
  await page.waitForSelector('html[data-connection=online]');
  const sections = ['account', 'models', 'mcp', 'notifications', 'devices', 'about'].map((name) => `/settings/${name}`);
  const panels = ['changes', 'files', 'agents', 'tasks', 'terminals', 'details'].map(
    (name) => `/sessions/${id}?panel=${name}`,
  );
  for (const path of ['/', '/inbox', '/new', '/sessions', '/search?q=look', '/usage', ...sections, ...panels]) {
    await page.goto(`${daemon.baseUrl}${path}`);
    await page.waitForSelector('html[data-connection=online]');
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (path.includes('panel=')) await page.locator('aside.panel h2').waitFor();
    await page.locator('.skeleton').waitFor({ state: 'detached' });
    shown.push((await page.getByRole('heading', { level: 1 }).textContent()) ?? '');
  }
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('say it works');
  await box.press('Enter');
  await page.getByTestId('assistant-text').getByText('it works').waitFor();
} finally {
  await browser.close();
  await daemon.close();
}
console.log(
  JSON.stringify({
    networks: Object.keys(networkInterfaces()),
    origins: [...origins],
    own: daemon.baseUrl,
    problems,
    shown,
  }),
);
