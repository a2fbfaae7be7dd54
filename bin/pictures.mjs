/** `npm run pictures`: takes the README's screenshots of the built program, with the offline provider. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { root, setUp } from './setup.mjs';

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const folder = join(root, 'docs', 'pictures');
/** Maximum bytes of all pictures together. */
const mostBytes = 600_000;

const files = {
  'README.md': '# Calendar\n\nA calendar in the terminal.\n',
  'src/date.ts': `/** A date as it is written: 2026-03-01. */
export function parseDate(text: string): Date {
  const [year = '', month = '', day = ''] = text.split('-');
  return new Date(Number(year), Number(month), Number(day));
}
`,
};

const prompts = [
  'agent explore: search Number in src\nrun node --version\ncall Read {"path":"src/none.ts"}',
  'todo Find the cause; Correct the month; Run the tests\nedit src/date.ts: Number(month), => Number(month) - 1,\ndone 1\ndone 2',
  'think The constructor counts months from 0.\nsay `parseDate` now passes **month − 1**: every date was a month late.',
];
const waiting = 'run git commit -am "Count months from 0"';

const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1.5 };

async function showApproval(page) {
  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .waitFor();
  await page.getByTestId('turn').last().waitFor();
  // waits until the list of sessions is loaded too
  await page.waitForFunction(() => document.querySelector('.skeleton') === null);
  await page.evaluate(() => document.fonts.ready);
}

async function showChanges(page) {
  await page.getByRole('combobox', { name: 'Since' }).selectOption('start');
  await page.locator('.changes').getByText('Number(month) - 1').first().waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

async function showTimeline(page) {
  await page.locator('[data-testid=read-state][data-complete=true]').waitFor();
  await page.getByRole('treegrid', { name: 'Timeline' }).waitFor();
}

setUp();
if (!existsSync(executablePath)) throw new Error(`There is no Chromium at ${executablePath}: set CHROMIUM_PATH.`);
const place = mkdtempSync(join(tmpdir(), 'agent-pictures-'));
const home = join(place, 'data');
const cwd = join(place, 'calendar');
const running = [];
let browser;
try {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(cwd, name, '..'), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  mkdirSync(folder, { recursive: true });
  const page = await start('web', '--no-open', '--port', '0');
  const id = await work(page);
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  const visualizer = await start('vis', '--no-open');
  const wide = { width: 1280, height: 800 };
  const made = [
    await draw(
      'page-light',
      page,
      `/sessions/${id}`,
      { viewport: { width: 1280, height: 860 }, colorScheme: 'light' },
      showApproval,
    ),
    await draw('page-dark', page, `/sessions/${id}/changes`, { viewport: wide, colorScheme: 'dark' }, showChanges),
    await draw('phone', page, `/sessions/${id}`, phone, showApproval),
    await draw('visualizer', visualizer, `/sessions/${id}?view=timeline`, { viewport: wide }, showTimeline),
  ];
  const bytes = made.reduce((sum, each) => sum + each, 0);
  if (bytes > mostBytes) throw new Error(`The pictures have ${bytes} bytes, which is more than ${mostBytes}.`);
  console.log(`${made.length} pictures, ${Math.ceil(bytes / 1_000)} kB, in docs/pictures`);
} finally {
  await browser?.close();
  await Promise.all(running.map(stop));
  rmSync(place, { recursive: true, force: true });
}

/** Starts the program; resolves with its address and token when it has printed them. */
function start(...words) {
  const child = spawn(process.execPath, [join(root, 'bin', 'agent.js'), ...words], {
    cwd,
    env: { ...process.env, HOME: place, AGENT_CODE_HOME: home, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  return new Promise((resolve, reject) => {
    let printed = '';
    const read = (bytes) => {
      printed += String(bytes);
      const [, url, token] = /(http:\/\/[\w.:]+)\/\S*#token=([\w-]+)/.exec(printed) ?? [];
      if (token) resolve({ url, token });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(`agent ${words[0]} ended: ${printed}`)));
  });
}

function stop(child) {
  if (child.exitCode !== null) return undefined;
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGINT');
  });
}

/** Creates realistic sessions; resolves with the one whose command waits for approval. */
async function work({ url, token }) {
  const call = async (method, path, body) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { code, msg, data } = await response.json();
    if (code !== 0) throw new Error(`${method} ${path}: ${msg}`);
    return data;
  };
  const create = async (title, mode) =>
    (await call('POST', '/sessions', { title, metadata: { cwd }, agent_config: { permission_mode: mode } })).id;
  const submit = (id, text) => call('POST', `/sessions/${id}/prompts`, { content: [{ type: 'text', text }] });
  const until = async (what, id, holds) => {
    for (let trial = 0; trial < 600; trial += 1) {
      if (holds(await call('GET', `/sessions/${id}`))) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${what} does not come`);
  };
  for (const [title, text] of [
    ['Explain the week view', 'read README.md'],
    ['Holidays of other countries', 'list files'],
  ]) {
    const other = await create(title, 'auto');
    await submit(other, text);
    await until('the answer', other, ({ busy }) => !busy);
  }
  const id = await create('Dates are a month late', 'auto');
  for (const text of prompts) {
    await submit(id, text);
    await until('the answer', id, ({ busy }) => !busy);
  }
  await call('POST', `/sessions/${id}/profile`, { agent_config: { permission_mode: 'manual' } });
  await submit(id, waiting);
  await until('the approval', id, ({ pending_interaction: pending }) => pending === 'approval');
  return id;
}

async function draw(name, { url, token }, path, look, ready) {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...look });
  const page = await context.newPage();
  await page.goto(`${url}${path}#token=${token}`);
  await ready(page);
  const picture = await page.screenshot();
  await context.close();
  const { size } = await sharp(picture)
    .webp({ quality: 82, effort: 6 })
    .toFile(join(folder, `${name}.webp`));
  return size;
}
