/** Random disconnects during answers, calls and approvals: the page ends in the state of a fresh load (web.md 4.2). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createRandom } from '../chaos/random.js';
import { startProcess } from '../helpers/daemonprocess.js';
import { startRelay, type Relay } from '../helpers/relay.js';
import { seedOf } from '../helpers/rounds.js';
import { onSession, openSite, untilOnline, type Site } from './harness.js';
import { expectSame } from './shown.js';

const cutsPerScene = Number(process.env['CUTS'] ?? 6);
const seed = Number(process.env['CUTS_SEED'] ?? seedOf(7));
const random = createRandom(seed);

let site: Site;
let relay: Relay;
let page: Page;
let fresh: Page;
let id: string;
beforeAll(async () => {
  site = await openSite();
  relay = await startRelay(site.daemon.port);
  ({ id } = await site.daemon.createSession({ agent_config: { model: 'offline/echo' } }));
  const baseUrl = `http://127.0.0.1:${relay.port}`;
  [page, fresh] = await Promise.all([
    site.open(`/sessions/${id}`, { baseUrl, height: 6_000 }),
    site.open('/', { height: 6_000 }),
  ]);
  await untilOnline(page);
  await page.getByTestId('transcript').waitFor();
}, 60_000);
afterAll(async () => {
  await relay?.close();
  await site?.close();
});
afterEach(() => site.expectClean());

const at = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Sends the browser event of a restored network, after which the page connects at once. */
const networkIsBack = () => page.evaluate(() => void window.dispatchEvent(new Event('online')));

/** Disconnects in random ways at random times, at least `count` times and until `isOver`. */
async function cut(count: number, isOver: () => boolean): Promise<void> {
  for (let done = 0; done < count || !isOver(); done += 1) {
    await at(random.between(0, 40));
    const kind = random.pick(['socket', 'slow', 'all'] as const);
    if (kind === 'socket') relay.closeSockets(random.pick([1001, 1006, 1011, 1012]));
    if (kind === 'slow') relay.closeSockets(1013);
    if (kind === 'all') {
      relay.setOpen(false);
      await at(random.between(0, 30));
      relay.setOpen(true);
    }
    await networkIsBack();
    if (random.chance(0.5)) await untilOnline(page);
  }
  await networkIsBack();
  await untilOnline(page);
}

/** Expects that the page shows the same as a freshly loaded one. */
async function expectAsFresh(): Promise<void> {
  await fresh.goto(`${site.daemon.baseUrl}/sessions/${id}`);
  await fresh.getByTestId('transcript').waitFor();
  await expectSame(page, fresh).catch((error: unknown) => {
    throw new Error(`CUTS_SEED=${seed}`, { cause: error });
  });
}

const paragraphs = Array.from({ length: 40 }, (_, at) => `word${at} **strong** \`code\` and more of it.`).join(' ');

/** Runs a prompt to its end while the connection is cut; `decide` decides approvals. */
async function play(prompt: string, decide?: () => Promise<void>): Promise<void> {
  let isOver = false;
  await site.daemon.prompt(id, prompt);
  const end = (async () => {
    await decide?.();
    await site.daemon.waitForEnd(id);
  })().finally(() => (isOver = true));
  await cut(cutsPerScene, () => isOver);
  await end;
}

test('a page whose scripts are slow shows lines instead of nothing', async () => {
  let answer = (): void => undefined;
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
  const other = await site.open('/');
  await untilOnline(other);
  await other.route('**/assets/main-*.js', async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await other.goto(`${site.daemon.baseUrl}/inbox`, { waitUntil: 'commit' });
  const linesHeight = () =>
    other.evaluate(() => getComputedStyle(document.querySelector('#page') as Element, '::before').height);
  await other.waitForFunction(
    () =>
      performance.getEntriesByName('first-contentful-paint').length === 0 &&
      performance.getEntriesByName('first-paint').length > 0,
  );
  expect(parseFloat(await linesHeight())).toBeGreaterThan(8);
  answer();
  await other.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  expect(await linesHeight()).toBe('auto');
  await other.context().close();
});

test('a screen whose module was kept away comes by itself, a panel after a press', async () => {
  const other = await site.open('/');
  await untilOnline(other);
  const cutOff = async (piece: string) => {
    let isKept = true;
    await other.route(`**/assets/${piece}-*.js`, (route) => {
      const refused = isKept;
      isKept = false;
      return refused ? route.abort() : route.continue();
    });
  };
  await cutOff('usage');
  await other.getByRole('link', { name: 'Usage' }).click();
  await other.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  await other.goto(`${site.daemon.baseUrl}/sessions/${id}`);
  await other.getByRole('textbox', { name: 'Message' }).fill('kept');
  await cutOff('tasks');
  await other.getByRole('button', { name: 'Tasks' }).click();
  const panel = other.getByRole('complementary', { name: 'Tasks' });
  await panel.getByTestId('failure').waitFor();
  await other.getByTestId('version-note').getByRole('button', { name: 'Reload' }).waitFor();
  await other.getByTestId('alerts').filter({ hasText: 'The server was updated.' }).waitFor({ state: 'attached' });
  await panel.getByRole('button', { name: 'Try again' }).click();
  await panel.getByText('No background tasks.').waitFor();
  expect(await other.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('kept');
  await other.context().close();
});

test('a streamed answer', async () => {
  await play(`slow 12 ${paragraphs}`);
  await expectAsFresh();
  expect(await page.getByTestId('turn').count()).toBe(1);
});

test('calls with output, and thinking before them', async () => {
  await play(
    'think first about it\nrun for i in 1 2 3 4 5 6; do echo line $i; sleep 0.1; done\necho over',
    async () => {
      const { approval_id } = await site.daemon.approval(id);
      await site.daemon.ok('resolveApproval', {
        params: { session_id: id, approval_id },
        body: { decision: 'approved' },
      });
    },
  );
  await expectAsFresh();
});

test('an approval that is asked for, seen and decided in the page between the cuts', async () => {
  await play('run echo decided', async () => {
    const panel = page.getByTestId('approval');
    await panel.waitFor();
    // the button is disabled without a connection, so press until it works
    for (;;) {
      await panel
        .getByRole('button', { name: 'Approve', exact: true })
        .click({ timeout: 300 })
        .catch(() => undefined);
      const { items } = await site.daemon.ok('listApprovals', {
        ...site.daemon.session(id),
        query: { status: 'pending' },
      });
      if (items.length === 0) return;
    }
  });
  await page.getByTestId('approval').waitFor({ state: 'detached' });
  await expectAsFresh();
});

test('prompts that are sent between the cuts arrive once each', async () => {
  const session = onSession(site, page);
  const words = Array.from({ length: 5 }, (_, at) => `echo number ${at}`);
  let isOver = false;
  const sent = (async () => {
    for (const each of words) {
      await session.box().fill(each);
      // without a connection the page refuses the text and keeps it, so send until the server accepts it
      for (;;) {
        await session.box().press('Enter');
        if ((await session.box().inputValue()) === '') break;
        await page.waitForTimeout(20);
      }
    }
  })().finally(() => (isOver = true));
  await cut(cutsPerScene, () => isOver);
  await sent;
  await page.getByTestId('assistant-text').filter({ hasText: 'number 4' }).waitFor();
  await site.daemon.waitForEnd(id);
  const { items } = await site.daemon.ok('listMessages', { ...site.daemon.session(id), query: { page_size: 100 } });
  const prompts = items
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) => content.flatMap((part) => ('text' in part ? [part.text] : [])));
  for (const each of words) expect(prompts.filter((text) => text === each)).toEqual([each]);
  await expectAsFresh();
});

test('a message box keeps its text, and the reader their place, over a cut', async () => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.getByRole('textbox', { name: 'Message' }).fill('half a thought');
  const place = page.getByTestId('transcript');
  await place.hover();
  await page.mouse.wheel(0, -100_000);
  await page.waitForSelector('[data-testid=transcript][data-follow=false]');
  const top = await place.evaluate((element) => element.scrollTop);
  await cut(3, () => true);
  await site.daemon.run(id, 'echo below the fold');
  await page.getByRole('button', { name: /^Jump to latest.*\d+ new/ }).waitFor();
  expect(await place.evaluate((element) => element.scrollTop)).toBe(top);
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('half a thought');
});

test('a server that is killed while an approval is seen: the card is there after its restart, and works', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-killed-'));
  const [home, cwd] = [join(folder, 'home'), join(folder, 'work')];
  mkdirSync(cwd);
  const options = { home, cwd, webDirectory: join(process.cwd(), 'dist', 'web') };
  let daemon = await startProcess(options);
  try {
    const { baseUrl, token } = daemon;
    const seen = await site.open('/new', { baseUrl, token });
    await untilOnline(seen);
    const box = seen.getByRole('textbox', { name: 'Message' });
    await box.fill('run echo survived > note');
    await seen.getByRole('combobox', { name: 'Directory' }).fill(cwd);
    await seen.getByRole('button', { name: 'Send' }).click();
    const panel = seen.getByRole('region', { name: 'Approval needed' });
    await panel.waitFor();
    await box.fill('half a thought');
    await daemon.kill();
    await seen.getByTestId('connection').getByText('Connection lost', { exact: false }).waitFor();
    const approve = panel.getByRole('button', { name: 'Approve', exact: true });
    expect(await approve.getAttribute('aria-disabled')).toBe('true');
    daemon = await startProcess({ ...options, port: Number(new URL(baseUrl).port) });
    await seen
      .getByRole('button', { name: 'Try now' })
      .click({ timeout: 5_000 })
      .catch(() => undefined);
    await untilOnline(seen);
    await approve.and(seen.locator(':not([aria-disabled=true])')).click();
    await panel.waitFor({ state: 'detached' });
    await seen.getByTestId('turn-usage').waitFor();
    expect(existsSync(join(cwd, 'note'))).toBe(true);
    expect(await box.inputValue()).toBe('half a thought');
    await seen.context().close();
  } finally {
    await daemon.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
